//: tries = "makes a forbidden call itself: the verdict says so"
//: narrow = true
//: expect = ["RUNTIME_ERROR(forbidden system call)"]
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>

int main(void)
{
    printf("GOT %d\n", unshare(CLONE_NEWUSER));
    return 0;
}
