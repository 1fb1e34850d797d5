/* Cuts the field into strips 1/4096 wide: right, and up to 8 billion strips. */
#include <math.h>
#include <stdio.h>

static double x[1001], y[1001];

static double height(int n, double at) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        if ((x[i] < at) != (x[i + 1] < at)) {
            double there = y[i] + (at - x[i]) * (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
            sum += x[i] < at ? there : -there;
        }
    return sum;
}

int main(void) {
    int n;
    double left = 1e9, right = -1e9, length = 0, area = 0;
    if (scanf("%d", &n) != 1) return 1;
    for (int i = 0; i < n; i++) {
        if (scanf("%lf %lf", &x[i], &y[i]) != 2) return 1;
        left = fmin(left, x[i]);
        right = fmax(right, x[i]);
    }
    x[n] = x[0];
    y[n] = y[0];
    for (int i = 0; i < n; i++) length += hypot(x[i + 1] - x[i], y[i + 1] - y[i]);
    for (double at = left + 1.0 / 8192; at < right; at += 1.0 / 4096) area += height(n, at) / 4096;
    printf("%.9f %.9f\n", length, fabs(area));
    return 0;
}
