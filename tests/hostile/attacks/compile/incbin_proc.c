//: tries = "has the assembler put its own environment and what it can see of process 1 into the program, which prints it"
//: expect = ["ACCEPTED", "COMPILE_ERROR"]
//: uses = "probe.h"

__asm__(".data\nfile: .incbin \"/proc/self/environ\"\n.byte 0\nfile_end:\n.text");
extern char file[] __asm__("file"), file_end[] __asm__("file_end");

int main(void)
{
    for (char *at = file; at < file_end; at += strlen(at) + 1)
        if (strstr(at, "PGJUDGE") != NULL || strstr(at, "secret") != NULL || strstr(at, "postgres") != NULL)
            got("%s", at);
    return contained();
}
