# Keeps a table of 400 numbers for each hut: right and small on short paths, over 1 GB on the longest.
import sys
from bisect import bisect_left

heights = list(map(int, sys.stdin.buffer.read().split()))[1:]
table = [0] * (400 * len(heights))
nights = 0
last = []
for height in heights:
    place = bisect_left(last, height)
    last[place : place + 1] = [height]
    table[nights] = nights = len(last)
print(nights)
