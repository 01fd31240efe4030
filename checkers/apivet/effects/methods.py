"""Methods of containers, dict-like objects and data classes, known by their names."""

from __future__ import annotations

from typing import Any

from apivet.effects import library, objects, questions
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.heap import Entry
from apivet.effects.state import Arguments, Machine
from apivet.effects.unresolved import holds_pending, may_raise, unresolved
from apivet.effects.values import (
    EARLIER,
    LAST,
    NONE,
    ORDER,
    UNBOUND,
    Blank,
    Computed,
    Constant,
    Input,
    Member,
    Position,
    Reference,
    Super,
    TypeValue,
)
from apivet.program.model import ListOf
from apivet.program.operations import Operation
from apivet.verdicts import Location


def call_method_of(machine: Machine, leaf: Any, name: str, arguments: Arguments, location: Location) -> Diagram:
    """Call a method of one value, where no type of the tree defines it."""
    if leaf == NONE or leaf == UNBOUND:
        machine.fail(machine.diagrams.true, "AttributeError")
        return machine.none
    if isinstance(leaf, Reference):
        return _of_object(machine, leaf, name, arguments, location)
    if isinstance(leaf, TypeValue):
        return _of_type(machine, leaf, name, arguments, location)
    receiver = machine.diagrams.leaf(leaf)
    if isinstance(leaf, Super):
        return unresolved(machine, f"super().{name}()", (leaf.receiver, *arguments.values), location)
    if isinstance(leaf, Computed) and machine.program.method_operation(name) is Operation.IMAGE:
        if leaf.operator.startswith("image:"):
            return library.image(machine, name, Arguments((receiver, *arguments.values)))
    plain = isinstance(leaf, (Constant, Position, Member))
    plain = plain or (isinstance(leaf, Computed) and _is_harmless(machine, leaf))
    if plain and not holds_pending(machine, arguments.values):
        machine.fail(may_raise(machine, location), None)
        settled = tuple(machine.heap.settle(value) for value in (receiver, *arguments.values))
        return machine.diagrams.leaf(Computed(f".{name}()", settled))
    return unresolved(machine, f"{name}()", (receiver, *arguments.values), location)


def _is_harmless(machine: Machine, leaf: Computed) -> bool:
    """Whether a value was made by the library alone (a logger, a date, text), so that its methods change nothing."""
    if leaf.operator.startswith((".", "element", "[]")):
        return all(
            isinstance(part.value, Computed) and _is_harmless(machine, part.value)
            for operand in leaf.operands[:1]
            for part in ([operand] if isinstance(operand, Leaf) else [])
        ) and bool(leaf.operands)
    return True


def _of_type(machine: Machine, leaf: TypeValue, name: str, arguments: Arguments, location: Location) -> Diagram:
    """Alternative constructors that a declaration form brings along: they read their arguments."""
    settled = tuple(machine.heap.settle(value) for value in arguments.values)
    if name in ("model_construct", "construct"):
        return machine.call(machine.diagrams.leaf(leaf), arguments.positional, arguments.named, location)
    if leaf.type.structured:
        return machine.unseen(f"{leaf.type.name}.{name}() builds the object", location, settled)
    return unresolved(machine, f"{leaf.type.name}.{name}()", arguments.values, location)


def _of_object(machine: Machine, leaf: Reference, name: str, arguments: Arguments, location: Location) -> Diagram:
    accessor = _accessor(machine, leaf, name, arguments, location)
    if accessor is not None:
        return accessor
    operation = machine.program.method_operation(name)
    act = _ACTIONS.get(operation) if operation is not None else None
    if act is not None:
        result: Diagram = act(machine, leaf, arguments, location)
        return result
    receiver = machine.diagrams.leaf(leaf)
    if operation is Operation.IMAGE:
        return library.image(machine, name, Arguments((receiver, *arguments.values)))
    if operation in (Operation.SET_FIELD, Operation.GET_FIELD, Operation.REPLACE):
        given = Arguments((receiver, *arguments.positional), arguments.named, arguments.unknown)
        return library.perform(machine, operation, name, given, location)
    if not isinstance(machine.heap.cells[leaf.cell].shape, objects.STRUCTURED_SHAPES):
        # ``text.strip()``, ``moment.isoformat()``: a plain value's method makes another value.
        machine.fail(may_raise(machine, location), None)
        settled = tuple(machine.heap.settle(value) for value in (receiver, *arguments.values))
        return machine.diagrams.leaf(Computed(f".{name}()", settled))
    return unresolved(machine, f"{name}()", (receiver, *arguments.values), location)


