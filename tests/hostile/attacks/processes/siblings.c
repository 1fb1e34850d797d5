//: tries = "makes processes that are the agent's own children from the start, and send no signal when they end"
//: expect = ["TIME_LIMIT(cpu time)"]
//: time_ms = 300
//: cpu_least_ms = 300
//: uses = "probe.h"

int main(void)
{
    for (int i = 0; i < 4; i++)
        if (syscall(SYS_clone, CLONE_PARENT | 0, 0, 0, 0, 0) == 0)
            for (;;)
                ;
    for (;;)
        pause();
}
