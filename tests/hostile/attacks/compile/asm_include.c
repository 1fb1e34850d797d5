//: tries = "has the assembler read a file of the host as its own language, and tell what it does not understand"
//: expect = ["COMPILE_ERROR"]
__asm__(".include \"@SECRET_FILE@\"");
__asm__(".include \"/proc/1/environ\"");
__asm__(".include \"/etc/shadow\"");

int main(void) { return 0; }
