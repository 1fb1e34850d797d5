#include <stdlib.h>
#include <string.h>

int main(void) {
    for (;;) {
        char *bytes = malloc(1 << 20);
        if (bytes)
            memset(bytes, 1, 1 << 20);
    }
}
