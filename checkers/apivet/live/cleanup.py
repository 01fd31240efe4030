"""Cleaning up: what the run has made is removed, the latest first, and nothing else."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from apivet.live.errors import LiveError
from apivet.live.journal import JournalEntry, ObjectKey
from apivet.live.objects import Objects
from apivet.live.paths import get

#: Seconds that an object may take to go whose removal others have a hand in.
_PATIENCE: Final = 5.0
_INTERVAL: Final = 0.1
_NAMESPACES: Final = ("", "namespaces")


@dataclass(frozen=True, slots=True)
class Leftover:
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
    whatever became of the others."""
    left = []
    for entry in objects.journal.left:
        if not of(entry.key):
            continue
        try:
            remaining = _remove(objects, entry, patience)
        except LiveError as error:
            remaining = Leftover(entry.key, str(error))
        if remaining is None or not remaining.is_failure:
            objects.journal.gone(entry.key)
        if remaining is not None:
            left.append(remaining)
    return left


def waited_for(objects: Objects, left: list[Leftover], *, patience: float = _PATIENCE) -> list[Leftover]:
    """Objects still there, of those that only wait for their controllers, after patience with all of them together."""
    end = time.monotonic() + patience
    while True:
        left = [each for each in left if each.is_failure or objects.get(each.key).status != 404]
        if all(each.is_failure for each in left) or time.monotonic() > end:
            return left
        time.sleep(_INTERVAL * 5)


def _remove(objects: Objects, entry: JournalEntry, patience: float) -> Leftover | None:
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
    return _see_it_gone(objects, entry, patience)


def _see_it_gone(objects: Objects, entry: JournalEntry, patience: float) -> Leftover | None:
    """Wait until the object is gone, and take the run's own finalizers off."""
    end = time.monotonic() + patience
    while True:
        found = objects.get(entry.key)
        if found.status == 404 or (found.accepted and objects.identity(found.document) != entry.uid):
            return None
        if (entry.key.resource.group, entry.key.resource.name) == _NAMESPACES:
            return Leftover(entry.key, "the empty namespace stays until its controller removes it", is_failure=False)
        finalizers = _texts(get(found.document, ("metadata", "finalizers")))
        own = [each for each in finalizers if each.startswith(_domain(objects))]
        if own:
            kept = [each for each in finalizers if each not in own]
            objects.update(entry.key, _with_finalizers(found.document, kept), dry_run=False, before=found.document)
        elif time.monotonic() > end:
            waiting = f": finalizers {', '.join(finalizers)[:200]}" if finalizers else ""
            return Leftover(entry.key, f"it is marked as deleted, but still there{waiting}")
        else:
            time.sleep(_INTERVAL)


def _domain(objects: Objects) -> str:
    return objects.journal.label.partition("/")[0] + "/"


def _texts(value: Any) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def _with_finalizers(document: dict[str, Any], finalizers: list[str]) -> dict[str, Any]:
    return {**document, "metadata": {**document["metadata"], "finalizers": finalizers}}
