/* Says the right thing and then stops with exit code 3. */
#include <math.h>
#include <stdio.h>

int main(void) {
    int n;
    static double x[1000], y[1000];
    double length = 0, doubled = 0;
    if (scanf("%d", &n) != 1) return 1;
    for (int i = 0; i < n; i++)
        if (scanf("%lf %lf", &x[i], &y[i]) != 2) return 1;
    for (int i = 0, j = n - 1; i < n; j = i++) {
        length += sqrt((x[i] - x[j]) * (x[i] - x[j]) + (y[i] - y[j]) * (y[i] - y[j]));
        doubled += x[j] * y[i] - x[i] * y[j];
    }
    printf("%.9f %.9f\n", length, fabs(doubled) / 2);
    return 3;
}
