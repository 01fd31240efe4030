"""Gated fields of an object type: their paths, and the conditions for being in use (contract section 5)."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from apivet.conventions.limits import CONTAINERS
from apivet.conventions.subject import Subject
from apivet.effects.declared import spelled_name
from apivet.effects.values import EARLIER, LAST, NONE, UNBOUND, Decision, Exists, Input, IsNone, Path, Truthy
from apivet.effects.view import View
from apivet.program.model import Field, ListOf, MapOf, Named, Shape, Type
from apivet.program.role import Role


class GatedPart(Struct, frozen=True):
    """A gated field at one path of the object; ``parents`` are the declarations on the way."""

    path: Path
    field: Field
    parents: tuple[tuple[Path, Field], ...]

    @property
    def declaration(self) -> tuple[str, str]:
        """The key of the declaration, whatever the path that leads to it: the type and the field."""
        return self.field.owner, self.field.name

    @property
    def places(self) -> list[Path]:
        """The path once for every choice of elements: the last of a container, or one before it."""
        choices = [(LAST, EARLIER) if segment == LAST else (segment,) for segment in self.path]
        return [tuple(choice) for choice in itertools.product(*choices)]

    def in_use(self, root: str, place: Path) -> dict[Decision, bool]:
        """The decisions that say: this object uses the field at that place."""
        answers = self.reachable(root, place)
        leaf = Input(root, place)
        if self.field.optional:
            answers[IsNone(leaf)] = False
        if _holds_elements(self.field):
            # An empty one that is optional may be read either way.
            answers[Truthy(leaf)] = answers[Exists(leaf, LAST)] = True
        elif not self.field.optional:
            answers[Truthy(leaf)] = True
        return answers

    @property
    def is_truth(self) -> bool:
        """Whether it is true or false, so that what is in use has one value."""
        return not self.field.optional and spelled_name(self.field.annotation) == "bool"

    def shares_a_gate_with(self, other: GatedPart) -> bool:
        """Whether two fields are of one feature."""
        return not set(self.field.gates).isdisjoint(other.field.gates)

    def lies_in(self, path: Path) -> bool:
        """Whether a path is the field's own, one inside of it, or a container of elements that it lies in."""
        own, other = ([LAST if segment == EARLIER else segment for segment in each] for each in (self.path, path))
        if other[: len(own)] == own:
            return True
        return own[: len(other)] == other and own[len(other)] == LAST

    def reachable(self, root: str, place: Path) -> dict[Decision, bool]:
        """The decisions that say: the field's holder is there."""
        answers: dict[Decision, bool] = {}
        for path, declared in self.parents:
            if declared.optional:
                answers[IsNone(Input(root, place[: len(path)]))] = False
        for length, segment in enumerate(place):
            if segment in (LAST, EARLIER):
                container = Input(root, place[:length])
                answers[Exists(container, LAST)] = True
                answers[Truthy(container)] = True
                if segment == EARLIER:
                    answers[Exists(container, EARLIER)] = True
        return answers

    def not_in_use(self, root: str, place: Path) -> dict[Decision, bool]:
        """The decisions that say: this object does not use the field at that place."""
        leaf = Input(root, place)
        if self.field.optional:
            # Of the elements that one stands for, none is anything: one test may be answered by another than a second.
            return {IsNone(leaf): True, Truthy(leaf): False}
        answers: dict[Decision, bool] = {Truthy(leaf): False}
        if _holds_elements(self.field):
            answers[Exists(leaf, LAST)] = False
        return answers


def gated_fields(subject: Subject) -> list[GatedPart]:
    """The gated fields that the strategy answers for: a status strategy for those of status, a main strategy for all
    others, another subresource's for those of the payload."""
    return [gated for gated in _answered_for(subject) if gated.field.gates]


def fields_of_unread_gates(subject: Subject) -> list[GatedPart]:
    """Fields whose gate can't be told."""
    return [gated for gated in _answered_for(subject) if not gated.field.gates]