def _accessor(
    machine: Machine, leaf: Reference, name: str, arguments: Arguments, location: Location
) -> Diagram | None:
    """``get_spec()``, ``set_status(x)``, ``get_generation()`` ... count as the parts they name."""
    words = machine.vocabulary
    verb, _, part = name.partition("_")
    if verb not in ("get", "set") or part not in (words.spec, words.status, words.generation, words.metadata):
        return None
    target: Diagram = machine.diagrams.leaf(leaf)
    if part == words.generation and not _has_own(machine, leaf, part):
        target = objects.get(machine, target, words.metadata, location)
    if verb == "get":
        return objects.get(machine, target, part, location)
    if arguments.positional:
        objects.put(machine, target, part, arguments.positional[0], location)
    return machine.none


def _has_own(machine: Machine, leaf: Reference, part: str) -> bool:
    """Whether generation is to be found on this object itself: it is metadata."""
    cell = machine.heap.cells[leaf.cell]
    base = cell.base.value if isinstance(cell.base, Leaf) else None
    type_ = objects.type_of(machine, leaf)
    if type_ is not None:
        return type_.field(part) is not None
    return isinstance(base, Input) and bool(base.path)


# ---------------------------------------------------------------------------------------------------- containers


def _get_item(machine: Machine, leaf: Reference, arguments: Arguments, location: Location) -> Diagram:
    """``mapping.get(key, default)``."""
    key = arguments.at(0) or machine.none
    default = arguments.at(1) or arguments.named_value("default") or machine.none
    return _looked_up(machine, leaf, key, default, location)


def _looked_up(machine: Machine, leaf: Reference, key: Diagram, default: Diagram, location: Location) -> Diagram:
    cell = machine.heap.cells[leaf.cell]

    def one(which: Any) -> Diagram:
        if isinstance(which, Constant) and isinstance(which.value, str):
            blank = isinstance(cell.base, Leaf) and isinstance(cell.base.value, Blank)
            if blank and which.value not in cell.fields:
                return default
            found = objects.field(machine, leaf, which.value, location)
            return machine.diagrams.choose(questions.is_none(machine, found), default, found)
        entries = machine.heap.entries(leaf) or []
        chosen = objects.choose_entries(machine, entries, which)
        if chosen is None:
            return machine.unseen("the value under a computed key", location, (machine.diagrams.leaf(leaf), default))
        result = default
        for where, entry in chosen:
            result = machine.diagrams.choose(where, entry.value, result)
        return result

    return machine.each(key, one)


def _pop_item(machine: Machine, leaf: Reference, arguments: Arguments, location: Location) -> Diagram:
    """``mapping.pop(key, default)`` and ``list.pop(index)``."""
    receiver = machine.diagrams.leaf(leaf)
    key = arguments.at(0) or machine.diagrams.leaf(Constant.of(-1))
    default = arguments.at(1)
    if isinstance(key, Leaf) and isinstance(key.value, Constant) and isinstance(key.value.value, str):
        found = objects.field(machine, leaf, key.value.value, location)
        missing = questions.is_none(machine, found)
        if default is None:
            machine.fail(missing, "KeyError")
        result = machine.diagrams.choose(missing, default or machine.none, found)
    else:
        result = _looked_up(machine, leaf, key, default or machine.none, location)
    objects.delete_item(machine, receiver, key, location)
    return result


def _set_default(machine: Machine, leaf: Reference, arguments: Arguments, location: Location) -> Diagram:
    key, default = arguments.at(0) or machine.none, arguments.at(1) or machine.none
    value = _looked_up(machine, leaf, key, default, location)
    objects.put_item(machine, machine.diagrams.leaf(leaf), key, value, location)
    return value


def _update(machine: Machine, leaf: Reference, arguments: Arguments, location: Location) -> Diagram:
    target = machine.diagrams.leaf(leaf)
    for value in (*arguments.positional, *arguments.unknown):
        update_from(machine, target, value, location)
    for name, value in arguments.named:
        objects.put(machine, target, name, value, location)
    return machine.none


