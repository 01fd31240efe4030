"""The generation is 1 on create, and goes up exactly when the stored spec changes (contract section 4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from apivet.blackbox.access import Marker, differing, read
from apivet.blackbox.experiments.gates import unset_value
from apivet.blackbox.experiments.trial import Answer, Result, Trial, Violation, all_gates, gate_states, pairs
from apivet.blackbox.filling import Choice
from apivet.blackbox.laboratory import CREATE, UPDATE, Given, Laboratory, Seen

SET = "generation-not-set-on-create"
BUMPED = "generation-not-bumped-on-spec-change"
UNCHANGED = "generation-bumped-without-spec-change"
EARLY = "generation-compared-too-early"


def trials(lab: Laboratory) -> Iterator[Trial]:
    """Every leaf of the spec changed alone, updates of everything else, and updates of nothing."""
    if not (lab.parts.spec and lab.parts.generation):
        return
    field = f"{lab.words.metadata}.{lab.words.generation}"
    for gates, (obj, _) in gate_states(lab, pairs(lab)):
        yield Trial(SET, field, CREATE, Given(obj, None, None, gates), _is_one)
    for gates, (obj, old) in gate_states(lab, _updates(lab)):
        yield Trial(BUMPED, field, UPDATE, Given(obj, old, None, gates), bump)
    obj, old = pairs(lab)[0]
    for _, changed in lab.variants(old, obj, lab.words.spec):
        yield Trial(BUMPED, field, UPDATE, Given(changed, old, None, all_gates(lab, True)), bump)
    for changed in lab.omissions(old, lab.filled(Choice("bare")), lab.words.spec):
        for given in (Given(changed, old, None, all_gates(lab, True)), Given(old, changed, None, all_gates(lab, True))):
            yield Trial(BUMPED, field, UPDATE, given, bump)
    for given in _disabled_additions(lab, old):
        yield Trial(BUMPED, field, UPDATE, given, bump)


def _disabled_additions(lab: Laboratory, old: Any) -> Iterator[Given]:
    """Updates that do nothing but set what a disabled gate stands for: once it is dropped, nothing has changed."""
    gated = [item for item in lab.assignment.gated if item.path[0] == lab.words.spec]
    for gate in sorted({gate for item in gated for gate in item.gates}):
        unused = old
        for item in gated:
            if gate in item.gates:
                unused = lab.with_value(unused, item.path, unset_value(old, item))
        yield Given(old, unused, None, {**all_gates(lab, True), gate: False})


def _updates(lab: Laboratory) -> list[tuple[Any, Any]]:
    """Updates of everything, of nothing, of the spec alone, of all but the spec, and of each other part alone."""
    spec = lab.words.spec
    found: list[tuple[Any, Any]] = []
    for obj, old in pairs(lab):
        found.append((lab.with_part(old, obj, spec), old))
        found.append((obj, old))
        found.append((old, old))
        found.append((lab.with_part(obj, old, spec), old))
    obj, old = pairs(lab)[0]
    return found + [(lab.with_part(old, obj, part), old) for part in _other_parts(lab, old)]


def _other_parts(lab: Laboratory, obj: Any) -> list[str]:
    """Everything besides the spec: the other parts, and each field of the metadata but the generation."""
    words = lab.words
    fields = lab.assignment.types[lab.assignment.object_type].fields
    parts = [item.name for item in fields if item.name not in (words.spec, words.metadata)]
    inner = lab.parts.metadata if read(obj, words.metadata) is not Marker.ABSENT else ()
    return parts + [f"{words.metadata}.{name}" for name in inner]


def _is_one(lab: Laboratory, given: Given) -> Result:
    seen = lab.create(given)
    if seen.stored is None:
        return Answer.REFUSED
    generation = seen.stored.at(f"{lab.words.metadata}.{lab.words.generation}")
    return Answer.HOLDS if generation == 1 else Violation(f"the generation is stored as {generation!r}")


def bump(lab: Laboratory, given: Given) -> Result:
    """The stored generation against the stored spec."""
    return bump_of(lab, lab.update(given))


def bump_of(lab: Laboratory, seen: Seen) -> Result:
    """What an update did to the generation, told by the change that it stored."""
    if seen.stored is None:
        return Answer.REFUSED
    before, after = (side.at(f"{lab.words.metadata}.{lab.words.generation}") for side in (seen.before, seen.stored))
    changed = differing(seen.before.leaves(lab.words.spec), seen.stored.leaves(lab.words.spec))
    if not isinstance(before, int):
        return Answer.REFUSED
    if changed and after != before + 1:
        return Violation(f"{changed[0]} changes and the generation goes from {before} to {after!r}")
    if not changed and after != before:
        return Violation(f"the spec stays as it is and the generation goes from {before} to {after!r}")
    return Answer.HOLDS


def diagnosis(lab: Laboratory, given: Given) -> str:
    """Which of the three rules an update breaks: the comparison came too early where the bump is right for the spec
    that the caller sent, and wrong for the one that is stored."""
    seen = lab.update(given)
    assert seen.stored is not None, "only what was stored can be wrong"
    spec, field = lab.words.spec, f"{lab.words.metadata}.{lab.words.generation}"
    before, after = seen.before.at(field), seen.stored.at(field)
    sent_differs = bool(differing(seen.before.leaves(spec), seen.sent.leaves(spec)))
    stored_differs = bool(differing(seen.before.leaves(spec), seen.stored.leaves(spec)))
    bumped = after != before
    if sent_differs != stored_differs and bumped == sent_differs and (not bumped or after == before + 1):  # type: ignore[operator]
        return EARLY
    return BUMPED if stored_differs else UNCHANGED
