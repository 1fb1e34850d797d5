#include <stdio.h>
#include <time.h>

int main(void) {
    nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    puts("awake");
    return 0;
}
