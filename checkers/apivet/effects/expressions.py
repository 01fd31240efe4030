"""Expressions: from a node of the syntax to a guarded value."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from apivet.effects import counting, library, objects, questions
from apivet.effects.calls import await_value
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.gates import gate_check
from apivet.effects.heap import Entry
from apivet.effects.slices import known_elements, sliced
from apivet.effects.state import Arguments, Frame, Machine
from apivet.effects.values import (
    FALSE,
    TRUE,
    UNBOUND,
    Blank,
    Computed,
    Constant,
    Outside,
    Position,
    Reference,
    Routine,
    Truthy,
    Unbound,
)
from apivet.program import syntax
from apivet.program.model import Unknown

_FOLDED: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}

def evaluate(machine: Machine, node: syntax.Expression) -> Diagram:
    """The value of an expression under the machine's guard."""
    return _HANDLERS[type(node)](machine, node)


def _literal(machine: Machine, node: syntax.Literal) -> Diagram:
    return machine.diagrams.leaf(Constant.of(node.value))


def _name(machine: Machine, node: syntax.Name) -> Diagram:
    value = machine.variable(node.name)
    if value is None:
        return objects.entity_value(machine, machine.program.resolve(machine.frame.module, node.name))
    if any(isinstance(leaf, Unbound) for _, leaf in machine.diagrams.cases(value, machine.guard)):
        unbound = machine.diagrams.where(value, machine.diagrams.leaf(UNBOUND))
        machine.fail(unbound, "UnboundLocalError")
    return value


def _attribute(machine: Machine, node: syntax.Attribute) -> Diagram:
    return objects.get(machine, machine.evaluate(node.value), node.name, node.location)


def _subscript(machine: Machine, node: syntax.Subscript) -> Diagram:
    value = machine.evaluate(node.value)
    if isinstance(node.index, syntax.Slice):
        return sliced(machine, value, node.index)
    if _is_type(value):
        return value  # ``StrategyConfig[Widget]``: the arguments of a generic type change nothing.
    return objects.get_item(machine, value, machine.evaluate(node.index), node.location)


def _is_type(value: Diagram) -> bool:
    from apivet.effects.values import TypeValue

    return isinstance(value, Leaf) and isinstance(value.value, (TypeValue, Outside))


def _slice(machine: Machine, node: syntax.Slice) -> Diagram:
    return machine.none


# ----------------------------------------------------------------------------------------------------------- calls


def _call(machine: Machine, node: syntax.Call) -> Diagram:
    gate = gate_check(machine, node)
    if gate is not None:
        return gate
    if isinstance(node.callee, syntax.Attribute):
        holder = machine.evaluate(node.callee.value)
        callee = objects.callee(machine, holder, node.callee.name, node.location)
    else:
        callee = machine.evaluate(node.callee)
    arguments = _arguments(machine, node)
    if not machine.alive:
        return machine.none
    if arguments.unknown:
        return machine.call_with(callee, arguments, node.location)
    return machine.call(callee, arguments.positional, arguments.named, node.location)


def _arguments(machine: Machine, node: syntax.Call) -> Arguments:
    positional: list[Diagram] = []
    named: list[tuple[str, Diagram]] = []
    unknown: list[Diagram] = []
    for argument in node.arguments:
        value = machine.evaluate(argument.value)
        if argument.spread == "*":
            elements = known_elements(machine, value)
            positional.extend(elements if elements is not None else ())
            unknown.extend(() if elements is not None else (value,))
        elif argument.spread == "**":
            fields = _known_fields(machine, value)
            named.extend(fields if fields is not None else ())
            unknown.extend(() if fields is not None else (value,))
        elif argument.name is not None:
            named.append((argument.name, value))
        else:
            positional.append(value)
    return Arguments(tuple(positional), tuple(named), tuple(unknown))


def _known_fields(machine: Machine, value: Diagram) -> list[tuple[str, Diagram]] | None:
    """The keys and values of a mapping that is written out."""
    if isinstance(value, Leaf) and isinstance(value.value, Reference):
        cell = machine.heap.cells[value.value.cell]
        if isinstance(cell.base, Leaf) and isinstance(cell.base.value, Blank) and not cell.entries:
            return list(cell.fields.items())
    return None


def _await(machine: Machine, node: syntax.Await) -> Diagram:
    return await_value(machine, machine.evaluate(node.value), node.location)


# ------------------------------------------------------------------------------------------------------- operators


