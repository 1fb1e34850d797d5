"""Writes data/secret: run it from the folder of the problem. The same seed gives the same files."""

import fractions
import math
import pathlib
import random

SECRET = pathlib.Path("data/secret")
Corner = tuple[int, int]


def star(rng: random.Random, corners: int, reach: int, middle: Corner = (0, 0)) -> list[Corner]:
    """A field that can be seen whole from its middle: corners by falling angle, at any distance."""
    angles = sorted({rng.random() * 2 * math.pi for _ in range(corners)})
    field = []
    for angle in angles:
        distance = rng.uniform(reach * 0.5, reach)
        field.append((middle[0] + round(distance * math.cos(angle)), middle[1] + round(distance * math.sin(angle))))
    return list(dict.fromkeys(field))


def comb(teeth: int, height: int) -> list[Corner]:
    """A field with long thin teeth along its upper side."""
    upper = [(x, height if x % 4 in (1, 2) else 1) for x in range(2 * teeth)]
    return [*upper, (2 * teeth - 1, 0), (0, 0)]


def fields() -> list[list[Corner]]:
    rng = random.Random(11)
    most = 1_000_000
    return [
        [(0, 0), (1, 0), (0, 1)],
        [(-most, -most), (most, -most), (most, most), (-most, most)],
        [(most, most), (most, most - 1), (most - 1, most)],
        star(rng, 5, 10),
        star(rng, 10, 100)[::-1],
        star(rng, 50, 1000),
        star(rng, 20, 60, (999_900, -999_900)),
        star(rng, 100, 900, (-999_000, 999_000))[::-1],
        comb(100, 1_000_000),
        star(rng, 300, 500_000, (400_000, 400_000)),
        star(rng, 1000, most),
        star(rng, 1000, most)[::-1],
    ]


def main() -> None:
    SECRET.mkdir(parents=True, exist_ok=True)
    for number, field in enumerate(fields(), start=1):
        pairs = list(zip(field, [*field[1:], field[0]], strict=True))
        length = math.fsum(math.hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairs)
        area = abs(fractions.Fraction(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs), 2))
        rows = "".join(f"{x} {y}\n" for x, y in field)
        (SECRET / f"{number}.in").write_text(f"{len(field)}\n{rows}")
        (SECRET / f"{number}.ans").write_text(f"{length:.9f} {float(area):.1f}\n")


main()
