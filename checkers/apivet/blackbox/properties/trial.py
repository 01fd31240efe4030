"""One question to one run: what is given, and what must be true of what is stored."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, TypeVar, Union

from msgspec import Struct
from msgspec.structs import replace

from apivet.blackbox.objects.filling import CannotFillError, Choice, Fill
from apivet.blackbox.project.bystanders import ANSWERS
from apivet.blackbox.project.hooks import RANDOMNESS
from apivet.blackbox.protocol.observations import Observation
from apivet.blackbox.rig.running import Given, Rig
from apivet.vocabulary import CREATE


class Observed(enum.Enum):
    """The answer of a run that did not show a violation."""

    HOLDS = "holds"
    REFUSED = "refused"  # nothing was stored, which breaks no rule and shows nothing
    IDLE = "idle"  # what was stored is none of the rule's business
    UNDECIDED = "undecided"
    OTHER_USE = "other use"  # it depends on the use of a field that does not carry the gate
    OTHER_CONTEXT = "other context"  # it depends on what the request's context says, which may be a gate
    UNASKED = "unasked"  # the hooks asked for no gate, so that none could be turned
    MEMBER = "member"  # it goes with what may be a union, of which nobody can tell whether it is one
    ALTERED = "altered"  # the hook changes the old object, before or after it looks at it
    STAND_IN = "stand-in"  # what a stand-in for the context answers is stored, which no request says
    ALONE = "alone"  # of two that were to be compared, but one is stored

    # They are counted some thousand times a second, and the hash of an enum's member is worked out from its name.
    __hash__ = object.__hash__


class Violation(Struct, frozen=True):
    """The violation, and its field where the trial is about more than one. ``about`` tells violations apart of
    which a smaller case must not show another one."""

    detail: str
    field: str | None = None
    about: str = ""


Result = Union[Observed, Violation]
_Objects = TypeVar("_Objects")
Check = Callable[[Rig, Given], Result]

_FILLS: Final[tuple[Fill, ...]] = ("full", "bare")
#: Members of the unions that are tried.
_ARMS: Final = 3
#: Old objects, and second callers', have values of their own; their booleans are false (see :class:`Choice`). Prime
#: numbers lie between them all, or twice one, so that they also differ in what is one of a few.
OLD_START: Final = 100_003
TWIN_START: Final = 200_177
#: Old objects whose booleans are true: with a gated one, they use the field.
USING_START: Final = 300_002


class HookTrial(Struct, eq=False):
    """A check with what it is tried on; ``field`` is the finding's. It stays as it is; but there are some thousands
    of each strategy, and to make frozen ones takes three times as long."""

    rule: str
    field: str | None
    hook: str
    given: Given
    check: Check

    def on(self, given: Given) -> HookTrial:
        """The same question about something else."""
        return replace(self, given=given)

    def answer(self, rig: Rig) -> Result:
        """The result of the trial."""
        if self.given.before:
            rig.call_anew(self.given.before)
        given = self.given
        if not given.context and not ANSWERS.now and not given.chance:
            return self.check(rig, given)  # as nearly always
        with ANSWERS.given(given.context), RANDOMNESS.drawn(RANDOMNESS.number + given.chance):
            return self.check(rig, self.given)


class Invariant(Struct, frozen=True):
    """An invariant of every run of a hook, or of those to which it ``applies``: trials put it to objects that they
    choose, sequences to those that come about."""

    rule: str
    field: str | None
    hook: str
    check: Check
    applies: Callable[[Rig, Given], bool] = lambda rig, given: True

    def on(self, given: Given) -> HookTrial:
        """The question about these objects."""
        return HookTrial(self.rule, self.field, self.hook, given, self.check)


def _of_filled_objects(rig: Rig, found: Sequence[Invariant]) -> Iterator[HookTrial]:
    for gates, (obj, old) in gate_states(rig, pairs(rig)):
        for invariant in found:
            given = Given(obj, None if invariant.hook == CREATE else old, None, gates)
            if invariant.applies(rig, given):
                yield invariant.on(given)


class Property(Struct, frozen=True):
    """A property of the rules of these symbols: trials, and invariants of every run. Without ``trials`` the
    latter are tried on filled objects; ``settled`` is what all observations come to together."""

    rules: tuple[str, ...]
    invariants: Callable[[Rig], Iterable[Invariant]] = lambda rig: ()
    trials: Callable[[Rig], Iterable[HookTrial]] | None = None
    settled: Callable[[list[Observation]], list[Observation]] = lambda observations: observations

    def tried(self, rig: Rig) -> Iterable[HookTrial]:
        """The questions that are put to objects chosen for them."""
        return self.trials(rig) if self.trials is not None else _of_filled_objects(rig, list(self.invariants(rig)))


def pairs(rig: Rig) -> list[tuple[Any, Any]]:
    """The caller's object and the stored one, filled in the ways that hooks tell apart: all set, only what must be
    set, one of each, and once for every further member of the unions."""
    return rig.memo.of(_pairs, rig)


def _pairs(rig: Rig) -> list[tuple[Any, Any]]:
    return list(_filled_pairs(rig))


def _filled_pairs(rig: Rig) -> Iterator[tuple[Any, Any]]:
    fills: tuple[tuple[Fill, Fill], ...] = (("full", "full"), ("bare", "full"), ("full", "bare"), ("bare", "bare"))
    for fill, old_fill in fills:
        yield rig.filled(Choice(fill)), rig.filled(Choice(old_fill, 0, OLD_START))
    for arm in range(1, min(_ARMS, rig.filler.arms(rig.assignment.object_type))):
        try:
            yield rig.filled(Choice("full", arm)), rig.filled(Choice("full", arm, OLD_START))
        except CannotFillError:
            continue
    # What is asked of both at once.
    yield rig.filled(Choice("full")), rig.filled(Choice("full", 0, USING_START))


def twins(rig: Rig, part: str) -> list[tuple[Any, Any, Any]]:
    """A caller's object, that of a second caller which differs in one part alone, and the stored one."""
    return rig.memo.of(_twins, rig, part)


def _twins(rig: Rig, part: str) -> list[tuple[Any, Any, Any]]:
    others = [rig.filled(Choice(fill, 0, TWIN_START)) for fill in _FILLS]
    return [(obj, rig.with_part(obj, other, part), old) for obj, old in pairs(rig) for other in others]


def all_gates(rig: Rig, state: bool) -> dict[str, bool]:
    """Every gate on, or every one off."""
    return dict.fromkeys(sorted(rig.assignment.known_gates), state)


def gate_states(rig: Rig, objects: Sequence[_Objects]) -> Iterator[tuple[dict[str, bool], _Objects]]:
    """These objects with all gates on and with all off; the first of them with each of the tagged gates alone off."""
    for state in (True, False) if rig.assignment.known_gates else (True,):
        for one in objects:
            yield all_gates(rig, state), one
    for gate in sorted({gate for gated in rig.assignment.gated for gate in (*gated.gates, *gated.around)}):
        yield {**all_gates(rig, True), gate: False}, objects[0]
