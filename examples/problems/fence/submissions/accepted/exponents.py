# Right, in scientific notation.
import math

n = int(input())
corners = [tuple(map(int, input().split())) for _ in range(n)]
length = doubled = 0
for i in range(n):
    (ax, ay), (bx, by) = corners[i - 1], corners[i]
    length += math.hypot(bx - ax, by - ay)
    doubled += ax * by - bx * ay
print(f"{length:.10E}")
print(f"{abs(doubled) / 2:+.10e}")
