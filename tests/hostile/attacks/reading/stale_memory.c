//: tries = "looks in fresh memory, files and pipes for what others had there before"
//: expect = ["ACCEPTED"]
//: uses = "probe.h"

static void must_be_zero(const char *what, const unsigned char *at, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (at[i] != 0) {
            got("byte %zu of %s", i, what);
            return;
        }
}

int main(void)
{
    enum { BYTES = 12 << 20 };
    unsigned char *fresh = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    must_be_zero("memory", fresh, BYTES);
    int file = open("/tmp/fresh", O_CREAT | O_RDWR, 0600), memory = memfd_create("x", 0);
    if (fallocate(file, 0, 0, BYTES) != 0 || ftruncate(memory, BYTES) != 0)
        return 1;
    must_be_zero("a file", mmap(NULL, BYTES, PROT_READ, MAP_SHARED, file, 0), BYTES);
    must_be_zero("a memory file", mmap(NULL, BYTES, PROT_READ, MAP_SHARED, memory, 0), BYTES);
    memset(fresh, 7, BYTES); /* for the next test to find, if it can */
    return contained();
}
