"""Containers that are written out: lists, mappings, comprehensions."""

from __future__ import annotations

from functools import partial

from apivet.effects import accepting, elements, iteration, mapping_keys, ordering, questions, secretive
from apivet.effects.assignment_targets import assign
from apivet.effects.carried import Carried
from apivet.effects.cells import Entry
from apivet.effects.diagrams import Diagram, leaves
from apivet.effects.element_keys import with_one_more
from apivet.effects.frames import Act, CallFrame, LoopFrame
from apivet.effects.library import copies
from apivet.effects.library.copies import update_from
from apivet.effects.reading import own_parts, read_by
from apivet.effects.state import Machine
from apivet.effects.streams import are_quiet, asked_apart, outside, stream
from apivet.effects.values import EARLIER, LAST, UNBOUND, Blank, Constant, Reference
from apivet.program import syntax
from apivet.program.model import Unknown
from apivet.program.walking import walk

#: Expressions that may change something.
_ACTING = (syntax.Call, syntax.Await, syntax.Walrus, syntax.Yield)


def sequence(machine: Machine, node: syntax.Sequence) -> Diagram:
    """A list, tuple or set that is written out."""
    entries: list[Entry] = []
    orders: list[Diagram | None] = []
    first = len(machine.heap.cells)
    for item in node.items:
        if isinstance(item, syntax.Starred):
            value = machine.evaluate(item.value)
            accepting.ask_elements(machine, value)
            first = min([first, *(leaf.value.cell for leaf in leaves(value) if isinstance(leaf.value, Reference))])
            for entry in iteration.all_rounds(machine, value, item.location):
                entries.append(Entry(entry.key, entry.present, entry.value))
            orders.append(ordering.order_of(machine, value))
        else:
            entry = Entry(str(len(entries)), machine.diagrams.true, machine.evaluate(item))
            entries = with_one_more(machine, first, entries, [entry]) if orders else [*entries, entry]
    if node.kind == "set":
        secretive.ask(machine, "a set", [entry.value for entry in entries], node.location)
        accepting.ask_key(machine, *(entry.value for entry in entries))
    made = machine.heap.container(node.kind, entries)
    machine.heap.cells[made.cell].is_nothing = node.is_nothing
    for order in orders if node.kind != "set" else ():
        ordering.mark_order(machine, made, order)
    return machine.diagrams.leaf(made)


def mapping(machine: Machine, node: syntax.Mapping) -> Diagram:
    """A dict that is written out."""
    reference = machine.heap.make(Blank("dict"), Unknown("dict"))
    machine.heap.cells[reference.cell].is_nothing = node.is_nothing
    made: Diagram = machine.diagrams.leaf(reference)
    for number, (key, value) in enumerate(node.entries):
        if key is None:
            spread = machine.evaluate(value)
            accepting.ask_spread(machine, spread)
            if number == 0 and not copies.has_own_keys(machine, spread):
                made = copies.as_new_mapping(machine, spread)
            else:
                update_from(machine, made, spread, node.location)
            continue
        name = machine.evaluate(key)
        secretive.ask(machine, "a key", (name,), node.location, (name,))
        elements.put_item(machine, made, name, machine.evaluate(value), node.location)
    return made


def comprehension(machine: Machine, node: syntax.Comprehension) -> Diagram:
    """A comprehension: its elements, each with the guard under which it is kept. A generator expression has them once
    somebody asks; what it goes over first is there before."""
    outer = machine.frame
    first = machine.evaluate(node.clauses[0].iterable)
    if node.kind != "generator":
        return _filled(machine, node, outer, first)
    accepting.ask_elements(machine, first)
    is_quiet = not any(isinstance(part, _ACTING) for part in own_parts(node)) and are_quiet(machine, (first,))
    read = (first, *read_by(machine, node))
    names = frozenset(part.name for part in walk(node) if isinstance(part, syntax.Name))

    def holds() -> list[Diagram]:
        return [first, *(value for name in sorted(names) if (value := outer.variables.get(name)) is not None)]

    def follow(act: Act) -> Diagram:
        _filled(machine, node, outer, first, outside(machine, act))
        return machine.none

    return stream(machine, read, lambda: _filled(machine, node, outer, first), follow, holds, is_quiet=is_quiet)


def _filled(
    machine: Machine, node: syntax.Comprehension, outer: CallFrame, first: Diagram, resume: Act | None = None
) -> Diagram:
    """The container that a comprehension makes; the variables that it sees are those of the frame around it."""
    reference = machine.heap.make(Blank("dict" if node.kind == "dict" else node.kind), Unknown(node.kind))
    entries = machine.heap.cells[reference.cell].entries
    assert entries is not None
    frame = machine.push(outer.function, outer.module, outer.seen_inside)
    frame.receiver, frame.resume = outer.receiver, resume
    try:
        _clauses(machine, node, node.clauses, "", machine.diagrams.true, reference, first)
    finally:
        machine.stack.pop()
    return machine.diagrams.leaf(reference)


