//: tries = "uses up in one test what the next one needs: memory, processes, names, pipes"
//: expect = ["ACCEPTED"]
//: tests = 4
//: memory_most_mib = 70
//: uses = "probe.h"

int main(void)
{
    enum { BYTES = 40 << 20 };
    char *memory = malloc(BYTES);
    memset(memory, 1, BYTES);
    int file = open("/tmp/large", O_CREAT | O_RDWR, 0600);
    if (write(file, memory, 12 << 20) != 12 << 20)
        got("less than the test before");
    int children = 0;
    for (pid_t pid; (pid = fork()) >= 0; children++)
        if (pid == 0)
            for (;;)
                pause();
    if (children != 63)
        got("%d children", children);
    return contained();
}
