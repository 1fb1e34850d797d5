//: tries = "keeps data in files of /tmp: they are memory too"
//: expect = ["MEMORY_LIMIT", "ACCEPTED"]
//: memory_most_mib = 70
//: uses = "probe.h"

int main(void)
{
    static char piece[1 << 20];
    char name[64];
    int mib = 0;
    memset(piece, 1, sizeof piece);
    for (int file = 0; file < 10; file++) {
        snprintf(name, sizeof name, "/tmp/file%d", file);
        int open_file = open(name, O_CREAT | O_WRONLY, 0600);
        for (int i = 0; i < 20 && write(open_file, piece, sizeof piece) == sizeof piece; i++)
            mib++;
        close(open_file);
    }
    if (mib > 64)
        got("%d MiB in /tmp", mib);
    return contained();
}
