#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int n;
    static long long x[1001], y[1001];
    if (scanf("%d", &n) != 1) return 1;
    for (int i = 0; i < n; i++)
        if (scanf("%lld %lld", &x[i], &y[i]) != 2) return 1;
    x[n] = x[0];
    y[n] = y[0];
    double length = 0;
    long long doubled = 0;
    for (int i = 0; i < n; i++) {
        double dx = (double)(x[i + 1] - x[i]), dy = (double)(y[i + 1] - y[i]);
        length += sqrt(dx * dx + dy * dy);
        doubled += x[i] * y[i + 1] - x[i + 1] * y[i];
    }
    printf("%.9f %.1f\n", length, (double)llabs(doubled) / 2);
    return 0;
}
