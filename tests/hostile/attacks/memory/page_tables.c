//: tries = "touches one page in every 2 MiB of a huge mapping: the page tables are larger than the pages"
//: expect = ["MEMORY_LIMIT", "RUNTIME_ERROR(signal SIGSEGV)", "RUNTIME_ERROR(exit 1)"]
//: memory_most_mib = 70
//: uses = "probe.h"

int main(void)
{
    size_t step = 2 << 20, pages = 0;
    char *all = mmap(NULL, 1UL << 45, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED)
        return 1;
    madvise(all, 1UL << 45, MADV_NOHUGEPAGE);
    for (volatile char *at = all;; at += step) { /* reading maps the one page of zeros: only tables grow */
        (void)*at;
        if (++pages * 4096 > 80UL << 20)
            got("%zu tables", pages), exit(0);
    }
}
