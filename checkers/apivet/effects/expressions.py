"""Expressions: from a node of the syntax to a guarded value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from apivet.effects import (
    accepting,
    definitions,
    elements,
    enum_members,
    iteration,
    lacking,
    library_state,
    lookups,
    namespaces,
    objects,
    ordering,
    places,
    plain,
    questions,
    secretive,
    special,
    tasks,
)
from apivet.effects.captured import captured
from apivet.effects.cells import Entry
from apivet.effects.defaults import defined
from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.element_keys import key_of_element
from apivet.effects.frames import Arguments, CallFrame
from apivet.effects.gates import gate_check
from apivet.effects.library.functions import perform
from apivet.effects.library.sequences import in_order_of
from apivet.effects.literals import comprehension, mapping, sequence
from apivet.effects.operators import binary_operation, boolean_operation, comparison, conditional
from apivet.effects.refusing import is_set_outside
from apivet.effects.signs import unary
from apivet.effects.slicing import known_elements, sliced
from apivet.effects.state import Machine
from apivet.effects.streams import go_through
from apivet.effects.values import (
    MARKS,
    SEQUENCE,
    UNBOUND,
    Computed,
    Constant,
    ModuleValue,
    Outside,
    Partial,
    Reference,
    Routine,
    TypeValue,
    Unbound,
)
from apivet.program import syntax
from apivet.program.failures import FailureKind
from apivet.program.model import Type
from apivet.verdicts import Location


def evaluate(machine: Machine, node: syntax.Expression) -> Diagram:
    """The value of an expression under the machine's guard."""
    value = _HANDLERS[type(node)](machine, node)
    if isinstance(value, Leaf):
        found = value.value
        if isinstance(found, TypeValue) and found.type.metaclass:
            return _made_by_metaclass(machine, found.type, node)
        if isinstance(found, Outside):
            return library_state.named(machine, found.dotted, node.location) or value
        if machine.secretive and found in machine.secretive:
            return secretive.used(machine, value, machine.secretive[found], node.location)
    return value


def _made_by_metaclass(machine: Machine, type_: Type, node: syntax.Expression) -> Diagram:
    """A class: where its own class has methods that run where it is used, it can't be seen through."""
    secret = special.running_in_class(machine, type_)
    value = machine.diagrams.leaf(TypeValue(type_))
    return secretive.used(machine, value, secret, node.location) if secret else value


def _literal(machine: Machine, node: syntax.Literal) -> Diagram:
    return machine.diagrams.leaf(Constant.of(node.value))


def _name(machine: Machine, node: syntax.Name) -> Diagram:
    value = machine.variable(node.name)
    if value is None:
        return definitions.global_value(machine, machine.frame.module, node.name)
    return _bound(machine, value)


def _bound(machine: Machine, value: Diagram) -> Diagram:
    """The value of a variable: where it has none yet, reading it raises."""
    unbound = machine.diagrams.where(value, machine.diagrams.leaf(UNBOUND))
    if unbound is machine.diagrams.false:
        return value
    machine.fail(unbound, FailureKind.UNBOUND)
    values = [leaf for leaf in leaves(value) if not isinstance(leaf.value, Unbound)]
    return machine.diagrams.choose(unbound, values[0], value) if values else machine.none


def _attribute(machine: Machine, node: syntax.Attribute) -> Diagram:
    holder = machine.evaluate(node.value)
    found = objects.get(machine, holder, node.name, node.location)
    accepting.ask_attribute(machine, holder, node.name, node.location)
    return found


def _subscript(machine: Machine, node: syntax.Subscript) -> Diagram:
    value = machine.evaluate(node.value)
    if isinstance(node.index, syntax.Slice):
        return sliced(machine, value, node.index)
    asked = value.value.type if isinstance(value, Leaf) and isinstance(value.value, TypeValue) else None
    own = None if asked is None else objects.member(machine, asked, "__class_getitem__")
    if own is not None and isinstance(own[1], syntax.Function):
        routine = machine.diagrams.leaf(Routine(own[1], value, None))
        return machine.call(routine, (machine.evaluate(node.index),), (), node.location)
    if isinstance(value, Leaf) and namespaces.gives_a_module(value.value):
        return _module(machine, value, node)
    if _is_type(machine, value) and not enum_members.is_enum(value):
        if is_set_outside(value.value.dotted if isinstance(value, Leaf) and isinstance(value.value, Outside) else ""):
            lookups.tell_missing(machine, (value, machine.evaluate(node.index)), node.location)
        return value  # ``StrategyConfig[Widget]``: the arguments of a generic type change nothing.
    index = machine.evaluate(node.index)
    hidden = secretive.ask(machine, "a key", (index,), node.location)
    return lookups.get_item(machine, value, index, node.location) if hidden is None else hidden


