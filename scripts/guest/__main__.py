"""`python -m scripts.guest`: runs tests in guests, one for each engine, and exits as they did."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import click

from judge import runtimes
from model.errors import EXIT_ERROR, InputError, PgjudgeError
from model.settings import from_environment
from scripts.guest import build, machine, recipe, suites, work_disk
from scripts.guest.build import Parts
from scripts.guest.console import Consoles
from scripts.guest.machine import Limits

TESTS_FAILED = 1
SILENT_S = 600.0


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--engines", default="runc crun", show_default=True, help="OCI runtimes, a guest for each.")
@click.option("--kernel", default=recipe.KERNEL_SUITES[0], show_default=True, help="Debian suite of the kernel.")
@click.option("--languages", default="c python3", show_default=True, help="Runtimes whose images a guest has.")
@click.option("--quick", is_flag=True, help="Without TESTS: only what depends most on control groups, in minutes.")
@click.option("--limit", default=3000.0, show_default=True, help="Seconds that a guest may take.")
@click.option("--results", type=click.Path(path_type=Path), help="Folder for the JUnit file of each engine.")
@click.argument("tests", nargs=-1)
def main(
    engines: str,
    kernel: str,
    languages: str,
    quick: bool,
    limit: float,
    results: Path | None,
    tests: tuple[str, ...],
) -> None:
    """Run TESTS, arguments of pytest, in virtual machines whose control groups are of version 2. Without TESTS: all
    of the sandbox and the agent, and whole judgings in each of the languages."""
    if kernel not in recipe.KERNEL_SUITES:
        raise InputError(f"no kernel of {kernel}", cure=f"one of {', '.join(recipe.KERNEL_SUITES)}")
    known = runtimes.load_all()
    unknown = [name for name in languages.split() if name not in known]
    if unknown:
        raise InputError(f"unknown runtime {unknown[0]}", cure=f"one of {', '.join(sorted(known))}")
    settings = from_environment(os.environ)
    chosen = [known[name] for name in languages.split()]
    started = time.monotonic()
    parts = build.build(recipe.Recipe(kernel), chosen, settings.images, settings.home / "guest", _tell)
    _tell(f"starting one for each of {engines} after {time.monotonic() - started:.0f} s")
    pace = machine.STEADY if kernel == recipe.KERNEL_SUITES[0] else machine.FAST
    suite = suites.quick if quick else suites.everything
    guest = Guest(parts, pace, Limits(limit, SILENT_S), tests or suite(languages.split()), results)
    with ThreadPoolExecutor() as pool:
        codes = list(pool.map(guest.run, engines.split()))
    _tell(f"all ended after {time.monotonic() - started:.0f} s")
    sys.exit(TESTS_FAILED if any(codes) else 0)


@dataclass(frozen=True)
class Guest:
    """What guests of all engines have in common."""

    parts: Parts
    pace: tuple[str, ...]
    limits: Limits
    tests: tuple[str, ...]
    results: Path | None
    consoles: Consoles = field(default_factory=lambda: Consoles(_write))

    def run(self, engine: str) -> int:
        """Pytest's exit code in a guest of its own. Raises GuestFailed."""
        with tempfile.TemporaryDirectory(prefix="guest-") as folder:
            work = Path(folder, "work.img")
            work_disk.make(work, Path(folder, "tree"), engine, self.tests)
            started = time.monotonic()
            command = machine.command(self.parts, work, self.pace)
            last_lines = machine.run(command, self.limits, lambda piece: self.consoles.show(engine, piece))
            self.consoles.finish(engine)
            code = work_disk.exit_code(work)
            if self.results:
                work_disk.save_results(work, self.results / engine)
        if code is None:
            raise machine.failure(last_lines, f"of {engine} ended before its tests did")
        _tell(f"the tests with {engine} exited with {code} after {time.monotonic() - started:.0f} s")
        return code


def _tell(line: str) -> None:
    _write(f"guest: {line}\n")


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


if __name__ == "__main__":
    try:
        main(standalone_mode=False)
    except PgjudgeError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
    except click.UsageError as error:
        print(f"error: {error.format_message()}", file=sys.stderr)
        sys.exit(EXIT_ERROR)
