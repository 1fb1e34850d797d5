/* Uses up to 1 GiB; the problem allows 256 MiB. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    static char *blocks[1024];
    long sum = 0;
    for (int i = 0; i < 1024; i++) {
        blocks[i] = malloc(1 << 20);
        if (blocks[i] == NULL) return 1;
        memset(blocks[i], i & 127, 1 << 20);
    }
    for (int i = 0; i < 1024; i++) sum += blocks[i][i];
    printf("%ld\n", sum);
    return 0;
}
