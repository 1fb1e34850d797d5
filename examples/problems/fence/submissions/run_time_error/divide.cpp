// Divides by the number of corners that are missing, which is zero: SIGFPE.
#include <iostream>

int main() {
    int n, read = 0;
    std::cin >> n;
    for (int x, y; std::cin >> x >> y;) read++;
    volatile int missing = n - read;
    std::cout << 100 / missing << '\n';
}
