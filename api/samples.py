"""What a contestant may see of a failed sample: its standard error, since a sample hides nothing."""

from __future__ import annotations

from api.views import readable
from model.verdict import Verdict
from store import problems, submissions
from store.pool import Connection
from store.submissions import SubmissionView

TAIL_BYTES = 4096


def sample_stderr(conn: Connection, view: SubmissionView) -> str | None:
    """The end of the standard error of the first test that failed, or None unless that test is a sample.

    None as well once the problem has a newer version than the one judged: which tests were samples is then not known.
    """
    judged = view.judging
    failed = next((t for t in judged.tests if t.verdict is not Verdict.ACCEPTED), None) if judged else None
    if judged is None or failed is None:  # accepted, did not compile, or not judged yet
        return None
    version = problems.get(conn, view.problem)
    if version is None or version.number != judged.version:
        return None
    if failed.number not in {test.number for test in version.manifest.tests if test.sample}:
        return None
    rows = submissions.outputs(conn, view.id, judged.number)
    wrote = next((row.stderr for row in rows if row.test == failed.number), b"")
    return readable(wrote[-TAIL_BYTES:])
