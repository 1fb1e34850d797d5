"""Small text files of a package: problem.yaml, statements, sources."""

from __future__ import annotations

from problems.findings import Findings
from problems.source import DamagedFile, Source

MOST_YAML_BYTES = 64 << 10
MOST_TEXT_BYTES = 1 << 20


def read_bytes(source: Source, path: str, findings: Findings, *, most: int) -> bytes | None:
    """A small file whole, or None and a finding."""
    if source.files[path] > most:
        findings.error(path, f"too large: {source.files[path]} bytes", cure=f"it may have at most {most} bytes")
        return None
    try:
        with source.open(path) as stream:
            return stream.read(most + 1)
    except DamagedFile as damage:
        findings.error(path, damage.why, cure=damage.cure)
        return None


def read_text(source: Source, path: str, findings: Findings, *, most: int = MOST_YAML_BYTES) -> str | None:
    """A small UTF-8 file with plain line ends and without a byte order mark, or None and a finding."""
    content = read_bytes(source, path, findings, most=most)
    if content is None:
        return None
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        findings.error(path, "not UTF-8", cure="save the file as UTF-8", line=line)
        return None
    return text.replace("\r\n", "\n")
