"""Methods of containers, dict-like objects and data classes, known by their names."""

from __future__ import annotations

from typing import Any, Final

from apivet.effects import (
    accepting,
    checking,
    exit_stacks,
    iteration,
    library_state,
    namespaces,
    objects,
    opaque,
    plain,
    raising,
    refusing,
    secretive,
    storing,
)
from apivet.effects.captured import holds_code
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.frames import Arguments
from apivet.effects.library import containers, copies, mappings, selections, sets, texts
from apivet.effects.library.copies import update_from
from apivet.effects.library.fields import get_field, set_field
from apivet.effects.library.finding import discard, position, remove
from apivet.effects.library.sequences import answered, equal, unequal
from apivet.effects.refusing import may_raise
from apivet.effects.state import Machine
from apivet.effects.streams import consumed, hold_too
from apivet.effects.unresolved import remembering, run_later, unresolved
from apivet.effects.values import (
    NONE,
    Computed,
    Constant,
    Input,
    Member,
    Names,
    Position,
    Reference,
    Stream,
    Super,
    TypeValue,
    Unseen,
)
from apivet.program.failures import ANY, FailureKind, Failures
from apivet.program.model import Type
from apivet.program.operations import Operation
from apivet.verdicts import Location

#: The class whose instances work on one type, as computed from the type.
_ADAPTER = "pydantic.TypeAdapter"
#: Methods that write what a dump tells.
_TEXTS_OF_DUMPS = ("model_dump_json", "json")
#: Methods that ask an iterator for all that it has.
_CONSUMING = frozenset(
    ("extend", "extendleft", "update", "join", "union", "intersection", "difference", "symmetric_difference")
    + ("issubset", "issuperset", "isdisjoint", "fromkeys", "writelines", "intersection_update", "difference_update")
)


def call_method_of(machine: Machine, leaf: Any, name: str, arguments: Arguments, location: Location) -> Diagram:
    """Call a method of one value, where no type of the tree defines it."""
    if objects.has_nothing_of(leaf, name):
        machine.fail(machine.diagrams.true, FailureKind.MISSING_FIELD)
        return machine.none
    if (said := exit_stacks.called(machine, leaf, name, arguments, location)) is not None:
        return said
    if name in _CONSUMING:
        arguments = consumed(machine, arguments, location)
    accepting.ask_method(machine, leaf, name, arguments)
    if isinstance(leaf, Reference):
        return _of_object(machine, leaf, name, arguments, location)
    if isinstance(leaf, Names):
        return _of_names(machine, leaf, name, arguments, location)
    if isinstance(leaf, TypeValue):
        return _of_type(machine, leaf, name, arguments, location)
    written = _constant_of(machine, leaf, name, arguments, location)
    if written is not None:
        return machine.diagrams.leaf(written)
    receiver = machine.diagrams.leaf(leaf)
    filled_in = texts.filled_in(machine, leaf, arguments, location) if name == texts.FORMAT else None
    if filled_in is not None:
        return filled_in
    if isinstance(leaf, Super) and machine.program.method_operation(name) is Operation.SET_FIELD:
        return set_field(machine, Arguments((leaf.receiver, *arguments.positional)), location)
    if isinstance(leaf, Super):
        return unresolved(machine, f"super().{name}()", (leaf.receiver, *arguments.values), location)
    told = _of_computed(machine, leaf, name, arguments, location) if isinstance(leaf, Computed) else None
    if told is not None:
        return told
    is_plain = isinstance(leaf, (Constant, Position, Member))
    is_plain |= isinstance(leaf, Computed) and _is_harmless(machine, leaf) and not _is_changed_by(machine, leaf, name)
    is_plain = is_plain and not namespaces.gives_a_module(leaf)  # its functions are anybody's
    if is_plain and (_is_logger(leaf) or not holds_code(machine, arguments.values)):
        settled = tuple(machine.heap.settle(value) for value in (receiver, *arguments.values))
        refusing.call_method(machine, name, settled, location)
        if not accepting.is_told_of(machine, name, (receiver, *arguments.values)):
            machine.fail(may_raise(machine, location, settled, name), _failures_of(machine, leaf, name), settled)
        return machine.diagrams.leaf(Computed(f".{name}()", settled))
    return _unresolved_of(machine, leaf, name, arguments, location)


