"""Writes data/secret: run it from the folder of the problem. The same seed gives the same files."""

import bisect
import pathlib
import random

SECRET = pathlib.Path("data/secret")


def nights(heights: list[int]) -> int:
    """The least last height for each number of nights, kept in order."""
    last: list[int] = []
    for height in heights:
        place = bisect.bisect_left(last, height)
        last[place : place + 1] = [height]
    return len(last)


def paths() -> list[list[int]]:
    rng = random.Random(23)
    return [
        [1],
        [1_000_000, 1],
        [1, 1_000_000],
        [3, 1, 2, 1, 3, 2, 4],
        list(range(10, 0, -1)),
        [rng.randint(1, 5) for _ in range(60)],
        [rng.randint(1, 1000) for _ in range(1000)],
        [number % 97 + 1 for number in range(2000)],
        list(range(1, 20_001)),
        [rng.randint(1, 99_999) for _ in range(400_000)],
    ]


def main() -> None:
    SECRET.mkdir(parents=True, exist_ok=True)
    for number, heights in enumerate(paths(), start=1):
        (SECRET / f"{number}.in").write_text(f"{len(heights)}\n{' '.join(map(str, heights))}\n")
        (SECRET / f"{number}.ans").write_text(f"{nights(heights)}\n")


main()
