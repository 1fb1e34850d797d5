#include <algorithm>
#include <iostream>
#include <string>

int main() {
    std::string line;
    std::getline(std::cin, line);
    auto begins = [](char byte) { return (byte & 0xC0) != 0x80; };
    std::cout << line << '\n' << std::count_if(line.begin(), line.end(), begins) << '\n';
}
