/* Looks at every pair of huts, from the last back: right, and too slow for 400 000 of them. */
#include <stdio.h>

int main(void) {
    static int heights[400000], nights[400000];
    int n, most = 0;
    if (scanf("%d", &n) != 1) return 1;
    for (int i = 0; i < n; i++)
        if (scanf("%d", &heights[i]) != 1) return 1;
    for (int i = n - 1; i >= 0; i--) {
        nights[i] = 1;
        for (int j = i + 1; j < n; j++)
            if (heights[j] > heights[i] && nights[j] >= nights[i]) nights[i] = nights[j] + 1;
        if (nights[i] > most) most = nights[i];
    }
    printf("%d\n", most);
    return 0;
}