def _of_computed(
    machine: Machine, leaf: Computed, name: str, arguments: Arguments, location: Location
) -> Diagram | None:
    """Call a method of something that was computed, where it is known what it was computed by."""
    receiver, operation = machine.diagrams.leaf(leaf), machine.program.method_operation(name)
    if operation is Operation.IMAGE and leaf.operator.startswith("image:"):
        return copies.image(machine, name, Arguments((receiver, *arguments.values)))
    if operation is Operation.VALIDATE and leaf.operator == _ADAPTER and arguments.positional:
        return mappings.as_object_of(machine, leaf.operands[0], arguments.positional[0], location)
    if _is_outward(machine, leaf):
        machine.note_effect()
    return secretive.logged(machine, name, receiver, arguments, location) if _is_logger(leaf) else None


def _failures_of(machine: Machine, leaf: Any, name: str) -> Failures:
    """The failures of a method of a plain value, which may be ``None`` where it is no text for sure."""
    failures = raising.of_method(name)
    is_there = not failures or plain.is_of(machine, leaf, plain.TEXTS)
    return failures if is_there else (*failures, FailureKind.MISSING_FIELD)


def _unresolved_of(machine: Machine, leaf: Any, name: str, arguments: Arguments, location: Location) -> Diagram:
    """Call a method of which nothing is known: what it is called on may keep what it is given."""
    receiver = machine.diagrams.leaf(leaf)
    if isinstance(leaf, (Computed, Unseen)) and (arguments.values or name in _CHANGING):
        machine.heap.behind(leaf)
    if isinstance(leaf, Stream):
        hold_too(machine, leaf, arguments.values)
    if library_state.is_putting(name):
        library_state.note_store(machine, leaf, arguments.values)
    if _is_of_tasks(machine, leaf):
        machine.handed_over += arguments.values
    _queue(machine, leaf, arguments.values)
    run_later(machine, library_state.keeper(machine, leaf), arguments.values)
    if isinstance(leaf, Computed) and _is_outward(machine, leaf):
        module = library_state.maker(machine, leaf).partition(".")[0]
        return remembering(machine, module, f"{name}()", (receiver, *arguments.values), location)
    return unresolved(machine, f"{name}()", (receiver, *arguments.values), location)


def _is_logger(leaf: Any) -> bool:
    """Whether a value is a logger: it calls nothing that it is given."""
    while isinstance(leaf, Computed):
        if leaf.operator.startswith(("logging.", "structlog.")):
            return True
        leaf = leaf.operands[0].value if leaf.operands and isinstance(leaf.operands[0], Leaf) else None
    return False


def _constant_of(machine: Machine, leaf: Any, name: str, arguments: Arguments, location: Location) -> Constant | None:
    """The result of a method that is as certain as if it were written out."""
    if isinstance(leaf, Member) and name == "is_required":
        type_ = machine.program.type(leaf.type)
        declared = None if type_ is None else type_.field(leaf.name)
        return None if declared is None else Constant.of(not declared.has_default)
    text = texts.written(machine, leaf, name, arguments, location)
    return None if text is None else Constant.of(text)


def _is_of_tasks(machine: Machine, leaf: Any) -> bool:
    """Whether a value was made by the library of tasks, which runs later what it is given."""
    return library_state.maker(machine, leaf).startswith("asyncio.")


def _queue(machine: Machine, leaf: Any, given: tuple[Diagram, ...]) -> None:
    """Something is put into what may be a queue: another thread or task may take it out at any time."""
    if library_state.maker(machine, leaf).endswith("Queue"):
        machine.awaiting_the_end += (*given, *map(machine.heap.settle, given))  # it may look at once, and act later


def _is_outward(machine: Machine, leaf: Computed) -> bool:
    """Whether a value was made by something of the library that does things to the world, or remembers them."""
    return machine.program.function_operation(library_state.maker(machine, leaf)) is Operation.OUTWARD


def _is_changed_by(machine: Machine, leaf: Computed, name: str) -> bool:
    """Whether a method changes what the library made: bytes go into a digest, a result into a future, and anything into
    what does things to the world, unless the method is one of texts."""
    if _is_of_tasks(machine, leaf) or name in _CHANGING:
        return True
    if raising.of_method(name) is ANY and _is_outward(machine, leaf):
        return True
    return leaf.operator.removeprefix("image:").startswith(_DIGESTS) and name == "update"


