//: tries = "makes timers and queues signals until the kernel gives no more: both are counted for the whole user"
//: expect = ["ACCEPTED"]
//: memory_most_mib = 70
//: uses = "probe.h"

int main(void)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    int queued = 0, timers = 0;
    while (queued < 100000 && sigqueue(getpid(), SIGRTMIN + queued % 20, (union sigval){.sival_int = 1}) == 0)
        queued++;
    for (timer_t timer; timers < 100000 && timer_create(CLOCK_MONOTONIC, NULL, &timer) == 0;)
        timers++;
    if (queued + timers > 5000)
        got("%d signals and %d timers", queued, timers);
    return contained();
}
