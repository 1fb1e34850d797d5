//: tries = "has the compiler wait for input that does not come"
//: expect = ["COMPILE_ERROR", "RUNTIME_ERROR", "ACCEPTED"]
//: uses = "probe.h"
#include "/dev/stdin"
#include "/proc/self/fd/0"

int main(void) { return contained(); }