def _module(machine: Machine, modules: Diagram, node: syntax.Subscript) -> Diagram:
    """``sys.modules[name]``: the module itself, where its name is written out."""
    if isinstance(node.index, syntax.Name) and node.index.name == objects.NAME:
        return machine.diagrams.leaf(ModuleValue(machine.frame.module))
    key = machine.evaluate(node.index)
    name = namespaces.name_of(key.value) if isinstance(key, Leaf) else None
    if name is not None and namespaces.ANY_MODULE not in machine.rewritten:
        return definitions.entity_value(machine, machine.program.locate(name))
    held = machine.module_variables.values()
    return machine.unseen("a module that can't be told", node.location, (modules, key, *held))


def _is_type(machine: Machine, value: Diagram) -> bool:
    if not (isinstance(value, Leaf) and isinstance(value.value, (TypeValue, Outside))):
        return False
    return isinstance(value.value, TypeValue) or not library_state.held_by(machine, value.value.dotted)


def _slice(machine: Machine, node: syntax.Slice) -> Diagram:
    return machine.none


def _call(machine: Machine, node: syntax.Call) -> Diagram:
    gate = gate_check(machine, node)
    if gate is not None:
        return gate
    if isinstance(node.callee, syntax.Attribute):
        holder = machine.evaluate(node.callee.value)
        callee = objects.callee(machine, holder, node.callee.name, node.location)
    else:
        callee = machine.evaluate(node.callee)
    is_of_tree = isinstance(callee, Leaf) and isinstance(callee.value, (Routine, Partial))
    arguments = _arguments(machine, node, is_of_tree)
    if not machine.alive:
        return machine.none
    if arguments.unknown:
        return machine.call_with(callee, arguments, node.location)
    return machine.call(callee, arguments.positional, arguments.named, node.location)


def _arguments(machine: Machine, node: syntax.Call, is_of_tree: bool) -> Arguments:
    """The arguments of a call; a function of the tree takes the fields of an object one by one. Nobody knows the places
    of those behind some that are spread."""
    positional: list[Diagram] = []
    named: list[tuple[str, Diagram]] = []
    unknown: list[Diagram] = []
    is_placed = True
    for argument in node.arguments:
        value = machine.evaluate(argument.value)
        if argument.spread:
            value = machine.only(value)
        if argument.spread == "*":
            accepting.ask_elements(machine, value)
            elements = known_elements(machine, value)
            is_placed = is_placed and elements is not None
            spread = [_keys_in_order(machine, value, node.location)] if elements is None else elements
            (positional if is_placed else unknown).extend(spread)
        elif argument.spread == "**":
            accepting.ask_spread(machine, value)
            fields = _known_fields(machine, value)
            fields = _declared_fields(machine, value) if fields is None and is_of_tree else fields
            named.extend(fields if fields is not None else ())
            unknown.extend(() if fields is not None else (value,))
        elif argument.name is not None:
            named.append((argument.name, value))
        else:
            (positional if is_placed else unknown).append(value)
    return Arguments(tuple(positional), tuple(named), tuple(unknown))


def _keys_in_order(machine: Machine, value: Diagram, location: Location) -> Diagram:
    """The elements that are handed on where a value is spread: of a mapping its keys, in their order."""
    held = value.value if isinstance(value, Leaf) else None
    if not isinstance(held, Reference) or not elements.is_mapping(machine, held):
        return value
    return in_order_of(machine, SEQUENCE, iteration.rounds(machine, held, location), value)


def _known_fields(machine: Machine, value: Diagram) -> list[tuple[str, Diagram]] | None:
    """The keys and values of a mapping that is written out."""
    if isinstance(value, Leaf) and isinstance(value.value, Reference):
        cell = machine.heap.cells[value.value.cell]
        if cell.made and not cell.entries:
            return [(name, held) for name, held in cell.fields.items() if name not in MARKS]
    return None


def _declared_fields(machine: Machine, value: Diagram) -> list[tuple[str, Diagram]] | None:
    """The keys and values of a mapping of an object's fields, where these are all that it has."""
    held = value.value if isinstance(value, Leaf) and isinstance(value.value, Reference) else None
    type_ = objects.type_of(machine, held) if held is not None else None
    if held is None or type_ is None or type_.open or machine.heap.entries(held):
        return None
    if not (machine.heap.is_fields(held) or elements.is_keyed(machine, held)):
        return None
    found = elements.keys_of(machine, held)
    is_whole = all(present is machine.diagrams.true for _, present, _ in found)
    return [(name, part) for name, _, part in found] if found and is_whole else None


def _await(machine: Machine, node: syntax.Await) -> Diagram:
    value = tasks.waited_at_once(machine, lambda: machine.evaluate(node.value))
    return machine.wait(value, node.location)


def _lambda(machine: Machine, node: syntax.Lambda) -> Diagram:
    return defined(machine, node.function)


def _walrus(machine: Machine, node: syntax.Walrus) -> Diagram:
    value = machine.evaluate(node.value)
    machine.bind(node.name, value, _around_comprehensions(machine))
    return value


