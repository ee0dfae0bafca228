"""A stand-in for a push service and the browser behind it: keeps what is posted, and opens it with its own keys."""

from __future__ import annotations

import http.server
import os
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from pennyflick.server.push.keys import decoded, encoded
from pennyflick.server.wire.messages import Json

WAIT_S = 30.0


@dataclass
class Subscriber:
    """A browser with the keys by which it reads; written by itself, so that sealing is not checked by itself."""

    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = field(default_factory=lambda: os.urandom(16))

    @property
    def public(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def form(self, endpoint: str) -> dict[str, str]:
        """What its page sends."""
        return {"endpoint": endpoint, "p256dh": encoded(self.public), "auth": encoded(self.auth)}

    def opened(self, body: bytes) -> bytes:
        """The message; fails when it is not for this browser."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size <= 4_096
        sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        shared = self.key.exchange(ec.ECDH(), sender)
        secret = HKDF(SHA256(), 32, self.auth, b"WebPush: info\0" + self.public + theirs).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        message, mark, _ = AESGCM(key).decrypt(nonce, sealed, None).rpartition(b"\x02")
        assert mark, "the last record ends with a mark"
        return message


@dataclass(frozen=True)
class Posted:
    """What came to the push service."""

    path: str
    headers: dict[str, str]
    body: bytes

    def claims(self, server_key: str) -> Json:
        """What the sender says of itself, once its signature was found to be that of this key."""
        scheme, _, rest = self.headers["authorization"].partition(" ")
        told = dict(part.strip().split("=", 1) for part in rest.split(","))
        assert scheme == "vapid"
        assert told["k"] == server_key
        head, claims, signature = told["t"].split(".")
        assert msgspec.json.decode(decoded(head)) == {"typ": "JWT", "alg": "ES256"}
        halves = decoded(signature)
        r, s = int.from_bytes(halves[:32], "big"), int.from_bytes(halves[32:], "big")
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(server_key))
        public.verify(encode_dss_signature(r, s), f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
        found: Json = msgspec.json.decode(decoded(claims))
        assert 0 < found["exp"] - datetime.now(UTC).timestamp() <= 24 * 3_600
        return found


class PushService:
    """Listens at this machine, answers as it is told."""

    def __init__(self, secured: ssl.SSLContext | None = None) -> None:
        self.posted: list[Posted] = []
        self.status = 201
        self.pause_s = 0.0
        self._http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        if secured is not None:
            self._http.socket = secured.wrap_socket(self._http.socket, server_side=True)
        scheme = "http" if secured is None else "https"
        self.origin = f"{scheme}://127.0.0.1:{self._http.server_address[1]}"

    def _handler(self) -> type[http.server.BaseHTTPRequestHandler]:
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                service.posted.append(Posted(self.path, headers, body))
                time.sleep(service.pause_s)
                self.send_response(service.status)
                self.send_header("location", "http://127.0.0.1/elsewhere")
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None: ...

        return Handler

    def endpoint(self, name: str = "bob") -> str:
        return f"{self.origin}/push/{name}-secret"

    def wait_for(self, count: int) -> list[Posted]:
        """What was posted, once there are so many."""
        until = time.monotonic() + WAIT_S
        while len(self.posted) < count:
            assert time.monotonic() < until, f"{len(self.posted)} rings came instead of {count}"
            time.sleep(0.02)
        return self.posted

    @contextmanager
    def listening(self) -> Iterator[PushService]:
        thread = threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self._http.shutdown()
            self._http.server_close()
            thread.join(5)
