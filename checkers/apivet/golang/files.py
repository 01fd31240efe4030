"""Files and directories, as the front end asks for them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final, Protocol

from apivet.program.files import bytes_at

#: The beginning of what is said of a file in which something can't be parsed.
SYNTAX_ERROR: Final = "syntax error"


class Files(Protocol):
    """The files of a tree. Paths are absolute."""

    def read(self, path: str) -> bytes | None:
        """The bytes of a file; ``None`` where it can't be read."""

    def names(self, directory: str) -> tuple[str, ...]:
        """The names of the files and directories in a directory, sorted; nothing where there is no such directory."""

    def real(self, path: str) -> str:
        """The path without links."""


class Overlaid:
    """Files with an editor's texts laid over them."""

    def __init__(self, below: Files, texts: Mapping[str, bytes]) -> None:
        self._below = below
        self.texts = texts

    def read(self, path: str) -> bytes | None:
        text = self.texts.get(path)
        return self._below.read(path) if text is None else text

    def names(self, directory: str) -> tuple[str, ...]:
        if not self.texts:
            return self._below.names(directory)
        typed = (os.path.basename(path) for path in self.texts if os.path.dirname(path) == directory)
        return tuple(sorted({*self._below.names(directory), *typed}))

    def real(self, path: str) -> str:
        return self._below.real(path)


class Disk:
    """Files as they lie on the disk."""

    def __init__(self) -> None:
        self._names: dict[str, tuple[str, ...]] = {}
        self._real: dict[str, str] = {}

    def read(self, path: str) -> bytes | None:
        return bytes_at(path)

    def names(self, directory: str) -> tuple[str, ...]:
        if directory not in self._names:
            try:
                self._names[directory] = tuple(sorted(os.listdir(directory)))
            except OSError:
                self._names[directory] = ()
        return self._names[directory]

    def real(self, path: str) -> str:
        if path not in self._real:
            directory, name = os.path.split(path)
            is_plain = name not in ("", ".", "..") and directory != path and not os.path.islink(path)
            self._real[path] = os.path.join(self.real(directory), name) if is_plain else os.path.realpath(path)
        return self._real[path]
