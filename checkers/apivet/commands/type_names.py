"""From what a person writes for a type to the type: a dotted name, or a file and a class in it."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from apivet.commands.options import UnusableError
from apivet.program import model
from apivet.program.files import SourceError, SourceFile
from apivet.python.files.collect import collect
from apivet.python.files.tree_facts import TreeFacts
from apivet.python.source.module import SourceModule

if TYPE_CHECKING:
    from apivet.config import Config
    from apivet.python.program import Workspace

_IN_FILE = re.compile(r"(?P<path>.+\.py)::?(?P<name>[^:]+)")
_CLASS = re.compile(rb"^class[ \t]+([A-Za-z_]\w*)", re.MULTILINE)

#: Names that are offered in place of one that does not exist.
_SUGGESTIONS = 3


def open_workspace(files: Iterable[SourceFile], config: Config) -> Workspace:
    """The sources of the tree, in which types can be looked up. Nothing is read yet."""
    from apivet.python.program import Workspace

    directories = sorted({os.path.dirname(file.absolute) for file in files})
    return Workspace(config, TreeFacts(directories=tuple(directories)), os.getcwd())


class TypeNames:
    """Looks up types by what people call them."""

    def __init__(self, config: Config) -> None:
        self._files = collect(["."], config.exclude, hubs=config.hubs).files
        self.workspace = open_workspace(self._files, config)

    def find(self, name: str) -> model.Type:
        """The type of that name. Raises :class:`UnusableError` with one line that says what is wrong."""
        in_file = _IN_FILE.fullmatch(name)
        try:
            entity = self._in_file(in_file["path"], in_file["name"]) if in_file else self.workspace.locate(name)
        except SourceError as error:
            from apivet.reports.text import problem_line

            raise UnusableError([problem_line(error.problem)]) from None
        except RecursionError:
            raise UnusableError([f"'{name}' nests too deeply to be understood"]) from None
        if isinstance(entity, model.Type):
            return entity
        if isinstance(entity, model.External):
            raise UnusableError([f"there is no type '{name}' in this tree{self._suggestion(name)}"])
        raise UnusableError([f"'{name}' is {_WORDS.get(type(entity).__name__, 'something else')}, not a type"])

    def _in_file(self, path: str, name: str) -> model.Entity:
        workspace = self.workspace
        absolute = workspace.absolute(path)
        if not os.path.isfile(absolute):
            raise UnusableError([f"{path}: no such file"])
        module = workspace.require(absolute)
        first, *rest = name.split(".")
        entity: model.Entity | None = workspace.resolve_in(module, first)
        for part in rest:
            entity = None if entity is None else workspace.member(entity, part)
        if entity is None or isinstance(entity, model.External):
            raise UnusableError([f"{path}: there is no class '{name}'{_offer(_close(name, _class_names(module)))}"])
        return entity

    def _suggestion(self, name: str) -> str:
        """Names that may have been meant: of the module that the name leads to, else of the whole tree."""
        holder, _, last = name.rpartition(".")
        found = self.workspace.locate(holder) if holder else None
        if isinstance(found, model.Module):
            module = self.workspace.module(found.dotted)
            close = _close(last, _class_names(module)) if module is not None else []
            if close:
                return _offer([f"{holder}.{each}" for each in close])
        known = self._every_class()
        same = [each for each in known if each.rpartition(".")[2] == last]
        return _offer(same[:_SUGGESTIONS] or _close(name, known))

    def _every_class(self) -> list[str]:
        """The dotted names of all classes at the top level of a module, found without parsing."""
        names: list[str] = []
        for file in self._files:
            try:
                with open(file.absolute, "rb") as stream:
                    found = _CLASS.findall(stream.read())
            except OSError:
                continue
            if found:
                module = self.workspace.layout.dotted(file.absolute)
                names += [f"{module}.{each.decode('ascii')}" for each in found]
        return sorted(set(names))


_WORDS = {"Module": "a module", "Function": "a function", "Global": "a variable"}


def _class_names(module: SourceModule) -> list[str]:
    """What a module declares or binds that may be a type."""
    return sorted({*module.classes, *(name for name in module.symbols if name[:1].isupper())})


def _close(name: str, known: list[str]) -> list[str]:
    return difflib.get_close_matches(name, known, n=_SUGGESTIONS, cutoff=0.75)


def _offer(names: list[str]) -> str:
    if not names:
        return ""
    return f"; did you mean {' or '.join(repr(each) for each in names)}?"
