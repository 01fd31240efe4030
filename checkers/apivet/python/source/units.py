"""A module cut into pieces that can be judged by themselves, so that an edit is felt only where it can matter.

A piece is a class or function of the top level with the text that it may rest on, at the lines that it has in the
file; all other lines are blank. It takes in what its names lead to in the module and, one step against their direction,
what may change or vary it from outside: its subclasses, those of what its objects hold, strategies of the same stem,
statements that name it.
"""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from apivet.program.front_end import Unit, whole_file
from apivet.python.source.mangling import MANGLED
from apivet.python.source.nodes import every_node, first_line

_NAME: Final = re.compile(r"[^\W\d]\w*")
#: Names by which code changes what other code means, without naming it.
_FAR_REACHING: Final = frozenset(
    (
        "global",
        "globals",
        "locals",
        "vars",
        "setattr",
        "delattr",
        "exec",
        "eval",
        "__dict__",
        "__getattr__",
        "modules",
        "import_module",
    )
)
_TAG: Final = re.compile(r"^[ \t]*#.*\+", re.MULTILINE)
_ROLE: Final = re.compile(r"(Status)?Strategy$")
_DEFINITIONS: Final = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
_LEADING: Final = (ast.Name, ast.Attribute, ast.Call)
_IMPORTS: Final = (ast.Import, ast.ImportFrom)
_ONE_BY_ONE: Final = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr)


class _Piece(Struct, frozen=True):
    """Statements of the top level that share lines, with the comments above them. ``first`` counts from 0."""

    first: int
    text: str
    names: tuple[str, ...]
    bases: frozenset[str]
    #: The names in calls that are made as the module is read: of decorators of functions, and in statements.
    calls: frozenset[str]
    is_definition: bool
    is_class: bool
    is_everywhere: bool
    is_judged: bool
    #: Whether it leads to classes, when it is met against the direction of names.
    leads_on: bool

    @property
    def mentions(self) -> frozenset[str]:
        return _names_in(self.text)


