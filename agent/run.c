/* One run: pipes, program, a loop that moves bytes and watches clocks, the end of everything, the report. */
#include "agent.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/fsuid.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum {
    HOLD_NS = 500000,    /* small output waits this long for more of it, or for the report */
    SMALL = 16384,       /* what counts as small output */
    CHECK_NS = 1000000,  /* CPU time is not looked at more often than this */
    PIPE_DEFAULT = 65536, /* the kernel's */
};

struct output {
    int fd;
    enum frame_type type;
    uint64_t most, seen;
    bool grown;
};

static uint16_t last_number;
static bool numbers_wrapped;

static struct request request;
static struct tally tally;
static struct {
    uint16_t number;
    uint32_t flags;
    int listener;
    int32_t forbidden; /* number of the system call that ended the run */
    bool spoken_to; /* the host sent input since the last flush: an answer to it must not be held back */
    uint64_t started_ns, ended_ns, wall_end_ns, next_check_ns, hold_end_ns, cpu_seen_ns;
    struct output out, err;
} now;

bool run_has_started(uint16_t number) { return number && (numbers_wrapped || number <= last_number); }

static void expect_next(uint16_t number)
{
    uint16_t next = last_number == UINT16_MAX ? 1 : (uint16_t)(last_number + 1);
    if (number != next)
        fatal("RUN: not the next number");
    numbers_wrapped |= last_number == UINT16_MAX;
    last_number = next;
}

