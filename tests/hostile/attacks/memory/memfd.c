//: tries = "keeps data in memory files without a name"
//: expect = ["MEMORY_LIMIT"]
//: memory_least_mib = 60
//: memory_most_mib = 70
//: uses = "probe.h"

int main(void)
{
    static char piece[1 << 20];
    memset(piece, 1, sizeof piece);
    for (int mib = 0;; mib++) {
        int file = memfd_create("x", 0);
        if (file < 0 || write(file, piece, sizeof piece) != sizeof piece)
            return 1;
        if (mib > 80)
            got("%d MiB", mib);
    }
}
