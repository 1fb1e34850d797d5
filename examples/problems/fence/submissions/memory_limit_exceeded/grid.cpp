// Marks the field on a grid of 1 GiB; the problem allows 256 MiB.
#include <iostream>
#include <vector>

int main() {
    std::vector<double> grid(1 << 27);
    int n;
    std::cin >> n;
    for (int i = 0; i < n; i++) {
        long long x, y;
        std::cin >> x >> y;
        grid[(x * 31 + y) & ((1 << 27) - 1)] += 1;
    }
    double sum = 0;
    for (double cell : grid) sum += cell;
    std::cout << sum << ' ' << sum << '\n';
}
