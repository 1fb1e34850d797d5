//: tries = "writes frames of the host's protocol into its own input, which it opens for writing, and fills it"
//: expect = ["ACCEPTED"]
//: tests = 3
//: input_kib = 512
//: uses = "probe.h"

int main(void)
{
    static const uint8_t frames[] = {0, 0, 0, 0, 7, 0, 1, 0, 0, 0, 0, 0, 6, 0, 1, 0, 9, 0, 0, 0, 8, 0, 0, 0, '/', 'b', 'o', 'x', '/', 'm', 'a', 'i', 'n'};
    who_am_i();
    int input = open("/proc/self/fd/0", O_WRONLY | O_NONBLOCK), both = open("/dev/stdin", O_RDWR | O_NONBLOCK);
    for (int i = 0; i < 100000; i++)
        if (write(input, frames, sizeof frames) < 0 && write(both, frames, sizeof frames) < 0)
            break;
    return contained();
}
