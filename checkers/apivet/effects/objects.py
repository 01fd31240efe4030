"""Reading and changing the parts of objects: fields, properties, class attributes, elements."""

from __future__ import annotations

from typing import Any

from apivet.effects import questions
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.heap import Entry
from apivet.effects.state import Machine
from apivet.effects.values import (
    EARLIER,
    LAST,
    NONE,
    UNBOUND,
    UNKNOWN_ROOT,
    Blank,
    Computed,
    Constant,
    Input,
    Member,
    Method,
    ModuleValue,
    Outside,
    Position,
    Reference,
    Routine,
    Super,
    TypeValue,
    Unseen,
    Zero,
)
from apivet.program.model import External, Field, Global, ListOf, MapOf, Module, Named, Type, Unknown
from apivet.program.syntax import Function
from apivet.verdicts import Location

#: Other names under which an object's fields can be had as a mapping.
_FIELD_VIEWS = ("__dict__",)

#: Shapes whose values are objects that a method could change.
STRUCTURED_SHAPES = (Named, ListOf, MapOf, Unknown)


def type_of(machine: Machine, reference: Reference) -> Type | None:
    """The declared or constructed type of an object, where it is known."""
    cell = machine.heap.cells[reference.cell]
    if isinstance(cell.base, Leaf) and isinstance(cell.base.value, Zero):
        return machine.program.type(cell.base.value.type)
    return machine.program.type(cell.shape.dotted) if isinstance(cell.shape, Named) else None


def member(machine: Machine, type_: Type, name: str) -> tuple[Type, Any] | None:
    """The method or class attribute of that name, with the class that defines it."""
    for base in machine.program.ancestry(type_):
        if name in base.methods:
            return base, base.methods[name]
        if name in base.attributes:
            return base, base.attributes[name]
    return None


# -------------------------------------------------------------------------------------------------------- reading


def get(machine: Machine, value: Diagram, name: str, location: Location) -> Diagram:
    """``value.name``."""
    return machine.each(value, lambda leaf: _get(machine, leaf, name, location))


def _get(machine: Machine, leaf: Any, name: str, location: Location) -> Diagram:
    diagrams = machine.diagrams
    if isinstance(leaf, Reference):
        return field(machine, leaf, name, location)
    if isinstance(leaf, TypeValue):
        return _type_attribute(machine, leaf.type, name, location)
    if isinstance(leaf, ModuleValue):
        return entity_value(machine, machine.program.locate(f"{leaf.dotted}.{name}"))
    if isinstance(leaf, Outside):
        return diagrams.leaf(Outside(f"{leaf.dotted}.{name}"))
    if isinstance(leaf, Member):
        if name in ("value", "_value_") and leaf.value is not None:
            return diagrams.leaf(leaf.value)
        return diagrams.leaf(Constant.of(leaf.name) if name == "name" else Method(diagrams.leaf(leaf), name))
    if isinstance(leaf, Super):
        return _from_super(machine, leaf, name, location)
    if leaf == NONE or leaf == UNBOUND:
        machine.fail(diagrams.true, "AttributeError")
        return machine.none
    if isinstance(leaf, (Unseen, Computed, Input)):
        return diagrams.leaf(Computed(f".{name}", (diagrams.leaf(leaf),)))
    return diagrams.leaf(Method(diagrams.leaf(leaf), name))


def callee(machine: Machine, value: Diagram, name: str, location: Location) -> Diagram:
    """``value.name`` where it is called: what no type declares as a field is a method of that name."""

    def one(leaf: Any) -> Diagram:
        if isinstance(leaf, Reference) and machine.heap.own_field(leaf, name) is None:
            cell = machine.heap.cells[leaf.cell]
            if cell.optional:
                machine.fail(questions.is_none(machine, machine.diagrams.leaf(leaf)), "AttributeError")
            type_ = type_of(machine, leaf)
            if type_ is None or (type_.field(name) is None and member(machine, type_, name) is None):
                return machine.diagrams.leaf(Method(machine.diagrams.leaf(leaf), name))
        return _get(machine, leaf, name, location)

    return machine.each(value, one)


