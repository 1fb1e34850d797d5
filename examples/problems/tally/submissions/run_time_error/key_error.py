# Counts into a table that starts empty: KeyError, exit code 1.
import sys

counts: dict[str, int] = {}
for word in sys.stdin.read().lower().split()[1:]:
    counts[word] += 1
