/* Makes one system call by number, with up to six numbers as arguments, and says its errno, or 0. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    long a[7] = {0};
    for (int i = 1; i < argc && i <= 7; i++)
        a[i - 1] = strtol(argv[i], NULL, 0);
    long answer = syscall(a[0], a[1], a[2], a[3], a[4], a[5], a[6]);
    int error = answer < 0 ? errno : 0;
    if (a[0] == 56 && answer == 0) /* a child of clone must not speak twice */
        _exit(0);
    printf("%d\n", error);
    return 0;
}
