// Sleeps in every hut that lies higher than the last, without ever passing one by.
#include <iostream>

int main() {
    int n, last = 0, nights = 0;
    std::cin >> n;
    for (int height; std::cin >> height;)
        if (height > last) {
            last = height;
            nights++;
        }
    std::cout << nights << '\n';
}
