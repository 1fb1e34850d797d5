/* Ways to make a forbidden system call, and to pass for one that did: `forbid MODE`. Says `here` if it comes to its end. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void trace(void) { syscall(SYS_ptrace, PTRACE_TRACEME, 0, 0, 0); }

static void *trace_in_thread(void *unused)
{
    trace();
    return unused;
}

static void in_a_thread(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, trace_in_thread, NULL);
    pthread_join(thread, NULL);
}

static void in_a_child(void)
{
    if (fork() == 0)
        trace();
    wait(NULL);
}

/* The parent ends, well, while the child makes the call. */
static void in_an_orphan(void)
{
    int both[2];
    if (pipe(both))
        return;
    if (fork() == 0) {
        close(both[0]);
        if (write(both[1], "x", 1) == 1)
            trace();
        _exit(0);
    }
    close(both[1]);
    char byte;
    while (read(both[0], &byte, 1) > 0)
        ;
}

static void caught(int number) { (void)number; }

static void with_a_handler(void)
{
    signal(SIGSYS, caught);
    trace();
}

static void with_the_signal_blocked(void)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    trace();
}

static void raised(void) { raise(SIGSYS); }

/* getpid of i386. */
static void int80(void)
{
#ifdef __x86_64__
    long answer = 20;
    __asm__ volatile("int $0x80" : "+a"(answer) : : "memory", "r8", "r9", "r10", "r11");
#endif
}

static void int80_in_a_thread(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, (void *(*)(void *))(void *)int80, NULL);
    pthread_join(thread, NULL);
}

static void say(long answer) { printf("%d\n", answer < 0 ? errno : 0); }

/* Filters of its own: a listener, one that kills, both ways to load it, and a number that only the kernel cuts. */
static void own_filters(void)
{
    struct sock_filter code[] = {BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF)};
    struct sock_fprog program = {1, code};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    say(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program));
    code[0].k = SECCOMP_RET_KILL_PROCESS;
    say(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0));
    say(syscall(SYS_prctl, 1L << 32 | PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0));
}

static const struct {
    const char *name;
    void (*run)(void);
} modes[] = {
    {"plain", trace},
    {"thread", in_a_thread},
    {"child", in_a_child},
    {"orphan", in_an_orphan},
    {"handler", with_a_handler},
    {"blocked", with_the_signal_blocked},
    {"raise", raised},
    {"int80", int80},
    {"int80-thread", int80_in_a_thread},
    {"own-filters", own_filters},
};

int main(int argc, char **argv)
{
    for (size_t i = 0; argc > 1 && i < sizeof modes / sizeof modes[0]; i++)
        if (strcmp(argv[1], modes[i].name) == 0)
            modes[i].run();
    puts("here");
    return 0;
}