#: Methods that change a container, whatever it was made by: a text's parts are a list as any other.
_CHANGING = frozenset(
    ("update", "append", "appendleft", "extend", "extendleft", "add", "insert", "setdefault", "subtract")
    + ("put", "write", "pop", "popleft", "popitem", "clear", "reverse", "rotate", "sort", "remove", "discard")
    + ("add_note",)
)
#: Functions that make what takes up bytes, one after the other.
_DIGESTS = ("hashlib.", "hmac.", "zlib.compressobj", "zlib.decompressobj")


def _is_harmless(machine: Machine, leaf: Computed) -> bool:
    """Whether a value was made by the library alone (a logger, a date, text), so that its methods change nothing."""
    if leaf.operator.endswith("()"):
        return True  # What a plain value's method makes (``text.strip()``) is a plain value again.
    if leaf.operator.startswith((".", "element", "[]")):
        return all(
            isinstance(part.value, Computed) and _is_harmless(machine, part.value)
            for operand in leaf.operands[:1]
            for part in ([operand] if isinstance(operand, Leaf) else [])
        ) and bool(leaf.operands)
    return True


#: Operations on mappings that leave them as they are.
_ASKING = (Operation.GET_ITEM, Operation.ITEMS, Operation.VALUES, Operation.KEYS, Operation.COPY)


def _of_names(machine: Machine, leaf: Names, name: str, arguments: Arguments, location: Location) -> Diagram:
    """``globals().update(...)``, ``vars(module).get(...)``."""
    receiver, operation = machine.diagrams.leaf(leaf.of), machine.program.method_operation(name)
    if operation is Operation.UPDATE and not arguments.positional and not arguments.unknown:
        for key, value in arguments.named:
            storing.put(machine, receiver, key, value, location)
        return machine.none
    if operation not in _ASKING:
        namespaces.rewrite(machine, leaf.of, arguments.values)
    held = namespaces.all_stored(machine, leaf.of)
    return opaque.holding(machine, f"{name}() of a mapping of names", location, (receiver, *held, *arguments.values))


def _of_type(machine: Machine, leaf: TypeValue, name: str, arguments: Arguments, location: Location) -> Diagram:
    """Alternative constructors that a declaration form brings along: they read their arguments."""
    if name in ("model_construct", "construct"):
        bare = TypeValue(checking.unchecked(leaf.type))
        return machine.call_with(machine.diagrams.leaf(bare), arguments, location)
    if name == "_make" and leaf.type.is_tuple and len(arguments.positional) == 1:
        entries = iteration.all_rounds(machine, arguments.positional[0], location)
        if all(entry.present is machine.diagrams.true for entry in entries):
            made = machine.diagrams.leaf(leaf)
            return machine.call_with(made, Arguments(tuple(entry.value for entry in entries)), location)
    operation = machine.program.method_operation(name)
    if arguments.positional and operation is not Operation.VALIDATE and _is_object_of(machine, leaf.type, arguments):
        receiver, *given = arguments.positional
        rest = Arguments(tuple(given), arguments.named, arguments.unknown)
        return machine.each(receiver, lambda each: call_method_of(machine, each, name, rest, location))
    if operation is Operation.VALIDATE and leaf.type.structured and arguments.positional:
        return mappings.as_object(machine, leaf.type, arguments.positional[0], location)
    if leaf.type.structured:
        return opaque.holding(machine, f"{leaf.type.name}.{name}() builds the object", location, arguments.values)
    return unresolved(machine, f"{leaf.type.name}.{name}()", arguments.values, location)


def _is_object_of(machine: Machine, type_: Type, arguments: Arguments) -> bool:
    """Whether a method is called on the class with the object: ``Task.model_copy(task)``."""
    held = [leaf for _, leaf in machine.diagrams.cases(arguments.positional[0], machine.guard)]
    types = [objects.type_of(machine, leaf) if isinstance(leaf, Reference) else None for leaf in held]
    return all(each is not None and type_ in machine.program.ancestry(each) for each in types)


