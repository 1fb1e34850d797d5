//: tries = "opens, makes or commands devices beyond the harmless ones"
//: expect = ["ACCEPTED"]
//: uses = "probe.h"
#include <sys/ioctl.h>
#include <sys/sysmacros.h>

int main(void)
{
    static const char *const devices[] = {"/dev/mem", "/dev/kmem", "/dev/kvm", "/dev/fuse", "/dev/net/tun", "/dev/loop-control", "/dev/loop0",
                                          "/dev/vda", "/dev/sda", "/dev/mapper/control", "/dev/vhost-net", "/dev/vhost-vsock", "/dev/vsock",
                                          "/dev/userfaultfd", "/dev/uinput", "/dev/hpet", "/dev/tty0", "/dev/console", "/dev/tty", "/dev/ptmx",
                                          "/dev/kmsg", "/dev/snapshot", "/dev/cpu/0/msr", "/dev/btrfs-control", "/dev/autofs"};
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++) {
        int device = open(devices[i], O_RDWR | O_NONBLOCK | O_NOCTTY);
        struct stat status;
        if (device >= 0 && (fstat(device, &status) != 0 || status.st_rdev != makedev(1, 3))) /* not the null device instead */
            got("%s", devices[i]);
    }
    int random = open("/dev/random", O_RDWR);
    int bits = 1 << 20;
    if (random >= 0 && (ioctl(random, 0x40045201, &bits) == 0 || ioctl(random, 0x5204) == 0 || ioctl(random, 0x5206) == 0))
        got("the host's random numbers"); /* RNDADDTOENTCNT, RNDZAPENTCNT, RNDCLEARPOOL */
    if (ioctl(0, TIOCSTI, "x") == 0 || ioctl(0, TIOCSCTTY, 0) == 0)
        got("a terminal");
    return contained();
}
