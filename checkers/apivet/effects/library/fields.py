"""Fields by name, and types: ``getattr`` and its kin, ``isinstance``, ``cast``, ``super``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from apivet.effects import (
    accepting,
    alternatives,
    definitions,
    deletion,
    interception,
    namespaces,
    naming,
    objects,
    own_class,
    questions,
    storing,
    told_fields,
)
from apivet.effects.captured import holds_code, reached
from apivet.effects.cells import Entry
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.frames import Arguments
from apivet.effects.refusing import may_raise
from apivet.effects.state import Machine
from apivet.effects.unresolved import run_later, unresolved
from apivet.effects.value_kinds import is_made_as
from apivet.effects.values import (
    FALSE,
    NONE,
    SEQUENCE,
    Blank,
    Computed,
    Constant,
    Input,
    IsA,
    Member,
    ModuleValue,
    Outside,
    Reference,
    Routine,
    Super,
    Truthy,
    TypeValue,
    Unseen,
    Zero,
)
from apivet.program.failures import FailureKind
from apivet.program.model import Named, Type, Unknown
from apivet.verdicts import Location


def cast(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """The value, seen as another type."""
    value = arguments.positional[-1]
    for _, type_ in machine.diagrams.cases(arguments.positional[0], machine.guard):
        if isinstance(type_, TypeValue):
            believe(machine, value, type_.type.dotted)
    return value


def believe(machine: Machine, value: Diagram, dotted: str) -> None:
    """Take an object for one of this type, where nothing was known of its type."""
    for _, leaf in machine.diagrams.cases(value, machine.guard):
        if isinstance(leaf, Reference):
            cell = machine.heap.cells[leaf.cell]
            if isinstance(cell.shape, Unknown) and not cell.family:
                cell.shape = Named(dotted)


def is_instance(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """Whether a value is of a type."""
    value, type_ = arguments.positional[0], arguments.positional[-1]
    if any(kind in machine.secretive for _, kind in machine.diagrams.cases(type_, machine.guard)):
        return unresolved(machine, "a class that says itself what its objects are", arguments.values, location)

    def one(leaf: Any) -> Diagram:
        if isinstance(leaf, Reference) and machine.heap.cells[leaf.cell].boxed:
            return machine.diagrams.leaf(FALSE)  # a pointer is asked for
        return questions.boolean(machine, machine.each_guard(type_, lambda kind: is_a(machine, leaf, kind)))

    return machine.each(value, one)


def is_boxed(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """Whether what lies in an interface is an object of a type itself."""
    value, type_ = arguments.positional

    def one(leaf: Any) -> Diagram:
        if isinstance(leaf, Reference) and machine.heap.cells[leaf.cell].boxed:
            return questions.boolean(machine, machine.each_guard(type_, lambda kind: is_a(machine, leaf, kind)))
        note = "whether a value is of a type or a pointer to that"
        return machine.unseen(note, location, (machine.diagrams.leaf(leaf),))

    return machine.each(value, one)


def is_a(machine: Machine, leaf: Any, kind: Any) -> Diagram:
    """The guard under which a value is of a type."""
    diagrams = machine.diagrams
    if isinstance(kind, Reference):
        held = _of_several(machine, leaf, kind)
        if held is not None:
            return held
        either = diagrams.false
        for entry in machine.heap.entries(kind) or ():
            either = diagrams.either(either, machine.each_guard(entry.value, lambda one: is_a(machine, leaf, one)))
        return either
    if isinstance(kind, (Computed, Unseen)):
        asked = tuple(machine.heap.settle(diagrams.leaf(value)) for value in (leaf, kind))
        return diagrams.decide(Truthy(Computed("builtins.isinstance", asked)))
    name = kind.type.dotted if isinstance(kind, TypeValue) else getattr(kind, "dotted", "?")
    if name == "builtins.object":
        return diagrams.true
    if leaf == NONE:
        return diagrams.true if name.endswith("NoneType") else diagrams.false
    if isinstance(leaf, Reference) and machine.heap.is_fields(leaf):
        return _is_made_as(machine, leaf, leaf, "dict", name)
    if isinstance(leaf, Reference):
        own = objects.type_of(machine, leaf)
        base = machine.heap.cells[leaf.cell].base
        is_whole = isinstance(base, Leaf) and isinstance(base.value, Input) and not base.value.path
        if own is None and is_whole and isinstance(kind, TypeValue):
            # A guard over the type of the object: what is behind it is written for that type.
            believe(machine, diagrams.leaf(leaf), kind.type.dotted)
            own = objects.type_of(machine, leaf)
        if own is not None and name in {base.dotted for base in machine.program.ancestry(own)}:
            return diagrams.negate(questions.is_none(machine, diagrams.leaf(leaf)))
        if own is not None and own.final and isinstance(kind, TypeValue):
            return diagrams.false
        settled = machine.heap.cells[leaf.cell].base
        return machine.each_guard(settled, lambda base: _base_is_a(machine, leaf, base, name))
    if isinstance(leaf, Input):
        return alternatives.given_is_a(machine, leaf, leaf, name)
    if isinstance(leaf, (Unseen, Computed)):
        return diagrams.decide(IsA(leaf, name))
    made = leaf.kind if isinstance(leaf, Constant) else leaf.type if isinstance(leaf, Member) else ""
    return _told(machine, leaf, is_made_as(machine, made, name.removeprefix("builtins.")))


def _told(machine: Machine, leaf: Any, is_one: bool | None) -> Diagram:
    """The guard under which something that was made is of a class, where it can be told; whatever it is, it is that on
    all ways."""
    if is_one is None:
        return questions.truth(machine, machine.unseen("of which class it is", None, (machine.diagrams.leaf(leaf),)))
    return machine.diagrams.true if is_one else machine.diagrams.false


def _of_several(machine: Machine, leaf: Any, kinds: Reference) -> Diagram | None:
    """Whether a container that was made here is of one of several types; ``None`` where that is another question. A
    run of elements may be a list or a tuple: what makes it does not always tell which."""
    cell = machine.heap.cells[leaf.cell] if isinstance(leaf, Reference) else None
    if cell is None or not cell.made:
        return None
    asked = {getattr(part.value, "dotted", "") for part in map(_only, machine.heap.entries(kinds) or ()) if part}
    own = {f"builtins.{each}" for each in _KINDS.get(cell.made, (cell.made,))}
    if own <= asked:
        return machine.diagrams.true
    return None if own & asked else machine.diagrams.false


#: The classes of which a container can be that was made so; views of mappings are much like sets.
_KINDS: Final = {SEQUENCE: ("list", "tuple", "set"), "set": ("set", "frozenset")}


def _only(entry: Entry) -> Leaf | None:
    return entry.value if isinstance(entry.value, Leaf) else None


def _base_is_a(machine: Machine, leaf: Reference, base: Any, name: str) -> Diagram:
    """The guard under which something that was given is of a class: the declaration may tell."""
    if isinstance(base, Zero):
        return _is_made_as(machine, leaf, base, base.type, name)
    if isinstance(base, Blank):  # what was given may have been emptied
        origin = machine.heap.cells[leaf.cell].origin
        base = origin.value if isinstance(origin, Leaf) and isinstance(origin.value, Input) else base
    asked = name.removeprefix("builtins.")
    if isinstance(base, Input):
        return alternatives.given_is_a(machine, leaf, base, name)
    if isinstance(base, Unseen):
        return machine.diagrams.decide(IsA(base, name))
    kinds = _KINDS.get(base.kind, (base.kind,)) if isinstance(base, Blank) else ()
    told = {is_made_as(machine, each, asked) for each in kinds}
    return _told(machine, leaf, told.pop() if len(told) == 1 else None)


def _is_made_as(machine: Machine, leaf: Reference, base: Any, type_: str, name: str) -> Diagram:
    declared = is_made_as(machine, type_, name.removeprefix("builtins."))
    if declared is None:
        return machine.diagrams.decide(IsA(base, name))
    there = machine.diagrams.negate(questions.is_none(machine, machine.diagrams.leaf(leaf)))
    return there if declared else machine.diagrams.false


def is_data(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """``is_dataclass(value)``: whether a value is an object, or a type, whose fields are declared."""
    return machine.each(arguments.positional[0], lambda leaf: _is_of_form(machine, leaf, told_fields.DECLARED))


def _is_of_form(machine: Machine, leaf: Any, forms: Sequence[str]) -> Diagram:
    """Whether a value is an object, or a type, that is declared in one of these forms."""
    diagrams = machine.diagrams
    type_ = leaf.type if isinstance(leaf, TypeValue) else None
    is_known = isinstance(leaf, (TypeValue, Constant, Member))
    if isinstance(leaf, Reference):
        type_ = objects.type_of(machine, leaf)
        is_known = type_ is not None or not isinstance(machine.heap.cells[leaf.cell].shape, Unknown)
    declared = type_ is not None and type_.form in forms
    if not is_known or (type_ is not None and type_.has_unknown_base and not declared):
        asked = f"is {' or '.join(forms)}"
        return diagrams.leaf(Computed(asked, (machine.heap.settle(diagrams.leaf(leaf)),)))
    there = diagrams.negate(questions.is_none(machine, diagrams.leaf(leaf)))
    return questions.boolean(machine, there if declared else diagrams.false)


def _name_of(machine: Machine, value: Diagram | None) -> str | None:
    if isinstance(value, Leaf) and isinstance(value.value, Constant) and isinstance(value.value.value, str):
        return value.value.value
    return None


def _by_name(
    machine: Machine, value: Diagram, act: Callable[[str], Diagram], otherwise: Callable[[Any], Diagram]
) -> Diagram:
    """Act on each field name that a value can be."""

    def one(leaf: Any) -> Diagram:
        if isinstance(leaf, Constant) and isinstance(leaf.value, str):
            return act(leaf.value)
        return otherwise(leaf)

    return machine.each(value, one)


def get_field(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """``getattr(target, name[, default])``."""
    target = arguments.positional[0]
    if len(arguments.positional) < 2:
        return target
    default = arguments.at(2)

    def named(name: str) -> Diagram:
        if default is None:
            machine.fail(_lacking(machine, target, name), FailureKind.MISSING_FIELD)
            accepting.ask_attribute(machine, target, name, location)
            return objects.get(machine, target, name, location) if machine.alive else machine.none
        missing = machine.diagrams.either(questions.is_none(machine, target), _lacking(machine, target, name))
        entered = machine.guard
        machine.guard = machine.diagrams.both(entered, machine.diagrams.negate(missing))
        found = objects.get(machine, target, name, location) if machine.alive else default
        machine.guard = entered
        if _may_lack(machine, target) and holds_code(machine, (default,)):
            hidden = machine.unseen("whether there is such a field", location, (target,))
            missing = machine.diagrams.either(missing, questions.truth(machine, hidden))
        return machine.diagrams.choose(missing, default, found)

    return _by_name(
        machine,
        arguments.positional[1],
        named,
        lambda key: _some_field(machine, arguments, key, location),
    )


def _lacking(machine: Machine, target: Diagram, name: str) -> Diagram:
    """The guard under which a value is an object that certainly has nothing under a name: ever, or on this way."""

    def one(leaf: Leaf) -> Diagram:
        held = leaf.value if isinstance(leaf.value, Reference) else None
        if isinstance(leaf.value, (Routine, TypeValue)):
            added = None if _is_written(machine, leaf.value, name) else namespaces.stored(machine, leaf.value, name)
            return machine.diagrams.false if added is None else machine.diagrams.negate(machine.given(added))
        stored = None if held is None else machine.heap.own_field(held, name)
        if held is not None and stored is not None:
            is_open = objects.may_lack(machine, stored, held, name)
            return machine.diagrams.negate(machine.given(stored)) if is_open else machine.diagrams.false
        type_ = None if held is None else objects.type_of(machine, held)
        if held is None or type_ is None or type_.has_unknown_base or type_.open or _is_brought(machine, type_, name):
            return machine.diagrams.false
        has = type_.field(name) is not None or any(
            objects.member(machine, type_, each) is not None for each in (name, definitions.ANSWERING)
        )
        return machine.diagrams.false if has or _is_set_on(machine, type_, name) else machine.diagrams.true

    return machine.diagrams.transform(target, one)


def _is_written(machine: Machine, holder: Routine | TypeValue, name: str) -> bool:
    """Whether the body of a class, or that of a base, binds a name, whatever was set since."""
    bases = machine.program.ancestry(holder.type) if isinstance(holder, TypeValue) else ()
    return any(name in base.attributes or name in base.methods for base in bases)


def _may_lack(machine: Machine, target: Diagram) -> bool:
    """Whether nobody can tell which fields an object has."""
    held = [leaf for _, leaf in machine.diagrams.cases(target, machine.guard)]
    return any(not isinstance(leaf, Reference) or objects.type_of(machine, leaf) is None for leaf in held)


def _some_field(machine: Machine, arguments: Arguments, key: Any, location: Location) -> Diagram:
    machine.fail(may_raise(machine, location, arguments.values), FailureKind.MISSING_FIELD)
    otherwise = machine.unseen("a field whose name is computed", location, arguments.values)

    def one(leaf: Any) -> Diagram:
        held = machine.heap.object_behind(leaf)
        return otherwise if held is None else naming.get(machine, held, key, otherwise, location)

    return machine.each(arguments.positional[0], one)


def set_field(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """``setattr(target, name, value)``."""
    return _set_field(machine, arguments, location, interception.assign)


def store_field(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """``object.__setattr__(target, name, value)``, which asks no method of the type."""
    return _set_field(machine, arguments, location, storing.put)


def _set_field(machine: Machine, arguments: Arguments, location: Location, put: Callable[..., None]) -> Diagram:
    if len(arguments.positional) != 3:
        return unresolved(machine, "setattr()", arguments.values, location)
    target, name, value = arguments.positional

    def named(field: str) -> Diagram:
        put(machine, target, field, value, location)
        return machine.none

    return _by_name(machine, name, named, lambda key: _set_some_field(machine, target, key, value, location))


def _set_some_field(machine: Machine, target: Diagram, key: Any, value: Diagram, location: Location) -> Diagram:
    def one(leaf: Any) -> Diagram:
        held = storing.written_to(machine, leaf, value, location)
        if isinstance(leaf, namespaces.NAMESPACES):
            namespaces.rewrite(machine, leaf, (value, machine.diagrams.leaf(key)))
        if held is not None:
            naming.put(machine, held, key, value, location)
        return machine.none

    return machine.each(target, one)


def delete_field(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """``delattr(target, name)``."""
    target = arguments.positional[0]
    name = arguments.at(1) or machine.none

    def named(field: str) -> Diagram:
        deletion.delete(machine, target, field, location)
        return machine.none

    return _by_name(machine, name, named, lambda key: _set_some_field(machine, target, key, machine.none, location))


def has_field(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """``hasattr(target, name)``."""
    name = _name_of(machine, arguments.at(1))
    form = told_fields.FORMS.get(name or "")
    if form is not None:
        return machine.each(arguments.positional[0], lambda leaf: _is_of_form(machine, leaf, (form,)))

    def one(leaf: Any) -> Diagram:
        type_ = objects.type_of(machine, leaf) if isinstance(leaf, Reference) else None
        own = machine.heap.own_field(leaf, name) if type_ is not None and name is not None else None
        if own is not None:
            return questions.boolean(machine, machine.given(own))
        if type_ is not None and name is not None and _is_set_on(machine, type_, name):
            return _class_has(machine, TypeValue(type_), name)
        if type_ is not None and name is not None:
            known = type_.field(name) is not None or objects.member(machine, type_, name) is not None
            answering = None if known else objects.own_method(machine, leaf, definitions.ANSWERING)
            if answering is not None:
                return _asked(machine, answering, leaf, location)
            if not known and _is_brought(machine, type_, name):
                return machine.unseen("what objects of a type have besides its fields", location, ())
            if known or not (type_.has_unknown_base or type_.open):
                return questions.boolean(machine, machine.diagrams.true if known else machine.diagrams.false)
        if leaf == NONE:
            return questions.boolean(machine, machine.diagrams.false)
        if isinstance(leaf, TypeValue) and name is not None:
            return _class_has(machine, leaf, name)
        answering = definitions.answering_for(machine, leaf.dotted) if isinstance(leaf, ModuleValue) else None
        if answering is not None and leaf not in machine.rewritten:
            return _asked(machine, answering, leaf, location)
        settled = machine.heap.settle(machine.diagrams.leaf(leaf))
        return machine.diagrams.leaf(Computed(f"has {name}", (settled,)))

    return machine.each(arguments.positional[0], one)


def _is_brought(machine: Machine, type_: Type, name: str) -> bool:
    """Whether every object, or the library of a form of declaration, may have something of a name."""
    brings = objects.is_model(type_) or type_.is_tuple or type_.is_keyed
    return name.startswith("__") or (brings and machine.program.method_operation(name) is not None)


def _asked(machine: Machine, answering: Diagram, leaf: Any, location: Location) -> Diagram:
    """The answer of what is asked for a name: there is one where it does not raise."""
    return unresolved(machine, "what answers for a name", (answering, machine.diagrams.leaf(leaf)), location)


def _is_set_on(machine: Machine, type_: Type, name: str) -> bool:
    return any(namespaces.class_where(machine, base, name) for base in machine.program.ancestry(type_))


def _class_has(machine: Machine, leaf: TypeValue, name: str) -> Diagram:
    """Whether a class has an attribute: one that was set on some paths only it has on these."""
    for base in machine.program.ancestry(leaf.type):
        stored = namespaces.stored(machine, TypeValue(base), name)
        if stored is not None and TypeValue(base) in machine.rewritten:
            return stored
        if stored is not None:
            return questions.boolean(machine, machine.given(stored))
        if name in base.methods or name in base.attributes:
            return questions.boolean(machine, machine.diagrams.true)
    return machine.diagrams.leaf(Computed(f"has {name}", (machine.diagrams.leaf(leaf),)))


def super_of(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """``super()``: the receiver, seen from above the class."""
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


def type_of_value(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """``type(value)``, or a class that is made here."""
    if len(arguments.positional) > 1:
        for base, _ in reached(machine, arguments.positional[1:2]):
            if isinstance(base, Outside):
                run_later(machine, base.dotted.partition(".")[0], arguments.values)
        return machine.unseen("a class that is made by type()", location, arguments.values)

    def one(leaf: Any) -> Diagram:
        type_ = objects.type_of(machine, leaf) if isinstance(leaf, Reference) else None
        return own_class.class_of(machine, leaf, type_)

    return machine.each(arguments.positional[0], one)


def declared_fields(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """The fields that a type declares, in order."""

    def one(leaf: Any) -> Diagram:
        type_ = leaf.type if isinstance(leaf, TypeValue) else None
        if isinstance(leaf, Reference):
            type_ = objects.type_of(machine, leaf)
        if type_ is None:
            return machine.unseen("the fields of a type that is not known", location, ())
        return told_fields.fields_themselves(machine, type_)

    return machine.each(arguments.positional[0], one)


def declared_types(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """The fields of a type by their names, those that it inherits too."""

    def one(leaf: Any) -> Diagram:
        if isinstance(leaf, TypeValue) and leaf.type.structured:
            return told_fields.all_fields(machine, leaf.type)
        return machine.unseen("the names that something declares", location, ())

    return machine.each(arguments.positional[0], one)
