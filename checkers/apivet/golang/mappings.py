"""Hub mappings of a project (contract section 6), as patterns of import paths."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from apivet.program.groups import Group, Rename, Served
from apivet.vocabulary import NAME, PLACEHOLDER, REST, VERSION, HubMapping

_MEANINGS: Final = {REST: ".+", VERSION: r"v[1-9]\d*(?:(?:alpha|beta)[1-9]\d*)?", NAME: ".+"}


class PathMapping:
    """A mapping whose patterns are import paths; ``names`` lists what lies in the directory of an import path."""

    def __init__(self, mapping: HubMapping, names: Callable[[str], Iterable[str]]) -> None:
        self.mapping = mapping
        self.hub = _pattern(mapping.hub)
        self.served = _pattern(mapping.served)
        self._names = names

    def group(self, path: str, rank: Callable[[str], tuple[int, int, int]]) -> Group | None:
        """The group that a package is part of by this mapping."""
        found = self.hub.fullmatch(path) or self.served.fullmatch(path)
        if found is None:
            return None
        rest = found.groupdict().get(REST, "")
        hub = _filled(self.mapping.hub, rest)
        served = sorted(
            self._served(rest), key=lambda each: (each.version != self.mapping.preferred, rank(each.version))
        )
        if not served or path not in (hub, *(each.module for each in served)):
            return None
        renames = tuple(Rename(here, there) for here, there in self.mapping.types)
        return Group(rest or hub, hub, tuple(served), renames)

    def _served(self, rest: str) -> Iterator[Served]:
        path = _filled(self.mapping.served, rest)
        before, placeholder, after = path.partition(f"{{{VERSION}}}")
        if not placeholder:
            yield Served(path, path.rpartition("/")[2])
            return
        above, _, start = before.rpartition("/")
        for name in self._names(above):
            version = name.removeprefix(start)
            if name.startswith(start) and re.fullmatch(_MEANINGS[VERSION], version):
                yield Served(f"{before}{version}{after}", version)


def _pattern(text: str) -> re.Pattern[str]:
    """A pattern of import paths as a regular expression; a name that comes again stands for the same text."""
    parts = PLACEHOLDER.split(text)
    known: set[str] = set()
    written = ""
    for number, part in enumerate(parts):
        if number % 2 == 0:
            written += re.escape(part)
        else:
            written += f"(?P={part})" if part in known else f"(?P<{part}>{_MEANINGS.get(part, '.+')})"
            known.add(part)
    return re.compile(written)


def _filled(text: str, rest: str) -> str:
    return text.replace(f"{{{REST}}}", rest)
