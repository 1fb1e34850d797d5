#include <algorithm>
#include <iostream>
#include <vector>

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int n;
    std::cin >> n;
    std::vector<int> last;
    for (int height; n > 0 && std::cin >> height; n--) {
        auto place = std::lower_bound(last.begin(), last.end(), height);
        if (place == last.end())
            last.push_back(height);
        else
            *place = height;
    }
    std::cout << last.size() << '\n';
}
