"""The API types of a tree, as a baseline to compare later states with.

API types are root types (contract section 1), lists of these, the types of hub, served and storage modules, and
whatever types of the tree these reach through their fields or derive from.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from apivet.documents import reason
from apivet.jobs import without_garbage_collection
from apivet.program import model
from apivet.program.annotations import UNSAID, classes, spelled
from apivet.program.baseline import UNTOLD, Baseline, EarlierType
from apivet.program.front_end import FoundTypes, Scope
from apivet.program.groups import Group
from apivet.python.discover.object_types import ObjectTypes
from apivet.python.files.choosing import Inheritance
from apivet.python.files.groups import ApiGroups
from apivet.python.files.layout import FileSystem
from apivet.python.files.prefilter import CLASS, FileRelevance
from apivet.python.files.tree_facts import TreeFacts
from apivet.python.program import Workspace
from apivet.python.types.generics import class_name
from apivet.verdicts import Problem

#: The field of a list type that holds its objects. An annotation that ends with a comma is a parameter's.
_ITEMS: Final = "items"
_ITEMS_FIELD: Final = re.compile(rb"^[ \t]+items[ \t]*:[^\n]*\[[^\n]*(?<!,)[ \t\r]*$", re.MULTILINE)


def types_of(scope: Scope, paths: Sequence[str], root: str, name: str, files: FileSystem | None = None) -> FoundTypes:
    """The API types that the files at ``paths`` declare or lead to. Files are read from the disk, or from ``files``."""
    facts = TreeFacts(directories=tuple(sorted({os.path.dirname(path) for path in paths})))
    with without_garbage_collection():
        return baseline_of(Workspace(scope, facts, root, files=files), paths, name)


def baseline_of(workspace: Workspace, paths: Sequence[str], name: str) -> FoundTypes:
    """The API types that files of a workspace declare or lead to."""
    gathering = _Gathering(workspace)
    problems: list[Problem] = []
    for path in sorted(_candidates(workspace, paths, problems)):
        gathering.take(path)
    return FoundTypes(gathering.baseline(name), tuple(sorted({*problems, *workspace.problems()})))


def _candidates(workspace: Workspace, paths: Sequence[str], problems: list[Problem]) -> set[str]:
    """The files that may declare root types, lists or types of a group: by a look at their bytes, and by the names
    that their classes derive from."""
    relevance = FileRelevance(workspace.config.vocabulary)
    found: set[str] = set()
    names: set[bytes] = set()
    declaring: dict[str, bytes] = {}
    groups = ApiGroups(workspace.layout, workspace.config.hubs)
    for path in paths:
        try:
            data = workspace.files.read(path)
        except OSError as error:
            problems.append(Problem(workspace.layout.display(path), f"cannot be read: {reason(error)}"))
            continue
        if b"class " in data:
            declaring[path] = data
            likely = _likely_classes(relevance, data)
            if likely:
                found.add(path)
                names |= likely
        if groups.of(path):
            found.add(path)
    return found | Inheritance(declaring, declaring.__getitem__).reached(names)


def _likely_classes(relevance: FileRelevance, data: bytes) -> set[bytes]:
    """The classes of a file that look like root types or lists by themselves."""
    if not (relevance.declares_objects(data) or _ITEMS_FIELD.search(data)):
        return set()
    headers = list(CLASS.finditer(data))
    ends = [header.start() for header in headers[1:]] + [len(data)]
    bodies = [(header.group(1), data[header.start() : end]) for header, end in zip(headers, ends)]
    return {name for name, body in bodies if relevance.declares_objects(body) or _ITEMS_FIELD.search(body)}


class _Gathering:
    """The API types met so far."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.objects = ObjectTypes(workspace)
        self._aliases: dict[str, str] = {}
        self._fields: dict[str, dict[str, str]] = {}
        self._bases: dict[str, tuple[str, ...]] = {}
        self._met: set[tuple[str, str, int]] = set()

    def baseline(self, name: str) -> Baseline:
        types = [EarlierType(dotted, fields, self._bases[dotted]) for dotted, fields in self._fields.items()]
        return Baseline(name, types, {alias: meant for alias, meant in self._aliases.items() if meant in self._fields})

    def take(self, path: str) -> None:
        """The API types of one file, and what they lead to."""
        declared = self.workspace.classes(path)
        module = self.workspace.layout.dotted(path)
        groups = self.workspace.groups_of(module)
        self._follow(
            type_
            for type_ in declared
            if (groups and _is_public(type_)) or self.objects.is_root(type_) or self._is_list(type_)
        )
        for group in groups:
            self._name_aliases(module, group)

    def _is_list(self, type_: model.Type) -> bool:
        items = type_.field(_ITEMS)
        if items is None or not type_.structured or not isinstance(items.shape, model.ListOf):
            return False
        element = items.shape.element
        held = self.workspace.type(element.dotted) if isinstance(element, model.Named) else None
        return held is not None and self.objects.is_root(held)

    def _follow(self, types: Iterable[model.Type]) -> None:
        pending = list(types)
        while pending:
            type_ = self._class_of(pending.pop())
            place = (type_.dotted, type_.location.path, type_.location.line)
            if place in self._met or not _is_structured(type_):
                continue
            self._met.add(place)
            self._take_in(type_)
            pending += self.workspace.ancestry(type_)[1:]
            pending += self._reached(type_)

    def _class_of(self, type_: model.Type) -> model.Type:
        """The class itself, of one that is applied to arguments."""
        name = class_name(type_.dotted)
        plain = self.workspace.type(name) if name != type_.dotted else None
        return plain or type_

    def _take_in(self, type_: model.Type) -> None:
        bases = [parent for parent in self.workspace.types.bases(type_) if isinstance(parent, model.Type)]
        self._bases.setdefault(type_.dotted, tuple(dict.fromkeys(class_name(base.dotted) for base in bases)))
        # Of two modules that go by one name, it is not known later which was meant: all fields of both were there.
        fields = self._fields.setdefault(type_.dotted, {})
        for field in type_.fields:
            if field.owner == type_.dotted and not field.name.startswith("_"):
                fields.setdefault(field.name, spelled_type(field))

    def _reached(self, type_: model.Type) -> Iterator[model.Type]:
        for field in type_.fields:
            names = {declared.dotted for declared in classes(field.annotation)} | set(_named(field.shape))
            for name in sorted(names):
                found = self.workspace.type(name)
                if found is not None:
                    yield found

    def _name_aliases(self, module: str, group: Group) -> None:
        """The names by which a module of a group has types of the group's other modules."""
        others = {group.hub, *(name for served in group.served for name in (served.module, *served.storage))}
        for name in self.workspace.bound_in(module):
            entity = self.workspace.resolve(module, name)
            if isinstance(entity, model.Type) and entity.module != module and entity.module in others:
                self._aliases.setdefault(f"{module}.{name}", class_name(entity.dotted))


def spelled_type(field: model.Field) -> str:
    """A field's exact type in one spelling."""
    return " ".join(spelled(field.annotation).split()) if field.annotation != UNSAID else UNTOLD


def _is_structured(type_: model.Type) -> bool:
    """Whether the class is one that has fields, or may get some."""
    return type_.form not in ("enum", "protocol")


def _is_public(type_: model.Type) -> bool:
    """Whether a type is one that a module offers by itself: at its top level, under a public name."""
    return type_.structured and type_.dotted == f"{type_.module}.{type_.name}" and not type_.name.startswith("_")


def _named(shape: model.Shape) -> Iterator[str]:
    shape = model.innermost(shape)
    if isinstance(shape, model.Named):
        yield shape.dotted
