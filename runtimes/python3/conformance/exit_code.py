import sys

print(42)
sys.exit(7)
