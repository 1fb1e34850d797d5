"""Exit code 42 when the input on stdin is as the statement says."""

import itertools
import re
import sys

Corner = tuple[int, int]


def turn(a: Corner, b: Corner, c: Corner) -> int:
    cross = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (cross > 0) - (cross < 0)


def inside(a: Corner, b: Corner, c: Corner) -> bool:
    return min(a[0], b[0]) <= c[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])


def touch(a: Corner, b: Corner, c: Corner, d: Corner) -> bool:
    turns = turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)
    if turns[0] != turns[1] and turns[2] != turns[3]:
        return True
    ends = ((a, b, c), (a, b, d), (c, d, a), (c, d, b))
    return any(side == 0 and inside(*end) for side, end in zip(turns, ends, strict=True))


text = sys.stdin.buffer.read().decode("ascii")
number = "(0|-?[1-9][0-9]{0,6})"
assert re.fullmatch(rf"[1-9][0-9]{{0,3}}\n({number} {number}\n)+", text)
count, *numbers = map(int, text.split())
assert 3 <= count <= 1000
assert len(numbers) == 2 * count
assert all(abs(value) <= 1_000_000 for value in numbers)
corners = list(zip(numbers[::2], numbers[1::2], strict=True))
assert len(set(corners)) == count
edges = list(zip(corners, corners[1:] + corners[:1], strict=True))
for i, k in itertools.combinations(range(count), 2):
    if k - i not in (1, count - 1):
        assert not touch(*edges[i], *edges[k]), (edges[i], edges[k])
for (a, b), (_, c) in zip(edges, edges[1:] + edges[:1], strict=True):
    assert turn(a, b, c) != 0 or not (inside(a, b, c) or inside(b, c, a)), (a, b, c)
sys.exit(42)
