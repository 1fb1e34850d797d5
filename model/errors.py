"""The root of the error tree.

PgjudgeError
├── InputError     what the caller sent is wrong; names the field
│   ├── NotFound   what the caller named does not exist
│   └── Refused    what the caller may not do, or not now
├── SetupError     the machine or the deployment lacks something; an operator cures it
└── JudgeFailure   the judge failed at judging; never a contestant's verdict
"""

from __future__ import annotations

from typing import ClassVar

EXIT_ERROR = 2
EXIT_TRY_AGAIN = 75
"""Exit codes of processes that an error ended. 75 is EX_TEMPFAIL of sysexits.h: the same again may work later."""


class PgjudgeError(Exception):
    """One line that says what is wrong, and one that says what cures it."""

    code: ClassVar[str] = "error"
    retryable: ClassVar[bool] = False

    def __init__(self, message: str, *, cure: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.cure = cure

    def __str__(self) -> str:
        return f"{self.message}: {self.cure}" if self.cure else self.message

    @property
    def exit_code(self) -> int:
        """What a process exits with that this error ended."""
        return EXIT_TRY_AGAIN if self.retryable else EXIT_ERROR


class InputError(PgjudgeError):
    """What the caller sent is wrong. `field` is the name the caller used for it, or empty."""

    code = "invalid_input"

    def __init__(self, message: str, *, field: str = "", cure: str = "") -> None:
        super().__init__(message, cure=cure)
        self.field = field


class NotFound(InputError):
    """What the caller named does not exist."""

    code = "not_found"


class Refused(InputError):
    """The caller may not do this, or not now."""

    code = "refused"


class SetupError(PgjudgeError):
    """The machine or the deployment lacks something that an operator can put right."""

    code = "setup"


class JudgeFailure(PgjudgeError):
    """The judge itself failed. Another attempt, here or elsewhere, may succeed."""

    code = "judge_failure"
    retryable = True
