"""Shares of a run: each judges a part of the files, or tries a part of the strategies, and knows the facts of all."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from apivet.config import Config
from apivet.documents import read_file
from apivet.program.files import SourceFile


class Shard(Struct, frozen=True):
    """One of so many shares, which are numbered from 1."""

    number: int
    of: int

    def has(self, path: str) -> bool:
        """Whether a file, by its printed path, is in this share: in exactly one of all, on every machine."""
        digest = hashlib.sha256(path.encode("utf-8", "surrogatepass")).digest()
        return int.from_bytes(digest[:8], "big") % self.of == self.number - 1


class Dealer(Struct):
    """Names of things to try, dealt to the shares in turn, so that each has as many as the others; all of them are ours
    without a share."""

    shard: Shard | None
    _dealt: dict[str, bool] = field(default_factory=dict)

    def has(self, name: str) -> bool:
        """Whether a thing is dealt to this share: names that are asked for in the same order are, on every machine."""
        turn = len(self._dealt)
        return self._dealt.setdefault(name, self.shard is None or turn % self.shard.of == self.shard.number - 1)


def contents_of(before: str, config: Config, files: Sequence[SourceFile], digests: Mapping[str, str]) -> str:
    """A hash of a configuration, of files and what is in them, and of a hash of others."""
    try:
        told = read_file(config.file) if config.file is not None else b""
    except OSError:
        told = b""
    lines = [hashlib.sha256(told).hexdigest(), *(f"{file.path} {digests.get(file.absolute)}" for file in files)]
    return hashlib.sha256("\0".join((before, *lines)).encode("utf-8", "surrogatepass")).hexdigest()
