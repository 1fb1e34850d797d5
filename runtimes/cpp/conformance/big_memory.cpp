#include <iostream>
#include <numeric>
#include <vector>

int main() {
    std::vector<char> bytes(std::size_t(160) << 20, 1);
    std::cout << (std::accumulate(bytes.begin(), bytes.end(), std::size_t(0)) >> 20) << '\n';
}
