"""A real nginx before a real server, with the configuration that we ship: TLS, sockets, cookies, who asks."""

from __future__ import annotations

import datetime
import ipaddress
import os
import random
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from pennyflick.server.client import Client, any_answer
from pennyflick.server.settings import Limits
from tests.server.conftest import Serving, seated_friends

ROOT = Path(__file__).parents[3]
SHIPPED = ROOT / "docs/operating/nginx.conf"
NGINX = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin")
POSTS = 12  # that one address may send at once
AROUND = """\
{user}
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Proxied:
    """A server and the nginx before it."""

    server: Serving
    address: str
    plain_port: int
    folder: Path
    tls: ssl.SSLContext

    def client(self, source: str = "") -> Client:
        return Client(self.address, self.tls, source)


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    assert NGINX is not None, "no nginx here: .ci/nginx installs it"
    folder = tmp_path_factory.mktemp("nginx")
    port, plain_port = _free_port(), _free_port()
    address = f"https://localhost:{port}"
    limits = Limits(posts_burst=POSTS, posts_per_s=0.001)
    trusted = (ipaddress.ip_network("127.0.0.1/32"),)
    server = Serving(folder / "data", public_url=address, trusted_proxies=trusted, limits=limits)
    server.start()
    _configure(folder, server.settings.port, port, plain_port)
    with subprocess.Popen([NGINX, "-p", str(folder), "-c", str(folder / "nginx.conf")]) as nginx:
        try:
            _wait_for(port)
            yield Proxied(server, address, plain_port, folder, _trusting(folder / "certificate.pem"))
        finally:
            nginx.terminate()
            nginx.wait(20)
            server.stop()


def _configure(folder: Path, behind: int, port: int, plain_port: int) -> None:
    """The shipped file with this test's ports and paths in it, inside the frame that a system brings."""
    _make_certificate(folder)
    changes = {
        "127.0.0.1:8642": f"127.0.0.1:{behind}",
        "listen 80;": f"listen 127.0.0.1:{plain_port};",
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
        "/etc/letsencrypt/live/play.example/fullchain.pem": f"{folder}/certificate.pem",
        "/etc/letsencrypt/live/play.example/privkey.pem": f"{folder}/key.pem",
        "/var/cache/nginx/pennyflick": f"{folder}/cache",
        "/var/log/nginx/pennyflick.log": f"{folder}/access.log",
        "server_name play.example": "server_name localhost",
    }
    text = SHIPPED.read_text()
    for shipped, here in changes.items():
        assert shipped in text, f"{SHIPPED.name} does not say {shipped!r} any more"
        text = text.replace(shipped, here)
    (folder / "site.conf").write_text(text)
    user = "user root;" if os.geteuid() == 0 else ""  # or its workers could not enter the folder
    (folder / "nginx.conf").write_text(AROUND.format(folder=folder, user=user))


def _make_certificate(folder: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "certificate.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (folder / "key.pem").write_bytes(secret)


def _trusting(certificate: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(certificate))


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def _wait_for(port: int) -> None:
    deadline = time.monotonic() + 20
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            assert time.monotonic() < deadline, f"nginx does not listen on port {port}"
            time.sleep(0.05)


def test_a_page_comes_by_https_with_a_cookie_that_travels_by_https_only(proxied: Proxied) -> None:
    reply = proxied.client().get("/")

    assert reply.status == 200
    assert "; Secure" in reply.headers["set-cookie"]
    assert reply.headers["strict-transport-security"] == "max-age=31536000"
    assert "default-src 'none'" in reply.headers["content-security-policy"]
    assert reply.headers["x-request-id"]


def test_whoever_comes_by_http_is_sent_to_https(proxied: Proxied) -> None:
    reply = Client(f"http://localhost:{proxied.plain_port}").get("/matches?page=2")

    assert (reply.status, reply.headers["location"]) == (301, "https://localhost/matches?page=2")


def test_a_whole_little_match_is_played_by_the_socket_and_its_record_read(proxied: Proxied) -> None:
    client, dice = proxied.client("127.0.0.2"), random.Random(5)
    match = client.new_match("penny-black", {"seating": "screen", "seed": "7", "option.turn_limit": "4"})
    with client.sit(match) as table:
        while table.result is None:
            answered = table.answer(any_answer(table, dice))
            if answered["type"] == "done":
                table.wait_for(answered["version"])
            time.sleep(0.1)  # below what one socket may say in a second

    record = client.get(f"/match/{match}/record.txt")
    assert record.status == 200
    assert "Result" in record.text


def test_two_friends_meet_by_a_link_with_the_address_that_both_know(proxied: Proxied) -> None:
    ann, bob = proxied.client("127.0.0.3"), proxied.client("127.0.0.4")
    match = seated_friends(ann, bob)
    page = ann.get(f"/match/{match}")
    with ann.sit(match) as table, bob.sit(match) as theirs:
        assert table.opening["snapshot"]["yours"] == ["one"]
        assert theirs.opening["snapshot"]["yours"] == ["two"]

    assert f"{proxied.address}/static/" in page.text, "what chat apps show comes from another address"
    logged = (proxied.folder / "access.log").read_text()
    assert "/join/..." in logged
    assert not [line for line in logged.splitlines() if "/join/" in line and "/join/..." not in line]


def test_limits_count_who_asks_not_the_proxy_and_nobody_hides_behind_a_header(proxied: Proxied) -> None:
    greedy, other = proxied.client("127.0.0.5"), proxied.client("127.0.0.6")
    hidden = {"x-forwarded-for": "192.0.2.77"}
    statuses = [
        greedy.post("/new/penny-black", {"seating": "screen"}, hidden if number % 2 else {}).status
        for number in range(POSTS + 4)
    ]

    assert statuses == [303] * POSTS + [429] * 4
    assert other.post("/new/penny-black", {"seating": "screen"}).status == 303


def test_past_the_proxy_nobody_is_believed(proxied: Proxied) -> None:
    past = Client(proxied.server.address, source="127.0.0.7")
    forged = {"x-forwarded-for": "192.0.2.78", "x-forwarded-proto": "https"}
    reply = past.get("/", forged)

    assert reply.status == 200
    assert "; Secure" not in reply.headers["set-cookie"]


def test_what_never_changes_is_asked_of_the_server_once(proxied: Proxied) -> None:
    client = proxied.client()
    text = client.get("/rules/penny-black").text
    path = next(part for part in text.split('"') if part.startswith("/static/") and part.endswith("style.css"))
    numbers = {client.get(path).headers["x-request-id"] for _ in range(5)}

    assert len(numbers) == 1, "the same answer has the same number"


def test_readiness_is_not_for_players(proxied: Proxied) -> None:
    assert proxied.client("127.0.0.8").get("/ready").status == 403
    assert proxied.client().get("/ready").status == 200
    assert proxied.client("127.0.0.8").get("/health").status == 200


def test_nginx_finds_nothing_wrong_with_the_configuration(proxied: Proxied) -> None:
    assert NGINX is not None
    found = subprocess.run(
        [NGINX, "-t", "-p", str(proxied.folder), "-c", str(proxied.folder / "nginx.conf")],
        capture_output=True,
        text=True,
        check=False,
    )

    assert found.returncode == 0, found.stderr
    assert "[warn]" not in found.stderr
