# Keeps a copy of the whole path for each of the first 500 huts: 1.6 GB on the longest path.
import sys
from bisect import bisect_left

heights = list(map(int, sys.stdin.buffer.read().split()))[1:]
rows = []
last = []
for height in heights:
    if len(rows) < 500:
        rows.append(heights[:])
    place = bisect_left(last, height)
    last[place : place + 1] = [height]
print(len(last))
