"""Exit code 42 when the input on stdin is as the statement says."""

import re
import sys

text = sys.stdin.buffer.read().decode("ascii")
assert re.fullmatch(r"[1-9][0-9]{0,5}\n[1-9][0-9]{0,6}( [1-9][0-9]{0,6})*\n", text)
count, *heights = map(int, text.split())
assert 1 <= count <= 400_000
assert len(heights) == count
assert max(heights) <= 1_000_000
sys.exit(42)
