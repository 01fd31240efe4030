"""Loops: a round for each element that may be there, a few rounds where that is not known."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from apivet.effects import accepting, counting, elements, iteration, ordering, questions
from apivet.effects.assignment_targets import assign
from apivet.effects.captured import all_held, captured
from apivet.effects.carried import (
    Carried,
    Variable,
    Variables,
    blur,
    lose_stored,
    set_since,
    stored_since,
    variables_now,
)
from apivet.effects.cells import Entry
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.frames import Arguments, Follow, LoopFrame
from apivet.effects.last_rounds import LastRounds
from apivet.effects.limits import COUNTED_ROUNDS, ROUNDS
from apivet.effects.reading import read_by
from apivet.effects.scopes import assigned_in, parts_of
from apivet.effects.state import Machine
from apivet.effects.streams import (
    Ends,
    asked_apart,
    asked_in_part,
    followed,
    has_last_words,
    is_mentioned,
    leave_rest,
    outside,
)
from apivet.effects.values import Blank, Constant, Reference, Stream
from apivet.program import syntax
from apivet.verdicts import Location

_LEAVING = (syntax.Break, syntax.Return)
#: Expressions that change nothing.
_READING = (syntax.Name, syntax.Attribute)


def for_each(machine: Machine, node: syntax.ForEach) -> None:
    """``for``: a round for each element, where it is there."""
    diagrams = machine.diagrams
    iterable = machine.evaluate(node.iterable)
    accepting.ask_elements(machine, iterable)
    loop = LoopFrame(diagrams.false, diagrams.false)
    machine.frame.loops.append(loop)
    left = diagrams.false
    may_be_left = _may_be_left(node)
    for where, leaf in diagrams.cases(iterable, machine.guard):
        machine.guard = where
        follow = None if is_mentioned(machine, leaf, node.body) else followed(machine, leaf)
        if follow is not None:
            _rounds_between(machine, node, follow, leaf, loop)
            left = diagrams.either(left, machine.guard)
            if may_be_left:
                leave_rest(machine, leaf, node.location)
            continue
        ends = Ends(machine) if may_be_left else None
        entries = asked_apart(machine, leaf, node.body, node.location, partial(_elements, machine, node, leaf))
        if ends is not None:
            ends.asked()
        order = ordering.order_of(machine, diagrams.leaf(leaf))
        machine.orders += [] if order is None else [order]
        length, carried = _Length(machine, leaf), Carried(machine)
        for entry in entries:
            _round(machine, node, length.asked(entry, node.location), loop)
            carried.note(entry)
        length.told(node.location)
        _more_rounds(machine, node, carried, loop)
        if order is not None:
            LastRounds(machine, carried, order, node.location, may_be_left=may_be_left).tell()
        del machine.orders[len(machine.orders) - (order is not None) :]
        if ends is not None:
            ends.reached(diagrams.true)
            leave_rest(machine, leaf, node.location)
        left = diagrams.either(left, machine.guard)
    machine.frame.loops.pop()
    machine.guard = left
    _after_loop(machine, node.otherwise, loop)


class _Length:
    """The number of elements of a list that a loop goes through by their places: where a round takes one out, it is not
    known which come after it, and where one puts something in, how many do."""

    def __init__(self, machine: Machine, leaf: Any) -> None:
        self._machine = machine
        is_list = isinstance(leaf, Reference) and not elements.is_mapping(machine, leaf)
        self._list: Reference | None = leaf if is_list else None
        self._before = self._held()

    def _held(self) -> dict[int, tuple[Entry, Diagram]]:
        entries = None if self._list is None else self._machine.heap.cells[self._list.cell].entries
        return {id(entry): (entry, entry.present) for entry in entries or ()}

    def asked(self, entry: Entry, location: Location) -> Entry:
        """An element of the next round, which may come or not where one was taken out before."""
        diagrams, fewer = self._machine.diagrams, self._taken_out()
        if self._list is None or diagrams.both(self._machine.guard, fewer) is diagrams.false:
            return entry
        read = (diagrams.leaf(self._list),)
        comes = questions.truth(self._machine, self._machine.unseen("which element comes next", location, read))
        return replace(entry, present=diagrams.both(entry.present, diagrams.either(diagrams.negate(fewer), comes)))

    def _taken_out(self) -> Diagram:
        """The guard under which the list has not all of its elements any more."""
        diagrams, now = self._machine.diagrams, self._held()
        fewer = diagrams.false
        for each, (held, present) in self._before.items():
            gone = present if each not in now else diagrams.both(present, diagrams.negate(held.present))
            fewer = diagrams.either(fewer, gone)
        return fewer

    def told(self, location: Location) -> None:
        """Nothing is known of the list at the end where something was put in or taken out."""
        diagrams = self._machine.diagrams
        other = self._taken_out()
        for each, (_, present) in self._held().items():
            other = other if each in self._before else diagrams.either(other, present)
        entered = self._machine.guard
        self._machine.guard = diagrams.both(entered, other)
        if self._list is not None and self._machine.alive:
            self._machine.lose([diagrams.leaf(self._list)], "a list is changed while a loop goes through it", location)
        self._machine.guard = entered


def _more_rounds(machine: Machine, node: syntax.ForEach, carried: Carried, loop: LoopFrame) -> None:
    """The rounds of elements that others stand for: where each leaves another state, it is not known what they do."""
    moving, moves_objects = carried.moving(node), carried.moves_objects()
    if not moves_objects and (not moving or carried.only_count(node, moving)):
        for variable in moving:
            carried.counted(variable, node.location, is_alone=len(moving) == 1)
        return

    own = {(machine.frame.number, name) for name in assigned_in((node,))}
    forget = partial(_blur, machine, node, carried.first_store)
    for entry in carried.until_settled(moving, node.location, forget, own):
        _round(machine, node, entry, loop)


def _rounds_between(machine: Machine, node: syntax.ForEach, follow: Follow, leaf: Stream, loop: LoopFrame) -> None:
    """A round wherever an iterator gives an element; it goes on after that. One that is left early may still run what
    it has to do in any case."""
    entered, carried, outer = machine.guard, Carried(machine), len(machine.orders)
    may_be_left = _may_be_left(node)
    orders = dict.fromkeys(order for order in (machine.sources[leaf.number].order,) if order is not None)

    def one(value: Diagram, key: str) -> None:
        entry = Entry(key, machine.guard, value)
        _round(machine, node, replace(entry, present=machine.diagrams.true), loop)
        carried.note(entry)
        orders.update(dict.fromkeys(machine.orders[outer:]))

    follow(outside(machine, one))
    _more_rounds(machine, node, carried, loop)
    for order in orders:
        LastRounds(machine, carried, order, node.location, may_be_left=may_be_left).tell()
    source = machine.sources[leaf.number]
    if not source.is_quiet and may_be_left:
        ended, machine.guard = machine.guard, entered
        held = all_held(machine, source)
        if has_last_words(held):
            machine.lose(held, "what a generator does that is left early", node.location)
        machine.guard = ended


def _may_be_left(node: syntax.ForEach) -> bool:
    """Whether a loop can end before its elements do."""
    return any(isinstance(part, _LEAVING) for part in parts_of(node.body))


def _elements(machine: Machine, node: syntax.ForEach, leaf: Any) -> list[Entry]:
    """The elements of what a loop goes over. One that can be left early asks an iterator for some of them only."""
    value = machine.diagrams.leaf(leaf)
    if isinstance(leaf, Stream) and _may_be_left(node):
        ask = partial(iteration.rounds, machine, leaf, node.location)
        return asked_in_part(machine, value, node.location, ask)
    return iteration.rounds(machine, leaf, node.location)


def _round(machine: Machine, node: syntax.ForEach, entry: Entry, loop: LoopFrame) -> None:
    """One round for one element, where it is there."""
    diagrams = machine.diagrams
    entered = machine.guard
    machine.guard = there = diagrams.both(entered, entry.present)
    if machine.alive:
        machine.note_branch(entry.present, node.location)
        loop.key, loop.cells = entry.key, len(machine.heap.cells)
        assign(machine, node.target, entry.value)
        machine.execute(node.body)
    goes_on = diagrams.either(machine.guard, loop.continued)
    loop.continued = diagrams.false
    machine.guard = diagrams.joined(entered, there, goes_on, diagrams.negate(entry.present))


def while_loop(machine: Machine, node: syntax.While) -> None:
    """A few rounds; what is still looping after that ends with everything it touches unseen."""
    if _all_positions(machine, node):
        return
    diagrams = machine.diagrams
    loop = LoopFrame(diagrams.false, diagrams.false)
    machine.frame.loops.append(loop)
    ended = diagrams.false
    first_store, before = len(machine.heap.stores), variables_now(machine)
    endless = isinstance(node.test, syntax.Literal)
    for number in range(ROUNDS if endless else COUNTED_ROUNDS):
        if not machine.alive:
            break
        test = questions.truth(machine, machine.evaluate(node.test))
        if number >= ROUNDS and not isinstance(test, Leaf):
            break
        machine.note_branch(test, node.location)
        ended = diagrams.either(ended, diagrams.both(machine.guard, diagrams.negate(test)))
        machine.guard = diagrams.both(machine.guard, test)
        first_store, before = len(machine.heap.stores), variables_now(machine)
        if machine.alive:
            machine.execute(node.body)
        machine.guard = diagrams.either(machine.guard, loop.continued)
        loop.continued = diagrams.false
    machine.frame.loops.pop()
    if machine.alive:
        _give_up_loop(machine, node, first_store, before, loop)
    machine.guard = diagrams.either(machine.guard, ended)
    _empty(machine, node)
    _after_loop(machine, node.otherwise, loop)


def _empty(machine: Machine, node: syntax.While) -> None:
    """``while items: ...`` ends where there are no items, whatever became of them."""
    tested = machine.evaluate(node.test) if machine.alive and isinstance(node.test, _READING) else machine.none
    for where, leaf in machine.diagrams.cases(tested, machine.guard):
        cell = machine.heap.cells[leaf.cell] if isinstance(leaf, Reference) else None
        if cell is not None and not cell.optional and elements.is_sequence(machine, leaf):
            machine.heap.replace_entries(where, leaf, [])
            cell.base = machine.diagrams.choose(where, machine.diagrams.leaf(Blank("list")), cell.base)


def _all_positions(machine: Machine, node: syntax.While) -> bool:
    """``while i < len(items): ...; i += 1`` from zero on: a round for each position. Rounds that put another number of
    elements there do what nobody knows."""
    test, last = node.test, node.body[-1] if node.body else None
    if not isinstance(test, syntax.Comparison) or test.operator != "<" or not isinstance(test.left, syntax.Name):
        return False
    name = test.left.name
    if not isinstance(last, syntax.Augment) or last.operator != "+" or not isinstance(last.value, syntax.Literal):
        return False
    if assigned_in(node.body[-1:]) != [name] or last.value.value != 1 or name in assigned_in(node.body[:-1]):
        return False
    start = machine.variable(name)
    if start is None or machine.only(start) is not machine.diagrams.leaf(Constant.of(0)):
        return False
    if any(isinstance(part, syntax.Continue) for part in parts_of(node.body)):
        return False
    bound = machine.evaluate(test.right)
    if counting.plain_count(machine, bound) is bound:
        return False
    positions = counting.whole_numbers(machine, Arguments((bound,)), node.location)
    first_store = len(machine.heap.stores)
    machine.bind(f"·{name}", positions)
    iterable = syntax.Name(node.location, f"·{name}")
    for_each(machine, syntax.ForEach(node.location, test.left, iterable, node.body[:-1], node.otherwise))
    if machine.alive:
        machine.bind(name, bound)
        if counting.plain_count(machine, machine.evaluate(test.right)) is not counting.plain_count(machine, bound):
            _blur(machine, node, first_store)
    return True


def _give_up_loop(machine: Machine, node: syntax.While, first_store: int, before: Variables, loop: LoopFrame) -> None:
    """The loop may go on for longer: what a round changes is not known from here on, and any round may be the last. A
    round may change more where that is not known, so that another one comes after it."""
    cells = len(machine.heap.cells)
    changed, lost = set_since(machine, before), stored_since(machine, first_store, cells)
    is_settled = False
    while not is_settled:
        known, stores = {*changed}, len(machine.heap.stores)
        _forget(machine, node, first_store, changed)
        machine.frame.loops.append(loop)
        machine.execute(node.body)
        machine.frame.loops.pop()
        machine.guard = machine.diagrams.either(machine.guard, loop.continued)
        loop.continued = machine.diagrams.false
        changed, stored = set_since(machine, before), stored_since(machine, stores, cells)
        is_settled = known.issuperset(changed) and lost.issuperset(stored)
        lost |= stored
    _forget(machine, node, first_store, changed)
    goes_on = questions.truth(machine, machine.evaluate(node.test))
    machine.guard = machine.diagrams.both(machine.guard, machine.diagrams.negate(goes_on))


def _forget(
    machine: Machine, node: syntax.While | syntax.ForEach, first_store: int, moving: Sequence[Variable]
) -> None:
    """Let what rounds have changed be unseen, and variables that move on."""
    _blur(machine, node, first_store)
    blur(machine, moving, node.location)


def _blur(machine: Machine, node: syntax.While | syntax.ForEach, first_store: int) -> None:
    """Let what rounds have changed be unseen: it may depend on all that the loop reads."""
    read = _read_inside(machine, node)
    for name in assigned_in((node,)):
        if machine.variable(name) is not None:
            machine.bind(name, machine.unseen(f"{name} after a loop", node.location, read))
    lose_stored(machine, first_store, node.location, read)


def _read_inside(machine: Machine, node: syntax.While | syntax.ForEach) -> tuple[Diagram, ...]:
    """All that a loop can read."""
    found = [value for part in parts_of((node,)) for value in read_by(machine, part)]
    return (*dict.fromkeys((*found, *captured(machine, found))),)


def _after_loop(machine: Machine, otherwise: syntax.Block, loop: LoopFrame) -> None:
    if machine.alive:
        machine.execute(otherwise)
    machine.guard = machine.diagrams.either(machine.guard, loop.broken)


def break_loop(machine: Machine, node: syntax.Break) -> None:
    """``break``."""
    if node.label:
        left = machine.frame.left
        left[node.label] = machine.diagrams.either(left[node.label], machine.guard)
    else:
        loop = machine.frame.loops[-1]
        loop.broken = machine.diagrams.either(loop.broken, machine.guard)
    machine.guard = machine.diagrams.false


def labelled(machine: Machine, node: syntax.Labelled) -> None:
    """A block that can be left from within."""
    left = machine.frame.left
    before, left[node.label] = left.get(node.label, machine.diagrams.false), machine.diagrams.false
    machine.execute(node.body)
    machine.guard = machine.diagrams.either(machine.guard, left[node.label])
    left[node.label] = before


def continue_loop(machine: Machine, node: syntax.Continue) -> None:
    """``continue``."""
    loop = machine.frame.loops[-1]
    loop.continued = machine.diagrams.either(loop.continued, machine.guard)
    machine.guard = machine.diagrams.false
