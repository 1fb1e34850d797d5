//: tries = "writes to standard error as fast as it can, for ever"
//: expect = ["TIME_LIMIT(cpu time)"]
//: time_ms = 300
#include <unistd.h>

static char data[1 << 16];

int main(void)
{
    while (write(2, data, sizeof data) > 0)
        ;
}
