//: tries = "starts threads until nothing more is given, each with a stack of its own"
//: expect = ["ACCEPTED"]
//: uses = "probe.h"
#include <pthread.h>

static void *rest(void *nothing)
{
    pause();
    return nothing;
}

int main(void)
{
    int started = 0;
    pthread_t thread;
    while (started < 1000 && pthread_create(&thread, NULL, rest, NULL) == 0)
        started++;
    if (started >= 64)
        got("%d threads", started);
    return contained();
}
