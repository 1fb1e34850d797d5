//: tries = "writes to both streams from many processes, all at once"
//: expect = ["OUTPUT_LIMIT"]
#include <unistd.h>

static char data[1 << 16];

int main(void)
{
    for (int i = 0; i < 5; i++)
        fork();
    for (int i = 0;; i++)
        if (write(1 + i % 2, data, sizeof data) < 0)
            return 1;
}
