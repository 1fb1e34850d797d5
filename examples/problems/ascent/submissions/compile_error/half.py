# The second half of the condition is missing.
n = int(input())
heights = list(map(int, input().split()))
print(sum(1 for a, b in zip(heights, heights[1:]) if a < ))
