//: tries = "opens as much as it may in many processes: events, timers, polls, pairs of sockets"
//: expect = ["ACCEPTED", "MEMORY_LIMIT"]
//: memory_most_mib = 70
//: uses = "probe.h"
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>

int main(void)
{
    int most = 0;
    while (open("/dev/null", O_RDONLY) >= 0)
        most++;
    if (most > 256 || dup2(0, 300) >= 0)
        got("%d descriptors", most);
    for (int fd = 3; fd < 256; fd++)
        close(fd);
    for (int child = 0; child < 50; child++)
        if (fork() == 0) {
            int fd = 0, ends[2];
            while (fd >= 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0) {
                eventfd(0, 0);
                timerfd_create(CLOCK_MONOTONIC, 0);
                fd = epoll_create1(0);
                struct epoll_event event = {.events = EPOLLIN};
                epoll_ctl(fd, EPOLL_CTL_ADD, ends[0], &event);
            }
            pause();
        }
    nap_ms(300);
    return contained();
}
