#include <stdio.h>

int main(void) {
    static int last[400000];
    int n, nights = 0;
    if (scanf("%d", &n) != 1) return 1;
    for (int i = 0; i < n; i++) {
        int height, low = 0, high = nights;
        if (scanf("%d", &height) != 1) return 1;
        while (low < high) {
            int middle = (low + high) / 2;
            if (last[middle] < height)
                low = middle + 1;
            else
                high = middle;
        }
        last[low] = height;
        if (low == nights) nights++;
    }
    printf("%d\n", nights);
    return 0;
}
