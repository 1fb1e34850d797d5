//: tries = "makes files, folders and links of every kind until no more names are given"
//: expect = ["ACCEPTED", "MEMORY_LIMIT", "TIME_LIMIT"]
//: tests = 3
//: uses = "probe.h"

int main(void)
{
    char name[64];
    long made = 0;
    for (long i = 0, failed = 0; failed < 100 && made < 1000000; i++) {
        snprintf(name, sizeof name, "%s/%ld", i % 2 ? "/dev/shm" : "/tmp", i);
        int result = i % 6 < 2 ? mkdir(name, 0700) : i % 6 < 4 ? symlink("/", name) : mkfifo(name, 0600);
        failed = result == 0 ? 0 : failed + 1;
        made += result == 0;
    }
    if (made > 4096 + 1024)
        got("%ld names", made);
    return contained();
}
