"""Exit code 42 when the input on stdin is as the statement says."""

import re
import sys

text = sys.stdin.buffer.read().decode("ascii")
assert re.fullmatch(r"[1-9][0-9]{0,3}\n([A-Za-z]{1,20}\n)+", text)
count, *words = text.split()
assert 1 <= int(count) <= 2000
assert len(words) == int(count)
sys.exit(42)
