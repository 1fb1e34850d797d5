/* PUT and GET: files go into the box before anything hostile has run, and come out without following anything
 * that hostile code may have left. No process of a run is alive while this code works. */
#include "agent.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct {
    bool open; /* DATA is expected */
    int fd, parent, error;
    uint64_t left;
    char name[PATH_MOST + 1];
} put = {.fd = -1, .parent = -1};

void refuse(int error, const char *what)
{
    uint8_t payload[4 + 128];
    size_t length = strnlen(what, 127);
    for (int i = 0; i < 4; i++)
        payload[i] = (uint8_t)((uint32_t)error >> 8 * i);
    memcpy(payload + 4, what, length);
    payload[4 + length] = 0;
    out_frame(REFUSED, 0, payload, 4 + length + 1);
}

void done(void)
{
    uint64_t used = agent_cpu_ns();
    out_frame(DONE, 0, &used, sizeof used);
}

/* Opens the folder that holds path's last part, one part at a time and no link followed; -1 and errno when it
 * cannot. name becomes the last part. With make, missing folders are made. */
static int open_parent(const char *path, char *name, bool make)
{
    int at = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
    for (const char *part = path + 1; at >= 0; part++) {
        size_t length = strcspn(part, "/");
        memcpy(name, part, length);
        name[length] = 0;
        part += length;
        if (!*part)
            return at;
        if (make && mkdirat(at, name, 0755) < 0 && errno != EEXIST)
            make = false; /* the open says what is wrong */
        int next = openat(at, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        int error = errno;
        close(at);
        errno = error;
        at = next;
    }
    return -1;
}

static void put_close(void)
{
    if (put.fd >= 0 && close(put.fd) < 0 && !put.error)
        put.error = errno;
    if (put.error && put.fd >= 0)
        unlinkat(put.parent, put.name, 0);
    if (put.parent >= 0)
        close(put.parent);
    put.fd = put.parent = -1;
    put.open = false;
    if (put.error)
        refuse(put.error, "PUT");
    else
        done();
}

void put_begin(const struct frame *frame, bool allowed)
{
    struct cursor cursor = {frame->data, frame->data + frame->length};
    uint32_t mode = take_u32(&cursor);
    put.left = take_u64(&cursor);
    const char *path = take_path(&cursor);
    take_end(&cursor);
    if (mode != 0644 && mode != 0755)
        fatal("PUT: mode");
    put.open = true;
    put.error = allowed ? 0 : EBUSY;
    if (allowed) {
        put.parent = open_parent(path, put.name, true);
        if (put.parent >= 0)
            put.fd = openat(put.parent, put.name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
        if (put.fd < 0)
            put.error = errno;
    }
    if (!put.left)
        put_close();
}

bool put_wants_data(void) { return put.open; }

/* A PUT that has failed still reads its data: the answer comes at its end, and the stream stays in step. */
void put_data(const struct frame *frame)
{
    if (frame->type != DATA || frame->run || frame->length > put.left)
        fatal("PUT: not its data");
    const uint8_t *at = frame->data, *end = at + frame->length;
    while (at < end && !put.error) {
        ssize_t n = write(put.fd, at, (size_t)(end - at));
        if (n > 0)
            at += n;
        else
            put.error = n < 0 ? errno : EIO;
    }
    put.left -= frame->length;
    if (!put.left)
        put_close();
}

/* O_NONBLOCK: a FIFO must not hang the agent. */
static int open_regular(const char *path, struct stat *status)
{
    char name[PATH_MOST + 1];
    int parent = open_parent(path, name, false);
    if (parent < 0)
        return -1;
    int fd = openat(parent, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    int error = errno;
    close(parent);
    if (fd >= 0 && (fstat(fd, status) < 0 || !S_ISREG(status->st_mode))) {
        close(fd);
        fd = -1;
        error = EINVAL;
    }
    errno = error;
    return fd;
}

static void send_file(int fd, uint64_t size)
{
    while (size) {
        size_t room = out_room();
        if (room < PAYLOAD_MOST) {
            out_drain();
            continue;
        }
        ssize_t n = read(fd, out_place(), size < room ? (size_t)size : room);
        if (n <= 0)
            fatal("GET: file became shorter");
        out_commit(DATA_OUT, 0, (size_t)n);
        size -= (uint64_t)n;
    }
}

void get(const struct frame *frame)
{
    struct cursor cursor = {frame->data, frame->data + frame->length};
    uint64_t most = take_u64(&cursor);
    const char *path = take_path(&cursor);
    take_end(&cursor);
    struct stat status;
    int fd = open_regular(path, &status);
    if (fd < 0) {
        refuse(errno, errno == EINVAL ? "GET: not a regular file" : "GET");
        return;
    }
    uint64_t size = (uint64_t)status.st_size;
    if (size > most) {
        refuse(EFBIG, "GET: larger than asked for");
    } else {
        struct { uint64_t size; uint32_t mode; } __attribute__((packed)) head = {size, status.st_mode & 07777};
        out_frame(FILE_OUT, 0, &head, sizeof head);
        send_file(fd, size);
    }
    close(fd);
}
