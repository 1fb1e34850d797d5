//: tries = "closes all its descriptors, and then runs for ever"
//: expect = ["TIME_LIMIT(cpu time)"]
//: time_ms = 300
//: cpu_least_ms = 300
#include <unistd.h>

int main(void)
{
    for (int fd = 0; fd < 256; fd++)
        close(fd);
    for (;;)
        ;
}
