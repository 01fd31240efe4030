"""``apivet lsp``: the language server, on standard input and output."""

from __future__ import annotations

import os
import sys

from apivet.jobs import FEW_CYCLES, with_rare_garbage_collection
from apivet.lsp.server import make_server


@with_rare_garbage_collection(FEW_CYCLES)  # each keystroke makes a tree, and the projects that are known only grow old
def serve() -> int:
    """Serve one client until it says that it is done."""
    # The server closes what it writes to, and the program has yet to flush its output when it ends.
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as output:
        make_server().start_io(stdout=output)
    return 0
