"""Conditions that can't be seen through, and what they are about."""

from __future__ import annotations

from collections.abc import Iterator

from apivet.effects.declared import is_mapping_given, shape_of
from apivet.effects.diagrams import Diagram, Leaf, decisions, leaves
from apivet.effects.identity import IDENTITY
from apivet.effects.method_kinds import TEXTS_OF_MOMENTS
from apivet.effects.outcome import Outcome
from apivet.effects.picture import Picture
from apivet.effects.refusing import is_set_outside
from apivet.effects.theory import Assumptions
from apivet.effects.values import (
    BEFORE,
    EARLIER,
    MANY,
    ORDER,
    UNKNOWN_ROOT,
    Blank,
    Catches,
    Computed,
    Constant,
    Decision,
    Exists,
    Input,
    IsA,
    IsNone,
    Outside,
    Position,
    Raises,
    Same,
    Structure,
    Truthy,
    TypeValue,
    Unseen,
    Zero,
    all_within,
    values_of,
)
from apivet.effects.view import View
from apivet.program.model import ListOf

#: Values that were made of others and of nothing else.
_MADE = (Computed, Structure)
_WRITTEN_OUT = (Constant, Computed, Structure, Blank, Zero)


def hidden_in(view: View, decision: Decision) -> Iterator[object]:
    """The values that a decision is about, where nobody can tell what it says of what they were made of."""
    values = values_of(decision)
    if isinstance(decision, IsA) or any(is_opaque(view, value) for value in values):
        yield from values


def is_opaque(view: View, value: object) -> bool:
    """Whether nobody knows what sets a value apart from another: it is unseen or computed, an element of such a one, a
    container that the hook made of what it was given, or has such a part."""
    if isinstance(value, Computed) and (value.operator == IDENTITY or _is_length_of_list(view, value)):
        return False  # equal texts may be one or two, and lists of one length hold whatever they are to
    if not isinstance(value, Structure):
        return isinstance(value, (Unseen, Computed)) or (isinstance(value, Input) and value.root == UNKNOWN_ROOT)
    if isinstance(value.base, Leaf) and isinstance(value.base.value, Blank):
        return True
    return any(
        is_opaque(view, view.leaf(own)) for name, own in value.fields if not _is_order_of_keys(view, value, name)
    )


def _is_length_of_list(view: View, value: Computed) -> bool:
    """Whether a value is the number of elements of a list that was given."""
    of = value.operands[0].value if value.operator == MANY and isinstance(value.operands[0], Leaf) else None
    return isinstance(of, Input) and isinstance(shape_of(view.outcome.machine, of), ListOf)


def _is_order_of_keys(view: View, value: Structure, name: str) -> bool:
    """Whether a field tells in which order the keys of a mapping that was given are now: equal ones may have any."""
    base = view.leaf(value.base) if name == ORDER else None
    return is_mapping_given(view.outcome.machine, base)


def unseen_in(value: object, *, may_be_free: bool = True) -> Unseen | None:
    """The first thing inside a settled value that the analysis could not see through."""
    for part in all_within(value, _MADE):
        if isinstance(part, Unseen) and (may_be_free or not part.free):
            return part
        if isinstance(part, Outside) and part.may_be_any:
            return Unseen(f"{part.dotted} is outside the tree", None, 0, ())
    return None


def unseen_numbers(value: object) -> set[int]:
    """The numbers of all unseen things that a settled value is made of."""
    return {part.number for part in all_within(value) if isinstance(part, Unseen)}


def opaque_decisions(outcome: Outcome, assumptions: Assumptions) -> dict[Decision, Unseen]:
    """The decisions that were taken about what can't be seen through, each with that: nobody knows whether both answers
    can be."""
    found: dict[Decision, Unseen] = {}
    for decision, answer in assumptions.answers.items():
        unseen = _unseen_behind(outcome, decision) or _others_before(decision, answer) or _of_a_form(decision, answer)
        if unseen is not None:
            found[decision] = unseen
    return found


