"""Probes for mappings: the entries that code asks for, and the keys of those that it comes across."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any, Final

from apivet.blackbox.objects.probes.base import Probe, compares, plain_of, reckoned


@compares
class MappingProbe(Probe, dict[Any, Any]):
    """A mapping that notes which entry it was asked for, and has a probe for each key. Its ``plain`` value has no probe
    in it."""

    alike = dict

    def holding(self, entries: dict[Any, Any]) -> MappingProbe:
        """The same with other values for its keys, which may have probes in them."""
        self.update(entries)
        return self

    def _ask(self, key: Any) -> None:
        """Note that the answer is another one with this entry, or without it."""
        asked, plain = plain_of(key), self.plain
        if asked in plain:
            self.comparisons.note(self, {each: item for each, item in plain.items() if each != asked})
        elif plain and type(asked) is type(first := next(iter(plain))):
            self.comparisons.note(self, {**plain, asked: plain[first]})

    def _key(self, key: Any) -> Any:
        """A key as a probe: another one would be in its place."""
        plain = self.plain
        if key not in plain:  # the hook's own
            return key
        return reckoned(
            self,
            plain_of(key),
            lambda wanted: {wanted if each == key else each: item for each, item in plain.items()},
        )

    def __contains__(self, key: Any) -> bool:
        self._ask(key)
        return super().__contains__(key)

    def __missing__(self, key: Any) -> Any:
        self._ask(key)
        raise KeyError(key)

    def get(self, key: Any, default: Any = None) -> Any:
        """The value of a key."""
        self._ask(key)
        return super().get(key, default)

    def pop(self, key: Any, *default: Any) -> Any:
        """The value of a key that goes."""
        self._ask(key)
        return super().pop(key, *default)

    def setdefault(self, key: Any, default: Any = None) -> Any:
        """The value of a key that is there afterwards."""
        self._ask(key)
        return super().setdefault(key, default)

    def __iter__(self) -> Iterator[Any]:
        return map(self._key, super().__iter__())

    def keys(self) -> Any:
        """The keys, as probes."""
        return dict.fromkeys(self).keys()

    def items(self) -> Any:
        """The entries, with probes for keys."""
        return {self._key(key): value for key, value in super().items()}.items()

    # Code may change its copies, and the mapping itself.

    def __copy__(self) -> Any:
        again = type(self)(super().items())
        again.__dict__.update(self.__dict__)
        return again

    def __deepcopy__(self, memo: Any) -> Any:
        return self.__copy__().holding({key: copy.deepcopy(value, memo) for key, value in super().items()})

    copy = __copy__


#: The class of these probes, by the type of their values.
MAPPINGS: Final[dict[type, type[Probe]]] = {dict: MappingProbe}
