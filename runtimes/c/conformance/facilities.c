#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

extern char **environ;

#define MUST(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%d: %s: %s\n", __LINE__, #condition, strerror(errno)); \
            exit(1); \
        } \
    } while (0)

static volatile sig_atomic_t caught;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t semaphore;
static _Thread_local int own;
static int ready;

static void on_signal(int number) { caught = number; }

static void *work(void *argument)
{
    own = *(int *)argument;
    pthread_setname_np(pthread_self(), "worker");
    pthread_mutex_lock(&mutex);
    ready++;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    sem_post(&semaphore);
    sched_yield();
    return argument;
}

static void threads(void)
{
    pthread_t all[8];
    pthread_attr_t attributes;
    int value = 7;
    MUST(!sem_init(&semaphore, 0, 0));
    MUST(!pthread_attr_init(&attributes) && !pthread_attr_setstacksize(&attributes, 1 << 20));
    for (int i = 0; i < 8; i++)
        MUST(!pthread_create(&all[i], &attributes, work, &value));
    pthread_mutex_lock(&mutex);
    while (ready < 8)
        pthread_cond_wait(&condition, &mutex);
    pthread_mutex_unlock(&mutex);
    for (int i = 0; i < 8; i++) {
        void *answer;
        MUST(!pthread_join(all[i], &answer) && answer == &value);
        MUST(!sem_wait(&semaphore));
    }
    struct timespec soon;
    clock_gettime(CLOCK_REALTIME, &soon);
    MUST(sem_timedwait(&semaphore, &soon) < 0 && errno == ETIMEDOUT);
    cpu_set_t cpus;
    MUST(!sched_getaffinity(0, sizeof cpus, &cpus) && sysconf(_SC_NPROCESSORS_ONLN) > 0);
    MUST(sysconf(_SC_PHYS_PAGES) > 0);
}

static void timers(void)
{
    struct timespec before, after, nap = {0, 1000000};
    struct rusage used;
    MUST(!clock_gettime(CLOCK_MONOTONIC, &before) && !nanosleep(&nap, NULL) && !usleep(1000));
    MUST(!clock_nanosleep(CLOCK_MONOTONIC, 0, &nap, NULL) && !clock_gettime(CLOCK_MONOTONIC, &after));
    MUST(after.tv_sec > before.tv_sec || after.tv_nsec > before.tv_nsec);
    MUST(!clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after) && !clock_gettime(CLOCK_THREAD_CPUTIME_ID, &after));
    MUST(!clock_getres(CLOCK_REALTIME, &after) && time(NULL) > 0 && clock() != (clock_t)-1);
    MUST(!getrusage(RUSAGE_SELF, &used) && !getrusage(RUSAGE_CHILDREN, &used) && !getrusage(RUSAGE_THREAD, &used));
    int fd = timerfd_create(CLOCK_MONOTONIC, 0);
    struct itimerspec once = {.it_value = nap};
    uint64_t times;
    MUST(fd >= 0 && !timerfd_settime(fd, 0, &once, NULL) && read(fd, &times, sizeof times) == sizeof times);
    close(fd);
    signal(SIGALRM, on_signal);
    struct itimerval real = {.it_value = {0, 1000}};
    MUST(!setitimer(ITIMER_REAL, &real, NULL));
    while (caught != SIGALRM)
        MUST(!nanosleep(&nap, NULL) || errno == EINTR);
    timer_t timer;
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR2};
    signal(SIGUSR2, on_signal);
    MUST(!timer_create(CLOCK_MONOTONIC, &event, &timer) && !timer_settime(timer, 0, &once, NULL));
    while (caught != SIGUSR2)
        MUST(!nanosleep(&nap, NULL) || errno == EINTR);
    MUST(!timer_delete(timer) && alarm(0) == 0);
}

