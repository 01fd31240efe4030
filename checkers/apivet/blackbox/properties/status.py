"""The status is the server's: what a caller put there makes no difference, and what was stored stays (contract
section 4)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, Final

from msgspec.structs import replace

from apivet.blackbox.limits import CLEARED_BY_CHOICE, TELLING_NUMBER
from apivet.blackbox.objects.access import ABSENT, field_names, read, same
from apivet.blackbox.objects.bounds import optional_keys
from apivet.blackbox.objects.emptiness import is_unset, is_zero
from apivet.blackbox.objects.filling import Choice
from apivet.blackbox.objects.snapshots import Leaves, Snapshot, beneath
from apivet.blackbox.properties.interference import interference, sought
from apivet.blackbox.properties.trial import (
    TWIN_START,
    HookTrial,
    Invariant,
    Observed,
    Property,
    Result,
    Violation,
    all_gates,
    gate_states,
    twins,
)
from apivet.blackbox.properties.trimming import trimmed
from apivet.blackbox.rig.running import Given, Rig, Seen
from apivet.blackbox.rig.variations import additions, variants
from apivet.vocabulary import CREATE, UPDATE

WIPED = "status-not-wiped-on-create"
KEPT = "status-not-kept-on-update"
#: A text of a filled object, and how large its numbers are at least.
_FILLED: Final = re.compile(r"value-\d+(?:-other)?")


def trials(rig: Rig) -> Iterator[HookTrial]:
    """Two callers send the same but for the status."""
    status = rig.words.status
    if not rig.parts.status:
        return
    for gates, (obj, twin, old) in gate_states(rig, twins(rig, status)):
        yield HookTrial(WIPED, status, CREATE, Given(obj, None, twin, gates), _wiped)
        yield HookTrial(KEPT, status, UPDATE, Given(obj, old, twin, gates), _kept)
    obj, _, old = twins(rig, status)[0]
    gates = all_gates(rig, True)
    if type(old) is dict and status in optional_keys(rig.filler.class_of(rig.assignment.object_type)):
        # Of an object that has no status yet, none is kept.
        without = {name: value for name, value in old.items() if name != status}
        for one, other, _ in twins(rig, status):
            yield HookTrial(KEPT, status, UPDATE, Given(one, without, other, gates), _kept)
    obj, old = trimmed(rig, obj), trimmed(rig, old)
    changed = (twin for _, twin in variants(obj, old, status))
    for twin in (*changed, *additions(rig.alternatives, obj, status)):
        yield HookTrial(WIPED, status, CREATE, Given(obj, None, twin, gates), _wiped)
        yield HookTrial(KEPT, status, UPDATE, Given(obj, old, twin, gates), _kept)
    alike = rig.with_part(obj, old, status)
    for _, twin in variants(alike, obj, status):
        yield HookTrial(KEPT, status, UPDATE, Given(alike, old, twin, gates), _kept)
    for obj, twin in _told_apart(rig):
        yield HookTrial(WIPED, status, CREATE, Given(obj, None, twin, gates), _wiped)
        yield HookTrial(KEPT, status, UPDATE, Given(obj, old, twin, gates), _kept)
    for state in (True, False) if rig.assignment.known_gates else (True,):
        gates = all_gates(rig, state)
        for given in sought(rig, CREATE, status, gates) if not _are_stored(rig, CREATE, gates) else ():
            yield HookTrial(WIPED, status, CREATE, given, _wiped)
        for given in sought(rig, UPDATE, status, gates) if not _are_stored(rig, UPDATE, gates) else ():
            yield HookTrial(KEPT, status, UPDATE, given, _kept)


def _told_apart(rig: Rig) -> Iterator[tuple[Any, Any]]:
    """Two callers' objects that differ in one field of the status alone, with nothing else set there, and two that
    differ in all but this one, which is not set: of each field that the code speaks of, and may ask for just that."""
    status, bare = rig.words.status, rig.filled(Choice("bare"))
    obj, twin, _ = twins(rig, status)[0]
    unset = rig.with_part(obj, bare, status)
    if type(read(obj, status)) is not type(read(bare, status)):
        return
    for name in field_names(read(bare, status)) or ():
        if name in rig.mentions.names:
            field = f"{status}.{name}"
            yield rig.with_part(unset, obj, field), rig.with_part(unset, twin, field)
            yield rig.with_part(obj, bare, field), rig.with_part(twin, bare, field)


def _are_stored(rig: Rig, hook: str, gates: Mapping[str, bool]) -> bool:
    """Whether any two callers' objects that were chosen are both stored, and differ."""
    for obj, twin, old in twins(rig, rig.words.status):
        first, second = (rig.run(hook, each, None if hook == CREATE else old, gates) for each in (obj, twin))
        are_stored = first.stored is not None and second.stored is not None
        if are_stored and first.sent.first_difference(second.sent, rig.words.status) is not None:
            return True
    return False


