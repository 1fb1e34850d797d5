//: tries = "sends every signal to everybody that it may"
//: expect = ["ACCEPTED"]
//: uses = "probe.h"

int main(void)
{
    for (int number = 1; number < NSIG; number++) {
        if (number != SIGKILL && number != SIGSTOP)
            signal(number, SIG_IGN);
        if (kill(-1, number) == 0 && number != SIGKILL)
            got("signal %d to somebody", number); /* kill(-1) leaves its sender out: there is nobody else */
    }
    return contained();
}
