//: tries = "lists and sets up network interfaces, and reads the host's tables of connections"
//: expect = ["ACCEPTED"]
//: uses = "probe.h"
#include <net/if.h>
#include <sys/ioctl.h>

int main(void)
{
    static const char *const tables[] = {"tcp", "tcp6", "udp", "udp6", "raw", "packet", "route", "arp", "unix"};
    char path[64], line[500];
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        snprintf(path, sizeof path, "/proc/net/%s", tables[i]);
        FILE *table = fopen(path, "r");
        if (table != NULL && fgets(line, sizeof line, table) != NULL && fgets(line, sizeof line, table) != NULL)
            got("%s: %s", path, line);
    }
    FILE *devices = fopen("/proc/net/dev", "r");
    for (int i = 0; devices != NULL && fgets(line, sizeof line, devices) != NULL; i++)
        if (i > 1 && strstr(line, "lo:") == NULL)
            got("an interface: %s", line);
    struct ifreq lo = {.ifr_name = "lo", .ifr_flags = IFF_UP};
    int any = socket(AF_UNIX, SOCK_DGRAM, 0);
    if (ioctl(any, SIOCSIFFLAGS, &lo) == 0)
        got("loopback up");
    return contained();
}
