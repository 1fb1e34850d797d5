//: tries = "has the assembler repeat and fill for ever"
//: expect = ["COMPILE_ERROR"]
//: compile_ms = 1000
//: compile_mib = 256
__asm__(".data\n.rept 1000000000\n.quad 1\n.endr\n.text");

int main(void) { return 0; }
