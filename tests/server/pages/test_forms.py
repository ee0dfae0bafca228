"""Bodies of posts: read with limits, refused with a sentence, and never at the cost of the others at the table."""

import asyncio
import time
from dataclasses import dataclass, field

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import Message

from pennyflick.server.pages import fields, forms
from pennyflick.server.pages.fields import FieldsError, fields_of, record_fields_of
from pennyflick.server.settings import Limits

LIMITS = Limits()
CHUNK_BYTES = 4_096
QUICK_S = 0.5  # generous: the slowest of these takes a fiftieth of it
URLENCODED = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data; boundary=cut"
FILE = b'--cut\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
END = b"\r\n--cut--\r\n"


def part(name: str, value: bytes) -> bytes:
    return b'--cut\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n' % (name.encode(), value)


def record_form(body: bytes, kind: str = MULTIPART) -> dict[str, str]:
    return record_fields_of(fields.Sent(kind, body), LIMITS)


def page_form(body: bytes, kind: str = URLENCODED) -> dict[str, str]:
    return fields_of(fields.Sent(kind, body), LIMITS)


@dataclass
class Sent:
    """A body on its way, in chunks as a server hands them on; counts how many were taken."""

    body: bytes
    headers: dict[str, str] = field(default_factory=dict)
    pause_s: float = 0.0
    taken: int = field(default=0, init=False)

    async def receive(self) -> Message:
        await asyncio.sleep(self.pause_s)
        start = self.taken * CHUNK_BYTES
        self.taken += 1
        more = start + CHUNK_BYTES < len(self.body)
        return {"type": "http.request", "body": self.body[start : start + CHUNK_BYTES], "more_body": more}

    def read(self, limits: Limits = LIMITS) -> dict[str, str]:
        told = {"content-type": URLENCODED} | self.headers
        headers = [(name.encode(), value.encode()) for name, value in told.items()]
        request = Request({"type": "http", "method": "POST", "path": "/", "headers": headers}, self.receive)
        return asyncio.run(forms.read_form(request, limits))


def test_fields_and_a_file_are_read_as_text() -> None:
    assert record_form(part("text", b"Zo\xc3\xab") + FILE + b"\xef\xbb\xbf1. one" + END) == {
        "text": "Zoë",
        "file": "1. one",
    }


def test_a_file_keeps_its_line_ends_and_whatever_only_looks_like_a_boundary() -> None:
    assert record_form(FILE + b"a\r\n--cu\r\nb--cut\n" + END) == {"file": "a\r\n--cu\r\nb--cut\n"}


@pytest.mark.parametrize(
    "kind", ['multipart/form-data; charset=utf-8; boundary="cut"', "Multipart/Form-Data;BOUNDARY=cut"]
)
def test_a_boundary_may_be_written_in_several_ways(kind: str) -> None:
    assert record_form(part("text", b"x") + b"--cut--", kind) == {"text": "x"}


def test_signs_that_addresses_do_not_allow_are_read_back() -> None:
    assert page_form(b"name.one=Zo%C3%AB+%26%3d&empty=&bare&100%=%zz") == {
        "name.one": "Zoë &=",
        "empty": "",
        "bare": "",
        "100%": "%zz",
    }


def test_a_field_that_comes_twice_counts_as_its_last() -> None:
    assert record_form(part("text", b"first") + part("text", b"last") + b"--cut--\r\n") == {"text": "last"}
    assert page_form(b"text=first&text=last") == {"text": "last"}


def test_a_record_may_be_sent_as_nothing_but_its_text() -> None:
    assert record_form(b"1. one", "text/plain; charset=utf-8") == {"text": "1. one"}
    assert record_form(b"text=1.+one", URLENCODED) == {"text": "1. one"}


