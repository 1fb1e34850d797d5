#include <concepts>
#include <iostream>

template <std::integral Number>
Number sum(Number a, Number b) {
    return a + b;
}

int main() {
    std::cout << sum(1, 2) << '\n';
}
