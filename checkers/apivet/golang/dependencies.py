"""Dependencies: what was read while something was worked out, told for each answer apart.

What is kept for others is worked out once, for the first of those who need it; all of them rest on what was read for
it. So what is kept knows its dependencies, and whoever is given it depends on these.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Hashable, Iterator
from typing import Final, Generic, NamedTuple, TypeVar

from msgspec import Struct

#: The kinds of marks: a package that was asked for, a name that was looked for in one, and a list of its declarations;
#: the bodies of a file's functions of a name, all in which a word stands, or a name as a word of its own, and the whole
#: file.
PACKAGE, NAME, LIST, BODY = "package", "name", "list", "body"
WORD, MENTION, WHOLE = "word", "mention", "whole"

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Mark(NamedTuple):
    """A thing that was read: its kind, the import path of the package or the path of the file, and what there."""

    kind: str
    place: str
    what: str = ""


class Dependencies:
    """The ``marks`` of what was read directly, and the ``others`` that were asked for besides."""

    __slots__ = ("marks", "others")

    def __init__(self) -> None:
        self.marks: set[Mark] = set()
        self.others: set[Dependencies] = set()

    def all_marks(self) -> set[Mark]:
        """The marks of all that these lead to."""
        pending, seen, found = [self], {self}, set[Mark]()
        while pending:
            each = pending.pop()
            found |= each.marks
            new = each.others - seen
            seen |= new
            pending += new
        return found


class KeptValue(Struct, Generic[Value], frozen=True):
    """A value that is kept, with what it rests on."""

    value: Value
    rests_on: Dependencies


class Recorder:
    """The dependencies of what is being worked out, the innermost last."""

    def __init__(self) -> None:
        self._at_work: Final = [Dependencies()]

    def begin(self) -> None:
        """Start to collect for another answer."""
        self._at_work[0] = Dependencies()

    @property
    def of_answer(self) -> Dependencies:
        """The dependencies of the answer that is being worked out."""
        return self._at_work[0]

    def note(self, mark: Mark) -> None:
        """Note what is read."""
        self._at_work[-1].marks.add(mark)

    def rest_on(self, other: Dependencies) -> None:
        """Note that what is being worked out rests on all that something else does."""
        self._at_work[-1].others.add(other)

    def once(self, known: dict[Key, KeptValue[Value]], key: Key, work: Callable[[], Value]) -> Value:
        """The value that is ``known`` under a key, else what the ``work`` gives, which is kept."""
        kept = known.get(key)
        if kept is None:
            with self.recorded() as rests_on:
                kept = KeptValue(work(), rests_on)
            known[key] = kept
        else:
            self._at_work[-1].others.add(kept.rests_on)
        return kept.value

    def suppose(self, known: dict[Key, KeptValue[Value]], key: Key, value: Value) -> None:
        """Keep a value for those who ask for it while it is being worked out."""
        known[key] = KeptValue(value, self._at_work[-1])

    @contextlib.contextmanager
    def recorded(self) -> Iterator[Dependencies]:
        """The dependencies of what is done within. Whoever has it done rests on them, whatever comes of it."""
        with self.apart() as inner:
            self._at_work[-2].others.add(inner)
            yield inner

    @contextlib.contextmanager
    def apart(self) -> Iterator[Dependencies]:
        """The dependencies of what is done within, of which nobody else is told."""
        inner = Dependencies()
        self._at_work.append(inner)
        try:
            yield inner
        finally:
            self._at_work.pop()