def _of_object(machine: Machine, leaf: Reference, name: str, arguments: Arguments, location: Location) -> Diagram:
    accessor = _accessor(machine, leaf, name, arguments, location)
    if accessor is not None:
        return accessor
    if name == "__init__":
        return _initialised_again(machine, leaf, arguments, location)
    operation = machine.program.method_operation(name)
    act = _ACTIONS.get(operation) if operation is not None else None
    is_own = act is not None and copies.has_own_keys(machine, machine.diagrams.leaf(leaf))
    if is_own or (act is not None and not _takes(operation, arguments)):
        return _unresolved_of(machine, leaf, name, arguments, location)  # another method of that name
    if act is not None:
        if operation not in _FILLING:
            opaque.look_into(machine, leaf, location)
        result: Diagram | None = act(machine, leaf, arguments, location)
        if result is not None:
            return result
    receiver: Diagram = machine.diagrams.leaf(leaf)
    if operation is Operation.IMAGE:
        texts.ask_encoding(machine, name, (receiver, *arguments.values), location)
        if name in _TEXTS_OF_DUMPS and objects.is_data(machine, leaf):
            given = Arguments((receiver, *arguments.positional), arguments.named, arguments.unknown)
            receiver, arguments = mappings.as_mapping(machine, given, location, as_text=True), Arguments()
        return copies.image(machine, name, Arguments((receiver, *arguments.values)))
    if operation in _BY_NAME:
        given = Arguments((receiver, *arguments.positional), arguments.named, arguments.unknown)
        return _BY_NAME[operation](machine, given, location)
    of_set = sets.call(machine, leaf, name, arguments, location)
    if of_set is not None:
        return of_set
    if opaque.is_made(machine, leaf):
        _queue(machine, leaf, arguments.values)
        return opaque.call(machine, leaf, name, arguments, location)
    if not isinstance(machine.heap.cells[leaf.cell].shape, objects.STRUCTURED_SHAPES):
        # ``text.strip()``, ``moment.isoformat()``: a plain value's method makes another value.
        settled = tuple(machine.heap.settle(value) for value in (receiver, *arguments.values))
        if not accepting.is_told_of(machine, name, (receiver, *arguments.values)):
            machine.fail(may_raise(machine, location, settled, name), raising.of_method(name), settled)
        return machine.diagrams.leaf(Computed(f".{name}()", settled))
    type_ = objects.type_of(machine, leaf)
    for base in () if type_ is None else type_.outside_bases:
        run_later(machine, base.partition(".")[0], (receiver, *arguments.values))
    return unresolved(machine, f"{name}()", (receiver, *arguments.values), location)


def act_on(machine: Machine, operation: Operation, arguments: Arguments, location: Location) -> Diagram | None:
    """The effect of a container's method on the first argument; ``None`` where the operation is none of these."""
    act = _ACTIONS.get(operation)
    if act is None or not arguments.positional:
        return None
    receiver, *rest = arguments.positional
    given = Arguments(tuple(rest), arguments.named, arguments.unknown)

    def one(leaf: Any) -> Diagram:
        if leaf == NONE:
            return machine.none
        if isinstance(leaf, Reference):
            result: Diagram = act(machine, leaf, given, location)
            return result
        return _unresolved_of(machine, leaf, operation.name.lower(), given, location)

    return machine.each(receiver, one)


def _initialised_again(machine: Machine, leaf: Reference, arguments: Arguments, location: Location) -> Diagram:
    """``obj.__init__(...)``, which the declaration brings along: every field as in a new object."""
    type_ = objects.type_of(machine, leaf)
    receiver = machine.diagrams.leaf(leaf)
    if type_ is None or not type_.structured or type_.has_unknown_base:
        return unresolved(machine, "__init__()", (receiver, *arguments.values), location)
    made = machine.call_with(machine.diagrams.leaf(TypeValue(type_)), arguments, location)
    for declared in type_.fields:
        storing.put(machine, receiver, declared.name, objects.get(machine, made, declared.name, location), location)
    return machine.none


def _accessor(machine: Machine, leaf: Reference, name: str, arguments: Arguments, location: Location) -> Diagram | None:
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
        storing.put(machine, target, part, arguments.positional[0], location)
    return machine.none


