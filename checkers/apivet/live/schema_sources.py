"""Schemas from elsewhere, for servers that publish none: a file, an address, or another server."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final
from urllib.parse import urlsplit

import yaml

from apivet.live.answers import DEEPEST_BODY, LARGEST_BODY, depth_exceeds
from apivet.live.connection import Connection
from apivet.live.errors import LiveError
from apivet.live.resources import Resource
from apivet.live.schemas import KINDS, Schema, Schemas, book_of, schema_in
from apivet.live.target import Target, read_bytes, server_address

_ADDRESS: Final = re.compile(r"https?://", re.IGNORECASE)
_SHAPE: Final = "it holds neither schemas of OpenAPI nor a CustomResourceDefinition"

#: From a resource to its schema, where there is one.
SchemaSource = Callable[[Resource], "Schema | None"]


def read_schemas(place: str, resources: Iterable[Resource]) -> SchemaSource:
    """The schemas in a file or at an address: OpenAPI of version 2 or 3, CustomResourceDefinitions, or a server that
    publishes its own. Nobody's credentials are sent there but those in the address."""
    if not _ADDRESS.match(place):
        return _in_books(_documents(_text_of(read_bytes(place, "file of schemas"), place), place), place)
    server, credentials = server_address(place)
    parts = urlsplit(server)
    target = Target(f"{parts.scheme}://{parts.netloc}", credentials=credentials)
    with Connection(target) as connection:
        if parts.path.strip("/"):
            return _in_books(_documents(connection.text(parts.path), server), server)
        schemas = Schemas(connection)
        schemas.prepare(resources)
        found = {resource: schemas.of(resource) for resource in resources}
    if not any(found.values()):
        raise LiveError(f"--schemas {server}: that server publishes no schema of the resources")
    return found.get


def _text_of(content: bytes, place: str) -> str:
    if len(content) > LARGEST_BODY:
        raise LiveError(f"--schemas {place}: is larger than {LARGEST_BODY} bytes")
    return content.decode("utf-8", "replace")


def _documents(text: str, place: str) -> list[dict[str, Any]]:
    """The documents of a text; JSON is YAML as well."""
    try:
        documents = list(yaml.load_all(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)))
    except (yaml.YAMLError, ValueError, RecursionError):
        raise LiveError(f"--schemas {place}: is neither YAML nor JSON") from None
    if any(depth_exceeds(each, DEEPEST_BODY) for each in documents):
        raise LiveError(f"--schemas {place}: is nested too deeply")
    return [inner for each in documents if isinstance(each, dict) for inner in _listed(each)]


def _listed(document: dict[str, Any]) -> list[dict[str, Any]]:
    """The document, or those in it where it is a list of objects."""
    items = document.get("items") if str(document.get("kind", "")).endswith("List") else None
    return [each for each in items if isinstance(each, dict)] if isinstance(items, list) else [document]


def _in_books(documents: Iterable[dict[str, Any]], place: str) -> SchemaSource:
    books: list[Mapping[str, Any]] = []
    for document in documents:
        book = book_of(document) or dict(_of_definition(document))
        if book:
            books.append(book)
    if not books:
        raise LiveError(f"--schemas {place}: {_SHAPE}")

    def find(resource: Resource) -> Schema | None:
        return next((found for book in books if (found := schema_in(book, resource)) is not None), None)

    return find


def _of_definition(document: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The schemas of a CustomResourceDefinition, one a version."""
    spec = document.get("spec")
    if document.get("kind") != "CustomResourceDefinition" or not isinstance(spec, dict):
        return
    names = spec.get("names")
    kind = names.get("kind") if isinstance(names, dict) else None
    versions = spec.get("versions")
    for version in versions if isinstance(versions, list) else ():
        schema = version.get("schema") if isinstance(version, dict) else None
        node = schema.get("openAPIV3Schema") if isinstance(schema, dict) else None
        if isinstance(node, dict):
            told = {"group": spec.get("group"), "version": version.get("name"), "kind": kind}
            yield f"{told['version']}.{kind}", {**node, KINDS: [told]}