def _boolean(machine: Machine, node: syntax.Boolean) -> Diagram:
    diagrams = machine.diagrams
    value = machine.evaluate(node.operands[0])
    for operand in node.operands[1:]:
        entered = machine.guard
        decided = questions.truth(machine, value)
        goes_on = decided if node.operator == "and" else diagrams.negate(decided)
        machine.guard = diagrams.both(entered, goes_on)
        if machine.alive:
            value = diagrams.choose(goes_on, machine.evaluate(operand), value)
        machine.guard = diagrams.either(machine.guard, diagrams.both(entered, diagrams.negate(goes_on)))
    return value


def _conditional(machine: Machine, node: syntax.Conditional) -> Diagram:
    diagrams = machine.diagrams
    test = questions.truth(machine, machine.evaluate(node.test))
    entered = machine.guard
    machine.note_branch(test, node.location)
    machine.guard = diagrams.both(entered, test)
    then = machine.evaluate(node.then) if machine.alive else machine.none
    left = machine.guard
    machine.guard = diagrams.both(entered, diagrams.negate(test))
    otherwise = machine.evaluate(node.otherwise) if machine.alive else machine.none
    machine.guard = diagrams.either(left, machine.guard)
    return diagrams.choose(test, then, otherwise)


def _unary(machine: Machine, node: syntax.Unary) -> Diagram:
    value = machine.evaluate(node.operand)
    if node.operator == "not":
        return library.boolean(machine, machine.diagrams.negate(questions.truth(machine, value)))
    if isinstance(value, Leaf) and isinstance(value.value, Constant) and node.operator == "-":
        number = value.value.value
        if isinstance(number, (int, float)):
            return machine.diagrams.leaf(Constant.of(-number))
    return machine.diagrams.leaf(Computed(node.operator, (machine.heap.settle(value),)))


def _binary(machine: Machine, node: syntax.Binary) -> Diagram:
    return binary(machine, node.operator, machine.evaluate(node.left), machine.evaluate(node.right))


def binary(machine: Machine, symbol: str, left: Diagram, right: Diagram) -> Diagram:
    """``left symbol right``: constants are folded, sequences are joined, the rest is computed."""

    def one(first: Any) -> Diagram:
        return machine.each(right, lambda second: _binary_leaves(machine, symbol, first, second))

    return machine.each(left, one)


def _binary_leaves(machine: Machine, symbol: str, first: Any, second: Any) -> Diagram:
    if symbol in ("+", "-") and isinstance(second, Constant) and second.value in (0, False) and second.kind != "str":
        return machine.diagrams.leaf(first)
    if symbol in ("+", "-", "*"):
        first, second = _as_number(first), _as_number(second)
    fold = _FOLDED.get(symbol)
    if fold is not None and isinstance(first, Constant) and isinstance(second, Constant):
        try:
            return machine.diagrams.leaf(Constant.of(fold(first.value, second.value)))
        except TypeError:
            machine.fail(machine.diagrams.true, "TypeError")
            return machine.none
    if symbol == "|" and isinstance(first, Reference) and isinstance(second, Reference):
        if objects.is_mapping(machine, second) or objects.keyed_fields(machine, second):
            return _merged(machine, first, machine.diagrams.leaf(second))
    if symbol in ("+", "|") and isinstance(first, Reference) and isinstance(second, Reference):
        joined = _joined(machine, first, second)
        if joined is not None:
            return joined
    operands = tuple(machine.heap.settle(machine.diagrams.leaf(part)) for part in (first, second))
    return machine.diagrams.leaf(Computed(symbol, operands))


def _as_number(value: Any) -> Any:
    """In arithmetic ``True`` is one."""
    return Constant.of(int(value.value)) if isinstance(value, Constant) and isinstance(value.value, bool) else value


def _merged(machine: Machine, first: Reference, second: Diagram) -> Diagram:
    """``mapping | mapping``: a copy of the first with the elements of the second."""
    from apivet.effects.methods import update_from

    made = machine.diagrams.leaf(machine.heap.copy(first))
    update_from(machine, made, second, machine.nowhere)
    return made


def _joined(machine: Machine, first: Reference, second: Reference) -> Diagram | None:
    entries = [machine.heap.entries(first), machine.heap.entries(second)]
    if entries[0] is None or entries[1] is None:
        return None
    made = machine.heap.container("list", [Entry(e.key, e.present, e.value) for part in entries for e in part or ()])
    for source in (first, second):
        machine.heap.cells[made.cell].fields.update(machine.heap.cells[source.cell].fields)
    return machine.diagrams.leaf(made)