@pytest.mark.parametrize(
    ("body", "status", "sentence"),
    [
        pytest.param(b"--cut\n\n" * 150_000, 400, "begin and end with its boundary", id="bare line ends"),
        pytest.param(b"--cut\r\n\r\n" * 110_000, 413, "8 parts", id="parts without a name"),
        pytest.param(b"\r\n--cut" * 140_000, 413, "8 parts", id="nothing but boundaries"),
        pytest.param(part("a", b"") * 15_000, 413, "8 parts", id="a thousand fields"),
        pytest.param((FILE + b"\r\n") * 13_000, 413, "8 parts", id="a thousand files"),
        pytest.param(part("a" * 1_000_000, b"") + b"--cut--", 413, "1024 bytes", id="an endless name"),
        pytest.param(b"--cut\r\n" + b"x: y\r\n" * 150_000 + b"\r\n" + END, 413, "1024 bytes", id="a thousand headers"),
        pytest.param(b"--cut\r\n\r\nx" + END, 400, "no name", id="no name"),
        pytest.param(FILE + b"\xff\xfe" + END, 400, "UTF-8", id="no text"),
        pytest.param(FILE + b"cut off", 400, "begin and end", id="cut off"),
    ],
)
def test_a_multipart_body_made_to_cost_time_is_refused_at_once(body: bytes, status: int, sentence: str) -> None:
    began = time.perf_counter()

    with pytest.raises(FieldsError) as error:
        record_form(body)

    assert error.value.status == status
    assert sentence in error.value.sentence
    assert time.perf_counter() - began < QUICK_S


@pytest.mark.parametrize("kind", ["multipart/form-data", "multipart/form-data; boundary=", f"{MULTIPART}{'x' * 90}"])
def test_a_multipart_body_without_a_boundary_is_refused(kind: str) -> None:
    with pytest.raises(FieldsError, match="boundary") as error:
        record_form(FILE + END, kind)
    assert error.value.status == 400


def test_only_a_record_may_be_multipart() -> None:
    with pytest.raises(FieldsError, match="not 'multipart/form-data'") as error:
        page_form(part("name", b"Ann") + b"--cut--", MULTIPART)
    assert error.value.status == 415


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        pytest.param(b"a=x&" * (LIMITS.form_fields + 1), f"{LIMITS.form_fields} fields", id="many fields"),
        pytest.param(b"&" * 1_000_000, f"{LIMITS.form_fields} fields", id="nothing but signs between fields"),
        pytest.param(b"a=" + b"x" * 4_097, "4096 bytes", id="a long value"),
        pytest.param(b"x" * 4_097 + b"=a", "4096 bytes", id="a long name"),
    ],
)
def test_a_form_with_too_much_in_it_is_refused_at_once(body: bytes, sentence: str) -> None:
    with pytest.raises(FieldsError, match=sentence) as error:
        page_form(body)
    assert error.value.status == 413


def test_as_many_fields_as_there_may_be_are_read() -> None:
    assert len(page_form(b"&".join(b"f%d=x" % number for number in range(LIMITS.form_fields)))) == LIMITS.form_fields


def test_a_body_whose_head_says_that_it_is_too_long_is_not_read_at_all() -> None:
    sent = Sent(b"x", {"content-length": str(LIMITS.form_bytes + 1)})

    with pytest.raises(HTTPException) as error:
        sent.read()

    assert (error.value.status_code, sent.taken) == (413, 0)
    assert str(LIMITS.form_bytes) in error.value.detail


def test_a_body_over_the_limit_is_dropped_as_soon_as_it_is_over() -> None:
    sent = Sent(b"x" * 8 * LIMITS.form_bytes)

    with pytest.raises(HTTPException) as error:
        sent.read()

    assert error.value.status_code == 413
    assert sent.taken == LIMITS.form_bytes // CHUNK_BYTES + 1


def test_a_body_that_comes_too_slowly_is_not_waited_for() -> None:
    with pytest.raises(HTTPException) as error:
        Sent(b"a=" + b"x" * CHUNK_BYTES * 3, pause_s=0.05).read(Limits(body_s=0.08))

    assert error.value.status_code == 408
    assert "0.08 s" in error.value.detail


def test_a_body_that_ends_before_it_should_is_no_bug() -> None:
    async def gone() -> Message:
        return {"type": "http.disconnect"}

    request = Request({"type": "http", "method": "POST", "path": "/", "headers": []}, gone)
    with pytest.raises(HTTPException) as error:
        asyncio.run(forms.read_form(request, LIMITS))
    assert error.value.status_code == 400
