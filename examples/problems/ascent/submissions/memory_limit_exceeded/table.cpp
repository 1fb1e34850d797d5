// Keeps a row of numbers for each of the first 1500 huts: right and small on short paths, about 2 GB on the longest.
#include <algorithm>
#include <iostream>
#include <vector>

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int n;
    std::cin >> n;
    std::vector<int> last;
    std::vector<std::vector<int>> rows;
    for (int i = 0, height; i < n && std::cin >> height; i++) {
        if (rows.size() < 1500) rows.emplace_back(n, height);
        auto place = std::lower_bound(last.begin(), last.end(), height);
        if (place == last.end())
            last.push_back(height);
        else
            *place = height;
    }
    long long sum = 0;
    for (const auto &row : rows) sum += row[row.size() / 2];
    std::cout << last.size() << (sum < 0 ? "!" : "") << '\n';
}
