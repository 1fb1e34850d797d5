#include <stdio.h>
#include <sys/ptrace.h>

int main(void)
{
    puts("42");
    fflush(stdout);
    return ptrace(PTRACE_TRACEME, 0, 0, 0) < 0;
}
