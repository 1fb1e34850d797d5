//: tries = "maps and fills memory, private and shared, in pieces that the heap's limits do not see"
//: expect = ["MEMORY_LIMIT"]
//: memory_least_mib = 60
//: memory_most_mib = 70
//: uses = "probe.h"

int main(void)
{
    for (int i = 0;; i++) {
        int how = MAP_ANONYMOUS | MAP_POPULATE | (i % 2 ? MAP_SHARED : MAP_PRIVATE);
        if (mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, how, -1, 0) == MAP_FAILED)
            return 1;
        if (i > 80)
            got("%d MiB", i);
    }
}
