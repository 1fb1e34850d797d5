//: tries = "finds a place to write that is on the host's disk, in any folder that it may enter"
//: expect = ["ACCEPTED", "TIME_LIMIT"]
//: uses = "probe.h"
#include <ftw.h>
#include <sys/vfs.h>

static int try_folder(const char *path, const struct stat *status, int kind, struct FTW *where)
{
    struct statfs system;
    char name[4200];
    (void)status;
    (void)where;
    if (kind != FTW_D || strncmp(path, "/proc/", 6) == 0)
        return 0;
    snprintf(name, sizeof name, "%s/.new", path);
    int file = open(name, O_CREAT | O_EXCL | O_WRONLY, 0600);
    int nameless = open(path, O_TMPFILE | O_WRONLY, 0600);
    if ((file >= 0 || nameless >= 0) && (statfs(path, &system) != 0 || system.f_type != 0x01021994))
        got("a file in %s, of kind %lx", path, (long)system.f_type);
    if (file >= 0)
        unlink(name);
    close(file);
    close(nameless);
    return 0;
}

int main(void)
{
    nftw("/", try_folder, 16, FTW_PHYS);
    return contained();
}
