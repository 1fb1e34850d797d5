/* Runs a program again and again with nothing around it: the bare side of the benchmarks.
 *
 * Usage: bare ROOT COUNT INPUT OUTPUT PROGRAM [ARGUMENT...]
 * Each run is fork + chroot to ROOT (working directory /tmp) + execve + wait, with run number N reading the file INPUT
 * (where %d stands for N, from 1) and writing OUTPUT. Prints the wall time of each run in nanoseconds, a line a run. Exit 1 if a run failed.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long long now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void child(const char *root, const char *input, const char *output, char **argv)
{
    char *environment[] = {"PATH=/usr/bin:/bin", "LANG=C.UTF-8", NULL};
    int in = open(input, O_RDONLY), out = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (in < 0 || out < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || chroot(root) || chdir("/tmp"))
        _exit(126);
    execve(argv[0], argv, environment);
    _exit(127);
}

int main(int argc, char **argv)
{
    if (argc < 6)
        return 2;
    int count = atoi(argv[2]), failed = 0;
    long long *took = calloc(count, sizeof *took);
    for (int n = 0; n < count; n++) {
        char input[4096];
        int status;
        snprintf(input, sizeof input, argv[3], n + 1);
        long long start = now();
        pid_t pid = fork();
        if (pid == 0)
            child(argv[1], input, argv[4], argv + 5);
        if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0)
            failed = 1;
        took[n] = now() - start;
    }
    for (int n = 0; n < count; n++)
        printf("%lld\n", took[n]);
    return failed;
}
