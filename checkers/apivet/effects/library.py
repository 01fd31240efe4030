"""Functions outside the tree: gates, the conventions' helpers, and what the language's library is known to do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from apivet.effects import counting, methods, objects, questions
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.heap import Entry
from apivet.effects.state import Arguments, Machine
from apivet.effects.unresolved import holds_pending, may_raise, unresolved
from apivet.effects.values import (
    FALSE,
    NONE,
    ORDER,
    TRUE,
    UNBOUND,
    Blank,
    Computed,
    Constant,
    IsA,
    Member,
    Method,
    Outside,
    Partial,
    Position,
    Reference,
    Super,
    TypeValue,
)
from apivet.program.model import Named, Unknown
from apivet.program.operations import Operation
from apivet.verdicts import Location
from apivet.vocabulary import STATUS_METADATA_FIELDS

Model = Callable[[Machine, Arguments, Location], Diagram]


def call_function(machine: Machine, dotted: str, arguments: Arguments, location: Location) -> Diagram:
    """Call something outside the tree by its dotted name."""
    name = dotted.rpartition(".")[2]
    convention = call_convention(machine, name, arguments, location)
    if convention is not None:
        return convention
    operation = machine.program.function_operation(dotted)
    if operation is None:
        # An attribute of something outside, such as ``requests.Session.get``: nothing is known of it.
        return unresolved(machine, f"{name}()", arguments.values, location)
    return perform(machine, operation, dotted, arguments, location)


def call_convention(machine: Machine, name: str, arguments: Arguments, location: Location) -> Diagram | None:
    """The helpers that the conventions know by name, where their body can't be seen."""
    if name in machine.vocabulary.reset_metadata and len(arguments.positional) == 2:
        new, old = arguments.positional
        for field in STATUS_METADATA_FIELDS:
            if _declares(machine, new, field):
                objects.put(machine, new, field, objects.get(machine, old, field, location), location)
        return machine.none
    if name in machine.vocabulary.equality and len(arguments.positional) == 2:
        return boolean(machine, questions.same(machine, *arguments.positional))
    return None


def _declares(machine: Machine, value: Diagram, field: str) -> bool:
    """Whether an object's type, where it is known, has a field."""
    for _, leaf in machine.diagrams.cases(value, machine.guard):
        type_ = objects.type_of(machine, leaf) if isinstance(leaf, Reference) else None
        if type_ is not None and type_.field(field) is None:
            return False
    return True


def call_method(machine: Machine, method: Method, arguments: Arguments, location: Location) -> Diagram:
    """Call a method of which only the name is known."""
    convention = call_convention(machine, method.name, arguments, location)
    if convention is not None:
        return convention
    return machine.each(
        method.receiver, lambda leaf: methods.call_method_of(machine, leaf, method.name, arguments, location)
    )


def boolean(machine: Machine, guard: Diagram) -> Diagram:
    """A guard as a value of the program."""
    return machine.diagrams.choose(guard, machine.diagrams.leaf(TRUE), machine.diagrams.leaf(FALSE))


# ----------------------------------------------------------------------------------------------------- operations


def perform(
    machine: Machine, operation: Operation, dotted: str, arguments: Arguments, location: Location
) -> Diagram:
    """Do what a function of the library is known to do."""
    model = _MODELS.get(operation)
    if model is not None and (arguments.positional or operation in _WITHOUT_ARGUMENTS):
        return model(machine, arguments, location)
    if operation is Operation.IMAGE:
        return image(machine, dotted, arguments)
    if holds_pending(machine, arguments.values):
        return unresolved(machine, f"{dotted.rpartition('.')[2]}()", arguments.values, location)
    # Anything but a constructor or a reader may refuse its arguments.
    machine.fail(may_raise(machine, location), None)
    settled = tuple(machine.heap.settle(value) for value in arguments.values)
    if dotted in ("builtins.max", "builtins.min") and len(settled) > 1 and all(part is settled[0] for part in settled):
        return settled[0]
    return machine.diagrams.leaf(Computed(dotted, settled))


def image(machine: Machine, name: str, arguments: Arguments) -> Diagram:
    """A value that is equal exactly where the arguments are."""
    settled = tuple(machine.heap.settle(value) for value in arguments.values)
    return machine.diagrams.leaf(Computed(f"image:{name}", settled))


