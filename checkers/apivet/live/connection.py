"""The connection to a server: each request bounded in rate, size and time, and shown nowhere with a secret in it."""

from __future__ import annotations

import asyncio
import json
import os
import ssl
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError
from types import TracebackType
from typing import Any, Final, TypeAlias, cast
from urllib.parse import urlencode

import httpx
from msgspec import Struct
from msgspec.structs import replace

from apivet import __version__
from apivet.live.answers import CUT_OFF, LARGEST_BODY, ServerAnswer, answer_of
from apivet.live.errors import ConnectionLostError, LiveError, StoppedError
from apivet.live.target import Target

JSON: Final = "application/json"
#: How often a request is sent again that was told to come later, and the longest wait in between (seconds).
_PATIENCE: Final = 5
_LONGEST_WAIT: Final = 30.0
#: Requests a second to servers elsewhere.
DEFAULT_RATE: Final = 20.0


#: Ends of connections of which the other side may know nothing but for the one request.
_CUT_OFF_ERRORS: Final = (httpx.RemoteProtocolError, httpx.ReadError)

#: From status, headers and body of a response to the answer that they are.
BodyReader: TypeAlias = Callable[[int, Mapping[str, str], bytes], ServerAnswer]


class ConnectionLimits(Struct, frozen=True):
    """Requests a second (0: as many as there are), seconds for one request from first to last byte, and the size of a
    body."""

    rate: float = 0.0
    timeout: float = 30.0
    body: int = LARGEST_BODY


