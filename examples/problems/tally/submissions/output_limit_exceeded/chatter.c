/* Prints 64 MiB; the problem allows 1. */
#include <stdio.h>
#include <string.h>

int main(void) {
    static char line[1 << 16];
    memset(line, 'a', sizeof line - 1);
    line[sizeof line - 1] = '\n';
    for (int i = 0; i < 1024; i++) fwrite(line, 1, sizeof line, stdout);
    return 0;
}
