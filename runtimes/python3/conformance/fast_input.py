import sys

numbers = map(int, sys.stdin.buffer.read().split())
next(numbers)
print(sum(numbers))
