"""Writes data/secret: run it from the folder of the problem. The same seed gives the same files."""

import collections
import pathlib
import random

TESTS = 64
SECRET = pathlib.Path("data/secret")


def spelled(rng: random.Random, word: str) -> str:
    how = rng.randrange(4)
    if how < 3:
        return (word, word.upper(), word.capitalize())[how]
    return "".join(rng.choice((letter, letter.upper())) for letter in word)


def sales(number: int) -> list[str]:
    rng = random.Random(7000 + number)
    if number == 1:
        return ["z"]
    if number == 2:
        return ["Z", "z"]
    if number == 3:
        return ["abcdefghijklmnopqrst", "abcdefghijklmnopqrsu"]
    if number == 64:
        words = ["".join(rng.choices("ab", k=10)) for _ in range(2000)]
        return [spelled(rng, word) for word in words]
    items = 2 + number // 3
    longest = 1 + number % 20
    names = ["".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=rng.randint(1, longest))) for _ in range(items)]
    return [spelled(rng, rng.choice(names)) for _ in range(number * 4)]


def main() -> None:
    SECRET.mkdir(parents=True, exist_ok=True)
    for number in range(1, TESTS + 1):
        words = sales(number)
        counts = collections.Counter(word.lower() for word in words)
        ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        (SECRET / f"{number}.in").write_text("".join(f"{line}\n" for line in [len(words), *words]))
        (SECRET / f"{number}.ans").write_text("".join(f"{word} {count}\n" for word, count in ranked))


main()
