/* Burns CPU time in as many children at once as asked for, each for some milliseconds of its own. */
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int children = argc > 1 ? atoi(argv[1]) : 1;
    long ms = argc > 2 ? atol(argv[2]) : 0;
    for (int i = 0; i < children; i++)
        if (fork() == 0) {
            for (struct timespec used = {0}; used.tv_sec * 1000 + used.tv_nsec / 1000000 < ms;)
                clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
            _exit(0);
        }
    while (wait(NULL) > 0)
        ;
    return 0;
}
