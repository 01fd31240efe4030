"""Structures of which exactly one of several members may be set: there, dropping the whole is dropping that member
(contract section 5)."""

from __future__ import annotations

from typing import Final

from apivet.conventions.subject import Subject
from apivet.effects.values import CALLER, EARLIER, LAST, Exists, Input, IsNone, Path, Truthy
from apivet.effects.view import View
from apivet.program.model import Named, Scalar, Type

#: Scalars that can't tell which member is set.
_QUANTITIES: Final = ("bool", "int", "float", "complex", "bytes")


def is_a_members_drop(subject: Subject, view: View, path: Path, gate: str) -> bool | None:
    """Whether what was dropped at a path, or around it, is a union of which the caller set the one member that carries
    the gate; ``None`` where it can't be told whether it is a union."""
    holders = [path[:length] for length in range(1, len(path) + 1)]
    found = [_sets_a_gated_member(subject, view, holder, gate) for holder in holders]
    elements = [(*path, key) for key in (LAST, EARLIER) if view.knows(Exists(Input(CALLER, path), key))]
    within = [_sets_a_gated_member(subject, view, element, gate) for element in elements]
    if True in found or (within and all(each is True for each in within)):
        return True
    return None if None in found or (within and False not in within) else False


def sets_other_member(subject: Subject, view: View, path: Path) -> bool | None:
    """Whether the caller sets another member than the one at a path, where only one may be set; ``None`` where that
    can't be told."""
    *holder, name = path
    type_ = _type_at(subject, tuple(holder))
    members = [] if type_ is None else [field.name for field in type_.fields if field.optional]
    if type_ is None or name not in members:
        return False
    return is_union(type_) if any(_is_set(view, (*holder, other)) for other in members if other != name) else False


def is_union(type_: Type) -> bool | None:
    """Whether exactly one of several optional fields may be set: there is nothing besides them, or a text that names
    the whole or tells which one is set. ``None`` where that can't be told."""
    if sum(field.optional for field in type_.fields) < 2:
        return False
    others = [field.shape for field in type_.fields if not field.optional]
    if len(others) > 1 or not all(isinstance(shape, Scalar) and shape.name not in _QUANTITIES for shape in others):
        return None
    return True


def _sets_a_gated_member(subject: Subject, view: View, holder: Path, gate: str) -> bool | None:
    type_ = _type_at(subject, holder)
    if type_ is None:
        return False
    members = (field for field in type_.fields if field.optional and gate in subject.tagged(type_, field).gates)
    return is_union(type_) if any(_is_set(view, (*holder, member.name)) for member in members) else False


def _is_set(view: View, path: Path) -> bool:
    given = Input(CALLER, path)
    return view.knows(IsNone(given)) is False or view.knows(Truthy(given)) is True


def _type_at(subject: Subject, path: Path) -> Type | None:
    shape = subject.element(path) if path else None
    return subject.program.type(shape.dotted) if isinstance(shape, Named) else None
