"""Servers are recognised by their certificates, and shown the client's."""

from __future__ import annotations

import datetime
import ipaddress
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from apivet.live.connection import Connection
from apivet.live.errors import ConnectionLostError, LiveError
from apivet.live.target import Credentials, Target

x509 = pytest.importorskip("cryptography.x509")
from cryptography.hazmat.primitives import hashes, serialization  # noqa: E402
from cryptography.hazmat.primitives.asymmetric import ec  # noqa: E402


def certificate(*names: str) -> tuple[bytes, bytes]:
    """A certificate that signs itself, for names and addresses, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, names[0])])
    now = datetime.datetime.now(datetime.timezone.utc)
    listed = [x509.IPAddress(ipaddress.ip_address(name)) if name[0].isdigit() else x509.DNSName(name) for name in names]
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(listed), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    encoded = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return made.public_bytes(serialization.Encoding.PEM), encoded


class _Quiet(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Handshakes that fail are what the tests are about."""


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'{"kind": "APIVersions"}')

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is told."""


@contextmanager
def serving(tmp_path: Path, pem: tuple[bytes, bytes], clients: bytes = b"") -> Iterator[str]:
    (tmp_path / "server.pem").write_bytes(pem[0] + pem[1])
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "server.pem")
    if clients:
        context.verify_mode = ssl.CERT_REQUIRED
        context.load_verify_locations(cadata=clients.decode())
    server = _Quiet(("127.0.0.1", 0), _Handler)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    yield f"https://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


def get(target: Target) -> int:
    with Connection(target) as connection:
        return connection.get("/api").status


def test_a_server_is_known_by_its_authority_and_by_nothing_else(tmp_path: Path) -> None:
    pem, other = certificate("127.0.0.1"), certificate("127.0.0.1")
    with serving(tmp_path, pem) as address:
        assert get(Target(address, authority=pem[0])) == 200
        for authority in (b"", other[0]):
            with pytest.raises(ConnectionLostError, match="no connection"):
                get(Target(address, authority=authority))
        assert get(Target(address, insecure=True)) == 200


def test_a_server_of_another_name_is_known_where_that_name_is_told(tmp_path: Path) -> None:
    pem = certificate("api.example")
    with serving(tmp_path, pem) as address:
        with pytest.raises(ConnectionLostError):
            get(Target(address, authority=pem[0]))
        assert get(Target(address, authority=pem[0], server_name="api.example")) == 200


def test_the_clients_certificate_is_shown(tmp_path: Path) -> None:
    pem, client = certificate("127.0.0.1"), certificate("jane")
    with serving(tmp_path, pem, client[0]) as address:
        shown = Credentials(certificate=client[0], key=client[1])
        assert get(Target(address, authority=pem[0], credentials=shown)) == 200
        with pytest.raises(ConnectionLostError):
            get(Target(address, authority=pem[0]))


@pytest.mark.parametrize("authority", [b"nonsense", b"\xff"])
def test_certificates_that_are_none_are_one_line(authority: bytes) -> None:
    with pytest.raises(LiveError, match="must be PEM"):
        get(Target("https://127.0.0.1:1", authority=authority))