void shut(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* --- frames that may come during a run --- */

static void take_frames(void)
{
    struct frame frame;
    while (stream_next(&frame)) {
        if (frame.type < STDIN || frame.type > KILL)
            fatal("a request before the answer to the last one");
        if (frame.type != STDIN && frame.length)
            fatal("STDIN_END or KILL with a payload");
        if (frame.run != now.number) {
            if (!run_has_started(frame.run))
                fatal("input of a run that never started");
        } else if (frame.type == STDIN) {
            input_accept(&frame);
        } else if (frame.type == KILL) {
            now.flags |= ENDED_KILLED;
        } else {
            input_end();
        }
    }
    input_write();
}

/* --- output --- */

/* One read. Bytes within the cap go out in place; the rest is counted. */
static void read_output(struct output *output, size_t room)
{
    ssize_t n = read(output->fd, out_place(), room);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (n <= 0) {
        shut(&output->fd);
        return;
    }
    if (n >= PIPE_DEFAULT && !output->grown) {
        output->grown = true;
        (void)fcntl(output->fd, F_SETPIPE_SZ, GROWN_PIPE);
    }
    uint64_t left = output->seen < output->most ? output->most - output->seen : 0;
    size_t passed = (uint64_t)n < left ? (size_t)n : (size_t)left;
    output->seen += (uint64_t)n;
    if (passed)
        out_commit(output->type, now.number, passed);
    if (output->type == STDOUT && output->seen > output->most && !now.flags)
        now.flags |= ENDED_OUTPUT;
}

static void read_ready(struct output *output, short events)
{
    size_t room;
    if (events & POLLIN && (room = out_room()))
        read_output(output, room);
    else if (events & (POLLHUP | POLLERR) && !(events & POLLIN))
        shut(&output->fd);
}

/* Who made a forbidden call waits in it, and is not let go: the kill at the end of the run finds it there. */
static void look_for_forbidden(void)
{
    struct pollfd listener = {.fd = now.listener, .events = POLLIN};
    struct seccomp_notif notes[4] = {0}; /* one, with room for what newer kernels add to it */
    if (poll(&listener, 1, 0) > 0 && listener.revents & POLLIN) {
        now.forbidden = ioctl(now.listener, SECCOMP_IOCTL_NOTIF_RECV, notes) ? -1 : notes[0].data.nr;
        now.flags |= now.flags ? 0 : ENDED_FORBIDDEN;
    } else if (listener.revents) {
        shut(&now.listener); /* nobody is left under the filter */
    }
}

/* --- the loop --- */

static bool holding(uint64_t time) { return !now.spoken_to && out_pending() < SMALL && time < now.hold_end_ns; }

static uint64_t earliest(uint64_t a, uint64_t b) { return a < b ? a : b; }

static void flush(void)
{
    out_flush();
    now.spoken_to = false;
    now.hold_end_ns = 0;
}

static void check_clocks(uint64_t time)
{
    if (!now.flags && time >= now.wall_end_ns)
        now.flags |= ENDED_WALL;
    if (now.flags || time < now.next_check_ns)
        return;
    uint64_t used = run_cpu_ns(&tally);
    now.cpu_seen_ns = used;
    if (used > request.cpu_ns) {
        now.flags |= ENDED_CPU;
        return;
    }
    uint64_t gap = (request.cpu_ns - used) / request.cores;
    now.next_check_ns = now_ns() + (gap > CHECK_NS ? gap : CHECK_NS);
}

static int wait_for_events(struct pollfd *fds, nfds_t count, bool hold, bool more_dead)
{
    uint64_t time = now_ns(), wake = earliest(now.wall_end_ns, now.next_check_ns);
    if (hold)
        wake = earliest(wake, now.hold_end_ns);
    uint64_t wait = more_dead || wake <= time ? 0 : wake - time;
    struct timespec timeout = {(time_t)(wait / 1000000000), (long)(wait % 1000000000)};
    sigset_t none;
    sigemptyset(&none);
    int ready = ppoll(fds, count, wake == UINT64_MAX && !more_dead ? NULL : &timeout, &none);
    if (ready < 0 && errno != EINTR)
        fatal("ppoll");
    return ready;
}

/* One turn. SIGCHLD is let in during the wait only. While small output is held back the program's pipes are not
 * watched: a short program costs no wake-up before its end. */
static void turn(bool *more_dead)
{
    bool hold = holding(now_ns()), room = !hold && out_room(), was_empty = !out_pending();
    struct pollfd fds[] = {
        {.fd = stream_in(), .events = POLLIN},
        {.fd = stream_out(), .events = !hold && out_pending() ? POLLOUT : 0},
        {.fd = input_waiting(), .events = POLLOUT},
        {.fd = room ? now.out.fd : -1, .events = POLLIN},
        {.fd = room ? now.err.fd : -1, .events = POLLIN},
        {.fd = now.listener, .events = POLLIN},
    };
    bool events = wait_for_events(fds, 6, hold, *more_dead) > 0;
    if (events) {
        if (fds[1].revents & ~POLLOUT)
            fatal("nobody listens");
        if (fds[0].revents) {
            stream_fill();
            take_frames();
            now.spoken_to = true;
        }
        if (fds[2].revents)
            input_write();
        read_ready(&now.out, fds[3].revents);
        read_ready(&now.err, fds[4].revents);
    }
    now.spoken_to |= input_credit(now.number);
    *more_dead = reap(&tally);
    look_for_forbidden(); /* also by somebody whose program has ended meanwhile */
    uint64_t time = now_ns();
    if (was_empty && out_pending())
        now.hold_end_ns = time + HOLD_NS;
    if (tally.first_ended)
        now.ended_ns = time;
    else if (out_pending() && !holding(time))
        flush();
    check_clocks(time);
}

/* --- beginning and end --- */

/* The program's uid makes the pipes, so that it may open /dev/stdin and its kin. */
static bool open_pipes(int theirs[3])
{
    int in[2] = {-1, -1}, out[2] = {-1, -1}, err[2] = {-1, -1};
    bool merge = request.flags & MERGE;
    setfsuid(request.uid);
    bool made = !pipe2(in, O_CLOEXEC) && !pipe2(out, O_CLOEXEC) && (merge || !pipe2(err, O_CLOEXEC));
    int error = errno;
    setfsuid(0);
    input_begin(in[1]);
    now.out.fd = out[0];
    now.err.fd = err[0];
    theirs[0] = in[0];
    theirs[1] = out[1];
    theirs[2] = merge ? out[1] : err[1];
    const int ours[3] = {in[1], now.out.fd, now.err.fd};
    for (int i = 0; made && i < 3; i++)
        if (ours[i] >= 0 && fcntl(ours[i], F_SETFL, i ? O_RDONLY | O_NONBLOCK : O_WRONLY | O_NONBLOCK) < 0)
            made = false, error = errno;
    errno = error;
    return made;
}

static void begin(uint16_t number)
{
    memset(&tally, 0, sizeof tally);
    memset(&now, 0, sizeof now);
    now.number = number;
    now.out = (struct output){.fd = -1, .type = STDOUT, .most = request.stdout_most};
    now.err = (struct output){.fd = -1, .type = STDERR, .most = request.stderr_most};
}

static void set_clocks(uint64_t started)
{
    uint64_t far = UINT64_MAX - started;
    now.started_ns = started;
    now.wall_end_ns = request.wall_ns && request.wall_ns < far ? started + request.wall_ns : UINT64_MAX;
    now.next_check_ns = request.cpu_ns && request.cpu_ns < far ? started + request.cpu_ns / request.cores : UINT64_MAX;
    now.hold_end_ns = started + HOLD_NS;
}

/* Input that came with RUN is in the pipe before the program is: it starts without a wait. */
static void start(struct spawn *spawned)
{
    pid_t pid = -1;
    spawned->started_ns = now_ns();
    if (open_pipes(spawned->descriptors)) {
        take_frames();
        pid = spawn(spawned);
    } else {
        spawned->step = DESCRIPTORS;
        spawned->error = errno;
    }
    tally.first = pid;
    now.listener = spawned->listener;
    if (spawned->step)
        now.flags |= NOT_SPAWNED;
    shut(&spawned->descriptors[0]);
    shut(&spawned->descriptors[1]);
    if (!(request.flags & MERGE))
        shut(&spawned->descriptors[2]);
    set_clocks(spawned->started_ns);
}

/* Everything is dead: what the pipes still hold ends with an end of file. */
static void drain(struct output *output)
{
    while (output->fd >= 0) {
        size_t room = out_room();
        if (room)
            read_output(output, room);
        else
            out_drain();
    }
}

struct report {
    int32_t status;
    uint32_t flags;
    uint64_t wall_ns, cpu_ns, agent_cpu_ns, max_rss_bytes, stdout_bytes, stderr_bytes, stdin_bytes;
    uint32_t spawn_errno, spawn_step, processes;
    int32_t forbidden;
} __attribute__((packed));
_Static_assert(sizeof(struct report) == 80, "PROTOCOL.md");
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "payloads are written as they lie in memory");

