//: tries = "leaves daemons behind: other sessions, all signals ignored and blocked, no descriptors"
//: expect = ["ACCEPTED"]
//: tests = 3
//: uses = "probe.h"
#include <dirent.h>

static void daemon_for_ever(void)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_IGN);
    setsid();
    for (int fd = 0; fd < 256; fd++)
        close(fd);
    for (;;)
        nap_ms(1000);
}

int main(void)
{
    who_am_i();
    int others = 0;
    DIR *processes = opendir("/proc");
    for (struct dirent *entry; (entry = readdir(processes)) != NULL;)
        others += entry->d_name[0] >= '0' && entry->d_name[0] <= '9' && atoi(entry->d_name) != getpid();
    if (others)
        got("%d processes beside this one", others);
    fflush(stdout);
    for (int i = 0; i < 20; i++)
        if (fork() == 0)
            daemon_for_ever();
    return contained();
}
