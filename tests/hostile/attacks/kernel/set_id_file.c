//: tries = "becomes another user by programs of the image and of its own that carry a set-id bit"
//: expect = ["ACCEPTED"]
//: uses = "probe.h"

int main(int argc, char **argv)
{
    if (argc > 1) /* started again from the copy */
        return geteuid() == 1000 && getegid() == 1000 ? 0 : 77;
    static const char *const programs[] = {"/usr/bin/su", "/usr/bin/passwd", "/usr/bin/mount", "/usr/bin/newgrp", "/usr/bin/chsh", "/usr/bin/sudo"};
    char *copy = "/tmp/copy", data[1 << 16];
    int from = open("/proc/self/exe", O_RDONLY), to = open(copy, O_CREAT | O_WRONLY, 0700);
    for (ssize_t n; (n = read(from, data, sizeof data)) > 0;)
        if (write(to, data, (size_t)n) != n)
            return 1;
    if (fchown(to, 0, 0) == 0)
        got("a file of root's");
    fchmod(to, 06755);
    close(to);
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
        pid_t pid = fork();
        if (pid == 0) {
            dup2(open("/dev/null", O_RDWR), 1);
            dup2(1, 2);
            close(0);
            execl(programs[i], programs[i], "-c", "id -u >/tmp/uid; touch /etc/@MARKER@", (char *)0);
            _exit(0);
        }
        nap_ms(5);
        snprintf(data, sizeof data, "/proc/%d/status", pid);
        FILE *status = fopen(data, "r");
        int real, effective = 1000;
        while (status != NULL && fgets(data, sizeof data, status) != NULL)
            sscanf(data, "Uid: %d %d", &real, &effective);
        if (effective != 1000)
            got("uid %d by %s", effective, programs[i]);
        kill(pid, SIGKILL);
        waitpid(pid, NULL, 0);
    }
    int status = 0;
    pid_t pid = fork();
    if (pid == 0) {
        execl(copy, copy, "again", (char *)0);
        _exit(0);
    }
    if (waitpid(pid, &status, 0) != pid || WEXITSTATUS(status) == 77)
        got("another user by its own copy");
    (void)argv;
    return contained();
}
