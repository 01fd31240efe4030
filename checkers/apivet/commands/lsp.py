"""``apivet lsp``: the language server, on standard input and output."""

from __future__ import annotations

import os
import sys

from apivet.lsp.server import make_server


def serve() -> int:
    """Serve one client until it says that it is done."""
    # The server closes what it writes to, and the program has yet to flush its output when it ends.
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as output:
        make_server().start_io(stdout=output)
    return 0
