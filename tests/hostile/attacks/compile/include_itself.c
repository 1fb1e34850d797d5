//: tries = "includes itself twice at every depth that the compiler permits"
//: expect = ["COMPILE_ERROR"]
//: compile_ms = 1000
//: compile_mib = 256
#include __FILE__
#include __FILE__

int main(void) { return 0; }
