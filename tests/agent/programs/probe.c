/* What the tests run inside a box: `probe MODE [N]`, one mode a behaviour. Hostile modes print what they managed. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char block[65536];

static void spin(void) { for (volatile unsigned long i = 0;; i++); }

static void *spin_thread(void *unused) { spin(); return unused; }

static void nap_ms(long ms)
{
    struct timespec t = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&t, NULL);
}

static double cpu_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int cat(long unused)
{
    ssize_t n;
    (void)unused;
    while ((n = read(0, block, sizeof block)) > 0)
        for (ssize_t at = 0, w; at < n; at += w)
            if ((w = write(1, block + at, (size_t)(n - at))) < 0)
                return 1;
    return 0;
}

static int swallow(long unused)
{
    unsigned long long total = 0;
    ssize_t n;
    (void)unused;
    while ((n = read(0, block, sizeof block)) > 0)
        total += (unsigned long long)n;
    printf("%llu\n", total);
    return 0;
}

static int gush(int fd, long bytes)
{
    memset(block, 'x', sizeof block);
    for (long left = bytes; left > 0;) {
        ssize_t n = write(fd, block, left < (long)sizeof block ? (size_t)left : sizeof block);
        if (n <= 0)
            return 1;
        left -= n;
    }
    return 0;
}

static int out(long bytes) { return gush(1, bytes); }
static int err(long bytes) { return gush(2, bytes); }

static int drip(long bytes)
{
    while (bytes-- > 0)
        if (write(1, "d", 1) != 1)
            return 1;
    return 0;
}

static int one_byte(long unused) { (void)unused; return read(0, block, 1) == 1 ? 0 : 1; }

static int close_stdin(long ms) { close(0); nap_ms(ms); return 0; }

static int nap(long ms) { nap_ms(ms); return 0; }

static int echo_lines(long unused)
{
    ssize_t n;
    (void)unused;
    while ((n = read(0, block, sizeof block)) > 0)
        if (write(1, block, (size_t)n) != n)
            return 1;
    return 0;
}

static int spin_children(long n)
{
    while (n-- > 0)
        if (fork() == 0)
            spin();
    while (wait(NULL) > 0);
    return 0;
}

static int spin_threads(long n)
{
    pthread_t thread;
    while (n-- > 0)
        pthread_create(&thread, NULL, spin_thread, NULL);
    pause();
    return 0;
}

static int spin_orphan(long n)
{
    while (n-- > 0)
        if (fork() == 0) {
            setsid();
            if (fork() == 0)
                spin();
            _exit(0);
        }
    pause();
    return 0;
}

/* Children that burn 30 ms each and are waited for, one after another: seen only in cutime. */
static int spin_reaped(long unused)
{
    for (;;) {
        if (fork() == 0) {
            while (cpu_ms() < 30);
            _exit(0);
        }
        wait(NULL);
    }
    return (int)unused;
}

/* A helper waits for the burners; the first process sleeps. The name tries to confuse a reader of stat. */
static int spin_nested(long n)
{
    prctl(PR_SET_NAME, ") R 1 1 (\n");
    if (fork() == 0)
        return spin_reaped(n);
    pause();
    return 0;
}

