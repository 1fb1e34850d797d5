//: tries = "keeps data in pipes of many processes, each with a table of descriptors of its own"
//: expect = ["ACCEPTED", "MEMORY_LIMIT"]
//: memory_most_mib = 70
//: uses = "probe.h"

static long fill(void)
{
    static char piece[1 << 16];
    long bytes = 0;
    for (int ends[2]; pipe2(ends, O_NONBLOCK) == 0;) {
        fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
        for (ssize_t n; (n = write(ends[1], piece, sizeof piece)) > 0;)
            bytes += n;
    }
    return bytes;
}

int main(void)
{
    int told[2];
    long total = 0, bytes;
    if (pipe(told) != 0)
        return 1;
    for (int i = 0; i < 30; i++)
        if (fork() == 0) {
            bytes = fill();
            if (write(told[1], &bytes, sizeof bytes) > 0)
                pause();
            _exit(0);
        }
    for (int i = 0; i < 30 && read(told[0], &bytes, sizeof bytes) > 0; i++)
        total += bytes;
    if (total > 70 << 20)
        got("%ld bytes in pipes", total);
    return contained();
}
