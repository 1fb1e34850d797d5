//: tries = "leaves symbolic links in scratch to what must not be emptied: the image, /box, /proc, each other"
//: expect = ["ACCEPTED"]
//: tests = 3
//: uses = "probe.h"

int main(void)
{
    static const char *const targets[] = {"/", "/box", "/box/main", "/proc/1/root", "/proc/self/fd/1", "/dev", "/usr/bin",
                                          "loop", "../..", "/dev/shm", "/tmp/", "@SECRET_FILE@", "/dev/.agent"};
    char name[64];
    scratch_must_be_empty();
    if (access("/box/main", X_OK) != 0 || access("/usr/bin/env", X_OK) != 0)
        got("what a link led to is gone");
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        snprintf(name, sizeof name, "/tmp/l%zu", i);
        if (symlink(targets[i], name) != 0)
            return 1;
        snprintf(name, sizeof name, "/dev/shm/l%zu", i);
        if (symlink(targets[i], name) != 0)
            return 1;
    }
    return symlink("loop", "/tmp/loop") ? 1 : contained();
}
