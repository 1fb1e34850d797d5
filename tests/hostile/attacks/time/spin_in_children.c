//: tries = "has its children run for ever while it waits itself"
//: expect = ["TIME_LIMIT(cpu time)"]
//: time_ms = 300
//: cpu_least_ms = 300
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    for (int i = 0; i < 4; i++)
        if (fork() == 0)
            for (;;)
                ;
    while (wait(0) > 0)
        ;
    return 0;
}
