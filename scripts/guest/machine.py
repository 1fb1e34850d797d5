"""The virtual machine: starts it, passes on what its console says, and ends it when it hangs."""

from __future__ import annotations

import os
import select
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from model.errors import PgjudgeError
from scripts.guest import disk, recipe
from scripts.guest.build import Parts

QEMU = "qemu-system-x86_64"
CORES = 2
MEMORY_MIB = 3072
END_S = 30.0
LAST_LINES = 40
LAST_BYTES = 16 << 10

STEADY = ("-accel", "tcg,thread=single,tb-size=512", "-icount", "shift=0,sleep=on")
"""Emulated, with a clock that counts instructions: one nanosecond each. Emulation is slow, and slower still on a busy
host; the guest does not see that. It finds itself on a machine of 1 GHz, so that limits and measures of time mean in it
what they mean on a real one."""

CPU = "max,erms=off,fsrm=off"
"""All that QEMU can emulate, but for fast string instructions, which it does byte by byte: libraries and the kernel
then set and copy memory in larger pieces."""

FAST = ("-accel", "tcg,thread=multi,tb-size=512")
"""Emulated as fast as it goes. Linux 6.1 needs it: under STEADY it waits for its second core for ever."""

KERNEL_ARGUMENTS = (
    *("console=ttyS0", "loglevel=3", "panic=-1", "oops=panic", "mitigations=off", "TERM=dumb"),
    *("ro", "rootwait", "rootfstype=ext4", f"root=PARTUUID={disk.PARTUUID}"),
    *("systemd.show_status=false", "systemd.log_level=err", f"systemd.unit={recipe.UNIT_NAME}"),
)


class GuestFailed(PgjudgeError):
    """The guest did not come to its end: a panic, a hang, or no start at all."""

    code = "guest_failed"


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a guest may take, and how long it may say nothing."""

    whole_s: float
    silent_s: float


def command(parts: Parts, work: Path, pace: Sequence[str]) -> list[str]:
    """The command line of QEMU. Disks are found by label in the guest: the order of device names is not stable."""
    argv = [
        *("setpriv", "--pdeathsig", "KILL"),
        *(QEMU, *pace, "-cpu", CPU, "-smp", str(CORES), "-m", str(MEMORY_MIB)),
        *("-nodefaults", "-no-user-config", "-no-reboot", "-display", "none", "-serial", "stdio"),
        *("-kernel", str(parts.kernel), "-append", " ".join(KERNEL_ARGUMENTS)),
        *("-device", "nvme,id=nvme,serial=nvme", "-device", "virtio-rng-pci"),
    ]
    for name, image, how in (
        ("root", parts.root, "read-only=on"),
        ("images", parts.images, "read-only=on"),
        ("work", work, "cache=unsafe"),
    ):
        argv += ["-drive", f"id={name},if=none,format=raw,file={image},{how}", "-device", f"nvme-ns,drive={name}"]
    return argv


def run(argv: list[str], limits: Limits, show: Callable[[bytes], None]) -> str:
    """Run the machine until it is off, showing its console as it comes; its last lines. Raises GuestFailed."""
    last = bytearray()
    with subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as qemu:
        try:
            assert qemu.stdout is not None
            for piece in _console(qemu.stdout.fileno(), limits):
                show(piece)
                last = (last + piece)[-LAST_BYTES:]
            code = qemu.wait(END_S)
        except (TimeoutError, subprocess.TimeoutExpired) as error:
            raise failure(_lines(last), str(error)) from error
        finally:
            qemu.kill()
    if code:
        raise failure(_lines(last), f"could not be run: {QEMU} exited with {code}")
    return _lines(last)


def failure(last_lines: str, what: str) -> GuestFailed:
    """An error that shows how far the guest came."""
    return GuestFailed(f"the guest's last lines:\n{last_lines}\nthe guest {what}", cure="see its last lines above")


def _console(descriptor: int, limits: Limits) -> Iterator[bytes]:
    """What the guest says, until it has ended. Raises TimeoutError."""
    started = heard = time.monotonic()
    ready = select.poll()
    ready.register(descriptor, select.POLLIN)
    while True:
        if ready.poll(200):
            piece = os.read(descriptor, 1 << 16)
            if not piece:
                return
            heard = time.monotonic()
            yield piece.replace(b"\r", b"")
        now = time.monotonic()
        if now - started > limits.whole_s:
            raise TimeoutError(f"did not end in {limits.whole_s:.0f} s")
        if now - heard > limits.silent_s:
            raise TimeoutError(f"said nothing for {limits.silent_s:.0f} s")


def _lines(last: bytes | bytearray) -> str:
    return "\n".join(last.decode(errors="replace").splitlines()[-LAST_LINES:])
