/* The agent: process 1 of every pgjudge box.
 *
 * THEORY OF OPERATION
 *
 * A box is a set of namespaces made by a container runtime. Everything in it but this program may be hostile. The agent
 * speaks agent/PROTOCOL.md with the host over the two ends it was started with, and nothing else connects the box with
 * the world. What keeps a hostile program from it:
 *
 *   - Another uid. Every run has left uid 0, and with it all capabilities, before its execve; no_new_privs keeps it so.
 *     The agent is not dumpable, so neither its memory nor its descriptors can be reached through /proc/1.
 *   - Nothing is shared. Every descriptor of the agent is close-on-exec and none of its own is 0, 1 or 2. The pipes of a run
 *     are new, and their two ends are separate descriptions: what the program does to its end stays there.
 *   - Process 1. The kernel delivers no signal from inside the box to it that it has no handler for, reparents every orphan
 *     to it, and kills the box when it ends. So kill(-1) and waitpid until ECHILD leave nobody, and a broken
 *     stream, a fault of the host or a bug that ends this program all end in the same safe state: no box.
 *   - Fixed memory. No allocation; the input window, the output buffer and the frame are arrays. What does not fit
 *     waits in a pipe, and the pipe holds up the program, never the agent.
 *   - One thread, no blocking call while a run lives but one poll with the nearest deadline: clocks and limits are
 *     looked at in every turn, whatever the program or the host does or fails to do.
 *   - Files leave only while nothing hostile is alive, with no link followed; they enter only before anything hostile ran.
 *
 * It never decides a verdict: it reports what it saw.
 *
 * agent.c starts up and dispatches; stream.c frames; request.c parses; files.c puts and gets; run.c is a run, input.c its standard input;
 * spawn.c the way to execve; processes.c kills, waits and measures; wipe.c cleans.
 */
#include "agent.h"

#include <errno.h>
#include <grp.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Noreturn void give_up(const char *why)
{
    ssize_t n = write(2, why, strlen(why));
    (void)n;
    _exit(2);
}

static void ignored(int signal) { (void)signal; }

/* The system call, since libc's keeps away from its own signals 32 and 33, and a posix_spawn above us (make's) leaves them
 * ignored. SIGPIPE and SIGCHLD have a handler that does nothing rather than SIG_IGN: execve resets handlers by itself. */
static void set_signals(void)
{
    static const unsigned long by_default[4];
    for (int number = 1; number < NSIG; number++)
        syscall(SYS_rt_sigaction, number, by_default, NULL, 8);
    struct sigaction action = {.sa_handler = ignored};
    sigaction(SIGPIPE, &action, NULL);
    sigaction(SIGCHLD, &action, NULL);
    sigset_t children;
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    sigprocmask(SIG_SETMASK, &children, NULL);
}

static void set_privileges(void)
{
    if (setgroups(0, NULL) < 0 && getgroups(0, NULL) != 0)
        give_up("agent: cannot leave the supplementary groups\n");
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
        give_up("agent: no no_new_privs\n");
    umask(022);
}

/* The order matters: nothing is done before it is certain that kill(-1) stays inside a box; nothing can look into
 * the agent before it holds anything worth a look; only then come the stream and the world. */
static void start_up(void)
{
    if (getpid() != 1)
        give_up("agent: not process 1 of a pid namespace, and its kill(-1) would hit the machine: refusing to start\n");
    if (prctl(PR_SET_DUMPABLE, 0) < 0)
        give_up("agent: cannot become undumpable\n");
    if (syscall(SYS_close_range, 3U, ~0U, 0U) < 0)
        for (int fd = 3; fd < 1024; fd++) /* gVisor has no such call, and hands nothing on */
            close(fd);
    set_privileges();
    set_signals();
    stream_open();
    processes_open();
    wipe_open();
}

static void hello(void)
{
    struct {
        char magic[8];
        uint32_t version, payload_most, window;
        uint64_t agent_cpu_ns;
    } __attribute__((packed)) hello = {"pgjudge", VERSION, PAYLOAD_MOST, WINDOW, agent_cpu_ns()};
    out_frame(HELLO, 0, &hello, sizeof hello);
}

static void handle(const struct frame *frame)
{
    static bool used; /* a run has started: no PUT any more */
    if (put_wants_data()) {
        put_data(frame);
        return;
    }
    bool of_run = frame->type >= RUN && frame->type <= KILL;
    if (!of_run && frame->run)
        fatal("run number outside of a run");
    switch (frame->type) {
    case PUT:
        put_begin(frame, !used);
        break;
    case FILTER:
        filter_set(frame);
        done();
        break;
    case RUN:
        used = true;
        run(frame);
        break;
    case GET:
        get(frame);
        break;
    case STDIN:
    case STDIN_END:
    case KILL:
        if (!run_has_started(frame->run))
            fatal("input of a run that never started");
        break;
    default:
        fatal("frame of unknown type, or out of place");
    }
}

int main(void)
{
    start_up();
    hello();
    for (;;) {
        struct frame frame;
        while (stream_next(&frame))
            handle(&frame);
        out_drain();
        stream_wait();
        stream_fill();
    }
}
