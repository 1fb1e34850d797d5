// Needs C++20: submissions.yaml says so. Keeps the best number of nights below each height in a Fenwick tree.
#include <algorithm>
#include <bit>
#include <concepts>
#include <iostream>
#include <vector>

template <std::totally_ordered T>
class Best {
public:
    explicit Best(unsigned size) : tree(std::bit_ceil(size + 1)) {}
    void raise(unsigned at, T value) {
        for (; at < tree.size(); at += at & -at) tree[at] = std::max(tree[at], value);
    }
    T below(unsigned at) const {
        T best{};
        for (--at; at > 0; at -= at & -at) best = std::max(best, tree[at]);
        return best;
    }

private:
    std::vector<T> tree;
};

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int n, most = 0;
    std::cin >> n;
    Best<int> best(1'000'000);
    for (int i = 0; i < n; i++) {
        unsigned height;
        std::cin >> height;
        int nights = best.below(height) + 1;
        best.raise(height, nights);
        most = std::max(most, nights);
    }
    std::cout << most << '\n';
}
