"""What may go into a text column: Postgres stores every character of Unicode but NUL."""

from __future__ import annotations

from model.errors import InputError

_NUL_SHOWN = "\N{SYMBOL FOR NULL}"


def checked(text: str, field: str, *, most: int, least: int = 1) -> str:
    """`text` as the caller sent it. Raises InputError naming `field` where it cannot be stored as it is."""
    if not least <= len(text) <= most:
        raise InputError(f"{field} has {len(text)} characters", field=field, cure=f"give {least} to {most}")
    if "\0" in text:
        raise InputError(f"{field} has a NUL character", field=field, cure="leave it out")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise InputError(f"{field} is not valid Unicode", field=field, cure="send UTF-8") from error
    return text


def storable(text: str) -> str:
    """What the judge itself wrote, made storable: NUL becomes U+2400, half a surrogate pair U+FFFD."""
    return text.replace("\0", _NUL_SHOWN).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
