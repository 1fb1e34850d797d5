"""Reads attacks: hostile submissions, a file each, that say in their own comments what they try and how they may end.

Lines that begin with `//:` (C, C++, Java) or `#:` (Python) hold, together, a small TOML document:

    //: tries = "reads the agent's memory through /proc/1/mem"
    //: expect = ["ACCEPTED"]

An attack that looks for something prints `CONTAINED` when it got nothing, and what it got otherwise; ACCEPTED means
that it printed exactly that in every test. A test's input is one line: `side judging test`, each counted from 1.

A script (`.sh`) is what a compiler does that its source has taken over: it runs as the compile step, and what it leaves
as `main` is run on the tests.

Words like `@SECRET_FILE@` in a source are replaced by what the host has; `traps.py` knows them.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from judge.sandbox.system_calls import WIDEST
from judge.toml_table import Table
from model.errors import SetupError
from model.problem import ProblemLimits
from model.runtime import Runtime
from model.verdict import Verdict

FOLDER = Path(__file__).resolve().parents[2] / "tests" / "hostile" / "attacks"

MARKS = {".py": b"#:", ".sh": b"#:"}
"""What a line of the header begins with, where it is not `//:`."""

KEYS = (
    *("tries", "expect", "uses", "time_ms", "memory_mib", "output_kib", "input_kib", "tests", "judgings", "sides"),
    *("slow_reader", "narrow", "cpu_least_ms", "memory_least_mib", "memory_most_mib", "seconds_most"),
    *("compile_ms", "compile_mib"),
)
MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Ending:
    """A way in which an attack may end. `reason` is how the verdict's reason must begin; empty: any."""

    verdict: Verdict
    reason: str

    def permits(self, verdict: Verdict, reason: str) -> bool:
        """Whether this is that ending."""
        return verdict is self.verdict and reason.startswith(self.reason)

    def __str__(self) -> str:
        return f"{self.verdict}({self.reason})" if self.reason else str(self.verdict)


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack. It is judged `judgings` times in turn, by `sides` slots at once, each time on `tests` tests.

    `cpu_least_ms`, `memory_least_mib` and `memory_most_mib` bound the figures that the judge must have seen (0: not
    bounded), and `seconds_most` what it all may take.
    """

    name: str
    tries: str
    expect: tuple[Ending, ...]
    runtime: Runtime
    source: bytes
    limits: ProblemLimits
    input_bytes: int
    tests: int
    judgings: int
    sides: int
    slow_reader: bool
    cpu_least_ms: int
    memory_least_mib: int
    memory_most_mib: int
    seconds_most: int

    @property
    def group(self) -> str:
        """The folder that it is in."""
        return self.name.partition("/")[0]


def load(known: Mapping[str, Runtime], folder: Path = FOLDER) -> list[Attack]:
    """Every attack below `folder`, sorted by name. Raises SetupError with everything that is wrong with them."""
    runtimes = [*known.values(), _taken_over(known["c"])]
    endings = {ending: runtime for runtime in reversed(runtimes) for ending in runtime.extensions}
    findings: list[str] = []
    found = []
    for path in sorted(folder.glob("*/*")):
        if path.suffix not in endings:
            findings.append(f"{path.name}: no runtime takes {path.suffix}")
            continue
        found.append(_attack(path, folder, endings[path.suffix], findings))
    if findings or not found:
        raise SetupError("; ".join(findings) or f"there are no attacks in {folder}", cure="mend the named files")
    return found


def _attack(path: Path, folder: Path, runtime: Runtime, findings: list[str]) -> Attack:
    name = str(path.relative_to(folder).with_suffix(""))
    source = path.read_bytes()
    table = Table(_header(source, MARKS.get(path.suffix, b"//:"), name, findings), name, KEYS, findings)
    tests = table.whole("tests", 2)
    return Attack(
        name=name,
        tries=table.text("tries"),
        expect=tuple(_ending(text, name, findings) for text in table.texts("expect")),
        runtime=_limited(runtime, table),
        source=_with_prelude(source, table, folder, findings),
        limits=ProblemLimits(
            table.whole("time_ms", 1_000), table.whole("memory_mib", 64) * MIB, table.whole("output_kib", 1_024) << 10
        ),
        input_bytes=table.whole("input_kib", 0, least=0) << 10,
        tests=tests,
        judgings=table.whole("judgings", 1),
        sides=table.whole("sides", 1),
        slow_reader=table.flag("slow_reader", False),
        cpu_least_ms=table.whole("cpu_least_ms", 0, least=0),
        memory_least_mib=table.whole("memory_least_mib", 0, least=0),
        memory_most_mib=table.whole("memory_most_mib", 0, least=0),
        seconds_most=table.whole("seconds_most", 15),
    )


def _taken_over(runtime: Runtime) -> Runtime:
    """A language whose compiler is a shell that does what the source says."""
    step = replace(runtime.compile, argv=("/bin/sh", "main.sh"), cpu_ms=1_000, wall_ms=3_000)
    return replace(runtime, name="a compiler taken over", source_file="main.sh", extensions=(".sh",), compile=step)


def _limited(runtime: Runtime, table: Table) -> Runtime:
    """The runtime with the attack's own limits for its compiler, where it has any: bombs need not be large.

    Unless the attack says `narrow`, it may make all calls that any language may, to get at what is behind the filter.
    """
    step = runtime.compile
    if not table.flag("narrow", False):
        step = replace(step, system_calls=WIDEST)
        runtime = replace(runtime, system_calls=WIDEST)
    cpu_ms, memory = table.whole("compile_ms", step.cpu_ms), table.whole("compile_mib", step.memory_bytes // MIB)
    wall_ms = min(step.wall_ms, 3 * cpu_ms + 2_000)
    return replace(runtime, compile=replace(step, cpu_ms=cpu_ms, wall_ms=wall_ms, memory_bytes=memory * MIB))


def _header(source: bytes, mark: bytes, name: str, findings: list[str]) -> dict[str, object]:
    lines = [line[len(mark) :] for line in source.splitlines() if line.startswith(mark)]
    try:
        return tomllib.loads(b"\n".join(lines).decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        findings.append(f"{name}: its header is not TOML: {error}")
        return {}


def _ending(text: str, name: str, findings: list[str]) -> Ending:
    parts = re.fullmatch(r"([A-Z_]+)(?:\((.+)\))?", text)
    if parts is None or parts[1] not in Verdict.__members__:
        findings.append(f"{name} expect: {text!r} must look like ACCEPTED or RUNTIME_ERROR(signal SIGKILL)")
        return Ending(Verdict.INTERNAL_ERROR, "")
    return Ending(Verdict(parts[1]), parts[2] or "")


def _with_prelude(source: bytes, table: Table, folder: Path, findings: list[str]) -> bytes:
    """The source after the text of the file that it `uses`: a submission is one file."""
    if not table.has("uses"):
        return source
    prelude = folder / table.text("uses")
    if not prelude.is_file():
        table.refuse("uses", f"there is no {prelude.name}")
        return source
    return prelude.read_bytes() + b"\n" + source
