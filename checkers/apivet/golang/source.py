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
from apivet.golang.prose import without_layout, without_prose
from apivet.program.parts_read import FileParts, FileRead, PartsRead, parts_of
from apivet.verdicts import Location

_WORD: Final = re.compile(rb"\w")
_BOM: Final = b"\xef\xbb\xbf"


class ImportedPackage(Struct, frozen=True):
    """An import as it is written; ``name`` is empty where it goes by the package's own, ``.`` or ``_`` else."""

    name: str
    path: str


class GoFile:
    """A file. ``path`` is absolute, ``display`` as it is printed; ``is_generated`` as its header says.

    It notes which of its parts somebody looks at, and stands among the ``news`` since then."""

    def __init__(
        self,
        path: str,
        display: str,
        data: bytes,
        *,
        is_generated: bool = False,
        news: dict[str, GoFile] | None = None,
    ) -> None:
        self.path = path
        self.display = display
        #: Its bytes, but for prose. Of what is found here nobody is told: who looks into functions asks for ``data``.
        self.unnoted = without_prose(data.removeprefix(_BOM))
        self.is_generated = is_generated
        self._news = {} if news is None else news
        self._read = PartsRead()

    def __repr__(self) -> str:
        return f"GoFile({self.display!r})"

    @functools.cached_property
    def _parsed(self) -> tuple[Tree, bytes]:
        self._news[self.path] = self
        return parsed(self.unnoted)

    # ------------------------------------------------------------------------------------- parts that are looked at

    @property
    def data(self) -> bytes:
        """Its bytes, but for prose, any of which may be looked at."""
        self._note(PartsRead(is_whole=True))
        return self.unnoted

    @property
    def root(self) -> Node:
        """Its syntax tree, any part of which may be looked at."""
        self._note(PartsRead(is_whole=True))
        return self._parsed[0].root_node

    def holds(self, word: bytes) -> bool:
        """Whether something stands in it."""
        self._note(PartsRead(words=frozenset((word,))))
        return word in self.unnoted

    def look_into(self, name: str) -> None:
        """Note that the bodies of the functions of a name are looked at."""
        self._note(PartsRead(names=frozenset((name,))))

    def _note(self, read: PartsRead) -> None:
        if not self._read.is_whole and not self._read.holds(read):
            self._read = self._read.and_also(read)
            self._news[self.path] = self

    def told(self) -> FileRead:
        """The parts that were looked at up to now. Those of a file that nobody had to parse are not told apart, nor
        those of one with syntax errors."""
        is_parsed = "_parsed" in self.__dict__ or any(word in self.unnoted for word in self._read.words)
        if not is_parsed or not self.is_sound:
            return FileRead(self.path, self._read, None)
        bodies = self._named_bodies()
        naming = frozenset(name for name, body in bodies if any(word in body for word in self._read.words))
        return FileRead(self.path, self._read.and_also(PartsRead(names=naming)), self._parts)

    @functools.cached_property
    def _bodies(self) -> list[tuple[str, int, int]]:
        """The names of its functions, and where the body of each begins and ends."""
        return list(_functions(self.top_level))

    def _named_bodies(self) -> Iterator[tuple[str, bytes]]:
        """The bodies of its functions, by their names."""
        return ((name, self._parsed[1][start:end]) for name, start, end in self._bodies)

    @functools.cached_property
    def _parts(self) -> FileParts:
        outline, place = [], 0
        for _, start, end in self._bodies:
            outline.append(self._parsed[1][place:start])
            place = end
        return parts_of(without_layout(b"{}".join((*outline, self._parsed[1][place:]))), self._named_bodies())

    # --------------------------------------------------------------------------------------------------------------

    @property
    def is_sound(self) -> bool:
        """Whether it has no syntax error."""
        return not self._parsed[0].root_node.has_error

    def nodes_at(self, spans: Callable[[bytes], Iterable[tuple[int, int]]]) -> Iterator[Node]:
        """The innermost nodes at those places of the source, any of which may be looked at."""
        self._note(PartsRead(is_whole=True))
        return self._nodes_at(spans)

    def nodes_naming(self, name: str) -> Iterator[Node]:
        """The innermost nodes at which a name stands as a word."""
        return self._nodes_at(lambda data: words(data, name)) if self.holds(name.encode()) else iter(())

    def _nodes_at(self, spans: Callable[[bytes], Iterable[tuple[int, int]]]) -> Iterator[Node]:
        """A file that has none is never parsed; what the grammar wants besides may have moved them."""
        if any(True for _ in spans(self.unnoted)):
            for start, end in spans(self._parsed[1]):
                node = self._parsed[0].root_node.descendant_for_byte_range(start, end)
                if node is not None:
                    yield node

    @functools.cached_property
    def top_level(self) -> list[Node]:
        """The nodes at the top level: those that are sound, whatever else of the file is not. Who looks into the body
        of a function says so."""
        return self._parsed[0].root_node.named_children if self.is_sound else parsed_in_parts(self._parsed[1])

    @functools.cached_property
    def package_name(self) -> str:
        """The name of the package clause; nothing where there is none."""
        return clause_name(self.unnoted)

    @functools.cached_property
    def imports(self) -> tuple[ImportedPackage, ...]:
        """The imports in the order of the source. The names that they go by are the package's matter:
        :meth:`apivet.golang.packages.Packages.imported`."""
        return tuple(_imports(self.top_level))

    def location(self, node: Node) -> Location:
        """The place of a node. Columns count bytes of UTF-8, as in all places; reports turn them into characters."""
        (row, column), (end_row, end_column) = node.start_point, node.end_point
        return Location(self.display, row + 1, column, end_row + 1, end_column)


def parts_read(path: str, data: bytes, read: PartsRead) -> FileRead:
    """The parts of a file with these bytes that are read by those who read these."""
    file = GoFile(path, path, data)
    file._read = read
    return file.told() if file.is_sound else FileRead(path, read, None)


def _functions(nodes: Iterable[Node]) -> Iterator[tuple[str, int, int]]:
    """The functions among nodes that have a name and a body: the name, and where the body begins and ends."""
    for node in nodes:
        if node.type in ("function_declaration", "method_declaration"):
            name, body = child(node, "name"), child(node, "body")
            if name is not None and body is not None:
                yield text(name), body.start_byte, body.end_byte


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
