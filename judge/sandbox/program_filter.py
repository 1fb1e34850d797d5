"""The filter that a program itself runs under: BPF for the agent, which loads it just before `execve`.

A call that no rule names answers ENOSYS, as one of a newer kernel would: libraries then fall back. A forbidden call is
answered with a notification: the agent, which listens, ends the run and reports the call's number; the call itself is
never made. Where the kernel has no notifications (gVisor), the agent makes them kills, and nobody knows the number.
A call through another architecture's entry (int 0x80, x32) kills: the container's profile would, and kills win.

libseccomp is loaded on first use, so that commands that open no box do without it.
"""

from __future__ import annotations

import errno
import os
from functools import cache
from types import ModuleType

from judge.sandbox.system_calls import (
    EVERYWHERE,
    IOCTL,
    PR_SET_SECCOMP,
    PRCTL,
    PRIVILEGED,
    TRIED_FAMILIES,
    WIDTHS,
    Answer,
    Rule,
    When,
)
from model.errors import SetupError

API_LEVEL = 5
"""Of libseccomp: the one with notifications. It is asked for, since here they need not be ones of this very kernel."""

BINARY_TREE = 2
"""Of CTL_OPTIMIZE. The kernel tries a filter on every number when it is loaded, and does so for every run."""


@cache
def program(width: str) -> bytes:
    """The filter for programs of this width: whole BPF instructions. Raises SetupError without libseccomp."""
    seccomp = _libseccomp()
    seccomp.set_api(API_LEVEL)
    filter_ = seccomp.SyscallFilter(seccomp.ERRNO(errno.ENOSYS))
    filter_.set_attr(seccomp.Attr.ACT_BADARCH, seccomp.KILL_PROCESS)
    filter_.set_attr(seccomp.Attr.CTL_OPTIMIZE, BINARY_TREE)
    actions = {
        Answer.ALLOW: seccomp.ALLOW,
        Answer.NOTHING: seccomp.ERRNO(0),
        Answer.REFUSE: seccomp.ERRNO(errno.EPERM),
        Answer.FORBID: seccomp.NOTIFY,
    }
    for rule in _rules(width):
        if rule.answer is not Answer.MISSING:
            for number in _numbers(seccomp, rule.names):
                filter_.add_rule(actions[rule.answer], number, *_arguments(seccomp, rule.when))
    with os.fdopen(os.memfd_create("filter"), "w+b", buffering=0) as exported:
        filter_.export_bpf(exported)
        exported.seek(0)
        return exported.read()


def call_name(number: int) -> str:
    """What this machine's system call of that number is called."""
    seccomp = _libseccomp()
    try:
        return bytes(seccomp.resolve_syscall(seccomp.system_arch(), number)).decode()
    except ValueError:
        return str(number)


def _rules(width: str) -> list[Rule]:
    return [
        Rule(WIDTHS[width], Answer.ALLOW),
        *EVERYWHERE,
        Rule(PRIVILEGED, Answer.REFUSE),
        *(Rule("socket socketpair", Answer.REFUSE, When(0, family)) for family in TRIED_FAMILIES),
        *(Rule("prctl", Answer.ALLOW, When(0, option)) for option in PRCTL),
        Rule("prctl", Answer.REFUSE, When(0, PR_SET_SECCOMP)),
        *(Rule("ioctl", Answer.ALLOW, When(1, request)) for request in IOCTL),
    ]


def _numbers(seccomp: ModuleType, names: str) -> list[int]:
    """The numbers of those calls that this architecture has and this libseccomp knows."""
    native = seccomp.system_arch()
    return [number for number in (seccomp.resolve_syscall(native, name) for name in names.split()) if number >= 0]


def _arguments(seccomp: ModuleType, when: When | None) -> list[object]:
    return [seccomp.Arg(when.argument, seccomp.MASKED_EQ, when.mask, when.value)] if when else []


def _libseccomp() -> ModuleType:
    try:
        import pyseccomp
    except RuntimeError as error:
        raise SetupError("the library libseccomp is not there", cure="apt-get install libseccomp2") from error
    return pyseccomp
