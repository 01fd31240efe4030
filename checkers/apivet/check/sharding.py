"""Shares of a run: each judges a part of the files, and knows the facts of all."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from apivet.program.files import SourceFile


@dataclass(frozen=True, slots=True)
class Shard:
    """One of so many shares, which are numbered from 1."""

    number: int
    of: int

    def has(self, path: str) -> bool:
        """Whether a file, by its printed path, is in this share: in exactly one of all, on every machine."""
        digest = hashlib.sha256(path.encode("utf-8", "surrogatepass")).digest()
        return int.from_bytes(digest[:8], "big") % self.of == self.number - 1


def contents_of(before: str, files: Sequence[SourceFile], digests: Mapping[str, str]) -> str:
    """A hash of files and what is in them, and of a hash of others."""
    lines = [f"{file.path} {digests.get(file.absolute)}" for file in files]
    return hashlib.sha256("\0".join((before, *lines)).encode("utf-8", "surrogatepass")).hexdigest()
