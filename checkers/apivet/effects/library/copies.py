"""Copies of objects, with or without other fields, and images that stand for a whole object."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from apivet.effects import (
    checking,
    elements,
    lacking,
    lookups,
    mapping_keys,
    objects,
    ordering,
    questions,
    special,
    storing,
    streams,
)
from apivet.effects.captured import captured
from apivet.effects.cells import Entry
from apivet.effects.declared import types_within
from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.element_keys import in_round
from apivet.effects.frames import Arguments
from apivet.effects.making import after_making
from apivet.effects.refusing import always_or_never
from apivet.effects.special import LOOKING_UP
from apivet.effects.state import Machine
from apivet.effects.unresolved import unresolved
from apivet.effects.values import (
    DICT,
    EARLIER,
    LAST,
    MARKS,
    UNBOUND,
    Blank,
    Computed,
    Constant,
    Input,
    Position,
    Reference,
    Stream,
    Unseen,
    Zero,
)
from apivet.program.failures import ANY, FailureKind
from apivet.program.model import Named, Type, Unknown
from apivet.verdicts import Location
from apivet.vocabulary import UNDECLARED


def image(machine: Machine, name: str, arguments: Arguments) -> Diagram:
    """A value that is equal exactly where the arguments are."""
    settled = tuple(machine.heap.settle(value) for value in arguments.values)
    return machine.diagrams.leaf(Computed(f"image:{name}", settled))


#: Forms whose libraries make and dump objects of that form alone, and make each anew where it is replaced.
STRICT_FORMS = ("dataclass", "attrs")
#: Context managers that run callbacks where they are left.
EXIT_STACKS = ("contextlib.ExitStack", "contextlib.AsyncExitStack")
#: Containers that write into the very objects that they are made of.
_SHARING = (
    "collections.ChainMap",
    "types.MappingProxyType",
    "contextvars.Context",
    "contextvars.copy_context",
    *EXIT_STACKS,
)


def made(machine: Machine, dotted: str, arguments: Arguments, location: Location) -> Diagram:
    """An object of the library, made of its arguments, that may be changed; those that are named are its fields."""
    sources = (*arguments.positional, *arguments.unknown)
    if dotted in _SHARING:
        shared = machine.lose(sources, f"{dotted.rpartition('.')[2]}, which shares what it is made of,", location)
        if dotted in EXIT_STACKS and isinstance(shared, Leaf):
            machine.exit_stacks[shared.value] = []
        return shared
    settled = tuple(machine.heap.settle(value) for value in (*sources, *captured(machine, sources)))
    base = Computed(dotted, settled)
    reference = machine.heap.make(base, Unknown(dotted.rpartition(".")[2]))
    machine.heap.sources[base] = (*machine.heap.sources.get(base, ()), *sources)
    value = machine.diagrams.leaf(reference)
    for name, given in arguments.named:
        storing.put(machine, value, name, given, location)
    return value


def copy(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """A shallow copy."""

    def one(leaf: Any) -> Diagram:
        if isinstance(leaf, Stream):
            return unresolved(machine, "the copy of an iterator", arguments.values, location)
        if _may_have_no_copy(machine, leaf):
            _refuse(machine, machine.diagrams.leaf(leaf), location)
        return shallow(machine, leaf, location)

    return machine.each(arguments.positional[0], one)


def shallow(machine: Machine, leaf: Any, location: Location) -> Diagram:
    """A shallow copy, in the type's own way where it has one."""
    own = special.ask(machine, leaf, (special.COPYING,), (), location)
    return copied(machine, machine.diagrams.leaf(leaf), machine.heap.copy) if own is None else own


def as_new_mapping(machine: Machine, value: Diagram) -> Diagram:
    """A new mapping of the same elements: ``dict(x)``, ``{**x}``. Of an object's fields, it is one of its own."""
    made = copied(machine, value, machine.heap.copy)
    for _, leaf in machine.diagrams.cases(made, machine.guard):
        type_ = objects.type_of(machine, leaf) if isinstance(leaf, Reference) else None
        if type_ is not None and type_.structured and not type_.is_keyed:
            machine.heap.cells[leaf.cell].mapping = True
        if isinstance(leaf, Reference) and elements.is_ordered(machine, leaf):
            machine.heap.cells[leaf.cell].base = machine.diagrams.leaf(DICT)
    return made