def units(tree: ast.Module, text: str) -> tuple[Unit, ...]:
    """The pieces of a module, the rest of it being one by itself where it defines nothing."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    pieces = list(_pieces(tree, lines))
    if any(MANGLED.match(name) for piece in pieces for name in piece.names):
        return (whole_file(text),)  # classes lead there under other names
    around = _Neighbours(pieces)
    judged = [number for number, piece in enumerate(pieces) if piece.is_judged]
    found = tuple(_unit(pieces[number], around.of(number), len(lines)) for number in judged)
    return found if len(found) > 1 else (whole_file(text),)


def _unit(piece: _Piece, kept: Sequence[_Piece], length: int) -> Unit:
    lines = [""] * length
    for each in kept:
        own = each.text.split("\n")
        lines[each.first : each.first + len(own)] = own
    shown = tuple((each.first, each.text) for each in kept)
    return Unit(piece.names, "\n".join(lines), piece.first, piece.first + piece.text.count("\n") + 1, shown)


@functools.lru_cache(maxsize=4096)
def _names_in(text: str) -> frozenset[str]:
    """Every name in a text, those in texts and comments too."""
    return frozenset(_NAME.findall(text))


def _pieces(tree: ast.Module, lines: list[str]) -> Iterator[_Piece]:
    """The pieces in the order of the source; comments belong to what follows them."""
    groups: list[list[ast.stmt]] = []
    for statement in tree.body:
        if groups and first_line(statement) <= (groups[-1][-1].end_lineno or 0):
            groups[-1].append(statement)
        else:
            groups.append([statement])
    first = 0
    for number, group in enumerate(groups):
        end = len(lines) if number == len(groups) - 1 else group[-1].end_lineno or 0
        start, begin = first, first_line(group[0]) - 1
        while first < begin and not lines[first].strip():
            first += 1
        above = "\n".join(lines[start:begin])
        yield _piece(group, first, "\n".join(lines[first:end]), is_top=not number, is_tagged=bool(_TAG.search(above)))
        first = end


def _piece(group: list[ast.stmt], first: int, text: str, *, is_top: bool, is_tagged: bool) -> _Piece:
    """One piece. What is neither a definition nor an assignment is in all units: imports, conditions, loops."""
    is_definition = any(isinstance(each, _DEFINITIONS) for each in group)
    is_simple = all(isinstance(each, (*_DEFINITIONS, *_ONE_BY_ONE)) for each in group)
    bases = (base for each in group if isinstance(each, ast.ClassDef) for base in each.bases)
    calls = [call for each in group if not isinstance(each, ast.ClassDef) for call in _calls(each)]
    leads_on = any(not isinstance(each, (ast.Assign, ast.AnnAssign, ast.FunctionDef)) for each in group)
    is_everywhere = not is_simple or is_tagged or (is_top and not is_definition)
    return _Piece(
        first,
        text,
        tuple(dict.fromkeys(_bound(group))),
        frozenset(name for base in bases for name in _names_in(ast.unparse(base))),
        frozenset(name for call in calls for name in _names_in(ast.unparse(call))),
        is_definition,
        any(isinstance(each, ast.ClassDef) for each in group),
        is_everywhere or not _names_in(text).isdisjoint(_FAR_REACHING),
        not all(isinstance(each, _IMPORTS) or _is_literal(each) for each in group),
        leads_on,
    )


def _calls(statement: ast.stmt) -> list[ast.expr]:
    if isinstance(statement, ast.Expr):
        return [statement.value]
    return getattr(statement, "decorator_list", [])


def _is_literal(statement: ast.stmt) -> bool:
    """Whether a statement gives names to literals, or is one: there is nothing in it to judge."""
    value: ast.expr | None = getattr(statement, "value", None) if isinstance(statement, _ONE_BY_ONE) else None
    return value is not None and not any(isinstance(node, _LEADING) for node in every_node(value))


def _bound(group: Iterable[ast.stmt]) -> Iterator[str]:
    """The names that statements bind in the module, those of definitions inside of conditions among them."""
    pending = list[ast.AST](reversed([*group]))
    while pending:
        node = pending.pop()
        if isinstance(node, _DEFINITIONS):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        else:
            pending += [*ast.iter_child_nodes(node)][::-1]


class _Neighbours:
    """The pieces of a module by the names that they bind and mention."""

    def __init__(self, pieces: Sequence[_Piece]) -> None:
        self._pieces = pieces
        functions = {name for piece in pieces if not piece.is_class for name in piece.names}
        classes = {name for piece in pieces if piece.is_class for name in piece.names}
        self._everywhere = [
            number
            for number, piece in enumerate(pieces)
            if piece.is_everywhere or (piece.calls & functions and not piece.calls & classes)
        ]
        self._binding: dict[str, list[int]] = {}
        self._deriving: dict[str, list[int]] = {}
        self._of_stem: dict[str, list[int]] = {}
        self._loose: dict[str, list[int]] = {}
        for number, piece in enumerate(pieces):
            for name in piece.names:
                self._binding.setdefault(name, []).append(number)
                self._of_stem.setdefault(_ROLE.sub("", name), []).append(number)
            for name in piece.bases:
                self._deriving.setdefault(name, []).append(number)
            if not piece.is_definition or (not piece.bases and not piece.text.lstrip().startswith("class")):
                for name in piece.mentions:
                    self._loose.setdefault(name, []).append(number)

    def of(self, number: int) -> list[_Piece]:
        """The pieces that one is judged with, itself among them, in their order."""
        piece, kept = self._pieces[number], set[int]()
        self._follow([*self._everywhere, number], kept)
        self._follow(self._varying(piece), kept)
        classes = [each for each in (self._pieces[number] for number in kept) if each.is_class]
        held = {name for each in classes for name in each.mentions.difference(each.bases, each.names)}
        self._follow(self._below(held), kept)
        named = {name for number in kept for name in self._pieces[number].names}
        loose = {number for name in named for number in self._loose.get(name, ())}
        self._follow(sorted(number for number in loose if self._acts(number, piece)), kept, to_classes=False)
        return [self._pieces[number] for number in sorted(kept)]

    def _acts(self, number: int, piece: _Piece) -> bool:
        """Whether a piece that names what is kept may change it: functions count where they name the definition."""
        each = self._pieces[number]
        return not each.is_definition or not each.mentions.isdisjoint(piece.names)

    def _varying(self, piece: _Piece) -> list[int]:
        """The subclasses of a class, and the classes of its stem."""
        stems = (_ROLE.sub("", name) for name in piece.names)
        return sorted({*self._below(piece.names)}.union(*(self._of_stem[stem] for stem in stems)))

    def _below(self, names: Iterable[str]) -> list[int]:
        """The subclasses of classes, at any depth."""
        found: set[int] = set()
        pending = list(names)
        while pending:
            for number in self._deriving.get(pending.pop(), ()):
                if number not in found:
                    found.add(number)
                    pending += self._pieces[number].names
        return sorted(found)

    def _follow(self, numbers: Iterable[int], kept: set[int], *, to_classes: bool = True) -> None:
        """Keep these pieces and, on and on, all that the names in them are bound by."""
        pending = [number for number in numbers if number not in kept]
        kept.update(pending)
        while pending:
            piece = self._pieces[pending.pop()]
            for name in piece.mentions:
                for number in self._binding.get(name, ()):
                    each = self._pieces[number]
                    if number not in kept and (to_classes or piece.leads_on or not each.is_class):
                        kept.add(number)
                        pending.append(number)
