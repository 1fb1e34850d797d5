//: tries = "forks and exits, for ever: its newest process is never the one that is looked at"
//: expect = ["ACCEPTED"]
//: uses = "probe.h"

int main(void)
{
    who_am_i();
    contained();
    fflush(stdout);
    for (;;)
        if (fork() > 0)
            _exit(0);
}
