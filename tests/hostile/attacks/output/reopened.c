//: tries = "opens its output anew and from the other side, so that its cap or its reader might be lost"
//: expect = ["OUTPUT_LIMIT"]
//: uses = "probe.h"

int main(void)
{
    static char data[1 << 16];
    for (;;) {
        int again = open("/proc/self/fd/1", O_WRONLY), other = open("/dev/stdout", O_RDWR | O_NONBLOCK);
        for (int i = 0; i < 40; i++)
            if (write(again, data, sizeof data) < 0 && write(other, data, sizeof data) < 0 && errno != EAGAIN)
                return 1;
        close(again);
        close(other);
    }
}
