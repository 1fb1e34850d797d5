"""Values that the tests of the store submit, claim and finish."""

from __future__ import annotations

import hashlib

from model.judging import Claim, JudgingResult, Output, TestResult
from model.problem import Checker, Manifest, ProblemLimits, ProblemVersion, Statement, TestFile
from model.submission import Lane, NewSubmission, State
from model.verdict import Verdict
from store import leases, manifests, problems, submissions
from store.pool import Connection

STALE = "00000000-0000-4000-8000-000000000000"
"""A token that is nobody's."""

ACCEPTED = JudgingResult(Verdict.ACCEPTED, worker="w")


def sha(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def manifest(answer: bytes = b"3\n") -> Manifest:
    """A problem of one test; another answer makes another version."""
    test = TestFile(1, "1", True, sha(b"1 2\n"), 4, sha(answer), len(answer))
    return Manifest(Checker(), ProblemLimits(multipliers=(("java", 2.0),)), (test,))


def publish(conn: Connection, slug: str, *, answer: bytes = b"3\n", title: str = "Sum") -> ProblemVersion:
    made = manifest(answer)
    return problems.publish(
        conn,
        slug=slug,
        title=title,
        manifest_digest=sha(manifests.to_json(made)),
        manifest=made,
        statements=[Statement("en", "md", "Add *two* numbers.")],
        samples=[(b"1 2\n", answer)],
    )


def new(
    *,
    user: str = "ada",
    problem: str = "sum",
    runtime: str = "c",
    source: bytes = b"int main(){}",
    lane: Lane = Lane.SUBMIT,
) -> NewSubmission:
    return NewSubmission(user, problem, runtime, source, "main.c", lane)


def submit(conn: Connection, *, runtime: str = "c", lane: Lane = Lane.SUBMIT) -> int:
    return submissions.accept(conn, new(runtime=runtime, lane=lane)).id


def claim(
    conn: Connection, *, most: int = 1, worker: str = "w", runtimes: tuple[str, ...] = ("c",), lease: float = 60.0
) -> list[Claim]:
    return leases.claim(conn, worker=worker, runtimes=list(runtimes), most=most, lease_seconds=lease)


def claim_one(conn: Connection, *, worker: str = "w", lease: float = 60.0) -> Claim:
    (claimed,) = claim(conn, worker=worker, lease=lease)
    return claimed


def full_result() -> JudgingResult:
    """A result with every field away from its default."""
    return JudgingResult(
        Verdict.RUNTIME_ERROR,
        reason="exit 3",
        cpu_ns=1_500_000_001,
        wall_ns=2**40,
        memory_bytes=2**33,
        tests=(
            TestResult(1, Verdict.ACCEPTED),
            TestResult(2, Verdict.RUNTIME_ERROR, "exit 3", 1, 2, 3, 3, "SIGSEGV", 2**35),
        ),
        tests_total=2,
        compile_output="warning: naïve ✓",
        compile_cpu_ns=7,
        outputs=(Output(1, b"a\0\xff\n", b"", False, False), Output(2, b"", b"\xfe", True, True)),
        worker="w-0",
        image_digest="ab" * 32,
    )


def state(conn: Connection, submission: int) -> State:
    view = submissions.get(conn, submission)
    assert view is not None
    return view.state


def expire(conn: Connection) -> None:
    conn.execute("update queue set lease_until = now() - interval '1 second' where state = 1")
