//: tries = "loads filters of its own that allow or answer what the box's filter forbids"
//: expect = ["ACCEPTED", "RUNTIME_ERROR(forbidden system call)"]
//: judgings = 4
//: tests = 1
//: uses = "probe.h"
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>

static int load(unsigned verdict, unsigned flags)
{
    struct sock_filter always = BPF_STMT(BPF_RET | BPF_K, verdict);
    struct sock_fprog filter = {1, &always};
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &filter);
}

static int forbidden(void) { return syscall(SYS_unshare, CLONE_NEWUSER) == 0 || syscall(SYS_ptrace, 0, 0, 0, 0) == 0 ? 77 : 0; }

static int after_allow(void)
{
    load(SECCOMP_RET_ALLOW, 0);
    return forbidden();
}

static int after_log(void)
{
    load(SECCOMP_RET_LOG, SECCOMP_FILTER_FLAG_LOG);
    return forbidden();
}

static int answered_by_itself(void)
{
    return load(SECCOMP_RET_ALLOW, SECCOMP_FILTER_FLAG_NEW_LISTENER) >= 0 ? forbidden() : 0;
}

static int strict_mode_off(void)
{
    prctl(PR_SET_SECCOMP, 0, 0, 0, 0);
    return forbidden();
}

int main(void)
{
    int (*const ways[])(void) = {after_allow, after_log, answered_by_itself, strict_mode_off};
    who_am_i(); /* a forbidden call ends all, so each judging tries one way */
    if (in_child(ways[judging - 1]) == 77 << 8)
        got("a forbidden call, way %d", judging);
    return contained();
}
