//: tries = "leaves word for the next test in files, by their contents, names, times, modes and sizes"
//: expect = ["ACCEPTED"]
//: tests = 4
//: judgings = 2
//: uses = "probe.h"

int main(void)
{
    struct stat tmp, shm;
    who_am_i();
    scratch_must_be_empty();
    if (stat("/tmp", &tmp) != 0 || stat("/dev/shm", &shm) != 0 || tmp.st_nlink != 2 || tmp.st_size > 100 || shm.st_nlink != 2)
        got("links %d, size %ld", (int)tmp.st_nlink, (long)tmp.st_size);
    if (tmp.st_mtime < 1000000000 || tmp.st_mode != 041777 || shm.st_mode != 041777)
        got("time %ld, mode %o", (long)tmp.st_mtime, tmp.st_mode);
    utimensat(AT_FDCWD, "/tmp", (struct timespec[]){{7, 7}, {7, 7}}, 0);
    for (int i = 0; i < 100; i++) {
        char name[64];
        snprintf(name, sizeof name, "%s/word%d-%d", i % 2 ? "/tmp" : "/dev/shm", test, i);
        int file = open(name, O_CREAT | O_RDWR, 0600);
        if (file < 0 || write(file, name, sizeof name) < 0)
            return 1;
        close(file);
    }
    return contained();
}
