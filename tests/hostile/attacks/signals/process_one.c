//: tries = "signals process 1 in every way: kill, tgkill, a pidfd, queued, by a timer, by input that is ready"
//: narrow = true
//: expect = ["ACCEPTED"]
//: tests = 3
//: uses = "probe.h"

int main(void)
{
    int one = (int)syscall(SYS_pidfd_open, 1, 0), ends[2];
    for (int number = 1; number < NSIG; number++) {
        if (kill(1, number) == 0 || syscall(SYS_tgkill, 1, 1, number) == 0 || sigqueue(1, number, (union sigval){0}) == 0)
            got("signal %d to process 1", number);
        if (one >= 0 && syscall(SYS_pidfd_send_signal, one, number, NULL, 0) == 0)
            got("signal %d by a pidfd", number);
        struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = number};
        event._sigev_un._tid = 1; /* libc has no name for it */
        timer_t timer;
        if (timer_create(CLOCK_MONOTONIC, &event, &timer) == 0)
            got("a timer that signals process 1");
    }
    if (pipe(ends) == 0 && fcntl(ends[0], F_SETOWN, 1) == 0 && fcntl(ends[0], F_SETSIG, SIGKILL) == 0 &&
        fcntl(ends[0], F_SETFL, O_ASYNC | O_NONBLOCK) == 0)
        for (int i = 0; i < 100; i++) /* the kernel asks for permission when it sends */
            if (write(ends[1], "x", 1) != 1)
                return 1;
    return contained();
}
