#include <cstdint>
#include <iostream>

int main() {
    int n;
    std::int64_t number, sum = 0;
    std::cin >> n;
    while (n-- > 0 && std::cin >> number)
        sum += number;
    std::cout << sum << '\n';
}
