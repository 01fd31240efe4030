"""The way to a violation, shown to a person: the decisions taken, what was done to the part, where the hook ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from apivet.effects.cells import Store
from apivet.effects.diagrams import Diagram, Fork, Leaf, decisions
from apivet.effects.theory import Assumptions
from apivet.effects.values import (
    CALLER,
    EARLIER,
    LAST,
    OLD,
    UNKNOWN_ROOT,
    Blank,
    Catches,
    Computed,
    Constant,
    Decision,
    Exists,
    GateOn,
    Input,
    IsA,
    IsNone,
    Member,
    Path,
    Raises,
    Same,
    SomeGateOn,
    Structure,
    Truthy,
    Unseen,
    Zero,
    show,
)
from apivet.program.constants import spelled_constant
from apivet.verdicts import Location, WitnessStep
from apivet.vocabulary import Vocabulary, spoken

if TYPE_CHECKING:
    from apivet.conventions.subject import HookRun, Subject
    from apivet.effects.outcome import Outcome


class Witness(Struct, frozen=True):
    """The place of a finding, and the steps that lead there."""

    location: Location
    steps: tuple[WitnessStep, ...]


def tell(subject: Subject, trial: HookRun, assumptions: Assumptions, part: Path) -> Witness:
    """The witness of a violation about one part of the stored object."""
    outcome = trial.outcome
    assert outcome is not None
    teller = _Teller(outcome, assumptions, part, subject.vocabulary)
    done = teller.stores_done()
    place = _place(done[-1], subject.location.path) if done else None
    return Witness(place or trial.location, teller.steps(trial, done))


def tell_decisions(outcome: Outcome, assumptions: Assumptions) -> tuple[WitnessStep, ...]:
    """The decisions on a way, in the order in which they come."""
    events = _Teller(outcome, assumptions, ()).branches()
    told: dict[tuple[str, int, str], None] = {}
    for places, note in sorted(events, key=lambda event: event[0]):
        place = _innermost(places)
        told[(place.path, place.line, note)] = None
    return tuple(WitnessStep(path, line, note) for path, line, note in told)


def stores_of(outcome: Outcome) -> list[Store]:
    """The changes, as the source has them, of the objects that were given and of one that is stored in their stead."""
    return [
        store
        for store in outcome.machine.heap.stores
        if store.location.line and (store.root in (CALLER, OLD) or store.cell in outcome.roots)
    ]


def _place(store: Store, path: str) -> Location | None:
    """The place of a change, as seen from a file: in it, or in what it calls."""
    for location in (store.location, *reversed(store.sites[1:])):
        if location.path == path and location.line:
            return location
    return None


def _innermost(places: Sequence[Location]) -> Location:
    """The last of the calls that lead to a place, and the place itself, that lies in a file of the tree."""
    return next((each for each in reversed(places) if not each.is_shipped), places[-1])


#: An event on the way: the calls that lead there and the place itself, which give its turn, and a note.
_Event = tuple[tuple[Location, ...], str]


class _Teller:
    def __init__(
        self, outcome: Outcome, assumptions: Assumptions, part: Path, words: Vocabulary = Vocabulary()
    ) -> None:
        self.words = words
        self.outcome = outcome
        self.assumptions = assumptions
        self.part = part

    # ----------------------------------------------------------------------------------------------------- events

    def holds(self, guard: Diagram) -> bool | None:
        """Whether a guard holds under the decisions; ``None`` where they leave it open."""
        known = self.outcome.machine.diagrams.decisions
        diagram = guard
        while isinstance(diagram, Fork):
            answer = self.assumptions.answers.get(known[diagram.decision])  # type: ignore[call-overload]
            if answer is None:
                return None
            diagram = diagram.high if answer else diagram.low
        return diagram.value is True

    def stores_done(self) -> list[Store]:
        """The changes of the part on this way, in order."""
        return [store for store in self.stores() if self.holds(store.guard) is not False]

    def stores(self) -> list[Store]:
        """All changes of the part that the source has: of the objects that were given, and of one that is stored in
        their stead."""
        return [store for store in stores_of(self.outcome) if _touches(store.path, self.part)]

    def steps(self, trial: HookRun, done: list[Store]) -> tuple[WitnessStep, ...]:
        """Decisions, changes and the exit in the order in which they come, then what was not reached."""
        found: dict[tuple[str, int, str], None] = {}
        if not self.stores():
            note = f"nothing sets {show(self.part)} on the way"
            if trial.function is None:
                note = f"there is no {spoken(trial.notion, self.words)}, so that the object is stored as it was sent"
            found[(trial.location.path, trial.location.line, note)] = None
        events = [*self.branches(), *(((*store.sites[1:], store.location), self._store_note(store)) for store in done)]
        for places, note in sorted(events, key=lambda event: event[0]):
            location = _innermost(places)
            found[(location.path, location.line, note)] = None
        told = {(path, line) for path, line, _ in found}
        promoted = trial.function.location if trial.function is not None else None  # it has no line of its own
        for exit_ in self.outcome.machine.exits:
            is_written = exit_.location != promoted and exit_.raised is None
            if is_written and len(exit_.sites) == 1 and self.holds(exit_.guard):
                found[(exit_.location.path, exit_.location.line, "returns here")] = None
        missed = [store for store in self.stores() if self.holds(store.guard) is False]
        for store in missed[:2]:
            note = f"never comes to where it {self._store_note(store)}"
            location = _innermost((*store.sites[1:], store.location))
            if (location.path, location.line) not in told:
                found[(location.path, location.line, note)] = None
        return tuple(WitnessStep(path, line, note) for path, line, note in found)

    def branches(self) -> list[_Event]:
        """The decisions on the way that the outcome depends on."""
        told: list[_Event] = []
        taken = self.assumptions.answers
        known = self.outcome.machine.diagrams.decisions
        seen: set[Decision] = set()
        for branch in self.outcome.machine.branches:
            if self.holds(branch.guard) is False:
                continue
            for number in sorted(decisions(branch.test)):
                decision: Decision = known[number]  # type: ignore[assignment]
                if decision in taken and decision not in seen and not is_told_by_another(decision, taken):
                    seen.add(decision)
                    if isinstance(decision, Raises) and not taken[decision]:
                        continue
                    told.append(((*branch.sites[1:], branch.location), describe(decision, taken[decision])))
        for decision, answer in taken.items():
            if isinstance(decision, Raises) and answer and decision not in seen:
                told.append(((decision.location,), "raises before this is done, and the exception is caught"))
        return told

    def _store_note(self, store: Store) -> str:
        target = show(store.path) or "an object"
        value = store.value.value if isinstance(store.value, Leaf) else None
        return f"sets {target} to {name_value(value)}" if value is not None else f"sets {target}"


def is_told_by_another(decision: Decision, taken: dict[Decision, bool]) -> bool:
    """Whether a decision says less of a value than another one on the way: what is set is not ``None``, what has
    several elements has some."""
    answer = taken[decision]
    if isinstance(decision, IsNone) and not answer:
        return taken.get(Truthy(decision.value)) is True
    if isinstance(decision, Truthy) and not answer:
        return taken.get(IsNone(decision.value)) is True
    if isinstance(decision, Exists) and decision.key == LAST and answer:
        return taken.get(Exists(decision.container, EARLIER)) is not None
    return False


def _touches(path: Path, part: Path) -> bool:
    shorter = min(len(path), len(part))
    alike = tuple(_same_segment(segment) for segment in path[:shorter])
    return bool(path) and alike == tuple(_same_segment(segment) for segment in part[:shorter])


def _same_segment(segment: str) -> str:
    return LAST if segment == EARLIER else segment


# ----------------------------------------------------------------------------------------------------------- words


#: Values that have no name.
UNSEEN: Final = "something that can't be seen through"
COMPUTED: Final = "a computed value"
#: Operators that stand between their operands.
_WRITTEN_BETWEEN = frozenset(("+", "-", "*", "/", "//", "%", "<", "<=", ">", ">=", "==", "in"))


def name_value(value: object) -> str:
    """A settled value in words."""
    if isinstance(value, Input):
        if value.root == UNKNOWN_ROOT:
            return "what is looped over"
        if value.root not in (CALLER, OLD):
            return ".".join((value.root, *value.path))
        owner = "the caller's" if value.root == CALLER else "the stored"
        return f"{owner} {show(value.path) or 'object'}"
    if isinstance(value, (Constant, Member)):
        return spelled_constant(value.value) if isinstance(value, Constant) else value.name
    if isinstance(value, Zero):
        return f"a new {value.type.rpartition('.')[2]}"
    if isinstance(value, Blank):
        return f"an empty {value.kind}"
    if isinstance(value, Structure):
        base = value.base.value if isinstance(value.base, Leaf) else None
        if isinstance(base, Input):
            return f"{name_value(base)}, changed"
        return name_value(base) if isinstance(base, Zero) else "a new object"
    if isinstance(value, Computed) and value.operator in _WRITTEN_BETWEEN and len(value.operands) == 2:
        left, right = (operand.value if isinstance(operand, Leaf) else None for operand in value.operands)
        return f"{name_value(left)} {value.operator} {name_value(right)}"
    if isinstance(value, Unseen):
        return UNSEEN
    return COMPUTED


def _speaks_later(value: object) -> int:
    """A comparison is told from the caller's side: what was sent, what was stored, what is written out."""
    base = value.base.value if isinstance(value, Structure) and isinstance(value.base, Leaf) else value
    if isinstance(base, Input):
        return 0 if base.root == CALLER else 1
    return 2


