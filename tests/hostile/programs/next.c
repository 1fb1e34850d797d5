/* The submission that is judged after every attack: it must get what it always gets. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    enum { BYTES = 4 << 20 };
    int side, judging, test;
    char *memory = malloc(BYTES);
    FILE *file = fopen("/tmp/own", "wx");
    if (memory == NULL || file == NULL || fputs("own", file) < 0 || fclose(file) != 0)
        return 1;
    memset(memory, 1, BYTES);
    if (scanf("%d %d %d", &side, &judging, &test) != 3 || memory[test] != 1)
        return 2;
    puts("CONTAINED");
    return 0;
}
