//: tries = "keeps data in pipes, the largest that it is given"
//: expect = ["ACCEPTED", "MEMORY_LIMIT"]
//: memory_most_mib = 70
//: uses = "probe.h"

int main(void)
{
    static char piece[1 << 16];
    long bytes = 0;
    for (int ends[2]; pipe2(ends, O_NONBLOCK) == 0;) {
        for (int size = 1 << 20; size > 4096 && fcntl(ends[1], F_SETPIPE_SZ, size) < 0;)
            size /= 2;
        for (ssize_t n; (n = write(ends[1], piece, sizeof piece)) > 0;)
            bytes += n;
    }
    if (bytes > 70 << 20)
        got("%ld bytes in pipes", bytes);
    return contained();
}
