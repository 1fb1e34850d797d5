//: tries = "stops a child in the middle of a write into the full pipe of the output, and ends"
//: expect = ["ACCEPTED", "WRONG_ANSWER", "OUTPUT_LIMIT"]
//: tests = 2
//: seconds_most = 5
//: uses = "probe.h"

int main(void)
{
    static char data[1 << 20];
    pid_t child = fork();
    if (child == 0) {
        for (;;)
            if (write(1, data, sizeof data) < 0)
                return 1;
    }
    nap_ms(5);
    kill(child, SIGSTOP);
    return contained();
}
