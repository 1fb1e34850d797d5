//: tries = "fills its scratch with written and reserved space until nothing more is given"
//: expect = ["ACCEPTED", "MEMORY_LIMIT"]
//: memory_mib = 128
//: memory_most_mib = 134
//: uses = "probe.h"

int main(void)
{
    char name[64];
    long total = 0;
    for (int i = 0; i < 100; i++) {
        struct stat status;
        snprintf(name, sizeof name, "%s/f%d", i % 2 ? "/dev/shm" : "/tmp", i);
        int file = open(name, O_CREAT | O_RDWR, 0600);
        for (off_t at = 0; file >= 0 && fallocate(file, 0, at, 1 << 20) == 0; at += 1 << 20)
            if (at >= 32 << 20)
                break;
        if (file >= 0 && fstat(file, &status) == 0)
            total += status.st_blocks * 512;
        close(file);
    }
    if (total > 129 << 20)
        got("%ld bytes of scratch", total);
    return contained();
}
