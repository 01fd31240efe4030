"""Iterators: what makes their elements runs when these are asked for, each once, and never where nobody asks.

A :class:`~apivet.effects.values.Stream` stands for the iterator; what is left of it is kept by the machine, under the
guard where nobody has asked yet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import product
from typing import Any, TypeVar

from apivet.effects import elements, iteration, opaque, ordering, questions, representatives
from apivet.effects.captured import all_held, captured
from apivet.effects.carried import Carried
from apivet.effects.cells import Entry
from apivet.effects.changes import Watch
from apivet.effects.diagrams import Diagram, leaves
from apivet.effects.frames import Act, Arguments, ElementSource, Follow
from apivet.effects.scopes import parts_of
from apivet.effects.state import Machine
from apivet.effects.values import FALSE, SEQUENCE, TRUE, Constant, Routine, Stream
from apivet.program import syntax
from apivet.program.walking import walk
from apivet.verdicts import Location

_Result = TypeVar("_Result")


def stream(
    machine: Machine,
    read: Sequence[Diagram],
    make: Callable[[], Diagram],
    follow: Follow | None = None,
    holds: Callable[[], list[Diagram]] = list,
    *,
    is_quiet: bool = False,
) -> Diagram:
    """An iterator that may ``read`` these values. ``make`` runs what makes its elements, and gives a container of them;
    ``follow`` runs it one by one; ``holds`` tells what it can read and change. A quiet one changes nothing."""
    settled = tuple(machine.heap.settle(value) for value in read)
    made = Stream(len(machine.sources), settled)
    machine.sources.append(ElementSource(make, machine.diagrams.true, is_quiet, None, follow, holds))
    return machine.diagrams.leaf(made)


def go_through(machine: Machine, value: Diagram, location: Location, act: Act) -> Diagram:
    """Do something for each element of a value. What makes those of an iterator goes on after each. Gives what a
    generator returns."""
    returned: Diagram = machine.none
    left = machine.diagrams.false
    for where, leaf in machine.diagrams.cases(value, machine.guard):
        machine.guard = where
        follow = followed(machine, leaf)
        if follow is not None:
            returned = machine.diagrams.choose(where, follow(act), returned)
        else:
            _for_each(machine, leaf, location, act)
        left = machine.diagrams.either(left, machine.guard)
    machine.guard = left
    return returned


def followed(machine: Machine, leaf: Any) -> Follow | None:
    """The runner of an iterator from its beginning, where nobody has asked it yet; nothing is left of it then."""
    source = machine.sources[leaf.number] if isinstance(leaf, Stream) else None
    if source is None or source.follow is None:
        return None
    if machine.diagrams.both(machine.guard, machine.diagrams.negate(source.left)) is not machine.diagrams.false:
        return None
    source.left = machine.diagrams.both(source.left, machine.diagrams.negate(machine.guard))
    return source.follow


def _for_each(machine: Machine, leaf: Any, location: Location, act: Act) -> None:
    found = iteration.rounds(machine, leaf, location)
    order = ordering.order_of(machine, machine.diagrams.leaf(leaf))
    machine.orders += [] if order is None else [order]
    for entry in Carried(machine).and_more(found, location):
        entered = machine.guard
        machine.guard = there = machine.diagrams.both(entered, entry.present)
        if machine.alive:
            act(entry.value, entry.key)
        skipped = machine.diagrams.negate(entry.present)
        machine.guard = machine.diagrams.joined(entered, there, machine.guard, skipped)
    del machine.orders[len(machine.orders) - (order is not None) :]


def hold_too(machine: Machine, leaf: Stream, given: Sequence[Diagram]) -> None:
    """Have the code behind an iterator hold these values from now on: it was sent them."""
    source = machine.sources[leaf.number]
    before = source.holds
    source.holds = lambda: [*before(), *given]


def outside(machine: Machine, act: Act) -> Act:
    """Something that is done where an iterator is asked, while the iterator itself stands still: neither its frames nor
    its handlers are there."""
    frames, sites, catchers = len(machine.stack), len(machine.heap.sites), len(machine.catchers)

    def one(value: Diagram, key: str) -> None:
        inner = machine.stack[frames:], machine.heap.sites[sites:], machine.catchers[catchers:]
        del machine.stack[frames:], machine.heap.sites[sites:], machine.catchers[catchers:]
        act(value, key)
        machine.stack += inner[0]
        machine.heap.sites += inner[1]
        machine.catchers += inner[2]

    return one


def gathered(machine: Machine, value: Diagram, location: Location) -> Diagram:
    """A value, or all elements of it where it is an iterator."""

    def one(leaf: Any) -> Diagram:
        if not isinstance(leaf, Stream):
            return machine.diagrams.leaf(leaf)
        made = machine.heap.container(SEQUENCE, iteration.rounds(machine, leaf, location))
        ordering.mark_order(machine, made, ordering.order_of(machine, machine.diagrams.leaf(leaf)))
        return machine.diagrams.leaf(made)

    return machine.each(value, one) if questions.is_iterator(machine, value) else value


def consumed(machine: Machine, arguments: Arguments, location: Location) -> Arguments:
    """Arguments with all elements in the place of an iterator."""
    if not any(questions.is_iterator(machine, value) for value in arguments.values):
        return arguments
    positional = tuple(gathered(machine, value, location) for value in arguments.positional)
    named = tuple((name, gathered(machine, value, location)) for name, value in arguments.named)
    return Arguments(positional, named, tuple(gathered(machine, value, location) for value in arguments.unknown))


def are_quiet(machine: Machine, values: Sequence[Diagram]) -> bool:
    """Whether asking iterators among these values changes nothing."""
    held = [leaf for value in values for _, leaf in machine.diagrams.cases(value, machine.guard)]
    return all(machine.sources[leaf.number].is_quiet for leaf in held if isinstance(leaf, Stream))


class Ends:
    """The exceptions of iterators that are asked for one element more than they have, while somebody asks who may stop
    before that."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._before, machine.ends = machine.ends, []
        self._found: list[tuple[Diagram, str]] = []

    def asked(self) -> None:
        """The elements were asked for."""
        self._found, self._machine.ends = self._machine.ends or [], self._before

    def reached(self, where: Diagram) -> None:
        """Note that the code that asks did not stop before the end where that guard holds."""
        for raises, exception in self._found:
            self._machine.refuse(self._machine.diagrams.both(where, raises), exception)