def _clauses(
    machine: Machine,
    node: syntax.Comprehension,
    clauses: tuple[syntax.Clause, ...],
    key: str,
    there: Diagram,
    made: Reference,
    first: Diagram | None = None,
) -> None:
    """Go through the clauses; ``there`` is the guard under which the element is in the result."""
    if not clauses:
        _add_element(machine, node, key, there, made)
        return
    clause, *inner = clauses
    iterable = first or machine.evaluate(clause.iterable)
    accepting.ask_elements(machine, iterable)
    entered = machine.guard
    variables = machine.frame.variables
    lost = machine.diagrams.false  # where something raises: then there is no result
    for where, leaf in machine.diagrams.cases(iterable, entered):
        chosen = machine.diagrams.where(iterable, machine.diagrams.leaf(leaf))
        at, code = clause.target.location, (clause.conditions, tuple(inner), node.element, node.key)
        machine.guard = where
        rounds = asked_apart(machine, leaf, code, at, partial(iteration.rounds, machine, leaf, at))
        lost = machine.diagrams.either(lost, _missing(machine, where))
        order = ordering.order_of(machine, machine.diagrams.leaf(leaf))
        machine.orders += [] if order is None or machine.frame.resume is None else [order]
        orders = len(machine.orders) - (order is not None and machine.frame.resume is not None)
        once = len(rounds) == 1 and rounds[0].present is machine.diagrams.true
        carried, loop = (
            Carried(machine, machine.frame.number),
            LoopFrame(machine.diagrams.false, machine.diagrams.false),
        )
        machine.frame.loops.append(loop)
        for entry in carried.and_more(rounds, clause.target.location):
            left = machine.diagrams.both(where, machine.diagrams.negate(lost))
            reached = machine.guard = machine.diagrams.both(left, entry.present)
            machine.frame.variables = dict(variables)
            loop.key, loop.cells = entry.key, len(machine.heap.cells)
            assign(machine, clause.target, entry.value)
            kept = machine.diagrams.both(there, machine.diagrams.both(chosen, entry.present))
            for condition in clause.conditions:
                holds = questions.truth(machine, machine.evaluate(condition))
                lost = machine.diagrams.either(lost, _missing(machine, reached))
                kept = machine.diagrams.both(kept, holds)
                reached = machine.guard = machine.diagrams.both(machine.guard, holds)
            if node.kind != "set":
                ordering.mark_order(machine, made, ordering.order_of(machine, machine.diagrams.leaf(leaf)))
            if machine.alive:
                below = key if inner and once else _under(key, entry.key)
                _clauses(machine, node, tuple(inner), below, kept, made)
            lost = machine.diagrams.either(lost, _missing(machine, reached))
            machine.guard = where
        machine.frame.loops.pop()
        del machine.orders[orders:]
    machine.guard = machine.diagrams.both(entered, machine.diagrams.negate(lost))


def _under(key: str, inner: str) -> str:
    """The key of an element that is found below another one: those of a container that was given keep theirs, as long
    as it is told which container it is."""
    is_told = EARLIER not in key and LAST not in key
    return inner if is_told and inner in (EARLIER, LAST) else key + inner


def _missing(machine: Machine, reached: Diagram) -> Diagram:
    """The guard under which a place was reached that was not left."""
    return machine.diagrams.both(reached, machine.diagrams.negate(machine.guard))


def _add_element(machine: Machine, node: syntax.Comprehension, key: str, there: Diagram, made: Reference) -> None:
    entries = machine.heap.cells[made.cell].entries
    assert entries is not None
    value = machine.evaluate(node.element)
    if machine.frame.resume is not None:
        machine.frame.resume(value, key)
    elif node.key is None:
        entries.append(Entry(key, there, value))
    key_value = value if node.key is None else machine.evaluate(node.key)
    if node.kind in ("dict", "set"):
        secretive.ask(machine, "a key", (key_value,), node.location)
        accepting.ask_key(machine, key_value)
    if node.key is None:
        return
    fields = machine.heap.cells[made.cell].fields
    for where, name in machine.diagrams.cases(key_value, machine.guard):
        here = there if where is machine.guard else machine.diagrams.both(there, where)
        if isinstance(name, Constant) and isinstance(name.value, str):
            absent = machine.diagrams.leaf(UNBOUND)
            before, machine.guard = machine.guard, here
            mapping_keys.take_out_of_loops(machine, made, name.value)
            ordering.put_last(machine, made, name.value)
            machine.guard = before
            fields[name.value] = machine.diagrams.choose(here, value, fields.get(name.value, absent))
        else:
            before, machine.guard = machine.guard, here
            mapping_keys.put_among(machine, made, name, value)
            machine.guard = before
