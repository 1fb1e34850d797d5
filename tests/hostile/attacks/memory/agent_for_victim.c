//: tries = "fills memory that is nobody's, and makes itself as unlikely a victim of the kernel as the agent is"
//: expect = ["MEMORY_LIMIT"]
//: memory_least_mib = 60
//: memory_most_mib = 70
//: uses = "probe.h"

int main(void)
{
    static char piece[1 << 16];
    int own = open("/proc/self/oom_score_adj", O_WRONLY);
    if (own >= 0 && write(own, "0", 1) < 0)
        ;
    memset(piece, 1, sizeof piece);
    for (int i = 0; i < 66; i++) {
        int file = memfd_create("x", 0);
        if (fallocate(file, 0, 0, 1 << 20) != 0)
            return 2;
    }
    for (int ends[2]; pipe2(ends, O_NONBLOCK) == 0;)
        while (write(ends[1], piece, sizeof piece) > 0)
            ;
    got("all that it wanted");
    return 0;
}
