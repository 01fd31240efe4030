"""The generation is 1 on create, and goes up exactly when the stored spec changes (contract section 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from apivet.blackbox.limits import SETTLING_RUNS
from apivet.blackbox.objects.access import ABSENT, read, same
from apivet.blackbox.objects.copying import copied
from apivet.blackbox.objects.filling import Choice
from apivet.blackbox.objects.paths import another, nodes_of, value_at, with_value_at
from apivet.blackbox.objects.snapshots import are_alike
from apivet.blackbox.objects.wording import shown
from apivet.blackbox.project.bystanders import ANSWERS, Bystander
from apivet.blackbox.properties.disuse import without
from apivet.blackbox.properties.telling import taken_for_one
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
    gate_states,
    pairs,
)
from apivet.blackbox.properties.trimming import trimmed
from apivet.blackbox.properties.values import in_one_state
from apivet.blackbox.protocol.observations import Observation
from apivet.blackbox.rig.running import Given, Rig, Seen
from apivet.blackbox.rig.variations import absences, additions, omissions, rearrangements, unset_alone, variants
from apivet.paths import lies_in, render
from apivet.vocabulary import CREATE, UPDATE

SET = "generation-not-set-on-create"
BUMPED = "generation-not-bumped-on-spec-change"
UNCHANGED = "generation-bumped-without-spec-change"
EARLY = "generation-compared-too-early"


def trials(rig: Rig) -> Iterator[HookTrial]:
    """Every leaf of the spec changed alone, updates of everything else, and updates of nothing."""
    if not (rig.parts.spec and rig.parts.generation):
        return
    on_create, *on_update = invariants(rig)
    for gates, (obj, _) in gate_states(rig, pairs(rig)):
        yield on_create.on(Given(obj, None, None, gates))
    for given in _updates(rig):
        for invariant in on_update:
            yield invariant.on(given)


def invariants(rig: Rig) -> Iterator[Invariant]:
    """One on create; the stored generation against the stored spec on update."""
    if rig.parts.spec and rig.parts.generation:
        field = ".".join(rig.parts.generation)
        yield Invariant(SET, field, CREATE, _is_one)
        yield Invariant(BUMPED, field, UPDATE, _bumped)
        yield Invariant(UNCHANGED, field, UPDATE, _left_alone)
        yield Invariant(EARLY, field, UPDATE, _compared_last)


def _updates(rig: Rig) -> Iterator[Given]:
    for gates, (obj, old) in gate_states(rig, _pairs_of_parts(rig)):
        yield Given(obj, old, None, gates)
    obj, filled = (trimmed(rig, side, rig.words.spec) for side in pairs(rig)[0])
    gates = all_gates(rig, True)
    old = _at_rest(rig, filled, gates)
    if old is not filled:
        for part in ("", *_other_parts(rig, old)):
            yield Given(rig.with_part(old, obj, part) if part else old, old, None, gates)
    for _, changed in variants(old, obj, rig.words.spec):
        yield Given(changed, old, None, gates)
    alternatives, spec, bare = rig.alternatives, rig.words.spec, rig.filled(Choice("bare", 0, OLD_START))
    for changed in (
        *omissions(old, bare, spec),
        *rearrangements(alternatives, old, spec),
        *additions(alternatives, old, spec),
    ):
        yield Given(changed, old, None, gates)
        yield Given(old, changed, None, gates)
    for changed in unset_alone(alternatives, bare, spec):
        yield Given(changed, bare, None, gates)
        yield Given(bare, changed, None, gates)
    for absent, zero in absences(alternatives, old, bare, spec):
        yield Given(zero, absent, None, gates)
    yield from _disabled_additions(rig, old)
    for one, other in taken_for_one(rig, old, rig.words.spec):
        yield Given(other, one, None, gates)
        yield Given(one, other, None, gates)
    slim = trimmed(rig, old)
    for _, stored in in_one_state(rig, slim, slim):
        for _, changed in variants(stored, obj, rig.words.spec):
            yield Given(changed, stored, None, gates)


def _at_rest(rig: Rig, old: Any, gates: Mapping[str, bool]) -> Any:
    """The stored object as updates of nothing leave it, as is everything that the hook has stored before: where it
    still has something to settle by itself, every update changes the spec, and no other change is told from that."""
    for _ in range(SETTLING_RUNS):
        seen = rig.run(UPDATE, old, old, gates)
        spec = rig.words.spec
        if seen.stored is None or type(seen.stored.value) is not type(old):
            return old
        if seen.before.first_difference(seen.stored, spec) is None:
            return old
        old = copied(seen.stored.value)
    return old


def _disabled_additions(rig: Rig, old: Any) -> Iterator[Given]:
    """Updates that do nothing but set what a disabled gate stands for: once it is dropped, nothing has changed."""
    gated = [item for item in rig.assignment.gated if item.path[0] == rig.words.spec]
    for gate in sorted({gate for item in gated for gate in item.gates}):
        unused = without(rig, [item for item in gated if gate in item.gates], old)
        yield Given(old, unused, None, {**all_gates(rig, True), gate: False})


def _pairs_of_parts(rig: Rig) -> list[tuple[Any, Any]]:
    """Updates of everything, of nothing, of the spec alone, of all but the spec, and of each other part alone."""
    spec = rig.words.spec
    found: list[tuple[Any, Any]] = []
    for obj, old in pairs(rig):
        found.append((rig.with_part(old, obj, spec), old))
        found.append((obj, old))
        found.append((old, old))
        found.append((rig.with_part(obj, old, spec), old))
    obj, old = pairs(rig)[0]
    return found + [(rig.with_part(old, obj, part), old) for part in _other_parts(rig, old)]


def _other_parts(rig: Rig, obj: Any) -> list[str]:
    """All parts besides the spec: the other parts, and each field of the metadata but the generation."""
    words = rig.words
    fields = rig.assignment.types[rig.assignment.object_type].fields
    parts = [item.name for item in fields if item.name not in (words.spec, words.metadata)]
    inner = rig.parts.metadata if read(obj, words.metadata) is not ABSENT else ()
    return parts + [f"{words.metadata}.{name}" for name in inner]


def _is_one(rig: Rig, given: Given) -> Result:
    seen = rig.create(given)
    if seen.stored is None:
        return Observed.REFUSED
    field = ".".join(rig.parts.generation)
    generation = seen.stored.at(field)
    if _is_chosen(generation):
        return Observed.STAND_IN
    if generation != 1:
        return Violation(f"the generation is stored as {shown(generation)}")
    return Observed.HOLDS if seen.sent.at(field) != 1 else Observed.IDLE


def _is_chosen(generation: object) -> bool:
    """Whether it is no number but what was answered for the request's context: our choice, as no request says that."""
    if isinstance(generation, Bystander):
        return True
    return type(generation) is not int and generation in ANSWERS.now.values()


