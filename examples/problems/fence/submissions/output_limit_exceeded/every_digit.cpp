// Prints 64 MiB of digits; the problem allows 8.
#include <iostream>
#include <string>

int main() {
    const std::string digits(1 << 16, '6');
    for (int i = 0; i < 1024; i++) std::cout << digits;
    std::cout << '\n';
}
