# Looks for the end of the list, which is never there.
import sys

words = sys.stdin.read().lower().split()[1:]
place = 0
while words:
    place = (place + 1) % len(words)
