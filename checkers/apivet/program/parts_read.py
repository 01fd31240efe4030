"""The parts of files that answers rest on, where a front end can tell them.

All that stands outside of functions counts as read wherever a file is. What is inside of them counts where somebody
has looked at it: an answer stays what it is while somebody changes the body of a function that nobody has read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

from msgspec import Struct


class PartsRead(Struct, frozen=True):
    """The parts of a file that were read besides what stands outside of functions: the bodies of the functions of
    these ``names``, and all in which one of these ``words`` stands, which were looked for. With ``is_whole``, all."""

    names: frozenset[str] = frozenset()
    words: frozenset[bytes] = frozenset()
    is_whole: bool = False

    def and_also(self, other: PartsRead) -> PartsRead:
        """The parts of both."""
        return PartsRead(self.names | other.names, self.words | other.words, self.is_whole or other.is_whole)

    def holds(self, other: PartsRead) -> bool:
        """Whether the other's parts are all among these."""
        return self.names >= other.names and self.words >= other.words and self.is_whole >= other.is_whole


class FileParts(Struct, frozen=True):
    """The digests of a file's parts: of its ``outline``, and of the bodies of the functions of each name."""

    outline: str
    bodies: Mapping[str, str]

    def digest(self, read: PartsRead) -> str:
        """The digest of the parts that were read; names of bodies with words that were looked for are among the names.
        It tells what was looked for, too: where nothing was found, something may come."""
        bodies = sorted((name, self.bodies.get(name, "")) for name in read.names)
        words = sorted(read.words)
        return _digest(repr((self.outline, bodies, words)).encode())


class FileRead(Struct, frozen=True):
    """The parts of a file at a path that a process has read, and their digests, where it knows them."""

    path: str
    read: PartsRead
    parts: FileParts | None


def parts_of(outline: bytes, bodies: Iterable[tuple[str, bytes]]) -> FileParts:
    """The digests of a file's parts; functions of one name are one part."""
    by_name: dict[str, bytes] = {}
    for name, body in bodies:
        by_name[name] = by_name.get(name, b"") + body + b"\0"
    return FileParts(_digest(outline), {name: _digest(body) for name, body in by_name.items()})


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=12).hexdigest()
