# Prints the first ten items only, so it is right while there are few.
import collections
import sys

words = sys.stdin.read().lower().split()[1:]
counts = collections.Counter(words)
for word in sorted(counts, key=lambda word: (-counts[word], word))[:10]:
    print(word, counts[word])
