"""Build constraints: which files of a package belong to the one build that is judged."""

from __future__ import annotations

import re
from typing import Final

from apivet.golang.headers import lines_above

#: The system that the tree is judged for; other tags are off, but for those that the configuration names.
TAGS: Final = frozenset({"linux", "amd64", "unix", "cgo", "gc"})
# fmt: off
_SYSTEMS: Final = frozenset((
    "aix", "android", "darwin", "dragonfly", "freebsd", "hurd", "illumos", "ios", "js", "linux", "nacl",
    "netbsd", "openbsd", "plan9", "solaris", "wasip1", "windows", "zos",
))
# fmt: on
# fmt: off
_PROCESSORS: Final = frozenset((
    "386", "amd64", "amd64p32", "arm", "arm64", "arm64be", "armbe", "loong64", "mips", "mips64", "mips64le",
    "mips64p32", "mips64p32le", "mipsle", "ppc", "ppc64", "ppc64le", "riscv", "riscv64", "s390", "s390x",
    "sparc", "sparc64", "wasm",
))
# fmt: on
_CONSTRAINT: Final = re.compile(rb"//go:build[ \t]+(.*)")
_TOKEN: Final = re.compile(r"\s*(\(|\)|!|&&|\|\||[\w.]+)")
_GENERATED: Final = re.compile(rb"// Code generated .* DO NOT EDIT\.")


def is_generated(data: bytes) -> bool:
    """Whether a header says that a file is generated."""
    return b"DO NOT EDIT" in data and any(map(_GENERATED.fullmatch, lines_above(data)))


def is_built(name: str, data: bytes, tags: frozenset[str]) -> bool:
    """Whether a file belongs to the build, by its name and its ``//go:build`` line."""
    return is_built_by_name(name, tags) and is_built_by_line(data, tags)


def is_built_by_name(name: str, tags: frozenset[str]) -> bool:
    """Whether the endings of a file's name (``_linux``, ``_windows_arm64``) let it be built."""
    _, *parts = name.removesuffix(".go").split("_")
    if not parts:
        return True
    if len(parts) >= 2 and parts[-2] in _SYSTEMS and parts[-1] in _PROCESSORS:
        return parts[-2] in tags and parts[-1] in tags
    return parts[-1] not in _SYSTEMS | _PROCESSORS or parts[-1] in tags


def is_built_by_line(data: bytes, tags: frozenset[str]) -> bool:
    """Whether the ``//go:build`` line lets a file be built. One that can't be read keeps nothing out."""
    if b"//go:build" not in data:
        return True
    found = next(filter(None, map(_CONSTRAINT.fullmatch, lines_above(data))), None)
    return found is None or _Constraint(found[1].decode("utf-8", "replace"), tags).holds()


class _Constraint:
    """One constraint: words with ``!``, ``&&``, ``||`` and parentheses."""

    def __init__(self, text: str, tags: frozenset[str]) -> None:
        self._tokens = _TOKEN.findall(text.split("//", maxsplit=1)[0])
        self._tags = tags
        self._at = 0

    def holds(self) -> bool:
        try:
            return self._either()
        except (IndexError, RecursionError):
            return True

    def _next(self, token: str) -> bool:
        if self._at < len(self._tokens) and self._tokens[self._at] == token:
            self._at += 1
            return True
        return False

    def _either(self) -> bool:
        value = self._both()
        while self._next("||"):
            other = self._both()
            value = value or other
        return value

    def _both(self) -> bool:
        value = self._one()
        while self._next("&&"):
            other = self._one()
            value = value and other
        return value

    def _one(self) -> bool:
        if self._next("!"):
            return not self._one()
        if self._next("("):
            value = self._either()
            self._next(")")
            return value
        word = self._tokens[self._at]
        self._at += 1
        return word in self._tags or re.fullmatch(r"go1\.\d+", word) is not None
