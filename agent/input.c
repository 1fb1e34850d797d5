/* The program's standard input: what the host has sent and the pipe has not taken yet, in one ring as large as the
 * window, so that the stream can always be read. */
#include "agent.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/uio.h>

enum { CREDIT_STEP = 65536 }; /* credit is given back in steps: no frame for a short input */

static struct {
    int fd; /* the agent's end of the pipe; -1 when closed, by either side */
    bool ended, grown;
    uint32_t start, held, owed; /* owed: freed, not yet credited */
    uint64_t taken;
} input;
static uint8_t ring[WINDOW];

void input_begin(int fd)
{
    memset(&input, 0, sizeof input);
    input.fd = fd;
}

uint64_t input_taken(void) { return input.taken; }
int input_waiting(void) { return input.held ? input.fd : -1; }

static void release(uint32_t bytes)
{
    input.start = (input.start + bytes) % WINDOW;
    input.held -= bytes;
    input.owed += bytes;
}

/* Also when the program closed its end: what is held and what still comes is thrown away, and credited. */
void input_close(void)
{
    shut(&input.fd);
    release(input.held);
}

void input_write(void)
{
    while (input.held && input.fd >= 0) {
        uint32_t whole = WINDOW - input.start, first = input.held < whole ? input.held : whole;
        struct iovec parts[2] = {{ring + input.start, first}, {ring, input.held - first}};
        ssize_t n = writev(input.fd, parts, 2);
        if (n > 0) {
            input.taken += (uint64_t)n;
            release((uint32_t)n);
        } else if (errno != EAGAIN) {
            input_close();
        } else if (!input.grown) {
            input.grown = true;
            (void)fcntl(input.fd, F_SETPIPE_SZ, GROWN_PIPE);
        } else {
            return;
        }
    }
    if (input.ended)
        shut(&input.fd);
}

void input_accept(const struct frame *frame)
{
    if (input.ended)
        fatal("STDIN after its end");
    if (frame->length > WINDOW - input.held - input.owed)
        fatal("STDIN past the window");
    uint32_t end = (input.start + input.held) % WINDOW;
    uint32_t first = frame->length < WINDOW - end ? frame->length : WINDOW - end;
    memcpy(ring + end, frame->data, first);
    memcpy(ring, frame->data + first, frame->length - first);
    input.held += frame->length;
    if (input.fd < 0)
        release(input.held);
}

void input_end(void)
{
    if (input.ended)
        fatal("STDIN_END twice");
    input.ended = true;
}

/* True when credit was given. */
bool input_credit(uint16_t run)
{
    if (input.owed < CREDIT_STEP)
        return false;
    out_frame(CREDIT, run, &input.owed, sizeof input.owed);
    input.owed = 0;
    return true;
}
