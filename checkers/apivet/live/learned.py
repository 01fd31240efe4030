"""Memory: the valid objects that were negotiated, by schema, so that the next run starts with them."""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path as FilePath
from typing import Any, Final

from msgspec import Struct
from platformdirs import user_cache_path

from apivet import __version__
from apivet.live.paths import ABSENT, Path, get, leaves
from apivet.live.resources import Resource
from apivet.live.schemas import Schema
from apivet.live.values import NO_PAYLOAD

#: Objects that are remembered, and bytes of one.
_MOST: Final = 500
_LARGEST: Final = 500_000
_OF_STATUS: Final = "-status"
_REFERENCE: Final = re.compile(r'"\$ref": "[^"]*?([^"/]+)"')


class Learned(Struct, frozen=True):
    """The smallest valid object and the filled one; what the server drops of it, and takes only without the rest; the
    requests that it took to find the smallest, and both. ``stub_is_needed`` is about the stub that it began with."""

    smallest: dict[str, Any]
    filled: dict[str, Any]
    dropped: tuple[Path, ...]
    refused: tuple[Path, ...]
    lost: tuple[Path, ...]
    to_valid: int
    requests: int
    stub_is_needed: bool


class LearnedStatus(Struct, frozen=True):
    """An object's status that is taken, at its place in the object, and the requests that it took to find it."""

    document: dict[str, Any]
    requests: int


class LearnedObjects:
    """Objects in the user's cache directory, one file each."""

    def __init__(self, directory: FilePath | None = None) -> None:
        self._directory = directory or user_cache_path("apivet") / "live"

    def recall(self, key: str) -> Learned | None:
        """The objects that were found before; nothing where there are none that can be read."""
        with suppress(OSError, ValueError, KeyError, TypeError, RecursionError):
            told = json.loads((self._directory / f"{key}.json").read_bytes())
            return Learned(
                _document(told["smallest"]),
                _document(told["filled"]),
                tuple(map(_path, told["dropped"])),
                tuple(map(_path, told["refused"])),
                tuple(map(_path, told["lost"])),
                int(told["to_valid"]),
                int(told["requests"]),
                told["stub_is_needed"] is True,
            )
        return None

    def recall_status(self, key: str) -> LearnedStatus | None:
        """The status that was found for these objects."""
        with suppress(OSError, ValueError, KeyError, TypeError, RecursionError):
            told = json.loads((self._directory / f"{key}{_OF_STATUS}.json").read_bytes())
            return LearnedStatus(_document(told["document"]), int(told["requests"]))
        return None

    def keep(self, key: str, learned: Learned) -> None:
        """Remember objects; those that were learned first are forgotten where there are too many. A directory that
        can't be written is no memory, and no error."""
        self._write(key, {name: getattr(learned, name) for name in Learned.__struct_fields__})

    def keep_status(self, key: str, learned: LearnedStatus) -> None:
        """The same for a status."""
        self._write(f"{key}{_OF_STATUS}", {"document": learned.document, "requests": learned.requests})

    def _write(self, key: str, told: dict[str, Any]) -> None:
        text = json.dumps(told, sort_keys=True)
        if len(text) > _LARGEST:
            return
        with suppress(OSError):
            self._directory.mkdir(parents=True, exist_ok=True)
            new = self._directory / f"{key}.{secrets.token_hex(4)}.new"
            new.write_text(text, encoding="utf-8")
            os.replace(new, self._directory / f"{key}.json")
            files = sorted(self._directory.iterdir(), key=lambda file: (file.stat().st_mtime, file.name))
            for old in files[:-_MOST]:
                old.unlink(missing_ok=True)


def _document(told: Any) -> dict[str, Any]:
    if not isinstance(told, dict):
        raise TypeError
    return told


def _path(told: Any) -> Path:
    if not isinstance(told, list) or not all(isinstance(step, (str, int)) for step in told):
        raise TypeError
    return tuple(told)


def key_of(resource: Resource, schema: Schema | None, server: str, stub: dict[str, Any]) -> str:
    """The key of a resource's objects: another schema, version of the server or stub has another one."""
    named = _reachable(schema) if schema is not None else {}
    node = dict(schema.node) if schema is not None else {}
    content = json.dumps([__version__, str(resource), server, stub, node, named], sort_keys=True, default=str)
    return hashlib.sha256(content.encode()).hexdigest()[:40]


def _reachable(schema: Schema) -> dict[str, Any]:
    """The named schemas that a schema refers to, with those that they refer to."""
    found: dict[str, Any] = {}
    waiting = [schema.node]
    while waiting:
        for name in _references(waiting.pop()):
            node = schema.book.get(name)
            if name not in found and isinstance(node, dict):
                found[name] = node
                waiting.append(node)
    return found


def _references(node: Any) -> Iterator[str]:
    for match in _REFERENCE.finditer(json.dumps(node, default=str)):
        yield match[1]


def lost_leaves(document: dict[str, Any], answer: dict[str, Any]) -> tuple[Path, ...]:
    """The leaves of an object that are not in the answer to it."""
    payload = {name: value for name, value in document.items() if name not in NO_PAYLOAD}
    return tuple(path for path, _ in leaves(payload) if get(answer, path) is ABSENT)