def field(machine: Machine, reference: Reference, name: str, location: Location) -> Diagram:
    """A field, property, method or class attribute of an object."""
    if name in _FIELD_VIEWS:
        return machine.diagrams.leaf(reference)
    stored = machine.heap.own_field(reference, name)
    if stored is not None:
        return stored
    cell = machine.heap.cells[reference.cell]
    if cell.optional:
        machine.fail(questions.is_none(machine, machine.diagrams.leaf(reference)), "AttributeError")
    type_ = type_of(machine, reference)
    if name == "__class__" and type_ is not None:
        return machine.diagrams.leaf(TypeValue(type_))
    if type_ is not None and type_.field(name) is None:
        found = member(machine, type_, name)
        if found is not None:
            return _bound_member(machine, found, machine.diagrams.leaf(reference), location)
    return machine.diagrams.transform(cell.base, lambda base: _given(machine, reference, base.value, name, location))


def _given(machine: Machine, reference: Reference, base: Any, name: str, location: Location) -> Diagram:
    """What stands under a name that nothing was stored under yet."""
    diagrams = machine.diagrams
    if isinstance(base, Input):
        return diagrams.leaf(machine.heap.child(reference, name, base.child(name)))
    if isinstance(base, Zero):
        type_ = machine.program.type(base.type)
        declared = type_.field(name) if type_ is not None else None
        if declared is not None:
            return _default(machine, reference, declared, location)
        reason = f"nothing in the tree defines {name!r} of {base.type.rpartition('.')[2]}"
        return machine.unseen(reason, location, ())
    if isinstance(base, Blank):
        return diagrams.leaf(Method(diagrams.leaf(reference), name))
    return diagrams.leaf(Computed(f".{name}", (diagrams.leaf(base),)))


def _default(machine: Machine, reference: Reference, declared: Field, location: Location) -> Diagram:
    """The value of a field that its object was made without."""
    cell = machine.heap.cells[reference.cell]
    child = cell.family.get(declared.name)
    if child is not None:
        return machine.diagrams.leaf(child)
    scope = declared.owner.rpartition(".")[0]
    owner = machine.program.type(declared.owner)
    scope = owner.module if owner is not None else scope
    if declared.default is not None:
        value = evaluate_in(machine, scope, declared.default)
    elif declared.factory is not None:
        factory = evaluate_in(machine, scope, declared.factory)
        value = machine.call(factory, (), (), location)
    else:
        value = _blank_of(machine, declared)
    if isinstance(value, Leaf) and isinstance(value.value, Reference):
        cell.family[declared.name] = value.value
    return value


def _blank_of(machine: Machine, declared: Field) -> Diagram:
    """The value of a field without a default: a collaborator's declared type, or nothing."""
    if declared.optional:
        return machine.none
    if isinstance(declared.shape, Named):
        return machine.diagrams.leaf(machine.heap.make(Zero(declared.shape.dotted), declared.shape))
    if isinstance(declared.shape, (ListOf, MapOf)):
        return machine.diagrams.leaf(machine.heap.make(Blank("list"), declared.shape))
    return machine.unseen(f"{declared.name} has no default", declared.location, ())


def _type_attribute(machine: Machine, type_: Type, name: str, location: Location) -> Diagram:
    found = member(machine, type_, name)
    if found is None:
        if name in ("__name__", "__qualname__"):
            return machine.diagrams.leaf(Constant.of(type_.name))
        return machine.diagrams.leaf(Method(machine.diagrams.leaf(TypeValue(type_)), name))
    owner, what = found
    if isinstance(what, Function):
        receiver = machine.diagrams.leaf(TypeValue(type_)) if what.binding == "class" else None
        return machine.diagrams.leaf(Routine(what, receiver, None))
    value = evaluate_in(machine, owner.module, what)
    if owner.form == "enum":
        constant = value.value if isinstance(value, Leaf) and isinstance(value.value, Constant) else None
        return machine.diagrams.leaf(Member(owner.dotted, name, constant))
    return value


def _bound_member(machine: Machine, found: tuple[Type, Any], receiver: Diagram, location: Location) -> Diagram:
    owner, what = found
    if not isinstance(what, Function):
        return evaluate_in(machine, owner.module, what)
    if what.is_property:
        return machine.call(machine.diagrams.leaf(Routine(what, receiver, None)), (), (), location)
    return machine.diagrams.leaf(Routine(what, receiver if what.binding != "none" else None, None))