static double process_cpu_ms(pid_t pid)
{
    struct timespec t = {0, 0};
    clockid_t clock;
    if (clock_getcpuclockid(pid, &clock) == 0)
        clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* Sleepers, and one that computes: again and again, the CPU time of all of them, left in /tmp/cpu_ms. */
static int crowd(long n)
{
    static pid_t sleepers[4096];
    long many = 0;
    while (many < n && many < 4096 && (sleepers[many] = fork()) > 0)
        many++;
    if (many < n && sleepers[many] == 0)
        for (;;)
            pause();
    int fd = open("/tmp/cpu_ms", O_RDWR | O_CREAT, 0600);
    if (write(1, "up\n", 3) != 3 || ftruncate(fd, sizeof(double)))
        return 1;
    volatile double *told = mmap(NULL, sizeof(double), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    for (;;) {
        double sum = cpu_ms();
        for (long i = 0; i < many; i++)
            sum += process_cpu_ms(sleepers[i]);
        *told = sum;
    }
}

static int crowd_sleep(long n)
{
    while (n-- > 0)
        if (fork() == 0)
            for (;;)
                pause();
    pause();
    return 0;
}

static int stop_group(long unused) { kill(0, SIGSTOP); pause(); return (int)unused; }

/* Double fork, a session of its own, standard output held open. Leaves by itself at once. */
static int escape(long n)
{
    while (n-- > 0)
        if (fork() == 0) {
            setsid();
            if (fork() == 0) {
                signal(SIGTERM, SIG_IGN);
                kill(getpid(), n % 2 ? SIGSTOP : SIGCONT);
                for (;;)
                    pause();
            }
            _exit(0);
        }
    nap_ms(20);
    return 7;
}

static int bomb(long unused)
{
    for (;;)
        unused += fork() < 0;
    return 0;
}

/* A chain of short lives: each forks its successor and ends, so that orphans die all the time. */
static int chain(long n)
{
    while (n-- > 0)
        if (fork() == 0)
            for (;;)
                if (fork() != 0)
                    _exit(0);
    pause();
    return 0;
}

static void said(const char *what, long result) { printf("%s %s\n", what, result >= 0 ? "WORKED" : strerrorname_np(errno)); }

static int attack(long unused)
{
    (void)unused;
    struct iovec mine = {block, 64}, theirs = {(void *)0x400000, 64};
    said("open /proc/1/mem", open("/proc/1/mem", O_RDWR));
    said("open /proc/1/environ", open("/proc/1/environ", O_RDONLY));
    said("list /proc/1/fd", open("/proc/1/fd", O_RDONLY | O_DIRECTORY) < 0 ? -1 : opendir("/proc/1/fd") ? 0 : -1);
    for (int fd = 0; fd < 70; fd++) {
        char path[32];
        snprintf(path, sizeof path, "/proc/1/fd/%d", fd);
        if (open(path, O_RDWR) >= 0 || open(path, O_RDONLY) >= 0)
            printf("%s WORKED\n", path);
    }
    said("kill 1", kill(1, SIGKILL));
    said("stop 1", kill(1, SIGSTOP));
    said("ptrace 1", ptrace(PTRACE_ATTACH, 1, 0, 0));
    said("ptrace seize 1", ptrace(PTRACE_SEIZE, 1, 0, 0));
    said("read memory of 1", process_vm_readv(1, &mine, 1, &theirs, 1, 0));
    int pidfd = (int)syscall(SYS_pidfd_open, 1, 0);
    said("take descriptor of 1", pidfd < 0 ? -1 : syscall(SYS_pidfd_getfd, pidfd, 64, 0));
    said("limit 1", prlimit(1, RLIMIT_NOFILE, &(struct rlimit){3, 3}, NULL));
    said("renice 1", setpriority(PRIO_PROCESS, 1, 19));
    said("setuid 0", setuid(0));
    said("setgroups", setgroups(1, &(gid_t){0}));
    said("write /box", open("/box/x", O_WRONLY | O_CREAT, 0644));
    said("chown", chown("/box", getuid(), getgid()));
    said("mount", mount("tmpfs", "/tmp", "tmpfs", 0, NULL));
    return 0;
}

static void print_status(void)
{
    char line[256];
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status))
        if (!strncmp(line, "Uid", 3) || !strncmp(line, "Gid", 3) || !strncmp(line, "Groups", 6) || !strncmp(line, "Cap", 3) ||
            !strncmp(line, "Sig", 3) || !strncmp(line, "NoNew", 5) || !strncmp(line, "Seccomp:", 8) || !strncmp(line, "Shd", 3))
            fputs(line, stdout);
}

