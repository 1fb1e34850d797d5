//: tries = "makes calls by their numbers of the x32 interface, which a filter may not know"
//: expect = ["ACCEPTED"]
//: uses = "probe.h"

int main(void)
{
    for (long number = 0; number < 600; number++) {
        if (number >= 330 && number < 420)
            continue;
        if (number == SYS_fork || number == SYS_vfork || number == SYS_clone || number == SYS_pause || number == 435)
            continue;
        fflush(stdout);
        pid_t pid = vfork();
        if (pid == 0) { /* must end with SIGSYS before it can answer */
            alarm(1);
            syscall(0x40000000 | number, -1, 0, 0, 0, 0, 0);
            _exit(77);
        }
        int status = 0;
        waitpid(pid, &status, 0);
        if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGSYS)
            got("an answer to call %ld: status %x", number, (unsigned)status);
    }
    return contained();
}
