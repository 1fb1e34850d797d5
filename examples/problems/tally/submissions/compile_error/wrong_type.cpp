#include <iostream>
#include <string>

int main() {
    std::string word = 7.5 * "sales";
    std::cout << word << '\n';
}
