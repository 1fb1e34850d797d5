//: tries = "makes or enters namespaces by unshare, setns, clone and clone3"
//: expect = ["ACCEPTED", "RUNTIME_ERROR(forbidden system call)"]
//: judgings = 4
//: tests = 1
//: uses = "probe.h"

int main(void)
{
    make_a_share_of(4);
    static const long kinds[] = {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP, 0x80};
    static const char *const names[] = {"user", "mnt", "pid", "net", "ipc", "uts", "cgroup", "time"};
    char path[64];
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        must_fail("unshare", SYS_unshare, kinds[i], 0, 0, 0, 0, 0);
        must_fail("unshare with a user namespace", SYS_unshare, kinds[i] | CLONE_NEWUSER, 0, 0, 0, 0, 0);
        if (kinds[i] != 0x80)
            must_fail("clone", SYS_clone, kinds[i] | SIGCHLD, 0, 0, 0, 0, 0);
        struct {
            uint64_t flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size, tls, set_tid, set_tid_size, cgroup;
        } clone3 = {.flags = (uint64_t)kinds[i], .exit_signal = SIGCHLD};
        must_fail("clone3", SYS_clone3, (long)&clone3, sizeof clone3, 0, 0, 0, 0);
        for (int pid = 0; pid < 2; pid++) {
            snprintf(path, sizeof path, pid ? "/proc/1/ns/%s" : "/proc/self/ns/%s", names[i]);
            int namespace = open(path, O_RDONLY);
            if (namespace >= 0)
                must_fail("setns", SYS_setns, namespace, 0, 0, 0, 0, 0);
        }
    }
    return contained();
}
