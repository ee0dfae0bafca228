"""Where messages may go, and what becomes of them."""

from __future__ import annotations

import asyncio
import datetime
import socket
import ssl
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from pennyflick.server.push import delivery
from pennyflick.server.push.delivery import EndpointError, Outcome, Reach, deliver, endpoint_of, is_far, origin
from tests.server.push.stand_in import PushService

FAR, NEAR = Reach(), Reach(near=True)
PUBLIC = "93.184.215.14"


@pytest.fixture
def service() -> Iterator[PushService]:
    with PushService().listening() as listening:
        yield listening


def _deliver(text: str, reach: Reach = NEAR, **headers: str) -> Outcome:
    return asyncio.run(deliver(endpoint_of(text, reach), headers, b"sealed", reach))


@pytest.mark.parametrize(
    "text",
    [
        "https://fcm.googleapis.com/fcm/send/abc:def",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
        "https://web.push.apple.com:443/QAAA",
        "https://93.184.215.14/push",
        "https://[2606:4700::1111]/push",
    ],
)
def test_push_services_are_rung(text: str) -> None:
    assert endpoint_of(text, FAR).hostname


@pytest.mark.parametrize(
    "text",
    [
        "",
        "push",
        "http://push.example/a",
        "ftp://push.example/a",
        "file:///etc/passwd",
        "https://",
        "https:///a",
        "https://localhost/a",
        "https://printer/a",
        "https://nas.local/a",
        "https://metadata.google.internal/a",
        "https://a.localhost./a",
        "https://127.0.0.1/a",
        "https://10.0.0.1/a",
        "https://169.254.169.254/latest",
        "https://192.168.1.1/a",
        "https://100.64.0.1/a",
        "https://0.0.0.0/a",
        "https://224.0.0.1/a",
        "https://[::1]/a",
        "https://[::ffff:127.0.0.1]/a",
        "https://[64:ff9b::7f00:1]/a",
        "https://[2002:7f00:1::]/a",
        "https://[fd00::1]/a",
        "https://[fe80::1]/a",
        "https://[nonsense/a",
        "https://push.example:22/a",
        "https://push.example:99999/a",
        "https://user:word@push.example/a",
        "https://push.example/a\r\nx: y",
        "https://push.example/a b",
        "https://püsh.example/a",
        "https://push.example/" + "a" * 1_024,
    ],
)
def test_what_is_near_or_no_push_service_is_refused(text: str) -> None:
    with pytest.raises(EndpointError):
        endpoint_of(text, FAR)


@pytest.mark.parametrize("text", ["2130706433", "0x7f000001", "0177.0.0.1", "127.1"])
def test_odd_spellings_of_this_machine_are_found_out_where_they_lead(text: str) -> None:
    with pytest.raises((EndpointError, OSError)):
        _deliver(f"https://{text}/a", FAR)


def test_a_name_that_leads_here_is_not_asked(service: PushService, monkeypatch: pytest.MonkeyPatch) -> None:
    _names(monkeypatch, "127.0.0.1")
    with pytest.raises(EndpointError, match="leads to no address of the open network"):
        _deliver("https://push.example/a", FAR)
    assert service.posted == []


def test_a_name_that_leads_also_here_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    _names(monkeypatch, PUBLIC, "192.168.1.1")
    with pytest.raises(EndpointError):
        _deliver("https://push.example/a", FAR)


def test_the_connection_goes_to_the_address_that_was_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    _names(monkeypatch, PUBLIC)
    asked: list[Any] = []

    async def connect(*where: Any, **how: Any) -> Any:
        asked.append((where, how["server_hostname"]))
        raise OSError("far away")

    monkeypatch.setattr(asyncio, "open_connection", connect)
    with pytest.raises(OSError, match="far away"):
        _deliver("https://push.example/a", FAR)
    assert asked == [((PUBLIC, 443), "push.example")]


def _names(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    """Every name leads to these."""

    def found(host: str, port: int, *_: object, **__: object) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", found)


@pytest.mark.parametrize("address", [PUBLIC, "2606:4700::1111", "64:ff9b::5db8:d70e"])
def test_the_open_network_is_far(address: str) -> None:
    assert is_far(ip_address(address))


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        (201, Outcome.RUNG),
        (200, Outcome.RUNG),
        (404, Outcome.GONE),
        (410, Outcome.GONE),
        (302, Outcome.FAILED),
        (403, Outcome.FAILED),
        (429, Outcome.FAILED),
        (500, Outcome.FAILED),
    ],
)
def test_the_status_says_what_became_of_it_and_no_redirect_is_followed(
    service: PushService, status: int, outcome: Outcome
) -> None:
    service.status = status

    assert _deliver(service.endpoint() + "?a=b", topic="abc") is outcome
    (posted,) = service.posted
    assert (posted.path, posted.body) == ("/push/bob-secret?a=b", b"sealed")
    assert posted.headers["topic"] == "abc"
    assert posted.headers["host"] == service.origin.removeprefix("http://")


def test_an_answer_that_is_none_fails() -> None:
    async def talk(answer: bytes) -> Outcome:
        async def serve(_: asyncio.StreamReader, writing: asyncio.StreamWriter) -> None:
            writing.write(answer)
            await writing.drain()
            writing.close()

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        async with server:
            port = server.sockets[0].getsockname()[1]
            return await deliver(endpoint_of(f"http://127.0.0.1:{port}/a", NEAR), {}, b"", NEAR)

    assert asyncio.run(talk(b"\n")) is Outcome.FAILED
    assert asyncio.run(talk(b"SSH-2.0-OpenSSH\n")) is Outcome.FAILED
    with pytest.raises(ValueError, match="limit"):
        asyncio.run(talk(b"x" * 100_000))


def _certificate(folder: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """How a push service at this machine proves itself, and how who rings there trusts it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name, now = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "push")]), datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + datetime.timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    path = folder / "push.pem"
    path.write_bytes(
        made.public_bytes(Encoding.PEM) + key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    )
    proves = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    proves.load_cert_chain(path)
    return proves, ssl.create_default_context(cafile=str(path))


def test_by_https_only_who_proves_himself_is_told(tmp_path: Path) -> None:
    proves, trusts = _certificate(tmp_path)
    with PushService(proves).listening() as service:
        endpoint = endpoint_of(service.endpoint(), NEAR)
        assert asyncio.run(deliver(endpoint, {}, b"sealed", Reach(near=True, trust=trusts))) is Outcome.RUNG
        with pytest.raises(ssl.SSLError):
            asyncio.run(deliver(endpoint, {}, b"sealed", NEAR))
        assert [each.body for each in service.posted] == [b"sealed"]


def test_logs_get_the_service_without_what_is_secret() -> None:
    assert origin(endpoint_of("https://push.example/secret?too", FAR)) == "https://push.example"


def test_trust_is_read_once() -> None:
    assert delivery._system_trust() is delivery._system_trust()
