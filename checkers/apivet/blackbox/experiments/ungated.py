"""A spec field is cleared because of a gate only if its declaration names that gate (contract section 5)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from apivet.blackbox.experiments.gates import hooks_of
from apivet.blackbox.experiments.putting_back import is_put_back, lies_in
from apivet.blackbox.experiments.trial import OLD_START, Answer, Check, Invariant, Result, Trial, Violation, all_gates
from apivet.blackbox.laboratory import UPDATE, Given, Laboratory, Seen, is_zero
from apivet.blackbox.models import ELEMENT
from apivet.blackbox.objects.access import same
from apivet.blackbox.objects.filling import Choice
from apivet.blackbox.objects.images import Image
from apivet.blackbox.objects.places import found_at

UNGATED = "ungated-field-dropped"
RULES = frozenset((UNGATED,))


def trials(lab: Laboratory) -> Iterator[Trial]:
    """With a gate off, nothing of the spec is cleared but what is tagged with it."""
    if not lab.parts.spec or not lab.assignment.known_gates:
        return
    obj, old = lab.filled(Choice("full")), lab.filled(Choice("full", 0, OLD_START))
    bare = lab.filled(Choice("bare", 0, OLD_START))
    for hook in hooks_of(lab):
        for before in (bare, old) if hook == UPDATE else (None,):
            on = Given(obj, before, None, all_gates(lab, True))
            yield Trial(UNGATED, None, hook, on, _only_tagged(hook))
            # What it has not asked for with all of them on, it does not ask for with that one off.
            for gate in sorted(lab.switches.asked & lab.assignment.known_gates):
                off = replace(on, gates={**on.gates, gate: False})
                yield Trial(UNGATED, None, hook, off, _only_tagged(hook))


def invariants(lab: Laboratory) -> Iterator[Invariant]:
    """So it is in every state of the gates."""
    if lab.parts.spec:
        for hook in hooks_of(lab):
            yield Invariant(UNGATED, None, hook, _only_tagged(hook))


def _only_tagged(hook: str) -> Check:
    """Of the gates that the strategy asks for, none that is off clears what would be stored were it on."""

    def check(lab: Laboratory, given: Given) -> Result:
        off = lab.run(hook, given.obj, given.old, given.gates)
        if off.stored is None:
            return Answer.REFUSED
        closed = [gate for gate in sorted(lab.switches.asked) if not given.gates.get(gate, False)]
        if not closed or not _unexplained(lab, closed, off):
            return Answer.HOLDS
        for gate in closed:
            on = lab.run(hook, given.obj, given.old, {**given.gates, gate: True})
            path = None if on.stored is None else _cleared(lab, gate, off, on.stored)
            if path is not None:
                return Violation(f"{path} is cleared with {gate} off, and does not name that gate", _field_of(path))
        return Answer.HOLDS

    return check


def _unexplained(lab: Laboratory, closed: list[str], seen: Seen) -> bool:
    """Whether anything is cleared that is tagged with none of the gates that are off, and is not simply as it was."""
    assert seen.stored is not None
    changed = seen.sent.differing(seen.stored, lab.words.spec)
    if not changed:
        return False
    sent, stored = seen.sent.leaves(lab.words.spec), seen.stored.leaves(lab.words.spec)
    gone = [path for path in changed if not is_zero(sent.get(path)) and is_zero(stored.get(path))]
    if not gone:
        return False
    tagged = [item for item in lab.assignment.gated if not set(closed).isdisjoint((*item.gates, *item.around))]
    allowed = {place for item in tagged for place in found_at(seen.sent, item.path)}
    return any(allowed.isdisjoint(_ways_to(path)) and not _is_as_it_was(seen, path) for path in gone)


def _is_as_it_was(seen: Seen, path: str) -> bool:
    """Whether there was nothing before the update, and the hook put that back with all that is around it."""
    is_update = seen.before.value is not None
    return is_update and is_zero(seen.before.leaves(path.partition(".")[0]).get(path)) and is_put_back(seen, path)


def _ways_to(path: str) -> list[str]:
    """A path and those of what it lies in."""
    return [path, *(path[: match.start()] for match in re.finditer(r"[.\[]", path))]


def _cleared(lab: Laboratory, gate: str, off: Seen, on: Image) -> str | None:
    """What is not tagged with a gate, and is stored with the gate on alone."""
    assert off.stored is not None
    spec = lab.words.spec
    sent, without, with_it = (side.leaves(spec) for side in (off.sent, off.stored, on))
    gone = [path for path in with_it if is_zero(without.get(path)) and not is_zero(sent.get(path))]
    if not gone:
        return None
    tagged = [item for item in lab.assignment.gated if gate in (*item.gates, *item.around)]
    allowed = [place for item in tagged for place in found_at(off.sent, item.path)]
    for path in gone:
        if any(lies_in(path, place) for place in allowed) or not same(with_it[path], sent[path]):
            continue
        if not _is_as_it_was(off, path):
            return path
    return None


def _field_of(path: str) -> str:
    """The path of the field: elements are all alike."""
    return re.sub(r"\[[^\]]*\]", ELEMENT, path)
