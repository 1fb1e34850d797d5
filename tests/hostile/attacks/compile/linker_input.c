//: tries = "names symbols and libraries so that the linker reads or writes other files"
//: expect = ["COMPILE_ERROR"]
__asm__(".symver main,main@@/etc/shadow\n.globl \"@/etc/shadow\"\n.weakref a,\"-T/etc/shadow\"");
extern int missing(void) __asm__("-o/tmp/other");
extern int other(void) __asm__("@SECRET_FILE@");

int main(void) { return missing() + other(); }
