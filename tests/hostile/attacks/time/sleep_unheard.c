//: tries = "closes all its descriptors, and then sleeps for ever"
//: expect = ["TIME_LIMIT(wall clock)"]
//: time_ms = 10
#include <unistd.h>

int main(void)
{
    for (int fd = 0; fd < 256; fd++)
        close(fd);
    for (;;)
        pause();
}
