//: tries = "stops itself and all its children, so that nobody is left who could end"
//: expect = ["TIME_LIMIT(wall clock)"]
//: time_ms = 10
#include <signal.h>
#include <unistd.h>

int main(void)
{
    for (int i = 0; i < 4; i++)
        fork();
    for (;;) {
        kill(0, SIGSTOP);
        kill(-1, SIGSTOP);
    }
}