def end_badly(machine: Machine, where: Diagram, exception: str) -> None:
    """An iterator raises at its end where that guard holds."""
    if machine.ends is None:
        machine.refuse(where, exception)
    else:
        machine.ends.append((where, exception))


def asked_in_part(machine: Machine, value: Diagram, location: Location, ask: Callable[[], _Result]) -> _Result:
    """Ask an iterator for elements, nobody knows how many: what makes the later ones may not run."""
    if are_quiet(machine, (value,)):
        return ask()
    return perhaps(machine, "how many elements are asked for", location, ask, in_part=True)


def some_of(machine: Machine, value: Diagram, location: Location, ends: Ends | None = None) -> list[Entry]:
    """The elements of a value of which only some are asked for; nobody knows what is left of an iterator then."""
    entered, runs, ends = machine.guard, not are_quiet(machine, (value,)), ends or Ends(machine)
    found = _one_by_one(machine, value, location) if runs else None
    if found is None:
        found = asked_in_part(machine, value, location, partial(iteration.all_rounds, machine, value, location))
        if found and runs:
            machine.guard = entered  # what makes it stands still where it gave one, whether it ever ends or not
    ends.asked()
    for _, leaf in machine.diagrams.cases(value, machine.guard):
        leave_rest(machine, leaf, location)
    return found


def _one_by_one(machine: Machine, value: Diagram, location: Location) -> list[Entry] | None:
    """The elements of iterators that are asked for one after the other, as they are where all of them are: behind each,
    nobody knows whether the next one is. ``None`` where the code that makes them can't be stopped."""
    sources = [machine.sources[leaf.value.number] for leaf in leaves(value) if isinstance(leaf.value, Stream)]
    diagrams, found = machine.diagrams, list[Entry]()
    if len(sources) < len([*leaves(value)]) or any(
        each.follow is None or _runs_others(machine, each) for each in sources
    ):
        return None
    stopped: Diagram = diagrams.false
    asked: Diagram = diagrams.true

    def ask() -> None:
        nonlocal stopped, asked
        goes_on = questions.truth(machine, machine.unseen("whether the next element is asked for", location))
        stopped = diagrams.either(stopped, diagrams.both(machine.guard, diagrams.negate(goes_on)))
        machine.guard, asked = diagrams.both(machine.guard, goes_on), diagrams.both(asked, goes_on)

    def act(element: Diagram, key: str) -> None:
        present, value = (diagrams.assuming(each, asked) for each in (machine.guard, element))
        found.append(Entry(key, present, value))
        for source, order in product(sources, machine.orders[-1:]):
            source.order = order
        ask()

    ask()
    go_through(machine, value, location, act)
    machine.guard = diagrams.either(machine.guard, stopped)
    return found


