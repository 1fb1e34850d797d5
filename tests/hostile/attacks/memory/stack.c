//: tries = "calls itself for ever with a large frame"
//: expect = ["MEMORY_LIMIT", "RUNTIME_ERROR(signal SIGSEGV)"]
//: memory_most_mib = 70
#include <string.h>

static int deeper(char *above)
{
    volatile char frame[65536];
    memset((char *)frame, above[0], sizeof frame);
    return deeper((char *)frame) + frame[5];
}

int main(void)
{
    char first = 1;
    return deeper(&first);
}
