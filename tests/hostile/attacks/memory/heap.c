//: tries = "writes to more and more memory of the heap"
//: narrow = true
//: expect = ["MEMORY_LIMIT"]
//: memory_least_mib = 60
//: memory_most_mib = 70
//: uses = "probe.h"

int main(void)
{
    for (size_t mib = 1;; mib++) {
        char *piece = malloc(1 << 20);
        if (piece == NULL)
            return 1;
        memset(piece, 1, 1 << 20);
        if (mib > 80)
            got("%zu MiB", mib);
    }
}
