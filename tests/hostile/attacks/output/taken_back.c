//: tries = "reads its output back from the pipe, shrinks the pipe, and makes it non-blocking: only its own side may change"
//: expect = ["ACCEPTED", "RUNTIME_ERROR(exit 2)"]
//: uses = "probe.h"

int main(void)
{
    char data[65536];
    who_am_i();
    int mine = open("/proc/self/fd/1", O_RDONLY | O_NONBLOCK);
    memset(data, 'x', sizeof data);
    if (write(1, data, 4000) != 4000)
        return 1;
    for (ssize_t left = 4000, n; left > 0 && mine >= 0; left -= n)
        if ((n = read(mine, data, (size_t)left)) <= 0)
            return 2; /* the agent was faster: its output then is not what is expected */
    fcntl(1, F_SETPIPE_SZ, 4096);
    fcntl(1, F_SETFL, O_NONBLOCK | O_APPEND);
    fcntl(0, F_SETPIPE_SZ, 4096);
    fcntl(0, F_SETFL, O_NONBLOCK);
    return contained();
}
