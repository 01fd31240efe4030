"""A status update changes the status alone (contract section 4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from apivet.blackbox.objects.access import ABSENT, payload_names, read, same
from apivet.blackbox.objects.emptiness import is_zero
from apivet.blackbox.objects.wording import shown
from apivet.blackbox.properties.trial import (
    Check,
    HookTrial,
    Invariant,
    Observed,
    Property,
    Result,
    Violation,
    gate_states,
    pairs,
)
from apivet.blackbox.properties.trimming import trimmed
from apivet.blackbox.rig.running import Given, Rig
from apivet.blackbox.rig.variations import additions, unset, variants
from apivet.vocabulary import UPDATE

SPEC = "spec-not-kept-on-status-update"
METADATA = "metadata-not-reset-on-status-update"
GENERATION = "generation-bumped-on-status-update"


def trials(rig: Rig) -> Iterator[HookTrial]:
    """The caller sends another spec, other metadata and another generation along with a status."""
    kept = _protected(rig)
    for gates, (obj, old) in gate_states(rig, pairs(rig)):
        given = Given(obj, old, None, gates)
        for rule, field in kept:
            yield HookTrial(rule, field, UPDATE, given, _is_old(field))
    whole = (*rig.parts.payload, rig.words.metadata)
    obj, old = (trimmed(rig, side, *whole) for side in pairs(rig)[0])
    for part in rig.parts.payload:
        stored = unset(rig.alternatives, old, part)
        if stored is not old:
            yield HookTrial(SPEC, part, UPDATE, Given(obj, stored), _is_old(part))
    for path, changed in _changed_alone(rig, old, obj):
        for rule, field in kept:
            if path.startswith(field):
                yield HookTrial(rule, field, UPDATE, Given(changed, old), _is_old(field))


def _changed_alone(rig: Rig, old: Any, obj: Any) -> Iterator[tuple[str, Any]]:
    """Updates of one field of the payload, or of one leaf of the metadata."""
    for part in rig.parts.payload:
        names = payload_names(read(old, part))
        for name in names or ():
            yield f"{part}.{name}", rig.with_part(old, obj, f"{part}.{name}")
        if not names:
            yield from variants(old, obj, part)
        yield from ((part, changed) for changed in additions(rig.alternatives, old, part))
    yield from variants(old, obj, rig.words.metadata)


def invariants(rig: Rig) -> Iterator[Invariant]:
    """Each protected field is stored as it was."""
    for rule, field in _protected(rig):
        yield Invariant(rule, field, UPDATE, _is_old(field))


def _protected(rig: Rig) -> list[tuple[str, str]]:
    """Parts that a status update has to leave alone, each with its rule."""
    metadata = rig.words.metadata
    kept = [(SPEC, name) for name in rig.parts.payload]
    kept += [(METADATA, f"{metadata}.{name}") for name in rig.parts.metadata]
    return kept + ([(GENERATION, ".".join(rig.parts.generation))] if rig.parts.generation else [])


def _is_old(field: str) -> Check:
    """The check that a field is stored as it was before."""

    def check(rig: Rig, given: Given) -> Result:
        seen = rig.update(given)
        if seen.stored is None:
            return Observed.REFUSED
        # Where the caller sends what was stored before, nobody can tell.
        kept = Observed.IDLE if seen.changed_by_caller(field) is None else Observed.HOLDS
        if seen.before.first_difference(seen.stored, field) is None:
            return kept
        before, stored = seen.before.leaves(field), seen.stored.leaves(field)
        # A container that is empty no more is told by what is in it. A key that was not there may be there, if it says
        # no more.
        paths = [each for each in seen.before.differing(seen.stored, field) if not seen.is_left(field, each)]
        paths = sorted(paths, key=lambda each: each in before and each not in stored)
        if paths and paths[0] == field and is_zero(before.get(field)) and is_zero(stored.get(field)):
            return kept  # nothing in place of nothing, however it is written
        path = next((each for each in paths if each in before or not is_zero(stored.get(each))), None)
        if path is None:
            return kept
        value = stored.get(path, ABSENT)
        whose = "the caller's" if same(value, seen.sent.leaves(field).get(path, ABSENT)) else shown(value)
        return Violation(f"{path} is stored as {whose}, and was {shown(before.get(path, ABSENT))}")

    return check


PROPERTY = Property((SPEC, METADATA, GENERATION), invariants, trials)
