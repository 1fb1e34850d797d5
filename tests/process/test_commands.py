"""The commands against a real service: results, exit codes, and one line with the cure for each mistake."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from judge import images, runtimes
from model.errors import EXIT_ERROR, EXIT_TRY_AGAIN
from model.verdict import Verdict
from scripts import packages, verify
from scripts.commands.submit import EXIT_CODES
from store.server import EmbeddedPostgres
from tests.process.conftest import echo
from tests.process.running import Running, as_json

PROGRAMS = {
    Verdict.ACCEPTED: 'int main(void) { int x; scanf("%d", &x); printf("%d\\n", x); }',
    Verdict.WRONG_ANSWER: 'int main(void) { puts("41"); }',
    Verdict.RUNTIME_ERROR: "int main(void) { return 3; }",
    Verdict.COMPILE_ERROR: "int main(void) { return }",
    Verdict.OUTPUT_LIMIT: 'int main(void) { for (;;) puts("42"); }',
    Verdict.MEMORY_LIMIT: "#include <stdlib.h>\n#include <string.h>\n"
    "int main(void) { for (;;) { char *p = malloc(1 << 24); if (p) memset(p, 1, 1 << 24); } }",
}


@pytest.mark.parametrize("verdict", PROGRAMS)
def test_submit_exits_by_the_verdict(running: Running, tmp_path: Path, verdict: Verdict) -> None:
    source = tmp_path / "program.c"
    source.write_text("#include <stdio.h>\n" + PROGRAMS[verdict])
    done = running.command("submit", source, "--problem", "echo", "--wait", "--json")
    assert done.returncode == EXIT_CODES[verdict], done.stderr
    assert as_json(done.stdout)["verdict"] == verdict


def test_submit_without_waiting_says_what_it_did(running: Running, tmp_path: Path) -> None:
    source = tmp_path / "program.py"
    source.write_text("print(42)\n")
    done = running.command("submit", source, "--problem", "echo")
    assert (done.returncode, done.stdout.split()[0]) == (0, "submission")


def test_verify_judges_a_package_and_says_how_many_are_as_expected(running: Running, tmp_path: Path) -> None:
    package = tmp_path / "answer"
    for folder in ("data/secret", "submissions/accepted", "submissions/wrong_answer"):
        (package / folder).mkdir(parents=True)
    (package / "problem.yaml").write_text("name: Answer\nlimits:\n  time_limit: 2\n")
    (package / "data/secret/1.in").write_text("\n")
    (package / "data/secret/1.ans").write_text("42\n")
    (package / "submissions/accepted/a.py").write_text("print(42)\n")
    (package / "submissions/wrong_answer/b.py").write_text("print(41)\n")
    done = running.command("problem", "verify", package)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "2 submissions, 2 as expected"), done.stderr
    (package / "submissions/wrong_answer/c.py").write_text("print(42)\n")
    done = running.command("problem", "verify", package)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (1, "3 submissions, 2 as expected")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--problem", "ecko"], "there is no problem 'ecko'"),
        (["--problem", "echo", "--language", "cobol"], "cobol"),
    ],
)
def test_a_wrong_name_is_one_line_with_the_cure(
    running: Running, tmp_path: Path, arguments: list[str], words: str
) -> None:
    source = tmp_path / "program.c"
    source.write_text("int main(void) { return 0; }")
    _refused(running.command("submit", source, *arguments), words)


def test_an_empty_or_too_large_source_is_refused(running: Running, tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_bytes(b"")
    _refused(running.command("submit", source, "--problem", "echo"), "empty")
    source.write_bytes(b" " * (257 << 10))
    _refused(running.command("submit", source, "--problem", "echo"), "262144")


def test_a_broken_package_is_refused_with_every_finding(running: Running, tmp_path: Path) -> None:
    package = tmp_path / "broken"
    (package / "data" / "secret").mkdir(parents=True)
    (package / "problem.yaml").write_text("name: [unclosed\n")
    (package / "data" / "secret" / "1.in").write_text("1\n")
    done = running.command("problem", "add", package)
    assert done.returncode == 2
    assert "problem.yaml:" in done.stderr
    assert "1.in" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_zip_that_points_outside_is_refused(running: Running, tmp_path: Path) -> None:
    archive = tmp_path / "escape.zip"
    with zipfile.ZipFile(archive, "w") as target:
        target.writestr("problem.yaml", "name: Escape\n")
        target.writestr("data/secret/../../../../etc/1.in", "1\n")
    done = running.command("problem", "add", archive)
    assert done.returncode == 2
    assert ".." in done.stderr


def test_a_second_service_with_the_same_state_is_refused(running: Running) -> None:
    _refused(running.command("up"), "already running")


def test_a_taken_port_is_refused(running: Running, scratch: Path) -> None:
    with running.client() as client:
        taken = client.url.removeprefix("http://")
    other = {"PGJUDGE_HOME": str(scratch / "other"), "PGJUDGE_LISTEN": taken}
    _refused(running.command("up", environment=other), "cannot be listened on")


@pytest.mark.parametrize("part", ["worker", "api", "reaper", "migrate"])
def test_an_unreachable_postgres_is_one_line(running: Running, part: str) -> None:
    nowhere = {"PGJUDGE_DATABASE_URL": "postgresql://nobody@127.0.0.1:9/none"}
    _refused(running.command(part, environment=nowhere), "Postgres", EXIT_TRY_AGAIN)


@pytest.mark.parametrize("part", ["up", "doctor"])
def test_a_missing_runc_is_named(running: Running, scratch: Path, part: str) -> None:
    other = {"PGJUDGE_HOME": str(scratch / "other"), "PGJUDGE_RUNC": "/nowhere/runc"}
    done = running.command(part, environment=other)
    assert done.returncode != 0
    line = next(line for line in (done.stdout + done.stderr).splitlines() if "/nowhere/runc" in line)
    assert "install" in line
    assert "Traceback" not in done.stderr


def test_without_root_it_says_so(running: Running, scratch: Path) -> None:
    """In a user namespace without a mapping nobody is root."""
    done = subprocess.run(
        ["unshare", "--user", sys.executable, "-P", "-m", "scripts", "up"],
        env=running.environment | {"PGJUDGE_HOME": str(scratch / "rootless")},
        capture_output=True,
        text=True,
    )
    _refused(done, "root")


def test_doctor_finds_this_host_fit(running: Running) -> None:
    done = running.command("doctor", "--json")
    assert done.returncode == 0, done.stdout
    assert all(finding["ok"] for finding in as_json(done.stdout))


def test_runtime_list_says_what_is_built(running: Running, images_folder: Path) -> None:
    rows = as_json(running.command("runtime", "list", "--json").stdout)
    assert {row["id"] for row in rows} == set(runtimes.load_all())
    assert all(row["built"] for row in rows)
    assert all(images.find(runtime, images_folder) for runtime in runtimes.load_all().values())


def test_a_postgres_of_the_operators_own_is_used_instead(
    scratch: Path, images_folder: Path, agent_binary: Path, tmp_path: Path
) -> None:
    server = EmbeddedPostgres(scratch / "own-postgres")
    service = Running(
        scratch / "own", images_folder, Path(f"/run/pgjudge-own-{os.getpid()}"), DATABASE_URL=server.start()
    )
    try:
        service.start()
        with service.client() as client:
            verify.add(client, echo(tmp_path / "echo"))
            number = client.submit(problem="echo", language="c", source=PROGRAMS[Verdict.ACCEPTED].encode())["id"]
        assert service.verdict(number)["verdict"] == "COMPILE_ERROR"  # it lacks stdio.h
        assert not (service.home / "postgres").exists()
        assert service.stop() == 0
        assert server.running()
        service.run_dir.rmdir()
    finally:
        server.stop()


@pytest.mark.parametrize(
    "arguments", [["nonsense"], ["submit"], ["up", "--bogus"], ["problem", "add"], ["doctor", "x"]]
)
def test_a_wrong_use_is_one_line_that_names_the_help(running: Running, arguments: list[str]) -> None:
    done = running.command(*arguments)
    _refused(done, "--help")
    assert len(done.stderr.splitlines()) == 1


def test_names_that_are_no_text_are_refused(running: Running, tmp_path: Path) -> None:
    source = tmp_path / os.fsdecode(b"\xff.py")
    source.write_text("print(42)\n")
    _refused(running.command("submit", source, "--problem", "echo"), "rename the file")
    plain = source.rename(tmp_path / "plain.py")
    for option in ("--user", "--problem", "--language"):
        arguments = ["--problem", "echo", option, os.fsdecode(b"a\xff")]
        _refused(running.command("submit", plain, *arguments), f"{option} is not text")


def test_a_key_for_the_running_service_needs_no_address(running: Running, tmp_path: Path) -> None:
    made = running.command("key", "create", "--name", "web", "--scopes", "submit,read", "--json")
    assert made.returncode == 0, made.stderr
    source = tmp_path / "program.py"
    source.write_text("print(42)\n")
    limited = {"PGJUDGE_KEY": as_json(made.stdout)["key"]}
    assert running.command("submit", source, "--problem", "echo", "--wait", environment=limited).returncode == 0
    _refused(running.command("problem", "add", echo(tmp_path / "mine"), environment=limited), "scope")
    assert running.command("migrate").returncode == 0


def test_verifying_a_package_without_submissions_publishes_nothing(running: Running, tmp_path: Path) -> None:
    _refused(running.command("problem", "verify", echo(tmp_path / "bare")), "has no submissions")
    source = tmp_path / "program.py"
    source.write_text("print(42)\n")
    _refused(running.command("submit", source, "--problem", "bare"), "there is no problem 'bare'")


def test_an_unknown_setting_stops_every_command(running: Running) -> None:
    _refused(running.command("doctor", environment={"PGJUDGE_SLOT": "2"}), "PGJUDGE_SLOTS")


def _refused(done: subprocess.CompletedProcess[str], words: str, code: int = EXIT_ERROR) -> None:
    """One line on standard error that holds `words`, the exit code, no traceback."""
    assert done.returncode == code, done.stdout + done.stderr
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    assert words in lines[-1], done.stderr
    assert "Traceback" not in done.stderr


def test_the_examples_are_there() -> None:
    assert len(packages.examples()) == 3