def _from_super(machine: Machine, leaf: Super, name: str, location: Location) -> Diagram:
    """The next definition of a name after a class, in the receiver's order of resolution."""
    for _, receiver in machine.diagrams.cases(leaf.receiver, machine.guard):
        type_ = receiver.type if isinstance(receiver, TypeValue) else None
        if isinstance(receiver, Reference):
            type_ = type_of(machine, receiver)
        if type_ is None:
            continue
        order = machine.program.ancestry(type_)
        behind = [base.dotted for base in order].index(leaf.above) + 1 if leaf.above in {b.dotted for b in order} else 0
        for base in order[behind:]:
            if name in base.methods:
                return _bound_member(machine, (base, base.methods[name]), leaf.receiver, location)
            if name in base.attributes:
                return evaluate_in(machine, base.module, base.attributes[name])
        if name == "__init__" and not any(base.has_unknown_base for base in order):
            return machine.diagrams.leaf(Outside("builtins.object"))
    return machine.diagrams.leaf(Method(machine.diagrams.leaf(leaf), name))


# ------------------------------------------------------------------------------------------------------- entities


def entity_value(machine: Machine, entity: Any) -> Diagram:
    """A name of a module's scope, as a value."""
    diagrams = machine.diagrams
    if isinstance(entity, Type):
        return diagrams.leaf(TypeValue(entity))
    if isinstance(entity, Function):
        return diagrams.leaf(Routine(entity, None, None))
    if isinstance(entity, Module):
        return diagrams.leaf(ModuleValue(entity.dotted))
    if isinstance(entity, External):
        return diagrams.leaf(Outside(entity.dotted))
    assert isinstance(entity, Global)
    key = (entity.module, entity.name)
    known = machine.constants.get(key)
    if known is not None:
        return known
    machine.constants[key] = machine.unseen(f"{entity.name} refers to itself", None, ())
    if entity.value is None:
        value = machine.unseen(f"{entity.name} is set in more than one place", None, ())
    else:
        value = evaluate_in(machine, entity.module, entity.value)
    machine.constants[key] = value
    return value


def evaluate_in(machine: Machine, module: str, node: Any) -> Diagram:
    """The value of an expression in a module's scope, whatever the guard at this moment."""
    before, machine.guard = machine.guard, machine.diagrams.true
    catchers, machine.catchers = machine.catchers, []
    machine.push(None, module, None)
    try:
        return machine.evaluate(node)
    finally:
        machine.stack.pop()
        machine.guard, machine.catchers = before, catchers


# ------------------------------------------------------------------------------------------------------- changing


def put(machine: Machine, target: Diagram, name: str, value: Diagram, location: Location) -> None:
    """``target.name = value``."""
    for where, leaf in machine.diagrams.cases(target, machine.guard):
        before, machine.guard = machine.guard, where
        if isinstance(leaf, Reference):
            _put(machine, leaf, name, value, location)
        elif leaf == NONE:
            before = machine.diagrams.both(before, machine.diagrams.negate(where))
        machine.guard = before


def _put(machine: Machine, reference: Reference, name: str, value: Diagram, location: Location) -> None:
    type_ = type_of(machine, reference)
    setter = member(machine, type_, f"{name}.setter") if type_ is not None else None
    if setter is not None and isinstance(setter[1], Function):
        machine.call(_bound_member(machine, setter, machine.diagrams.leaf(reference), location), (value,), (), location)
        return
    before = machine.heap.own_field(reference, name)
    if before is None:
        cell = machine.heap.cells[reference.cell]
        before = machine.diagrams.transform(
            cell.base, lambda base: _stood(machine, reference, base.value, name, location)
        )
    settled = machine.heap.settle(value)
    machine.heap.store(machine.guard, reference, name, value, before)
    machine.heap.note_store(machine.guard, reference, name, settled, location)


def _stood(machine: Machine, reference: Reference, base: Any, name: str, location: Location) -> Diagram:
    """What stood under a name before the first change: nothing at all, in a mapping that was made here."""
    if isinstance(base, Blank):
        return machine.diagrams.leaf(UNBOUND)
    return _given(machine, reference, base, name, location)


# ------------------------------------------------------------------------------------------------------- elements


def get_item(machine: Machine, value: Diagram, index: Diagram, location: Location) -> Diagram:
    """``value[index]``."""

    def one(leaf: Any) -> Diagram:
        return machine.each(index, lambda key: _get_item(machine, leaf, key, location))

    return machine.each(value, one)


