//: tries = "talks with an accomplice in another box by locks on a file of the image, which both have open"
//: expect = ["ACCEPTED"]
//: sides = 2
//: tests = 1
//: time_ms = 2000
//: uses = "probe.h"
#include <sys/file.h>

int main(void)
{
    who_am_i();
    int whole = open("/etc/passwd", O_RDONLY), range = open("/etc/group", O_RDONLY);
    struct flock held = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_start = 1234, .l_len = 1};
    if (side == 1) {
        flock(whole, LOCK_EX);
        fcntl(range, F_SETLK, &held);
        nap_ms(900);
        return contained();
    }
    for (double until = now() + 0.6; now() < until && !breaches; nap_ms(5)) {
        if (flock(whole, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
            got("word by flock");
        flock(whole, LOCK_UN);
        struct flock asked = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 1234, .l_len = 1};
        if (fcntl(range, F_GETLK, &asked) == 0 && asked.l_type != F_UNLCK)
            got("word by a lock of a range");
    }
    return contained();
}
