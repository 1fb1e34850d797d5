/* Starts the agent the way a container runtime does: user, pid, mount, net, ipc and uts namespaces, its own root with
 * private tmpfs on /box, /tmp and /dev/shm, one program in /bin, and five capabilities.
 * Usage: enter AGENT PROBE [NPROC]. Run as root. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void check(int result, const char *what)
{
    if (result < 0) {
        dprintf(2, "enter: %s: %s\n", what, strerror(errno));
        _exit(3);
    }
}

static void write_file(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    check(fd, path);
    check((int)write(fd, text, strlen(text)), path);
    close(fd);
}

static void map_ids(pid_t pid)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/uid_map", pid);
    write_file(path, "0 300000 65536");
    snprintf(path, sizeof path, "/proc/%d/gid_map", pid);
    write_file(path, "0 300000 65536");
}

static void build_root(int probe)
{
    const char *root = "/tmp", *limit = "mode=0755,size=600m,nr_inodes=40000";
    check(mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL), "private");
    check(mount("tmpfs", root, "tmpfs", 0, "mode=0755"), root);
    check(chdir(root), root);
    check(mkdir("box", 0755) | mkdir("tmp", 0755) | mkdir("dev", 0755) | mkdir("proc", 0755) | mkdir("bin", 0755), "mkdir");
    int copy = open("bin/probe", O_CREAT | O_WRONLY | O_CLOEXEC, 0755);
    check(sendfile(copy, probe, NULL, 1 << 30) > 0 ? 0 : -1, "bin/probe");
    close(copy);
    check(mount("/dev", "dev", NULL, MS_BIND | MS_REC, NULL), "dev");
    check(mount("proc", "proc", "proc", MS_NOSUID | MS_NODEV, NULL), "proc");
    check(mount("tmpfs", "box", "tmpfs", MS_NOSUID | MS_NODEV, limit), "box");
    check(mount("tmpfs", "tmp", "tmpfs", MS_NOSUID | MS_NODEV, "mode=1777,size=300m,nr_inodes=80000"), "tmp");
    check(mount("tmpfs", "dev/shm", "tmpfs", MS_NOSUID | MS_NODEV, "mode=1777,size=64m"), "dev/shm");
    check(chroot("."), "chroot");
    check(chdir("/"), "chdir");
}

static void keep_capabilities(void)
{
    const int kept[] = {CAP_SETUID, CAP_SETGID, CAP_KILL, CAP_CHOWN, CAP_DAC_OVERRIDE};
    uint32_t mask = 0;
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        mask |= 1U << kept[i];
    for (int cap = 0; cap <= CAP_LAST_CAP; cap++)
        if (cap > 31 || !(mask & 1U << cap))
            prctl(PR_CAPBSET_DROP, cap);
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct data[2] = {{mask, mask, 0}, {0, 0, 0}};
    check((int)syscall(SYS_capset, &header, data), "capset");
}

static void process_one(char **argv, int agent, int probe)
{
    char *const agent_argv[] = {"agent", NULL}, *const none[] = {NULL};
    check(setgroups(0, NULL) | setresgid(0, 0, 0) | setresuid(0, 0, 0), "identity");
    build_root(probe);
    if (argv[3]) {
        struct rlimit most = {strtoul(argv[3], NULL, 10), strtoul(argv[3], NULL, 10)};
        check(setrlimit(RLIMIT_NPROC, &most), "nproc");
    }
    keep_capabilities();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    check(fexecve(agent, agent_argv, none), "agent");
}

static void middle(char **argv, int agent, int probe, const int *ready, const int *mapped)
{
    char byte = 0;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    check(unshare(CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS), "unshare");
    check((int)write(ready[1], &byte, 1), "ready");
    check((int)read(mapped[0], &byte, 1), "mapped");
    int status;
    pid_t pid = fork();
    check(pid, "fork");
    if (pid == 0)
        process_one(argv, agent, probe);
    close(0);
    close(1);
    check(waitpid(pid, &status, 0), "wait");
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

int main(int argc, char **argv)
{
    int ready[2], mapped[2], status;
    char byte = 0;
    int agent = argc > 1 ? open(argv[1], O_RDONLY) : -1; /* left open on purpose: the agent must close it */
    int probe = argc > 2 ? open(argv[2], O_RDONLY) : -1;
    check(agent | probe, "agent or probe");
    check(pipe2(ready, O_CLOEXEC) | pipe2(mapped, O_CLOEXEC), "pipe");
    pid_t pid = fork();
    check(pid, "fork");
    if (pid == 0)
        middle(argv, agent, probe, ready, mapped);
    check((int)read(ready[0], &byte, 1), "ready");
    map_ids(pid);
    check((int)write(mapped[1], &byte, 1), "mapped");
    close(0);
    close(1);
    check(waitpid(pid, &status, 0), "wait");
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
