//: tries = "reads and writes the memory of process 1 and of its parent by process_vm calls and by /proc"
//: expect = ["ACCEPTED", "RUNTIME_ERROR(forbidden system call)"]
//: judgings = 2
//: tests = 1
//: uses = "probe.h"
#include <sys/uio.h>

int main(void)
{
    make_a_share_of(2);
    char data[8];
    struct iovec here = {data, sizeof data}, there = {data, sizeof data};
    for (int pid = 1; pid < 4; pid++) {
        must_fail("process_vm_readv", SYS_process_vm_readv, pid, (long)&here, 1, (long)&there, 1, 0);
        must_fail("process_vm_writev", SYS_process_vm_writev, pid, (long)&here, 1, (long)&there, 1, 0);
    }
    must_fail("process_vm_readv of its parent", SYS_process_vm_readv, getpid(), (long)&here, 1, (long)&there, 1, 0);
    must_be_closed("/proc/1/mem");
    return contained();
}
