//: tries = "takes locks on single bytes of a file, each of which the kernel keeps"
//: expect = ["ACCEPTED", "MEMORY_LIMIT", "TIME_LIMIT"]
//: memory_most_mib = 70
//: time_ms = 500
//: uses = "probe.h"

int main(void)
{
    int file = open("/tmp/locked", O_CREAT | O_RDWR, 0600);
    for (long at = 0; at < 1000000; at += 2) { /* gaps: neighbours would be joined */
        struct flock one = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 1000000 - at, .l_len = 1};
        if (fcntl(file, F_OFD_SETLK, &one) != 0)
            break;
    }
    return contained();
}
