//: tries = "links files of the image, the agent, /proc and /box into scratch, where they would be emptied or got"
//: expect = ["ACCEPTED"]
//: tests = 3
//: uses = "probe.h"

int main(void)
{
    static const char *const targets[] = {"/box/main", "/dev/.agent", "/etc/passwd", "/usr/bin/passwd", "/proc/self/exe",
                                          "/dev/null", "/proc/self/fd/1", "/proc/version"};
    char name[64];
    scratch_must_be_empty();
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        snprintf(name, sizeof name, "/tmp/h%zu", i);
        if (link(targets[i], name) == 0 || linkat(AT_FDCWD, targets[i], AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0)
            got("a name for %s", targets[i]);
    }
    int nameless = open("/tmp", O_TMPFILE | O_RDWR, 0600);
    snprintf(name, sizeof name, "/proc/self/fd/%d", nameless);
    if (linkat(AT_FDCWD, name, AT_FDCWD, "/tmp/named", AT_SYMLINK_FOLLOW) != 0)
        return 1;
    return contained();
}
