#include <iostream>

int main() {
    for (;;)
        std::cout << "and again" << std::endl;
}
