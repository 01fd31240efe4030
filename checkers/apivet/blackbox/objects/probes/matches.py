"""Patterns that keep the probes which they are matched with: each group of a match is a piece of the text."""

from __future__ import annotations

import re
from typing import Any

from apivet.blackbox.objects.matching import texts_matching
from apivet.blackbox.objects.probes.base import plain_of
from apivet.blackbox.objects.probes.texts import TextProbe, piece_of


class PatternProbe:
    """A compiled pattern whose matches have probes for groups. It passes for any other one: code may keep it."""

    def __init__(self, pattern: re.Pattern[Any]) -> None:
        self._pattern = pattern

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        return re.Pattern

    def __reduce__(self) -> Any:
        return re.compile, (self._pattern.pattern, self._pattern.flags)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._pattern, name)

    def match(self, string: Any, *between: int) -> Any:
        """A match at the start of a text."""
        return self._found(self._pattern.match(plain_of(string), *between), string)

    def fullmatch(self, string: Any, *between: int) -> Any:
        """A match of all of a text."""
        return self._found(self._pattern.fullmatch(plain_of(string), *between), string)

    def search(self, string: Any, *between: int) -> Any:
        """The first match in a text."""
        return self._found(self._pattern.search(plain_of(string), *between), string)

    def _found(self, found: re.Match[Any] | None, text: Any) -> Any:
        if not isinstance(text, TextProbe):
            return found
        if found is not None:
            return _MatchProbe(found, text)
        for example in texts_matching(self._pattern):
            text.comparisons.note(text, example)
        return None


class _MatchProbe:
    """A match in a probe."""

    def __init__(self, found: re.Match[Any], text: Any) -> None:
        self._found = found
        self._text = text

    def __getattr__(self, name: str) -> Any:
        return getattr(self._found, name)

    def __getitem__(self, name: Any) -> Any:
        start, end = self._found.span(name)
        return None if start < 0 else piece_of(self._text, start, end)

    def group(self, *names: Any) -> Any:
        """The texts of some groups; of the whole match where none is named."""
        return self[names[0] if names else 0] if len(names) <= 1 else tuple(map(self.__getitem__, names))

    def groups(self, default: Any = None) -> tuple[Any, ...]:
        """The texts of all groups in order."""
        return tuple(default if self[each] is None else self[each] for each in range(1, self._found.re.groups + 1))

    def groupdict(self, default: Any = None) -> dict[str, Any]:
        """The texts of the groups that have names."""
        return {name: default if self[name] is None else self[name] for name in self._found.re.groupindex}
