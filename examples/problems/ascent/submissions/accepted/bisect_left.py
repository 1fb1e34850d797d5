import sys
from bisect import bisect_left


def main():
    heights = list(map(int, sys.stdin.buffer.read().split()))
    last = []
    for height in heights[1:]:
        place = bisect_left(last, height)
        if place == len(last):
            last.append(height)
        else:
            last[place] = height
    print(len(last))


main()
