# Prints 64 MiB; the problem allows 1.
import sys

for _ in range(1024):
    sys.stdout.write("a" * 65535 + "\n")
