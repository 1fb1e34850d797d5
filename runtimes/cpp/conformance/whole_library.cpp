#pragma GCC optimize("O3")
#define ll long long
#include <bits/stdc++.h>
using namespace std;

int main() {
    vector<ll> numbers{1, 2, 3};
    cout << accumulate(numbers.begin(), numbers.end(), 0LL) << '\n';
}
