"""Probes for lists: what they are compared with whole, and each of their elements and slices."""

from __future__ import annotations

import copy
import operator
from collections.abc import Iterator
from typing import Any, Final

from apivet.blackbox.objects.probes.base import Probe, compares, plain_of, reckoned, spliced
from apivet.blackbox.objects.resizing import resized


@compares
class ListProbe(Probe, list[Any]):
    """A list that notes what it is compared with, and what is looked for in it. Its ``plain`` value has no probe in
    it."""

    alike = list

    def holding(self, items: list[Any]) -> ListProbe:
        """The same with other elements, which may have probes in them."""
        self[:] = items
        return self

    def _element(self, index: int) -> Any:
        """An element as a probe: another one would be in its place."""
        item = list.__getitem__(self, index)
        if isinstance(item, Probe) or not 0 <= index < len(self.plain):
            return item
        return reckoned(self, item, lambda wanted: spliced(self.plain, index, wanted))

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            sliced = reckoned(self, self.plain[key], lambda wanted: spliced(self.plain, key, wanted))
            return sliced.holding(list.__getitem__(self, key))
        index, size = operator.index(key), list.__len__(self)
        if not -size <= index < size:
            self.comparisons.note(self, resized(self.plain, index + 1 if index >= 0 else -index))
        return self._element(index % size if -size <= index < size else index)

    def __iter__(self) -> Iterator[Any]:
        yield from map(self._element, range(list.__len__(self)))
        # Code that has come to the end may ask for more than there are.
        self.comparisons.note(self, resized(self.plain, len(self.plain) + 1))

    def __contains__(self, item: Any) -> bool:
        plain, wanted = self.plain, plain_of(item)
        if wanted in plain:
            self.comparisons.note(self, [each for each in plain if each != wanted])
        elif plain and type(wanted) is type(plain[0]):
            self.comparisons.note(self, [*plain, wanted])
        return list.__contains__(self, item)

    def count(self, item: Any) -> Any:
        """How often an element is in the list."""
        others, wanted_one = [each for each in self.plain if each != plain_of(item)], plain_of(item)
        return reckoned(self, list.count(self, item), lambda wanted: [*others, *[wanted_one] * wanted])

    # Code may change its copies, and the list itself.

    def __copy__(self) -> Any:
        again = type(self)(list.__iter__(self))
        again.__dict__.update(self.__dict__)
        return again

    def __deepcopy__(self, memo: Any) -> Any:
        return self.__copy__().holding([copy.deepcopy(item, memo) for item in list.__iter__(self)])

    copy = __copy__


#: The class of these probes, by the type of their values.
LISTS: Final[dict[type, type[Probe]]] = {list: ListProbe}