def _comparison(machine: Machine, node: syntax.Comparison) -> Diagram:
    left, right = machine.evaluate(node.left), machine.evaluate(node.right)
    if node.operator in ("==", "!=", "is", "is not"):
        equal = _identical(machine, left, right) if node.operator.startswith("is") else None
        equal = questions.same(machine, left, right) if equal is None else equal
        negated = node.operator in ("!=", "is not")
        return library.boolean(machine, machine.diagrams.negate(equal) if negated else equal)
    if node.operator in ("in", "not in"):
        inside = _contains(machine, right, left)
        return library.boolean(machine, inside if node.operator == "in" else machine.diagrams.negate(inside))
    return _ordered(machine, node, left, right)


def _identical(machine: Machine, left: Diagram, right: Diagram) -> Diagram | None:
    """``is`` between objects: two that were given apart from each other are never one."""
    both = [leaf for side in (left, right) for _, leaf in machine.diagrams.cases(side, machine.guard)]
    if not all(isinstance(leaf, Reference) for leaf in both):
        return None
    def one(leaf: Any) -> Diagram:
        return machine.diagrams.where(right, machine.diagrams.leaf(leaf))

    return machine.each_guard(left, one)


def _contains(machine: Machine, container: Diagram, element: Diagram) -> Diagram:
    diagrams = machine.diagrams

    def inside(leaf: Any, wanted: Any) -> Diagram:
        if isinstance(leaf, Reference):
            named = isinstance(wanted, Constant) and isinstance(wanted.value, str)
            cell = machine.heap.cells[leaf.cell]
            blank = isinstance(cell.base, Leaf) and isinstance(cell.base.value, Blank)
            entries = machine.heap.entries(leaf)
            if named and not (blank and not objects.is_mapping(machine, leaf)):
                if entries is None or objects.is_mapping(machine, leaf) or isinstance(cell.shape, Unknown):
                    if blank and wanted.value not in cell.fields:
                        return diagrams.false
                    found = objects.field(machine, leaf, wanted.value, machine.nowhere)
                    return diagrams.negate(questions.is_none(machine, found))
            if isinstance(wanted, Position):
                found_at = [entry.present for entry in entries or () if entry.key == wanted.key]
                if found_at:
                    return found_at[0]
            if entries is not None and blank:
                either = diagrams.false
                for entry in entries:
                    match = questions.same(machine, entry.value, diagrams.leaf(wanted))
                    either = diagrams.either(either, diagrams.both(entry.present, match))
                return either
        operands = tuple(machine.heap.settle(diagrams.leaf(part)) for part in (leaf, wanted))
        return diagrams.decide(Truthy(Computed("in", operands)))

    return machine.each_guard(container, lambda leaf: machine.each_guard(element, lambda one: inside(leaf, one)))


def _ordered(machine: Machine, node: syntax.Comparison, left: Diagram, right: Diagram) -> Diagram:
    def one(first: Any, second: Any) -> Diagram:
        if isinstance(first, Position) and isinstance(second, Constant) and node.operator == "<":
            # An element's position is below a length of two; below one only for the first.
            return machine.diagrams.true if second.value == 2 else machine.diagrams.false
        many = counting.compared_with_many(node.operator, first, second)
        if many is not None:
            return machine.diagrams.leaf(TRUE if many else FALSE)
        return _binary_leaves(machine, node.operator, first, second)

    return machine.each(left, lambda first: machine.each(right, lambda second: one(first, second)))


# ------------------------------------------------------------------------------------------------------ containers


def _sequence(machine: Machine, node: syntax.Sequence) -> Diagram:
    entries: list[Entry] = []
    for item in node.items:
        if isinstance(item, syntax.Starred):
            for where, leaf in machine.diagrams.cases(machine.evaluate(item.value), machine.guard):
                for entry in objects.rounds(machine, leaf, item.location):
                    present = machine.diagrams.both(where, entry.present) if len(node.items) > 1 else entry.present
                    entries.append(Entry(entry.key, present, entry.value))
        else:
            entries.append(Entry(str(len(entries)), machine.diagrams.true, machine.evaluate(item)))
    return machine.diagrams.leaf(machine.heap.container(node.kind, entries))


def _mapping(machine: Machine, node: syntax.Mapping) -> Diagram:
    from apivet.effects.methods import update_from

    reference = machine.heap.make(Blank("dict"), Unknown("dict"))
    made: Diagram = machine.diagrams.leaf(reference)
    for number, (key, value) in enumerate(node.entries):
        if key is None and number == 0:
            made = library.copied(machine, machine.evaluate(value), machine.heap.copy)
            continue
        if key is None:
            update_from(machine, made, machine.evaluate(value), node.location)
            continue
        name = machine.evaluate(key)
        objects.put_item(machine, made, name, machine.evaluate(value), node.location)
    return made


