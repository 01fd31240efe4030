"""From what a person writes for a type to the type: a dotted name, or a file and a class in it."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Sequence

from apivet.commands.options import UnusableError
from apivet.config import Config
from apivet.front_ends import collect, tree_of, trees
from apivet.program import model
from apivet.program.files import SourceError, read
from apivet.reports.text import problem_line

_IN_FILE = re.compile(r"(?P<path>.+\.\w+)::?(?P<name>[^:]+)")

#: Names that are offered in place of one that does not exist.
_SUGGESTIONS = 3


class TypeLookup:
    """Looks up types by what people call them, in the sources of each language. ``program`` has the one that was found
    last."""

    def __init__(self, config: Config) -> None:
        found = collect(["."], trees(config, os.getcwd()))
        held = [(tree, each.files) for tree, each in found if each.files] or [(found[0][0], found[0][1].files)]
        self._opened = [(tree, files, tree.open(files)) for tree, files in held]
        self.program = self._opened[0][2]

    def find(self, name: str) -> model.Type:
        """The type of that name. Raises :class:`UnusableError` with one line that says what is wrong."""
        in_file = _IN_FILE.fullmatch(name)
        try:
            entity = self._in_file(in_file["path"], in_file["name"]) if in_file else self._located(name)
        except SourceError as error:
            raise UnusableError([problem_line(error.problem)]) from None
        except RecursionError:
            raise UnusableError([f"'{name}' nests too deeply to be understood"]) from None
        if isinstance(entity, model.Type):
            return entity
        if isinstance(entity, model.External):
            raise UnusableError([f"there is no type '{name}' in this tree{self._suggestion(name)}"])
        raise UnusableError([f"'{name}' is {_WORDS.get(type(entity).__name__, 'something else')}, not a type"])

    def _located(self, name: str) -> model.Entity:
        entity: model.Entity = model.External(name)
        for _, _, program in self._opened:
            self.program, entity = program, program.locate(name)
            if not isinstance(entity, model.External):
                break
        return entity

    def _in_file(self, path: str, name: str) -> model.Entity:
        absolute = os.path.abspath(path)
        if not os.path.isfile(absolute):
            raise UnusableError([f"{path}: no such file"])
        tree = tree_of(absolute, [tree for tree, _, _ in self._opened])
        (self.program,) = (program for each, _, program in self._opened if each is tree)
        entity = self.program.named(absolute, name)
        if entity is None or isinstance(entity, model.External):
            known = self.program.types_bound(self.program.dotted(absolute))
            raise UnusableError([f"{path}: there is no class '{name}'{_offer(_close(name, known))}"])
        return entity

    def _suggestion(self, name: str) -> str:
        """Names that may have been meant: of the module that the name leads to, else of the whole tree."""
        holder, _, last = name.rpartition(".")
        found = self._located(holder) if holder else None
        if isinstance(found, model.Module):
            close = _close(last, self.program.types_bound(found.dotted))
            if close:
                return _offer([f"{holder}.{each}" for each in close])
        known = self._every_class()
        same = [each for each in known if each.rpartition(".")[2] == last]
        return _offer(same[:_SUGGESTIONS] or _close(name, known))

    def _every_class(self) -> list[str]:
        """The dotted names of all types at the top level of a module, found without parsing."""
        names: set[str] = set()
        for tree, files, program in self._opened:
            for file in files:
                data = read(file)
                found = tree.class_names(data) if isinstance(data, bytes) else ()
                names |= {f"{program.dotted(file.absolute)}.{each}" for each in found}
        return sorted(names)


_WORDS = {"Module": "a module", "Function": "a function", "Global": "a variable"}


def _close(name: str, known: Sequence[str]) -> list[str]:
    return difflib.get_close_matches(name, known, n=_SUGGESTIONS, cutoff=0.75)


def _offer(names: list[str]) -> str:
    if not names:
        return ""
    return f"; did you mean {' or '.join(repr(each) for each in names)}?"
