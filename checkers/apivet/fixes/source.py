"""A source file as fixes see it: its text, the tree of libcst, and where things stand in it."""

from __future__ import annotations

import codecs
import functools
import io
import re
import symtable
import tokenize
from collections.abc import Iterator
from typing import TypeVar

import libcst as cst
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider

from apivet.fixes.edits import Change, Lines

Node = TypeVar("Node", bound=cst.CSTNode)


class UnreadableError(ValueError):
    """A file whose text or syntax can't be had; ``str`` of it says why."""


def decoded(data: bytes) -> tuple[str, str, bool]:
    """The text of a source file without its byte order mark, its encoding, and whether it had the mark. Line ends are
    as they are. Raises :class:`UnreadableError`."""
    marked = data.startswith(codecs.BOM_UTF8)
    try:
        encoding = tokenize.detect_encoding(io.BytesIO(data).readline)[0]
        text = data[len(codecs.BOM_UTF8) if marked else 0 :].decode("utf-8" if marked else encoding)
    except (SyntaxError, UnicodeDecodeError, LookupError) as error:
        raise UnreadableError(str(error)) from None
    return text, "utf-8" if marked else encoding, marked


def encoded(text: str, encoding: str, marked: bool) -> bytes:
    """The bytes of a text that :func:`decoded` gave, or that was made of it. Raises :class:`UnreadableError`."""
    try:
        return (codecs.BOM_UTF8 if marked else b"") + text.encode(encoding)
    except UnicodeEncodeError as error:
        raise UnreadableError(str(error)) from None


class Source:
    """The text of one file. ``shown`` is its path as findings print it."""

    def __init__(self, path: str, shown: str, text: str) -> None:
        self.path = path
        self.shown = shown
        self.text = text
        self.lines = Lines(text)

    @functools.cached_property
    def _wrapper(self) -> MetadataWrapper:
        try:
            return MetadataWrapper(cst.parse_module(self.text), unsafe_skip_copy=True)
        except (cst.ParserSyntaxError, RecursionError) as error:
            raise UnreadableError(f"{self.shown}: {error}") from None

    @property
    def module(self) -> cst.Module:
        """The tree. Raises :class:`UnreadableError`."""
        return self._wrapper.module

    @functools.cached_property
    def newline(self) -> str:
        """The line end of the file: that of its first line."""
        found = re.search(r"\r\n|\r|\n", self.text)
        return found[0] if found else "\n"

    @functools.cached_property
    def _places(self) -> dict[cst.CSTNode, CodeRange]:
        return dict(self._wrapper.resolve(PositionProvider))

    # -------------------------------------------------------------------------------------------------- places

    def span(self, node: cst.CSTNode) -> tuple[int, int]:
        """The offsets of a node, without the space and the comments around it."""
        place = self._places[node]
        return (
            self.lines.offset(place.start.line, place.start.column),
            self.lines.offset(place.end.line, place.end.column),
        )

    def line_of(self, node: cst.CSTNode) -> int:
        """The line in which a node begins."""
        return self._places[node].start.line

    def written(self, node: cst.CSTNode) -> str:
        """The text of a node."""
        start, end = self.span(node)
        return self.text[start:end]

    def at(self, line: int, byte: int) -> int:
        """The offset of a place whose column counts bytes, as locations of findings do."""
        start = self.lines.offset(line)
        data = self.text[start : self.lines.offset(line + 1)].encode("utf-8", "surrogatepass")[:byte]
        return start + len(data.decode("utf-8", "surrogatepass"))

    def indentation(self, line: int) -> str:
        """The space in front of a line."""
        start = self.lines.offset(line)
        found = re.compile(r"[ \t\f]*").match(self.text, start)
        return found[0] if found else ""

    def start_with_comments(self, line: int, above: int) -> int:
        """The first line of the comments that stand right above a line at its own indentation, below line ``above``."""
        indent = self.indentation(line)
        while line - 1 > above and self.line(line - 1).startswith(f"{indent}#"):
            line -= 1
        return line

    def line(self, number: int) -> str:
        """One line, with its end."""
        return self.text[self.lines.offset(number) : self.lines.offset(number + 1)]

    # --------------------------------------------------------------------------------------------------- nodes

    def all(self, kind: type[Node], below: cst.CSTNode | None = None) -> Iterator[Node]:
        """The nodes of a kind, in the order of the source."""
        pending: list[cst.CSTNode] = [below or self.module]
        while pending:
            node = pending.pop()
            if isinstance(node, kind):
                yield node
            pending += reversed(node.children)

    def function_at(self, line: int) -> cst.FunctionDef | None:
        """The function whose ``def`` stands in that line."""
        return next((each for each in self.all(cst.FunctionDef) if self.line_of(each.name) == line), None)

    def class_at(self, line: int) -> cst.ClassDef | None:
        """The class whose ``class`` stands in that line."""
        return next((each for each in self.all(cst.ClassDef) if self.line_of(each.name) == line), None)

    def expression_at(self, start: int, end: int) -> cst.BaseExpression | None:
        """The expression that stands between two offsets."""
        pending: list[cst.CSTNode] = [self.module]
        while pending:
            node = pending.pop()
            if isinstance(node, cst.BaseExpression) and self.span(node) == (start, end):
                return node
            pending += node.children
        return None

    def parent_of(self, node: cst.CSTNode) -> cst.CSTNode | None:
        """The node right around another one."""
        return self._parents.get(node)

    def bound_around(self, node: cst.CSTNode | None) -> set[str]:
        """The names that functions around a node bind: whatever the module has by these can't be had there."""
        found: set[str] = set()
        while node is not None:
            if isinstance(node, cst.FunctionDef):
                found |= self._bound.get((node.name.value, self.line_of(node.name)), set())
            node = self.parent_of(node)
        return found

    @functools.cached_property
    def _bound(self) -> dict[tuple[str, int], set[str]]:
        """The names that each function binds, by its own name and its line. Raises :class:`UnreadableError`."""
        found: dict[tuple[str, int], set[str]] = {}
        try:
            pending = [symtable.symtable(self.text, self.shown, "exec")]
        except SyntaxError as error:  # which no parser sees: two parameters of one name, say
            raise UnreadableError(f"{self.shown}: {error}") from None
        while pending:
            table = pending.pop()
            if isinstance(table, symtable.Function):
                found[table.get_name(), table.get_lineno()] = set(table.get_locals())
            pending += table.get_children()
        return found

    def depth(self, statement: cst.CSTNode, function: cst.FunctionDef) -> int:
        """The number of blocks of a function around a statement."""
        around, found = self.parent_of(statement), -1
        while around is not None and around is not function:
            found += isinstance(around, cst.BaseSuite)
            around = self.parent_of(around)
        return found

    @functools.cached_property
    def _parents(self) -> dict[cst.CSTNode, cst.CSTNode]:
        found: dict[cst.CSTNode, cst.CSTNode] = {}
        pending: list[cst.CSTNode] = [self.module]
        while pending:
            node = pending.pop()
            found.update((child, node) for child in node.children)
            pending += node.children
        return found

    # ------------------------------------------------------------------------------------------------- changes

    def replaced(self, node: cst.CSTNode, text: str) -> Change:
        """A node, written otherwise."""
        start, end = self.span(node)
        return Change(self.path, start, end, text)

    def inserted(self, offset: int, text: str) -> Change:
        """A text between two others."""
        return Change(self.path, offset, offset, text)
