//: tries = "ends while children hold its output open and go on writing to it"
//: expect = ["ACCEPTED"]
//: tests = 3
//: seconds_most = 5
//: uses = "probe.h"

int main(void)
{
    contained();
    fflush(stdout);
    if (fork() == 0) {
        nap_ms(300);
        for (;;)
            if (write(1, "late", 4) < 0)
                return 1;
    }
    return 0;
}
