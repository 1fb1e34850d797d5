//: tries = "locks all memory that it gets, so that the kernel could not take it back"
//: expect = ["ACCEPTED", "MEMORY_LIMIT"]
//: memory_most_mib = 70
//: uses = "probe.h"
#include <sys/resource.h>

int main(void)
{
    struct rlimit most = {RLIM_INFINITY, RLIM_INFINITY};
    setrlimit(RLIMIT_MEMLOCK, &most);
    mlockall(MCL_CURRENT | MCL_FUTURE);
    for (int mib = 0; mib < 200; mib++) {
        char *piece = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (piece == MAP_FAILED || mlock(piece, 1 << 20) != 0)
            break;
        memset(piece, 1, 1 << 20);
        if (mib > 80)
            got("%d MiB locked", mib);
    }
    return contained();
}
