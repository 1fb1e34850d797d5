/* What the files of the agent share. The wire format is agent/PROTOCOL.md; names here are the names there. */
#ifndef PGJUDGE_AGENT_H
#define PGJUDGE_AGENT_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { HEADER_BYTES = 8, PAYLOAD_MOST = 65536, WINDOW = 262144, VERSION = 2 };
enum { ARGC_MOST = 1024, ENVC_MOST = 256, PATH_MOST = 255, FILTER_MOST = 4096 };
enum { GROWN_PIPE = 262144 }; /* asked for when a pipe was seen full: short runs pay nothing */

enum frame_type {
    PUT = 1, DATA, FILTER, RUN, STDIN, STDIN_END, KILL, GET,
    HELLO = 64, DONE, REFUSED, STDOUT, STDERR, CREDIT, REPORT, FILE_OUT, DATA_OUT, FATAL
};
enum run_flag { WIPE = 1, MERGE = 2 };
enum report_flag { ENDED_CPU = 1, ENDED_WALL = 2, ENDED_OUTPUT = 4, ENDED_KILLED = 8, NOT_SPAWNED = 16, ENDED_FORBIDDEN = 32 };
enum spawn_step { FORK = 1, DESCRIPTORS, LIMITS, IDENTITY, DIRECTORY, LOAD_FILTER, EXECVE };

struct frame {
    const uint8_t *data;
    uint32_t length;
    uint8_t type;
    uint16_t run;
};

/* stream.c: frames in and out. Nothing here grows; nothing blocks but stream_wait and out_drain. */
void stream_open(void);
void null_descriptors(void);
int stream_in(void);
int stream_out(void);
void stream_wait(void);
void stream_fill(void);
bool stream_next(struct frame *frame);
size_t out_room(void);
uint8_t *out_place(void);
void out_commit(enum frame_type type, uint16_t run, size_t bytes);
void out_frame(enum frame_type type, uint16_t run, const void *data, size_t bytes);
size_t out_pending(void);
void out_flush(void);
void out_drain(void);
_Noreturn void fatal(const char *why);

/* request.c: payloads taken apart; anything off is fatal. */
struct cursor {
    const uint8_t *at, *end;
};
struct request {
    uint64_t cpu_ns, wall_ns, stdout_most, stderr_most, stack_bytes, file_bytes;
    uint32_t files, cores, uid, flags;
    const char *directory;
    const char *argv[ARGC_MOST + 1];
    const char *envp[ENVC_MOST + 1];
};
uint16_t take_u16(struct cursor *cursor);
uint32_t take_u32(struct cursor *cursor);
uint64_t take_u64(struct cursor *cursor);
const char *take_string(struct cursor *cursor);
const char *take_path(struct cursor *cursor);
void take_end(const struct cursor *cursor);
void take_request(const struct frame *frame, struct request *request);

/* files.c: PUT and GET. */
void put_begin(const struct frame *frame, bool allowed);
bool put_wants_data(void);
void put_data(const struct frame *frame);
void get(const struct frame *frame);
void refuse(int error, const char *what);
void done(void);

/* spawn.c: from the agent to the program's execve. */
struct spawn {
    const struct request *request;
    int descriptors[3];
    uint64_t started_ns;
    int step, error, listener; /* the last: where the filter's notifications come, or -1 */
};
void filter_set(const struct frame *frame);
pid_t spawn(struct spawn *spawn);

/* processes.c: who lives, who died, what they used. */
struct tally {
    pid_t first;
    bool first_ended;
    int status;
    uint64_t cpu_ns, max_rss_bytes, listed_ns, listing_ns; /* when the living were listed last, and what it took */
    uint32_t killed;
};
uint64_t now_ns(void);
uint64_t agent_cpu_ns(void);
void processes_open(void);
bool reap(struct tally *tally);
void kill_all(struct tally *tally);
uint64_t run_cpu_ns(struct tally *tally);

/* input.c: the program's standard input. */
void input_begin(int fd);
int input_waiting(void);
void input_write(void);
void input_accept(const struct frame *frame);
void input_end(void);
bool input_credit(uint16_t run);
uint64_t input_taken(void);
void input_close(void);

/* run.c: one run from request to report. */
void run(const struct frame *frame);
bool run_has_started(uint16_t number);
void shut(int *fd);

/* wipe.c */
void wipe_open(void);
void wipe(void);

#endif