def _around_comprehensions(machine: Machine) -> CallFrame:
    """The frame of the function itself: what a comprehension binds by ``:=`` is a variable of what is around it."""
    frame = machine.frame
    while frame.parent is not None and frame.is_comprehension(machine.frames):
        frame = machine.frames[frame.parent]
    return frame


def _formatted(machine: Machine, node: syntax.Formatted) -> Diagram:
    values = [machine.evaluate(part) for part in node.parts]
    if node.has_form:
        accepting.ask_format(machine, values[0], values[1])
    hidden = secretive.ask(machine, "a text", values, node.location, values)
    if hidden is not None:
        return hidden
    parts = tuple(machine.heap.settle(_shown(machine, value, values, node)) for value in values)
    shown = [part for part in parts if not (isinstance(part, Leaf) and part.value == Constant.of(""))]
    if len(shown) == 1 and isinstance(shown[0], Leaf) and plain.is_of(machine, shown[0].value, plain.TEXTS):
        if questions.is_none(machine, shown[0]) is machine.diagrams.false:
            return shown[0]
    constants = [part.value if isinstance(part, Leaf) else None for part in parts]
    written = [part.value if isinstance(part, Constant) else None for part in constants]
    if all(isinstance(text, str) for text in written):
        return machine.diagrams.leaf(Constant.of("".join(map(str, written))))
    return machine.diagrams.leaf(Computed("text", parts))


def _shown(machine: Machine, value: Diagram, parts: list[Diagram], node: syntax.Formatted) -> Diagram:
    """A part of a text: of an object that says itself how it is shown, what it says."""

    def one(leaf: Any) -> Diagram:
        for name in special.TEXT:
            spec = (machine.unseen("how a value is to be shown", node.location, parts),)
            given = spec if name == "__format__" else ()
            said = special.ask(machine, leaf, (name,), given, node.location)
            if said is not None:
                return said
        return machine.diagrams.leaf(leaf)

    return machine.each(value, one) if any(isinstance(leaf.value, Reference) for leaf in leaves(value)) else value


def _yield(machine: Machine, node: syntax.Yield) -> Diagram:
    value = machine.none if node.value is None else machine.evaluate(node.value)
    yielded = machine.frame.yielded
    for order in machine.orders[-1:]:
        machine.frame.order = order
    resume = machine.frame.resume
    if resume is not None and node.delegate:
        return go_through(machine, value, node.location, resume)
    if resume is not None:
        resume(value, key_of_element(machine, value, len(yielded)))
    elif node.delegate:
        machine.frame.order = ordering.order_of(machine, value) or machine.frame.order
        for entry in iteration.all_rounds(machine, value, node.location):
            yielded.append(Entry(entry.key, machine.diagrams.both(machine.guard, entry.present), entry.value))
        return machine.returned if questions.is_iterator(machine, value) else machine.none
    else:
        yielded.append(Entry(key_of_element(machine, value, len(yielded)), machine.guard, value))
    return machine.none


def _starred(machine: Machine, node: syntax.Starred) -> Diagram:
    return machine.evaluate(node.value)


def _opaque(machine: Machine, node: syntax.Opaque) -> Diagram:
    parts = [machine.evaluate(part) for part in node.parts]
    parts += captured(machine, parts)
    parts += machine.heap.lost_with(machine.guard, parts) if node.holds else []
    value = machine.unseen(node.note, node.location, parts, free=node.is_free)
    return places.holding(machine, value, parts) if node.holds else value


def _entity(machine: Machine, node: syntax.Entity) -> Diagram:
    entity = machine.program.locate(node.dotted)
    lacking.ask_for_module(machine, entity)
    return definitions.entity_value(machine, entity)


def _perform(machine: Machine, node: syntax.Perform) -> Diagram:
    given = tuple(machine.evaluate(argument) for argument in node.arguments)
    return (
        perform(machine, node.operation, node.name, Arguments(given), node.location) if machine.alive else machine.none
    )


_HANDLERS: dict[type, Callable[[Machine, Any], Diagram]] = {
    syntax.Literal: _literal,
    syntax.Name: _name,
    syntax.Attribute: _attribute,
    syntax.Subscript: _subscript,
    syntax.Slice: _slice,
    syntax.Call: _call,
    syntax.Await: _await,
    syntax.Unary: unary,
    syntax.Binary: binary_operation,
    syntax.Comparison: comparison,
    syntax.Boolean: boolean_operation,
    syntax.Conditional: conditional,
    syntax.Starred: _starred,
    syntax.Sequence: sequence,
    syntax.Mapping: mapping,
    syntax.Comprehension: comprehension,
    syntax.Lambda: _lambda,
    syntax.Walrus: _walrus,
    syntax.Formatted: _formatted,
    syntax.Yield: _yield,
    syntax.Opaque: _opaque,
    syntax.Entity: _entity,
    syntax.Perform: _perform,
    syntax.Made: places.make,
    syntax.Copied: places.copied,
    syntax.Address: places.address,
    syntax.Pointee: places.pointee,
    syntax.Fault: places.fault,
}
