//: tries = "has the assembler put a file of the host into the program, which then prints it"
//: expect = ["COMPILE_ERROR"]
#include <stdio.h>

__asm__(".data\nfile: .incbin \"@SECRET_FILE@\"\n.byte 0\n.text");
extern char file[] __asm__("file");

int main(void)
{
    puts(file);
    return 0;
}
