//: tries = "leaves folders that nobody may enter, with sticky and set-id bits and attributes that forbid removal"
//: expect = ["ACCEPTED"]
//: tests = 3
//: uses = "probe.h"
#include <sys/ioctl.h>

enum { GET_FLAGS = (int)0x80086601, SET_FLAGS = 0x40086602, IMMUTABLE = 0x10, APPEND = 0x20, NODUMP = 0x40 };

int main(void)
{
    static const int flags[] = {IMMUTABLE, APPEND, IMMUTABLE | APPEND, NODUMP};
    scratch_must_be_empty();
    for (int i = 0; i < 8; i++) {
        char folder[64], file[80];
        snprintf(folder, sizeof folder, "%s/c%d", i % 2 ? "/tmp" : "/dev/shm", i);
        snprintf(file, sizeof file, "%s/file", folder);
        if (mkdir(folder, 0700) != 0)
            return 1;
        int inside = open(file, O_CREAT | O_RDWR, 0600), itself = open(folder, O_RDONLY | O_DIRECTORY);
        for (int k = 0; k < 4; k++) {
            if (ioctl(inside, SET_FLAGS, &flags[k]) == 0 && flags[k] != NODUMP)
                got("attribute %x of a file", (unsigned)flags[k]);
            ioctl(itself, SET_FLAGS, &flags[k]);
        }
        fchmod(inside, 0);
        fchmod(itself, i < 4 ? 0 : 07000);
    }
    return contained();
}
