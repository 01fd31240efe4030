"""The server to be judged: where it is, and how it is told who asks. Secrets are in no representation of it."""

from __future__ import annotations

import base64
import ipaddress
import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import quote, urlsplit, urlunsplit

from apivet.documents import reason
from apivet.live.errors import LiveError

#: Texts that are shorter than this can't be told from words, in refusals and in objects.
_SHORTEST: Final = 4
_SHORTEST_IN_OBJECTS: Final = 12
_HIDDEN: Final = b"[hidden]"


@dataclass(frozen=True, slots=True, repr=False)
class Credentials:
    """The identity of the client: a bearer token, a name with its password, or a certificate with its key (PEM)."""

    token: str = ""
    username: str = ""
    password: str = ""
    certificate: bytes = b""
    key: bytes = b""

    def __repr__(self) -> str:
        return "Credentials(...)"

    def hidden_in(self, content: bytes, *, is_refusal: bool) -> bytes:
        """A text of the server's without the secrets that were sent to it, in the forms in which it may repeat them. In
        objects only long ones are looked for: a password may be a word of theirs."""
        for form in self._forms(_SHORTEST if is_refusal else _SHORTEST_IN_OBJECTS):
            content = content.replace(form, _HIDDEN)
        return content

    def _forms(self, shortest: int) -> tuple[bytes, ...]:
        pair = base64.b64encode(f"{self.username}:{self.password}".encode()).decode() if self.username else ""
        told = [text for text in (pair, self.token, self.password) if len(text) >= shortest]
        forms = [form for text in told for form in (text, json.dumps(text)[1:-1], quote(text, safe=""))]
        return tuple(form.encode() for form in dict.fromkeys(forms))


@dataclass(frozen=True, slots=True)
class Target:
    """A server. ``authority`` is the PEM text of the certificates that are trusted, empty for the system's."""

    server: str
    context: str = ""
    namespace: str = ""
    authority: bytes = field(default=b"", repr=False)
    insecure: bool = False
    server_name: str = ""
    proxy: str = field(default="", repr=False)
    credentials: Credentials = Credentials()

    @property
    def host(self) -> str:
        """The name or address that is connected to."""
        return urlsplit(self.server).hostname or ""

    @property
    def is_loopback(self) -> bool:
        """Whether the server's address is this machine's own; a tunnel may still lead elsewhere."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False


def server_address(text: str) -> tuple[str, Credentials]:
    """A server's address as it can be shown, and the name and password that stood in it."""
    try:
        parts = urlsplit(text.strip().rstrip("/"))
        port = parts.port
    except ValueError as error:
        raise LiveError(f"the server's address is none: {error}") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise LiveError("the server's address must begin with http:// or https:// and name a host")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    place = host if port is None else f"{host}:{port}"
    shown = urlunsplit((parts.scheme, place, parts.path, "", ""))
    return shown, Credentials(username=parts.username or "", password=parts.password or "")


def token_from(path: str) -> str:
    """The bearer token in a file."""
    token = read_bytes(path, "token file").decode("utf-8", "replace").strip()
    if not token or re.search(r"[^\x21-\x7e]", token):
        raise LiveError(f"the token file {path} holds no token")
    return token


def read_bytes(path: str, what: str) -> bytes:
    """A file's content."""
    try:
        return Path(path).expanduser().read_bytes()
    except OSError as error:
        raise LiveError(f"the {what} {path} can't be read: {reason(error)}") from None
