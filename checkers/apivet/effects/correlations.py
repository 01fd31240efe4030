"""Decisions on what is computed nobody knows how, which may have to do with each other: whether they can hold together
is then open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from apivet.effects import plain
from apivet.effects.declared import is_unordered
from apivet.effects.diagrams import Leaf, decisions, leaves
from apivet.effects.examples import can_be_computed, settled_by, sides_of
from apivet.effects.limits import STANDING_FOR_ALL
from apivet.effects.sources import sources
from apivet.effects.state import Machine
from apivet.effects.values import (
    EARLIER,
    HOLDS_NONE,
    KEYS,
    LAST,
    MANY,
    WAS_SET,
    Computed,
    Constant,
    Decision,
    Exists,
    Input,
    IsNone,
    Member,
    Position,
    Raises,
    Same,
    Structure,
    Truthy,
    all_within,
    kind_made,
    stands_for_others,
)

#: Operators of conditions that hold or not of a value, whatever that is.
_FREE: Final = (HOLDS_NONE, WAS_SET)
_OF_FLAGS: Final = (*plain.OF_BITS, "in", "~", "-")
#: Containers that have nothing twice.
_UNORDERED: Final = ("set", "dict")
#: The decisions that are taken, with their answers.
Answers = Mapping[Decision, bool]


def are_open(machine: Machine, taken: list[tuple[Decision, bool]], answers: Answers) -> bool:
    """Whether nobody knows of decisions on numbers, texts and containers, beside all others that are taken, whether
    they can hold together."""
    return (
        _asks_of_what_is_settled(machine, taken, answers)
        or any(_is_of_one_source(machine, each) for each, _ in taken)
        or _asks_elements_one_by_one(taken)
        or _asks_beside_a_count(machine, taken, answers)
        or _asks_for_one_number(machine, taken)
        or any(_is_of_same_keys(each) or _is_of_as_many(machine, each, answers) for each in _equal(taken))
    )


def _equal(taken: list[tuple[Decision, bool]]) -> Iterator[Same]:
    return (decision for decision, answer in taken if answer and isinstance(decision, Same))


def _is_of_as_many(machine: Machine, decision: Same, answers: Answers) -> bool:
    """Whether a set or a mapping of one element is to equal one that was made of several elements of a set, or of a
    mapping, which are different ones: nobody knows whether what was made of them is one."""
    sides = [side for side in sides_of(decision) if isinstance(side, Structure) and kind_made(side.base) in _UNORDERED]
    several = [len(_present(machine, side, answers)) > 1 for side in sides]
    if len(set(several)) < 2:
        return False
    asked = {each.container for each in answers if isinstance(each, Exists)}
    given = [each for each in asked if any(each.shares(one) for side in sides for one in sources(machine, side))]
    return bool(given) and all(is_unordered(machine, each) for each in given)


def _present(machine: Machine, made: Structure, answers: Answers) -> list[str]:
    """The elements of a container that may be there where these decisions are taken."""
    diagrams = machine.diagrams
    entries = made.entries or ()
    return [key for key, present, _ in entries if diagrams.where_taken(present, answers) is not diagrams.false]


def _asks_elements_one_by_one(taken: list[tuple[Decision, bool]]) -> bool:
    """Whether it is asked of an element and of its container, or of two elements, what hangs on which ones they are:
    ``1 in xs`` where ``x == 1``, ``list(range(n)) == [1, 2]``, ``x in ys`` and ``y in xs``."""
    contained = _contained(taken)
    if any(pair[::-1] in contained for pair in contained):
        return True
    placed = {decision for decision, answer in taken if answer and isinstance(decision, Same) and _is_placed(decision)}
    held = [
        _compared_values(decision)
        for decision, _ in taken
        if isinstance(decision, Truthy) and isinstance(decision.value, Computed) and decision.value.operator == "in"
    ]
    told = [decision for decision, _ in taken if held and isinstance(decision, Same)]
    return len(placed) > 1 or any(
        isinstance(container, Input) and each.left in (container.child(LAST), container.child(EARLIER))
        for container, *wanted in held
        for each in told
        if [each.right] == wanted
    )


def _contained(taken: list[tuple[Decision, bool]]) -> set[tuple[Input, Input]]:
    """Containers that were given, each with one of which it is asked whether it has an element of the other."""
    found = set()
    for decision, _ in taken:
        asked = getattr(decision, "value", None)
        if isinstance(asked, Computed) and asked.operator == "in":
            container, element = (*_compared_values(decision), None)[:2]
            of = Input(element.root, element.path[:-1]) if isinstance(element, Input) and element.path else None
            if isinstance(container, Input) and of is not None and element in (of.child(LAST), of.child(EARLIER)):
                found.add((container, of))
    return found


def _asks_beside_a_count(machine: Machine, taken: list[tuple[Decision, bool]], answers: Answers) -> bool:
    """Whether it is asked of a number that is counted to, and of what it is counted up to: ``3 in range(n)`` where
    ``n < 2``."""
    if not any(answer and isinstance(decision, Same) and _is_placed(decision) for decision, answer in taken):
        return False
    containers = [each.container for each in answers if isinstance(each, Exists)]
    bounds = [machine.unknown_containers[each] for each in containers if each in machine.unknown_containers]
    counted = {given for bound in bounds for leaf in leaves(bound) for given in sources(machine, leaf.value)}
    asked = [side for decision, _ in taken for side in (*sides_of(decision), *_compared_values(decision))]
    return any(not counted.isdisjoint(sources(machine, side)) for side in asked)


def _is_of_same_keys(decision: Same) -> bool:
    """Whether mappings are compared that were made of the elements of others under the keys of these, or of some that
    were put in one by one, nobody knows which of them stand under one key: they may be equal only where those are that
    are looked at one by one."""
    sides = [side for side in sides_of(decision) if isinstance(side, Structure)]
    return len(sides) > 1 and (all(map(_has_keys_of_given, sides)) or all(map(_has_computed_keys, sides)))


def _has_computed_keys(made: Structure) -> bool:
    is_one_by_one = not any(stands_for_others(key) for key, _, _ in made.entries or ())
    return is_one_by_one and any(name == KEYS for name, _ in made.fields)


def _has_keys_of_given(made: Structure) -> bool:
    told = [name.value if isinstance(name, Leaf) else None for name in made.names]
    of_given = all(isinstance(name, Position) and name.given is not None for name in told)
    return kind_made(made.base) == "dict" and bool(told) and of_given


def _asks_for_one_number(machine: Machine, taken: list[tuple[Decision, bool]]) -> bool:
    """Whether elements that come in several loops are just as many as a number: there may be no such number of them, as
    ``len(xs + xs)`` is even."""
    equal = (side for decision, answer in taken if answer and isinstance(decision, Same) for side in sides_of(decision))
    return any(not _may_be_any_number(machine, structure) for structure in map(_counted, equal) if structure)


def _counted(value: object) -> Structure | None:
    """The container made by the program that a value is the number of elements of, where that is two or more."""
    if not isinstance(value, Computed) or value.operator != MANY:
        return None
    counted = value.operands[0]
    return counted.value if isinstance(counted, Leaf) and isinstance(counted.value, Structure) else None


def _may_be_any_number(machine: Machine, counted: Structure) -> bool:
    """Whether there are as many elements as one of the given containers has, where others have none, or one."""
    presents = [present for _, present, _ in counted.entries or ()]
    asked = {machine.diagrams.decisions[number] for present in presents for number in decisions(present)}
    there = {each for each in asked if isinstance(each, Exists)}

    def counts(container: Input, last_is_there: bool) -> bool:
        others = {each: last_is_there and each.key == LAST for each in there if each.container != container}
        left = [machine.diagrams.where_taken(present, others) for present in presents]
        left = [present for present in left if not isinstance(present, Leaf)]
        return len(left) == len(set(left)) == STANDING_FOR_ALL

    return any(counts(each.container, has_one) for each in there for has_one in (False, True))


def _is_placed(decision: Same) -> bool:
    return any(isinstance(side, Position) and side.given is None for side in sides_of(decision))


def _is_of_one_source(machine: Machine, decision: Decision) -> bool:
    """Whether two values are compared that were made of the same given ones and of no others, at least one of them
    nobody knows how: the last of accumulated sums is the sum, ``set(set(x))`` is ``set(x)``."""
    sides = _compared_values(decision)
    if len(sides) != 2 or not any(_is_unknown(machine, side) for side in sides):
        return False
    ours, theirs = (sources(machine, side) for side in sides)
    if any(_may_be_given(machine, *pair) for pair in (sides, sides[::-1])):
        return False
    pairs = ((ours, theirs), (theirs, ours))
    return bool(ours) and all(any(one.shares(other) for other in others) for mine, others in pairs for one in mine)


def _compared_values(decision: Decision) -> tuple[Any, ...]:
    """The values that a decision is about, of an operation on two those."""
    asked = getattr(decision, "value", None)
    if isinstance(asked, Computed) and all(isinstance(part, Leaf) for part in asked.operands):
        return tuple(part.value for part in asked.operands if isinstance(part, Leaf))
    return sides_of(decision)


def _may_be_given(machine: Machine, value: object, given: object) -> bool:
    """Whether a value is made of one that was given, or of its parts, in one way that nobody knows: it may be that, or
    not. Of two such ways one may undo the other."""
    if not isinstance(given, Input):
        return False
    is_within = all(
        part.root == given.root and part.path[: len(given.path)] == given.path for part in sources(machine, value)
    )
    parts = all_within(value, (Computed, Structure))
    ways = [part for part in parts if isinstance(part, Computed) and not can_be_computed(machine, part)]
    return is_within and len(ways) < 2


def _is_unknown(machine: Machine, value: object) -> bool:
    """Whether something is computed, or a container was made by the program, and nobody knows how."""
    if isinstance(value, Structure):
        return bool(kind_made(value.base))
    return _counted(value) is not None or (isinstance(value, Computed) and not can_be_computed(machine, value))


def _asks_of_what_is_settled(machine: Machine, taken: list[tuple[Decision, bool]], answers: Answers) -> bool:
    """Whether something is computed, nobody knows how, from nothing but values that other decisions leave no choice:
    ``re.match(PATTERN, name)`` where ``name == "a"`` has one answer, and it may be the other one; so has
    ``max([0, *xs])`` where there are no elements, and ``int(name)`` raises or does not. One set of which the elements
    are told may be enough: ``xs & ys`` is empty where ``xs`` is."""
    settled = {
        *settled_by(taken),
        *(each.value for each, answer in taken if isinstance(each, IsNone) and answer),
        *(each.value for each, answer in taken if isinstance(each, Truthy) and not answer),
    }
    unknown = [
        value
        for decision, _ in taken
        for value in sides_of(decision)
        if isinstance(value, Computed) and value.operator not in _FREE and not can_be_computed(machine, value)
    ]
    unknown += [Computed("raises", each.operands) for each in answers if isinstance(each, Raises)]
    gone = [each.container for each, there in answers.items() if isinstance(each, Exists) and not there]
    small = {each for each in gone if is_unordered(machine, each)}
    return any(_is_made_of(machine, value, settled, small, answers) for value in unknown)


def _is_made_of(machine: Machine, value: Computed, settled: set[Any], small: set[Input], answers: Answers) -> bool:
    """Whether something is computed from settled values, if any, and else from written ones: of flags that are written,
    too, an operation has one answer. A set with one element at most may settle it alone."""
    made_of = _within(machine, value, answers, {})
    if value.operator in _OF_FLAGS:
        made_of = {each for each in made_of if not isinstance(each, Member)}
    return made_of <= settled - {value} or not made_of.isdisjoint(small)


def _within(machine: Machine, value: Any, answers: Answers, told: dict[Any, set[Any]]) -> set[Any]:
    """The values that are no written ones, of which a value is made where these decisions are taken; itself where it is
    computed of none, and tells of the world."""
    if value in told:
        return told[value]
    diagrams = machine.diagrams
    if isinstance(value, Structure) and kind_made(value.base):
        held = [own for _, own in value.fields]
        for _, present, own in value.entries or ():
            held += [own] if diagrams.where_taken(present, answers) is not diagrams.false else []
    elif isinstance(value, Computed):
        held = list(value.operands)
    else:
        return set() if isinstance(value, Constant) else {value}
    inner = [leaf.value for part in held for leaf in leaves(diagrams.where_taken(part, answers))]
    found = set[Any]().union(*(_within(machine, part, answers, told) for part in inner))
    if not found and isinstance(value, Computed) and not (inner and plain.tells_no_more(value.operator)):
        found = {value}
    told[value] = found
    return found
