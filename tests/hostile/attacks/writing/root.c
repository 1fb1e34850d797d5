//: tries = "makes, changes or removes files anywhere but in scratch"
//: expect = ["ACCEPTED"]
//: uses = "probe.h"

int main(void)
{
    static const char *const folders[] = {"/", "/etc", "/usr/bin", "/usr/lib", "/var", "/var/tmp", "/run", "/run/lock", "/root", "/home",
                                          "/dev", "/dev/pts", "/proc", "/proc/self", "/proc/sys", "/sys", "/box", "/opt", "/mnt", "/srv"};
    char path[100];
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        snprintf(path, sizeof path, "%s/@MARKER@", folders[i]);
        if (open(path, O_CREAT | O_WRONLY, 0600) >= 0 || mkdir(path, 0700) == 0 || symlink("x", path) == 0 || mkfifo(path, 0600) == 0)
            got("%s", path);
        if (open(folders[i], O_TMPFILE | O_RDWR, 0600) >= 0 || chmod(folders[i], 0777) == 0 || utimensat(AT_FDCWD, folders[i], NULL, 0) == 0)
            got("a change of %s", folders[i]);
    }
    if (unlink("/etc/passwd") == 0 || truncate("/etc/passwd", 0) == 0 || rename("/etc", "/tmp/etc") == 0 || rmdir("/home") == 0)
        got("something away");
    must_not_be_writable("/etc/passwd");
    must_not_be_writable("/usr/bin/env");
    return contained();
}
