//: tries = "reads the kernel's memory and what tells where things are in it"
//: expect = ["ACCEPTED"]
//: uses = "probe.h"

static void no_address(const char *path)
{
    char line[300];
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strtoull(line, NULL, 16) > 0xffff000000000000ULL) {
            got("%s: %s", path, line);
            break;
        }
    if (file != NULL)
        fclose(file);
}

int main(void)
{
    static const char *const files[] = {"/proc/kcore", "/dev/mem", "/dev/kmem", "/dev/port", "/proc/kpagecount", "/proc/kpageflags",
                                        "/proc/kpagecgroup", "/proc/keys", "/proc/timer_list", "/proc/sched_debug",
                                        "/proc/latency_stats", "/proc/slabinfo", "/proc/vmallocinfo", "/proc/pagetypeinfo",
                                        "/proc/acpi/wakeup", "/proc/scsi/scsi", "/proc/interrupts", "/proc/sysrq-trigger",
                                        "/boot/System.map", "/dev/core"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        must_be_closed(files[i]);
    no_address("/proc/kallsyms");
    no_address("/proc/modules");
    no_address("/proc/iomem");
    uint64_t entry = 0;
    char page[4096] __attribute__((aligned(4096))) = "x";
    int map = open("/proc/self/pagemap", O_RDONLY);
    if (map >= 0 && pread(map, &entry, 8, (off_t)((uintptr_t)page / 4096 * 8)) == 8 && entry & 0x7fffffffffffffULL)
        got("a physical address");
    return contained();
}
