#include <stdio.h>

int main(void) {
    char line[1000];
    int points = 0;
    fgets(line, sizeof line, stdin);
    for (char *byte = line; *byte != '\n'; byte++)
        points += (*byte & 0xC0) != 0x80;
    printf("%s%d\n", line, points);
    return 0;
}