def _get_item(machine: Machine, leaf: Any, key: Any, location: Location) -> Diagram:
    diagrams = machine.diagrams
    if leaf == NONE:
        machine.fail(diagrams.true, "TypeError")
        return machine.none
    if not isinstance(leaf, Reference):
        return diagrams.leaf(Computed("[]", (diagrams.leaf(leaf), machine.heap.settle(diagrams.leaf(key)))))
    if isinstance(key, Constant) and isinstance(key.value, str):
        found = field(machine, leaf, key.value, location)
        cell = machine.heap.cells[leaf.cell]
        if isinstance(cell.base, Leaf) and isinstance(cell.base.value, Blank) and key.value not in cell.fields:
            return machine.unseen(f"the value under {key.value!r}", location, (diagrams.leaf(leaf),))
        machine.fail(diagrams.negate(machine.given(found)), "KeyError")
        return found
    entries = machine.heap.entries(leaf)
    if entries is None:
        return diagrams.leaf(Computed("[]", (machine.heap.settle(diagrams.leaf(leaf)), diagrams.leaf(NONE))))
    chosen = choose_entries(machine, entries, key)
    if chosen is None:
        return machine.unseen("an element at an unknown position", location, [entry.value for entry in entries])
    result: Diagram = diagrams.leaf(UNBOUND)
    found_at = diagrams.false
    for where, entry in chosen:
        result = diagrams.choose(where, entry.value, result)
        found_at = diagrams.either(found_at, where)
    machine.fail(diagrams.negate(found_at), "IndexError")
    return result


def choose_entries(machine: Machine, entries: list[Entry], key: Any) -> list[tuple[Diagram, Entry]] | None:
    """The entries that an index or key can mean, each with its guard; ``None`` where that is not known."""
    diagrams = machine.diagrams
    if isinstance(key, Position):
        return [(entry.present, entry) for entry in entries if entry.key == key.key]
    if not (isinstance(key, Constant) and isinstance(key.value, int)):
        return None
    ordered = entries if key.value >= 0 else entries[::-1]
    wanted = key.value if key.value >= 0 else -key.value - 1
    # before[n]: the guard under which exactly n elements stand before the one looked at
    before: list[Diagram] = [diagrams.true]
    chosen = []
    for entry in ordered:
        here = before[wanted] if wanted < len(before) else diagrams.false
        chosen.append((diagrams.both(here, entry.present), entry))
        absent = diagrams.negate(entry.present)
        stays = [diagrams.both(count, absent) for count in before] + [diagrams.false]
        moves = [diagrams.false] + [diagrams.both(count, entry.present) for count in before]
        before = [diagrams.either(stay, move) for stay, move in zip(stays, moves)]
    return chosen


def _add_where_absent(machine: Machine, value: Diagram, chosen: list[tuple[Diagram, Entry]]) -> None:
    """A mapping gets the element also where nothing stands under the key, or nothing any more."""
    absent = machine.guard
    for _, entry in chosen:
        absent = machine.diagrams.both(absent, machine.diagrams.negate(entry.present))
    entry = chosen[0][1]
    entry.value = machine.diagrams.choose(absent, value, entry.value)
    entry.present = machine.diagrams.either(entry.present, absent)


def put_item(machine: Machine, target: Diagram, index: Diagram, value: Diagram, location: Location) -> None:
    """``target[index] = value``."""
    for where, leaf in machine.diagrams.cases(target, machine.guard):
        if not isinstance(leaf, Reference):
            continue
        for exactly, key in machine.diagrams.cases(index, where):
            before, machine.guard = machine.guard, exactly
            _put_item(machine, leaf, key, value, location)
            machine.guard = before


def _put_item(machine: Machine, leaf: Reference, key: Any, value: Diagram, location: Location) -> None:
    if isinstance(key, Constant) and isinstance(key.value, str):
        _put(machine, leaf, key.value, value, location)
        return
    entries = machine.heap.entries(leaf)
    if entries is None:
        return
    chosen = choose_entries(machine, entries, key)
    if isinstance(key, (Constant, Position)) and chosen:
        for where, entry in chosen:
            exactly = machine.diagrams.both(machine.guard, where)
            entry.value = machine.diagrams.choose(exactly, value, entry.value)
        if isinstance(key, Position) and is_mapping(machine, leaf):
            _add_where_absent(machine, value, chosen)
    elif is_mapping(machine, leaf):
        name = key.key if isinstance(key, Position) else f"#{len(entries)}"
        entries.append(Entry(name, machine.guard, value))
    else:
        unknown = machine.unseen("an element at an unknown position", location, (value,))
        for entry in entries:
            entry.value = machine.diagrams.choose(machine.guard, unknown, entry.value)
    machine.heap.note_store(machine.guard, leaf, LAST, machine.heap.settle(value), location)


