/* What attacks in C share: a way to tell what they got, and children in which a call may end its process. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int side, judging, test; /* who we are: the input's one line, after who_am_i */
static int breaches;

static inline void who_am_i(void)
{
    if (scanf("%d %d %d", &side, &judging, &test) != 3)
        exit(9);
}

/* Says what was got, which must be nothing. */
__attribute__((format(printf, 1, 2))) static inline void got(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    printf("GOT ");
    vprintf(format, values);
    printf("\n");
    fflush(stdout);
    va_end(values);
    breaches++;
}

static inline int contained(void)
{
    if (!breaches)
        puts("CONTAINED");
    return 0;
}

static inline void nap_ms(long ms) { nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL); }

static inline double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* The wait status of a child that does this; what it gives back is its exit code. */
static inline int in_child(int (*act)(void))
{
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        int code = act();
        fflush(stdout);
        _exit(code);
    }
    int status = 0;
    if (pid < 0 || waitpid(pid, &status, __WALL) < 0)
        exit(8);
    return status;
}

static int shares = 1, calls;

/* A forbidden call ends all, and those after it are not made: of several judgings each makes its share of them. */
static inline void make_a_share_of(int judgings)
{
    who_am_i();
    shares = judgings;
}

/* Makes a system call in a child of its own. What must not be: that it succeeds. */
static inline void must_fail(const char *name, long number, long a, long b, long c, long d, long e, long f)
{
    if (calls++ % shares != (judging ? judging - 1 : 0))
        return;
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0)
        _exit(syscall(number, a, b, c, d, e, f) >= 0 ? 77 : 0);
    int status = 0;
    if (pid < 0 || waitpid(pid, &status, __WALL) < 0)
        exit(8);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
        got("%s: the call succeeded", name);
}

/* Reads a file; what must not be: that there is anything in it. */
static inline void must_be_closed(const char *path)
{
    char data[200];
    int file = open(path, O_RDONLY | O_NONBLOCK);
    ssize_t length = file < 0 ? -1 : read(file, data, sizeof data - 1);
    if (length > 0) {
        data[length] = 0;
        got("%s: %s", path, data);
    }
    if (file >= 0)
        close(file);
}

/* Opens a file for writing; what must not be: that it opens. */
static inline void must_not_be_writable(const char *path)
{
    int file = open(path, O_WRONLY | O_NONBLOCK);
    if (file >= 0) {
        got("%s: opened for writing", path);
        close(file);
    }
}

static inline struct sockaddr_un abstract(const char *name, socklen_t *length)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path + 1, name, sizeof address.sun_path - 2);
    *length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(name));
    return address;
}

#include <dirent.h>

/* What must not be: that anything of an earlier test is in scratch. */
static inline void scratch_must_be_empty(void)
{
    static const char *const folders[] = {"/tmp", "/dev/shm"};
    for (int i = 0; i < 2; i++) {
        DIR *folder = opendir(folders[i]);
        for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;)
            if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
                got("%s/%s is left", folders[i], entry->d_name);
        if (folder != NULL)
            closedir(folder);
    }
}
