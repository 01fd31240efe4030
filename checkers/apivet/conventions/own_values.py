"""Values of a conversion's own, where the source has none: defaults, which are the defaulter's to give."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from apivet.conventions.moves import elements_in
from apivet.conventions.provenance import Carrying, is_zero
from apivet.effects.declared import may_be_none
from apivet.effects.values import (
    LAST,
    Blank,
    Constant,
    Exists,
    Input,
    IsNone,
    Member,
    Path,
    Structure,
    Truthy,
    Unseen,
    Zero,
    values_of,
)
from apivet.effects.view import View


def own_value(carrying: Carrying, path: Path) -> Callable[[View], object]:
    """The question which value of its own a destination field gets where the source is unset: one that says something,
    or that can't be seen; else ``None``."""
    given = Input(carrying.source, path)
    around = [Input(carrying.source, path[:length]) for length in range(1, len(path) + 1)]

    def question(view: View) -> object:
        value = carrying.stored(view, path)
        is_none = any(view.knows(IsNone(each)) is True for each in around)
        is_empty = view.knows(Truthy(given)) is False or view.knows(Exists(given, LAST)) is False
        if not is_none and isinstance(value, Constant) and value.kind == "bool":
            return None  # what is said of a switch that is off, such as its contrary
        if not is_none and not is_empty and not is_zero(view.constant(given)):
            for decision in view.open_decisions() if isinstance(value, (Constant, Member)) else ():
                if not isinstance(decision, Exists) and any(each in around for each in values_of(decision)):
                    view.decide(decision)  # whether this is one of several ways
            return value if _says_something(value) and _may_be_unset(view, given) else None
        if isinstance(value, Unseen):
            return value
        return next((each for each in (value, *_elements_of(view, value)) if _says_something(each)), None)

    return question


def _may_be_unset(view: View, given: Input) -> bool:
    """Whether a field may be unset on a way on which it was asked for its value only: ``case _``."""
    is_asked = any(given in values_of(decision) for decision in view.assumptions.answers)
    machine = view.outcome.machine
    return is_asked and may_be_none(machine, given) and view.assumptions.copy().assume(IsNone(given), True)


def _says_something(value: object) -> bool:
    return isinstance(value, Member) or (isinstance(value, Constant) and bool(value.value))


def _elements_of(view: View, value: object) -> Iterator[object]:
    """The elements that a container has by itself (``src.tags or ["new"]``), with the fields of those with fields, but
    for an element that has something of the source: another field has moved into it."""
    if not isinstance(value, Structure):
        return
    for element in map(view.leaf, elements_in(view, value)):
        yield element
        if isinstance(element, Structure) and isinstance(view.leaf(element.base), Zero):
            parts = [view.leaf(part) for _, part in element.fields]
            yield from parts if all(isinstance(part, (Constant, Member, Zero)) for part in parts) else ()
    if isinstance(view.leaf(value.base), Blank):  # a mapping that was written out
        yield from (view.leaf(part) for _, part in value.fields)
