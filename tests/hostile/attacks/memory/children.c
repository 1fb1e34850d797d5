//: tries = "spreads its memory over many processes, each of them small"
//: expect = ["MEMORY_LIMIT"]
//: memory_least_mib = 60
//: memory_most_mib = 70
//: uses = "probe.h"

int main(void)
{
    for (int child = 0; child < 40; child++)
        if (fork() == 0) {
            memset(malloc(8 << 20), 1, 8 << 20);
            pause();
        }
    nap_ms(1500);
    got("40 children of 8 MiB, and an end");
    return 0;
}
