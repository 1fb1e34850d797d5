//: tries = "traces process 1, its parent and its child"
//: expect = ["ACCEPTED", "RUNTIME_ERROR(forbidden system call)"]
//: judgings = 4
//: tests = 1
//: uses = "probe.h"
#include <sys/ptrace.h>

int main(void)
{
    make_a_share_of(4);
    must_fail("PTRACE_TRACEME", SYS_ptrace, PTRACE_TRACEME, 0, 0, 0, 0, 0);
    must_fail("PTRACE_ATTACH to process 1", SYS_ptrace, PTRACE_ATTACH, 1, 0, 0, 0, 0);
    must_fail("PTRACE_SEIZE of process 1", SYS_ptrace, PTRACE_SEIZE, 1, 0, 0, 0, 0);
    must_fail("PTRACE_SEIZE of its parent", SYS_ptrace, PTRACE_SEIZE, getpid(), 0, 0, 0, 0);
    must_fail("kcmp", SYS_kcmp, 1, getpid(), 0, 0, 0, 0);
    must_fail("process_madvise", SYS_process_madvise, syscall(SYS_pidfd_open, 1, 0), 0, 0, MADV_COLD, 0, 0);
    must_fail("process_mrelease", SYS_process_mrelease, syscall(SYS_pidfd_open, 1, 0), 0, 0, 0, 0, 0);
    return contained();
}
