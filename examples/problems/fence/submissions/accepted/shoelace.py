import math
import sys

numbers = list(map(int, sys.stdin.read().split()))[1:]
corners = list(zip(numbers[::2], numbers[1::2]))
pairs = list(zip(corners, corners[1:] + corners[:1]))
print(sum(math.dist(a, b) for a, b in pairs), abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs)) / 2)
