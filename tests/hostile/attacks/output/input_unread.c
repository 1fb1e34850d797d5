//: tries = "leaves a large input unread, and then closes it while it is on its way"
//: expect = ["ACCEPTED"]
//: input_kib = 8192
//: uses = "probe.h"

int main(void)
{
    char first[10];
    if (read(0, first, sizeof first) <= 0)
        return 1;
    nap_ms(50);
    close(0);
    nap_ms(50);
    return contained();
}
