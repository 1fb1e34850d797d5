# Looks at every pair of huts: right, and too slow for 400 000 of them.
n = int(input())
heights = list(map(int, input().split()))
nights = []
for i in range(n):
    nights.append(1 + max((nights[j] for j in range(i) if heights[j] < heights[i]), default=0))
print(max(nights))
