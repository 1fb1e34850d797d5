//: tries = "writes to standard output as fast as it can, for ever"
//: expect = ["OUTPUT_LIMIT"]
#include <string.h>
#include <unistd.h>

static char data[1 << 20];

int main(void)
{
    memset(data, 'x', sizeof data);
    while (write(1, data, sizeof data) > 0)
        ;
}
