//: tries = "writes to the settings of the kernel and of its own process that would give it more"
//: expect = ["ACCEPTED"]
//: uses = "probe.h"

static void must_not_take(const char *path, const char *value)
{
    int file = open(path, O_WRONLY);
    if (file >= 0 && write(file, value, strlen(value)) > 0)
        got("%s = %s", path, value);
    if (file >= 0)
        close(file);
}

int main(void)
{
    must_not_take("/proc/sys/kernel/core_pattern", "|/tmp/@MARKER@");
    must_not_take("/proc/sys/kernel/modprobe", "/tmp/@MARKER@");
    must_not_take("/proc/sys/kernel/hostname", "@MARKER@");
    must_not_take("/proc/sys/kernel/domainname", "@MARKER@");
    must_not_take("/proc/sys/kernel/sysrq", "1");
    must_not_take("/proc/sys/kernel/msgmax", "9");
    must_not_take("/proc/sys/kernel/shmmax", "9");
    must_not_take("/proc/sys/vm/overcommit_memory", "1");
    must_not_take("/proc/sys/vm/drop_caches", "3");
    must_not_take("/proc/sys/net/ipv4/ip_forward", "1");
    must_not_take("/proc/sys/user/max_user_namespaces", "9");
    must_not_take("/proc/sysrq-trigger", "h");
    must_not_take("/proc/irq/default_smp_affinity", "1");
    must_not_take("/proc/fs/nfs/exports", "/");
    must_not_take("/proc/self/oom_score_adj", "-1000");
    must_not_take("/proc/self/uid_map", "0 0 1");
    must_not_take("/proc/self/gid_map", "0 0 1");
    must_not_take("/proc/self/setgroups", "allow");
    must_not_take("/proc/self/attr/exec", "unconfined");
    must_not_take("/proc/self/fail-nth", "1");
    return contained();
}
