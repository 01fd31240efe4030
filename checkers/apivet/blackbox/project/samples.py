"""Filled objects that several things are tried on: conversions and codecs of one type want the same ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from apivet.blackbox.limits import SAMPLES
from apivet.blackbox.objects.copying import copied
from apivet.blackbox.objects.filling import Choice, Filler, Own
from apivet.blackbox.project.scenario_calls import without_bags
from apivet.blackbox.protocol.models import TypeModel
from apivet.program.annotations import NONE, Applied, OneOf, Only, classes, members


class Samples:
    """Samples of each type, kept by a process: to make an object takes ten times as long as to copy it. ``own`` makes
    those that the project knows better."""

    def __init__(self, own: Own | None = None) -> None:
        self._own = own
        self._made: dict[str, list[tuple[str, Any]]] = {}

    def filler(self, types: Mapping[str, TypeModel]) -> Filler:
        """The filler that makes objects of these types. A type's model is the same in all assignments of a run."""
        return Filler(types, self._own)

    def objects(self, filler: Filler, dotted: str) -> Iterator[tuple[str, Any]]:
        """Objects of a type, each with what it is called: full ones, until every constant and every arm of a union had
        its turn, and a bare one. Property bags are empty: what may be in them is known to the hooks alone. Whoever
        gets one may change it. Raises :class:`CannotFillError` where no full one can be made."""
        if dotted not in self._made:
            self._made[dotted] = list(_objects(filler, dotted))
        for name, obj in self._made[dotted]:
            yield name, copied(obj)


def _objects(filler: Filler, dotted: str) -> Iterator[tuple[str, Any]]:
    for number in range(_variety(filler.types, dotted)):
        yield "full", without_bags(filler.make(dotted, Choice("full", arm=number, start=number)))
    yield "bare", without_bags(filler.make(dotted, Choice("bare")))


def _variety(types: Mapping[str, TypeModel], dotted: str) -> int:
    """The number of full objects that it takes. A list's items are tried by themselves."""
    if {"metadata", "items"} <= {item.name for item in types[dotted].fields}:
        return 1
    most = 2
    for model in _within(types, dotted):
        most = max(most, len(model.constants), *(_alternatives(item.annotation) for item in model.fields), 0)
    return min(most, SAMPLES)


def _within(types: Mapping[str, TypeModel], dotted: str) -> Iterator[TypeModel]:
    """A type and those that its fields lead to."""
    seen = {dotted}
    pending = [dotted]
    while pending:
        model = types.get(pending.pop())
        if model is None:
            continue
        yield model
        inner = {each.dotted for item in model.fields for each in classes(item.annotation)} - seen
        seen |= inner
        pending += inner


def _alternatives(annotation: Any) -> int:
    if isinstance(annotation, Applied):
        return max((_alternatives(argument) for argument in annotation.arguments), default=1)
    if isinstance(annotation, OneOf):
        inner = [member for member in members(annotation) if member != NONE]
        return max(len(inner), *(_alternatives(member) for member in inner if not isinstance(member, Only)), 0)
    return 1
