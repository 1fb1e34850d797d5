//: tries = "changes all that children inherit, for the agent to pass on: priorities, cores, limits, masks, groups, folder"
//: expect = ["ACCEPTED"]
//: tests = 4
//: uses = "probe.h"
#include <sys/prctl.h>
#include <sys/resource.h>

int main(void)
{
    cpu_set_t cores;
    struct rlimit limit;
    char folder[100];
    sigset_t blocked;
    struct sigaction action;
    who_am_i();
    if (getpriority(PRIO_PROCESS, 0) != 0 || sched_getscheduler(0) != SCHED_OTHER || prctl(PR_GET_TIMERSLACK) != 50000)
        got("a schedule: %d", getpriority(PRIO_PROCESS, 0));
    if (syscall(SYS_ioprio_get, 1, 0) > 0 && syscall(SYS_ioprio_get, 1, 0) != 4)
        got("a priority of input and output: %ld", syscall(SYS_ioprio_get, 1, 0));
    if (sched_getaffinity(0, sizeof cores, &cores) != 0 || (test > 1 && CPU_COUNT(&cores) == 1 && sysconf(_SC_NPROCESSORS_ONLN) > 1))
        got("cores");
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur != 256 || getrlimit(RLIMIT_CPU, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY)
        got("limits");
    mode_t mask = umask(0);
    if (getcwd(folder, sizeof folder) == NULL || strcmp(folder, "/tmp") != 0 || mask != 022)
        got("folder %s, mask %o", folder, mask);
    if (sigprocmask(SIG_SETMASK, NULL, &blocked) != 0 || sigismember(&blocked, SIGUSR1) || sigaction(SIGUSR1, NULL, &action) != 0 ||
        action.sa_handler != SIG_DFL)
        got("signals");
    for (int who = 0; who < 3; who++) {
        setpriority(PRIO_PROCESS, who == 2 ? 1 : 0, 19);
        setpriority(who == 1 ? PRIO_PGRP : PRIO_USER, 0, 19);
        syscall(SYS_ioprio_set, who + 1, 0, 3 << 13);
    }
    CPU_ZERO(&cores);
    CPU_SET(0, &cores);
    sched_setaffinity(0, sizeof cores, &cores);
    prctl(PR_SET_TIMERSLACK, 1000000000);
    limit = (struct rlimit){10, 10};
    setrlimit(RLIMIT_NOFILE, &limit);
    sigfillset(&blocked);
    sigprocmask(SIG_SETMASK, &blocked, NULL);
    signal(SIGUSR1, SIG_IGN);
    return chdir("/dev/shm") == 0 ? contained() : 1;
}