def _runs_others(machine: Machine, source: ElementSource) -> bool:
    """Whether an iterator asks another one that runs code: that is run at once, not one by one."""
    held = [leaf.value for value in source.holds() for leaf in leaves(value)]
    return any(isinstance(each, Stream) and not machine.sources[each.number].is_quiet for each in held)


def is_mentioned(machine: Machine, leaf: Any, code: object) -> bool:
    """Whether code that runs while an iterator is gone through may ask it, too."""
    if not isinstance(leaf, Stream):
        return False
    names = dict.fromkeys(part.name for part in walk(code) if isinstance(part, syntax.Name))
    held = (machine.variable(name) for name in names)
    return any(each.value == leaf for value in held if value is not None for each in leaves(value))


def asked_apart(
    machine: Machine, leaf: Any, code: object, location: Location, ask: Callable[[], list[Entry]]
) -> list[Entry]:
    """The elements that code is run for. Where it may ask the iterator itself, nobody knows which these are."""
    if not is_mentioned(machine, leaf, code):
        return ask()
    leave_rest(machine, leaf, location)
    found = ask()
    leave_rest(machine, leaf, location)
    return found


def leave_rest(machine: Machine, leaf: Any, location: Location) -> None:
    """Nobody knows what is left of an iterator that was asked in part, and of those that it asks."""
    left: set[Any] = set()
    pending = [leaf]
    while pending:
        each = pending.pop()
        if isinstance(each, Stream) and each not in left:
            left.add(each)
            held = (*all_held(machine, machine.sources[each.number]), *each.operands)
            _leave_rest(machine, each, location)
            pending += [inner.value for value in held for inner in leaves(value)]


def _leave_rest(machine: Machine, leaf: Stream, location: Location) -> None:
    """An iterator that runs code goes on with what there is when it is asked again; one with last words says them where
    nobody holds it any more."""
    source = machine.sources[leaf.number]
    left = all_held(machine, source)
    if not source.is_quiet and has_last_words(left):
        held = opaque.holding(machine, "what a generator holds that is left early", location, left)
        machine.awaiting_the_end += [*left, held]
    asked = machine.diagrams.choose(machine.guard, machine.diagrams.leaf(TRUE), machine.diagrams.leaf(FALSE))

    def make() -> Diagram:
        held = (*all_held(machine, source), *leaf.operands, asked)
        rest = opaque.holding(machine, "what is left of an iterator", location, held)
        if source.is_quiet:
            return rest
        return machine.lose([rest, *held, *captured(machine, held)], "the rest of an iterator runs", location)

    machine.sources[leaf.number] = ElementSource(
        make, machine.diagrams.true, source.is_quiet, None, None, source.holds, source.order
    )


def has_last_words(held: Iterable[Diagram]) -> bool:
    """Whether a generator function is among these values that does something however it is left."""
    return any(
        isinstance(part, (syntax.With, syntax.Try))
        for value in held
        for leaf in leaves(value)
        if isinstance(leaf.value, Routine) and leaf.value.function.is_generator
        for part in parts_of(leaf.value.function.body)
    )


def first_of(machine: Machine, value: Diagram, location: Location) -> list[Entry]:
    """The elements of a value of which the first is taken from an iterator."""
    entered = machine.guard
    known = [leaf for _, leaf in machine.diagrams.cases(value, entered) if isinstance(leaf, Stream)]
    left = machine.sources[known[0].number].left if len(known) == 1 else machine.diagrams.false
    found = some_of(machine, value, location)
    chosen = elements.choose_entries(machine, found, Constant.of(0))
    if ordering.order_of(machine, value) is not None:
        first = opaque.holding(
            machine, "the first of other elements", location, (value, *(entry.value for entry in found))
        )
        return [Entry(entry.key, entry.present, first) for entry in found]
    if chosen is not None and len(known) == 1 and left is entered and machine.sources[known[0].number].is_quiet:
        absent = machine.diagrams.negate
        rest = [Entry(e.key, machine.diagrams.both(e.present, absent(where)), e.value) for where, e in chosen]
        source = machine.sources[known[0].number]
        source.rest, source.left = representatives.with_others(machine, found, rest), left
    return found


def perhaps(
    machine: Machine, reason: str, location: Location, act: Callable[[], _Result], *, in_part: bool = False
) -> _Result:
    """Do something of which nobody knows whether, or how far (``in_part``), it is done: what it changes may be as it
    was."""
    watch = Watch(machine.heap)
    result = act()
    if watch.end():

        def unknown() -> Diagram:
            return questions.truth(machine, machine.unseen(reason, location))

        watch.mix(unknown(), unknown if in_part else None)
    return result
