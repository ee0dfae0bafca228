"""Bodies of posts: read with limits, refused with a sentence, and never at the cost of the others at the table."""

import asyncio
from dataclasses import dataclass, field

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import Message

from pennyflick.server.pages.forms import MOST_FIELDS, read_form

LIMIT_BYTES = 1_048_576
CHUNK_BYTES = 65_536
MULTIPART = "multipart/form-data; boundary=cut"
FILE = b'--cut\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
END = b"\r\n--cut--\r\n"


def part(name: str, value: bytes) -> bytes:
    return b'--cut\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n' % (name.encode(), value)


@dataclass
class Sent:
    """A body on its way, in chunks as a server hands them on; counts how many were taken."""

    body: bytes
    kind: str = MULTIPART
    taken: int = field(default=0, init=False)

    async def receive(self) -> Message:
        start = self.taken * CHUNK_BYTES
        self.taken += 1
        more = start + CHUNK_BYTES < len(self.body)
        return {"type": "http.request", "body": self.body[start : start + CHUNK_BYTES], "more_body": more}

    def read(self) -> dict[str, str]:
        scope = {"type": "http", "method": "POST", "path": "/", "headers": [(b"content-type", self.kind.encode())]}
        return asyncio.run(read_form(Request(scope, self.receive), LIMIT_BYTES))


def refused(sent: Sent) -> HTTPException:
    with pytest.raises(HTTPException) as error:
        sent.read()
    return error.value


def test_fields_and_a_file_are_read_as_text() -> None:
    assert Sent(part("text", b"Zo\xc3\xab") + FILE + b"\xef\xbb\xbf1. one" + END).read() == {
        "text": "Zoë",
        "file": "1. one",
    }


def test_a_field_that_comes_twice_counts_as_its_last() -> None:
    assert Sent(part("text", b"first") + part("text", b"last") + b"--cut--\r\n").read() == {"text": "last"}
    assert Sent(b"text=first&text=last", "application/x-www-form-urlencoded").read() == {"text": "last"}


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        pytest.param(b"--cut\n\n" * 150_000, "Invalid multipart data", id="bare line ends"),
        pytest.param(b"--cut\r\n\r\n" * 110_000, 'field "name" must be provided', id="parts without a name"),
        pytest.param(part("a", b"") * 15_000, f"number of fields is {MOST_FIELDS}", id="a thousand fields"),
        pytest.param((FILE + b"\r\n") * 13_000, "number of files is 1", id="a thousand files"),
        pytest.param(part("a" * 1_000_000, b""), "Invalid multipart data", id="an endless name"),
        pytest.param(b"--cut\r\n" + b"x: y\r\n" * 150_000, "Invalid multipart data", id="a thousand headers"),
    ],
)
def test_a_body_made_to_cost_time_is_refused_at_its_first_chunk(body: bytes, sentence: str) -> None:
    sent = Sent(body)

    error = refused(sent)

    assert error.status_code == 400
    assert error.detail.startswith("That form cannot be read. ")
    assert sentence in error.detail
    assert sent.taken == 1


def test_a_body_over_the_limit_is_dropped_as_soon_as_it_is_over() -> None:
    sent = Sent(FILE + b"x" * 8 * LIMIT_BYTES + END)

    error = refused(sent)

    assert error.status_code == 413
    assert str(LIMIT_BYTES) in error.detail
    assert sent.taken == LIMIT_BYTES // CHUNK_BYTES + 1


def test_a_multipart_body_without_a_boundary_is_refused() -> None:
    error = refused(Sent(FILE + END, "multipart/form-data"))

    assert error.status_code == 400
    assert "boundary" in error.detail


def test_a_file_that_is_no_text_is_refused() -> None:
    error = refused(Sent(FILE + b"\xff\xfe" + END))

    assert (error.status_code, error.detail) == (400, "That is not text in UTF-8.")


def test_an_urlencoded_form_has_no_more_fields_than_a_multipart_one() -> None:
    kind = "application/x-www-form-urlencoded"

    assert len(Sent(b"&".join(b"f%d=x" % number for number in range(MOST_FIELDS)), kind).read()) == MOST_FIELDS
    assert refused(Sent(b"a=x&" * (MOST_FIELDS + 1), kind)).status_code == 400
