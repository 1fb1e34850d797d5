//: tries = "opens the parts of the kernel in which most holes are found: bpf, perf, io_uring, userfaultfd, asynchronous input"
//: expect = ["ACCEPTED", "RUNTIME_ERROR(forbidden system call)"]
//: judgings = 5
//: tests = 1
//: uses = "probe.h"

int main(void)
{
    make_a_share_of(5);
    char zeros[256] = {0}, attributes[128] = {1, 0, 0, 0, 128};
    must_fail("bpf of a map", SYS_bpf, 0, (long)zeros, sizeof zeros, 0, 0, 0);
    must_fail("bpf of a program", SYS_bpf, 5, (long)zeros, sizeof zeros, 0, 0, 0);
    must_fail("perf_event_open", SYS_perf_event_open, (long)attributes, 0, -1, -1, 0, 0);
    must_fail("userfaultfd", SYS_userfaultfd, 1, 0, 0, 0, 0, 0);
    must_fail("io_uring_setup", SYS_io_uring_setup, 8, (long)zeros, 0, 0, 0, 0);
    must_fail("io_uring_register", SYS_io_uring_register, -1, 0, 0, 0, 0, 0);
    must_fail("io_setup", SYS_io_setup, 8, (long)zeros, 0, 0, 0, 0);
    must_fail("inotify_init1", SYS_inotify_init1, 0, 0, 0, 0, 0, 0);
    must_fail("fanotify_init", SYS_fanotify_init, 0x200, 0, 0, 0, 0, 0);
    must_fail("cachestat", 451, 0, (long)zeros, (long)zeros, 0, 0, 0);
    must_fail("lsm_list_modules", 461, (long)zeros, (long)zeros, 0, 0, 0, 0);
    must_fail("statmount", 457, (long)zeros, (long)zeros, 256, 0, 0, 0);
    must_fail("listmount", 458, (long)zeros, (long)zeros, 8, 0, 0, 0);
    must_fail("set_mempolicy", SYS_set_mempolicy, 0, 0, 0, 0, 0, 0);
    return contained();
}
