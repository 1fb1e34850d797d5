//: tries = "stacks vfork upon vfork, so that all but the last wait in the kernel, and the last runs for ever"
//: expect = ["TIME_LIMIT(cpu time)"]
//: time_ms = 300
//: cpu_least_ms = 300
#include <unistd.h>

int main(void)
{
    while (vfork() == 0)
        ;
    for (;;)
        ;
}
