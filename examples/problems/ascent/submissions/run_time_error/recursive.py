# Goes one call deeper for each hut: RecursionError on long paths.
from bisect import bisect_left


def nights(heights, place, last):
    if place == len(heights):
        return len(last)
    at = bisect_left(last, heights[place])
    last[at : at + 1] = [heights[place]]
    return nights(heights, place + 1, last)


input()
print(nights(list(map(int, input().split())), 0, []))
