// Needs C++20: submissions.yaml says so.
#include <algorithm>
#include <iostream>
#include <map>
#include <ranges>
#include <string>
#include <vector>

struct Item {
    int count;
    std::string word;
};

int main() {
    int n;
    std::cin >> n;
    std::map<std::string, int> counts;
    for ([[maybe_unused]] int i : std::views::iota(0, n)) {
        std::string word;
        std::cin >> word;
        std::ranges::transform(word, word.begin(), [](char c) { return c < 'a' ? static_cast<char>(c + 32) : c; });
        counts[word]++;
    }
    std::vector<Item> items;
    for (const auto &[word, count] : counts) items.push_back({.count = count, .word = word});
    std::ranges::stable_sort(items, std::ranges::greater{}, &Item::count);
    for (const auto &item : items) std::cout << item.word << ' ' << item.count << '\n';
}
