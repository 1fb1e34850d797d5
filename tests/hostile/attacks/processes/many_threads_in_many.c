//: tries = "fills the limit with processes of many threads each"
//: expect = ["ACCEPTED"]
//: uses = "probe.h"
#include <pthread.h>

static void *rest(void *nothing)
{
    pause();
    return nothing;
}

static int threads_until_none(void)
{
    int started = 0;
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 16384);
    for (pthread_t thread; started < 500 && pthread_create(&thread, &small, rest, NULL) == 0;)
        started++;
    return started;
}

int main(void)
{
    int counts[2], total = 0;
    if (pipe(counts) != 0)
        return 1;
    for (int i = 0; i < 8; i++) {
        pid_t pid = fork();
        if (pid == 0) {
            int started = threads_until_none() + 1;
            if (write(counts[1], &started, sizeof started) != sizeof started)
                _exit(1);
            pause();
        }
        int started = 0;
        if (pid > 0 && read(counts[0], &started, sizeof started) == sizeof started)
            total += started;
    }
    if (total >= 64)
        got("%d processes and threads", total);
    return contained();
}