def _others_before(decision: Decision, answer: bool) -> Unseen | None:
    """The elements that stand before one that stands for several, where this is found behind a bound: they are others
    than it, of which nothing is told. So are those before the place of an element, where it is asked for that one."""
    place = decision.value if isinstance(decision, Truthy) else None
    if not isinstance(place, Computed) or place.operator != BEFORE or len(place.operands) <= _KEY:
        return None
    bound, key = (each.value if isinstance(each, Leaf) else None for each in place.operands[1:])
    is_own_place = isinstance(bound, Position) and key == Constant.of(bound.key)
    is_one_of_several = not answer and key == Constant.of(EARLIER)
    reason = "which elements stand before others is not known"
    return Unseen(reason, None, 0, ()) if is_own_place or is_one_of_several else None


def _of_a_form(decision: Decision, answer: bool) -> Unseen | None:
    """The text of a moment that is a text of the source: whether any moment has that text, nobody knows."""
    sides = (decision.left, decision.right) if isinstance(decision, Same) and answer else ()
    is_told = any(isinstance(each, Constant) for each in sides)
    is_text = any(isinstance(each, Computed) and each.operator in TEXTS_OF_MOMENTS for each in sides)
    return Unseen("whether a moment has a text is not known", None, 0, ()) if is_told and is_text else None


#: The operand that tells which element stands before a bound.
_KEY = 2


def _unseen_behind(outcome: Picture, decision: Decision) -> Unseen | None:
    if isinstance(decision, Exists):
        source = outcome.machine.unknown_containers.get(Input(decision.container.root, decision.container.path[:1]))
        about = [] if source is None else [leaf.value for leaf in leaves(source)]
    else:
        about = list(values_of(decision))
    is_value_asked = not isinstance(decision, IsNone)
    hidden = (unseen_in(value, may_be_free=False) or _always_the_same(value, is_value_asked) for value in about)
    return next((found for found in hidden if found is not None), None)


def _always_the_same(value: object, is_value_asked: bool) -> Unseen | None:
    """A value made of types or, where more is asked than whether there is one, of constants alone: it is the same for
    all objects, whatever that is."""
    _, *within = all_within(value, _MADE)
    if any(isinstance(part, Input) for part in within):
        return None
    if any(isinstance(part, Computed) and is_set_outside(part.operator) for part in (value, *within)):
        return None  # another process may have another answer
    if any(isinstance(part, TypeValue) for part in within):
        return Unseen("what the library tells of a type is not known", None, 0, ())
    is_computed = any(isinstance(part, Computed) for part in (value, *within))
    if is_computed and within and is_value_asked and all(map(_is_written_out, within)):
        return Unseen("what is computed of constants is not known", None, 0, ())
    return None


def _is_written_out(part: object) -> bool:
    """Whether a part of a value is the same for all objects, or the guard of an element that is there in any case."""
    return part is True or isinstance(part, _WRITTEN_OUT)


def is_hidden(outcome: Picture, decision: Decision) -> bool:
    """Whether nobody can tell which way a decision goes, though it is known what it depends on: something raises, or is
    unseen."""
    return isinstance(decision, (Raises, Catches)) or _unseen_behind(outcome, decision) is not None


def decided_within(outcome: Picture, value: object) -> set[Decision]:
    """The decisions on which it depends what a value was made of."""
    found: set[Decision] = set()
    seen: set[object] = set()
    pending = [value]
    while pending:
        made = pending.pop()
        if made not in seen:
            seen.add(made)
            for part in parts(made):
                found |= decided_by(outcome, part)
                pending += [leaf.value for leaf in leaves(part)]
    return found


def decided_by(outcome: Picture, value: Diagram) -> set[Decision]:
    """The decisions by which one of several values is chosen."""
    known = outcome.machine.diagrams.decisions
    return {known[number] for number in decisions(value)}  # type: ignore[misc]


def is_made(decision: Decision) -> bool:
    """Whether a decision is about something computed, a container that the hook made, or what can't be seen through."""
    within = (part for value in values_of(decision) for part in all_within(value))
    return any(isinstance(part, (Computed, Unseen, Blank)) for part in within)


def parts(value: object) -> Iterator[Diagram]:
    """The diagrams that a settled value was made of, or changed to."""
    if isinstance(value, (Computed, Unseen)):
        yield from value.operands
    elif isinstance(value, Structure):
        yield from (own for _, own in value.fields)
        for _, present, own in value.entries or ():
            yield from (present, own)
