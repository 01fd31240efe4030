"""Schemas: OpenAPI documents (version 3, else 2), and the nodes that objects of a kind are described by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final
from urllib.parse import urlsplit

from msgspec import Struct

from apivet.live.connection import Connection
from apivet.live.paths import Path
from apivet.live.resources import Resource

#: The mark of a schema that is the one of a kind.
KINDS: Final = "x-kubernetes-group-version-kind"
#: Where a node that was referred to keeps the name by which it was.
_NAME: Final = "x-apivet-name"
#: Documents that are asked for at once.
_AT_ONCE: Final = 8
#: How far references are followed that refer to each other.
_LONGEST_CHAIN: Final = 20


class Schema(Struct, frozen=True):
    """A node of a document, seen through its references; ``book`` holds the named schemas that they mean."""

    node: Mapping[str, Any]
    book: Mapping[str, Any]

    @property
    def type(self) -> str:
        """``object``, ``array``, ``string``, ``integer``, ``number``, ``boolean``, or nothing where that is open."""
        told = self.node.get("type")
        if isinstance(told, str):
            return told
        if "properties" in self.node or "additionalProperties" in self.node:
            return "object"
        # A value of several types is written as a text where it may be.
        alternatives = [inner for key in ("oneOf", "anyOf") for inner in _listed(self.node.get(key))]
        types = [each["type"] for each in alternatives if isinstance(each.get("type"), str)]
        return "string" if "string" in types else next(iter(types), "")

    @property
    def properties(self) -> dict[str, Schema]:
        """The named fields, sorted."""
        told = self.node.get("properties")
        named = told if isinstance(told, dict) else {}
        return {name: self._inner(node) for name, node in sorted(named.items()) if isinstance(node, dict)}

    @property
    def required(self) -> tuple[str, ...]:
        """The fields that must be there."""
        told = self.node.get("required")
        return tuple(sorted(each for each in told if isinstance(each, str))) if isinstance(told, list) else ()

    @property
    def items(self) -> Schema | None:
        """The elements of a list."""
        told = self.node.get("items")
        return self._inner(told) if isinstance(told, dict) else None

    @property
    def values(self) -> Schema | None:
        """The values of a map from any text."""
        told = self.node.get("additionalProperties")
        if told is True:
            return Schema({}, self.book)
        return self._inner(told) if isinstance(told, dict) else None

    @property
    def enum(self) -> tuple[Any, ...]:
        """The only values that there are."""
        told = self.node.get("enum")
        return tuple(each for each in told if each not in (None, "")) if isinstance(told, list) else ()

    @property
    def is_int_or_string(self) -> bool:
        return self.node.get("x-kubernetes-int-or-string") is True or self.format == "int-or-string"

    @property
    def format(self) -> str:
        return self.text("format")

    @property
    def description(self) -> str:
        return self.text("description")

    def text(self, key: str) -> str:
        """A word of the node."""
        told = self.node.get(key)
        return told if isinstance(told, str) else ""

    def number(self, key: str) -> float | None:
        """A number of the node: ``minimum``, ``maxLength``."""
        told = self.node.get(key)
        return told if isinstance(told, (int, float)) and not isinstance(told, bool) else None

    def child(self, step: str | int) -> Schema | None:
        """The schema one step below."""
        if isinstance(step, int):
            return self.items
        return self.properties.get(step) or self.values

    def at(self, path: Path) -> Schema | None:
        """The schema at a path; nothing where the document does not say."""
        found: Schema | None = self
        for step in path:
            found = found.child(step) if found else None
        return found

    def _inner(self, node: Mapping[str, Any]) -> Schema:
        return Schema(_followed(node, self.book, _LONGEST_CHAIN), self.book)


def _listed(value: Any) -> list[Mapping[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _followed(node: Mapping[str, Any], book: Mapping[str, Any], depth: int) -> Mapping[str, Any]:
    """The node with what it refers to, by itself or through a list of parts."""
    reference = node.get("$ref")
    parts = node.get("allOf")
    named = book.get(reference.rpartition("/")[2]) if isinstance(reference, str) else None
    inner = [named, *(parts if isinstance(parts, list) else [])]
    if depth == 0 or not any(isinstance(each, dict) for each in inner):
        return node
    joined: dict[str, Any] = {_NAME: reference} if isinstance(named, dict) else {}
    for each in inner:
        if isinstance(each, dict):
            joined.update(_followed(each, book, depth - 1))
    joined.update({key: value for key, value in node.items() if key not in ("$ref", "allOf")})
    return joined


class Schemas:
    """The schemas of a server, each document read when it is first asked for."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._index: dict[str, str] | None = None
        self._books: dict[str, dict[str, Any]] = {}
        self.problems: list[str] = []

    def of(self, resource: Resource) -> Schema | None:
        """The schema of a resource's objects."""
        return schema_in(self._book(resource), resource)

    def prepare(self, resources: Iterable[Resource]) -> None:
        """Read the documents of all these resources, several at once."""
        if self._index is None:
            self._index = self._read_index()
        wanted = sorted({address for each in resources if (address := self._address(each))})
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            for address, book in zip(wanted, pool.map(self._read, wanted)):
                self._books[address] = book

    def _book(self, resource: Resource) -> dict[str, Any]:
        """The named schemas of a resource's group and version."""
        if self._index is None:
            self._index = self._read_index()
        address = self._address(resource)
        if address and address not in self._books:
            self._books[address] = self._read(address)
        return self._books.get(address, {})

    def _address(self, resource: Resource) -> str:
        root = f"apis/{resource.group}/{resource.version}" if resource.group else f"api/{resource.version}"
        index = self._index or {}
        return index.get(root, "" if index else "/openapi/v2")

    def _read_index(self) -> dict[str, str]:
        """The document of each group and version, by path; empty where there is no version 3."""
        told = self._connection.get("/openapi/v3").object.get("paths")
        found = {}
        for root, entry in told.items() if isinstance(told, dict) else ():
            address = entry.get("serverRelativeURL") if isinstance(entry, dict) else None
            if isinstance(address, str) and not urlsplit(address).netloc and address.startswith("/"):
                found[root] = address
        return found

    def _read(self, address: str) -> dict[str, Any]:
        answer = self._connection.get(address)
        if not answer.accepted:
            self.problems.append(f"{address.partition('?')[0]}: no schemas ({answer.words})")
            return {}
        return book_of(answer.object)


def book_of(document: Mapping[str, Any]) -> dict[str, Any]:
    """The named schemas of an OpenAPI document of version 3 or 2."""
    components = document.get("components")
    told = components.get("schemas") if isinstance(components, dict) else document.get("definitions")
    return told if isinstance(told, dict) else {}


def schema_in(book: Mapping[str, Any], resource: Resource) -> Schema | None:
    """The schema of a resource's objects in a book."""
    for name in sorted(book):
        node = book[name]
        if isinstance(node, dict) and _describes(node, resource):
            return Schema(_followed(node, book, _LONGEST_CHAIN), book)
    return None


def _describes(node: Mapping[str, Any], resource: Resource) -> bool:
    told = node.get(KINDS)
    wanted = {"group": resource.group, "version": resource.version, "kind": resource.kind}
    return any(
        isinstance(each, dict) and {"group": "", **each} == wanted for each in (told if isinstance(told, list) else [])
    )