def _answered_for(subject: Subject) -> list[GatedPart]:
    words = subject.vocabulary
    found = []
    for gated in _all(subject.origin) if subject.program.follows_gates else ():
        top = gated.path[0]
        if subject.role is Role.STATUS:
            answers = top == words.status
        elif subject.role is Role.OTHER:
            answers = top not in (words.status, words.metadata)
        else:
            answers = top != words.status
        if answers:
            found.append(gated)
    return found


def all_gated_fields(subject: Subject) -> list[GatedPart]:
    """The gated fields of all parts of the objects."""
    return [gated for gated in _all(subject.origin) if gated.field.gates and subject.program.follows_gates]


def known_gates(subject: Subject) -> frozenset[str]:
    """The gates that the modules name in which the objects' types are declared: the files that are checked need not be
    among them."""
    return _known_gates(subject.origin)


@functools.lru_cache(maxsize=1)
def _known_gates(subject: Subject) -> frozenset[str]:
    """The same of one subject after the other; each interpretation of its hooks asks for them."""
    modules = {gated.field.owner.rpartition(".")[0] for gated in _all(subject)}
    if subject.object_type is not None:
        modules.add(subject.object_type.module)
    types = (type_ for module in sorted(modules) for type_ in subject.program.declared_in(module))
    declared = {gate for type_ in types for field in type_.fields for gate in field.gates}
    return frozenset(declared.union(*(gated.field.gates for gated in _all(subject))))


@functools.lru_cache(maxsize=1)
def _all(subject: Subject) -> tuple[GatedPart, ...]:
    """The fields of all parts that have a gate, one that can't be told too; asked for by every rule and hook."""
    if subject.object_type is None:
        return ()
    return tuple(_below(subject, subject.object_type, (), (), frozenset()))


@functools.lru_cache(maxsize=1)
def gated_paths(subject: Subject) -> frozenset[Path]:
    """The paths of the gated fields, elements of containers left out. They are asked for at every exit of a hook, for
    one subject after the other."""
    return frozenset(tuple(part for part in field.path if part != LAST) for field in gated_fields(subject))


def _below(
    subject: Subject, type_: Type, path: Path, parents: tuple[tuple[Path, Field], ...], above: frozenset[str]
) -> Iterator[GatedPart]:
    """The gated fields of a type and of the types inside it; a type that contains itself is entered once."""
    if type_.dotted in above:
        return
    for declared in (subject.tagged(type_, field) for field in type_.parts):
        here = (*path, declared.name)
        if declared.gates or declared.has_unread_gate:
            yield GatedPart(here, declared, parents)
        inner, at = _inner_type(subject, declared.shape, here)
        if inner is not None and at.count(LAST) <= CONTAINERS:
            yield from _below(subject, inner, at, (*parents, (here, declared)), above | {type_.dotted})


def _inner_type(subject: Subject, shape: Shape, path: Path) -> tuple[Type | None, Path]:
    while isinstance(shape, (ListOf, MapOf)):
        shape = shape.element if isinstance(shape, ListOf) else shape.value
        path = (*path, LAST)
    return (subject.program.type(shape.dotted) if isinstance(shape, Named) else None), path


def is_out_of_use(view: View, value: Any, declared: Field) -> bool | None:
    """Whether what is stored is no use of a field; ``None`` where that can't be told. An optional scalar or structure
    is used wherever there is one, if it is zero, too; an empty value that the caller sent is let pass, as Kubernetes
    does: drops ask for the length of a text, say."""
    is_used_where_given = declared.optional and not _holds_elements(declared)
    is_given = is_used_where_given and not isinstance(value, Input) and value not in (NONE, UNBOUND)
    return view.is_none(value) if is_given else view.is_null(value)


def _holds_elements(declared: Field) -> bool:
    return isinstance(declared.shape, (ListOf, MapOf))


def gates_named(subject: Subject, path: Path) -> set[str]:
    """The gates named by the declarations on the way to a field, its own included."""
    declared = (subject.declared(path[:length]) for length in range(1, len(path) + 1))
    return {gate for field in declared if field is not None for gate in field.gates}
