"""Dry runs: whether a group's server honours them, shown once before it is relied on.

Behind an aggregator each group may be another server. Those that the aggregator says it serves itself are one.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable
from typing import Any

from apivet.live.answers import ServerAnswer
from apivet.live.errors import DryRunIgnoredError
from apivet.live.journal import ObjectKey
from apivet.live.objects import Objects, Sent

_REFUSED = re.compile(r"dry.?run", re.IGNORECASE)


class DryRuns:
    """Support for dry runs by API group: behind an aggregator each may be another server."""

    def __init__(self, objects: Objects, *, only: bool, together: Iterable[str] = ()) -> None:
        """``together`` are the groups that are known to be of one server."""
        self._objects = objects
        self._only = only
        self._together = frozenset(together)
        self._honoured: dict[str, bool] = {}
        self._lock = threading.Lock()
        #: Groups whose servers store dry runs, or do not take them, for the report.
        self.remarks: dict[str, str] = {}

    def honoured(self, group: str) -> bool | None:
        """Whether the group's server honours dry runs; nothing where that is not known yet."""
        with self._lock:
            return self._honoured.get(group)

    def seen(self, group: str) -> bool:
        """Whether the group's server was seen to honour dry runs, and none of its groups not to."""
        with self._lock:
            told = {self._honoured.get(each) for each in (self._together if group in self._together else (group,))}
        return True in told and False not in told

    def create(self, key: ObjectKey, body: dict[str, Any]) -> Sent:
        """A create in dry run. The first one of a group that is taken shows whether anything was stored."""
        group = key.resource.group
        known = self.honoured(group)
        sent = self._objects.create(key, body, dry_run=True, trusted=known is True)
        if known is None and sent.answer.accepted:
            self._prove(key)
        elif known is None and self._is_refused(sent.answer):
            self._note(group, False, "does not take dry runs")
        return sent

    def _prove(self, key: ObjectKey) -> None:
        """Look whether the object is there; remove it where it is."""
        found = self._objects.get(key)
        if found.status == 404:
            self._objects.journal.gone(key)
            self._note(key.resource.group, True, "")
            return
        if found.accepted and self._objects.is_marked(found.document):
            self._objects.journal.made(key, self._objects.identity(found.document))
            removed = self._objects.delete(key, self._objects.identity(found.document)).answer
            if 200 <= removed.status < 300:
                self._objects.journal.gone(key)
        self._note(key.resource.group, False, "stores dry runs")

    def _is_refused(self, answer: ServerAnswer) -> bool:
        return 400 <= answer.status < 500 and bool(_REFUSED.search(answer.message))

    def _note(self, group: str, is_honoured: bool, remark: str) -> None:
        with self._lock:
            self._honoured.setdefault(group, is_honoured)
            if remark:
                self.remarks[group] = f"the server of group {group or 'core'} {remark}"
        if remark and self._only:
            raise DryRunIgnoredError(f"{self.remarks[group]}, so that --dry-run can't keep its promise: the run ends")
