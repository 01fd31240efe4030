"""``apivet trace``: what the static check sees of a hook."""

from __future__ import annotations

import os

from apivet.check.tracing import NotTracedError, trace
from apivet.commands.options import UnusableError, read_config
from apivet.reports.trace import print_trace


def trace_target(target: str, *, config: str | None) -> int:
    """Print the account of the hooks that a target names: ``FILE``, ``FILE::Strategy`` or ``FILE::Strategy.hook``."""
    path, _, qualified = target.partition("::")
    if not os.path.isfile(path):
        raise UnusableError([f"{path}: there is no such file; say FILE::Strategy.hook"])
    names = [name for name in qualified.split(".") if name]
    if len(names) > 2:
        raise UnusableError([f"'{qualified}' is no strategy and hook; say FILE::Strategy.hook"])
    try:
        print_trace(trace(path, names, read_config(config, (path,))))
    except NotTracedError as error:
        raise UnusableError([str(error)]) from None
    return 0