def invariants(rig: Rig) -> Iterator[Invariant]:
    """The invariant that the same status is stored, whichever one a second caller sends."""
    if rig.parts.status:
        yield Invariant(WIPED, rig.words.status, CREATE, _wiped_at_sight)
        yield Invariant(KEPT, rig.words.status, UPDATE, _kept_at_sight)


def _wiped(rig: Rig, given: Given) -> Result:
    seen = rig.create(given)
    if seen.stored is None:
        return Observed.REFUSED
    result = interference(rig, CREATE, _with_second_caller(rig, given), rig.words.status, seen)
    return _remembered(rig, seen) or result if result is Observed.HOLDS else result


def _remembered(rig: Rig, seen: Seen) -> Violation | None:
    """The violation that a value is stored that only this caller can have sent, and is stored for the next one too: the
    hook keeps what it has seen first."""
    status = rig.words.status
    assert seen.stored is not None
    stored = seen.stored.leaves(status)
    others: list[object] | None = None
    for path, value in seen.sent.leaves(status).items():
        if not _is_unmistakable(value) or not same(value, stored.get(path)):
            continue
        if others is None:
            others = [*seen.before.leaves().values(), *chain.from_iterable(rig.mentions.constants.values())]
            others += [each for name, each in seen.sent.leaves().items() if not beneath({name: each}, status)]
        if not any(same(value, each) for each in others):
            return Violation(f"what the caller sent is stored as {path}, and kept for those that come after")
    return None


def _is_unmistakable(value: object) -> bool:
    """Whether a filled value is one that no server chooses by itself."""
    if type(value) is str:
        return _FILLED.fullmatch(value) is not None
    return type(value) is int and value >= TELLING_NUMBER


def _wiped_at_sight(rig: Rig, given: Given) -> Result:
    """The result for the first caller alone: no second one is needed where nothing that was sent is stored."""
    seen, status = rig.create(given), rig.words.status
    if seen.stored is not None and not _is_empty(seen.sent, status) and _is_empty(seen.stored, status):
        return Observed.HOLDS
    return _wiped(rig, given)


def _is_empty(snapshot: Snapshot, part: str) -> bool:
    return all(is_zero(value) for value in snapshot.leaves(part).values())


def _kept_at_sight(rig: Rig, given: Given) -> Result:
    """The same for a status that is the old one through and through, of which the caller sent nothing."""
    seen = rig.update(given)
    return Observed.HOLDS if seen.stored is not None and _is_old(rig, seen) else _kept(rig, given)


def _is_old(rig: Rig, seen: Seen) -> bool:
    """Whether the status that is stored is the old one, and the caller's was another."""
    status = rig.words.status
    assert seen.stored is not None
    is_old = seen.before.first_difference(seen.stored, status) is None
    return is_old and seen.changed_by_caller(status) is not None


def _kept(rig: Rig, given: Given) -> Result:
    seen = rig.update(given)
    if seen.stored is None:
        return Observed.REFUSED
    status = rig.words.status
    result = interference(rig, UPDATE, _with_second_caller(rig, given), status, seen)
    if isinstance(result, Violation):
        return result
    changed = set(seen.before.differing(seen.stored, status))
    if not changed:
        return Observed.HOLDS if _is_old(rig, seen) else result
    remembered = _remembered(rig, seen) if result is Observed.HOLDS else None
    if remembered is not None:
        return remembered
    before, stored = seen.before.leaves(status), seen.stored.leaves(status)
    used = [path for path, value in before.items() if not is_zero(value)]
    lost = [path for path in used if path in changed and is_unset(stored, path)]
    default = rig.memo.of(_default_leaves, rig)
    gone = [path for path in used if path in lost or (path in changed and _is_default(stored, path, default))]
    if lost and len(gone) == len(used) and _tells(_fields(used), _fields(before)):
        return Violation(f"{lost[0]} was stored and is lost")
    # To clear a field or two of the old status is a server's choice; nobody can tell from outside.
    return Observed.UNDECIDED if lost else result


def _default_leaves(rig: Rig) -> Leaves:
    """The leaves of a status of which nothing was set: an enum's first member says no more than a zero does."""
    return Snapshot(rig.filled(Choice("bare"))).leaves(rig.words.status)


def _is_default(stored: Leaves, path: str, default: Leaves) -> bool:
    return path in default and same(stored.get(path, ABSENT), default[path])


def _with_second_caller(rig: Rig, given: Given) -> Given:
    """With what a second caller sends: the same but for the status, where nobody has said what it is."""
    if given.twin is not None:
        return given
    twin = rig.with_part(given.obj, rig.filled(Choice("full", 0, TWIN_START)), rig.words.status)
    return replace(given, twin=twin)


def _fields(paths: Iterable[str]) -> set[str]:
    """The status' own fields, of paths into them."""
    return {re.split(r"[.\[]", path)[1] for path in paths if re.search(r"[.\[]", path)}


def _tells(lost: set[str], declared: set[str]) -> bool:
    """Whether so much is lost that it is the status itself: all its fields, or more than one would clear by choice."""
    return len(lost) >= min(len(declared), CLEARED_BY_CHOICE + 1)


PROPERTY = Property((WIPED, KEPT), invariants, trials)
