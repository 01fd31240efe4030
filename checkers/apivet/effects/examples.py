"""Examples of numbers and texts, near to those in the source, for which it is tried whether what was decided can be
true."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec import Struct

from apivet.effects import plain, value_kinds
from apivet.effects.diagrams import Leaf
from apivet.effects.limits import COMBINATIONS
from apivet.effects.state import Machine
from apivet.effects.values import MANY, Computed, Constant, Decision, Input, IsNone, Same
from apivet.program import whole_numbers
from apivet.program.operators import FOLDED


def search(machine: Machine, taken: list[tuple[Decision, bool]]) -> Search | None:
    """The search for examples of the values that something is computed from, with which the decisions on these and on
    what is computed are true; ``None`` where nothing is computed, or not by operations that are known here."""
    told = [(decision, answer) for decision, answer in taken if _computes(decision)]
    told = [(each, answer) for each, answer in told if all(can_be_computed(machine, side) for side in sides_of(each))]
    if not told:
        return None
    atoms = list(dict.fromkeys(atom for each, _ in told for side in sides_of(each) for atom in atoms_of(machine, side)))
    told += [
        (decision, answer)
        for decision, answer in taken
        if not _computes(decision) and all(_is_of(side, atoms) for side in sides_of(decision))
    ]
    return Search(machine, told, atoms, settled_by(told))


def sides_of(decision: Decision) -> tuple[Any, ...]:
    """The two values that are compared, or the one that is asked."""
    if isinstance(decision, Same):
        return decision.left, decision.right
    return (getattr(decision, "value", None),)


def settled_by(taken: list[tuple[Decision, bool]]) -> dict[Any, Any]:
    """The values that are taken for equal to a written one, with that."""
    found = {}
    for decision, answer in taken:
        if answer and isinstance(decision, Same):
            for side, other in ((decision.left, decision.right), (decision.right, decision.left)):
                if isinstance(other, Constant) and not isinstance(side, Constant):
                    found[side] = other.value
    return found


def _computes(decision: Decision) -> bool:
    """Whether a decision is about something that is computed from numbers or texts."""
    known = (*_WORTH, plain.LENGTH)
    return any(isinstance(side, Computed) and side.operator in known for side in sides_of(decision))


def _is_of(side: Any, atoms: list[Any]) -> bool:
    return isinstance(side, Constant) or side in atoms


_WORTH: Final[dict[str, Callable[..., Any]]] = {
    **FOLDED,
    "//": operator.floordiv,
    "%": operator.mod,
    "/": operator.truediv,
    **whole_numbers.WORTH,
    plain.LEAST: min,
    plain.GREATEST: max,
    plain.SIZE: abs,
    plain.ROUNDED: round,
    "builtins.str": str,
    "whole number": int,
    "text": lambda *parts: "".join(map(str, parts)),
    "in": lambda whole, part: part in whole,
    **{
        f".{name}()": getattr(str, name)
        for name in ("lower", "upper", "strip", "lstrip", "rstrip", "title", "casefold", "startswith", "endswith")
        + ("replace", "removeprefix", "removesuffix", "isdigit", "isalpha", "isspace", "islower", "isupper", "count")
    },
}


def can_be_computed(machine: Machine, value: Any) -> bool:
    """Whether a value is known as soon as the numbers and texts are that it is made from."""
    if _is_counted(machine, value):
        return True
    if isinstance(value, Computed):
        if value.operator not in (*_WORTH, plain.LENGTH) or not all(isinstance(part, Leaf) for part in value.operands):
            return False
        parts = [part.value for part in value.operands if isinstance(part, Leaf)]
        if value.operator in plain.OF_BITS and not all(plain.is_number(machine, part, if_there=True) for part in parts):
            return False  # it may be a set
        return all(can_be_computed(machine, part) for part in parts)
    return isinstance(value, Constant) or (isinstance(value, Input) and bool(_candidates(machine, value, [])))


def _is_counted(machine: Machine, value: Any) -> bool:
    """Whether a value is the number of a container's elements, which is any; that of a text hangs on the text, and that
    of what was computed nobody knows how on this."""
    if not isinstance(value, Computed) or value.operator not in (plain.LENGTH, MANY):
        return False
    counted = [part.value if isinstance(part, Leaf) else None for part in value.operands]
    is_text = all(plain.is_of(machine, each, ("str",)) for each in counted)
    return not is_text and not any(isinstance(each, Computed) for each in counted)


def atoms_of(machine: Machine, value: Any) -> Iterator[Any]:
    """The given values, and the counts of given ones, that examples are chosen for to compute a value."""
    if isinstance(value, Input) or _is_counted(machine, value):
        yield value
    elif isinstance(value, Computed):
        for operand in value.operands:
            if isinstance(operand, Leaf):
                yield from atoms_of(machine, operand.value)


class Search(Struct, frozen=True):
    """The decisions that examples are to make true, and the values that they are about. A value that is taken for equal
    to a written one is that one."""

    machine: Machine
    told: list[tuple[Decision, bool]]
    atoms: list[Any]
    settled: dict[Any, Any]

    def examples(self) -> Iterator[dict[Any, Any]]:
        """Values with which all of what was decided is true."""
        written = [constant for decision, _ in self.told for side in sides_of(decision) for constant in _written(side)]
        candidates = [
            [self.settled[atom]] if atom in self.settled else _candidates(self.machine, atom, written)
            for atom in self.atoms
        ]
        for values in itertools.islice(itertools.product(*candidates), COMBINATIONS):
            example = dict(zip(self.atoms, values))
            if all(_is_true(decision, example) is answer for decision, answer in self.told):
                yield example

    @property
    def is_vain(self) -> bool:
        """Whether a decision is about nothing but texts that are taken for equal to written ones, and is not true of
        these. What equals a number may be another one: ``0 == False``."""
        texts = {atom: value for atom, value in self.settled.items() if isinstance(value, str)}
        return any(_is_true(decision, texts) is (not answer) for decision, answer in self.told)


def _written(value: Any) -> Iterator[Any]:
    """The constants that a value is computed from, and the ends of the rooms that it is put into."""
    if isinstance(value, Constant):
        yield value.value
    elif isinstance(value, Computed):
        yield from whole_numbers.room(value.operator) or ()
        for operand in value.operands:
            if isinstance(operand, Leaf):
                yield from _written(operand.value)


def _candidates(machine: Machine, atom: Any, written: list[Any]) -> list[Any]:
    """Numbers and texts near to those in the source."""
    every = value_kinds.values_of(machine, atom)
    if every is not None:
        return sorted(every, key=repr)
    numbers = [number for number in written if isinstance(number, (int, float))]
    near = [number + step for number in numbers for step in (0, 1, -1)] + [0, 1, 2, -1, 7, -7, 100]
    texts = [text for text in written if isinstance(text, str)]
    joined = [one + other for one, other in itertools.permutations(texts[:4], 2)]
    near_texts = [*(f"{text}z" for text in texts), *(f"z{text}" for text in texts)]
    spelled = [*texts, *joined, *near_texts, "", "a", "Zz", "zz", " b ", "b", "1"]
    if isinstance(atom, Computed):
        least = 2 if atom.operator == MANY else 0
        return list(dict.fromkeys(int(number) for number in near if number >= least))
    found: list[Any] = []
    families = {kind.family for kind in value_kinds.kinds_of(machine, atom) or ()}
    if "number" in families or not families:
        whole, (low, high) = plain.is_whole(machine, atom), plain.bounds(machine, atom)
        near = [number for number in near if low <= number <= high]
        found += [int(number) if whole else number for number in near] + ([] if whole else [0.5, -0.5])
    if "text" in families or not families:
        found += spelled
    return [*dict.fromkeys(found), *([None] if "None" in families else [])]


class _NoWorth(Exception):
    """An operation is not possible on the values of an example."""


def _is_true(decision: Decision, example: dict[Any, Any]) -> bool | None:
    try:
        values = [_worth(side, example) for side in sides_of(decision)]
    except _NoWorth:
        return None
    if isinstance(decision, Same):
        return bool(values[0] == values[1])
    return values[0] is None if isinstance(decision, IsNone) else bool(values[0])


def _worth(value: Any, example: dict[Any, Any]) -> Any:
    if isinstance(value, Constant):
        return value.value
    if value in example:
        return example[value]
    if not isinstance(value, Computed):
        raise _NoWorth
    parts = [_worth(operand.value, example) for operand in value.operands if isinstance(operand, Leaf)]
    try:
        if value.operator == plain.LENGTH:
            return len(parts[0])
        if value.operator == "-":
            return -parts[0] if len(parts) == 1 else parts[0] - parts[1]
        return _WORTH[value.operator](*parts)
    except (TypeError, ValueError, ArithmeticError, KeyError) as error:
        raise _NoWorth from error
