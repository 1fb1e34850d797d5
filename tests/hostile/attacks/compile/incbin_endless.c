//: tries = "has the assembler read zeros without end"
//: expect = ["COMPILE_ERROR"]
//: compile_ms = 1000
//: compile_mib = 256
__asm__(".data\n.incbin \"/dev/zero\"\n.text");

int main(void) { return 0; }