class Connection:
    """Sends requests one by one or from several threads. Use it in a ``with`` block, or close it."""

    def __init__(self, target: Target, limits: ConnectionLimits | None = None) -> None:
        self.target = target
        self._limits = limits or ConnectionLimits()
        self._lock = threading.Lock()
        self._next_time = 0.0
        self._stopped = threading.Event()
        self.requests = 0
        #: The client lives on a loop of its own: only there can a request be given up while it is under way.
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="apivet-live", daemon=True)
        self._thread.start()
        try:
            self._client = self._on_loop(self._open())
        except BaseException:
            self._end_loop()
            raise

    def __enter__(self) -> Connection:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give the connections back."""
        self._on_loop(self._client.aclose())
        self._end_loop()

    def stop(self) -> None:
        """Send nothing more, until :meth:`resume`."""
        self._stopped.set()

    def resume(self) -> None:
        """Send again: what is left to do is cleaning up."""
        self._stopped.clear()

    # ------------------------------------------------------------------------------------------------------ calls

    def get(self, path: str, query: Mapping[str, str] | None = None) -> ServerAnswer:
        """A read."""
        return self.request("GET", path, query=query)

    def text(self, path: str) -> str:
        """The text at a path that is no JSON; empty where there is none."""
        kept: list[str] = []

        def keep(status: int, headers: Mapping[str, str], body: bytes) -> ServerAnswer:
            kept[:] = [body.decode("utf-8", "replace")] if 200 <= status < 300 else []
            return ServerAnswer(status)

        self._sent("GET", path, None, {"accept": "text/plain"}, keep)
        return kept[0] if kept else ""

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, str] | None = None,
        body: Any = None,
        content_type: str = JSON,
    ) -> ServerAnswer:
        """The answer to a request. Raises :class:`ConnectionLostError` where there is none in time."""
        content = None if body is None else json.dumps(body, sort_keys=True).encode()
        address = f"{path}?{urlencode(query)}" if query else path
        headers = {"content-type": content_type} if content is not None else {}
        for attempt in range(_PATIENCE + 1):
            answer = self._sent(method, address, content, headers)
            wait = _wait_of(answer, attempt)
            if wait is None or attempt == _PATIENCE:
                return replace(answer, attempts=attempt + 1) if attempt else answer
            self._pause(wait)
        raise AssertionError("the last attempt returns")

    def follow(self, path: str, query: Mapping[str, str], take: Callable[[bytes], float]) -> ServerAnswer:
        """A read whose answer goes on. ``take`` gets each part, and says for how many seconds another one is worth
        waiting for."""
        self._await_turn()
        try:
            return cast(ServerAnswer, self._on_loop(self._followed(f"{path}?{urlencode(query)}", take)))
        except (httpx.HTTPError, OSError, asyncio.TimeoutError, CancelledError) as error:
            raise ConnectionLostError(f"GET {path}: {_in_words(error)}") from None

    async def _followed(self, address: str, take: Callable[[bytes], float]) -> ServerAnswer:
        async with self._client.stream("GET", address, extensions=self._extensions) as response:
            if response.status_code != 200:
                return await asyncio.wait_for(self._whole(response, answer_of), self._limits.timeout)
            parts = response.aiter_raw()
            size, wait = 0, take(b"")
            end = asyncio.get_running_loop().time() + self._limits.timeout
            while wait > 0 and size <= self._limits.body:
                left = end - asyncio.get_running_loop().time()
                try:
                    part = await asyncio.wait_for(anext(parts), min(wait, left))
                except (StopAsyncIteration, asyncio.TimeoutError):
                    break
                size += len(part)
                wait = take(self.target.credentials.hidden_in(part, is_refusal=False))
        return ServerAnswer(200, {})

    def _sent(
        self,
        method: str,
        address: str,
        content: bytes | None,
        headers: Mapping[str, str],
        reader: BodyReader = answer_of,
    ) -> ServerAnswer:
        """One answer, with one more attempt where no connection came about or a read was cut off."""
        for is_last in (False, True):
            self._await_turn()
            try:
                return cast(ServerAnswer, self._on_loop(self._exchange(method, address, content, headers, reader)))
            except (httpx.HTTPError, OSError, asyncio.TimeoutError, CancelledError, httpx.InvalidURL) as error:
                again = isinstance(error, httpx.ConnectError) or (
                    method == "GET" and isinstance(error, httpx.TransportError)
                )
                if is_last or not again or isinstance(error, httpx.TimeoutException):
                    if isinstance(error, _CUT_OFF_ERRORS) and self._is_there():
                        return ServerAnswer(CUT_OFF, unusable="the server ends the connection instead of an answer")
                    path = address.partition("?")[0]
                    raise ConnectionLostError(f"{method} {path}: {_in_words(error)}") from None
        raise AssertionError("the last attempt returns or raises")

    def _is_there(self) -> bool:
        """Whether the server answers at all: one request may be the end of its connection, and not of the server."""
        try:
            self._await_turn()
            self._on_loop(self._exchange("GET", "/version", None, {}, answer_of))
        except (httpx.HTTPError, OSError, asyncio.TimeoutError, CancelledError):
            return False
        return True

    async def _exchange(
        self, method: str, address: str, content: bytes | None, headers: Mapping[str, str], reader: BodyReader
    ) -> ServerAnswer:
        return await asyncio.wait_for(self._read(method, address, content, headers, reader), self._limits.timeout)

    async def _read(
        self, method: str, address: str, content: bytes | None, headers: Mapping[str, str], reader: BodyReader
    ) -> ServerAnswer:
        sent = self._client.stream(method, address, content=content, headers=headers, extensions=self._extensions)
        async with sent as response:
            return await self._whole(response, reader)

    async def _whole(self, response: httpx.Response, reader: BodyReader) -> ServerAnswer:
        """The answer, without the secrets that the server was sent: whatever is printed of it has none."""
        status, hidden = response.status_code, self.target.credentials.hidden_in
        if response.is_redirect:
            return ServerAnswer(status, unusable="the server redirects, which is not followed")
        chunks: list[bytes] = []
        size = 0
        async for chunk in response.aiter_raw():
            chunks.append(chunk)
            size += len(chunk)
            if size > self._limits.body:
                return ServerAnswer(status, unusable=f"the answer is larger than {self._limits.body} bytes")
        told = response.headers.items()
        headers = {name: hidden(value.encode(), is_refusal=True).decode() for name, value in told}
        return reader(status, headers, hidden(b"".join(chunks), is_refusal=status >= 400))

    # --------------------------------------------------------------------------------------------------- in detail

    def _await_turn(self) -> None:
        """Wait until the rate allows one more request."""
        if self._stopped.is_set():
            raise StoppedError("the run was told to end")
        with self._lock:
            self.requests += 1
            now = time.monotonic()
            turn = max(now, self._next_time)
            self._next_time = turn + (1 / self._limits.rate if self._limits.rate else 0.0)
        if turn > now:
            self._pause(turn - now)

    def _pause(self, seconds: float) -> None:
        if self._stopped.wait(seconds):
            raise StoppedError("the run was told to end")

    @property
    def _extensions(self) -> dict[str, str]:
        return {"sni_hostname": self.target.server_name} if self.target.server_name else {}

    async def _open(self) -> httpx.AsyncClient:
        credentials = self.target.credentials
        headers = {"accept": JSON, "accept-encoding": "identity", "user-agent": f"apivet/{__version__}"}
        if credentials.token:
            headers["authorization"] = f"Bearer {credentials.token}"
        auth = (credentials.username, credentials.password) if credentials.username else None
        return httpx.AsyncClient(
            base_url=self.target.server,
            headers=headers,
            auth=auth,
            verify=_tls(self.target),
            proxy=self.target.proxy or None,
            timeout=self._limits.timeout,
            follow_redirects=False,
            trust_env=True,
        )

    def _on_loop(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def _end_loop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


def _wait_of(answer: ServerAnswer, attempt: int) -> float | None:
    """Seconds until the request is welcome again; nothing where it is answered."""
    if answer.status != 429:
        return None
    try:
        told = float(answer.headers.get("retry-after", ""))
    except ValueError:
        told = 0.5 * 2**attempt
    return min(max(told, 0.0), _LONGEST_WAIT) if told == told else 1.0


def _in_words(error: BaseException) -> str:
    """Why there is no answer. Of the library's own words only those that name no address are shown."""
    if isinstance(error, (asyncio.TimeoutError, httpx.TimeoutException)):
        return "no answer in time"
    if isinstance(error, httpx.ConnectError):
        return f"no connection ({' '.join(str(error).split())[:200]})"
    if isinstance(error, httpx.RemoteProtocolError):
        return "the answer was cut off, or is no HTTP"
    return f"the connection failed ({type(error).__name__})"


def _tls(target: Target) -> ssl.SSLContext | bool:
    """The TLS context that recognises the server, and shows the client's certificate."""
    if not target.server.startswith("https:"):
        return False
    try:
        context = ssl.create_default_context(cadata=target.authority.decode("ascii") if target.authority else None)
        if target.insecure:
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        if target.credentials.certificate:
            _show_certificate(context, target)
    except (ssl.SSLError, OSError, ValueError):
        raise LiveError("the certificates can't be used: they must be PEM, and the key must fit") from None
    return context


def _show_certificate(context: ssl.SSLContext, target: Target) -> None:
    """Load the client's certificate; the library takes files only, so that the key lies in one for a moment."""
    with tempfile.TemporaryDirectory(prefix="apivet-") as directory:
        paths = []
        for name, content in (("certificate", target.credentials.certificate), ("key", target.credentials.key)):
            paths.append(os.path.join(directory, name))
            with open(os.open(paths[-1], os.O_WRONLY | os.O_CREAT, 0o600), "wb") as stream:
                stream.write(content)
        context.load_cert_chain(*paths)
