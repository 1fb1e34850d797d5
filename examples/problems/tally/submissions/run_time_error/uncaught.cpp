// Right for up to 50 sales; above that an exception that nobody catches ends it with SIGABRT.
#include <algorithm>
#include <cctype>
#include <iostream>
#include <map>
#include <string>
#include <vector>

int main() {
    int n;
    std::cin >> n;
    std::vector<std::string> words(50);
    std::map<std::string, int> counts;
    for (int i = 0; i < n; i++) {
        std::string word;
        std::cin >> word;
        for (char &c : word) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        words.at(static_cast<std::size_t>(i)) = word;
        counts[word]++;
    }
    std::vector<std::pair<std::string, int>> ranked(counts.begin(), counts.end());
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const auto &a, const auto &b) { return a.second > b.second; });
    for (const auto &[word, count] : ranked) std::cout << word << ' ' << count << '\n';
}
