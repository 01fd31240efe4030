"""The scheme knows every type of a group, and each kind once (contract section 7)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from apivet.conventions.rulings import ObjectRuling, Ruling, Said, reported
from apivet.conventions.subject import Configuration
from apivet.program.contents import Contents
from apivet.program.groups import Group
from apivet.program.model import ListOf, Named, Program, Type
from apivet.program.scheme import INTERNAL, KnownType
from apivet.verdicts import Location, Verdict, WitnessStep

NOT_REGISTERED: Final = "type-not-registered"
TWICE: Final = "kind-registered-twice"

_VERSION: Final = re.compile(r"v\d+((alpha|beta)\d+)?$")


def judge_scheme(contents: Contents, program: Program, config: Configuration) -> Said:
    """The types that a file declares, and the registrations that it makes."""
    return reported((*_unregistered(contents, program), *_twice(contents, program)))


# --------------------------------------------------------------------------------------------------- registered


def _unregistered(contents: Contents, program: Program) -> Iterator[ObjectRuling]:
    groups = program.groups_of(contents.module)
    entries = program.known_types() if groups else ()
    done: set[str] = set()
    for group in groups if entries else ():
        for version, modules in _parts(group):
            declared = [type_ for module in modules for type_ in program.declared_in(module)]
            own = [type_ for type_ in declared if type_.module == contents.module and type_.dotted not in done]
            if own:
                scope = _members(program, group) if version is not None else declared
                judge = _KnownTypes(group, entries, {type_.dotted for type_ in scope})
                for type_ in _kinds(program, own, scope, contents.types):
                    done.add(type_.dotted)
                    ruling = judge.ruling(type_, version)
                    if ruling is not None:
                        yield type_.dotted, type_.location, ruling


def _parts(group: Group) -> Iterator[tuple[str | None, tuple[str, ...]]]:
    """The modules of a group with the version of their types. Storage types, which have none, are only asked for
    where some of them are registered."""
    if group.hub is not None:
        yield INTERNAL, (group.hub,)
    for served in group.served:
        yield served.version, (served.module,)
    for served in group.served:
        if served.storage:
            yield None, served.storage


def _members(program: Program, group: Group) -> list[Type]:
    modules = [*([group.hub] if group.hub is not None else []), *(served.module for served in group.served)]
    return [type_ for module in modules for type_ in program.declared_in(module)]


class _KnownTypes:
    """The registrations of a group. ``members`` are the dotted names of its types."""

    def __init__(self, group: Group, entries: tuple[KnownType, ...], members: set[str]) -> None:
        self.group = group
        self.known = {entry.type for entry in entries}
        self.of_group = [entry for entry in entries if entry.type in members and not entry.is_test]
        self.unseen = [entry for entry in entries if entry.type is None and not entry.is_test]
        self.names = {entry.group for entry in self.of_group} - {None}

    def ruling(self, type_: Type, version: str | None) -> Ruling | None:
        """Whether a type is registered; nothing where its group registers none."""
        if type_.dotted in self.known:
            return Ruling(NOT_REGISTERED, Verdict.HOLDS) if self.of_group else None
        for entry in self.unseen:
            if self._may_mean(entry, type_, version):
                place = entry.location.shown
                reason = f"which types {place} registers is not written out"
                return Ruling(NOT_REGISTERED, Verdict.UNPROVEN, None, reason)
        if not self.of_group:
            return None
        first = self.of_group[0]
        step = WitnessStep(first.location.path, first.location.line, f"{first.kind} of the same group is registered")
        return Ruling(NOT_REGISTERED, Verdict.VIOLATED, witness=(step,))

    def _may_mean(self, entry: KnownType, type_: Type, version: str | None) -> bool:
        """Whether types that are registered without being written out may be this one."""
        if entry.version is not None and version is not None and entry.version != version:
            if version == INTERNAL or _VERSION.match(version):
                return False
        package = _around(type_.module)
        if entry.about:
            return any(_is_within(type_.dotted, name) or _is_within(name, package) for name in entry.about)
        return _is_within(entry.module, package) or entry.group in self.names


def _around(module: str) -> str:
    """The package around a module; one that is named by an import path is a package itself."""
    return module if "/" in module else module.rpartition(".")[0]


def _is_within(dotted: str, package: str) -> bool:
    return bool(package) and (dotted == package or dotted.startswith(package + "."))


def _kinds(program: Program, own: list[Type], scope: list[Type], roots: tuple[str, ...]) -> Iterator[Type]:
    """The types that stand for a kind: root types and lists of these. One that others derive from is a base, and one
    that only ever is a part of others a template."""
    bases = {base.dotted for type_ in scope for base in program.ancestry(type_)[1:]}
    parts = {shape.dotted for type_ in scope for shape in _parts_of(type_)}
    names = {type_.name for type_ in scope}
    for type_ in own:
        if type_.name.startswith("_") or type_.dotted in bases or not type_.structured:
            continue
        if type_.dotted in roots:
            is_template = type_.dotted in parts and f"{type_.name}List" not in names and type_.field("kind") is None
            if not is_template:
                yield type_
        elif _is_list(type_, roots, own) and _tells_itself(type_, program):
            yield type_


def _parts_of(type_: Type) -> Iterator[Named]:
    """The types of the fields of a type; of a list type, those besides its elements."""
    for field in type_.fields:
        shape = field.shape
        is_list = field.name == "items" and type_.name.endswith("List")
        while isinstance(shape, ListOf):
            shape = shape.element
        if isinstance(shape, Named) and not is_list:
            yield shape


def _is_list(type_: Type, roots: tuple[str, ...], own: list[Type]) -> bool:
    """A list of objects whose own metadata is not structured."""
    items = type_.field("items")
    if items is None or not isinstance(items.shape, ListOf):
        return False
    element = items.shape.element
    if isinstance(element, Named):
        return element.dotted in roots
    return type_.name.endswith("List") and any(f"{root.name}List" == type_.name for root in own)


def _tells_itself(type_: Type, program: Program) -> bool:
    """Whether a list goes by itself: it is named like one, or has a kind or metadata of its own; others are parts."""
    told = (*program.words.type_fields, program.words.metadata)
    return type_.name.endswith("List") or any(type_.field(name) is not None for name in told)


# -------------------------------------------------------------------------------------------------------- twice


def _twice(contents: Contents, program: Program) -> Iterator[ObjectRuling]:
    entries = program.known_types() if program.may_register(contents.module) else ()
    if not any(entry.module == contents.module for entry in entries):
        return
    by_kind: dict[tuple[str, str, str], list[KnownType]] = {}
    for entry in entries:
        if entry.type is None or entry.group is None or entry.version is None or entry.kind is None or entry.is_test:
            continue
        by_kind.setdefault((entry.group, entry.version, entry.kind), []).append(entry)
    judged: dict[str, list[tuple[Location, Ruling]]] = {}
    for same in by_kind.values():
        for index, entry in enumerate(same):
            if entry.module == contents.module and entry.type is not None:
                ruling = _ruling(entry, same[:index], same[index + 1 :])
                judged.setdefault(entry.type, []).append((entry.location, ruling))
    for name, rulings in judged.items():
        told = [(location, ruling) for location, ruling in rulings if ruling.location is not None]
        broken = [(location, ruling) for location, ruling in rulings if ruling.verdict is Verdict.VIOLATED]
        for location, ruling in dict(told or broken[:1] or rulings[:1]).items():
            yield name, location, ruling


def _ruling(entry: KnownType, earlier: Sequence[KnownType], later: Sequence[KnownType]) -> Ruling:
    """A kind that is another type's already is reported here; one that another type gets afterwards is, there."""
    for other in earlier:
        if other.type != entry.type and _share_a_scheme(entry, other):
            version = f"{entry.group}/{entry.version}" if entry.group else entry.version
            detail = f"{version} {entry.kind} is {other.type}"
            step = WitnessStep(other.location.path, other.location.line, f"{entry.kind} is registered as {other.type}")
            return Ruling(TWICE, Verdict.VIOLATED, None, detail, entry.location, (step,))
    for other in later:
        if other.type != entry.type and _share_a_scheme(entry, other):
            # The finding is the later registration's; that two types have one kind is true of both.
            return Ruling(TWICE, Verdict.VIOLATED, through=other.type)
    return Ruling(TWICE, Verdict.HOLDS)


def _share_a_scheme(one: KnownType, other: KnownType) -> bool:
    """Whether two registrations may meet: not those with two schemes that are told apart, or of two programs that lie
    side by side, or on the two sides of a condition."""
    is_one_program = all(here == there for here, there in zip(one.program, other.program))
    return one.may_meet(other) and is_one_program and (not one.scheme or not other.scheme or one.scheme == other.scheme)
