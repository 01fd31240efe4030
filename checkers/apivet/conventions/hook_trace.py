"""The account of one hook, for a person: the steps it takes, and the values that each part may have in the end."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from apivet.conventions.limits import (
    TRACED_DECISIONS,
    TRACED_DEPTH,
    TRACED_ORIGINS,
    TRACED_PARTS,
    TRACED_VALUES,
    TRACED_WAYS,
)
from apivet.conventions.rulings import Ruling
from apivet.conventions.subject import HookRun, Subject
from apivet.conventions.witness import COMPUTED, UNSEEN, describe, is_told_by_another, name_value, stores_of
from apivet.effects.diagrams import BudgetExhausted, Diagram, Fork, decisions, leaves
from apivet.effects.outcome import Outcome
from apivet.effects.theory import Assumptions
from apivet.effects.values import (
    MARKS,
    NONE,
    OLD,
    Computed,
    Decision,
    Input,
    Path,
    Position,
    Stream,
    Structure,
    Unbound,
    Unseen,
    Zero,
    all_within,
    show,
)
from apivet.program.role import Role
from apivet.verdicts import Location
from apivet.vocabulary import Words

_ASKS = "asks whether "
_LAST_COLUMN = 1 << 30


class StoredValue(Struct, frozen=True):
    """A value that a part may have when it is stored, with the decisions that lead there, way by way; the way that is
    empty is always taken."""

    text: str
    ways: tuple[tuple[str, ...], ...]


class StoredPart(Struct, frozen=True):
    """The values that a part of the stored object may have; ``complete`` unless there are too many to tell."""

    path: str
    values: tuple[StoredValue, ...]
    complete: bool


class Step(Struct, frozen=True):
    """A decision, a change of the object, or an end of the hook. ``ways`` are the decisions under which it is reached,
    ``depth`` the number of calls that lead there."""

    location: Location
    depth: int
    note: str
    ways: tuple[tuple[str, ...], ...]


class HookTrace(Struct, frozen=True):
    """The account of one hook; ``blocked`` is the reason where there is none."""

    notion: str
    location: Location
    written: bool
    steps: tuple[Step, ...]
    stored: tuple[StoredPart, ...]
    blocked: str | None


class SubjectTrace(Struct, frozen=True):
    """The account of a strategy, or of a registration's hook: its hooks, and what the rules say of it, in ``words``."""

    words: Words
    name: str
    role: Role
    object_type: str | None
    hooks: tuple[HookTrace, ...]
    rulings: tuple[Ruling, ...]


def trace_hook(subject: Subject, trial: HookRun) -> HookTrace:
    """The account of a hook as the rules see it."""
    outcome = trial.outcome
    written = trial.function is not None
    if outcome is None:
        return HookTrace(trial.notion, trial.location, written, (), (), trial.blocked)
    home = trial.location.path
    parts = tuple(_stored_part(outcome, path, home) for path in _told_paths(subject, outcome))
    return HookTrace(trial.notion, trial.location, written, tuple(_steps(outcome, home)), parts, None)


# --------------------------------------------------------------------------------------------------- what is stored


def _told_paths(subject: Subject, outcome: Outcome) -> list[Path]:
    """The paths that the rules ask for, and all those that the hook sets, in the order of the object."""
    words, parts = subject.vocabulary, subject.parts
    asked: list[Path] = [(words.metadata,)]
    asked += [(words.metadata, words.generation)] if parts.generation else []
    asked += [(name,) for name in dict.fromkeys((*parts.payload, *([words.status] if parts.status else [])))]
    order = {path[0]: number for number, path in reversed(list(enumerate(asked)))}
    found = dict.fromkeys([*asked, *_changed(outcome.stored, ())])
    return sorted(found, key=lambda path: (order.get(path[0], len(order)), path[1:]))[:TRACED_PARTS]


def _changed(value: Diagram, path: Path) -> Iterator[Path]:
    """The paths of an object that have values of their own, rather than those of what it was made from."""
    for leaf in leaves(value):
        if isinstance(leaf.value, Structure) and len(path) < TRACED_DEPTH:
            for name, own in leaf.value.fields:
                if name not in MARKS:
                    yield (*path, name)
                    yield from _changed(own, (*path, name))


def _stored_part(outcome: Outcome, path: Path, home: str) -> StoredPart:
    """The values at a path, where something is stored at all."""
    diagrams = outcome.machine.diagrams
    try:
        value = outcome.stored
        for segment in path:
            value = diagrams.transform(value, lambda leaf, name=segment: _field(outcome, leaf.value, name))  # type: ignore[misc]
        found: dict[str, Diagram] = {}
        for where, leaf in diagrams.cases(value, outcome.exits):
            text = _in_words(leaf, home)
            found[text] = diagrams.either(found.get(text, diagrams.false), where)
        told = {text: tuple(_ways(outcome, diagrams.assuming(where, outcome.exits))) for text, where in found.items()}
    except BudgetExhausted:
        return StoredPart(show(path), (), False)
    values = tuple(StoredValue(text, ways) for text, ways in told.items() if ways)
    return StoredPart(show(path), values[:TRACED_VALUES], len(values) <= TRACED_VALUES)


