// Looks at every pair of huts: right, and too slow for 400 000 of them.
#include <iostream>
#include <vector>

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int n, most = 0;
    std::cin >> n;
    std::vector<int> heights(n), nights(n);
    for (int i = 0; i < n; i++) {
        std::cin >> heights[i];
        int best = 0;
        for (int j = 0; j < i; j++)
            if (heights[j] < heights[i] && nights[j] > best) best = nights[j];
        nights[i] = best + 1;
        if (nights[i] > most) most = nights[i];
    }
    std::cout << most << '\n';
}