def _comprehension(machine: Machine, node: syntax.Comprehension) -> Diagram:
    reference = machine.heap.make(Blank("dict" if node.kind == "dict" else node.kind), Unknown(node.kind))
    entries = machine.heap.cells[reference.cell].entries
    assert entries is not None
    outer = machine.frame
    frame = machine.push(outer.function, outer.module, outer.number)
    frame.receiver = outer.receiver
    try:
        _clauses(machine, node, node.clauses, "", machine.diagrams.true, reference)
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
) -> None:
    """Go through the clauses; ``there`` is the guard under which the element is in the result."""
    if not clauses:
        _add_element(machine, node, key, there, made)
        return
    clause, *inner = clauses
    iterable = machine.evaluate(clause.iterable)
    entered = machine.guard
    for where, leaf in machine.diagrams.cases(iterable, entered):
        chosen = machine.diagrams.where(iterable, machine.diagrams.leaf(leaf))
        for entry in objects.rounds(machine, leaf, clause.target.location):
            machine.guard = machine.diagrams.both(where, entry.present)
            machine.frame.variables = dict(machine.frame.variables)
            assign(machine, clause.target, entry.value)
            kept = machine.diagrams.both(there, machine.diagrams.both(chosen, entry.present))
            for condition in clause.conditions:
                holds = questions.truth(machine, machine.evaluate(condition))
                kept = machine.diagrams.both(kept, holds)
                machine.guard = machine.diagrams.both(machine.guard, holds)
            if machine.alive:
                _clauses(machine, node, tuple(inner), key + entry.key, kept, made)
    machine.guard = entered


def _add_element(machine: Machine, node: syntax.Comprehension, key: str, there: Diagram, made: Reference) -> None:
    entries = machine.heap.cells[made.cell].entries
    assert entries is not None
    value = machine.evaluate(node.element)
    if node.key is None:
        entries.append(Entry(key, there, value))
        return
    fields = machine.heap.cells[made.cell].fields
    for where, name in machine.diagrams.cases(machine.evaluate(node.key), machine.guard):
        here = there if where is machine.guard else machine.diagrams.both(there, where)
        if isinstance(name, Constant) and isinstance(name.value, str):
            fields[name.value] = machine.diagrams.choose(here, value, fields.get(name.value, machine.none))
        else:
            entries.append(Entry(name.key if isinstance(name, Position) else key, here, value))


# ----------------------------------------------------------------------------------------------------------- others


def _lambda(machine: Machine, node: syntax.Lambda) -> Diagram:
    return machine.diagrams.leaf(Routine(node.function, None, machine.frame.number))


def _walrus(machine: Machine, node: syntax.Walrus) -> Diagram:
    value = machine.evaluate(node.value)
    frame: Frame = machine.frame
    comprehension = frame.parent is not None and frame.function is machine.frames[frame.parent].function
    if comprehension and frame.parent is not None:
        machine.frames[frame.parent].variables[node.name] = value
    else:
        machine.bind(node.name, value)
    return value


def _formatted(machine: Machine, node: syntax.Formatted) -> Diagram:
    parts = tuple(machine.heap.settle(machine.evaluate(part)) for part in node.parts)
    constants = [part.value if isinstance(part, Leaf) else None for part in parts]
    written = [part.value if isinstance(part, Constant) else None for part in constants]
    if all(isinstance(text, str) for text in written):
        return machine.diagrams.leaf(Constant.of("".join(map(str, written))))
    return machine.diagrams.leaf(Computed("text", parts))


def _yield(machine: Machine, node: syntax.Yield) -> Diagram:
    value = machine.none if node.value is None else machine.evaluate(node.value)
    yielded = machine.frame.yielded
    if node.delegate:
        for where, leaf in machine.diagrams.cases(value, machine.guard):
            for entry in objects.rounds(machine, leaf, node.location):
                yielded.append(Entry(entry.key, machine.diagrams.both(where, entry.present), entry.value))
    else:
        yielded.append(Entry(_element_key(machine, value, len(yielded)), machine.guard, value))
    return machine.none


def _element_key(machine: Machine, value: Diagram, number: int) -> str:
    """What is yielded from a loop over a given container keeps the key of its element."""
    if isinstance(value, Leaf) and isinstance(value.value, Reference):
        base = machine.heap.cells[value.value.cell].base
        path = getattr(base.value, "path", ()) if isinstance(base, Leaf) else ()
        return "".join(path[-1:]) or str(number)
    return str(number)


def _starred(machine: Machine, node: syntax.Starred) -> Diagram:
    return machine.evaluate(node.value)


