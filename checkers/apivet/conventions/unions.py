"""Structures of which exactly one of several members may be set: there, dropping the whole is dropping that member
(contract section 5)."""

from __future__ import annotations

from apivet.conventions.subject import Subject
from apivet.effects.values import CALLER, EARLIER, LAST, Decision, Exists, Input, IsNone, Path, Truthy
from apivet.effects.view import View
from apivet.program.annotations import Declared, Only, members
from apivet.program.model import Field, Named, Type


def is_a_members_drop(subject: Subject, view: View, path: Path, gate: str) -> bool | None:
    """Whether what was dropped at a path, or around it, is a union of which the caller set the one member that carries
    the gate; ``None`` where it can't be told whether it is a union."""
    holders = [path[:length] for length in range(1, len(path) + 1)]
    found = [_sets_a_gated_member(subject, view, holder, gate) for holder in holders]
    elements = [(*path, key) for key in (LAST, EARLIER) if view.knows(Exists(Input(CALLER, path), key)) is not False]
    within = [_sets_a_gated_member(subject, view, element, gate) for element in elements]
    if True in found or (within and all(each is True for each in within)):
        return True
    return None if None in found or (within and False not in within) else False


def may_go_with_another(subject: Subject, view: View, path: Path) -> bool:
    """Whether what holds a field is dropped as a whole while the caller sets another gated member of it, where for all
    that can be told only one of them may be set."""
    holder, name = path[:-1], path[-1]
    type_ = structure_at(subject, holder)
    if type_ is None or is_union(subject, type_) is False or not view.is_null(view.stored(holder)):
        return False
    others = (field for field in type_.fields if field.optional and field.name != name)
    return any(subject.tagged(type_, other).gates and _is_set(view, (*holder, other.name)) for other in others)


def rivals(subject: Subject, path: Path) -> tuple[str, ...]:
    """The fields beside the one at a path of which none may be set while it is, as far as can be told."""
    type_ = structure_at(subject, path[:-1])
    members = [] if type_ is None else [field.name for field in type_.fields if field.optional]
    if type_ is None or path[-1] not in members or is_union(subject, type_) is False:
        return ()
    return tuple(name for name in members if name != path[-1])


def set_alone(subject: Subject, root: str, path: Path) -> dict[Decision, bool]:
    """The decisions that say: where a field lies in members of which certainly just one is set, it is that one."""
    answers: dict[Decision, bool] = {}
    for length in range(1, len(path) + 1):
        holder, name = path[: length - 1], path[length - 1]
        type_ = _type_at(subject, holder)
        if type_ is not None and any(each.name == name and each.optional for each in type_.fields):
            others = [each.name for each in type_.fields if each.optional and each.name != name]
            if is_union(subject, type_):
                answers.update({IsNone(Input(root, (*holder, other))): True for other in others})
    return answers


def _type_at(subject: Subject, path: Path) -> Type | None:
    """The structured type of what lies at a path."""
    shape = subject.element(path) if path else None
    return subject.program.type(shape.dotted) if isinstance(shape, Named) else None


def lies_in_union(subject: Subject, path: Path) -> bool:
    """Whether the field at a path is certainly one of several of which exactly one may be set."""
    type_ = structure_at(subject, path[:-1])
    return type_ is not None and is_union(subject, type_) is True


def is_union(subject: Subject, type_: Type) -> bool | None:
    """Whether exactly one of several optional fields may be set: a tag says so, or another field has a value for each
    of them that tells which one it is. Their shapes alone tell nothing: ``None``."""
    names = {_plain(field.name) for field in type_.fields if field.optional}
    if len(names) < 2:
        return False
    others = (field for field in type_.fields if not field.optional)
    return True if type_.is_union or any(names <= _values(subject, field) for field in others) else None


def _values(subject: Subject, field: Field) -> set[str]:
    """The texts that a field can be, as far as its declaration lists them."""
    if isinstance(field.annotation, Declared):
        enum = subject.program.type(field.annotation.dotted)
        return {_plain(text) for each in enum.constants for text in (each.name, each.value)} if enum else set()
    return {_plain(each.value) for each in members(field.annotation) if isinstance(each, Only)}


def _plain(text: str) -> str:
    """A name in one spelling: those of members and the values that tell them apart are often written differently."""
    return text.strip("'\"").replace("_", "").replace("-", "").lower()


def _sets_a_gated_member(subject: Subject, view: View, holder: Path, gate: str) -> bool | None:
    type_ = structure_at(subject, holder)
    return False if type_ is None else _sets_gated_member_of(subject, view, type_, holder, gate)


def _sets_gated_member_of(subject: Subject, view: View, type_: Type, holder: Path, gate: str) -> bool | None:
    """The same for a structure, and for those that are a part of it."""
    if gate not in subject.gates_within(type_):
        return False
    members = (field for field in type_.fields if field.optional and gate in subject.tagged(type_, field).gates)
    if any(_is_set(view, (*holder, member.name)) for member in members):
        return is_union(subject, type_)
    for field in type_.fields:
        inner = subject.program.type(field.shape.dotted) if field.by_value and isinstance(field.shape, Named) else None
        if inner is not None:
            found = _sets_gated_member_of(subject, view, inner, (*holder, field.name), gate)
            if found is not False:
                return found
    return False


def _is_set(view: View, path: Path) -> bool:
    given = Input(CALLER, path)
    return view.knows(IsNone(given)) is False or view.knows(Truthy(given)) is True


def structure_at(subject: Subject, path: Path) -> Type | None:
    """The type of what a path leads to, where that can be dropped as a whole: an element, or what may be ``None``."""
    declared = subject.declared(path) if path else None
    if declared is None or not (path[-1] in (LAST, EARLIER) or declared.optional):
        return None
    shape = subject.element(path)
    return subject.program.type(shape.dotted) if isinstance(shape, Named) else None
