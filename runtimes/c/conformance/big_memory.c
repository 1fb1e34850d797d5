#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t size = (size_t)160 << 20;
    char *bytes = malloc(size);
    memset(bytes, 1, size);
    size_t sum = 0;
    for (size_t i = 0; i < size; i++)
        sum += bytes[i];
    printf("%zu\n", sum >> 20);
    return 0;
}
