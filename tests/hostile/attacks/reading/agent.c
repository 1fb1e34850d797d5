//: tries = "looks into process 1: memory, descriptors, environment, arguments, root, limits, what it waits for"
//: expect = ["ACCEPTED"]
//: uses = "probe.h"

int main(void)
{
    static const char *const names[] = {"mem", "maps", "environ", "cmdline", "auxv", "stack", "syscall", "wchan", "fd/0",
                                        "fd/64", "fd/65", "fdinfo/64", "root/box/main", "cwd/box/main", "exe", "io", "limits",
                                        "status", "smaps", "pagemap", "task/1/mem", "task/1/maps", "map_files"};
    char path[100];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "/proc/1/%s", names[i]);
        must_be_closed(path);
    }
    if (opendir("/proc/1/fd") != NULL || opendir("/proc/1/task") != NULL)
        got("what process 1 has open");
    int agent = (int)syscall(SYS_pidfd_open, 1, 0);
    for (int fd = 0; agent >= 0 && fd < 128; fd++)
        if (syscall(SYS_pidfd_getfd, agent, fd, 0) >= 0)
            got("descriptor %d of process 1", fd);
    return contained();
}