def update_from(machine: Machine, target: Diagram, source: Diagram, location: Location) -> None:
    """Take over the fields of a mapping."""
    for where, leaf in machine.diagrams.cases(source, machine.guard):
        before, machine.guard = machine.guard, where
        cell = machine.heap.cells[leaf.cell] if isinstance(leaf, Reference) else None
        base = cell.base.value if cell is not None and isinstance(cell.base, Leaf) else None
        if cell is not None and isinstance(base, Blank):
            for name, value in list(cell.fields.items()):
                machine.guard = machine.diagrams.both(where, machine.given(value))
                objects.put(machine, target, name, value, location)
            machine.guard = where
            for entry in cell.entries or ():
                _take_entry(machine, target, entry, location)
        elif isinstance(leaf, Reference) and objects.keyed_fields(machine, leaf):
            for name, present, value in objects.keyed_fields(machine, leaf):
                machine.guard = machine.diagrams.both(where, present)
                objects.put(machine, target, name, value, location)
        elif isinstance(leaf, Reference) and isinstance(base, Input) and objects.type_of(machine, leaf) is not None:
            type_ = objects.type_of(machine, leaf)
            for declared in type_.fields if type_ is not None else ():
                value = objects.get(machine, machine.diagrams.leaf(leaf), declared.name, location)
                objects.put(machine, target, declared.name, value, location)
        elif isinstance(leaf, Reference) and isinstance(base, Input) and objects.is_mapping(machine, leaf):
            for entry in machine.heap.entries(leaf) or ():
                _take_entry(machine, target, entry, location)
        else:
            machine.lose([target], "fields are taken over from a value that can't be seen through", location)
        machine.guard = before


def _take_entry(machine: Machine, target: Diagram, entry: Entry, location: Location) -> None:
    entered = machine.guard
    machine.guard = machine.diagrams.both(entered, entry.present)
    objects.put_item(machine, target, machine.diagrams.leaf(Position(entry.key)), entry.value, location)
    machine.guard = entered


def _append(machine: Machine, leaf: Reference, arguments: Arguments, location: Location) -> Diagram:
    value = arguments.at(-1) if not arguments.positional else arguments.positional[-1]
    entries = machine.heap.entries(leaf)
    if entries is None or value is None:
        return unresolved(machine, "append()", (machine.diagrams.leaf(leaf), *arguments.values), location)
    entries.append(Entry(_fresh_key(machine, entries, value), machine.guard, value))
    machine.heap.note_store(machine.guard, leaf, LAST, machine.heap.settle(value), location)
    return machine.none


def _fresh_key(machine: Machine, entries: list[Entry], value: Diagram) -> str:
    """An element keeps its key where it comes from a loop over a container that was given."""
    taken = {entry.key for entry in entries}
    if isinstance(value, Leaf) and isinstance(value.value, Reference):
        base = machine.heap.cells[value.value.cell].base
        if isinstance(base, Leaf) and isinstance(base.value, Input) and base.value.path:
            key = base.value.path[-1]
            if key in (EARLIER, LAST) and key not in taken:
                return key
    return f"#{len(entries)}"


def _extend(machine: Machine, leaf: Reference, arguments: Arguments, location: Location) -> Diagram:
    entries = machine.heap.entries(leaf)
    if entries is None or not arguments.positional:
        return unresolved(machine, "extend()", (machine.diagrams.leaf(leaf), *arguments.values), location)
    for where, source in machine.diagrams.cases(arguments.positional[0], machine.guard):
        for entry in objects.rounds(machine, source, location):
            present = machine.diagrams.both(where, entry.present)
            key = entry.key if all(entry.key != other.key for other in entries) else f"#{len(entries)}"
            entries.append(Entry(key, present, entry.value))
    machine.heap.note_store(machine.guard, leaf, LAST, machine.heap.settle(arguments.positional[0]), location)
    return machine.none


def _remove(machine: Machine, leaf: Reference, arguments: Arguments, location: Location) -> Diagram:
    """``list.remove(value)``: the elements that are that object, else it is not known which."""
    value = arguments.at(0) or machine.none
    for entry in machine.heap.entries(leaf) or ():
        where = questions.same(machine, entry.value, value)
        gone = machine.diagrams.both(machine.guard, where)
        entry.present = machine.diagrams.both(entry.present, machine.diagrams.negate(gone))
    machine.heap.note_store(machine.guard, leaf, None, machine.none, location)
    return machine.none


