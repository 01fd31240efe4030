"""Servers for tests that answer with whatever a test wants: bytes on a socket, in a thread, on loopback."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

#: Gets the socket of a client and the head of its request, and sends what it likes.
Talk = Callable[[socket.socket, str], None]


def response(body: bytes, code: int = 200, **headers: str) -> bytes:
    """The bytes of a response; names of headers have underscores for dashes."""
    told = {"Content-Length": str(len(body)), "Connection": "close"}
    told |= {name.replace("_", "-"): value for name, value in headers.items()}
    head = "".join(f"{name}: {value}\r\n" for name, value in told.items())
    return f"HTTP/1.1 {code} -\r\n{head}\r\n".encode() + body


@contextmanager
def talking(talk: Talk) -> Iterator[str]:
    """A server that talks so; its address."""
    listener = socket.create_server(("127.0.0.1", 0))
    clients: list[socket.socket] = []

    def serve() -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = listener.accept()
                clients.append(client)
                threading.Thread(target=converse, args=(client,), daemon=True).start()

    def converse(client: socket.socket) -> None:
        with contextlib.suppress(OSError):
            head = b""
            while b"\r\n\r\n" not in head:
                received = client.recv(65536)
                if not received:
                    return
                head += received
            talk(client, head.decode("latin-1"))
            client.close()

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        listener.close()
        for client in clients:
            client.close()


@contextmanager
def answering(*answers: bytes) -> Iterator[tuple[str, list[str]]]:
    """A server that gives these answers in turn, the last one again and again; its address, and the heads of the
    requests."""
    heads: list[str] = []
    left = list(answers)

    def talk(client: socket.socket, head: str) -> None:
        heads.append(head)
        client.sendall(left.pop(0) if len(left) > 1 else left[0])

    with talking(talk) as address:
        yield address, heads