class _Update(Struct, frozen=True):
    """The outcome of an update: the generation before and after, where the spec is first changed by the caller, and
    where as it is stored; ``alters_old`` where it changes the spec of the old object, before or after it
    compares. Where the generation is wrong, it may be as wrong as it would be if the spec were changed after the
    comparison: it ``came_too_early``. What has no generation yet has counted nothing."""

    before: int | None
    after: object
    sent: str | None
    stored: str | None
    came_too_early: bool = False
    alters_old: bool = False

    @property
    def way(self) -> str:
        """The generation's way, in words."""
        return f"the generation goes from {shown(self.before)} to {shown(self.after)}"

    @property
    def is_right(self) -> bool:
        """Whether the stored generation tells whether the stored spec is another one."""
        return self.has_counted(int(self.stored is not None))

    def has_counted(self, changes: int) -> bool:
        """Whether the generation tells of so many changes."""
        if self.before is None and not changes:
            return self.after is None or self.after == 0
        return self.after == (self.before or 0) + changes


def _update(rig: Rig, given: Given) -> _Update | None:
    """``None`` where nothing is stored, or the generation before is something else than a number."""
    seen = rig.update(given)
    found = seen.memo.of(_told, rig, seen)
    if found is None or found.is_right:
        return found
    return seen.memo.of(_explained, rig, tuple(sorted(given.gates.items())), seen)


def _told(rig: Rig, seen: Seen) -> _Update | None:
    """The outcome as it is seen, whatever the gates were: most runs are asked about it several times."""
    spec, field = rig.words.spec, ".".join(rig.parts.generation)
    before = seen.before.at(field)
    if seen.stored is None or not (before is None or isinstance(before, int)):
        return None
    after, stored = seen.stored.at(field), seen.before.first_difference(seen.stored, spec)
    if stored is not None and after == before and not seen.before.unequal(seen.stored, spec):
        stored = None  # what is equal may count as a change or not
    return _Update(before, after, seen.changed_by_caller(spec), stored)


def _explained(rig: Rig, gates: tuple[tuple[str, bool], ...], seen: Seen) -> _Update | None:
    """A wrong outcome with what explains it."""
    found = seen.memo.of(_told, rig, seen)
    states = dict(gates)
    if found is None:
        return None
    is_own = _is_hooks_doing(rig, states, seen, found)
    is_early = (is_own or found.has_counted(1)) and _compared_before(rig, states, seen, found)
    if not is_own and not is_early:
        return found
    alters_old = seen.before.first_difference(rig.left_by_update(seen, states), rig.words.spec) is not None
    return replace(found, came_too_early=is_early, alters_old=alters_old)


