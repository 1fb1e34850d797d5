//: tries = "runs for ever"
//: expect = ["TIME_LIMIT(cpu time)"]
//: time_ms = 300
//: cpu_least_ms = 300
#include <stdint.h>

int main(void)
{
    for (volatile uint64_t turn = 0;; turn++)
        ;
}