def _has_own(machine: Machine, leaf: Reference, part: str) -> bool:
    """Whether generation is to be found on this object itself: it is metadata."""
    cell = machine.heap.cells[leaf.cell]
    base = cell.base.value if isinstance(cell.base, Leaf) else None
    type_ = objects.type_of(machine, leaf)
    if type_ is not None:
        return type_.field(part) is not None
    return isinstance(base, Input) and bool(base.path)


def _copy(machine: Machine, leaf: Reference, arguments: Arguments, location: Location) -> Diagram:
    made = copies.copied(machine, machine.diagrams.leaf(leaf), machine.heap.copy)
    if not selections.select(machine, made, arguments, location, is_deep=False):
        return machine.unseen("a copy of selected fields", location, (made, *arguments.values))
    return _with_update(machine, made, arguments, location)


def _deep_copy(machine: Machine, leaf: Reference, arguments: Arguments, location: Location) -> Diagram:
    own = copies.in_own_way(machine, machine.diagrams.leaf(leaf), location)
    return copies.copied(machine, machine.diagrams.leaf(leaf), machine.heap.deep_copy) if own is None else own


def _model_copy(machine: Machine, leaf: Reference, arguments: Arguments, location: Location) -> Diagram:
    """pydantic's ``model_copy(update={...}, deep=...)``."""
    deep = arguments.named_value("deep")
    is_deep = isinstance(deep, Leaf) and isinstance(deep.value, Constant) and deep.value.value is True
    made = _deep_copy(machine, leaf, Arguments(), location) if is_deep else copies.shallow(machine, leaf, location)
    return _with_update(machine, made, arguments, location)


def _with_update(machine: Machine, made: Diagram, arguments: Arguments, location: Location) -> Diagram:
    update = arguments.named_value("update") or arguments.at(0)
    if update is not None:
        update_from(machine, made, update, location)
    return made


_BY_NAME = {
    Operation.SET_FIELD: set_field,
    Operation.GET_FIELD: get_field,
    Operation.AS_MAPPING: mappings.as_mapping,
    Operation.OWN_FIELDS: mappings.own_fields,
    Operation.EQUAL: answered(equal),
    Operation.UNEQUAL: answered(unequal),
    Operation.REPLACE: copies.replace_fields,
}

#: The least and the most arguments of containers' methods. What is called with others is no container.
_TAKEN: Final[dict[Operation | None, tuple[int, int]]] = {
    **dict.fromkeys((Operation.CLEAR, Operation.REVERSE, Operation.ITEMS, Operation.VALUES, Operation.KEYS), (0, 0)),
    **dict.fromkeys((Operation.APPEND, Operation.EXTEND, Operation.REMOVE, Operation.DISCARD), (1, 1)),
    **dict.fromkeys((Operation.GET_ITEM, Operation.SET_DEFAULT), (1, 2)),
    Operation.POP_ITEM: (0, 2),
}


def _takes(operation: Operation | None, arguments: Arguments) -> bool:
    """Whether a container's method can be called with so many arguments."""
    if operation not in _TAKEN or arguments.unknown:
        return True
    least, most = _TAKEN[operation]
    return least <= len(arguments.values) <= most


#: Operations that only put something in.
_FILLING = (Operation.UPDATE, Operation.COPY, Operation.DEEP_COPY, Operation.REPLACE_FROM_MAPPING)
_ACTIONS: dict[Operation, Any] = {
    Operation.GET_ITEM: containers.get_item,
    Operation.POP_ITEM: containers.pop_item,
    Operation.SET_DEFAULT: containers.set_default,
    Operation.UPDATE: containers.update,
    Operation.APPEND: containers.append,
    Operation.EXTEND: containers.extend,
    Operation.REMOVE: remove,
    Operation.DISCARD: discard,
    Operation.POSITION: position,
    Operation.CLEAR: containers.clear,
    Operation.ITEMS: containers.items,
    Operation.VALUES: containers.values,
    Operation.KEYS: containers.keys,
    Operation.COPY: _copy,
    Operation.DEEP_COPY: _deep_copy,
    Operation.REPLACE_FROM_MAPPING: _model_copy,
    Operation.REORDER: containers.reorder,
    Operation.REVERSE: containers.reverse,
}
