//: tries = "writes as fast as it can to a judge that is slow to read"
//: expect = ["OUTPUT_LIMIT"]
//: slow_reader = true
#include <unistd.h>

static char data[1 << 16];

int main(void)
{
    while (write(1, data, sizeof data) > 0 && write(2, data, sizeof data) > 0)
        ;
}
