//: tries = "asks for a better place in the schedule: real time, deadlines, priorities, other cores"
//: expect = ["ACCEPTED"]
//: uses = "probe.h"
#include <sys/resource.h>

int main(void)
{
    for (int policy = SCHED_FIFO; policy <= SCHED_RR; policy++)
        if (sched_setscheduler(0, policy, &(struct sched_param){.sched_priority = 1}) == 0)
            got("policy %d", policy);
    struct {
        uint32_t size, policy;
        uint64_t flags;
        int32_t nice;
        uint32_t priority;
        uint64_t runtime, deadline, period;
    } deadline = {.size = 48, .policy = 6, .runtime = 5000000, .deadline = 10000000, .period = 10000000};
    if (syscall(SYS_sched_setattr, 0, &deadline, 0) == 0)
        got("a deadline");
    if (setpriority(PRIO_PROCESS, 0, -5) == 0)
        got("a better priority");
    if (syscall(SYS_ioprio_set, 1, 0, 1 << 13) == 0)
        got("a better priority of input and output");
    if (setpriority(PRIO_PROCESS, 1, 5) == 0 || syscall(SYS_ioprio_set, 1, 1, 3 << 13) == 0)
        got("the priority of process 1");
    return contained();
}
