//: tries = "ends, and leaves orphans that run for ever: the next test must find none"
//: expect = ["ACCEPTED"]
//: tests = 4
//: uses = "probe.h"

int main(void)
{
    for (int i = 0; i < 4; i++)
        if (fork() == 0) {
            setsid();
            while (fork() >= 0)
                ;
            for (;;)
                ;
        }
    double start = now();
    while (now() - start < 0.02)
        ;
    return contained();
}
