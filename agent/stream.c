/* The stream to the host: whole frames out of one fixed buffer, frames into another, never a blocking write
 * while a run is on. An end of file or an error of the stream ends the box. */
#include "agent.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

enum {
    FRAME_MOST = HEADER_BYTES + PAYLOAD_MOST,
    CONTROL_ROOM = 1024, /* kept free of program output: REPORT, CREDIT and FATAL always fit */
    LAST_WORD_MS = 200,
};

static int in_fd, out_fd, null_fd;
static struct {
    size_t head, tail;
    uint8_t bytes[4 * FRAME_MOST];
} in;
static struct {
    size_t head, tail;
    uint8_t bytes[4 * FRAME_MOST + CONTROL_ROOM];
} out;

static int moved(int fd)
{
    int high = fcntl(fd, F_DUPFD_CLOEXEC, 64);
    if (high < 0)
        high = fcntl(fd, F_DUPFD_CLOEXEC, 3);
    if (high < 0 || fcntl(high, F_SETFL, fcntl(high, F_GETFL) | O_NONBLOCK) < 0)
        _exit(2);
    (void)fcntl(high, F_SETPIPE_SZ, WINDOW); /* faster where it is a pipe and the user may */
    return high;
}

void stream_open(void)
{
    in_fd = moved(0);
    out_fd = moved(1);
    null_fd = open("/dev/null", O_RDWR | O_CLOEXEC);
    null_descriptors();
}

/* 0, 1 and 2 are nobody's. A child shares them until its execve and puts the program's there. */
void null_descriptors(void)
{
    if (dup2(null_fd, 0) < 0 || dup2(null_fd, 1) < 0 || dup2(null_fd, 2) < 0)
        _exit(2);
}

int stream_in(void) { return in_fd; }
int stream_out(void) { return out_fd; }

static _Noreturn void gone(int code)
{
    kill(-1, SIGKILL);
    _exit(code); /* the kernel kills whatever a fork saved: the end of process 1 is the end of its namespace */
}

_Noreturn void fatal(const char *why)
{
    kill(-1, SIGKILL);
    out_frame(FATAL, 0, why, strlen(why) + 1);
    struct pollfd writable = {.fd = out_fd, .events = POLLOUT};
    while (out_pending() && poll(&writable, 1, LAST_WORD_MS) > 0)
        out_flush();
    gone(1);
}

static bool retry(void) { return errno == EAGAIN || errno == EINTR; }

void stream_wait(void)
{
    struct pollfd fds[2] = {{.fd = in_fd, .events = POLLIN}, {.fd = out_fd}};
    poll(fds, 2, -1);
    if (fds[1].revents)
        gone(0);
}

void stream_fill(void)
{
    if (in.head == in.tail) {
        in.head = in.tail = 0;
    } else if (in.head) {
        memmove(in.bytes, in.bytes + in.head, in.tail - in.head);
        in.tail -= in.head;
        in.head = 0;
    }
    ssize_t n = read(in_fd, in.bytes + in.tail, sizeof in.bytes - in.tail);
    if (n > 0)
        in.tail += (size_t)n;
    else if (n == 0 || !retry())
        gone(0);
}

/* The next frame that is here whole. Its payload stays in place until stream_fill. */
bool stream_next(struct frame *frame)
{
    if (in.tail - in.head < HEADER_BYTES)
        return false;
    const uint8_t *header = in.bytes + in.head;
    struct cursor cursor = {header, header + HEADER_BYTES};
    frame->length = take_u32(&cursor);
    frame->type = header[4];
    frame->run = (uint16_t)(header[6] | header[7] << 8);
    frame->data = header + HEADER_BYTES;
    if (frame->length > PAYLOAD_MOST)
        fatal("frame too long");
    if (header[5])
        fatal("header byte 5 is not zero");
    if (in.tail - in.head < HEADER_BYTES + frame->length)
        return false;
    in.head += HEADER_BYTES + frame->length;
    return true;
}

size_t out_pending(void) { return out.tail - out.head; }

/* How many bytes of payload a data frame can hold now. */
size_t out_room(void)
{
    const size_t limit = sizeof out.bytes - CONTROL_ROOM;
    if (out.tail + FRAME_MOST > limit && out.head) {
        memmove(out.bytes, out.bytes + out.head, out_pending());
        out.tail -= out.head;
        out.head = 0;
    }
    if (out.tail + HEADER_BYTES >= limit)
        return 0;
    size_t room = limit - out.tail - HEADER_BYTES;
    return room < PAYLOAD_MOST ? room : PAYLOAD_MOST;
}

/* Where the payload of the next frame goes, so that output is read into its frame and never copied. */
uint8_t *out_place(void) { return out.bytes + out.tail + HEADER_BYTES; }

void out_commit(enum frame_type type, uint16_t run, size_t bytes)
{
    uint8_t *header = out.bytes + out.tail;
    for (int i = 0; i < 4; i++)
        header[i] = (uint8_t)(bytes >> 8 * i);
    header[4] = (uint8_t)type;
    header[5] = 0;
    header[6] = (uint8_t)run;
    header[7] = (uint8_t)(run >> 8);
    out.tail += HEADER_BYTES + bytes;
}

/* A control frame: at most a few hundred bytes, for which CONTROL_ROOM is kept. */
void out_frame(enum frame_type type, uint16_t run, const void *data, size_t bytes)
{
    if (out.tail + HEADER_BYTES + bytes > sizeof out.bytes)
        gone(1);
    memcpy(out_place(), data, bytes);
    out_commit(type, run, bytes);
}

void out_flush(void)
{
    ssize_t n = write(out_fd, out.bytes + out.head, out_pending());
    if (n > 0)
        out.head += (size_t)n;
    else if (n < 0 && !retry())
        gone(0);
    if (out.head == out.tail)
        out.head = out.tail = 0;
}

/* Sends everything; for use when nothing of a run is alive. */
void out_drain(void)
{
    struct pollfd writable = {.fd = out_fd, .events = POLLOUT};
    while (out_pending()) {
        out_flush();
        if (out_pending())
            poll(&writable, 1, -1);
    }
}