def deep_copy(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """A deep copy. Objects of types that make their own are copied by code of the tree. A memo tells of what there are
    copies, and is filled with others."""
    value, *memo = arguments.values
    if memo and memo[0] is not machine.none:
        return unresolved(machine, "deepcopy() with a memo", arguments.values, location)
    own = in_own_way(machine, value, location)
    if own is not None:
        return own
    parts = [part for leaf in leaves(value) for part in all_in(machine, leaf.value)]
    if any(isinstance(part, Stream) for part in parts):
        return unresolved(machine, "the copy of an iterator", arguments.values, location)
    if any(_may_have_no_copy(machine, part) for part in parts):
        _refuse(machine, value, location)
    return copied(machine, value, machine.heap.deep_copy)


def in_own_way(machine: Machine, value: Diagram, location: Location, *, but_for: str = "") -> Diagram | None:
    """A deep copy in the making of which code of the tree has a say; ``None`` where no type has a way of its own to
    make copies. Types of a form may be copied field by field instead, whatever they say."""
    parts = [part for leaf in leaves(value) for part in all_in(machine, leaf.value)]
    if not any(_copies_itself(machine, part, but_for) for part in parts):
        return None
    return unresolved(machine, "a type's own way of making copies", (value,), location)


def _refuse(machine: Machine, value: Diagram, location: Location) -> None:
    """Copy something of which nobody knows whether it has copies."""
    if machine.catchers:
        machine.refuse(always_or_never(machine, location), ANY, (machine.heap.settle(value),))


#: The beginnings of the names of classes whose objects are not copied.
_WITHOUT_COPIES = ("queue.", "asyncio.", "threading.", "tempfile.", "contextvars.")


def all_in(machine: Machine, value: Any) -> Iterator[Any]:
    """A value, and all that is in the containers that the program made."""
    found = [value]
    for each in found:
        yield each
        cell = machine.heap.cells[each.cell] if isinstance(each, Reference) else None
        for part in cell.held if cell is not None and cell.made else ():
            found += [leaf.value for leaf in leaves(part) if leaf.value not in found]


def _copies_itself(machine: Machine, value: Any, but_for: str) -> bool:
    """Whether a type says itself how its objects are copied, or one of what is inside of them. One of a form is not
    asked, unless another holds it."""
    held = machine.heap.behind(value) if isinstance(value, Unseen) else value
    if not isinstance(held, Reference):
        return False
    type_ = objects.type_of(machine, held)
    shape = machine.heap.cells[held.cell].shape if type_ is None else Named(type_.dotted)
    asked = [each for each in types_within(machine.program, shape) if each.form != "enum"]
    if all(each.form == but_for for each in asked):
        return False
    return any(objects.member(machine, each, special.COPYING_DEEP) is not None for each in asked)


def _may_have_no_copy(machine: Machine, value: Any) -> bool:
    """Whether copying may be refused: views of mappings, and objects of the library that hold a lock or
    stand for something else have no copies."""
    if not isinstance(value, Reference):
        return isinstance(value, Unseen)
    cell = machine.heap.cells[value.cell]
    base = cell.base.value if isinstance(cell.base, Leaf) else None
    return cell.shows is not None or (isinstance(base, Computed) and base.operator.startswith(_WITHOUT_COPIES))


def copied(machine: Machine, value: Diagram, copy: Callable[[Reference], Reference]) -> Diagram:
    """A copy of whatever object the value can be; ``None`` and constants are their own copies."""

    def one(leaf: Leaf) -> Diagram:
        held = machine.heap.behind(leaf.value) if isinstance(leaf.value, Unseen) else leaf.value
        if not isinstance(held, Reference):
            return leaf
        made = machine.diagrams.leaf(copy(held))
        return machine.diagrams.choose(questions.is_none(machine, leaf), machine.none, made)

    return machine.diagrams.transform(value, one)


def replace_fields(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """A copy with the named arguments as its fields, made as any new object is. There is none of ``None``."""
    value = arguments.positional[0]
    machine.fail(questions.is_none(machine, value), FailureKind.WRONG_KIND)
    made = copied(machine, value, machine.heap.copy)
    _begin_anew(machine, made, location)
    entered = machine.guard
    for name, given in arguments.named:
        machine.guard = machine.diagrams.both(entered, machine.given(given))
        _replace(machine, made, name, given, location)
    machine.guard = entered
    for spread in arguments.unknown:
        update_from(machine, made, spread, location)
    for where, leaf, type_ in _made_again(machine, made):
        before, machine.guard = machine.guard, machine.diagrams.both(machine.guard, where)
        extra = {name: given for name, given in arguments.named if type_.field(name) is None}
        lacking.ask_for_parameters(machine, 0, extra.keys() - {each.name for each in type_.parameters})
        checking.check_again(machine, type_, leaf, location)
        after_making(machine, type_, leaf, extra, location)
        failed = machine.diagrams.both(where, machine.diagrams.negate(machine.guard))
        machine.guard = machine.diagrams.both(before, machine.diagrams.negate(failed))
    return made


def _made_again(machine: Machine, made: Diagram) -> list[tuple[Diagram, Reference, Type]]:
    """The copies that are objects made anew: what no new object takes is not copied (dataclasses, attrs)."""
    found = []
    for where, leaf in machine.diagrams.cases(made, machine.guard):
        type_ = objects.type_of(machine, leaf) if isinstance(leaf, Reference) else None
        if type_ is not None and type_.form in STRICT_FORMS:
            found.append((where, leaf, type_))
    return found


def _begin_anew(machine: Machine, made: Diagram, location: Location) -> None:
    """Give the fields that no new object takes their defaults."""
    for _, leaf, type_ in _made_again(machine, made):
        untaken = [each for each in type_.fields if not each.treatment.taken]
        if untaken:
            new = machine.heap.make(Zero(type_.dotted), Named(type_.dotted))
            for each in untaken:
                default = objects.default_of(machine, new, each, location)
                machine.heap.cells[leaf.cell].fields[type_.part_in(each.name)] = default


def _replace(machine: Machine, made: Diagram, name: str, given: Diagram, location: Location) -> None:
    """One field of a copy that is another one; what is for the method that runs afterwards is no field."""
    types = [type_ for _, _, type_ in _made_again(machine, made)]
    declared = types[0].field(name) if len(types) == 1 else None
    if len(types) == 1 and declared is None:
        if any(each.name == name and each.treatment.taken_only for each in types[0].parameters):
            return
        name = next((each.name for each in types[0].fields if each.treatment.alias == name), name)
    if declared is not None and not declared.treatment.taken:
        machine.fail(machine.given(given), FailureKind.WRONG_VALUE)
        return
    storing.put(machine, made, name, given, location)


def _take_order(machine: Machine, target: Diagram, source: Reference) -> None:
    """Put what mappings take over behind what they have; objects have their fields in no order."""
    if all(isinstance(each.value, Reference) and elements.is_mapping(machine, each.value) for each in leaves(target)):
        ordering.take_order(machine, target, machine.diagrams.leaf(source))


def update_from(machine: Machine, target: Diagram, source: Diagram, location: Location) -> None:
    """Take over the fields of a mapping."""
    for where, leaf in machine.diagrams.cases(source, machine.guard):
        before, machine.guard = machine.guard, where
        cell = machine.heap.cells[leaf.cell] if isinstance(leaf, Reference) else None
        base = cell.base.value if cell is not None and isinstance(cell.base, Leaf) else None
        if isinstance(leaf, Reference) and (keys := _own_keys(machine, leaf, location)) is not None:
            _take_by_keys(machine, target, leaf, keys, location)
        elif cell is not None and isinstance(base, Blank):
            for name, value in list(cell.fields.items()):
                machine.guard = machine.diagrams.both(where, machine.given(value))
                if name not in MARKS:
                    storing.put(machine, target, name, value, location)
            machine.guard = where
            _take_order(machine, target, leaf)
            for entry in _entries_of(machine, leaf, location):
                if base.kind == "dict":
                    _take_entry(machine, target, leaf, entry, location)
                else:
                    _take_pair(machine, target, entry, location)
        elif isinstance(leaf, Reference) and elements.keyed_fields(machine, leaf):
            for name, present, value in elements.keyed_fields(machine, leaf):
                machine.guard = machine.diagrams.both(where, present)
                _take_field(machine, target, name, value, location)
        elif isinstance(leaf, Reference) and isinstance(base, (Input, Zero)) and objects.type_of(machine, leaf):
            for name in objects.names_in(machine, leaf):
                value = objects.get(machine, machine.diagrams.leaf(leaf), name, location)
                _take_field(machine, target, name, value, location)
        elif isinstance(leaf, Reference) and isinstance(base, Input) and elements.is_mapping(machine, leaf):
            named = _named_in(machine, target)
            _take_order(machine, target, leaf)
            _take_named(machine, named, leaf, location)
            for entry in machine.heap.entries(leaf) or ():
                _take_unnamed(machine, target, leaf, entry, location)
        else:
            reason = "fields are taken over from a value that can't be seen through"
            machine.heap.made_of(machine.guard, [source], machine.lose([target], reason, location, [source]))
        machine.guard = before


def has_own_keys(machine: Machine, value: Diagram) -> bool:
    """Whether a value may be an object whose type says itself what stands under a key."""
    held = [leaf.value for leaf in leaves(value) if isinstance(leaf.value, Reference)]
    return any(objects.own_method(machine, each, LOOKING_UP) is not None for each in held)


def _own_keys(machine: Machine, leaf: Reference, location: Location) -> Diagram | None:
    """The keys of an object whose type says itself which these are, and what stands under each: as a mapping, it is
    that and not its fields."""
    if objects.own_method(machine, leaf, LOOKING_UP) is None:
        return None
    keys = objects.own_method(machine, leaf, "keys")
    if keys is not None:
        return machine.call(keys, (), (), location)
    type_ = objects.type_of(machine, leaf)
    bases = machine.program.ancestry(type_) if type_ is not None else ()
    is_mapping = any(dotted.endswith("Mapping") for base in bases for dotted in base.outside_bases)
    return machine.diagrams.leaf(leaf) if is_mapping else None


def _take_by_keys(machine: Machine, target: Diagram, leaf: Reference, keys: Diagram, location: Location) -> None:
    """Take over what a mapping of the tree gives for each of its keys."""
    source = machine.diagrams.leaf(leaf)

    def take(key: Diagram, _: str) -> None:
        elements.put_item(machine, target, key, lookups.get_item(machine, source, key, location), location)

    streams.go_through(machine, keys, location, take)


def _entries_of(machine: Machine, leaf: Reference, location: Location) -> list[Entry]:
    return ordering.as_they_come(machine, leaf, machine.heap.entries(leaf) or [], location)


def _take_field(machine: Machine, target: Diagram, name: str, value: Diagram, location: Location) -> None:
    """Take over a field. Fields that nobody declared join those that are there: neither come first."""
    if name != UNDECLARED:
        storing.put(machine, target, name, value, location)
        return
    for where, leaf in machine.diagrams.cases(target, machine.guard):
        if not isinstance(leaf, Reference):
            continue
        standing = storing.standing(machine, leaf, name, location)
        more, there = (machine.heap.settle(each) for each in (value, standing))
        if _is_nothing(more) or more is there:
            continue
        joined = value if _is_nothing(there) else machine.diagrams.leaf(Computed("joined with", (there, more)))
        before, machine.guard = machine.guard, where
        storing.put(machine, machine.diagrams.leaf(leaf), name, joined, location)
        machine.guard = before


def _is_nothing(settled: Diagram) -> bool:
    return isinstance(settled, Leaf) and (settled.value == UNBOUND or isinstance(settled.value, Blank))


def _take_entry(machine: Machine, target: Diagram, source: Reference, entry: Entry, location: Location) -> None:
    with in_round(machine, entry):
        elements.put_item(machine, target, mapping_keys.key_of(machine, source, entry), entry.value, location)


def _take_unnamed(machine: Machine, target: Diagram, source: Reference, entry: Entry, location: Location) -> None:
    """Take over an element of a mapping that was given: it stands under none of the keys that are told apart."""
    entered = machine.guard
    key = mapping_keys.key_of(machine, source, entry)
    for where, leaf in machine.diagrams.cases(target, machine.diagrams.both(entered, entry.present)):
        machine.guard = where
        entries = machine.heap.entries(leaf) if isinstance(leaf, Reference) else None
        told = key.value if isinstance(key, Leaf) else None
        if entries is None or not isinstance(told, Position) or objects.own_method(machine, leaf, "__setitem__"):
            elements.put_item(machine, machine.diagrams.leaf(leaf), key, entry.value, location)
        else:
            machine.guard = machine.diagrams.both(where, mapping_keys.under_no_name(machine, leaf, key))
            mapping_keys.put_at_loop(machine, leaf, entries, told, entry.value, is_apart=True)
            machine.heap.note_store(machine.guard, leaf, LAST, machine.heap.settle(entry.value), location)
    machine.guard = entered


def _named_in(machine: Machine, target: Diagram) -> dict[Reference, dict[str, Diagram]]:
    """The values of mappings under the keys that are told apart."""
    held = [leaf for _, leaf in machine.diagrams.cases(target, machine.guard) if isinstance(leaf, Reference)]
    apart = (EARLIER, LAST, *MARKS)
    return {
        leaf: {name: value for name, value in machine.heap.cells[leaf.cell].fields.items() if name not in apart}
        for leaf in held
    }


def _take_named(
    machine: Machine, targets: dict[Reference, dict[str, Diagram]], source: Reference, location: Location
) -> None:
    """Take over what a mapping that was given has under the keys that are told apart, be it there or in what takes
    them over: elements of it stand under other keys."""
    own = _named_in(machine, machine.diagrams.leaf(source))[source]
    for target, before in targets.items():
        for name in dict.fromkeys((*before, *own)):
            value = objects.field(machine, source, name, location)
            there = machine.diagrams.negate(questions.is_none(machine, value))
            kept = before.get(name, machine.diagrams.leaf(UNBOUND))
            taken = machine.diagrams.choose(there, value, kept)
            storing.put(machine, machine.diagrams.leaf(target), name, taken, location)


def _take_pair(machine: Machine, target: Diagram, pair: Entry, location: Location) -> None:
    """A key and its value, out of a sequence of pairs."""
    with in_round(machine, pair):
        if machine.alive:
            first, second = machine.diagrams.leaf(Constant.of(0)), machine.diagrams.leaf(Constant.of(1))
            key = lookups.get_item(machine, pair.value, first, location)
            value = lookups.get_item(machine, pair.value, second, location)
            elements.put_item(machine, target, key, value, location)
