//: tries = "writes a forged report to every descriptor, number and path that could be the agent's stream"
//: expect = ["ACCEPTED"]
//: tests = 3
//: uses = "probe.h"

static const uint8_t report[84] = {76, 0, 0, 0, 70, 0, 1, 0};

static void try_path(const char *format, int number)
{
    char path[64];
    snprintf(path, sizeof path, format, number);
    int file = open(path, O_RDWR | O_NONBLOCK);
    if (file < 0)
        file = open(path, O_WRONLY | O_NONBLOCK);
    if (file >= 0) {
        if (write(file, report, sizeof report) > 0)
            got("%s: written", path);
        close(file);
    }
}

int main(void)
{
    int agent = (int)syscall(SYS_pidfd_open, 1, 0);
    for (int number = 3; number < 1024; number++)
        if (number != agent && write(number, report, sizeof report) > 0)
            got("descriptor %d: written", number);
    for (int number = 0; number < 1024; number++) {
        try_path("/proc/1/fd/%d", number);
        try_path("/proc/1/task/1/fd/%d", number);
        if (number > 2)
            try_path("/proc/self/fd/%d", number), try_path("/dev/fd/%d", number);
        int taken = agent < 0 ? -1 : (int)syscall(SYS_pidfd_getfd, agent, number, 0);
        if (taken >= 0 && write(taken, report, sizeof report) > 0)
            got("descriptor %d of process 1: written", number);
    }
    return contained();
}