def _clear(machine: Machine, leaf: Reference, arguments: Arguments, location: Location) -> Diagram:
    """``clear()``: an empty container, or a dict-like object without fields."""
    cell = machine.heap.cells[leaf.cell]
    for entry in machine.heap.entries(leaf) or ():
        entry.present = machine.diagrams.both(entry.present, machine.diagrams.negate(machine.guard))
    declared = [name for name, _, _ in objects.keyed_fields(machine, leaf)]
    for name in dict.fromkeys((*cell.fields, *cell.family, *declared)):
        if name not in (EARLIER, LAST):
            objects.put(machine, machine.diagrams.leaf(leaf), name, machine.none, location)
    if isinstance(cell.base, Leaf) and isinstance(cell.base.value, Input):
        kind = "list" if isinstance(cell.shape, ListOf) else "dict"
        cell.base = machine.diagrams.choose(machine.guard, machine.diagrams.leaf(Blank(kind)), cell.base)
    machine.heap.note_store(machine.guard, leaf, None, machine.none, location)
    return machine.none


def _items(machine: Machine, leaf: Reference, arguments: Arguments, location: Location) -> Diagram:
    return _listed(machine, leaf, lambda key, value: library.pair(machine, key, value))


def _values(machine: Machine, leaf: Reference, arguments: Arguments, location: Location) -> Diagram:
    return _listed(machine, leaf, lambda key, value: value)


def _keys(machine: Machine, leaf: Reference, arguments: Arguments, location: Location) -> Diagram:
    return _listed(machine, leaf, lambda key, value: key)


def _listed(machine: Machine, leaf: Reference, make: Any) -> Diagram:
    """The keys and values of a mapping as a list."""
    cell = machine.heap.cells[leaf.cell]
    keyed = objects.keyed_fields(machine, leaf)
    if keyed:
        made = [
            Entry(name, present, make(machine.diagrams.leaf(Constant.of(name)), value))
            for name, present, value in keyed
        ]
        return machine.diagrams.leaf(machine.heap.container("list", made))
    named = [(name, value) for name, value in cell.fields.items() if name not in (EARLIER, LAST)]
    entries = [
        Entry(name, machine.given(value), make(machine.diagrams.leaf(Constant.of(name)), value))
        for name, value in named
    ]
    for entry in machine.heap.entries(leaf) or ():
        entries.append(
            Entry(entry.key, entry.present, make(machine.diagrams.leaf(Position(entry.key)), entry.value))
        )
    return machine.diagrams.leaf(machine.heap.container("list", entries))


def _copy(machine: Machine, leaf: Reference, arguments: Arguments, location: Location) -> Diagram:
    made = library.copied(machine, machine.diagrams.leaf(leaf), machine.heap.copy)
    return _with_update(machine, made, arguments, location)


def _deep_copy(machine: Machine, leaf: Reference, arguments: Arguments, location: Location) -> Diagram:
    return library.copied(machine, machine.diagrams.leaf(leaf), machine.heap.deep_copy)


def _model_copy(machine: Machine, leaf: Reference, arguments: Arguments, location: Location) -> Diagram:
    """pydantic's ``model_copy(update={...}, deep=...)``."""
    deep = arguments.named_value("deep")
    is_deep = isinstance(deep, Leaf) and isinstance(deep.value, Constant) and deep.value.value is True
    copy = machine.heap.deep_copy if is_deep else machine.heap.copy
    return _with_update(machine, library.copied(machine, machine.diagrams.leaf(leaf), copy), arguments, location)


def _with_update(machine: Machine, made: Diagram, arguments: Arguments, location: Location) -> Diagram:
    update = arguments.named_value("update") or arguments.at(0)
    if update is not None:
        update_from(machine, made, update, location)
    return made


def _reorder(machine: Machine, leaf: Reference, arguments: Arguments, location: Location) -> Diagram:
    """Sorting keeps the elements; the list as a whole is then a server-made one."""
    cell = machine.heap.cells[leaf.cell]
    settled = machine.heap.settle(machine.diagrams.leaf(leaf))
    cell.fields[ORDER] = machine.diagrams.choose(
        machine.guard, machine.diagrams.leaf(Computed("sorted", (settled,))), machine.none
    )
    machine.heap.note_store(machine.guard, leaf, None, settled, location)
    return machine.none


_ACTIONS: dict[Operation, Any] = {
    Operation.GET_ITEM: _get_item,
    Operation.POP_ITEM: _pop_item,
    Operation.SET_DEFAULT: _set_default,
    Operation.UPDATE: _update,
    Operation.APPEND: _append,
    Operation.EXTEND: _extend,
    Operation.REMOVE: _remove,
    Operation.CLEAR: _clear,
    Operation.ITEMS: _items,
    Operation.VALUES: _values,
    Operation.KEYS: _keys,
    Operation.COPY: _copy,
    Operation.DEEP_COPY: _deep_copy,
    Operation.REPLACE_FROM_MAPPING: _model_copy,
    Operation.REORDER: _reorder,
}
