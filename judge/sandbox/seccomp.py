"""The seccomp profile of every box, in the form of the OCI runtime specification.

It holds for the agent and all programs. Each program has a tighter filter on top, which `program_filter.py` makes of
the same names. The stricter answer of the two wins. That is why forbidden calls get SCMP_ACT_TRACE here: without a
tracer, and nobody in a box can be one, the kernel answers ENOSYS and does not make the call. An error would do so too,
but would be stricter than the notification by which the program's own filter has the agent end the run and name the
call.

Only the host's own architecture is allowed: no i386, no x32; the bad-architecture action of libseccomp kills.
"""

from __future__ import annotations

import errno
from typing import Any

from judge.sandbox.system_calls import EVERYWHERE, ONLY_AGENT, WIDEST, WIDTHS, Answer, Rule

ARCHITECTURES = {"x86_64": "SCMP_ARCH_X86_64", "aarch64": "SCMP_ARCH_AARCH64"}
"""`platform.machine()` to the name in a profile."""

ACTIONS: dict[Answer, dict[str, str | int]] = {
    Answer.ALLOW: {"action": "SCMP_ACT_ALLOW"},
    Answer.NOTHING: {"action": "SCMP_ACT_ERRNO", "errnoRet": 0},
    Answer.MISSING: {"action": "SCMP_ACT_ERRNO", "errnoRet": errno.ENOSYS},
    Answer.REFUSE: {"action": "SCMP_ACT_ERRNO", "errnoRet": errno.EPERM},
    Answer.FORBID: {"action": "SCMP_ACT_TRACE", "errnoRet": errno.ENOSYS},
}

Profile = dict[str, Any]


def profile(machine: str) -> Profile:
    """The value of `linux.seccomp` for a host of this kind. Raises KeyError for a machine that is not supported."""
    allowed = Rule(f"{WIDTHS[WIDEST]} {ONLY_AGENT}", Answer.ALLOW)
    return {
        "defaultAction": "SCMP_ACT_ERRNO",
        "defaultErrnoRet": errno.EPERM,
        "architectures": [ARCHITECTURES[machine]],
        "syscalls": [_entry(rule) for rule in (allowed, *EVERYWHERE)],
    }


def _entry(rule: Rule) -> Profile:
    entry: Profile = {"names": rule.names.split(), **ACTIONS[rule.answer]}
    if rule.when:
        argument, value, mask = rule.when
        entry["args"] = [{"index": argument, "op": "SCMP_CMP_MASKED_EQ", "value": mask, "valueTwo": value}]
    return entry
