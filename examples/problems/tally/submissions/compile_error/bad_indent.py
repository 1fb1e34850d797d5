import sys

for word in sys.stdin:
print(word)