static void signals(void)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART | SA_ONSTACK};
    stack_t stack = {.ss_sp = malloc(1 << 16), .ss_size = 1 << 16};
    MUST(!sigaltstack(&stack, NULL) && !sigaction(SIGUSR1, &action, NULL));
    MUST(!raise(SIGUSR1) && caught == SIGUSR1);
    MUST(!kill(getpid(), SIGUSR1) && !pthread_kill(pthread_self(), SIGUSR1));
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    MUST(!sigprocmask(SIG_BLOCK, &set, NULL));
    MUST(!sigqueue(getpid(), SIGTERM, (union sigval){.sival_int = 1}));
    siginfo_t info;
    struct timespec second = {1, 0};
    MUST(sigtimedwait(&set, &info, &second) == SIGTERM && info.si_value.sival_int == 1);
    int fd = signalfd(-1, &set, 0);
    struct signalfd_siginfo told;
    MUST(fd >= 0 && !kill(getpid(), SIGTERM) && read(fd, &told, sizeof told) == sizeof told);
    close(fd);
}

static void polling(void)
{
    int ends[2], epoll = epoll_create1(EPOLL_CLOEXEC), counter = eventfd(0, EFD_NONBLOCK);
    MUST(!pipe2(ends, O_NONBLOCK) && epoll >= 0 && counter >= 0 && write(ends[1], "x", 1) == 1);
    MUST(!eventfd_write(counter, 3));
    struct pollfd one = {ends[0], POLLIN, 0};
    struct timespec zero = {0, 0};
    MUST(poll(&one, 1, 1000) == 1 && ppoll(&one, 1, &zero, NULL) == 1);
    fd_set set;
    FD_ZERO(&set);
    FD_SET(ends[0], &set);
    struct timeval none = {0, 0};
    MUST(select(ends[0] + 1, &set, NULL, NULL, &none) == 1 && pselect(ends[0] + 1, &set, NULL, NULL, &zero, NULL) == 1);
    struct epoll_event event = {.events = EPOLLIN};
    MUST(!epoll_ctl(epoll, EPOLL_CTL_ADD, counter, &event) && epoll_wait(epoll, &event, 1, 1000) == 1);
    MUST(epoll_pwait(epoll, &event, 1, 0, NULL) == 1);
    close(ends[0]), close(ends[1]), close(epoll), close(counter);
}

static void mapping(void)
{
    size_t size = 64 << 20, page = (size_t)sysconf(_SC_PAGESIZE);
    char *map = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    MUST(map != MAP_FAILED && !madvise(map, size, MADV_DONTNEED));
    map[page] = 1;
    map = mremap(map, size, 2 * size, MREMAP_MAYMOVE);
    MUST(map != MAP_FAILED && map[page] == 1 && !mprotect(map, page, PROT_NONE) && !munmap(map, 2 * size));
    int fd = open("mapped", O_RDWR | O_CREAT | O_EXCL, 0600);
    MUST(fd >= 0 && !ftruncate(fd, 8192));
    char *shared = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    MUST(shared != MAP_FAILED);
    strcpy(shared, "text");
    MUST(!msync(shared, 8192, MS_SYNC) && !munmap(shared, 8192));
    char text[5] = "";
    MUST(pread(fd, text, 5, 0) == 5 && !strcmp(text, "text") && !close(fd));
    fd = shm_open("/shared", O_RDWR | O_CREAT, 0600);
    MUST(fd >= 0 && !ftruncate(fd, 4096) && !close(fd) && !shm_unlink("/shared"));
    void *aligned;
    MUST(!posix_memalign(&aligned, 4096, 1 << 24));
    free(aligned);
}

