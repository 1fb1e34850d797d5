//: tries = "makes a file of a terabyte, by its size and by a byte at its end"
//: expect = ["ACCEPTED"]
//: uses = "probe.h"

int main(void)
{
    signal(SIGXFSZ, SIG_IGN);
    int file = open("/tmp/sparse", O_CREAT | O_RDWR, 0600);
    if (ftruncate(file, 1L << 40) == 0 || pwrite(file, "x", 1, 1L << 40) > 0 || fallocate(file, 0, 0, 1L << 40) == 0)
        got("a terabyte");
    struct stat status;
    if (fstat(file, &status) != 0 || status.st_size > 64 << 20)
        got("%ld bytes", (long)status.st_size);
    int memory = memfd_create("sparse", 0);
    if (ftruncate(memory, 1L << 40) == 0)
        got("a terabyte of memory file");
    return contained();
}
