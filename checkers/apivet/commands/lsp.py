"""``apivet lsp``: the language server, on standard input and output."""

from __future__ import annotations

from apivet.lsp.server import make_server


def serve() -> int:
    """Serve one client until it says that it is done."""
    make_server().start_io()
    return 0
