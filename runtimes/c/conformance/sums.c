#include <stdint.h>
#include <stdio.h>

int main(void) {
    int n;
    int64_t number, sum = 0;
    scanf("%d", &n);
    for (int i = 0; i < n; i++) {
        scanf("%ld", &number);
        sum += number;
    }
    printf("%ld\n", sum);
    return 0;
}
