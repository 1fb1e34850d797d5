//: tries = "replaces itself for ever"
//: expect = ["TIME_LIMIT(cpu time)"]
//: time_ms = 300
//: cpu_least_ms = 300
#include <unistd.h>

int main(void)
{
    execl("/proc/self/exe", "main", (char *)0);
    return 1;
}
