//: tries = "moves, replaces or mounts over the scratch folders themselves, and stays in one that is removed"
//: expect = ["ACCEPTED"]
//: tests = 3
//: uses = "probe.h"

int main(void)
{
    scratch_must_be_empty();
    if (mkdir("/tmp/other", 0700) != 0)
        return 1;
    if (rename("/tmp", "/dev/shm/tmp") == 0 || rename("/dev/shm", "/tmp/shm") == 0 || rmdir("/dev/shm") == 0)
        got("a scratch folder away");
    if (syscall(SYS_renameat2, AT_FDCWD, "/tmp", AT_FDCWD, "/dev/shm", 2) == 0 || symlink("/box", "/tmp/..") == 0)
        got("a scratch folder changed");
    if (chmod("/tmp", 0) == 0 || chown("/dev/shm", 1000, 1000) == 0 || chmod("/dev/shm", 0777) == 0)
        got("the mode of a scratch folder");
    if (chdir("/tmp/other") != 0 || rmdir("/tmp/other") != 0 || open("new", O_CREAT | O_WRONLY, 0600) >= 0)
        got("a file in a folder that is gone");
    return contained();
}