def is_mapping(machine: Machine, reference: Reference) -> bool:
    """Whether an object is a dict."""
    cell = machine.heap.cells[reference.cell]
    if isinstance(cell.base, Leaf) and isinstance(cell.base.value, Blank):
        return cell.base.value.kind == "dict"
    return isinstance(cell.shape, MapOf)


def delete_item(machine: Machine, target: Diagram, index: Diagram, location: Location) -> None:
    """``del target[index]``: a field that is gone counts as ``None``, an element as absent."""
    for where, leaf in machine.diagrams.cases(target, machine.guard):
        if not isinstance(leaf, Reference):
            continue
        for exactly, key in machine.diagrams.cases(index, where):
            before, machine.guard = machine.guard, exactly
            if isinstance(key, Constant) and isinstance(key.value, str):
                _put(machine, leaf, key.value, machine.none, location)
            else:
                remove_entries(machine, leaf, key, location)
            machine.guard = before


def remove_entries(machine: Machine, reference: Reference, key: Any, location: Location) -> None:
    """Take out the elements that a key can mean; all of them may be gone where that is not known."""
    entries = machine.heap.entries(reference)
    if entries is None:
        return
    chosen = choose_entries(machine, entries, key)
    if chosen is None:
        unknown = questions.truth(machine, machine.unseen("which element is removed", location, ()))
        chosen = [(unknown, entry) for entry in entries]
    for where, entry in chosen:
        gone = machine.diagrams.both(machine.guard, where)
        entry.present = machine.diagrams.both(entry.present, machine.diagrams.negate(gone))
    machine.heap.note_store(machine.guard, reference, None, machine.none, location)


def rounds(machine: Machine, leaf: Any, location: Location) -> list[Entry]:
    """The elements over which a loop goes. An iterable that can't be looked into has no, one or two."""
    if isinstance(leaf, Reference):
        keyed = keyed_fields(machine, leaf)
        if keyed:
            return [
                Entry(name, present, machine.diagrams.leaf(Constant.of(name))) for name, present, _ in keyed
            ]
        if is_mapping(machine, leaf):
            return [
                Entry(entry.key, entry.present, machine.diagrams.leaf(Position(entry.key)))
                for entry in machine.heap.entries(leaf) or ()
            ] + _named_keys(machine, leaf)
        cell = machine.heap.cells[leaf.cell]
        if cell.optional:
            machine.fail(questions.is_none(machine, machine.diagrams.leaf(leaf)), "TypeError")
        entries = machine.heap.entries(leaf)
        if entries is not None:
            return list(entries)
    if isinstance(leaf, TypeValue) and leaf.type.form == "enum":
        names = leaf.type.attributes
        return [Entry(name, machine.diagrams.true, _type_attribute(machine, leaf.type, name, location)) for name in names]
    if isinstance(leaf, Constant) and isinstance(leaf.value, str):
        letters = (machine.diagrams.leaf(Constant.of(letter)) for letter in leaf.value[:8])
        return [Entry(str(number), machine.diagrams.true, letter) for number, letter in enumerate(letters)]
    source = Input(UNKNOWN_ROOT, (f"{machine.rank(leaf)}",))
    settled = machine.heap.settle(machine.diagrams.leaf(leaf))
    return [
        Entry(
            key,
            machine.heap.exists(source, key),
            machine.diagrams.leaf(Computed(f"element {key}", (settled,))),
        )
        for key in (EARLIER, LAST)
    ]


def keyed_fields(machine: Machine, reference: Reference) -> list[tuple[str, Diagram, Diagram]]:
    """The keys that a type declares for its mappings, each with the guard under which it is there, and its value."""
    type_ = type_of(machine, reference)
    if type_ is None or type_.form != "typeddict":
        return []
    found = []
    declared = [each.name for each in type_.fields]
    for name in dict.fromkeys((*declared, *machine.heap.cells[reference.cell].fields)):
        value = field(machine, reference, name, machine.nowhere)
        found.append((name, machine.diagrams.negate(questions.is_none(machine, value)), value))
    return found


def _named_keys(machine: Machine, reference: Reference) -> list[Entry]:
    cell = machine.heap.cells[reference.cell]
    return [
        Entry(name, machine.given(value), machine.diagrams.leaf(Constant.of(name)))
        for name, value in cell.fields.items()
        if name not in (EARLIER, LAST)
    ]


