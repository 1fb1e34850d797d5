/* Takes as many MiB as asked for, touches them all, says so, and with a second argument holds them for a while. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    long mib = argc > 1 ? atol(argv[1]) : 0;
    for (long i = 0; i < mib; i++) {
        char *place = malloc(1 << 20);
        if (!place)
            return 3;
        memset(place, 1, 1 << 20);
    }
    printf("held %ld\n", mib);
    if (argc > 2)
        sleep(1);
    return 0;
}