def _field(outcome: Outcome, value: object, name: str) -> Diagram:
    """A part of a settled value: ``{spec: x}.spec`` is *x*, and a part of what was given is given."""
    diagrams = outcome.machine.diagrams
    if isinstance(value, Structure):
        own = dict(value.fields).get(name)
        return (
            own if own is not None else diagrams.transform(value.base, lambda base: _field(outcome, base.value, name))
        )
    if isinstance(value, (Input, Unseen)):
        return diagrams.leaf(value.child(name))
    if isinstance(value, Zero):
        return outcome.zero_field(value.type, name)
    return diagrams.leaf(value if isinstance(value, Unbound) else NONE)


def _in_words(value: object, home: str) -> str:
    """A value in words, of a hook in the file ``home``; one that is computed by what it is computed from."""
    if isinstance(value, Unseen):
        return f"not known: {_unseen(value, home)}"
    text = name_value(value)
    if COMPUTED not in text and UNSEEN not in text:
        return text
    found = list(dict.fromkeys(_origins(value, home)))
    if not found:
        return text
    told = found[:TRACED_ORIGINS] + (["more"] if len(found) > TRACED_ORIGINS else [])
    return f"something computed from {', '.join(told[:-1])}{' and ' if len(told) > 1 else ''}{told[-1]}"


def _origins(value: object, home: str) -> Iterator[str]:
    """The parts of objects that a value is computed from, and where sight was lost on the way."""
    for part in all_within(value, (Computed, Structure, Stream, Position)):
        if isinstance(part, Unseen):
            yield f"what is not known ({_unseen(part, home)})"
        elif isinstance(part, Input):
            yield name_value(part)


def _unseen(value: Unseen, home: str) -> str:
    """The line where sight was lost, with its file where that is another one than the hook's, and why."""
    if value.location is None or not value.location.line:
        return value.reason
    place = value.location
    return f"{f'line {place.line}' if place.path == home else place.shown}, {value.reason}"


# ------------------------------------------------------------------------------------------------------------ steps


def _steps(outcome: Outcome, home: str) -> Iterator[Step]:
    """Decisions, changes and ends, in the order in which the hook comes to them."""
    machine = outcome.machine
    found: list[tuple[tuple[Location, ...], str, Diagram]] = []
    asked: set[int] = set()
    for branch in sorted(machine.branches, key=lambda branch: (*branch.sites[1:], branch.location)):
        tested = decisions(branch.test)
        for number in sorted(tested if len(tested) == 1 else tested - asked):
            found.append(((*branch.sites, branch.location), _ASKS + _question(outcome, number), branch.guard))
        asked |= tested
    for store in stores_of(outcome):
        whose = "the stored object's " if store.root == OLD else ""
        values = dict.fromkeys(_in_words(leaf.value, home) for leaf in leaves(store.value))
        note = f"sets {whose}{show(store.path) or 'an object'} to {' or '.join(values)}"
        found.append(((*store.sites, store.location), note, store.guard))
    for exit_ in machine.exits:
        if exit_.raised is not None or len(exit_.sites) == 1:
            note = "returns" if exit_.raised is None else f"raises {exit_.raised}"
            found.append(((*exit_.sites, exit_.location), note, exit_.guard))
    seen: set[tuple[Location, str]] = set()
    for sites, note, guard in sorted(found, key=lambda step: _turn(step[0], step[1])):
        if guard is not machine.diagrams.false and (sites[-1], note) not in seen:
            seen.add((sites[-1], note))
            ways = () if note.startswith(_ASKS) else tuple(_ways(outcome, guard))
            yield Step(sites[-1], len(sites) - 2, note, ways)


def _turn(sites: tuple[Location, ...], note: str) -> tuple[tuple[str, int, int], ...]:
    """The place of a step in the order of the source; a ``return`` comes after what its expression does."""
    *calls, (path, line, column) = ((site.path, site.line, site.column) for site in sites[1:])
    return (*calls, (path, line, column if note.startswith((_ASKS, "sets")) else _LAST_COLUMN))


def _question(outcome: Outcome, number: int) -> str:
    return describe(outcome.machine.diagrams.decisions[number], True)  # type: ignore[arg-type]


def _ways(outcome: Outcome, guard: Diagram) -> Iterator[tuple[str, ...]]:
    """The decisions under which a guard holds, way by way, of those that can be together: one more than are shown,
    where there are more; the empty way, where it always holds."""
    known: dict[int, Decision] = outcome.machine.diagrams.decisions  # type: ignore[assignment]
    pending = [(guard, Assumptions())]
    told = 0
    for _ in range(TRACED_DECISIONS):
        if not pending or told > TRACED_WAYS:
            return
        part, taken = pending.pop()
        if isinstance(part, Fork):
            for side, answer in ((part.low, False), (part.high, True)):
                extended = taken.copy()
                if extended.assume(known[part.decision], answer):
                    pending.append((side, extended))
        elif part.value is True:
            told += 1
            answers = taken.answers
            told_of = [each for each in answers if not is_told_by_another(each, answers)]
            yield tuple(dict.fromkeys(describe(decision, answers[decision]) for decision in told_of))
