//: tries = "makes every system call that there is and is not, with arguments that mean nothing, each in a child"
//: expect = ["ACCEPTED", "TIME_LIMIT"]
//: time_ms = 2000
//: uses = "probe.h"

/* Those that end all at once; the other attacks of this group make them. */
static const short forbidden[] = {101, 153, 154, 155, 163, 165, 166, 167, 168, 169, 172, 173, 175, 176, 179, 246, 248, 249, 250, 272, 298,
                                  304, 308, 310, 311, 313, 320, 321, 323, 428, 429, 430, 431, 432, 433, 442, 443};

int main(void)
{
    for (long number = 0; number < 600; number++) {
        int skip = 0;
        for (size_t i = 0; i < sizeof forbidden / sizeof forbidden[0]; i++)
            skip |= forbidden[i] == number;
        if (skip)
            continue;
        fflush(stdout);
        pid_t pid = fork();
        if (pid == 0) {
            for (int fd = 0; fd < 10; fd++)
                close(fd);
            alarm(1);
            for (long first = -1; first < 2; first++)
                if (number != SYS_pause && number != SYS_rt_sigsuspend && number != SYS_fork && number != SYS_vfork && number != SYS_clone)
                    syscall(number, first, -1, first, -1, first, -1);
            _exit(0);
        }
        for (int i = 0; pid > 0 && waitpid(pid, NULL, WNOHANG) == 0; i++)
            if (i > 20)
                kill(pid, SIGKILL);
            else
                usleep(100);
    }
    return contained();
}
