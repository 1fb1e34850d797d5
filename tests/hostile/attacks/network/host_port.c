//: tries = "connects to a port of the host, by loopback and by its other names, in both versions, stream and datagram"
//: expect = ["ACCEPTED"]
//: uses = "probe.h"
#include <arpa/inet.h>

static void call(int kind, const char *host)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(@PORT@)};
    inet_pton(AF_INET, host, &address.sin_addr);
    int call = socket(AF_INET, kind | SOCK_NONBLOCK, 0);
    if (call < 0)
        return;
    if (connect(call, (struct sockaddr *)&address, sizeof address) == 0 && send(call, "x", 1, 0) == 1)
        got("a word through to %s", host);
    close(call);
}

int main(void)
{
    static const char *const hosts[] = {"127.0.0.1", "0.0.0.0", "10.0.0.1", "172.17.0.1", "192.168.0.1", "169.254.169.254"};
    for (size_t i = 0; i < sizeof hosts / sizeof hosts[0]; i++) {
        call(SOCK_STREAM, hosts[i]);
        call(SOCK_DGRAM, hosts[i]);
    }
    if (socket(AF_INET6, SOCK_STREAM, 0) >= 0)
        got("a socket of version 6");
    return contained();
}
