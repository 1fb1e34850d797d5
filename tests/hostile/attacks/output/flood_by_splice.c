//: tries = "puts pages of its own into the pipe of its output without a copy, and changes them afterwards"
//: expect = ["OUTPUT_LIMIT", "TIME_LIMIT"]
//: time_ms = 300
//: uses = "probe.h"
#include <sys/uio.h>

int main(void)
{
    static char pages[1 << 20] __attribute__((aligned(4096)));
    for (unsigned turn = 0;; turn++) {
        struct iovec part = {pages, sizeof pages};
        if (vmsplice(1, &part, 1, SPLICE_F_GIFT) < 0)
            return 1;
        memset(pages, (int)turn, sizeof pages);
    }
}
