//: tries = "opens sockets of every family and kind: internet, netlink, packet, vsock, raw, crypto, bluetooth"
//: expect = ["ACCEPTED", "RUNTIME_ERROR(forbidden system call)"]
//: judgings = 3
//: tests = 1
//: uses = "probe.h"

int main(void)
{
    who_am_i(); /* a forbidden family ends all, so two judgings are for those */
    if (judging > 1)
        got("a socket %d", socket(judging == 2 ? AF_PACKET : AF_VSOCK, SOCK_STREAM, 0));
    for (int family = 0; family < 64; family++) {
        if (family == AF_PACKET || family == AF_VSOCK)
            continue;
        for (int kind = 1; kind <= 10; kind++) {
            int ends[2], one = socket(family, kind, 0);
            if (one >= 0 && family != AF_UNIX)
                got("a socket of family %d, kind %d", family, kind);
            close(one);
            if (family != AF_UNIX && socketpair(family, kind, 0, ends) == 0)
                got("a pair of family %d", family);
        }
    }
    for (int protocol = 0; protocol < 32; protocol++)
        if (socket(AF_NETLINK, SOCK_RAW, protocol) >= 0 || socket(AF_INET, SOCK_RAW, protocol) >= 0)
            got("a raw socket of protocol %d", protocol);
    return contained();
}
