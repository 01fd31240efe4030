"""Functions outside the tree: the conventions' helpers, and what the language's library is known to do."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from apivet.effects import (
    accepting,
    counting,
    gates,
    library_state,
    namespaces,
    opaque,
    plain,
    questions,
    refusing,
    secretive,
)
from apivet.effects.captured import captured, holds_code
from apivet.effects.code_places import PUT_AWAY
from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.frames import Act, Arguments
from apivet.effects.library import fields, methods, positions, readers, routines, sequences, sorting
from apivet.effects.library.copies import copy, deep_copy, made, replace_fields
from apivet.effects.library.dumps import ENCODING, printed, text_of
from apivet.effects.library.emptiness import EQUALITIES
from apivet.effects.library.mappings import as_mapping, as_tuple, own_fields, validated
from apivet.effects.library.named_helpers import call_convention, operated
from apivet.effects.library.sums import elements_of_each, total
from apivet.effects.ordering import in_any_order
from apivet.effects.places import key
from apivet.effects.raising import of_function
from apivet.effects.refusing import may_raise
from apivet.effects.slicing import ARRAYS
from apivet.effects.state import Machine
from apivet.effects.streams import are_quiet, consumed, outside, perhaps, stream
from apivet.effects.tasks import schedule, shield
from apivet.effects.unresolved import remembering, unresolved
from apivet.effects.values import (
    ORDERED_DICT,
    Computed,
    Method,
    ModuleValue,
    Names,
    Outside,
    Partial,
    Reference,
    Routine,
)
from apivet.program.operations import Operation
from apivet.program.whole_numbers import WORTH
from apivet.verdicts import Location

Model = Callable[[Machine, Arguments, Location], Diagram]


def call_function(machine: Machine, dotted: str, arguments: Arguments, location: Location) -> Diagram:
    """Call something outside the tree by its dotted name."""
    name = dotted.rpartition(".")[2]
    convention = call_convention(machine, name, arguments, location)
    if convention is not None:
        return convention
    operation = machine.program.function_operation(dotted)
    if _is_unbound(dotted) and operation is Operation.PURE and arguments.positional:
        accepting.ask_function(machine, dotted, arguments)
        receiver, *rest = arguments.positional
        method = Method(receiver, name)
        return call_method(machine, method, Arguments(tuple(rest), arguments.named, arguments.unknown), location)
    if operation is None:
        # An attribute of something outside, such as ``requests.Session.get``: nothing is known of it.
        library_state.note_call(machine, dotted, arguments.values)
        return remembering(machine, dotted.partition(".")[0], f"{name}()", arguments.values, location)
    if operation is Operation.OPERATE and not (arguments.named or arguments.unknown):
        return operated(machine, name, arguments.positional, location)
    return perform(machine, operation, dotted, arguments, location)


def _is_unbound(dotted: str) -> bool:
    """Whether a function is a method of a container, as it is called on the class: ``list.append(items, x)``."""
    top, _, rest = dotted.partition(".")
    return top == "builtins" and rest.partition(".")[0] in _CONTAINER_TYPES and "." in rest


_CONTAINER_TYPES = frozenset(("dict", "list", "set", "bytearray"))


def call_method(machine: Machine, method: Method, arguments: Arguments, location: Location) -> Diagram:
    """Call a method of which only the name is known."""
    told = call_convention(machine, method.name, arguments, location)
    told = told or secretive.ask(machine, f"{method.name}()", (method.receiver, *arguments.values), location)
    told = told or library_state.method_told(machine, method.name, method.receiver, arguments, location)
    if told is not None:
        return told
    return machine.each(
        method.receiver, lambda leaf: methods.call_method_of(machine, leaf, method.name, arguments, location)
    )


def perform(machine: Machine, operation: Operation, dotted: str, arguments: Arguments, location: Location) -> Diagram:
    """Do what a function of the library is known to do."""
    if dotted == "builtins.iter" and len(arguments.positional) > 1:
        return unresolved(machine, "iter() of a callable", arguments.values, location)
    said = secretive.said_to(machine, dotted, arguments, location)
    if said is None:
        said = library_state.copied(machine, dotted, arguments, location)
    if said is not None:
        return said
    accepting.ask_iterators(machine, dotted, arguments)
    model = MODELS.get(operation)
    fits = bool(arguments.positional) or operation in _WITHOUT_ARGUMENTS
    fits = fits and not (arguments.unknown and operation in _OF_ROWS)
    if model is not None and fits and operation in _LATER:
        accepting.ask_function(machine, dotted, arguments)
        return _iterator(machine, operation, model, arguments, location)
    library_state.note_call(machine, dotted, arguments.values)
    if operation not in _LEAVING_ITERATORS and dotted not in _LOOKING:
        arguments = consumed(machine, arguments, location)
    accepting.ask_function(machine, dotted, arguments)
    if model is not None and fits:
        return model(machine, arguments, location)
    acted = None if dotted else methods.act_on(machine, operation, arguments, location)
    if acted is not None:
        return acted
    if operation in _OF_CLASSES and len(arguments.values) == 1:
        value = machine.only(arguments.values[0])
        if isinstance(value, Leaf) and plain.is_of(machine, value.value, _OF_CLASSES[operation]):
            return _converted(machine, dotted, value)
    operation, dotted = printed(machine, operation, dotted, arguments)
    if operation is Operation.MAKE:
        return made(machine, dotted, arguments, location)
    is_known = dotted in (*plain.EXTREMES, *_LOOKING, ENCODING) and arguments.named_value("file") is None
    is_known |= dotted.startswith((*_CALLING_BACK, *_ONLY_TELLING))
    told = captured(machine, arguments.values) if dotted.startswith(_ONLY_TELLING) else []
    arguments = Arguments((*arguments.positional, *told), arguments.named, arguments.unknown)
    if not is_known and holds_code(machine, arguments.values):
        return unresolved(machine, f"{dotted.rpartition('.')[2]}()", arguments.values, location)
    if operation is Operation.IMAGE:
        return text_of(machine, dotted, arguments, location)
    found = _of_the_world(machine, operation, dotted, arguments, location)
    if found is not None:
        return found
    if dotted.startswith(_CALLING_BACK):
        told = [_called_back(machine, value, arguments, location) for value in arguments.values]
        arguments = Arguments((*arguments.values, *told))
    return _computed(machine, dotted, arguments, location)


def _of_the_world(
    machine: Machine, operation: Operation, dotted: str, arguments: Arguments, location: Location
) -> Diagram | None:
    """The result of a function that changes more than its result, or looks at more than its arguments."""
    if operation is Operation.OUTWARD:
        machine.note_effect()
    if dotted in _REDIRECTING:
        machine.printed_into += arguments.values
    taking = (*machine.printed_into, *namespaces.all_stored(machine, Outside("sys"))) if dotted in _PRINTING else ()
    if taking:
        machine.lose(taking, "what is printed goes into it", location, arguments.values)
    if dotted in _WARNING and machine.warned_into:
        machine.lose(machine.warned_into, "warnings are taken up in it", location, arguments.values)
    written = [value for value in arguments.values if _is_written_to(machine, value)]
    if written and dotted not in _READING_ONLY:
        return machine.lose(written, f"{dotted}() may write into what it is given", location, arguments.values)
    told = library_state.told(machine, dotted, arguments.values, location)
    if told is not None:
        return told
    if dotted == "builtins.id":
        return machine.unseen("the identity of an object", location, arguments.values)
    if dotted == "builtins.globals":
        return machine.diagrams.leaf(Names(ModuleValue(machine.frame.module)))
    if dotted in _OF_A_SCOPE and not arguments.values:
        return namespaces.all_variables(machine, location)
    if dotted == "builtins.dir":
        return machine.unseen("the names that an object has", location, arguments.values)
    return None


_REDIRECTING = ("contextlib.redirect_stdout", "contextlib.redirect_stderr")
_PRINTING = ("builtins.print", "sys.stdout.write", "sys.stderr.write", "sys.stdout.writelines", "sys.stderr.writelines")
_WARNING = ("warnings.warn", "warnings.warn_explicit")
#: Functions that leave objects of the library as they are.
_READING_ONLY = frozenset(
    f"builtins.{name}" for name in ("id", "len", "repr", "str", "bytes", "hash", "callable", "iter")
)


def _is_written_to(machine: Machine, value: Diagram) -> bool:
    """Whether a value is an object that a function of the library made, and that can be changed."""
    for leaf in leaves(value):
        origin = machine.heap.cells[leaf.value.cell].origin if isinstance(leaf.value, Reference) else None
        made = origin.value if isinstance(origin, Leaf) else None
        if isinstance(made, Computed) and machine.program.function_operation(made.operator) is Operation.MAKE:
            return True
    return False


def _computed(machine: Machine, dotted: str, arguments: Arguments, location: Location) -> Diagram:
    """The result of a function that changes nothing: what is known of it, else that it was computed."""
    by_key = dotted in plain.EXTREMES and arguments.named_value("key") is not None
    asked = arguments.values
    if dotted in plain.EXTREMES:
        asked = arguments.positional if arguments.named_value("default") is None else ()
        picked, arguments = sorting.extreme(machine, dotted, arguments, location)
        if picked is not None:
            return picked
    refusing.call_function(machine, dotted, asked, location)
    if dotted not in refusing.EXCEPTIONS and not accepting.is_told(machine, dotted):
        # Anything but a constructor or a reader may refuse its arguments.
        raises = may_raise(machine, location, arguments.values, dotted)
        machine.fail(raises, of_function(dotted), arguments.values)
    settled = tuple(machine.heap.settle(value) for value in arguments.values)
    if dotted in plain.EXTREMES and not by_key:
        settled = tuple(in_any_order(machine, value) for value in settled)
    by_number = dotted in (*WORTH, plain.SIZE, plain.ROUNDED) or (dotted in plain.EXTREMES and len(settled) == 2)
    if by_number and not all(isinstance(value, Leaf) for value in settled):
        number = next(number for number, value in enumerate(settled) if not isinstance(value, Leaf))
        before, given, after = arguments.values[:number], arguments.values[number], arguments.values[number + 1 :]
        return machine.each(
            given,
            lambda leaf: _computed(
                machine, dotted, Arguments((*before, machine.diagrams.leaf(leaf), *after)), location
            ),
        )
    written = plain.folded(dotted, [value.value if isinstance(value, Leaf) else None for value in settled])
    if written is not None:
        return machine.diagrams.leaf(written)
    chosen = None if by_key else plain.chosen(machine, dotted, settled)
    if chosen is not None:
        return settled[chosen]
    if dotted in plain.EXTREMES and len(settled) > 1 and all(part is settled[0] for part in settled):
        return settled[0]
    result = Computed(dotted, settled)
    if dotted in plain.EXTREMES or dotted.startswith(_HANDING_ON):
        held = [
            (where, leaf)
            for value in arguments.values
            for where, leaf in machine.diagrams.cases(value, machine.guard)
            if isinstance(leaf, Reference) and opaque.holds_objects(machine, machine.diagrams.leaf(leaf))
        ]
        if held:
            machine.heap.join(held, result)
    return machine.diagrams.leaf(result)


#: Modules whose functions give back elements of what they are given.
_HANDING_ON = ("heapq.", "random.", "statistics.", "bisect.")
#: Functions that give the variables of a scope by their names, where they are given nothing.
_OF_A_SCOPE = frozenset(f"builtins.{name}" for name in ("vars", "dir"))
#: Modules that only tell people of what they are given.
_ONLY_TELLING = ("logging.", "structlog.", "warnings.", "traceback.", "typing.", "inspect.")
#: Modules that call the functions that they are given.
_CALLING_BACK = ("re.", "heapq.", "bisect.", "statistics.")


def _called_back(machine: Machine, value: Diagram, arguments: Arguments, location: Location) -> Diagram:
    """The result that a callback may have, called with something made of the other arguments; none for other values."""

    def one(leaf: object) -> Diagram:
        if not isinstance(leaf, (Routine, Partial)):
            return machine.none
        given = () if isinstance(leaf, Partial) else leaf.function.parameters
        needed = [each for each in given if each.kind == "positional" and each.default is None]
        read = machine.unseen("what a callback is given", location, arguments.values)
        called = [read] * (1 if isinstance(leaf, Partial) else len(needed))
        return machine.call(machine.diagrams.leaf(leaf), called, (), location)

    entered = machine.guard
    result = perhaps(machine, "whether a callback is called", location, lambda: machine.each(value, one))
    machine.guard = entered
    return result


def _iterator(
    machine: Machine, operation: Operation, model: Model, arguments: Arguments, location: Location
) -> Diagram:
    calls = operation in _CALLING
    is_quiet = not calls and are_quiet(machine, arguments.values)
    go = _FOLLOWED.get(operation) if len(arguments.positional) <= _WITH_CALLABLE else None

    def follow(act: Act) -> Diagram:
        if go is not None:
            go(machine, arguments, location, outside(machine, act))
        return machine.none

    make, held = partial(model, machine, arguments, location), arguments.values
    following = follow if go is not None else None
    return stream(machine, held, make, following, lambda: list(held), is_quiet=is_quiet)


#: Operations that give an iterator that calls something for each element.
_CALLING = frozenset((Operation.APPLY_TO_EACH, Operation.APPLY_TO_ROWS, Operation.SELECT, Operation.FOLD_EACH))
#: A callable and what it is called with.
_WITH_CALLABLE = 2
#: Operations that go through the elements one by one.
_FOLLOWED = {
    Operation.APPLY_TO_EACH: sequences.apply_one_by_one,
    Operation.SELECT: sequences.select_one_by_one,
    Operation.ENUMERATE: positions.enumerate_one_by_one,
}


#: Operations that give an iterator: nothing runs until somebody asks it.
_LATER = frozenset(
    (*_CALLING, Operation.ENUMERATE, Operation.ZIP, Operation.ZIP_LONGEST, Operation.TURNED)
    + (Operation.ITERATE, Operation.ITERATE_EACH)
)
#: Operations on as many containers as there are arguments.
_OF_ROWS = frozenset(
    (Operation.ITERATE, Operation.ZIP, Operation.ZIP_LONGEST, Operation.APPLY_TO_EACH, Operation.APPLY_TO_ROWS)
)
#: Operations that take an iterator as the object that it is, or ask it for some elements only.
_LEAVING_ITERATORS = frozenset(
    (Operation.ANY, Operation.ALL, Operation.NEXT, Operation.TRUTH, Operation.CAST, Operation.PARTIAL)
    + (Operation.SCHEDULE, Operation.SHIELD, Operation.GATHER, Operation.APPLY, Operation.HANDED, Operation.CLOSED)
    + (
        Operation.IS_INSTANCE,
        Operation.IS_BOXED,
        Operation.HAS_FIELD,
        Operation.GET_FIELD,
        Operation.SET_FIELD,
        Operation.STORE_FIELD,
        Operation.TYPE_OF,
    )
    + (Operation.COPY, Operation.DEEP_COPY, Operation.EQUAL, Operation.UNEQUAL, Operation.REPLACE, Operation.RUN_SOURCE)
)
_LOOKING = frozenset(f"builtins.{name}" for name in ("callable", "dir", "format", "hash", "id", "print", "repr", "str"))


def _converted(machine: Machine, dotted: str, value: Diagram) -> Diagram:
    """A value of the right type as it is, unless it is ``None``."""
    other = machine.diagrams.leaf(Computed(dotted, (machine.heap.settle(value),)))
    return machine.diagrams.choose(questions.is_none(machine, value), other, value)


#: Conversions that leave alone what is of these classes already.
_OF_CLASSES = {Operation.TEXT: plain.TEXTS, Operation.NUMBER: ("float",), Operation.BYTES: ("bytes",)}


_WITHOUT_ARGUMENTS = (
    *(Operation.SUPER, Operation.PROPERTY, Operation.MAPPING, Operation.ORDERED_MAPPING, Operation.SWALLOW),
    *(Operation.LEAVE, Operation.END, Operation.IS_GATE_ON),
    *(Operation.SAME_ELEMENTS, Operation.FIXED_ELEMENTS, Operation.UNORDERED, Operation.LEAD, Operation.REACH),
)


def _put_away(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    machine.tell(PUT_AWAY, arguments.values)
    return machine.none


def _was_put_away(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """Nobody can tell what is given out of all that was put away."""
    kept = (*arguments.values, *machine.told.get(PUT_AWAY, ()))
    return machine.unseen("what was put away", location, kept)


MODELS: dict[Operation, Model] = {
    Operation.PUT_AWAY: _put_away,
    Operation.WAS_PUT_AWAY: _was_put_away,
    Operation.COPY: copy,
    Operation.DEEP_COPY: deep_copy,
    Operation.REPLACE: replace_fields,
    Operation.AS_MAPPING: as_mapping,
    Operation.OWN_FIELDS: own_fields,
    Operation.AS_TUPLE: as_tuple,
    Operation.CONVERT: validated,
    **EQUALITIES,
    Operation.IS_GATE_ON: gates.is_on,
    Operation.CAST: fields.cast,
    **counting.COUNTS,
    **ARRAYS,
    Operation.SUM: total,
    Operation.IS_INSTANCE: fields.is_instance,
    Operation.IS_BOXED: fields.is_boxed,
    Operation.HAS_FIELD: fields.has_field,
    Operation.GET_FIELD: fields.get_field,
    Operation.SET_FIELD: fields.set_field,
    Operation.STORE_FIELD: fields.store_field,
    Operation.DELETE_FIELD: fields.delete_field,
    Operation.FIELDS: routines.fields_of_value,
    Operation.RANGE: counting.whole_numbers,
    Operation.ENUMERATE: positions.enumerated,
    Operation.ZIP: positions.zipped,
    Operation.ZIP_LONGEST: positions.zipped_to_the_end,
    Operation.SAME_ELEMENTS: sequences.same_elements,
    Operation.FIXED_ELEMENTS: sequences.fixed_elements,
    Operation.ITERATE: sequences.same_elements,
    Operation.ITERATE_EACH: elements_of_each,
    Operation.SORTED: sorting.in_order,
    Operation.TURNED: sequences.turned,
    Operation.UNORDERED: sequences.without_order,
    Operation.MAPPING: sequences.new_mapping,
    Operation.ORDERED_MAPPING: partial(sequences.new_mapping, kind=ORDERED_DICT),
    Operation.TRUTH: sequences.truth_of,
    Operation.ANY: sequences.any_of,
    Operation.ALL: sequences.all_of,
    Operation.APPLY_TO_EACH: positions.apply_to_each,
    Operation.APPLY_TO_ROWS: positions.apply_to_rows,
    Operation.SELECT: sequences.select,
    Operation.NEXT: sequences.first_element,
    Operation.SUPER: fields.super_of,
    Operation.TYPE_OF: fields.type_of_value,
    Operation.NOTHING: lambda machine, arguments, location: machine.none,
    Operation.PARTIAL: routines.partial_call,
    Operation.STATIC_METHOD: routines.static_method,
    Operation.CLASS_METHOD: routines.class_method,
    Operation.PARTIAL_METHOD: routines.partial_method,
    Operation.PROPERTY: routines.property_of,
    Operation.KEY: key,
    Operation.NEW_KEYS: sequences.new_keys,
    Operation.NEW_ORDERED_KEYS: partial(sequences.new_keys, kind=ORDERED_DICT),
    Operation.WHOLE_NUMBER: sequences.whole_number,
    Operation.DIVIDE: sequences.divided,
    Operation.DECLARED_FIELDS: fields.declared_fields,
    Operation.DECLARED_TYPES: fields.declared_types,
    Operation.GATHER: routines.awaited_together,
    Operation.SCHEDULE: schedule,
    Operation.SHIELD: shield,
    Operation.APPLY: routines.applied,
    Operation.FOLD: readers.folded,
    Operation.FOLD_EACH: readers.folded_each,
    Operation.IS_DATA: fields.is_data,
    Operation.TUPLE_TYPE: readers.tuple_type,
    Operation.NAMED_TUPLE: readers.named_tuple,
    Operation.FIELD_READER: readers.reader(Operation.READ_FIELDS),
    Operation.ITEM_READER: readers.reader(Operation.READ_ITEMS),
    Operation.METHOD_CALLER: readers.reader(Operation.CALL_METHOD),
    Operation.READ_FIELDS: readers.read_fields,
    Operation.READ_ITEMS: readers.read_items,
    Operation.CALL_METHOD: readers.call_named_method,
    Operation.ITEM: readers.item,
    Operation.SET_ITEM: readers.set_item,
    Operation.DELETE_ITEM: readers.delete_item,
    Operation.SWALLOW: routines.swallowing,
    Operation.LEAVE: routines.leaving,
    Operation.END: routines.ending,
    Operation.RUN_SOURCE: routines.run_source,
    Operation.LEAD: lambda machine, arguments, location: namespaces.all_variables(machine, location),
    Operation.REACH: routines.reached,
    **dict.fromkeys((Operation.HANDED, Operation.CLOSED), routines.handed_on),
    Operation.MARK: routines.first_argument,
}
