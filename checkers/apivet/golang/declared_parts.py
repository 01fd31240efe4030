"""The parts that a file falls into: its declarations by their names, the bodies of its functions, and the rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct, field
from tree_sitter import Node

from apivet.golang.prose import without_layout
from apivet.program.parts_read import FileParts, digest_of_part

#: The bytes of lines on which nothing stands.
_EMPTY: Final = b"/ \t\r\n"
#: The kinds of lists of declarations.
TYPES, FUNCTIONS, METHODS, CONSTANTS, VARIABLES = "types", "functions", "methods", "constants", "variables"
_LISTS: Final = {
    "type_declaration": TYPES,
    "function_declaration": FUNCTIONS,
    "method_declaration": METHODS,
    "const_declaration": CONSTANTS,
    "var_declaration": VARIABLES,
}


class DeclaredParts(Struct):
    """The source of a file's parts; what goes by one name is one part. Comments belong to what they stand above. Of
    another name for a type, all that has to do with methods may depend, so that it is in the ``rest``, too."""

    rest: list[bytes] = field(default_factory=list)
    heads: dict[str, list[bytes]] = field(default_factory=dict)
    bodies: dict[str, list[bytes]] = field(default_factory=dict)
    lists: dict[str, list[str]] = field(default_factory=dict)

    def texts(self) -> Iterator[tuple[str, bytes]]:
        """The texts of declarations and of bodies, by their names."""
        for parts in (self.heads, self.bodies):
            for name, pieces in parts.items():
                for piece in pieces:
                    yield name, piece

    def digests(self) -> FileParts:
        """The digests of the parts."""
        return FileParts(
            _digest(self.rest),
            {name: _digest(pieces) for name, pieces in self.heads.items()},
            {name: digest_of_part(b"\0".join(pieces)) for name, pieces in self.bodies.items()},
            {kind: tuple(names) for kind, names in self.lists.items()},
        )

    def add(self, node: Node, above: bytes) -> None:
        """Take in a declaration, with what stands above it: nothing where that is no more than empty comments."""
        above = above if above.strip(_EMPTY) else b""
        names = [each.decode("utf-8", "replace") for each in _names(node)]
        kind = _LISTS.get(node.type)
        if kind is None or not names or "_" in names or any(each.type == "type_alias" for each in node.named_children):
            self.rest.append(above + (node.text or b""))
        if kind is None:
            return
        body = node.child_by_field_name("body")
        head = node.text or b""
        if body is not None:
            head = head[: body.start_byte - node.start_byte] + head[body.end_byte - node.start_byte :]
        for name in names:
            self.heads.setdefault(name, []).append(above + head)
            if body is not None:
                self.bodies.setdefault(name, []).append(body.text or b"")
        self.lists.setdefault(kind, []).extend(names)


def declared_parts(source: bytes, nodes: Iterable[Node]) -> DeclaredParts:
    """The parts of a source with these nodes at its top level."""
    found, place = DeclaredParts(), 0
    for node in nodes:
        if node.type != "comment":
            found.add(node, source[place : node.start_byte])
            place = node.end_byte
    found.rest.append(source[place:])
    return found


def _names(node: Node) -> Iterator[bytes]:
    """The names that a declaration declares."""
    if node.type in ("function_declaration", "method_declaration"):
        specs = [node]
    else:
        specs = [
            spec
            for each in node.named_children
            for spec in (each, *each.named_children)
            if "_spec" in spec.type or spec.type == "type_alias"
        ]
    for spec in specs:
        for name in spec.children_by_field_name("name"):
            if name.is_named:
                yield name.text or b""


def _digest(pieces: Iterable[bytes]) -> str:
    return digest_of_part(without_layout(b"\0".join(pieces)))
