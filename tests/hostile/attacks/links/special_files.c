//: tries = "leaves FIFOs and sockets in scratch, and makes devices, for someone to open and wait or be answered"
//: expect = ["ACCEPTED"]
//: tests = 3
//: seconds_most = 5
//: uses = "probe.h"
#include <sys/sysmacros.h>

int main(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "/tmp/socket"};
    scratch_must_be_empty();
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    if (mkfifo("/tmp/fifo", 0666) != 0 || mkfifo("/tmp/main", 0666) != 0 || mkfifo("/dev/shm/main", 0666) != 0)
        return 1;
    if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0 || listen(listener, 1) != 0)
        return 2;
    for (unsigned major = 0; major < 260; major++)
        for (unsigned minor = 0; minor < 3; minor++)
            for (int kind = 0; kind < 2; kind++)
                if (mknod("/tmp/device", (kind ? S_IFCHR : S_IFBLK) | 0666, makedev(major, minor)) == 0) {
                    if (!(kind && major == 0 && minor == 0)) /* what overlays call a whiteout: no device */
                        got("a device %u:%u", major, minor);
                    unlink("/tmp/device");
                }
    return contained();
}
