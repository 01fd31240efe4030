"""A spec field is cleared because of a gate only if its declaration names that gate (contract section 5)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from apivet.blackbox.objects.emptiness import is_zero
from apivet.blackbox.objects.filling import Choice
from apivet.blackbox.objects.paths import found_at, put
from apivet.blackbox.objects.snapshots import Snapshot
from apivet.blackbox.properties.restoration import is_put_back
from apivet.blackbox.properties.trial import (
    OLD_START,
    Check,
    HookTrial,
    Invariant,
    Observed,
    Property,
    Result,
    Violation,
    all_gates,
)
from apivet.blackbox.protocol.models import GatedPath
from apivet.blackbox.rig.running import Given, Rig, Seen
from apivet.paths import EACH, holder, lies_in, of_each
from apivet.vocabulary import UPDATE

UNGATED = "ungated-field-dropped"


def trials(rig: Rig) -> Iterator[HookTrial]:
    """With a gate off, or on, nothing of the spec is cleared but what is tagged with it."""
    if not rig.parts.spec or not rig.assignment.known_gates:
        return
    full, old = rig.filled(Choice("full")), rig.filled(Choice("full", 0, OLD_START))
    bare = rig.filled(Choice("bare", 0, OLD_START))
    for hook in rig.hooks:
        for obj in (full, *_without_members(rig, full)):
            for before in (bare, old) if hook == UPDATE else (None,):
                on = Given(obj, before, None, all_gates(rig, True))
                yield HookTrial(UNGATED, None, hook, on, _only_tagged(hook))
                # What it has not asked for with all of them on, it does not ask for with that one off.
                for gate in sorted(rig.switches.asked & rig.assignment.known_gates):
                    off = replace(on, gates={**on.gates, gate: False})
                    yield HookTrial(UNGATED, None, hook, off, _only_tagged(hook))


def _without_members(rig: Rig, obj: object) -> Iterator[object]:
    """The object where no gated member is set of structures that may have but one: nothing is dropped for it then."""
    bare = obj
    for gated in rig.assignment.gated:
        if gated.rivals:
            bare = put(bare, gated.path, None)
    if bare is not obj:
        yield bare


def invariants(rig: Rig) -> Iterator[Invariant]:
    """So it is in every state of the gates."""
    if rig.parts.spec:
        for hook in rig.hooks:
            yield Invariant(UNGATED, None, hook, _only_tagged(hook))


def _only_tagged(hook: str) -> Check:
    """Of the gates that the strategy asks for, none clears what would be stored were it turned."""

    def check(rig: Rig, given: Given) -> Result:
        seen = rig.run(hook, given.obj, given.old, given.gates)
        gates = sorted(rig.switches.asked)
        if not gates:
            return Observed.UNASKED
        if seen.stored is None:
            return Observed.REFUSED
        if not _unexplained(rig, [gate for gate in gates if not given.gates.get(gate, False)], seen):
            return Observed.HOLDS
        answer = Observed.HOLDS
        for gate in gates:
            is_on = given.gates.get(gate, False)
            turned = rig.run(hook, given.obj, given.old, {**given.gates, gate: not is_on})
            if turned.stored is None:
                continue
            for path in _cleared(rig, gate, is_on, seen, turned.stored):
                if any(lies_in(path, place) for place in _gone_with_members(rig, gate, seen)):
                    answer = Observed.MEMBER
                    continue
                state = "on" if is_on else "off"
                return Violation(f"{path} is cleared with {gate} {state}, and does not name that gate", of_each(path))
        return answer

    return check


def _unexplained(rig: Rig, closed: list[str], seen: Seen) -> bool:
    """Whether anything is cleared that is tagged with none of the gates that are off, and is not simply as it was."""
    assert seen.stored is not None
    changed = seen.sent.differences(seen.stored, rig.words.spec)
    gone = [path for path, (sent, stored) in changed.items() if is_zero(stored) and not is_zero(sent)]
    if not gone:
        return False
    tagged = [item for item in rig.assignment.gated if not set(closed).isdisjoint((*item.gates, *item.around))]
    allowed = {place for item in tagged for place in found_at(seen.sent, item.path)}
    return any(allowed.isdisjoint(_ways_to(path)) and not _is_as_it_was(seen, path) for path in gone)


def _is_as_it_was(seen: Seen, path: str) -> bool:
    """Whether there was nothing before the update, and the hook put that back with all that is around it."""
    return _was_empty(seen, path) and is_put_back(seen, path)


def _was_empty(seen: Seen, path: str) -> bool:
    """Whether there was nothing before the update."""
    return seen.before.value is not None and is_zero(seen.before.leaves(path.partition(".")[0]).get(path))


def _ways_to(path: str) -> list[str]:
    """A path and those of what it lies in."""
    return [path, *(path[: match.start()] for match in re.finditer(r"[.\[]", path))]


def _cleared(rig: Rig, gate: str, is_on: bool, seen: Seen, turned: Snapshot) -> Iterator[str]:
    """Fields that are not tagged with a gate, and are stored with the gate turned alone."""
    assert seen.stored is not None
    spec = rig.words.spec
    sent, stored, other = (side.leaves(spec) for side in (seen.sent, seen.stored, turned))
    gone = [path for path in other if is_zero(stored.get(path)) and not is_zero(sent.get(path))]
    gone = [path for path in gone if not is_zero(other[path])]
    if not gone:
        return
    tagged = [item for item in rig.assignment.gated if gate in (*item.gates, *item.around)]
    # Nobody can tell which gate the others mean.
    allowed = [place for item in (*tagged, *rig.assignment.elsewhere) for place in found_at(seen.sent, item.path)]
    allowed += [place for item in tagged if item.is_member and gate in item.gates for place in _gone_with(seen, item)]
    for path in gone:
        if any(lies_in(path, place) for place in allowed) or _is_as_it_was(seen, path):
            continue
        # A gate that is on may guard a field against changes.
        if not (is_on and _was_empty(seen, path)):
            yield path


def _gone_with_members(rig: Rig, gate: str, seen: Seen) -> list[str]:
    """The places that go with a gated field that may be one of several of which but one may be set."""
    doubtful = (item for item in rig.assignment.gated if item.rivals and not item.is_member and gate in item.gates)
    return [place for item in doubtful for place in _gone_with(seen, item)]


def _gone_with(seen: Seen, member: GatedPath) -> Iterator[str]:
    """The structures that may have but one member and are dropped because this one is set: of a list, whose elements
    then move up, the list itself, where no others are gone."""
    assert seen.stored is not None
    set_in = [holder(place) for place, value in found_at(seen.sent, member.path).items() if value is not None]
    holders = member.path[:-1]
    if holders[-1] != EACH:
        yield from set_in
        return
    sent, stored = (Counter(map(holder, found_at(side, holders))) for side in (seen.sent, seen.stored))
    for container, dropped in Counter(map(holder, set_in)).items():
        if sent[container] - stored[container] == dropped:
            yield container


PROPERTY = Property((UNGATED,), invariants, trials)
