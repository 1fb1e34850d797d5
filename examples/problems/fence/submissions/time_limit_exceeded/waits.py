# Waits for input that never comes to be what it wants.
import sys

numbers = sys.stdin.read().split()
while numbers and numbers[0] != "end":
    numbers.append(numbers.pop(0))
