#include <bits/stdc++.h>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    long long number, sum = 0;
    cin >> n;
    for (int i = 0; i < n; i++) {
        cin >> number;
        sum += number;
    }
    cout << sum << '\n';
}
