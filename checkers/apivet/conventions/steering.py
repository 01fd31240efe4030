"""Implicit flows: which value is stored tells of what the caller sent, though none is made of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from apivet.conventions.limits import VIEW_PAIRS
from apivet.conventions.opaque_conditions import is_hidden, unseen_in
from apivet.conventions.rulings import Answer, unproven, violated
from apivet.effects.declared import public_names
from apivet.effects.outcome import Outcome
from apivet.effects.sameness import is_zero, type_of
from apivet.effects.theory import Assumptions
from apivet.effects.values import (
    CALLER,
    FALSE,
    NONE,
    OLD,
    Blank,
    Constant,
    Decision,
    Input,
    Path,
    Structure,
    Unseen,
    Zero,
)
from apivet.effects.view import View
from apivet.program.annotations import OutsideClass, members
from apivet.program.model import Field, Scalar, Type
from apivet.verdicts import Verdict
from apivet.vocabulary import SETTLED

_TOO_MANY: Final = Answer(
    Verdict.UNPROVEN, f"gave up: more than {VIEW_PAIRS:,} pairs of cases; {SETTLED}", is_exhausted=True
)
_HIDDEN: Final = Answer(
    Verdict.UNPROVEN, "what is stored is chosen by a condition on the caller's status that can't be seen through"
)

#: An empty text, a number of 0, false: not ``None``.
_ZERO: Final = "zero"
_TRUTH: Final = OutsideClass("bool")

_Seen = tuple[object, Assumptions]


def steered_by_caller(
    outcome: Outcome, part: Path, summary_of: Callable[[View], object] | None = None
) -> tuple[Answer, Assumptions | None] | None:
    """Whether another value of the caller's at a part would have another one stored there, all else alike: then the
    answer, with the decisions of one of the two."""
    if not any(_is_about(outcome, decision, part) for decision in outcome.machine.diagrams.decisions.values()):  # type: ignore[arg-type]
        return None
    explored = outcome.ask(summary_of or (lambda view: summary(view, view.stored(part))))
    found: tuple[Answer, Assumptions | None] | None = None
    if explored.exhausted is not None:
        found = Answer(Verdict.UNPROVEN, str(explored.exhausted), is_exhausted=True), None
    for number, ((stored, one), (instead, other)) in enumerate(_pairs(outcome, explored.answers, part)):
        if number >= VIEW_PAIRS:
            return found or (_TOO_MANY, None)
        separating = _separating(outcome, one, other, part)
        if separating is None:
            continue
        if not any(is_hidden(outcome, decision) for decision in separating):
            told = (_stored_by(outcome, explored.answers, *pair) for pair in ((one, other), (other, one)))
            if not set.intersection(*told):
                if _surely_differ(stored, instead):
                    return violated("what is stored is chosen by the caller's status"), one
                found = found or (_unseen_on(stored, instead), one)
                continue
        found = (_HIDDEN, one)
    return found


def _surely_differ(one: object, other: object) -> bool:
    """Whether two summaries differ in something that is seen on both sides: what a call left that can't be seen through
    may be what was there before."""
    if one == other:
        return False
    if isinstance(one, tuple) and isinstance(other, tuple):
        named, others = _by_name(one), _by_name(other)
        if named is not None and others is not None:  # what is left out of a summary is as it was
            return any(_surely_differ(named.get(name), others.get(name)) for name in named | others)
        if len(one) == len(other):
            return any(map(_surely_differ, one, other))
    return _unseen_within(one) is None and _unseen_within(other) is None


def _by_name(told: tuple[object, ...]) -> dict[str, object] | None:
    """The fields of a summary; ``None`` where the parts are no fields."""
    found = {each[0]: each[1] for each in told if isinstance(each, tuple) and len(each) == 2}
    return found if len(found) == len(told) and all(isinstance(name, str) for name in found) else None


def _unseen_within(told: object) -> Unseen | None:
    if isinstance(told, tuple):
        return next(filter(None, map(_unseen_within, told)), None)
    return unseen_in(told)


def _unseen_on(one: object, other: object) -> Answer:
    unseen = _unseen_within(one) or _unseen_within(other)
    assert unseen is not None
    return unproven(unseen)


def _pairs(outcome: Outcome, answers: list[_Seen], part: Path) -> Iterator[tuple[_Seen, _Seen]]:
    """Stored values that differ, of views that rest on what the caller sent, each with its view."""
    steered: dict[object, list[Assumptions]] = {}
    for stored, assumptions in answers:
        if any(_is_about(outcome, decision, part) for decision in assumptions.answers):
            steered.setdefault(stored, []).append(assumptions)
    groups = list(steered.items())
    for number, (stored, group) in enumerate(groups):
        for instead, others in groups[number + 1 :]:
            for one in group:
                for other in others:
                    yield (stored, one), (instead, other)


def _separating(outcome: Outcome, one: Assumptions, other: Assumptions, part: Path) -> list[Decision] | None:
    """The decisions about what the caller sent that set two views apart; ``None`` where others do as well."""
    found = []
    for decision, answer in one.answers.items():
        if other.answers.get(decision) is not answer:
            if _is_about(outcome, decision, part):
                found.append(decision)
            elif decision in other.answers:
                return None
    return found + [
        decision for decision in other.answers if decision not in one.answers and _is_about(outcome, decision, part)
    ]


def _stored_by(outcome: Outcome, answers: list[_Seen], one: Assumptions, other: Assumptions) -> set[object]:
    """All that is stored where a view's decisions are made, whatever comes of those that can't be seen through and
    that the other one does not rest on: nobody can tell whether they ever go the way that makes the difference."""
    fixed = {
        decision: answer
        for decision, answer in one.answers.items()
        if decision in other.answers or not is_hidden(outcome, decision)
    }
    return {
        stored
        for stored, assumptions in answers
        if all(assumptions.answers.get(decision, answer) is answer for decision, answer in fixed.items())
    }


def _is_about(outcome: Outcome, decision: Decision, part: Path) -> bool:
    return outcome.decision_depends(decision, CALLER, part)


def summary(view: View, value: object) -> object:
    """A stored value as far as a caller can tell: a new object is another thing than ``None``, wherever it was made,
    and so is a zero in a field of one; of all else, nothing, ``None`` and zero are one."""
    if isinstance(value, Structure) and not view.is_null(value):
        is_fresh, type_ = _is_fresh(view, value), type_of(view, value)
        fields = [(name, summary(view, view.leaf(own))) for name, own in value.fields]
        told = [(name, own) for name, own in fields if own != NONE]
        if is_fresh and type_ is not None:
            told = list(_set_otherwise(view, type_, value))
        entries = _elements(view, value)
        is_new = is_fresh and not told and not entries
        return _new(view, value) if is_new else (view.leaf(value.base), tuple(told), entries)
    constant = view.constant(value)
    value = value if constant is None else constant
    if isinstance(value, Zero) or (isinstance(value, Input) and is_zero(view, value)):
        return _new(view, value)
    return NONE if view.is_null(value) else value


def _set_otherwise(view: View, type_: Type, value: Structure) -> Iterator[tuple[str, object]]:
    """The fields of a new object that have another value than the default."""
    for name, own in value.fields:
        declared = type_.field(name)
        default = view.leaf(view.outcome.zero_field(type_.dotted, name))
        told = _of_field(view, declared, view.leaf(own), summary)
        if told != _of_field(view, declared, default, summary):
            yield name, told


def _of_field(
    view: View, declared: Field | None, value: object, summary_of: Callable[[View, object], object]
) -> object:
    """The summary of the value of a field, which is zero where that is no ``None``."""
    told = summary_of(view, value)
    if told != NONE or declared is None or not isinstance(declared.shape, Scalar) or isinstance(value, Blank):
        return told
    if isinstance(value, Constant) and (value == FALSE) is not (_TRUTH in members(declared.annotation)):
        return value  # a number in the place of a truth value, or the other way round: equal, and written otherwise
    is_none = view.is_none(value)
    return NONE if is_none or (is_none is None and declared.optional) else _ZERO


def _is_fresh(view: View, value: Structure) -> bool:
    """Whether nothing is left of what an object was made of: it is new, or each of its fields was set."""
    type_ = type_of(view, value)
    names = {name for name, _ in value.fields}
    is_new = isinstance(view.leaf(value.base), (Zero, Blank))
    return is_new or (type_ is not None and names.issuperset(public_names(type_)))


def _new(view: View, value: object) -> object:
    """A new object of a type; an empty container is nothing."""
    type_ = type_of(view, value)
    return NONE if type_ is None else Zero(type_.dotted)


def summary_beside_old(view: View, value: object, path: Path) -> object:
    """The same, where what equals the old value is the old one."""
    if view.same(value, Input(OLD, path)):
        return Input(OLD, path)
    if not isinstance(value, Structure):
        return summary(view, value)
    type_ = type_of(view, value)
    fields = []
    for name, own in value.fields:
        declared = type_.field(name) if type_ is not None else None
        below = partial(summary_beside_old, path=(*path, name))
        fields.append((name, _of_field(view, declared, view.leaf(own), below)))
    told = tuple((name, own) for name, own in fields if own != Input(OLD, (*path, name)))
    base = view.leaf(value.base)
    if value.entries is None and base == Input(OLD, path) and not told:
        return Input(OLD, path)
    return (base, told, _elements(view, value))


def _elements(view: View, value: Structure) -> tuple[object, ...]:
    return tuple(summary(view, view.leaf(own)) for _, there, own in value.entries or () if view.leaf(there))
