"""The patterns of ``[[tool.apivet.hub]]`` over dotted names: what they match, and which modules they lead to."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from apivet.program.groups import Rename
from apivet.python.files.layout import PACKAGE_FILES, SOURCES, Layout
from apivet.vocabulary import PLACEHOLDER, REST, VERSION, HubMapping

VERSION_TEXT: Final = r"v\d+(?:(?:alpha|beta)\d+)?"

_PLACEHOLDERS: Final = {REST: r"(?P<rest>\w+(?:\.\w+)*)", VERSION: rf"(?P<version>{VERSION_TEXT})"}
_VERSION_AT_END: Final = re.compile(rf"(?:^|.*_)({VERSION_TEXT})")
_VERSION_AT_START: Final = re.compile(rf"({VERSION_TEXT})_.*")
_RANKED: Final = re.compile(r"v(\d+)(?:(alpha|beta)(\d+))?")
#: Stable versions go before betas, and betas before alphas.
_STAGES: Final = {None: 0, "beta": 1, "alpha": 2}


def version_rank(version: str) -> tuple[int, int, int]:
    """Sorts versions, the preferred first (contract section 6); what is no version comes last."""
    read = _RANKED.fullmatch(version)
    return (3, 0, 0) if read is None else (_STAGES[read[2]], -int(read[1]), -int(read[3] or 0))


def version_within(dotted: str) -> str:
    """The version that a module's name tells, at the end of one of its parts or before an underscore, the last of
    them where there are several; else the module's own name."""
    parts = dotted.split(".")
    for part in reversed(parts):
        found = _VERSION_AT_END.fullmatch(part) or _VERSION_AT_START.fullmatch(part)
        if found is not None:
            return found[1]
    return parts[-1]


class Meaning(Struct, frozen=True):
    """The values of a pattern's placeholders; empty where it has none."""

    rest: str
    version: str


class PatternMatch(Struct, frozen=True):
    """A module that a pattern leads to, with the version in its name, where the pattern has one."""

    path: str
    version: str


class Pattern:
    """Dotted names with placeholders."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._expression = _expression(text)

    def match(self, dotted: str) -> Meaning | None:
        """The values of the placeholders in a dotted name, or ``None`` where the pattern does not fit it."""
        found = self._expression.fullmatch(dotted)
        if found is None:
            return None
        groups = found.groupdict()
        return Meaning(groups.get(REST, ""), groups.get(VERSION, ""))

    def find(self, layout: Layout, bases: Sequence[str], rest: str, version: str = "") -> list[str]:
        """The module that the pattern means, below the first of these directories that has it."""
        text = self.text.replace(f"{{{REST}}}", rest)
        return [found.path for found in _expanded(layout, bases, text.replace(f"{{{VERSION}}}", version))]

    def expand(self, layout: Layout, bases: Sequence[str], rest: str) -> list[PatternMatch]:
        """The modules of all versions, below the first of these directories that has any."""
        return _expanded(layout, bases, self.text.replace(f"{{{REST}}}", rest))


class HubPattern:
    """One entry of the configuration, ready for use."""

    def __init__(self, source: HubMapping) -> None:
        self.source = source
        self.hub = Pattern(source.hub)
        self.served = Pattern(source.served)
        self.storage = Pattern(source.storage) if source.storage else None
        self.tells_versions = self.storage is not None or f"{{{VERSION}}}" in source.served
        self.renames = tuple(Rename(hub, served) for hub, served in source.types)

    def rests_of_served(self, dotted: str) -> list[str]:
        """Possible values of ``{rest}`` where this is a served module, or the one of its storage types."""
        patterns = (self.served,) if self.storage is None else (self.served, self.storage)
        found = (pattern.match(dotted) for pattern in patterns)
        return list(dict.fromkeys(meaning.rest for meaning in found if meaning is not None))


def _expression(text: str) -> re.Pattern[str]:
    pieces = PLACEHOLDER.split(text)
    return re.compile(
        "".join(_PLACEHOLDERS[piece] if odd % 2 else re.escape(piece) for odd, piece in enumerate(pieces))
    )


def _expanded(layout: Layout, bases: Sequence[str], text: str) -> list[PatternMatch]:
    parts = text.split(".")
    plain = next((index for index, part in enumerate(parts) if "{" in part), len(parts))
    for base in bases:
        found = list(_below(layout, base, parts, plain, ""))
        if found:
            return found
    return []


def _below(layout: Layout, directory: str, parts: Sequence[str], plain: int, version: str) -> Iterator[PatternMatch]:
    """The modules below a directory whose names are these, of which so many are ``plain`` and the next one, where
    there is one, has a ``{version}`` in it."""
    if plain == len(parts):
        path = layout.find_below(directory, list(parts))
        if path is not None and path.endswith(SOURCES):
            yield PatternMatch(path, version)
        return
    if plain:
        package = layout.find_below(directory, list(parts[:plain]))
        if package is None or (package.endswith(SOURCES) and os.path.basename(package) not in PACKAGE_FILES):
            return
        directory = os.path.dirname(package) if package.endswith(SOURCES) else package
    expression = _expression(parts[plain])
    for name in _names_in(layout, directory):
        match = expression.fullmatch(name)
        if match is not None:
            rest = (name, *parts[plain + 1 :])
            yield from _below(layout, directory, rest, len(rest), match[VERSION])


def _names_in(layout: Layout, directory: str) -> list[str]:
    listing = layout.files.listing(directory)
    modules = {os.path.splitext(name)[0] for name in listing.files if name.endswith(SOURCES)}
    return sorted(modules | listing.directories)
