/* Writes through a null pointer: SIGSEGV. */
#include <stdio.h>

int main(void) {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    volatile int *nowhere = NULL;
    *nowhere = n;
    return 0;
}
