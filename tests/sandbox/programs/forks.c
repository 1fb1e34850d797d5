/* Forks sleepers until it may not, and says how many there are. */
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    int children = 0;
    for (pid_t child; (child = fork()) >= 0; children++)
        if (child == 0)
            for (;;)
                pause();
    printf("%d\n", children);
    return 0;
}
