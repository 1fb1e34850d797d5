# Lets the walker sleep twice at the same height.
import sys
from bisect import bisect_right

last = []
for height in list(map(int, sys.stdin.buffer.read().split()))[1:]:
    place = bisect_right(last, height)
    last[place : place + 1] = [height]
print(len(last))
