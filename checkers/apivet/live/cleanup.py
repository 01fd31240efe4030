"""Cleaning up: what the run has made is removed, the latest first, and nothing else."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

from apivet.live.errors import LiveError
from apivet.live.journal import JournalEntry, ObjectKey
from apivet.live.objects import Objects
from apivet.live.paths import ABSENT, get

#: Seconds that an object may take to go whose removal others have a hand in.
_PATIENCE: Final = 5.0
_INTERVAL: Final = 0.1
_NAMESPACES: Final = ("", "namespaces")
#: Finalizers that say what becomes of dependents, and that a deletion itself puts there.
_OF_DELETIONS: Final = ("orphan", "foregroundDeletion")


class Leftover(Struct, frozen=True):
    """An object that could not be removed, and why; one that only waits for its controller is no failure."""

    key: ObjectKey
    reason: str
    is_failure: bool = True

    @property
    def object(self) -> str:
        """The object for people."""
        return str(self.key)


def clean(
    objects: Objects, *, patience: float = _PATIENCE, of: Callable[[ObjectKey], bool] = lambda key: True
) -> list[Leftover]:
    """Remove everything in the journal that is still there, or what a condition names of it. Each object is tried,
    whatever became of the others; those that take their time are waited for together."""
    left = _removed(objects, of, None)
    waiting = {each.key for each in left if each.is_failure}
    if not waiting or not patience:
        return left
    end = time.monotonic() + patience
    return [each for each in left if not each.is_failure] + _removed(objects, waiting.__contains__, end)


def _removed(objects: Objects, of: Callable[[ObjectKey], bool], end: float | None) -> list[Leftover]:
    """Remove what a condition names; what is still there at the ``end``, or at once."""
    left = []
    for entry in objects.journal.left:
        if not of(entry.key):
            continue
        try:
            remaining = _remove(objects, entry, end)
        except LiveError as error:
            remaining = Leftover(entry.key, str(error))
        if remaining is None or not remaining.is_failure:
            objects.journal.gone(entry.key)
        if remaining is not None:
            left.append(remaining)
    return left


def waited_for(objects: Objects, left: list[Leftover]) -> list[Leftover]:
    """Objects still there, of those that only wait for their controllers, after patience with all of them together."""
    end = time.monotonic() + _PATIENCE
    while True:
        left = [each for each in left if each.is_failure or objects.get(each.key).status != 404]
        if all(each.is_failure for each in left) or time.monotonic() > end:
            return left
        time.sleep(_INTERVAL * 5)


def _remove(objects: Objects, entry: JournalEntry, end: float | None) -> Leftover | None:
    """Remove one object; nothing where it is gone."""
    key, uid = entry.key, entry.uid
    found = objects.get(key)
    if found.status == 404:
        return None
    if not found.accepted:
        return Leftover(key, f"it can't be read ({found.words})")
    stored_uid = objects.identity(found.document)
    if uid and stored_uid != uid:
        return None  # another object of that name: ours is gone
    if not uid and not objects.is_marked(found.document):
        return None  # the name is the run's, but the object is not
    if not stored_uid:
        return Leftover(key, "the server gives objects no uid, so that it can't be removed safely")
    objects.journal.made(key, stored_uid)
    answer = objects.delete(key, stored_uid).answer
    if answer.status == 404:
        return None
    if not 200 <= answer.status < 300:
        return Leftover(key, f"it can't be removed ({answer.words})")
    return _see_it_gone(objects, entry, end)


def _see_it_gone(objects: Objects, entry: JournalEntry, end: float | None) -> Leftover | None:
    """Wait until the object is gone, and take the run's own finalizers off: those of its domain at once, those that the
    server itself has put there where no controller does so until the end."""
    is_forced = False
    while True:
        found = objects.get(entry.key)
        if found.status == 404 or (found.accepted and objects.identity(found.document) != entry.uid):
            return None
        if (entry.key.resource.group, entry.key.resource.name) == _NAMESPACES:
            return Leftover(entry.key, "the empty namespace stays until its controller removes it", is_failure=False)
        finalizers = _texts(get(found.document, ("metadata", "finalizers")))
        own = [each for each in finalizers if each.startswith(_domain(objects))]
        is_late = time.monotonic() > (end or 0.0)
        if is_late and end is not None and not own:
            own = _nobodys(objects, found.document, finalizers)
        if not finalizers and not is_forced and get(found.document, ("metadata", "deletionGracePeriodSeconds")):
            # Nobody is at work who would be given time to end.
            is_forced = True
            objects.delete(entry.key, entry.uid or objects.identity(found.document), grace=0)
        elif own:
            kept = [each for each in finalizers if each not in own]
            objects.update(entry.key, _with_finalizers(found.document, kept), dry_run=False, before=found.document)
        elif is_late:
            waiting = f": finalizers {', '.join(finalizers)[:200]}" if finalizers else ""
            return Leftover(entry.key, f"it is marked as deleted, but still there{waiting}")
        else:
            time.sleep(_INTERVAL)


def _domain(objects: Objects) -> str:
    return objects.journal.label.partition("/")[0] + "/"


def _nobodys(objects: Objects, document: Any, finalizers: list[str]) -> list[str]:
    """The finalizers that the server itself has put there, when the run made the object: it tells who has written what
    of the metadata, the run's label among it, and no client has written these."""
    told = get(document, ("metadata", "managedFields"))
    written = [get(each, ("fieldsV1", "f:metadata")) for each in (told if isinstance(told, list) else [])]
    if not any(get(each, ("f:labels", f"f:{objects.journal.label}")) is not ABSENT for each in written):
        return []
    clients: set[str] = set()
    for each in written:
        fields = get(each, ("f:finalizers",))
        if fields is ABSENT:
            continue
        if not isinstance(fields, dict) or not any(step.startswith("v:") for step in fields):
            return []  # all of them are one client's
        clients.update(_text_of(step) for step in fields)
    return [each for each in finalizers if each not in clients and each not in _OF_DELETIONS]


def _text_of(step: str) -> str:
    """The text that a step of a set of fields names: ``v:"text"``."""
    try:
        value = json.loads(step.removeprefix("v:"))
    except ValueError:
        return ""
    return value if isinstance(value, str) else ""


def _texts(value: Any) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def _with_finalizers(document: dict[str, Any], finalizers: list[str]) -> dict[str, Any]:
    return {**document, "metadata": {**document["metadata"], "finalizers": finalizers}}