def _is_hooks_doing(rig: Rig, gates: Mapping[str, bool], seen: Seen, update: _Update) -> bool:
    """Whether what was not counted is the hook's doing, or what was counted is what it took back."""
    assert seen.stored is not None
    if not update.has_counted(0):
        return update.has_counted(1) and update.sent is not None
    spec = rig.words.spec
    own, changed = set(seen.sent.differing(seen.stored, spec)), seen.before.differing(seen.stored, spec)
    return all(path in own or _is_hooks_own(rig, gates, seen, path) for path in changed)


def _compared_before(rig: Rig, gates: Mapping[str, bool], seen: Seen, update: _Update) -> bool:
    """Whether the hook compares what it changes then: where it is sent what it has stored, it decides otherwise, or it
    still changes that when it has counted. What makes no difference either way is left out of the comparison."""
    assert seen.stored is not None
    spec, sent, before = rig.words.spec, seen.sent.value, seen.before.value
    is_counted = update.has_counted(1)
    again = rig.run(UPDATE, rig.with_part(sent, seen.stored.value, spec), before, gates)
    decided = again.memo.of(_told, rig, again)
    if decided is not None and decided.has_counted(int(not is_counted)):
        return True
    if is_counted:
        return bool(_changed_afterwards(rig, gates, again))
    others = (rig.run(UPDATE, rig.with_part(sent, obj, spec), before, gates) for obj, _ in pairs(rig))
    afterwards = next(filter(None, (_changed_afterwards(rig, gates, other) for other in others)), [])
    changed = seen.before.differing(seen.stored, spec)
    return any(lies_in(path, late) or lies_in(late, path) for path in changed for late in afterwards)


def _changed_afterwards(rig: Rig, gates: Mapping[str, bool], seen: Seen) -> list[str]:
    """The places of the spec that the hook changes when it has counted."""
    found = seen.memo.of(_told, rig, seen)
    if found is None or not found.has_counted(1):
        return []
    counted = rig.when_first(seen, gates, ".".join(rig.parts.generation))
    assert seen.stored is not None
    return [] if counted is None else counted.differing(seen.stored, rig.words.spec)


def _is_hooks_own(rig: Rig, gates: Mapping[str, bool], seen: Seen, path: str) -> bool:
    """Whether the hook stores there what the caller happened to send: it does so, too, where other things are sent."""
    assert seen.stored is not None
    spec, sent = rig.words.spec, seen.sent.value
    place = [steps for steps, _ in nodes_of(read(sent, spec), (spec,)) if lies_in(path, render(steps))][-1]
    value, stored = value_at(sent, place), seen.stored.leaves(spec).get(path)
    others = [another(value), *(value_at(side, place) for pair in pairs(rig) for side in pair)]
    again = [
        rig.run(UPDATE, with_value_at(sent, place, other), seen.before.value, gates).stored
        for other in others
        if other is not ABSENT and not are_alike(other, value)
    ]
    found = [each.leaves(spec).get(path) for each in again if each is not None]
    return bool(found) and all(same(each, stored) for each in found)


def _of_update(question: Callable[[_Update], Result]) -> Check:
    """A question to an update that is stored, by a hook that leaves the old object alone."""

    def check(rig: Rig, given: Given) -> Result:
        update = _update(rig, given)
        if update is None:
            return Observed.REFUSED
        if _is_chosen(update.after):
            return Observed.STAND_IN
        return Observed.ALTERED if update.alters_old else question(update)

    return check


@_of_update
def _bumped(update: _Update) -> Result:
    """A stored change of the spec is counted, once."""
    return _counted(update, update.stored is not None, f"{update.stored} changes")


@_of_update
def _left_alone(update: _Update) -> Result:
    """Updates that do not change the stored spec are not counted."""
    return _counted(update, update.stored is None, "the spec stays as it is")


def _counted(update: _Update, is_asked: bool, what: str) -> Result:
    if not is_asked or update.came_too_early:
        return Observed.IDLE
    return Observed.HOLDS if update.is_right else Violation(f"{what} and {update.way}")


@_of_update
def _compared_last(update: _Update) -> Result:
    """The generation goes by what is stored, where the hook stores another spec than was sent."""
    if not update.came_too_early:
        return Observed.HOLDS
    if update.stored is not None:
        return Violation(f"{update.stored} is changed by the hook and {update.way}")
    return Violation(f"{update.sent} was sent with another value, which is not stored, and {update.way}")


def settled(observations: list[Observation]) -> list[Observation]:
    """Observations without doubtful ones: where the bump is wrong for a spec that is stored as sent, nobody can tell
    whether the comparison came too early besides."""
    if not any(seen.rule in (BUMPED, UNCHANGED) and seen.verdict == "violated" for seen in observations):
        return observations
    detail = "the generation is wrong whenever the spec is compared"
    return [
        replace(seen, verdict="unproven", detail=detail, case="")
        if seen.rule == EARLY and seen.verdict == "violated"
        else seen
        for seen in observations
    ]


PROPERTY = Property((SET, BUMPED, UNCHANGED, EARLY), invariants, trials, settled)
