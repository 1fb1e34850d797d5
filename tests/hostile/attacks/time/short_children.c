//: tries = "works in children of a fraction of a tick each, for whose end nobody waits"
//: expect = ["TIME_LIMIT(cpu time)", "MEMORY_LIMIT"]
//: time_ms = 300
//: cpu_least_ms = 300
#include <signal.h>
#include <unistd.h>

int main(void)
{
    signal(SIGCHLD, SIG_IGN);
    for (;;)
        if (fork() == 0) {
            for (volatile int i = 0; i < 100000; i++)
                ;
            _exit(0);
        }
}