static void files(void)
{
    char name[] = "fileXXXXXX", link[64], path[4096];
    int fd = mkstemp(name);
    static char block[1 << 20];
    MUST(fd >= 0);
    for (int i = 0; i < 24; i++)
        MUST(write(fd, block, sizeof block) == sizeof block);
    struct stat at;
    MUST(!fsync(fd) && !fdatasync(fd) && !fstat(fd, &at) && at.st_size == 24 << 20 && lseek(fd, 0, SEEK_END) == 24 << 20);
    MUST(!posix_fallocate(fd, 0, 25 << 20) && !ftruncate(fd, 0) && !lseek(fd, 0, SEEK_SET) && !fchmod(fd, 0640));
    struct iovec two[2] = {{"ab", 2}, {"cd", 2}};
    MUST(writev(fd, two, 2) == 4 && pwrite(fd, "x", 1, 0) == 1 && !fcntl(fd, F_SETLK, &(struct flock){.l_type = F_WRLCK}));
    MUST(dup(fd) >= 0 && !close(fd));
    MUST(!mkdir("folder", 0755) && !symlink(name, "folder/link") && readlink("folder/link", link, sizeof link) > 0);
    MUST(!rename(name, "folder/other") && !access("folder/other", R_OK) && !stat("folder/other", &at) && at.st_size == 4);
    MUST(!chdir("folder") && getcwd(path, sizeof path) && !strcmp(path, "/tmp/folder") && !chdir(".."));
    DIR *folder = opendir("folder");
    int entries = 0;
    MUST(folder);
    while (readdir(folder))
        entries++;
    MUST(entries == 4 && !closedir(folder));
    FILE *stream = fopen("folder/other", "r+");
    MUST(stream && fread(path, 1, 4, stream) == 4 && !memcmp(path, "xbcd", 4) && !fclose(stream));
    stream = tmpfile();
    MUST(stream && fputs("temporary", stream) >= 0 && !fseek(stream, 0, SEEK_SET) && !fclose(stream));
    MUST(!unlink("folder/link") && !unlink("folder/other") && !rmdir("folder") && !isatty(0));
}

static void children(void)
{
    int status, ends[2];
    MUST(!pipe(ends));
    pid_t child = fork();
    if (!child)
        _exit(write(ends[1], "x", 1) == 1 ? 3 : 4);
    MUST(child > 0 && waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 3);
    char byte, *argv[] = {"/bin/true", NULL};
    MUST(read(ends[0], &byte, 1) == 1);
    MUST(!posix_spawn(&child, argv[0], NULL, NULL, argv, environ) && wait(&status) == child && !status);
    MUST(!system("exit 0"));
    FILE *output = popen("echo word", "r");
    char word[8] = "";
    MUST(output && fgets(word, sizeof word, output) && !strcmp(word, "word\n") && !pclose(output));
    MUST(getppid() == 1 && getpgrp() > 0 && getsid(0) > 0 && getuid() == geteuid());
}

static void sockets(void)
{
    int ends[2];
    char text[3] = "";
    MUST(!socketpair(AF_UNIX, SOCK_STREAM, 0, ends) && send(ends[0], "up", 2, 0) == 2 && recv(ends[1], text, 2, 0) == 2);
    MUST(!strcmp(text, "up") && !shutdown(ends[0], SHUT_WR) && read(ends[1], text, 1) == 0);
}

static void randomness(void)
{
    char some[32];
    FILE *device = fopen("/dev/urandom", "r");
    MUST(getrandom(some, sizeof some, 0) == sizeof some && !getentropy(some, sizeof some) && device);
    MUST(fread(some, sizeof some, 1, device) == 1 && !fclose(device) && arc4random_uniform(6) < 6);
}

static void locale_(void)
{
    wchar_t wide[4];
    MUST(setlocale(LC_ALL, "") && mbstowcs(wide, "\xc5\xbe", 4) == 1 && wide[0] == 0x17e);
    struct tm *parts = localtime(&(time_t){0});
    MUST(parts && parts->tm_year == 70);
}

int main(void)
{
    static const struct {
        const char *name;
        void (*use)(void);
    } all[] = {
        {"threads", threads},   {"timers", timers},   {"signals", signals}, {"polling", polling},   {"mapping", mapping},
        {"files", files},       {"children", children}, {"sockets", sockets}, {"random", randomness}, {"locale", locale_},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        all[i].use();
        puts(all[i].name);
        fflush(stdout);
    }
    return 0;
}
