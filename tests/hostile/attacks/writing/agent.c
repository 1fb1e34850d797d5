//: tries = "writes to the agent: its file, its memory, its place among the victims of the kernel, its limits"
//: expect = ["ACCEPTED"]
//: uses = "probe.h"
#include <sys/resource.h>

int main(void)
{
    static const char *const names[] = {"mem", "oom_score_adj", "oom_adj", "clear_refs", "coredump_filter", "comm", "attr/current",
                                        "setgroups", "uid_map", "gid_map", "timerslack_ns", "autogroup", "loginuid", "exe"};
    char path[64];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "/proc/1/%s", names[i]);
        must_not_be_writable(path);
    }
    must_not_be_writable("/dev/.agent");
    must_not_be_writable("/dev/.agent/agent");
    if (unlink("/dev/.agent") == 0 || rename("/dev/.agent", "/dev/agent") == 0 || chmod("/dev/.agent", 0777) == 0)
        got("the agent's file");
    for (int limit = 0; limit < 16; limit++)
        if (prlimit(1, (enum __rlimit_resource)limit, &(struct rlimit){1, 1}, NULL) == 0)
            got("limit %d of the agent", limit);
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET(0, &cores);
    if (sched_setaffinity(1, sizeof cores, &cores) == 0 || setpgid(1, 0) == 0)
        got("the agent's schedule");
    return contained();
}
