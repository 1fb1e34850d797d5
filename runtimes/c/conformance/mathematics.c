#include <math.h>
#include <stdio.h>

int main(void) {
    volatile double two = 2;
    printf("%.4f\n", sqrt(two));
    return 0;
}
