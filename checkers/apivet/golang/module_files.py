"""Lines of ``go.mod`` and ``go.work``: which modules a build needs, and what it takes in their place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

_TOKEN: Final = re.compile(r'//.*|"(?:[^"\\]|\\.)*"|`[^`]*`|[()]|(?:(?!//)[^\s()"`])+')
_VERSION: Final = re.compile(r"(\d{1,4})\.(\d{1,4})")
#: The language of a module that does not name one.
_UNSAID: Final = (1, 16)
_LOCAL: Final = ("./", "../", ".\\", "..\\", "/")


class Directive(Struct, frozen=True):
    """A line of ``go.mod`` or ``go.work``: its verb and its words."""

    verb: str
    words: tuple[str, ...]


class Replacement(Struct, frozen=True):
    """A module that another one stands for: its path, the one version that this is about, if it is not about all, and
    the words that say what the build takes."""

    path: str
    version: str | None
    target: str

    @property
    def is_local(self) -> bool:
        """Whether the target is a directory, and not a module to download."""
        return self.target in (".", "..") or self.target.startswith(_LOCAL)


class ModuleFile(Struct, frozen=True):
    """One ``go.mod`` or ``go.work``, as far as it says where packages are found, and the version of the language."""

    module: str | None
    language: tuple[int, int]
    required: tuple[tuple[str, str], ...]
    replaced: tuple[Replacement, ...]
    used: tuple[str, ...]


def module_file(data: bytes) -> ModuleFile:
    """The statements of a file with these bytes; of several lines about one thing the last counts."""
    module, language, required, replaced, used = None, _UNSAID, [], [], []
    for each in directives(data):
        words = each.words
        if each.verb == "module" and words:
            module = words[0]
        elif each.verb == "go" and words and (version := _VERSION.match(words[0])):
            language = int(version[1]), int(version[2])
        elif each.verb == "require" and len(words) > 1:
            required.append((words[0], words[1]))
        elif each.verb == "use" and words:
            used.append(words[0])
        elif each.verb == "replace" and "=>" in words[:-1]:
            place = words.index("=>")
            replaced.append(Replacement(words[0], words[1] if place > 1 else None, words[place + 1]))
    return ModuleFile(module, language, tuple(required), tuple(replaced), tuple(used))


def directives(data: bytes) -> Iterator[Directive]:
    """The lines of a ``go.mod`` or ``go.work`` file, those of blocks too."""
    block = ""
    for line in data.decode("utf-8-sig", "replace").splitlines():
        words = [_plain(word) for word in _TOKEN.findall(line) if not word.startswith("//")]
        if not words:
            continue
        if block and words == [")"]:
            block = ""
        elif block:
            yield Directive(block, tuple(words))
        elif words[-1] == "(" and len(words) == 2:
            block = words[0]
        else:
            yield Directive(words[0], tuple(words[1:]))


def _plain(word: str) -> str:
    """A word without its quotes and what is escaped in them."""
    if word.startswith('"') and "\\" in word and word.isascii():
        try:
            return word[1:-1].encode("ascii").decode("unicode_escape")
        except UnicodeDecodeError:
            return word
    return word[1:-1] if word[0] in '"`' and len(word) > 1 else word
