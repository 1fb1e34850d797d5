/* From the agent to the program. The child shares the agent's memory until execve (as vfork does: no page table is
 * copied, and a failed step is simply written down), while the agent stands still. It runs no code but this file's. It
 * shares the descriptors, too: so the listener of its filter becomes the agent's. */
#include "agent.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct sock_filter filter[FILTER_MOST];
static struct sock_fprog program = {.filter = filter};
static unsigned filter_flags;
static uint8_t stack[65536] __attribute__((aligned(16)));

/* Where the kernel knows no notifications (gVisor), what would be notified kills. */
void filter_set(const struct frame *frame)
{
    if (frame->length % sizeof filter[0] || frame->length > sizeof filter)
        fatal("FILTER: length");
    memcpy(filter, frame->data, frame->length);
    program.len = (unsigned short)(frame->length / sizeof filter[0]);
    uint32_t notify = SECCOMP_RET_USER_NOTIF;
    bool can = syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &notify) == 0;
    filter_flags = 0;
    for (struct sock_filter *each = filter; each < filter + program.len; each++)
        if (each->code == (BPF_RET | BPF_K) && each->k == notify) {
            filter_flags = can ? SECCOMP_FILTER_FLAG_NEW_LISTENER : 0;
            each->k = can ? notify : SECCOMP_RET_KILL_THREAD;
        }
}

static bool set_descriptors(struct spawn *spawn)
{
    for (int i = 0; i < 3; i++)
        if (dup2(spawn->descriptors[i], i) < 0)
            return false;
    return setsid() >= 0;
}

/* So that memory that runs out costs the program, not the agent. The host's memory group says so too: no failure. */
static void offer_to_oom_killer(void)
{
    int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (fd >= 0) {
        ssize_t n = write(fd, "1000", 4);
        (void)n;
        close(fd);
    }
}

static bool limit(int which, uint64_t most)
{
    struct rlimit both = {most, most};
    return setrlimit((__rlimit_resource_t)which, &both) == 0;
}

static bool set_limits(struct spawn *spawn)
{
    const struct request *request = spawn->request;
    offer_to_oom_killer();
    return limit(RLIMIT_STACK, request->stack_bytes) && limit(RLIMIT_FSIZE, request->file_bytes) &&
           limit(RLIMIT_NOFILE, request->files);
}

/* Plain system calls: libc's own would look for threads. Leaving uid 0 drops every capability. */
static bool set_identity(struct spawn *spawn)
{
    uint32_t id = spawn->request->uid;
    return syscall(SYS_setresgid, id, id, id) == 0 && syscall(SYS_setresuid, id, id, id) == 0;
}

static bool set_directory(struct spawn *spawn) { return chdir(spawn->request->directory) == 0; }

/* no_new_privs stands already: the agent set it for itself and all its children. */
static bool set_filter(struct spawn *spawn)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    long got = program.len ? syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, filter_flags, &program) : 0;
    spawn->listener = filter_flags ? (int)got : -1;
    return got >= 0;
}

/* The order is the argument: what needs privilege (limits) before identity; the folder after it, so that the
 * program's rights decide; the filter last, so that it need allow nothing but execve and what follows. */
static const struct {
    enum spawn_step number;
    bool (*take)(struct spawn *);
} steps[] = {
    {DESCRIPTORS, set_descriptors}, {LIMITS, set_limits},      {IDENTITY, set_identity},
    {DIRECTORY, set_directory},     {LOAD_FILTER, set_filter},
};

static int child(void *argument)
{
    struct spawn *spawn = argument;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        if (!steps[i].take(spawn)) {
            spawn->error = errno;
            spawn->step = steps[i].number;
            _exit(127);
        }
    }
    spawn->started_ns = now_ns();
    execve(spawn->request->argv[0], (char *const *)spawn->request->argv, (char *const *)spawn->request->envp);
    spawn->error = errno;
    spawn->step = EXECVE;
    _exit(127);
}

pid_t spawn(struct spawn *spawn)
{
    spawn->step = spawn->error = 0;
    spawn->started_ns = now_ns();
    pid_t pid = clone(child, stack + sizeof stack, CLONE_VM | CLONE_VFORK | CLONE_FILES | SIGCHLD, spawn);
    null_descriptors();
    if (pid < 0) {
        spawn->error = errno;
        spawn->step = FORK;
    }
    /* A change of identity makes shared memory dumpable where fs.suid_dumpable says so. */
    prctl(PR_SET_DUMPABLE, 0);
    return pid;
}
