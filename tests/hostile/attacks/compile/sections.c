//: tries = "writes the sections that command linker and loader: a loader of its own, an executable stack, directives"
//: expect = ["RUNTIME_ERROR", "ACCEPTED", "COMPILE_ERROR"]
//: uses = "probe.h"
__asm__(".section .interp,\"a\"\n.string \"/proc/self/fd/0\"\n.section .note.GNU-stack,\"x\",@progbits\n"
        ".section .drectve\n.ascii \"-T/tmp/evil.ld\"\n.section .gnu.warning.main,\"\"\n.string \"warned\"\n"
        ".section .gnu_debuglink\n.string \"/etc/shadow\"\n.section .comment\n.ascii \"INPUT(/etc/shadow)\"\n.text");

int main(void) { return contained(); }
