//: tries = "starts the agent itself, to talk with it or to have it kill everybody"
//: expect = ["ACCEPTED"]
//: uses = "probe.h"

int main(void)
{
    static const uint8_t hello[] = "pgjudge";
    int from[2];
    char said[4096];
    if (pipe(from) != 0)
        return 1;
    pid_t pid = fork();
    if (pid == 0) {
        dup2(from[1], 1);
        execl("/dev/.agent/agent", "agent", (char *)0);
        execl("/dev/.agent", "agent", (char *)0);
        _exit(9);
    }
    close(from[1]);
    ssize_t length = read(from[0], said, sizeof said);
    for (ssize_t i = 0; i + 7 <= length; i++)
        if (memcmp(said + i, hello, 7) == 0)
            got("an agent of its own");
    waitpid(pid, NULL, 0);
    return contained();
}
