// Waits for a count that never comes down.
#include <iostream>

int main() {
    int n;
    std::cin >> n;
    volatile unsigned long turns = 0;
    while (n > 0) turns = turns + 1;
    std::cout << turns << '\n';
}
