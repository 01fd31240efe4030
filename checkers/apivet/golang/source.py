"""One Go file: its bytes, its syntax tree and its imports."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct
from tree_sitter import Node, Tree

from apivet.golang.declared_parts import DeclaredParts, declared_parts, names_of
from apivet.golang.dependencies import BODY, MENTION, WHOLE, WORD, Mark, Recorder
from apivet.golang.headers import clause_name
from apivet.golang.parsing import parsed, parsed_in_parts
from apivet.golang.prose import without_prose
from apivet.program.parts_read import FileDigests, FileParts, PartsRead, ShownLine, digest_of_part
from apivet.verdicts import Location

_WORD: Final = re.compile(rb"\w")
_BOM: Final = b"\xef\xbb\xbf"
#: The names of declarations, and of the bodies of functions.
_Naming = tuple[frozenset[str], frozenset[str]]
_NOWHERE: Final[_Naming] = frozenset(), frozenset()


class ImportedPackage(Struct, frozen=True):
    """An import as it is written; ``name`` is empty where it goes by the package's own, ``.`` or ``_`` else."""

    name: str
    path: str


class GoFile:
    """A file. ``path`` is absolute, ``display`` as it is printed; ``is_generated`` as its header says. What is looked
    at in it is noted by a ``recorder``."""

    def __init__(
        self,
        path: str,
        display: str,
        data: bytes,
        *,
        is_generated: bool = False,
        recorder: Recorder | None = None,
    ) -> None:
        self.path = path
        self.display = display
        #: Its bytes, but for prose. Of what is found here nobody is told: ``data`` is for that.
        self.unnoted = without_prose(data.removeprefix(_BOM))
        self.is_generated = is_generated
        self._recorder = recorder or Recorder()
        self._named: dict[tuple[str, bool], _Naming] = {}

    def __repr__(self) -> str:
        return f"GoFile({self.display!r})"

    @functools.cached_property
    def _parsed(self) -> tuple[Tree, bytes]:
        return parsed(self.unnoted)

    # ------------------------------------------------------------------------------------- parts that are looked at

    @property
    def data(self) -> bytes:
        """Its bytes, but for prose, any of which may be looked at."""
        self._recorder.note(Mark(WHOLE, self.path))
        return self.unnoted

    @property
    def root(self) -> Node:
        """Its syntax tree, any part of which may be looked at."""
        self._recorder.note(Mark(WHOLE, self.path))
        return self._parsed[0].root_node

    def holds(self, word: bytes) -> bool:
        """Whether something stands in it."""
        self._recorder.note(Mark(WORD, self.path, word.decode("utf-8", "surrogateescape")))
        return word in self.unnoted

    def look_into(self, function: Node) -> None:
        """Note that the body of a function is looked at."""
        for name in names_of(function):
            self._recorder.note(Mark(BODY, self.path, name))

    def digest(self, read: PartsRead) -> str | None:
        """The digest of parts that were read; ``None`` where they are not told apart: the parts of a file that nobody
        had to parse, or of one with syntax errors."""
        if read.is_whole or "_parsed" not in self.__dict__ or not self.is_sound:
            return None
        if read.shown and not self.starts.keys() >= {*read.shown}:
            return None
        naming = [self._naming(word, in_part=True) for word in read.words]
        naming += [self._naming(name, in_part=False) for name in read.mentions]
        heads = {name for each, _ in naming for name in each}
        return self._parts.digest(read, heads, {name for _, each in naming for name in each})

    def shown(self, line: int) -> ShownLine | None:
        """A line of a declaration; ``None`` where it is of none, or of one that is there twice."""
        for node in self._declarations:
            if node.start_point[0] < line <= node.end_point[0] + 1:
                digest = digest_of_part(node.text or b"")
                return ShownLine(line, node.start_point[0], digest) if digest in self.starts else None
        return None

    @functools.cached_property
    def starts(self) -> dict[str, int]:
        """The lines on which declarations begin, counted from 0, by their digests: of those that are there once."""
        found: dict[str, list[int]] = {}
        for node in self._declarations:
            found.setdefault(digest_of_part(node.text or b""), []).append(node.start_point[0])
        return {digest: lines[0] for digest, lines in found.items() if len(lines) == 1}

    @property
    def _declarations(self) -> list[Node]:
        return [node for node in self.top_level if node.type.endswith("_declaration")]

    def _naming(self, word: str, *, in_part: bool) -> _Naming:
        """The names of the declarations, and of the bodies, in which a word stands, or a part of one does."""
        if (word, in_part) not in self._named:
            sought = word.encode("utf-8", "surrogateescape")

            def holds(text: bytes) -> bool:
                return sought in text and (in_part or any(True for _ in words(text, word)))

            is_there = sought in self.unnoted
            parts = self._declared
            self._named[word, in_part] = (parts.heads_with(holds), parts.bodies_with(holds)) if is_there else _NOWHERE
        return self._named[word, in_part]

    @functools.cached_property
    def _declared(self) -> DeclaredParts:
        return declared_parts(self._parsed[1], self.top_level)

    @functools.cached_property
    def _parts(self) -> FileParts:
        return declared_parts(self._parsed[1], self.top_level).digests()

    # --------------------------------------------------------------------------------------------------------------

    @functools.cached_property
    def is_sound(self) -> bool:
        """Whether it has no syntax error."""
        return not self._parsed[0].root_node.has_error

    def nodes_naming(self, name: str) -> Iterator[Node]:
        """The innermost nodes at which a name stands as a word. A file that has none is never parsed; what the grammar
        wants besides may have moved them."""
        self._recorder.note(Mark(MENTION, self.path, name))
        if any(True for _ in words(self.unnoted, name)):
            for start, end in words(self._parsed[1], name):
                node = self._parsed[0].root_node.descendant_for_byte_range(start, end)
                if node is not None:
                    yield node

    def root_among(self, sought: Iterable[bytes]) -> Node:
        """Its syntax tree, for whoever looks at no declarations but those in which one of these words stands."""
        for word in sought:
            self.holds(word)
        return self._parsed[0].root_node

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


def digests_read(path: str, data: bytes, reads: Iterable[PartsRead]) -> FileDigests:
    """The digests of parts that were read, in a file with these bytes."""
    file = GoFile(path, path, data)
    if not file.is_sound:
        return FileDigests([None for _ in reads], {})
    shown = {digest for read in reads for digest in read.shown}
    starts = {digest: start for digest, start in file.starts.items() if digest in shown} if shown else {}
    return FileDigests([file.digest(read) for read in reads], starts)


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
