/* The array has no type. */
#include <stdio.h>

int main(void) {
    static heights[400000];
    int n;
    scanf("%d", &n);
    for (int i = 0; i < n; i++) scanf("%d", heights[i]);
    printf("%d\n", n;
    return 0;
}
