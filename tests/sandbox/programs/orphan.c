/* Leaves a daemon behind: twice forked, its own session, deaf to signals, holding standard output, using memory and CPU time. */
#include <signal.h>
#include <unistd.h>

int main(void)
{
    if (fork())
        return 0;
    setsid();
    for (int number = 1; number < 65; number++)
        signal(number, SIG_IGN);
    if (fork())
        _exit(0);
    for (;;)
        ;
}
