//: tries = "turns off what makes exploits hard: random addresses, memory that cannot be executed, the lowest page"
//: expect = ["ACCEPTED"]
//: uses = "probe.h"
#include <sys/personality.h>

int main(void)
{
    static const unsigned long persons[] = {ADDR_NO_RANDOMIZE, READ_IMPLIES_EXEC, MMAP_PAGE_ZERO, ADDR_COMPAT_LAYOUT, PER_LINUX32, PER_SVR4, PER_BSD};
    for (size_t i = 0; i < sizeof persons / sizeof persons[0]; i++)
        must_fail("personality", SYS_personality, (long)persons[i], 0, 0, 0, 0, 0);
    if (mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED)
        got("the lowest page");
    return contained();
}
