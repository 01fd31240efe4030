"""``[tool.apivet.live]``: which resources of a running server are judged, where and how fast; what is left alone."""

from __future__ import annotations

import math
import re
from typing import Final

from msgspec import Struct

from apivet.config.tables import Table

_LABEL: Final = re.compile(r"(?:[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?/)?[A-Za-z0-9](?:[-\w.]{0,61}[A-Za-z0-9])?")


class LiveSettings(Struct, frozen=True):
    """``include`` and ``exclude`` are patterns of resources; ``namespace`` is where objects are made instead of in
    namespaces of the run's own. ``requests_per_second`` of 0 means the default: 20, and no limit on loopback.
    ``jobs`` resources are tried at once. ``label`` is the key of the label that marks the run's objects.
    ``gates`` is a file that says which fields each gate is about; ``on_command`` and ``off_command`` restart the server
    with its gates on and off. ``dangerous`` are patterns of resources on which nothing is stored, besides those that
    are known; ``never_contexts`` are patterns of contexts that are refused whatever the command line says."""

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    namespace: str = ""
    requests_per_second: float = 0.0
    jobs: int = 4
    label: str = "apivet.example/run"
    stubs: str = "live-stubs/"
    dangerous: tuple[str, ...] = ()
    gates: str = ""
    on_command: str = ""
    off_command: str = ""
    never_contexts: tuple[str, ...] = ()


def read_live(table: Table) -> LiveSettings:
    """The table's settings; what is wrong with them is noted in the table."""
    ours = LiveSettings()
    rate = table.number("requests-per-second", ours.requests_per_second)
    if not 0 <= rate < math.inf:
        table.error("requests-per-second", "must be a number above 0, or 0 for the default")
    label = table.text("label", ours.label)
    if label.strip() and not _LABEL.fullmatch(label):
        table.error("label", f"'{label}' can't be the key of a label")
    settings = LiveSettings(
        include=table.texts("include", ours.include),
        exclude=table.texts("exclude", ours.exclude),
        namespace=table.text("namespace", ours.namespace),
        requests_per_second=rate,
        jobs=table.count("jobs") or ours.jobs,
        label=label,
        gates=table.text("gates", ours.gates),
        on_command=table.text("on-command", ours.on_command),
        off_command=table.text("off-command", ours.off_command),
        stubs=table.text("stubs", ours.stubs),
        dangerous=table.texts("dangerous", ours.dangerous),
        never_contexts=table.texts("never-contexts", ours.never_contexts),
    )
    table.refuse_unknown_keys()
    return settings
