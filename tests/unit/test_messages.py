"""What worker and slot say to each other arrives as it was, however the bytes are cut; nonsense is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.messages import (
    LARGEST,
    LENGTH,
    BadMessage,
    Failed,
    Message,
    MessageReader,
    Progress,
    Ready,
    SlotJob,
    SlotSetup,
    encode,
)
from model.judging import JudgingResult, Output, TestResult
from model.verdict import Verdict

SMALL = st.integers(0, 1 << 40)
TESTS = st.builds(
    TestResult,
    number=SMALL,
    verdict=st.sampled_from(Verdict),
    reason=st.text(),
    cpu_ns=SMALL,
    wall_ns=SMALL,
    memory_bytes=SMALL,
    exit_code=st.none() | SMALL,
    signal=st.none() | st.just("SIGSEGV"),
    output_bytes=SMALL,
)
OUTPUTS = st.builds(Output, SMALL, st.binary(), st.binary(), st.booleans(), st.booleans())
RESULTS = st.builds(
    JudgingResult,
    verdict=st.sampled_from(Verdict),
    reason=st.text(),
    cpu_ns=SMALL,
    wall_ns=SMALL,
    memory_bytes=SMALL,
    tests=st.lists(TESTS, max_size=3).map(tuple),
    tests_total=SMALL,
    compile_output=st.text(),
    compile_cpu_ns=SMALL,
    outputs=st.lists(OUTPUTS, max_size=2).map(tuple),
    worker=st.text(),
    image_digest=st.text(),
)
CPUS = st.lists(st.integers(0, 64)).map(tuple)
MESSAGES = st.one_of(
    RESULTS,
    st.builds(SlotJob, SMALL, st.text(), st.text(), st.binary(), st.text()),
    st.builds(Failed, st.text(), st.text()),
    st.builds(Progress, st.text(), SMALL, SMALL),
    st.builds(Ready),
    st.builds(SlotSetup, *([st.text()] * 9), SMALL, CPUS),
)


@given(st.lists(MESSAGES, max_size=4), st.integers(1, 64))
def test_messages_arrive_as_they_were_however_they_are_cut(sent: list[Message], size: int) -> None:
    stream = b"".join(encode(message) for message in sent)
    reader = MessageReader()
    got = [message for at in range(0, len(stream), size) for message in reader.feed(stream[at : at + size])]
    assert got == sent


@given(st.binary(max_size=64))
def test_nonsense_is_refused(body: bytes) -> None:
    with pytest.raises(BadMessage):
        list(MessageReader().feed(LENGTH.pack(len(body)) + body))


@pytest.mark.parametrize(
    "body",
    [
        b'{"Claim":{}}',
        b'{"Ready":{"more":1}}',
        b'{"Progress":{"phase":"x"}}',
        b'{"Ready":{},"Failed":{}}',
        b'{"Ready":1}',
    ],
)
def test_json_that_is_no_message_is_refused(body: bytes) -> None:
    with pytest.raises(BadMessage):
        list(MessageReader().feed(LENGTH.pack(len(body)) + body))


def test_a_length_without_end_is_refused_at_once() -> None:
    with pytest.raises(BadMessage):
        list(MessageReader().feed(LENGTH.pack(LARGEST + 1)))
