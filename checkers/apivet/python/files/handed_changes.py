"""Attributes that functions set on what files hand to them, over whatever steps.

``adorn(WidgetStrategy)`` in one file and ``def adorn(kind): polish(kind)`` in another, with ``polish`` in a third that
sets ``kind.prepare_for_create``, replace a hook of the first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Final

from msgspec import Struct, structs

from apivet.python.files.object_keys import (
    ANY_MODULE,
    SET,
    Replaced,
    class_key,
    directories_above,
    keys_of,
    keys_of_module,
    made_key,
)
from apivet.python.source.handing import METHOD, ChangeOfGiven, Handed
from apivet.python.source.leading import is_class_name
from apivet.python.source.stores import ANY_NAME, CODE, is_special

#: Parts of what is handed over are followed so far.
_STEPS: Final = 4
#: Names of one thing are told apart, so many.
_MANY: Final = 8


class Hands(Struct, frozen=True):
    """The ``changes`` that the functions of a file make to what they are given, and what it hands to functions."""

    path: str
    changes: tuple[ChangeOfGiven, ...]
    handed: tuple[Handed, ...]


class HandedChanges:
    """The changes of a tree. Of a class its hooks and special methods count: objects are told by other means. Where
    there are many, the line (0) is not told: what rests on these facts is worked out anew when one is another."""

    def __init__(self, files: Iterable[Hands]) -> None:
        self._handed: list[tuple[Handed, str]] = []
        #: The changes that functions make, by their plain names, each with the file.
        self._known: dict[str, list[tuple[ChangeOfGiven, str]]] = defaultdict(list)
        self._modules: set[str] = set()
        packages: set[str] = set()
        for file in files:
            packages.update(directories_above(file.path))
            self._modules.update(keys_of_module(file.path))
            self._handed += [(each, file.path) for each in file.handed]
            for change in file.changes:
                self._known[change.function].append((change, file.path))
        # The file of a package may hold nothing that is told here.
        self._modules.update(key for package in packages for key in keys_of_module(package))
        self._hooking = self._leading_to(_may_be_a_hook)
        self._setting = self._leading_to(lambda change: bool(change.attribute))
        #: The names under which each thing was handed to a function already.
        self._names: dict[tuple[Handed, str], set[str]] = defaultdict(set)
        self._made: dict[str, list[ChangeOfGiven]] = {}

    def replaced(self) -> Iterator[Replaced]:
        """The attributes that are set, each once or more often."""
        handed_over = sorted(self._handed) if self._known else []
        pending = [each for each in handed_over if self._is_new(*each)]
        while pending:
            handed, path = pending.pop()
            for change in self._changes_by(handed.callee):
                part = _part(handed, change.steps)
                if not self._is_followed(handed, change):
                    continue
                if change.callee:
                    further = structs.replace(part, callee=change.callee), path
                    if part.name.count(".") < _STEPS and self._is_new(*further):
                        pending.append(further)
                else:
                    yield from self._told(handed, part, change, path)

    def _is_new(self, handed: Handed, path: str) -> bool:
        """Whether it is the first of all that comes to the same: at any line, under one of many names, and but for
        hooks and modules under any name that is as long."""
        if _function(handed.callee) not in self._setting:
            return False
        told = self._names[structs.replace(handed, line=0, name=""), path]
        is_named = _function(handed.callee) in self._hooking or handed.key in self._modules
        name = handed.name if is_named else "." * handed.name.count(".")
        if name in told or len(told) >= _MANY:
            return False
        told.add(name)
        return True

    def _is_followed(self, handed: Handed, change: ChangeOfGiven) -> bool:
        """Whether a change of a part is gone into: parts of parts have no end."""
        if not change.steps or handed.key in self._modules:
            return True
        leads_on = _function(change.callee) in self._hooking if change.callee else _may_be_a_hook(change)
        return leads_on or (handed.is_made and not change.callee)

    def _told(self, handed: Handed, part: Handed, change: ChangeOfGiven, path: str) -> Iterator[Replaced]:
        """A change as it is told of the object that was handed over, or of a part of it."""
        if handed.is_made and not change.is_hook:
            yield made_key(handed.key), (*change.steps, change.attribute)[0], path, 0, ""
        elif _may_be_a_hook(change) or part.key in self._modules:
            yield from _replaced_by(change, part, path)
        elif is_special(change.attribute) or not is_class_name(part.name.rpartition(".")[2]):
            yield part.key, change.attribute, path, 0, ""

    def _leading_to(self, counts: Callable[[ChangeOfGiven], bool]) -> Collection[str]:
        """The names of functions that make a change which counts, themselves or by what they hand on."""
        callers: dict[str, set[str]] = defaultdict(set)
        for name, changes in self._known.items():
            for change, _ in changes:
                callers[_function(change.callee)].add(name)
        found = {name for name, changes in self._known.items() if any(counts(change) for change, _ in changes)}
        pending = sorted(found)
        while pending:
            new = callers.get(pending.pop(), set()) - found
            found |= new
            pending += sorted(new)
        return found

    def _changes_by(self, callee: str) -> list[ChangeOfGiven]:
        """The changes that functions make which a key may mean, as far as these set anything: where no file has such a
        function, it is one that another one hands on under that name."""
        if callee not in self._made:
            found = self._known.get(_function(callee), [])
            methods = [change for change, _ in found if change.is_method and callee.startswith(METHOD)]
            exact = [change for change, path in found if callee.removeprefix(METHOD) in keys_of(change.function, path)]
            meant = dict.fromkeys((*methods, *(exact or [change for change, _ in found if not change.is_method])))
            self._made[callee] = [each for each in meant if not each.callee or _function(each.callee) in self._setting]
        return self._made[callee]


def _may_be_a_hook(change: ChangeOfGiven) -> bool:
    return change.is_hook or change.attribute in (ANY_NAME, *CODE)


def _function(key: str) -> str:
    """The name of the function that a key may mean."""
    return key.removeprefix(METHOD).partition("@")[0]


def _replaced_by(change: ChangeOfGiven, part: Handed, path: str) -> Iterator[Replaced]:
    if not change.is_sure:
        yield class_key(ANY_NAME, ANY_MODULE), change.attribute, path, part.line, ANY_NAME
        return
    yield part.key, change.attribute, path, part.line, part.name
    if change.attribute in CODE:
        yield part.key, SET, path, part.line, part.name
    elif part.inside and change.attribute:
        name = f"{part.name}.{change.attribute}"
        yield class_key(change.attribute, part.inside), SET, path, part.line, name


def _part(handed: Handed, steps: tuple[str, ...]) -> Handed:
    """A part of an object that is handed over, in its place."""
    if not steps:
        return handed
    key = class_key(steps[-1], (handed.inside, *steps)[-2])
    return structs.replace(handed, name=".".join((handed.name, *steps)), key=key, inside=steps[-1])