def _copy(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    return copied(machine, arguments.positional[0], machine.heap.copy)


def _deep_copy(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    return copied(machine, arguments.positional[0], machine.heap.deep_copy)


def copied(machine: Machine, value: Diagram, copy: Callable[[Reference], Reference]) -> Diagram:
    """A copy of whatever object the value can be; ``None`` and constants are their own copies."""

    def one(leaf: Leaf) -> Diagram:
        if not isinstance(leaf.value, Reference):
            return leaf
        made = machine.diagrams.leaf(copy(leaf.value))
        return machine.diagrams.choose(questions.is_none(machine, leaf), machine.none, made)

    return machine.diagrams.transform(value, one)


def _replace(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    return replaced(machine, arguments.positional[0], arguments, location)


def replaced(machine: Machine, value: Diagram, arguments: Arguments, location: Location) -> Diagram:
    """A copy with the named arguments as its fields. There is none of ``None``."""
    machine.fail(questions.is_none(machine, value), "TypeError")
    made = copied(machine, value, machine.heap.copy)
    entered = machine.guard
    for name, given in arguments.named:
        machine.guard = machine.diagrams.both(entered, machine.given(given))
        objects.put(machine, made, name, given, location)
    machine.guard = entered
    for spread in arguments.unknown:
        methods.update_from(machine, made, spread, location)
    return made


def _cast(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    value = arguments.positional[-1]
    for _, type_ in machine.diagrams.cases(arguments.positional[0], machine.guard):
        if isinstance(type_, TypeValue):
            believe(machine, value, type_.type.dotted)
    return value


def believe(machine: Machine, value: Diagram, dotted: str) -> None:
    """Where nothing was known of an object's type, it is of this one."""
    for _, leaf in machine.diagrams.cases(value, machine.guard):
        if isinstance(leaf, Reference):
            cell = machine.heap.cells[leaf.cell]
            if isinstance(cell.shape, Unknown) and not cell.family:
                cell.shape = Named(dotted)


def _is_instance(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    value, type_ = arguments.positional[0], arguments.positional[-1]

    def one(leaf: Any) -> Diagram:
        return boolean(machine, machine.each_guard(type_, lambda kind: is_a(machine, leaf, kind)))

    return machine.each(value, one)


def is_a(machine: Machine, leaf: Any, kind: Any) -> Diagram:
    """The guard under which a value is of a type."""
    diagrams = machine.diagrams
    if isinstance(kind, Reference):
        either = diagrams.false
        for entry in machine.heap.entries(kind) or ():
            either = diagrams.either(either, machine.each_guard(entry.value, lambda one: is_a(machine, leaf, one)))
        return either
    name = kind.type.dotted if isinstance(kind, TypeValue) else getattr(kind, "dotted", "?")
    if leaf == NONE:
        return diagrams.true if name.endswith("NoneType") else diagrams.false
    if isinstance(leaf, Reference):
        own = objects.type_of(machine, leaf)
        if own is None and isinstance(kind, TypeValue):
            # A guard over the type: what is behind it is written for that type.
            believe(machine, diagrams.leaf(leaf), kind.type.dotted)
            own = objects.type_of(machine, leaf)
        if own is not None and name in {base.dotted for base in machine.program.ancestry(own)}:
            return diagrams.negate(questions.is_none(machine, diagrams.leaf(leaf)))
        settled = machine.heap.cells[leaf.cell].base
        return machine.each_guard(settled, lambda base: diagrams.decide(IsA(base, name)))
    return diagrams.decide(IsA(leaf, name))


def _name_of(machine: Machine, value: Diagram | None) -> str | None:
    if isinstance(value, Leaf) and isinstance(value.value, Constant) and isinstance(value.value.value, str):
        return value.value.value
    return None


def _by_name(machine: Machine, value: Diagram, act: Callable[[str], Diagram], otherwise: Callable[[], Diagram]) -> Diagram:
    """Act on each field name that a value can be."""

    def one(leaf: Any) -> Diagram:
        if isinstance(leaf, Constant) and isinstance(leaf.value, str):
            return act(leaf.value)
        return otherwise()

    return machine.each(value, one)


def _get_field(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    target = arguments.positional[0]
    if len(arguments.positional) < 2:
        return target
    default = arguments.at(2)

    def named(name: str) -> Diagram:
        if default is None:
            return objects.get(machine, target, name, location)
        missing = questions.is_none(machine, target)
        entered = machine.guard
        machine.guard = machine.diagrams.both(entered, machine.diagrams.negate(missing))
        found = objects.get(machine, target, name, location) if machine.alive else default
        machine.guard = entered
        return machine.diagrams.choose(missing, default, found)

    return _by_name(
        machine,
        arguments.positional[1],
        named,
        lambda: machine.unseen("a field whose name is computed", location, (target,)),
    )


def _set_field(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    if len(arguments.positional) != 3:
        return unresolved(machine, "setattr()", arguments.values, location)
    target, name, value = arguments.positional

    def named(field: str) -> Diagram:
        objects.put(machine, target, field, value, location)
        return machine.none

    return _by_name(machine, name, named, lambda: _set_some_field(machine, target, value, location))


def _set_some_field(machine: Machine, target: Diagram, value: Diagram, location: Location) -> Diagram:
    machine.lose([target], "a field whose name is computed is set", location)
    return machine.none


def _delete_field(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    target = arguments.positional[0]
    name = arguments.at(1) or machine.none

    def named(field: str) -> Diagram:
        objects.put(machine, target, field, machine.none, location)
        return machine.none

    return _by_name(machine, name, named, lambda: _set_some_field(machine, target, machine.none, location))


def _has_field(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    name = _name_of(machine, arguments.at(1))

    def one(leaf: Any) -> Diagram:
        type_ = objects.type_of(machine, leaf) if isinstance(leaf, Reference) else None
        if type_ is not None and name is not None:
            known = type_.field(name) is not None or objects.member(machine, type_, name) is not None
            if known or not type_.has_unknown_base:
                return boolean(machine, machine.diagrams.true if known else machine.diagrams.false)
        if leaf == NONE:
            return boolean(machine, machine.diagrams.false)
        settled = machine.heap.settle(machine.diagrams.leaf(leaf))
        return machine.diagrams.leaf(Computed(f"has {name}", (settled,)))

    return machine.each(arguments.positional[0], one)


def _enumerate(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    return _mapped(
        machine,
        arguments.positional[0],
        location,
        lambda entry: pair(machine, machine.diagrams.leaf(Position(entry.key)), entry.value),
    )


def pair(machine: Machine, *values: Diagram) -> Diagram:
    """A tuple."""
    entries = [Entry(str(number), machine.diagrams.true, value) for number, value in enumerate(values)]
    return machine.diagrams.leaf(machine.heap.container("tuple", entries))


def _mapped(machine: Machine, value: Diagram, location: Location, act: Callable[[Entry], Diagram]) -> Diagram:
    """A new list with something made of each element."""

    def one(leaf: Any) -> Diagram:
        entries = [
            Entry(entry.key, entry.present, act(entry)) for entry in objects.rounds(machine, leaf, location)
        ]
        return machine.diagrams.leaf(machine.heap.container("list", entries))

    return machine.each(value, one)


def _zip(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    columns = [_column(machine, value, location) for value in arguments.positional]
    by_key = [{entry.key: entry for entry in column} for column in columns]
    if columns and all(set(keyed) == set(by_key[0]) for keyed in by_key):
        rows = [[keyed[entry.key] for keyed in by_key] for entry in columns[0]]
    else:
        rows = [list(row) for row in zip(*columns)]
    entries = []
    for row in rows:
        present = machine.diagrams.true
        for entry in row:
            present = machine.diagrams.both(present, entry.present)
        entries.append(Entry(row[0].key, present, pair(machine, *(entry.value for entry in row))))
    return machine.diagrams.leaf(machine.heap.container("list", entries))


def _column(machine: Machine, value: Diagram, location: Location) -> list[Entry]:
    found: list[Entry] = []
    for where, leaf in machine.diagrams.cases(value, machine.guard):
        for entry in objects.rounds(machine, leaf, location):
            found.append(Entry(entry.key, machine.diagrams.both(where, entry.present), entry.value))
    return found


def _same_elements(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    if len(arguments.positional) == 1:
        return _mapped(machine, arguments.positional[0], location, lambda entry: entry.value)
    entries = [entry for value in arguments.positional for entry in _column(machine, value, location)]
    return machine.diagrams.leaf(machine.heap.container("list", [*entries]))


def _reordered(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """The same elements; as a whole it is another list."""
    settled = machine.heap.settle(arguments.positional[0])
    made = _mapped(machine, arguments.positional[0], location, lambda entry: entry.value)
    for _, leaf in machine.diagrams.cases(made, machine.guard):
        if isinstance(leaf, Reference):
            machine.heap.cells[leaf.cell].fields[ORDER] = machine.diagrams.leaf(Computed("order", (settled,)))
    return made


def _mapping(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    values = [*arguments.positional, *arguments.unknown]
    if values and all(_is_keyed(machine, leaf) for _, leaf in machine.diagrams.cases(values[0], machine.guard)):
        made = copied(machine, values.pop(0), machine.heap.copy)
    else:
        made = machine.diagrams.leaf(machine.heap.make(Blank("dict"), Unknown("dict")))
    for value in values:
        methods.update_from(machine, made, value, location)
    for name, value in arguments.named:
        objects.put_item(machine, made, machine.diagrams.leaf(Constant.of(name)), value, location)
    return made


def _is_keyed(machine: Machine, leaf: Any) -> bool:
    """Whether a value is a mapping, not a list of pairs."""
    if not isinstance(leaf, Reference):
        return False
    return objects.is_mapping(machine, leaf) or bool(objects.keyed_fields(machine, leaf))


def _truth(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    return boolean(machine, questions.truth(machine, arguments.positional[0]))


def _any(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    found = machine.diagrams.false
    for entry in _column(machine, arguments.positional[0], location):
        here = machine.diagrams.both(entry.present, questions.truth(machine, entry.value))
        found = machine.diagrams.either(found, here)
    return boolean(machine, found)


def _all(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    holds = machine.diagrams.true
    for entry in _column(machine, arguments.positional[0], location):
        absent = machine.diagrams.negate(entry.present)
        holds = machine.diagrams.both(holds, machine.diagrams.either(absent, questions.truth(machine, entry.value)))
    return boolean(machine, holds)


def _apply_to_each(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    callee, *values = arguments.positional
    return _mapped(
        machine, values[0] if values else machine.none, location, lambda e: _call_for(machine, callee, e, location)
    )


def _call_for(machine: Machine, callee: Diagram, entry: Entry, location: Location) -> Diagram:
    """Call something with an element, where the element is there."""
    entered = machine.guard
    machine.guard = machine.diagrams.both(entered, entry.present)
    result = machine.call(callee, (entry.value,), (), location) if machine.alive else machine.none
    machine.guard = machine.diagrams.either(
        machine.guard, machine.diagrams.both(entered, machine.diagrams.negate(entry.present))
    )
    return result


def _select(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    callee, values = arguments.positional[0], arguments.positional[-1]
    entries = []
    for entry in _column(machine, values, location):
        chosen = entry.value if callee is machine.none else _call_for(machine, callee, entry, location)
        kept = machine.diagrams.both(entry.present, questions.truth(machine, chosen))
        entries.append(Entry(entry.key, kept, entry.value))
    return machine.diagrams.leaf(machine.heap.container("list", entries))


def _next(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    default = arguments.at(1)
    found = machine.diagrams.leaf(UNBOUND) if default is None else default
    present = machine.diagrams.false
    for entry in reversed(_column(machine, arguments.positional[0], location)):
        found = machine.diagrams.choose(entry.present, entry.value, found)
        present = machine.diagrams.either(present, entry.present)
    if default is None:
        machine.fail(machine.diagrams.negate(present), "StopIteration")
    return found


def _super(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    above = ""
    receiver = arguments.at(1)
    first = arguments.at(0)
    if isinstance(first, Leaf) and isinstance(first.value, TypeValue):
        above = first.value.type.dotted
    for frame in reversed(machine.stack):
        if frame.receiver is not None and frame.function is not None and frame.function.owner:
            above = above or frame.function.owner
            receiver = receiver or frame.receiver
            break
        if frame.function is not None and frame.function.owner and frame.function.binding != "none":
            first_parameter = frame.function.parameters[0].name if frame.function.parameters else ""
            above = above or frame.function.owner
            receiver = receiver or frame.variables.get(first_parameter)
            break
    if receiver is None:
        return machine.unseen("super() outside a method", location, ())
    return machine.diagrams.leaf(Super(above, receiver))


def _type_of(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    def one(leaf: Any) -> Diagram:
        type_ = objects.type_of(machine, leaf) if isinstance(leaf, Reference) else None
        if type_ is not None:
            return machine.diagrams.leaf(TypeValue(type_))
        return machine.diagrams.leaf(Computed("type", (machine.heap.settle(machine.diagrams.leaf(leaf)),)))

    return machine.each(arguments.positional[0], one)


def _partial(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    callee, *given = arguments.positional
    return machine.diagrams.leaf(Partial(callee, tuple(given), arguments.named))


def _whole_number(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    def one(leaf: Any) -> Diagram:
        if isinstance(leaf, Constant) and isinstance(leaf.value, (bool, int)):
            return machine.diagrams.leaf(Constant.of(int(leaf.value)))
        machine.fail(may_raise(machine, location), None)
        return machine.diagrams.leaf(Computed("whole number", (machine.heap.settle(machine.diagrams.leaf(leaf)),)))

    return machine.each(arguments.positional[0], one)


def _declared_fields(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    def one(leaf: Any) -> Diagram:
        type_ = leaf.type if isinstance(leaf, TypeValue) else None
        if isinstance(leaf, Reference):
            type_ = objects.type_of(machine, leaf)
        if type_ is None:
            return machine.unseen("the fields of a type that is not known", location, ())
        entries = [
            Entry(field.name, machine.diagrams.true, machine.diagrams.leaf(Member(type_.dotted, field.name, None)))
            for field in type_.fields
        ]
        return machine.diagrams.leaf(machine.heap.container("list", entries))

    return machine.each(arguments.positional[0], one)


def _gather(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    from apivet.effects.calls import await_value

    results = [await_value(machine, value, location) for value in arguments.positional]
    return results[0] if len(results) == 1 else pair(machine, *results)


def _apply(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    callee, *given = arguments.positional
    return machine.call(callee, given, arguments.named, location)


def _first(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    return arguments.positional[0]


def _handed(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    return pair(machine, arguments.positional[0])


def _run_source(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    return unresolved(machine, "a text as source", (*arguments.values, *machine.frame.variables.values()), location)


def _swallow(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    return machine.diagrams.leaf(Outside("swallow"))


_WITHOUT_ARGUMENTS = (Operation.SUPER, Operation.MAPPING, Operation.SWALLOW, Operation.SAME_ELEMENTS)

_MODELS: dict[Operation, Model] = {
    Operation.COPY: _copy,
    Operation.DEEP_COPY: _deep_copy,
    Operation.REPLACE: _replace,
    Operation.CAST: _cast,
    Operation.LENGTH: counting.length,
    Operation.IS_INSTANCE: _is_instance,
    Operation.HAS_FIELD: _has_field,
    Operation.GET_FIELD: _get_field,
    Operation.SET_FIELD: _set_field,
    Operation.DELETE_FIELD: _delete_field,
    Operation.FIELDS: _first,
    Operation.RANGE: counting.whole_numbers,
    Operation.ENUMERATE: _enumerate,
    Operation.ZIP: _zip,
    Operation.SAME_ELEMENTS: _same_elements,
    Operation.REORDERED: _reordered,
    Operation.MAPPING: _mapping,
    Operation.TRUTH: _truth,
    Operation.ANY: _any,
    Operation.ALL: _all,
    Operation.APPLY_TO_EACH: _apply_to_each,
    Operation.SELECT: _select,
    Operation.NEXT: _next,
    Operation.SUPER: _super,
    Operation.TYPE_OF: _type_of,
    Operation.PARTIAL: _partial,
    Operation.WHOLE_NUMBER: _whole_number,
    Operation.DECLARED_FIELDS: _declared_fields,
    Operation.GATHER: _gather,
    Operation.SCHEDULE: _first,
    Operation.APPLY: _apply,
    Operation.SWALLOW: _swallow,
    Operation.RUN_SOURCE: _run_source,
    Operation.HANDED: _handed,
}

