//: tries = "reads a file of the host, by its path and through every root that /proc shows"
//: narrow = true
//: expect = ["ACCEPTED"]
//: uses = "probe.h"

int main(void)
{
    static const char *const roots[] = {"", "/proc/1/root", "/proc/self/root", "/proc/1/cwd", "/proc/self/root/proc/1/root",
                                        "/proc/thread-self/root", "/../../../../..", "/dev/fd/../../../.."};
    char path[600];
    for (size_t i = 0; i < sizeof roots / sizeof roots[0]; i++) {
        snprintf(path, sizeof path, "%s@SECRET_FILE@", roots[i]);
        must_be_closed(path);
    }
    return contained();
}
