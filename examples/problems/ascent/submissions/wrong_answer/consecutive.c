/* Counts the longest rise between neighbours only. */
#include <stdio.h>

int main(void) {
    int n, height, last = 0, run = 0, best = 0;
    if (scanf("%d", &n) != 1) return 1;
    while (scanf("%d", &height) == 1) {
        run = height > last ? run + 1 : 1;
        if (run > best) best = run;
        last = height;
    }
    printf("%d\n", best);
    return 0;
}
