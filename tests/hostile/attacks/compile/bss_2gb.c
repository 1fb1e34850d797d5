//: tries = "asks for arrays of gigabytes that are in no file"
//: expect = ["ACCEPTED", "COMPILE_ERROR", "MEMORY_LIMIT", "RUNTIME_ERROR"]
//: memory_most_mib = 70
//: uses = "probe.h"

static char huge[1900000000];

int main(void)
{
    huge[1000000000] = 1;
    return contained();
}
