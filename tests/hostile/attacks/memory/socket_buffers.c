//: tries = "keeps data in the buffers of unix sockets, of streams and datagrams, made as large as they may be"
//: expect = ["ACCEPTED", "MEMORY_LIMIT"]
//: memory_most_mib = 70
//: uses = "probe.h"

int main(void)
{
    static char piece[1 << 15];
    static const int kinds[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_SEQPACKET};
    long bytes = 0;
    int most = 1 << 30;
    for (int ends[2], i = 0; socketpair(AF_UNIX, kinds[i % 3] | SOCK_NONBLOCK, 0, ends) == 0; i++)
        for (int side = 0; side < 2; side++) {
            setsockopt(ends[side], SOL_SOCKET, SO_SNDBUF, &most, sizeof most);
            setsockopt(ends[side], SOL_SOCKET, SO_RCVBUF, &most, sizeof most);
            for (ssize_t n; (n = write(ends[side], piece, sizeof piece)) > 0;)
                bytes += n;
        }
    if (bytes > 70 << 20)
        got("%ld bytes in sockets", bytes);
    return contained();
}
