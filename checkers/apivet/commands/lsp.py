"""``apivet lsp``: the language server, on standard input and output."""

from __future__ import annotations

import importlib.util

from apivet.commands.options import UnusableError

_MISSING = "apivet lsp needs pygls: pip install 'apivet[lsp]'"


def serve() -> int:
    """Serve one client until it says that it is done."""
    if importlib.util.find_spec("pygls") is None:
        raise UnusableError([_MISSING])
    from apivet.lsp.server import make_server

    make_server().start_io()
    return 0
