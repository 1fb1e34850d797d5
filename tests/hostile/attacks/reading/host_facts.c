//: tries = "reads what /proc tells of the host and of what others do on it, beyond what programs need"
//: expect = ["ACCEPTED"]
//: uses = "probe.h"

int main(void)
{
    static const char *const files[] = {"/proc/bus/pci/devices", "/proc/bus/input/devices", "/proc/partitions", "/proc/diskstats",
                                        "/proc/modules", "/proc/cmdline", "/proc/locks", "/proc/mdstat", "/proc/config.gz",
                                        "/proc/ioports", "/proc/iomem", "/proc/buddyinfo", "/proc/zoneinfo", "/proc/softirqs",
                                        "/proc/schedstat", "/proc/pressure/cpu", "/proc/pressure/io", "/proc/pressure/memory",
                                        "/proc/dma", "/proc/misc", "/proc/fb", "/proc/execdomains"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        must_be_closed(files[i]);
    return contained();
}
