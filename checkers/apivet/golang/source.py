"""One Go file: its bytes, its syntax tree and its imports."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from msgspec import Struct
from tree_sitter import Node, Tree

from apivet.golang.headers import clause_name
from apivet.golang.parsing import parsed, parsed_in_parts
from apivet.golang.prose import without_prose
from apivet.verdicts import Location

_WORD: Final = re.compile(rb"\w")
_BOM: Final = b"\xef\xbb\xbf"


class ImportedPackage(Struct, frozen=True):
    """An import as it is written; ``name`` is empty where it goes by the package's own, ``.`` or ``_`` else."""

    name: str
    path: str


class GoFile:
    """A file. ``path`` is absolute, ``display`` as it is printed; ``is_generated`` as its header says."""

    def __init__(self, path: str, display: str, data: bytes, *, is_generated: bool = False) -> None:
        self.path = path
        self.display = display
        #: Its bytes, but for prose.
        self.data = without_prose(data.removeprefix(_BOM))
        self.is_generated = is_generated

    def __repr__(self) -> str:
        return f"GoFile({self.display!r})"

    @functools.cached_property
    def _parsed(self) -> tuple[Tree, bytes]:
        return parsed(self.data)

    @property
    def root(self) -> Node:
        return self._parsed[0].root_node

    def nodes_at(self, spans: Callable[[bytes], Iterable[tuple[int, int]]]) -> Iterator[Node]:
        """The innermost nodes at those places of the source. A file that has none is never parsed; what the grammar
        wants besides may have moved them."""
        if any(True for _ in spans(self.data)):
            for start, end in spans(self._parsed[1]):
                node = self.root.descendant_for_byte_range(start, end)
                if node is not None:
                    yield node

    @functools.cached_property
    def top_level(self) -> list[Node]:
        """The nodes at the top level: those that are sound, whatever else of the file is not."""
        return parsed_in_parts(self._parsed[1]) if self.root.has_error else self.root.named_children

    @functools.cached_property
    def package_name(self) -> str:
        """The name of the package clause; nothing where there is none."""
        return clause_name(self.data)

    @functools.cached_property
    def imports(self) -> tuple[ImportedPackage, ...]:
        """The imports in the order of the source. The names that they go by are the package's matter:
        :meth:`apivet.golang.packages.Packages.imported`."""
        return tuple(_imports(self.top_level))

    def location(self, node: Node) -> Location:
        """The place of a node. Columns count bytes of UTF-8, as in all places; reports turn them into characters."""
        (row, column), (end_row, end_column) = node.start_point, node.end_point
        return Location(self.display, row + 1, column, end_row + 1, end_column)


def words(data: bytes, name: str) -> Iterator[tuple[int, int]]:
    """The places at which a name stands in a source as a whole word. The pattern begins with the name itself: one that
    begins with a condition on what stands before is searched for at every byte, and takes twenty times as long."""
    for found in re.finditer(re.escape(name.encode()) + rb"(?!\w)", data):
        if not _WORD.match(data, found.start() - 1, found.start()):
            yield found.span()


def text(node: Node) -> str:
    """The text of a node."""
    return (node.text or b"").decode("utf-8", "replace")


def unspaced(node: Node) -> str:
    """The text of a node without its spaces, by which code is compared."""
    return "".join(text(node).split())


def child(node: Node, name: str) -> Node | None:
    """The child that is the node's ``name``."""
    return node.child_by_field_name(name)


def children(node: Node, name: str) -> list[Node]:
    """All children that are the node's ``name``; commas between them are none."""
    return [each for each in node.children_by_field_name(name) if each.is_named]


def unquoted(node: Node) -> str:
    """The text of a string literal that is written plainly."""
    written = text(node)
    return written[1:-1] if len(written) >= 2 else written


def is_sound(node: Node) -> bool:
    """Whether a node has no syntax error inside."""
    return not node.has_error


def is_alone_sound(node: Node) -> bool:
    """Whether there is no syntax error in a node of the top level, nor in what is parsed with it: where a bracket is
    closed too often, the rest of a declaration stands behind it."""
    return is_sound(node.parent or node)


def errors(root: Node) -> Iterator[Node]:
    """The places of syntax errors, in the order of the source."""
    pending = [root]
    while pending:
        node = pending.pop()
        if node.is_error or node.is_missing:
            yield node
        elif node.has_error:
            pending += reversed(node.children)


def _imports(nodes: Iterable[Node]) -> Iterator[ImportedPackage]:
    for declaration in nodes:
        if declaration.type == "import_declaration":
            for node in declaration.named_children:
                for spec in node.named_children if node.type == "import_spec_list" else [node]:
                    path = child(spec, "path") if spec.type == "import_spec" else None
                    if path is not None:
                        name = child(spec, "name")
                        yield ImportedPackage("" if name is None else text(name), unquoted(path))
        elif declaration.type not in ("comment", "package_clause"):
            return
