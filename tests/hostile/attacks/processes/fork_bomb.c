//: tries = "forks until nothing more is given; every child does the same"
//: narrow = true
//: expect = ["TIME_LIMIT(cpu time)", "MEMORY_LIMIT"]
//: cpu_least_ms = 300
//: time_ms = 300
#include <unistd.h>

int main(void)
{
    for (;;)
        fork();
}