static int identity(long unused)
{
    const int which[] = {RLIMIT_STACK, RLIMIT_FSIZE, RLIMIT_NOFILE};
    const char *name[] = {"stack", "fsize", "nofile"};
    struct rlimit most;
    char text[256] = "";
    (void)unused;
    print_status();
    for (int i = 0; i < 3; i++) {
        getrlimit(which[i], &most);
        printf("%s: %llu %llu\n", name[i], (unsigned long long)most.rlim_cur, (unsigned long long)most.rlim_max);
    }
    for (int fd = 0; fd < 64; fd++)
        if (fcntl(fd, F_GETFD) >= 0)
            printf("fd: %d %s\n", fd, fcntl(fd, F_GETFL) & O_NONBLOCK ? "nonblocking" : "blocking");
    int adj = open("/proc/self/oom_score_adj", O_RDONLY);
    ssize_t n = read(adj, text, sizeof text - 1);
    text[n > 0 ? n - 1 : 0] = 0;
    printf("oom: %s\n", text);
    printf("cwd: %s\n", getcwd(text, sizeof text));
    printf("sid: %d\nppid: %d\numask: %o\n", getsid(0) == getpid(), getppid(), umask(0));
    for (char **at = environ; *at; at++)
        printf("env: %s\n", *at);
    return 0;
}

static int reopen(long unused)
{
    (void)unused;
    int in = open("/dev/stdin", O_RDONLY), o = open("/dev/stdout", O_WRONLY), e = open("/dev/stderr", O_WRONLY);
    if (in < 0 || o < 0 || e < 0)
        return 1;
    ssize_t n = read(in, block, sizeof block);
    return write(o, block, (size_t)n) == n && write(e, "err", 3) == 3 ? 0 : 2;
}

static int deep(const char *top, long levels, mode_t mode)
{
    if (chdir(top))
        return 1;
    for (long i = 0; i < levels; i++) {
        if (mkdir("d", 0700) || chdir("d"))
            return 1;
        if (i && chmod("../../d", mode))
            return 1;
    }
    return 0;
}

static int mess(long levels)
{
    struct sockaddr_un name = {AF_UNIX, "/tmp/socket"};
    int broken = 0;
    broken |= bind(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&name, sizeof name);
    broken |= mkfifo("/tmp/fifo", 0);
    broken |= symlink("/box", "/tmp/link") | symlink("/proc/1/root", "/dev/shm/root") | symlink("loop", "/tmp/loop");
    broken |= close(open("/tmp/new\nline", O_CREAT | O_WRONLY, 0)) | close(open("/tmp/\xff\x01 -rf", O_CREAT | O_WRONLY, 0));
    broken |= mkdir("/tmp/sticky", 01777) | chmod("/tmp/sticky", 01777) | mkdir("/tmp/sticky/in", 0700);
    broken |= close(open("/tmp/sticky/in/file", O_CREAT | O_WRONLY, 0444)) | chmod("/tmp/sticky/in", 01000);
    broken |= chmod("/tmp/sticky", 01000);
    broken |= mkdir("/dev/shm/wide", 0700);
    for (int i = 0; i < 3000; i++) {
        char path[64];
        snprintf(path, sizeof path, "/tmp/wide%d", i);
        broken |= i % 3 ? mkdir(path, 0) : close(open(path, O_CREAT | O_WRONLY, 0));
        snprintf(path, sizeof path, "/dev/shm/wide/%d", i);
        broken |= mkdir(path, 0700);
        snprintf(path, sizeof path, "/dev/shm/wide/%d/x", i);
        broken |= close(open(path, O_CREAT | O_WRONLY, 0)) | chmod("/dev/shm/wide", 0700);
    }
    broken |= chmod("/dev/shm/wide", 0);
    broken |= deep("/tmp", levels, 0700);
    if (broken)
        perror("mess");
    return broken ? 1 : 0;
}