def _opaque(machine: Machine, node: syntax.Opaque) -> Diagram:
    parts = [machine.evaluate(part) for part in node.parts]
    return machine.unseen(node.note, node.location, parts)


# ---------------------------------------------------------------------------------------------------------- targets


def assign(machine: Machine, target: syntax.Expression, value: Diagram) -> None:
    """Bind a target (a name, a part of an object, a tuple of these) to a value."""
    if isinstance(target, syntax.Name):
        machine.bind(target.name, value)
    elif isinstance(target, syntax.Attribute):
        objects.put(machine, machine.evaluate(target.value), target.name, value, target.location)
    elif isinstance(target, syntax.Subscript):
        _assign_item(machine, target, value)
    elif isinstance(target, syntax.Starred):
        assign(machine, target.value, value)
    elif isinstance(target, syntax.Sequence):
        _assign_parts(machine, target, value)


def _assign_item(machine: Machine, target: syntax.Subscript, value: Diagram) -> None:
    holder = machine.evaluate(target.value)
    if not isinstance(target.index, syntax.Slice):
        objects.put_item(machine, holder, machine.evaluate(target.index), value, target.location)
        return
    elements: list[Entry] = []
    for where, source in machine.diagrams.cases(value, machine.guard):
        for entry in objects.rounds(machine, source, target.location):
            present = entry.present if where is machine.guard else machine.diagrams.both(where, entry.present)
            elements.append(Entry(entry.key, present, entry.value))
    replace_slice(machine, holder, target.index, elements, machine.heap.settle(value))


def replace_slice(
    machine: Machine, holder: Diagram, index: syntax.Slice, elements: list[Entry], value: Diagram
) -> None:
    """``holder[lower:upper] = elements``. Which elements a part of a list holds is not known."""
    for where, leaf in machine.diagrams.cases(holder, machine.guard):
        if not isinstance(leaf, Reference):
            continue
        stay: list[Entry] = []
        if not (index.lower is None and index.upper is None):
            for entry in machine.heap.entries(leaf) or ():
                reason = machine.unseen("whether the slice holds the element", index.location, ())
                outside = machine.diagrams.negate(questions.truth(machine, reason))
                stay.append(Entry(entry.key, machine.diagrams.both(entry.present, outside), entry.value))
        taken = {entry.key for entry in stay}
        come = [
            Entry(f"#{number}" if entry.key in taken else entry.key, entry.present, entry.value)
            for number, entry in enumerate(elements)
        ]
        machine.heap.replace_entries(where, leaf, [*stay, *come])
        machine.heap.note_store(where, leaf, None, value, index.location)


def _assign_parts(machine: Machine, target: syntax.Sequence, value: Diagram) -> None:
    elements = known_elements(machine, value)
    starred = [number for number, item in enumerate(target.items) if isinstance(item, syntax.Starred)]
    if elements is not None and not starred and len(elements) == len(target.items):
        for item, element in zip(target.items, elements):
            assign(machine, item, element)
        return
    if elements is not None and len(starred) == 1 and len(elements) >= len(target.items) - 1:
        before, after = starred[0], len(target.items) - starred[0] - 1
        middle = elements[before : len(elements) - after]
        entries = [Entry(str(number), machine.diagrams.true, part) for number, part in enumerate(middle)]
        rest = machine.diagrams.leaf(machine.heap.container("list", entries))
        parts = [*elements[:before], rest, *elements[len(elements) - after :]]
        for item, element in zip(target.items, parts):
            assign(machine, item, element)
        return
    for number, item in enumerate(target.items):
        index = machine.diagrams.leaf(Constant.of(number))
        assign(machine, item, objects.get_item(machine, value, index, target.location))


_HANDLERS: dict[type, Callable[[Machine, Any], Diagram]] = {
    syntax.Literal: _literal,
    syntax.Name: _name,
    syntax.Attribute: _attribute,
    syntax.Subscript: _subscript,
    syntax.Slice: _slice,
    syntax.Call: _call,
    syntax.Await: _await,
    syntax.Unary: _unary,
    syntax.Binary: _binary,
    syntax.Comparison: _comparison,
    syntax.Boolean: _boolean,
    syntax.Conditional: _conditional,
    syntax.Starred: _starred,
    syntax.Sequence: _sequence,
    syntax.Mapping: _mapping,
    syntax.Comprehension: _comprehension,
    syntax.Lambda: _lambda,
    syntax.Walrus: _walrus,
    syntax.Formatted: _formatted,
    syntax.Yield: _yield,
    syntax.Opaque: _opaque,
}

