"""What POST /v1/submissions takes, without a server: every refusal has a code, a field and a cure."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api import new_submission
from api.errors import ApiError, Code
from model.submission import NewSubmission

GOOD: dict[str, object] = {"problem": "sum", "language": "cpp17", "source": "int main() {}"}


def read(values: dict[str, object], most: int = 100) -> NewSubmission:
    return new_submission.read(values, default_user="key-name", source_most_bytes=most)


def test_the_least_that_is_needed_is_a_problem_a_language_and_a_source() -> None:
    assert read(GOOD) == NewSubmission(user="key-name", problem="sum", runtime="cpp17", source=b"int main() {}")


@given(st.binary(min_size=1, max_size=100))
def test_bytes_sent_as_base64_are_kept_exactly(source: bytes) -> None:
    values = {"problem": "sum", "language": "c", "source_base64": base64.b64encode(source).decode()}
    assert read(values).source == source


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=25))
def test_text_is_kept_as_its_utf8(source: str) -> None:
    assert read(GOOD | {"source": source}).source == source.encode()


def test_null_means_absent() -> None:
    assert read(GOOD | {"source_base64": None, "user": None, "file_name": None}) == read(GOOD)


REFUSED: list[tuple[dict[str, object], Code, str, str]] = [
    ({"problem": None}, Code.MISSING_FIELD, "problem", "add problem"),
    ({"language": None}, Code.MISSING_FIELD, "language", "add language"),
    ({"source": None}, Code.MISSING_FIELD, "source", "source_base64"),
    ({"problem": 7}, Code.INVALID_FIELD, "problem", "string"),
    ({"problem": ""}, Code.INVALID_FIELD, "problem", "from 1 to 100"),
    ({"problem": "p" * 101}, Code.INVALID_FIELD, "problem", "from 1 to 100"),
    ({"language": ["c"]}, Code.INVALID_FIELD, "language", "string"),
    ({"source": {"a": 1}}, Code.INVALID_FIELD, "source", "string"),
    ({"source": True}, Code.INVALID_FIELD, "source", "string"),
    ({"source": ""}, Code.EMPTY_SOURCE, "source", "send"),
    ({"source": None, "source_base64": ""}, Code.EMPTY_SOURCE, "source", "send"),
    ({"source": "x" * 101}, Code.SOURCE_TOO_LARGE, "source", "shorter"),
    ({"source": "é" * 51}, Code.SOURCE_TOO_LARGE, "source", "shorter"),
    ({"source_base64": "aGk="}, Code.INVALID_FIELD, "source_base64", "not both"),
    ({"source": None, "source_base64": "aGk"}, Code.INVALID_BASE64, "source_base64", "padding"),
    ({"source": None, "source_base64": "a*k="}, Code.INVALID_BASE64, "source_base64", "standard alphabet"),
    ({"source": None, "source_base64": "é"}, Code.INVALID_BASE64, "source_base64", "standard alphabet"),
    ({"user": "a\0b"}, Code.INVALID_FIELD, "user", "plain text"),
    ({"user": "a\nb"}, Code.INVALID_FIELD, "user", "plain text"),
    ({"file_name": "a\0.c"}, Code.INVALID_FIELD, "file_name", "plain text"),
    ({"file_name": "../a.c"}, Code.INVALID_FIELD, "file_name", "last part"),
    ({"file_name": "..\\a.c"}, Code.INVALID_FIELD, "file_name", "last part"),
    ({"langauge": "c"}, Code.UNKNOWN_FIELD, "langauge", "did you mean language?"),
    ({"zzz": 1}, Code.UNKNOWN_FIELD, "zzz", "problem, language, source"),
]


@pytest.mark.parametrize(("change", "code", "field", "cure"), REFUSED)
def test_what_does_not_fit_is_refused_by_field_and_cure(
    change: dict[str, object], code: Code, field: str, cure: str
) -> None:
    with pytest.raises(ApiError) as caught:
        read(GOOD | change)
    assert (caught.value.kind, caught.value.field) == (code, field)
    assert cure in caught.value.cure


def test_a_source_of_exactly_the_limit_is_taken() -> None:
    assert len(read(GOOD | {"source": "x" * 100}).source) == 100


@pytest.mark.parametrize("key", ["", "x" * 201, "ключ", "a\tb"])
def test_an_idempotency_key_that_does_not_fit_is_refused(key: str) -> None:
    with pytest.raises(ApiError) as caught:
        new_submission.idempotency_key(key)
    assert caught.value.field == "Idempotency-Key"
