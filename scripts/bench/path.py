"""What the path of a submission costs: a box, a run in it, and a whole judging, each beside the same thing bare."""

from __future__ import annotations

import io
import os
import random
import statistics
import tempfile
import time
from pathlib import Path

from judge import agent, images, runtimes
from judge.sandbox.box import Box, BoxSpec, Command, RunLimits
from judge.sandbox.runc import RuncEngine
from model.errors import SetupError
from model.runtime import Runtime
from model.settings import Settings, from_environment
from scripts import verify
from scripts.bench import host
from scripts.bench.figures import Figures, percentile
from scripts.client import Client

BOXES = 20
RUNS = 1_000
JUDGINGS = 7
TESTS = 50
LINES = 10_000

LIMITS = RunLimits(cpu_ns=2_000_000_000, wall_ns=5_000_000_000, stdout_bytes=8 << 20)

SOURCE = b"""\
#include <algorithm>
#include <iostream>
#include <vector>

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int n;
    std::cin >> n;
    std::vector<long long> values(n);
    for (auto &value : values) std::cin >> value;
    std::sort(values.begin(), values.end());
    for (auto value : values) std::cout << value << '\\n';
}
"""


def main() -> None:
    """Print the figures."""
    settings = from_environment(os.environ)
    figures = Figures("path")
    runtime = runtimes.load_all()["cpp17"]
    rootfs = images.find(runtime, settings.images)
    if rootfs is None:
        raise SetupError("the image of cpp17 is not built", cure="run pgjudge runtime build")
    with tempfile.TemporaryDirectory(prefix="pgjudge-bench-") as folder:
        scratch = Path(folder)
        bare = host.Bare(rootfs, scratch)
        try:
            _boxes(figures, settings, rootfs, bare)
            _judgings(figures, settings, runtime, scratch, bare)
        finally:
            bare.close()


def _boxes(figures: Figures, settings: Settings, rootfs: Path, bare: host.Bare) -> None:
    engine = RuncEngine(
        run_dir=settings.run_dir,
        agent=agent.install(settings.home),
        runc=settings.runc,
        uid_base=settings.uid_base,
        name="bench",
    )
    spec = BoxSpec(rootfs, 256 << 20, 64, 64 << 20, 4096, cpus=(max(os.sched_getaffinity(0)),))
    cold = []
    for _ in range(BOXES):
        start = time.perf_counter_ns()
        box = engine.open(spec)
        cold.append((time.perf_counter_ns() - start) / 1e6)
        box.close()
    figures.figure("cold_box_ms", statistics.median(cold), "ms", BOXES)
    boxed, plain = _runs(engine.open(spec), bare)
    engine.close()
    figures.figure("run_p50_ms", percentile(boxed, 0.5), "ms", RUNS)
    figures.figure("run_p99_ms", percentile(boxed, 0.99), "ms", RUNS)
    figures.figure("bare_p50_ms", percentile(plain, 0.5), "ms", RUNS)
    over, ratio = percentile(boxed, 0.5) - percentile(plain, 0.5), percentile(boxed, 0.5) / percentile(plain, 0.5)
    figures.figure("run_over_bare_ms", over, "ms", RUNS, peer="bare fork+exec+wait", ratio=ratio)


def _runs(box: Box, bare: host.Bare) -> tuple[list[float], list[float]]:
    """Milliseconds of runs of /bin/true in a box and bare, in turns of a hundred."""
    command = Command(("/bin/true",), LIMITS)
    boxed: list[float] = []
    plain: list[float] = []
    with box:
        for _ in range(RUNS // 100):
            for _ in range(100):
                start = time.perf_counter_ns()
                box.run(command, io.BytesIO(), _drop, _drop)
                boxed.append((time.perf_counter_ns() - start) / 1e6)
            plain += [wall / 1e6 for wall in bare.run(["/bin/true"], count=100).wall_ns]
    return boxed, plain


def _drop(_data: bytes) -> None:
    return


def _judgings(figures: Figures, settings: Settings, runtime: Runtime, scratch: Path, bare: host.Bare) -> None:
    package = _package(scratch / "sort-lines")
    judged: list[float] = []
    plain: list[float] = []
    with host.service(settings, scratch, os.environ) as measured, Client(measured.service) as client:
        verify.add(client, package, "sort-lines")
        _judge(client)
        for _ in range(JUDGINGS):
            before = measured.cpu_s()
            _judge(client)
            judged.append(measured.cpu_s() - before)
            plain.append(_bare_judging(runtime, package, bare))
    ratio = statistics.median(judged) / statistics.median(plain)
    figures.figure("judged_core_s", statistics.median(judged), "s", JUDGINGS)
    figures.figure("bare_core_s", statistics.median(plain), "s", JUDGINGS)
    figures.figure("judged_over_bare_core_ratio", ratio, "ratio", JUDGINGS, peer="bare compile and runs", ratio=ratio)


def _judge(client: Client) -> None:
    answer = client.submit(problem="sort-lines", language="cpp17", source=SOURCE)
    while answer["state"] != "DONE":
        answer = client.submission(answer["id"], wait_s=20)
    if answer["verdict"] != "ACCEPTED":
        raise SetupError(f"the benchmark's submission got {answer['verdict']}", cure=str(answer))


def _bare_judging(runtime: Runtime, package: Path, bare: host.Bare) -> float:
    """CPU seconds of the same compile and the same runs, bare."""
    (bare.root / "tmp" / runtime.source_file).write_bytes(SOURCE)
    compiled = bare.run(runtime.compile.argv)
    program = bare.root / "box" / runtime.compile.artifact
    program.write_bytes((bare.root / "tmp" / runtime.compile.artifact).read_bytes())
    program.chmod(0o755)
    inputs = str(package / "data" / "secret" / "%d.in")
    runs = bare.run(runtime.run, count=TESTS, stdin=inputs, stdout=str(package / "output"))
    return compiled.cpu_s + runs.cpu_s


def _package(folder: Path) -> Path:
    secret = folder / "data" / "secret"
    secret.mkdir(parents=True)
    (folder / "problem.yaml").write_text(
        "name: Sort lines\nlimits:\n  memory: 256\n  time_limit: 2\n", encoding="utf-8"
    )
    numbers = random.Random(1)
    for test in range(1, TESTS + 1):
        values = [numbers.randrange(10**9) for _ in range(LINES)]
        (secret / f"{test}.in").write_text("\n".join(map(str, [LINES, *values])) + "\n", encoding="ascii")
        (secret / f"{test}.ans").write_text("\n".join(map(str, sorted(values))) + "\n", encoding="ascii")
    return folder


if __name__ == "__main__":
    main()
