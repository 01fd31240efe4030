"""The parts that a file falls into: its declarations by their names, the bodies of its functions, and the rest."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
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


def methods_of(owner: str) -> str:
    """The kind of the list of a type's methods."""
    return f"{METHODS} of {owner}"


class DeclaredParts(Struct):
    """The source of a file's parts; what goes by one name is one part, methods by that of their type as well
    (``node.Reset``). Comments belong to what they stand above. Of another name for a type, all that has to do with
    methods may depend, so that it is in the ``rest``, too."""

    rest: list[bytes] = field(default_factory=list)
    heads: dict[str, list[bytes]] = field(default_factory=dict)
    bodies: dict[str, list[bytes]] = field(default_factory=dict)
    lists: dict[str, list[str]] = field(default_factory=dict)

    def heads_with(self, is_sought: Callable[[bytes], bool]) -> frozenset[str]:
        """The names of the declarations in which something stands, bodies left out."""
        return frozenset(name for name, pieces in self.heads.items() if any(map(is_sought, pieces)))

    def bodies_with(self, is_sought: Callable[[bytes], bool]) -> frozenset[str]:
        """The names of the functions in whose bodies something stands."""
        return frozenset(name for name, pieces in self.bodies.items() if any(map(is_sought, pieces)))

    def digests(self) -> FileParts:
        """The digests of the parts, each worked out when it is first asked for: of most files, few are. Under the name
        of methods alone, there are all of that name."""
        heads, bodies = _with_plain_names(self.heads), _with_plain_names(self.bodies)
        return FileParts(
            _digest(self.rest),
            functools.cache(lambda name: _digest(heads[name]) if name in heads else None),
            functools.cache(lambda name: digest_of_part(b"\0".join(bodies[name])) if name in bodies else None),
            self.lists,
        )

    def add(self, node: Node, above: bytes) -> None:
        """Take in a declaration, with what stands above it: nothing where that is no more than empty comments."""
        above = above if above.strip(_EMPTY) else b""
        names = names_of(node)
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
        for name in names if kind == METHODS else ():
            self.lists.setdefault(methods_of(name.partition(".")[0]), []).append(name)


def declared_parts(source: bytes, nodes: Iterable[Node]) -> DeclaredParts:
    """The parts of a source with these nodes at its top level."""
    found, place = DeclaredParts(), 0
    for node in nodes:
        if node.type != "comment":
            found.add(node, source[place : node.start_byte])
            place = node.end_byte
    found.rest.append(source[place:])
    return found


def names_of(node: Node) -> list[str]:
    """The names that a declaration declares, that of a method behind the name of its type."""
    if node.type == "method_declaration":
        receiver = node.child_by_field_name("receiver")
        owner = "" if receiver is None else _type_in(receiver)
        return [f"{owner}.{name}" for name in _names(node)]
    if node.type == "function_declaration":
        return _names(node)
    inside = (spec for each in node.named_children for spec in (each, *each.named_children))
    return [name for spec in inside if "_spec" in spec.type or spec.type == "type_alias" for name in _names(spec)]


def _names(node: Node) -> list[str]:
    return [
        (name.text or b"").decode("utf-8", "replace") for name in node.children_by_field_name("name") if name.is_named
    ]


def _type_in(node: Node) -> str:
    """The first name of a type inside: in a receiver, that which has the method."""
    if node.type == "type_identifier":
        return (node.text or b"").decode("utf-8", "replace")
    return next(filter(None, map(_type_in, node.named_children)), "")


def _with_plain_names(parts: dict[str, list[bytes]]) -> dict[str, list[bytes]]:
    found = {name: [*pieces] for name, pieces in parts.items()}
    for name, pieces in parts.items():
        owner, _, plain = name.partition(".")
        if plain:
            found.setdefault(plain, []).extend((owner.encode(), *pieces))
    return found


def _digest(pieces: Iterable[bytes]) -> str:
    return digest_of_part(without_layout(b"\0".join(pieces)))
