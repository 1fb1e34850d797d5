//: tries = "runs on as many cores as there are: the time of all threads counts"
//: expect = ["TIME_LIMIT(cpu time)"]
//: time_ms = 300
//: cpu_least_ms = 300
#include <pthread.h>

static void *spin(void *nothing)
{
    for (;;)
        ;
    return nothing;
}

int main(void)
{
    pthread_t thread;
    for (int i = 0; i < 8; i++)
        pthread_create(&thread, 0, spin, 0);
    pthread_exit(0); /* the first thread is gone, too */
}
