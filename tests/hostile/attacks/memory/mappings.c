//: tries = "splits its memory into as many mappings as there may be, in many processes"
//: expect = ["ACCEPTED", "MEMORY_LIMIT"]
//: memory_most_mib = 70
//: time_ms = 1500
//: uses = "probe.h"

int main(void)
{
    for (int child = 0; child < 8; child++)
        if (fork() == 0) {
            for (int i = 0; i < 60000; i++)
                if (mmap(NULL, 4096, i % 2 ? PROT_READ : PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED)
                    break;
            pause();
        }
    nap_ms(600);
    return contained();
}
