"""Compiler messages as text that can be stored and shown anywhere: valid UTF-8, no controls, of bounded size."""

from __future__ import annotations

import codecs

MOST_BYTES = 64 << 10
CUT = f"[cut: only the first {MOST_BYTES >> 10} KiB of the compiler's messages are kept]"
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_HIDDEN = (*range(0x80, 0xA0), 0x61C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A), 0xFEFF)
"""Codes that steer a terminal, or change line or direction unseen."""

_VISIBLE = {
    **{code: chr(0x2400 + code) for code in range(0x20) if chr(code) not in "\n\t"},
    0x7F: "\N{SYMBOL FOR DELETE}",
    **dict.fromkeys(_HIDDEN, _REPLACEMENT),
}
"""What stands for each: Unicode's control pictures where there are any."""


def readable(raw: bytes, *, cut: bool, note: str = "") -> str:
    """What the compiler wrote, after the judge's own `note`; at most `MOST_BYTES` of UTF-8 with note and mark.

    `cut` says that `raw` is only the beginning. Of what is too long the beginning is kept, and a last line says so.
    """
    text = codecs.getincrementaldecoder("utf-8")("replace").decode(raw, final=not cut)
    text = text.replace("\r\n", "\n").translate(_VISIBLE)
    head = note and note + "\n"
    room = MOST_BYTES - len(head.encode()) - len(CUT) - 1
    encoded = text.encode()
    if not cut and len(encoded) <= room:
        return head + text
    kept = encoded[:room].decode("utf-8", "ignore")
    return head + kept + ("" if kept.endswith("\n") or not kept else "\n") + CUT
