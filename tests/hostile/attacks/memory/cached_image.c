//: tries = "reads all files of the image: what they take of the host's memory must not be lost for others"
//: expect = ["ACCEPTED", "TIME_LIMIT", "MEMORY_LIMIT"]
//: memory_most_mib = 70
//: seconds_most = 20
//: uses = "probe.h"
#include <ftw.h>

static int read_all(const char *path, const struct stat *status, int kind, struct FTW *where)
{
    static char data[1 << 16];
    (void)status;
    (void)where;
    int file = kind == FTW_F ? open(path, O_RDONLY | O_NONBLOCK) : -1;
    if (file < 0)
        return 0;
    while (read(file, data, sizeof data) > 0)
        ;
    close(file);
    return 0;
}

int main(void)
{
    nftw("/usr", read_all, 16, FTW_PHYS);
    return contained();
}