static int files(long n)
{
    char path[64];
    for (long i = 0; i < n; i++) {
        snprintf(path, sizeof path, "/tmp/%ld", i);
        int fd = open(path, O_CREAT | O_WRONLY, 0600);
        if (fd < 0 || close(fd))
            return 1;
    }
    return 0;
}

/* Prints what is in the folders that a wipe empties. */
static int look(long unused)
{
    const char *folders[] = {"/tmp", "/dev/shm"};
    for (int i = 0; i < 2; i++) {
        DIR *folder = opendir(folders[i]);
        for (struct dirent *entry; folder && (entry = readdir(folder));)
            if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, ".."))
                printf("%s/%s\n", folders[i], entry->d_name);
    }
    return (int)unused;
}

/* Prints the times of the folders that a wipe empties; with change, after a file came and went in each. */
static int times(long change)
{
    const char *folders[] = {"/tmp", "/dev/shm"};
    for (int i = 0; i < 2; i++) {
        struct stat status;
        if (change && (chdir(folders[i]) || close(open("a", O_CREAT | O_WRONLY, 0)) || unlink("a")))
            return 1;
        if (stat(folders[i], &status))
            return 1;
        printf("a%ld.%09ld\n", (long)status.st_atim.tv_sec, status.st_atim.tv_nsec);
        printf("m%ld.%09ld\n", (long)status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
    }
    usleep(20000); /* the clock of file systems ticks slowly */
    return 0;
}

/* What GET must refuse, and one file it must give. */
static int offers(long unused)
{
    int broken = mkfifo("/tmp/fifo", 0666) | symlink("/proc/self/status", "/tmp/link") | mkdir("/tmp/dir", 0);
    broken |= symlink("/tmp/real", "/tmp/folderlink") | mkdir("/tmp/real", 0700);
    int fd = open("/tmp/real/file", O_CREAT | O_WRONLY, 0);
    broken |= fd < 0 || write(fd, "content", 7) != 7;
    broken |= ftruncate(open("/tmp/big", O_CREAT | O_RDWR, 0600), 1000001) | chmod("/tmp/real", 0);
    return broken ? 1 : (int)unused;
}

static int say(long code)
{
    return printf("out\n") < 0 || fflush(stdout) || fprintf(stderr, "err\n") < 0 ? 1 : (int)code;
}

static int eat_memory(long mib)
{
    char *memory = mmap(NULL, (size_t)mib << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memset(memory, 1, (size_t)mib << 20);
    return 0;
}

static int just_true(long unused) { return (int)unused * 0; }
static int just_spin(long unused) { spin(); return (int)unused; }
static int crash(long number) { raise((int)number); return 0; }

static const struct {
    const char *name;
    int (*run)(long);
} modes[] = {
    {"true", just_true}, {"cat", cat}, {"swallow", swallow}, {"out", out}, {"err", err}, {"drip", drip}, {"one-byte", one_byte},
    {"close-stdin", close_stdin}, {"nap", nap}, {"echo-lines", echo_lines}, {"spin", just_spin}, {"spin-children", spin_children},
    {"spin-threads", spin_threads}, {"spin-orphan", spin_orphan}, {"spin-reaped", spin_reaped}, {"spin-nested", spin_nested},
    {"crowd", crowd}, {"crowd-sleep", crowd_sleep}, {"stop-group", stop_group}, {"escape", escape}, {"bomb", bomb},
    {"chain", chain}, {"attack", attack}, {"identity", identity}, {"reopen", reopen}, {"mess", mess}, {"files", files},
    {"look", look}, {"times", times}, {"offers", offers}, {"say", say}, {"eat-memory", eat_memory}, {"crash", crash},
};

int main(int argc, char **argv)
{
    long n = argc > 2 ? strtol(argv[2], NULL, 10) : 0;
    for (size_t i = 0; argc > 1 && i < sizeof modes / sizeof modes[0]; i++)
        if (!strcmp(argv[1], modes[i].name))
            return modes[i].run(n);
    return 99;
}
