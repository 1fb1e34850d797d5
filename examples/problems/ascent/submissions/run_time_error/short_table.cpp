// Right for up to 100 000 huts; above that an exception that nobody catches ends it with SIGABRT.
#include <algorithm>
#include <iostream>
#include <vector>

int main() {
    int n;
    std::cin >> n;
    std::vector<int> heights(100000), last;
    for (int i = 0; i < n; i++) {
        std::cin >> heights.at(static_cast<std::size_t>(i));
        auto place = std::lower_bound(last.begin(), last.end(), heights[static_cast<std::size_t>(i)]);
        if (place == last.end())
            last.push_back(heights[static_cast<std::size_t>(i)]);
        else
            *place = heights[static_cast<std::size_t>(i)];
    }
    std::cout << last.size() << '\n';
}
