//: tries = "looks for secrets of whoever built the image, and for a way into other accounts"
//: expect = ["ACCEPTED"]
//: uses = "probe.h"
#include <ftw.h>

static int look(const char *path, const struct stat *status, int kind, struct FTW *where)
{
    (void)where;
    if (kind == FTW_F && (status->st_mode & 06000) && access(path, X_OK) == 0) {
        char *const arguments[] = {(char *)path, NULL};
        fflush(stdout);
        pid_t pid = fork();
        if (pid == 0) { /* a set-id program must run as us, if at all; execve itself must not raise anything */
            int null = open("/dev/null", O_RDWR);
            dup2(null, 0), dup2(null, 1), dup2(null, 2);
            execv(path, arguments);
            _exit(0);
        }
        kill(pid, SIGKILL);
        waitpid(pid, NULL, 0);
    }
    return 0;
}

int main(void)
{
    static const char *const files[] = {"/etc/shadow", "/etc/gshadow", "/root/.ssh/id_rsa", "/root/.bash_history", "/etc/ssh/ssh_host_rsa_key",
                                        "/root/.docker/config.json", "/.dockerenv", "/run/secrets", "/etc/sudoers", "/root/.netrc",
                                        "/var/run/secrets/kubernetes.io/serviceaccount/token", "/root/.aws/credentials"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        must_be_closed(files[i]);
    nftw("/usr/bin", look, 16, FTW_PHYS);
    nftw("/usr/sbin", look, 16, FTW_PHYS);
    nftw("/etc", look, 16, FTW_PHYS);
    return contained();
}
