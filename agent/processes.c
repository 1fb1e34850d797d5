/* Who lives in the box, who died, and how much CPU time they used. */
#include "agent.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    REAP_AT_ONCE = 64, /* then the clocks get their look, however fast orphans die */
    STAT_MOST = 200,    /* /proc/<pid>/stat costs 20 us: a list must be made well within the 20 ms */
    LIVING_MOST = 8192, /* of more the CPU time is not watched */
    NS_PER_S = 1000000000,
};

static int proc = -1;
static struct living {
    pid_t pid;
    uint64_t reaped_ns; /* what it has waited for */
} living[LIVING_MOST];
static int living_count;

static uint64_t clock_ns(clockid_t clock)
{
    struct timespec t;
    return clock_gettime(clock, &t) ? 0 : (uint64_t)t.tv_sec * NS_PER_S + (uint64_t)t.tv_nsec;
}

uint64_t now_ns(void) { return clock_ns(CLOCK_MONOTONIC); }
uint64_t agent_cpu_ns(void) { return clock_ns(CLOCK_PROCESS_CPUTIME_ID); }

void processes_open(void) { proc = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC); }

static uint64_t ns(struct timeval t) { return (uint64_t)t.tv_sec * NS_PER_S + (uint64_t)t.tv_usec * 1000; }

/* __WALL everywhere: a process made by clone with another exit signal is a child like any other. */
static pid_t wait_one(struct tally *tally, int options)
{
    int status;
    struct rusage used;
    pid_t pid = wait4(-1, &status, options | __WALL, &used);
    if (pid <= 0)
        return pid;
    uint64_t rss = (uint64_t)used.ru_maxrss * 1024;
    tally->cpu_ns += ns(used.ru_utime) + ns(used.ru_stime);
    if (rss > tally->max_rss_bytes)
        tally->max_rss_bytes = rss;
    if (pid == tally->first) {
        tally->first_ended = true;
        tally->status = status;
        tally->first = -1;
    } else if (tally->first_ended && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) {
        tally->killed++;
    }
    return pid;
}

/* Takes in what has died; true if more may wait. */
bool reap(struct tally *tally)
{
    for (int i = 0; i < REAP_AT_ONCE; i++)
        if (wait_one(tally, WNOHANG) <= 0)
            return false;
    return true;
}

/* The end of a run. A process forked while the signals went out can be missed, so: take in the dead, kill, wait for one
 * more, and again, until there is nobody to wait for. All that live descend from process 1 and become its children when
 * their parents die, so ECHILD means an empty box. It comes first because kill(-1) walks the whole machine's processes. */
void kill_all(struct tally *tally)
{
    for (;;) {
        pid_t pid;
        do
            pid = wait_one(tally, WNOHANG);
        while (pid > 0);
        if (pid < 0 && errno == ECHILD)
            return;
        kill(-1, SIGKILL);
        wait_one(tally, 0);
    }
}

/* Clock number of the CPU time of a whole process, threads dead or alive: CPUCLOCK_SCHED of <linux/posix-timers.h>. */
static uint64_t process_cpu_ns(pid_t pid) { return clock_ns((clockid_t)((~(unsigned)pid << 3) | 2)); }

/* What a live process has waited for itself: cutime + cstime, fields 16 and 17 of its stat, in ticks. The name before
 * them is the program's choice and may hold anything: fields are counted from the last parenthesis. */
static uint64_t reaped_cpu_ns(pid_t pid)
{
    char path[32], text[1024];
    snprintf(path, sizeof path, "%d/stat", pid);
    int fd = openat(proc, path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    ssize_t n = read(fd, text, sizeof text - 1);
    close(fd);
    text[n > 0 ? n : 0] = 0;
    const char *at = strrchr(text, ')');
    for (int field = 2; at && field < 16; field++)
        at = strchr(at + 1, ' ');
    char *rest;
    uint64_t ticks = at ? strtoull(at, &rest, 10) : 0;
    ticks += at ? strtoull(rest, NULL, 10) : 0;
    return ticks * (NS_PER_S / (uint64_t)sysconf(_SC_CLK_TCK));
}

static void list_living(void)
{
    char entries[32768] __attribute__((aligned(8)));
    ssize_t bytes;
    living_count = 0;
    lseek(proc, 0, SEEK_SET);
    while ((bytes = getdents64(proc, entries, sizeof entries)) > 0) {
        for (const char *at = entries; at < entries + bytes;) {
            const struct dirent64 *entry = (const void *)at;
            at += entry->d_reclen;
            pid_t pid = atoi(entry->d_name); /* 0 for names that are no number */
            if (pid <= 1 || living_count == LIVING_MOST)
                continue;
            living[living_count] = (struct living){pid, living_count < STAT_MOST ? reaped_cpu_ns(pid) : 0};
            living_count++;
        }
    }
}

/* CPU time of the run until now; without /proc, of its first process. To list the living costs more than their clocks: a
 * list serves as long as it took to make. A process that is waited for within the box meanwhile is left out, never counted twice. */
uint64_t run_cpu_ns(struct tally *tally)
{
    uint64_t begun = now_ns(), sum = tally->cpu_ns, own_ns;
    if (proc < 0)
        return sum + (tally->first > 0 ? process_cpu_ns(tally->first) : 0);
    if (begun - tally->listed_ns >= tally->listing_ns) {
        list_living();
        tally->listed_ns = now_ns();
        tally->listing_ns = tally->listed_ns - begun;
    }
    for (int i = 0; i < living_count; i++)
        if ((own_ns = process_cpu_ns(living[i].pid)))
            sum += own_ns + living[i].reaped_ns;
    return sum;
}
