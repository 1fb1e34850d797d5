//: tries = "collects dead children that it never waits for"
//: expect = ["ACCEPTED"]
//: uses = "probe.h"

int main(void)
{
    int made = 0;
    for (pid_t pid; made < 1000 && (pid = fork()) >= 0; made++)
        if (pid == 0)
            _exit(0);
    if (made >= 64)
        got("%d processes", made);
    return contained();
}
