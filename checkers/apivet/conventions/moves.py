"""Moves: values of a conversion's source that the destination has under another name, as ``status.conditions`` of one
version is ``status.deprecated.conditions`` of the next."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from apivet.effects.diagrams import Diagram
from apivet.effects.values import Input, Path, Same, Structure
from apivet.effects.view import View


def fields_beside(
    view: View, value: object, path: Path, namesakes: Collection[Path], place: Path = ()
) -> Iterator[Diagram]:
    """The fields of a destination that lie beside a path and have no namesake, which would hold what that had."""
    for name, held in value.fields if isinstance(value, Structure) else ():
        here = (*place, name)
        if here == path[: len(here)]:
            yield from fields_beside(view, view.leaf(held), path, namesakes, here)
        elif here not in namesakes:
            yield held


def elements_in(view: View, value: object) -> Iterator[Diagram]:
    """The elements that are there of a container that was put together."""
    for _, present, entry in value.entries or () if isinstance(value, Structure) else ():
        if view.leaf(present):
            yield entry


def is_put_as_another(view: View, given: Input, container: object) -> bool:
    """Whether a container holds what is equal to an element that it was not given, by a decision."""
    held = [view.leaf(entry) for entry in elements_in(view, container)]
    for decision, answer in view.assumptions.answers.items():
        if answer and isinstance(decision, Same) and given in (decision.left, decision.right):
            other = decision.right if decision.left == given else decision.left
            if other in held:
                return True
    return False


def held_within(view: View, held: Diagram) -> Iterator[object]:
    """The values that lie in a field, and in the objects and containers in it, as they were put there."""
    value = view.leaf(held)
    yield value
    if isinstance(value, Structure):
        for part in (*(part for _, part in value.fields), *elements_in(view, value)):
            yield from held_within(view, part)
