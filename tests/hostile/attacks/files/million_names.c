//: tries = "gives one file a million names in one folder"
//: expect = ["ACCEPTED", "MEMORY_LIMIT", "TIME_LIMIT"]
//: tests = 3
//: uses = "probe.h"

int main(void)
{
    char name[300];
    long made = 0;
    close(open("/tmp/one", O_CREAT | O_WRONLY, 0600));
    for (; made < 1000000; made++) {
        snprintf(name, sizeof name, "/tmp/%0200ld", made);
        if (link("/tmp/one", name) != 0)
            break;
    }
    if (made > 4096)
        got("%ld names", made);
    return contained();
}
