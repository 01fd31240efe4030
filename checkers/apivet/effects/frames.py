"""Frames of calls, the loops and handlers in them, and the log of how they are left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct, field

from apivet.effects.cells import Entry
from apivet.effects.diagrams import Diagram, leaves
from apivet.effects.values import VARIABLES, Computed, Unseen
from apivet.program.failures import Failures
from apivet.program.syntax import Function
from apivet.verdicts import Location

#: Something done with an element, and the key under which it is one.
Act = Callable[[Diagram, str], None]
Follow = Callable[[Act], Diagram]


class ElementSource(Struct):
    """The source of an iterator's elements; ``left`` is the guard under which nobody asked yet, ``rest`` are those left
    where only some were taken; a quiet one changes nothing."""

    make: Callable[[], Diagram]
    left: Diagram
    is_quiet: bool
    rest: list[Entry] | None = None
    #: Runs the code that makes the elements, and for each does something before it goes on to the next.
    follow: Follow | None = None
    #: Values that the code that makes the elements can read and change.
    holds: Callable[[], list[Diagram]] = list
    #: In which order they come, where that is not the one in which they were given.
    order: Diagram | None = None


def found_among_variables(given: Iterable[Diagram]) -> bool:
    """Whether one of these values was found among the variables of calls, as frames tell them."""
    seen: set[object] = set()
    pending = [leaf.value for value in given for leaf in leaves(value)]
    while pending:
        value = pending.pop()
        if isinstance(value, Unseen) and value.reason == VARIABLES:
            return True
        if isinstance(value, (Unseen, Computed)) and value not in seen:
            seen.add(value)
            pending += [leaf.value for part in value.operands for leaf in leaves(part)]
    return False


class Recursion(Struct):
    """The functions that were ``met`` where they were running already, or where it became too much, and the ``costly``
    ones, for which it was too much before: they are followed no further than needed."""

    met: set[Function] = field(default_factory=set)
    costly: frozenset[Function] = frozenset()


class LoopFrame(Struct):
    """The ways in which rounds of the innermost loop ended."""

    broken: Diagram
    continued: Diagram
    #: The key of the element that the round is about, and the number of objects that were there before it.
    key: str = ""
    cells: int = 0


class CallFrame(Struct):
    """One call: its variables, and under which guards it returned what."""

    number: int
    function: Function | None
    module: str
    parent: int | None
    returned: Diagram
    value: Diagram
    variables: dict[str, Diagram] = field(default_factory=dict)
    loops: list[LoopFrame] = field(default_factory=list)
    #: The guards under which blocks were left, by label.
    left: dict[str, Diagram] = field(default_factory=dict)
    outer: set[str] = field(default_factory=set)
    #: Names of ``outer`` that are the module's, whatever the functions around it have under the name.
    of_module: set[str] = field(default_factory=set)
    yielded: list[Entry] = field(default_factory=list)
    #: In which order they come, where that is not the one in which they were given.
    order: Diagram | None = None
    receiver: Diagram | None = None
    #: Whether some way out was found: where there is no other, the value is that of the first one.
    has_result: bool = False
    #: Whether it is a class body that runs.
    is_class: bool = False
    #: The act that runs where a generator yields, if it is followed around a ``with`` block.
    resume: Act | None = None

    def is_comprehension(self, frames: Sequence[CallFrame]) -> bool:
        """Whether it is, among all these, that of a comprehension: around it is the frame of the same function."""
        return self.parent is not None and frames[self.parent].function is self.function

    @property
    def seen_inside(self) -> int | None:
        """The number of the frame whose variables functions and comprehensions inside see: never those of a class."""
        return self.parent if self.is_class else self.number


class Raised(Struct, frozen=True):
    """Something that was raised: the guard, the failures that it can be, and the values that it holds."""

    guard: Diagram
    failures: Failures
    held: tuple[Diagram, ...] = ()


class Catcher(Struct):
    """The exceptions raised inside a ``try`` of a frame."""

    frame: int
    caught: list[Raised] = field(default_factory=list)


class Branch(Struct, frozen=True):
    """A decision in the source: the guard before it, and the guard of its ``then`` side. ``sites`` are the calls that
    lead there, outermost first."""

    guard: Diagram
    test: Diagram
    location: Location
    sites: tuple[Location, ...] = ()


class Exit(Struct, frozen=True):
    """A ``return`` or a ``raise`` of the hook itself or of a helper; ``raised`` names the exception. ``sites`` are the
    calls that lead there, that of the hook first."""

    guard: Diagram
    location: Location
    sites: tuple[Location, ...]
    raised: str | None = None


class Arguments(Struct, frozen=True):
    """The arguments of a call; ``unknown`` are spread values whose parts are not known."""

    positional: tuple[Diagram, ...] = ()
    named: tuple[tuple[str, Diagram], ...] = ()
    unknown: tuple[Diagram, ...] = ()

    @property
    def values(self) -> tuple[Diagram, ...]:
        """All arguments' values."""
        return (*self.positional, *(value for _, value in self.named), *self.unknown)

    def named_value(self, name: str) -> Diagram | None:
        """The argument given under that name."""
        return dict(self.named).get(name)

    def at(self, index: int) -> Diagram | None:
        """The positional argument of that index."""
        return self.positional[index] if index < len(self.positional) else None
