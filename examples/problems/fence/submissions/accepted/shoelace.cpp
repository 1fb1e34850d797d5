#include <cmath>
#include <complex>
#include <iomanip>
#include <iostream>
#include <vector>

int main() {
    int n;
    std::cin >> n;
    std::vector<std::complex<double>> corners;
    for (int i = 0; i < n; i++) {
        double x, y;
        std::cin >> x >> y;
        corners.emplace_back(x, y);
    }
    double length = 0, doubled = 0;
    const auto first = corners[0];
    auto last = corners.back();
    for (const auto &corner : corners) {
        length += std::abs(corner - last);
        doubled += std::imag(std::conj(last - first) * (corner - first));
        last = corner;
    }
    std::cout << std::setprecision(12) << length << '\n' << std::abs(doubled) / 2 << '\n';
}
