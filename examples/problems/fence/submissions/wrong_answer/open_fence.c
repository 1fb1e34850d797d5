/* Forgets the stretch from the last corner back to the first. */
#include <math.h>
#include <stdio.h>

int main(void) {
    int n;
    double x, y, px = 0, py = 0, length = 0, doubled = 0;
    if (scanf("%d", &n) != 1) return 1;
    for (int i = 0; i < n; i++) {
        if (scanf("%lf %lf", &x, &y) != 2) return 1;
        if (i > 0) {
            length += sqrt((x - px) * (x - px) + (y - py) * (y - py));
            doubled += px * y - x * py;
        }
        px = x;
        py = y;
    }
    printf("%.9f %.9f\n", length, fabs(doubled) / 2);
    return 0;
}
