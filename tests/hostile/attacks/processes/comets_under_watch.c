//: tries = "has many processes fork and exit for ever while the first one lives: their CPU time must be seen"
//: expect = ["TIME_LIMIT(cpu time)", "MEMORY_LIMIT"]
//: time_ms = 300
//: cpu_least_ms = 300
//: uses = "probe.h"

int main(void)
{
    for (int i = 0; i < 8; i++)
        if (fork() == 0)
            for (;;)
                if (fork() > 0)
                    _exit(0);
    for (;;)
        pause();
}
