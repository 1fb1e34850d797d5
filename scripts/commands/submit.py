"""`pgjudge submit`: send a file, follow it, exit by its verdict."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from judge import runtimes
from model.errors import InputError
from model.settings import Settings
from model.verdict import Verdict
from scripts import service_file
from scripts.client import Client
from scripts.commands.output import as_json, print_json

EXIT_CODES = {
    Verdict.ACCEPTED: 0,
    Verdict.WRONG_ANSWER: 11,
    Verdict.TIME_LIMIT: 12,
    Verdict.MEMORY_LIMIT: 13,
    Verdict.OUTPUT_LIMIT: 14,
    Verdict.RUNTIME_ERROR: 15,
    Verdict.COMPILE_ERROR: 16,
    Verdict.INTERNAL_ERROR: 17,
}
"""The exit code of `submit --wait`. 2 is an error of usage or set-up."""


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--problem", "-p", required=True, help="The problem's slug.")
@click.option("--language", "-l", help="A runtime id; guessed from the file's name if left out.")
@click.option("--user", default="", help="On whose behalf.")
@click.option("--wait", is_flag=True, help="Wait for the verdict, and exit by it.")
@as_json
@click.pass_obj
def submit(
    settings: Settings, file: Path, problem: str, language: str | None, user: str, wait: bool, json_: bool
) -> None:
    """Submit FILE to a problem.

    With --wait the exit code tells the verdict: 0 accepted, 11 wrong answer, 12 time limit, 13 memory limit, 14 output
    limit, 15 runtime error, 16 compile error, 17 internal error.
    """
    try:
        source = file.read_bytes()
    except OSError as error:
        raise InputError(f"{file} cannot be read ({error.strerror})", cure="name a readable file") from error
    language = language or _guess(file)
    name = _text(file.name, "the name of the file", "rename the file")
    with Client(service_file.find(settings)) as client:
        answer = client.submit(
            problem=_text(problem, "--problem", "name one that /v1/problems lists"),
            language=_text(language, "--language", "name one that pgjudge runtime list shows"),
            source=source,
            user=_text(user, "--user", "write it in UTF-8"),
            file_name=name,
        )
        if wait:
            answer = _follow(client, answer, quiet=json_)
    if json_:
        print_json(answer)
    elif wait:
        _show(answer)
    else:
        click.echo(f"submission {answer['id']} is {answer['state']}")
    if wait:
        sys.exit(EXIT_CODES[Verdict(answer["verdict"])])


def _text(argument: str, what: str, cure: str) -> str:
    """The argument, which the shell may have given in any bytes. Raises InputError where they are not UTF-8."""
    try:
        argument.encode()
    except UnicodeEncodeError as error:
        raise InputError(f"{what} is not text in UTF-8", cure=cure) from error
    return argument


def _guess(file: Path) -> str:
    matches = [runtime.id for runtime in runtimes.load_all().values() if file.suffix in runtime.extensions]
    if not matches:
        raise InputError(f"no language is known for {file.name}", cure="name one with --language")
    return matches[0]


def _follow(client: Client, answer: dict[str, Any], *, quiet: bool) -> dict[str, Any]:
    live = sys.stderr.isatty() and not quiet
    while answer["state"] != "DONE":
        if live:
            place = f", number {answer['position']}" if answer.get("position") else ""
            print(f"\r\x1b[Ksubmission {answer['id']}: {answer['state']}{place}", end="", file=sys.stderr, flush=True)
        answer = client.submission(answer["id"], wait_s=1 if live else 20)
    if live:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    return answer


def _show(answer: dict[str, Any]) -> None:
    reason = f" ({answer['reason']})" if answer.get("reason") else ""
    click.echo(f"submission {answer['id']}: {answer['verdict']}{reason}")
    tests = answer.get("tests") or []
    passed = sum(test["verdict"] == Verdict.ACCEPTED for test in tests)
    memory = (answer.get("memory_bytes") or 0) / (1 << 20)
    click.echo(f"tests {passed} of {answer.get('tests_total', 0)}, {answer.get('time_ms')} ms, {memory:.1f} MiB")
    if answer.get("compile_output"):
        click.echo(answer["compile_output"].rstrip("\n"))
