import sys


def depth(n: int) -> int:
    return 0 if n == 0 else 1 + depth(n - 1)


sys.setrecursionlimit(10**6)
print(depth(int(input())))