static void report(const struct spawn *spawned)
{
    struct report told = {
        .status = tally.status,
        .flags = now.flags,
        .wall_ns = now.flags & NOT_SPAWNED ? 0 : now.ended_ns - now.started_ns,
        .cpu_ns = tally.cpu_ns > now.cpu_seen_ns ? tally.cpu_ns : now.cpu_seen_ns,
        .max_rss_bytes = tally.max_rss_bytes,
        .stdout_bytes = now.out.seen,
        .stderr_bytes = now.err.seen,
        .stdin_bytes = input_taken(),
        .spawn_errno = (uint32_t)spawned->error,
        .spawn_step = (uint32_t)spawned->step,
        .processes = tally.killed,
        .forbidden = now.forbidden,
        .agent_cpu_ns = agent_cpu_ns(),
    };
    out_frame(REPORT, now.number, &told, sizeof told);
    out_drain();
}

void run(const struct frame *frame)
{
    struct spawn spawned = {.request = &request, .listener = -1};
    bool more_dead = false;
    expect_next(frame->run);
    take_request(frame, &request);
    begin(frame->run);
    start(&spawned);
    while (!tally.first_ended && !now.flags)
        turn(&more_dead);
    if (!now.ended_ns)
        now.ended_ns = now_ns();
    kill_all(&tally);
    shut(&now.listener);
    input_close();
    drain(&now.out);
    drain(&now.err);
    if (request.flags & WIPE)
        wipe();
    report(&spawned);
}
