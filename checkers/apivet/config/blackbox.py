"""``[tool.apivet.blackbox]``: what the black box can't guess of a project, and what it may spend on it."""

from __future__ import annotations

import math
import re
from typing import Final

from msgspec import Struct

from apivet.config.tables import Table

#: Less than this, and not even an interpreter starts.
_LEAST_MEMORY: Final = 64
_THING: Final = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*[.:][^\W\d]\w*(?:\.[^\W\d]\w*)*")


class BlackboxSettings(Struct, frozen=True):
    """``factories`` is the dotted name of the module that makes strategies, objects and contexts, and sets gates;
    ``timeout`` is in seconds for all that is tried on one strategy, ``memory`` in MB for each worker, ``sequences`` the
    number of random sequences of requests that each strategy is tried on. ``codecs``,
    ``transformers`` and ``storages`` name what can't be found or made without help: ``package.module:name``.
    ``golden`` is the directory of recorded documents, as seen from the file."""

    factories: str = ""
    timeout: float = 60.0
    memory: int = 1024
    sequences: int = 4
    codecs: tuple[str, ...] = ()
    transformers: tuple[str, ...] = ()
    storages: tuple[str, ...] = ()
    golden: str = ""
    #: The command line's business, not the table's: a change under check must not decide it.
    sandbox: bool = True


def read_blackbox(table: Table) -> BlackboxSettings:
    """The table's settings; what is wrong with them is noted in the table."""
    ours = BlackboxSettings()
    factories = table.text("factories", ours.factories)
    if factories.strip() and not all(part.isidentifier() for part in factories.split(".")):
        table.error("factories", f"'{factories}' is not the dotted name of a module")
    timeout = table.number("timeout", ours.timeout)
    if not 0 < timeout < math.inf:
        table.error("timeout", "must be a number of seconds above 0")
    memory = table.count("memory")
    if memory is not None and 1 <= memory < _LEAST_MEMORY:
        table.error("memory", f"must be {_LEAST_MEMORY} (MB) or more: less does not hold an interpreter")
    sequences = table.amount("sequences", ours.sequences)
    codecs, transformers, storages = (_things(table, key) for key in ("codecs", "transformers", "storages"))
    golden = table.text("golden", ours.golden)
    table.refuse_unknown_keys()
    memory = ours.memory if memory is None else memory
    return BlackboxSettings(factories, timeout, memory, sequences, codecs, transformers, storages, golden)


def _things(table: Table, key: str) -> tuple[str, ...]:
    """The names of things in modules."""
    names = table.texts(key, ())
    for name in names:
        if name.strip() and not _THING.fullmatch(name):
            table.error(key, f"'{name}' does not name something in a module: write package.module:name")
    return names
