#include <stdio.h>

/* 1 KiB a level. */
static int depth(int n, volatile char *above) {
    volatile char pad[1000];
    pad[0] = *above;
    return n == 0 ? pad[0] : 1 + depth(n - 1, pad) + pad[0];
}

int main(void) {
    int n;
    volatile char zero = 0;
    scanf("%d", &n);
    printf("%d\n", depth(n, &zero));
    return 0;
}
