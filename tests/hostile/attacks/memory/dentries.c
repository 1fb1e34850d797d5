//: tries = "asks for millions of names that are not there, each of which the kernel may remember"
//: expect = ["TIME_LIMIT(cpu time)", "MEMORY_LIMIT"]
//: time_ms = 500
//: memory_most_mib = 70
//: uses = "probe.h"

int main(void)
{
    static const char *const folders[] = {"/tmp", "/usr/bin", "/etc", "/dev/shm", "/box"};
    char name[300];
    memset(name, 'n', sizeof name);
    for (unsigned long i = 0;; i++) {
        snprintf(name, sizeof name, "%s/%0200lu", folders[i % 5], i);
        if (access(name, F_OK) == 0)
            got("%s", name);
    }
}