def describe(decision: Decision, answer: bool) -> str:
    """A decision that was taken, in words."""
    if isinstance(decision, GateOn):
        then = "is" if decision.once is None else f"was, at {decision.once.shown},"
        return f"the gate {decision.gate} {then} {'on' if answer else 'off'}"
    if isinstance(decision, SomeGateOn):
        return f"the gate that {name_value(decision.asked)} names is {'on' if answer else 'off'}"
    if isinstance(decision, IsNone):
        return f"{name_value(decision.value)} is {'None' if answer else 'not None'}"
    if isinstance(decision, Same):
        verb = "equals" if answer else "differs from"
        sides = sorted((decision.left, decision.right), key=_speaks_later)
        return f"{name_value(sides[0])} {verb} {name_value(sides[1])}"
    if isinstance(decision, Exists):
        if decision.key == EARLIER:
            count = "several elements" if answer else "one element"
        else:
            count = "elements" if answer else "no elements"
        return f"{name_value(decision.container)} has {count}"
    if isinstance(decision, IsA):
        kind = decision.type.rpartition(".")[2]
        return f"{name_value(decision.value)} is {'' if answer else 'not '}a {kind}"
    if isinstance(decision, Raises):
        return "raises here" if answer else "does not raise"
    if isinstance(decision, Catches):
        return "the handler catches it" if answer else "the handler lets it through"
    assert isinstance(decision, Truthy)
    if isinstance(decision.value, Input):
        return f"{name_value(decision.value)} is {'set' if answer else 'empty'}"
    if isinstance(decision.value, Computed) and decision.value.operator in _WRITTEN_BETWEEN:
        return f"{name_value(decision.value)} is {'true' if answer else 'false'}"
    return f"the condition is {'true' if answer else 'false'}"
