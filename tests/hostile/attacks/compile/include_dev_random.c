//: tries = "has the compiler read a file without end: random bytes"
//: expect = ["COMPILE_ERROR"]
//: compile_ms = 1000
//: compile_mib = 256
#include "/dev/urandom"

int main(void) { return 0; }
