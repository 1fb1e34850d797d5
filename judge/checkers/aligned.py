"""Walks answer and output side by side in pieces, so that memory and time stay small however large they are.

A wrong output is often much longer than the answer, or full of tiny tokens: cutting it up whole would cost many times
its size in memory. Here about `BLOCK_BYTES` of each side are cut up at a time, and nothing after the first difference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

BLOCK_BYTES = 1 << 20


def blocks(data: bytes, separator: re.Pattern[bytes], size: int = BLOCK_BYTES) -> Iterator[bytes]:
    """`data` in blocks of at least `size` bytes (the last may be smaller), cut at a separator, which is left out."""
    start = 0
    while (cut := separator.search(data, start + size)) is not None:
        yield data[start : cut.start()]
        start = cut.end()
    yield data[start:]


def aligned(
    answer: Iterator[list[bytes]], output: Iterator[list[bytes]]
) -> Iterator[tuple[int, list[bytes], list[bytes]]]:
    """Pairs of equally long lists: the number of the first part in them (from 1), parts of the answer, of the output.

    When one side ends before the other, the last pair holds what is left, and one of its lists is empty.
    """
    first = 1
    left: list[bytes] = []
    right: list[bytes] = []
    while True:
        left = left or next((parts for parts in answer if parts), [])
        right = right or next((parts for parts in output if parts), [])
        count = min(len(left), len(right))
        if count == 0:
            if left or right:
                yield first, left, right
            return
        yield first, left[:count], right[:count]
        first += count
        left, right = left[count:], right[count:]
