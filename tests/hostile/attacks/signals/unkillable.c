//: tries = "ignores and blocks all signals, in children that watch over each other and start each other anew"
//: expect = ["TIME_LIMIT(cpu time)", "MEMORY_LIMIT"]
//: time_ms = 300
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, 0);
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_IGN);
    signal(SIGCHLD, SIG_DFL);
    for (;;) {
        pid_t watched = fork();
        if (watched != 0) {
            if (watched < 0 || waitpid(watched, 0, 0) < 0)
                for (volatile int i = 0; i < 10000; i++)
                    ;
        }
    }
}
