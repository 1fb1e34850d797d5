import collections
import sys

words = sys.stdin.read().lower().split()[1:]
counts = collections.Counter(words)
for word in sorted(counts, key=lambda word: (-counts[word], word)):
    print(word, counts[word])
