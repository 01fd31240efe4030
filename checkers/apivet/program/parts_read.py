"""The parts of files that answers rest on, where a front end can tell them.

An answer rests on the declarations that were looked for, found or not, and on the bodies of the functions that were
looked into. It stays what it is while somebody changes another declaration, or adds one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct


class PartsRead(Struct, frozen=True):
    """The parts of a file that were read: the declarations of these ``names``, the ``bodies`` of functions of these,
    all in which one of these ``words`` stands, or is one of these names (``mentions``), and whole ``lists`` of
    declarations, by their kinds. Lines are ``shown`` of declarations with these digests, which may stand elsewhere.
    What is no declaration counts always; with ``is_whole`` all does."""

    names: tuple[str, ...] = ()
    bodies: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    mentions: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    is_whole: bool = False


class ShownLine(Struct, frozen=True):
    """A line of a file that an answer shows: its number, that on which the declaration around it begins, and the digest
    of that."""

    line: int
    start: int
    declaration: str


class FileRead(Struct, frozen=True):
    """The parts of a file at a path that an answer rests on, with their ``digest``, and the lines that it shows."""

    path: str
    read: PartsRead
    digest: str
    shown: tuple[ShownLine, ...] = ()


class FileDigests(Struct, frozen=True):
    """The digests of parts that were read of a file, ``None`` for those that can't be told apart from the rest, and the
    lines on which the declarations begin of which lines are shown, by their digests."""

    digests: list[str | None]
    starts: dict[str, int]


class FileParts(Struct, frozen=True):
    """The digests of a file's parts: those of the declarations and of the bodies of a name, where there are any, and
    that of the ``rest``. The names of ``lists`` are by their kinds."""

    rest: str
    head: Callable[[str], str | None]
    body: Callable[[str], str | None]
    lists: Mapping[str, Sequence[str]]

    def digest(self, read: PartsRead, heads: Iterable[str] = (), bodies: Iterable[str] = ()) -> str:
        """The digest of the parts that were read; words that were looked for stand in the declarations and in the
        bodies of these names. It tells what was looked for: where nothing was found, something may come."""
        told = (
            self.rest,
            [(name, self.head(name)) for name in (*read.names, *sorted(heads))],
            [(name, self.body(name)) for name in (*read.bodies, *sorted(bodies))],
            [(kind, [(name, self.head(name)) for name in self.lists.get(kind, ())]) for kind in read.lists],
            (read.words, read.mentions),
            read.shown,
        )
        return digest_of_part(repr(told).encode())


def digest_of_part(data: bytes) -> str:
    """The digest of a part of a file."""
    return hashlib.blake2b(data, digest_size=12).hexdigest()
