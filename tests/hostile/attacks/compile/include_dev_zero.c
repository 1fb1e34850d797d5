//: tries = "has the compiler read a file without end: zeros"
//: expect = ["COMPILE_ERROR"]
//: compile_ms = 1000
//: compile_mib = 256
#include "/dev/zero"

int main(void) { return 0; }
