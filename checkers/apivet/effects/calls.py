"""Calls: into the tree they are followed, outside it they are what the library is known to do, else unseen."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from apivet.effects import (
    checking,
    code_parts,
    definitions,
    enum_members,
    lacking,
    library_state,
    namespaces,
    objects,
    opaque,
    ordering,
    parameters,
    recursion,
    secretive,
    special,
    spreading,
    tasks,
)
from apivet.effects.captured import captured
from apivet.effects.cells import Entry
from apivet.effects.defaults import default_of
from apivet.effects.diagrams import BudgetExhausted, Diagram, Leaf, leaves
from apivet.effects.frames import Act, Arguments, CallFrame
from apivet.effects.gates import asked_once, gate_called, is_awaited
from apivet.effects.library import functions, mappings, sequences
from apivet.effects.making import after_making, make_defaults
from apivet.effects.state import Machine
from apivet.effects.streams import outside, perhaps, stream
from apivet.effects.unresolved import remembering, run_later, unresolved
from apivet.effects.values import (
    NONE,
    SEQUENCE,
    UNBOUND,
    Blank,
    Computed,
    KnownOperation,
    Method,
    Outside,
    Partial,
    Pending,
    Reference,
    Routine,
    TypeValue,
    Unseen,
    Zero,
)
from apivet.program.failures import FailureKind
from apivet.program.model import Named, Type, Unknown
from apivet.program.syntax import Function, Opaque, Parameter
from apivet.verdicts import Location

_CONTEXT_MAKERS = (Outside("contextlib.contextmanager"), Outside("contextlib.asynccontextmanager"))
_STRUCTURED = ("dataclass", "attrs", "pydantic", "msgspec", "typeddict", "namedtuple")


def call(machine: Machine, callee: Diagram, arguments: Arguments, location: Location) -> Diagram:
    """Call whatever the callee can be here."""
    return machine.each(callee, lambda leaf: _call(machine, leaf, arguments, location))


def _call(machine: Machine, leaf: Any, arguments: Arguments, location: Location) -> Diagram:
    gate = gate_called(machine, leaf, arguments, location)
    if gate is not None:
        return machine.diagrams.leaf(Pending(leaf, arguments.positional, arguments.named)) if is_awaited(leaf) else gate
    if isinstance(leaf, Routine):
        return _call_routine(machine, leaf, arguments, location)
    if isinstance(leaf, TypeValue):
        return _construct(machine, leaf.type, arguments, location)
    if isinstance(leaf, Partial):
        changed = code_parts.changed_application(machine, leaf)
        if changed is not None:
            held = (changed, machine.diagrams.leaf(leaf), *arguments.values)
            return unresolved(machine, "what is given in part, which can be changed,", held, location)
        joined = Arguments(
            (*leaf.positional, *arguments.positional), (*leaf.named, *arguments.named), arguments.unknown
        )
        return call(machine, leaf.callee, joined, location)
    if isinstance(leaf, KnownOperation):
        return functions.perform(machine, leaf.operation, "", arguments, location)
    if isinstance(leaf, Outside):
        return functions.call_function(machine, leaf.dotted, arguments, location)
    if isinstance(leaf, Method):
        return functions.call_method(machine, leaf, arguments, location)
    if isinstance(leaf, Reference):
        type_ = objects.type_of(machine, leaf)
        found = objects.member(machine, type_, objects.CALLED) if type_ is not None else None
        if found is not None and isinstance(found[1], Function):
            bound = Routine(found[1], machine.diagrams.leaf(leaf), None)
            return _call_routine(machine, bound, arguments, location)
    if leaf in (NONE, UNBOUND):
        machine.fail(machine.diagrams.true, FailureKind.WRONG_KIND)
        return machine.none
    if isinstance(leaf, Computed) and leaf.operator.startswith(".") and not leaf.operator.endswith("()"):
        return functions.call_method(machine, Method(leaf.operands[0], leaf.operator[1:]), arguments, location)
    given = (machine.diagrams.leaf(leaf), *arguments.values)
    keeper = library_state.keeper(machine, leaf)
    if keeper is not None or leaf in machine.heap.lasting_values:
        named = f"{leaf.reason}," if isinstance(leaf, Unseen) else "a variable of a module"
        return remembering(machine, keeper or "", named, given, location)
    return unresolved(machine, "a value that can't be resolved", given, location)


# ------------------------------------------------------------------------------------------------------ functions


def _call_routine(machine: Machine, routine: Routine, arguments: Arguments, location: Location) -> Diagram:
    function = routine.function
    if namespaces.is_rewritten(machine, function):
        changed = [namespaces.stored(machine, routine, name) for name in namespaces.MADE_OF]
        held = (machine.diagrams.leaf(routine), *(value for value in changed if value is not None))
        return unresolved(machine, f"{function.name}(), which was changed,", (*held, *arguments.values), location)
    unclear = next((each for each in function.decorators if isinstance(each, Opaque) and not each.parts), None)
    if unclear is not None:
        receiver = () if routine.receiver is None else (routine.receiver,)
        held = (machine.diagrams.leaf(replace(routine, receiver=None)), *receiver, *arguments.values)
        return unresolved(machine, unclear.note, held, location)
    if function.abstract and _is_left_to_others(machine, routine):
        receiver = () if routine.receiver is None else (routine.receiver,)
        return unresolved(machine, f"{function.name}, which is abstract,", (*receiver, *arguments.values), location)
    if function.decorators and is_context(machine, function):
        generator = replace(routine, function=replace(function, decorators=()))
        return machine.diagrams.leaf(Pending(generator, arguments.positional, arguments.named))
    if function.decorators:
        decorated = _decorate(machine, routine)
        receiver = () if routine.receiver is None else (routine.receiver,)
        given = Arguments((*receiver, *arguments.positional), arguments.named, arguments.unknown)
        result, told = call(machine, decorated, given, location), machine.told.get(code_parts.decorated_as(routine))
        return opaque.holding(machine, f"{function.name}() as told", location, (result, *told)) if told else result
    if function.is_generator:
        receiver = () if routine.receiver is None else (routine.receiver,)
        read = (*receiver, *arguments.values)
        held = (machine.diagrams.leaf(replace(routine, receiver=None)), *read)
        return stream(
            machine,
            read,
            lambda: run(machine, routine, arguments, location),
            lambda act: run(machine, routine, arguments, location, outside(machine, act)),
            lambda: [*held, *captured(machine, held)],
        )
    if function.is_async:
        pending = Pending(routine, arguments.positional, arguments.named)
        return machine.diagrams.leaf(pending)
    return run(machine, routine, arguments, location)


def is_context(machine: Machine, function: Function) -> bool:
    """Whether a generator function makes context managers."""
    if not function.is_generator or len(function.decorators) != 1:
        return False
    decorator = definitions.evaluate_in(machine, function.module, function.decorators[0])
    return isinstance(decorator, Leaf) and decorator.value in _CONTEXT_MAKERS


def _is_left_to_others(machine: Machine, routine: Routine) -> bool:
    """Whether what runs is the method of a class that nobody sees here, which replaces this one."""
    for leaf in leaves(routine.receiver) if routine.receiver is not None else ():
        type_ = objects.type_of(machine, leaf.value) if isinstance(leaf.value, Reference) else None
        found = objects.member(machine, type_, routine.function.name) if type_ is not None else None
        if found is not None and found[1] is routine.function:
            return True
    return False


def _decorate(machine: Machine, routine: Routine) -> Diagram:
    """The function as its decorators leave it."""
    function, closure = routine.function, routine.closure
    plain = replace(routine, function=replace(function, decorators=()), receiver=None)
    value: Diagram = machine.diagrams.leaf(plain)
    with asked_once(machine, closure is None):
        for decorator in reversed(function.decorators):
            applied = definitions.evaluate_in(machine, function.module, decorator) if closure is None else None
            chosen = machine.evaluate(decorator) if applied is None else applied
            value = machine.call(chosen, (value,), (), decorator.location)
    return value


def run(
    machine: Machine,
    routine: Routine,
    arguments: Arguments,
    location: Location,
    resume: Act | None = None,
) -> Diagram:
    """Follow a call into a function of the tree and give what it returns; ``resume`` is done at every ``yield``."""
    gate = gate_called(machine, routine, arguments, location) if is_awaited(routine) else None
    if gate is not None:
        return gate
    passed = machine.slice.call(machine, routine, arguments, location) if machine.slice is not None else None
    if passed is not None:
        return passed
    if routine.function.is_cached and any(map(machine.heap.object_behind, _given(arguments))):
        reason = f"whether {routine.function.name}() runs, which remembers what it gave for an equal object,"
        return perhaps(machine, reason, location, lambda: _run(machine, routine, arguments, location, resume))
    if routine.function.is_cached:
        with asked_once(machine):
            return _run(machine, routine, arguments, location, resume)
    return _run(machine, routine, arguments, location, resume)


def _given(arguments: Arguments) -> list[object]:
    return [leaf.value for value in arguments.values for leaf in leaves(value)]


def _run(machine: Machine, routine: Routine, arguments: Arguments, location: Location, resume: Act | None) -> Diagram:
    function = routine.function
    if function.is_cached:
        machine.tell(function.dotted, arguments.values)
    repeated = recursion.unfollowed(machine, routine, arguments, location)
    if repeated is not None:
        return repeated
    entered = machine.guard
    frame = machine.push(function, function.module, _around(machine, routine))
    frame.receiver = routine.receiver
    frame.resume = resume
    machine.heap.sites.append(location)
    try:
        if not _bind_parameters(machine, frame, routine, arguments, location):
            return machine.none
        for name in machine.local_names(function):
            frame.variables.setdefault(name, machine.diagrams.leaf(UNBOUND))
        machine.execute(function.body)
        machine.guard = machine.diagrams.either(machine.guard, frame.returned)
    except BudgetExhausted as exhausted:
        exhausted.place = exhausted.place or _place(machine, function, location)
        if len(machine.stack) > 1:  # another one called it, which can be followed without
            machine.recursion.met.add(function)
        raise
    finally:
        machine.heap.sites.pop()
        machine.stack.pop()
    is_lost = machine.guard is machine.diagrams.false and entered is not machine.diagrams.false
    if is_lost and not function.is_generator:  # one that never ends has given elements before
        return machine.none
    machine.returned = frame.value
    if function.is_generator and resume is None:
        made = machine.heap.container(SEQUENCE, frame.yielded)
        ordering.mark_order(machine, made, frame.order)
        return machine.diagrams.leaf(made)
    return _as_cached(machine, routine, frame.value, location) if function.is_cached else frame.value


def _place(machine: Machine, function: Function, called: Location) -> str:
    """The place of an event, as people say it: in a helper, with the place of its call, or in the hook."""
    if called.line == function.location.line or not called.line:
        return f"at {machine.at.shown}"
    return f"in {function.name}() (called at {called.shown})"


def _as_cached(machine: Machine, routine: Routine, value: Diagram, location: Location) -> Diagram:
    """The result of a function that remembers its results: this, or what an earlier call gave."""
    earlier = machine.given_before.setdefault((routine.function, routine.receiver), [])
    given = tuple(earlier)
    earlier.append(value)
    settled = machine.heap.settle(value)
    if all(machine.heap.settle(before) is settled for before in given):
        return given[0] if given else value
    return machine.lose((value, *given), f"{routine.function.name}(), which remembers what it gave,", location)


def _around(machine: Machine, routine: Routine) -> int | None:
    """The frame whose variables a function sees: for a method, that of the function that its class stands in."""
    owner = routine.function.owner
    return routine.closure if owner is None else machine.homes.get(owner, routine.closure)


def _bind_parameters(
    machine: Machine, frame: CallFrame, routine: Routine, arguments: Arguments, location: Location
) -> bool:
    """Give each parameter its value; ``False`` where the call does not fit the function."""
    function = routine.function
    given = list(arguments.positional)
    if function.binding != "none" and routine.receiver is not None:
        given.insert(0, routine.receiver)
    named = _each_named_once(machine, arguments)
    unknown = list(arguments.unknown)
    for parameter in function.parameters:
        if parameter.kind == "positional" and given:
            value = given.pop(0)
        elif parameter.kind in ("*", "**") and unknown:
            held = (*unknown, *given, *(value for _, value in named.items()))
            value = opaque.holding(machine, f"what is spread into {parameter.name}", location, held)
        elif parameter.kind == "*":
            entries = [Entry(str(number), machine.diagrams.true, value) for number, value in enumerate(given)]
            value, given = machine.diagrams.leaf(machine.heap.container("tuple", entries)), []
        elif parameter.kind == "**":
            value = _rest(machine, named)
        elif parameter.name in named:
            value = named.pop(parameter.name)
            if (is_given := machine.given(value)) is not machine.diagrams.true:
                value = _where_given(machine, value, default_of(machine, routine, parameter), is_given)
        elif (default := default_of(machine, routine, parameter)) is not None and not unknown:
            value = default
        elif unknown:
            held = (*unknown, *(() if default is None else (default,)))
            value = opaque.holding(machine, f"the value spread into {parameter.name}", location, held)
        else:
            machine.fail(machine.diagrams.true, FailureKind.WRONG_KIND)
            return False
        frame.variables[parameter.name] = value
        _refine(machine, function, parameter, value)
    lacking.ask_for_parameters(machine, len(given), named)
    return True


def _each_named_once(machine: Machine, arguments: Arguments) -> dict[str, Diagram]:
    """The arguments by their names: a key that a mapping may lack leaves its name to another one."""
    found: dict[str, Diagram] = {}
    for name, value in arguments.named:
        before = found.get(name)
        if before is not None:
            is_given = machine.given(value)
            machine.fail(machine.diagrams.both(machine.given(before), is_given), FailureKind.WRONG_KIND)
            value = machine.diagrams.choose(is_given, value, before)
        found[name] = value
    return found


def _where_given(machine: Machine, value: Diagram, default: Diagram | None, is_given: Diagram) -> Diagram:
    """The value of a parameter for which a mapping may have none; without a default, the call fails there."""
    if default is None:
        machine.fail(machine.diagrams.negate(is_given), FailureKind.WRONG_KIND)
        return value
    return machine.diagrams.choose(is_given, value, default)


def _rest(machine: Machine, named: dict[str, Diagram]) -> Diagram:
    reference = machine.heap.make(Blank("dict"), Unknown("keyword arguments"))
    machine.heap.cells[reference.cell].fields.update(named)
    named.clear()
    return machine.diagrams.leaf(reference)


def _refine(machine: Machine, function: Function, parameter: Parameter, value: Diagram) -> None:
    """A parameter's annotation tells the type of a value of which nothing was known before."""
    if parameter.annotation is not None:
        refine(machine, value, function.module, parameter.annotation)


def refine(machine: Machine, value: Diagram, module: str, annotation: Any) -> None:
    """Believe the annotation where nothing is known of an object's type."""
    for _, leaf in machine.diagrams.cases(value, machine.guard):
        if not isinstance(leaf, Reference):
            continue
        cell = machine.heap.cells[leaf.cell]
        if isinstance(cell.shape, Unknown) and cell.entries is None and not cell.family:
            shape, optional = machine.program.shape(module, annotation)
            if not isinstance(shape, Unknown):
                cell.shape, cell.optional = shape, cell.optional and optional


# --------------------------------------------------------------------------------------------------------- types


def _construct(machine: Machine, type_: Type, arguments: Arguments, location: Location) -> Diagram:
    """A new object of a type of the tree."""
    if type_.form == "enum":
        if len(arguments.values) == 1 and not arguments.unknown:
            return enum_members.member_of_value(machine, type_, arguments.values[0], location)
        settled = tuple(machine.heap.settle(value) for value in arguments.values)
        return machine.diagrams.leaf(Computed(f"member of {type_.name}", settled))
    lacking.ask_for_bodies(machine, type_)
    if type_.is_keyed:
        return sequences.new_mapping(machine, arguments, location)
    reference = machine.heap.make(Zero(type_.dotted), Named(type_.dotted))
    value = machine.diagrams.leaf(reference)
    initialiser = objects.member(machine, type_, "__init__")
    if initialiser is not None and isinstance(initialiser[1], Function):
        making = Routine(initialiser[1], value, None)
        if namespaces.is_rewritten(machine, making.function) or making.function.decorators:
            _call_routine(machine, making, arguments, location)
        else:
            run(machine, making, arguments, location)
        return _as_made(machine, type_, value, arguments, location)
    if type_.form not in _STRUCTURED and _is_made_outside(machine, type_, arguments):
        held = captured(machine, (machine.diagrams.leaf(TypeValue(type_)),))
        made_of = (*arguments.values, *held)
        for base in dict.fromkeys(
            outside for each in machine.program.ancestry(type_) for outside in each.outside_bases
        ):
            run_later(machine, base.partition(".")[0], made_of)
        made = opaque.holding(machine, f"{type_.name} is made by a base class outside the tree", location, made_of)
        secretive.watch(machine, type_)
        secretive.stand_for(machine, made, machine.secretive.get(type_.dotted, ()))
        return made
    extra = _set_fields(machine, type_, reference, arguments, location)
    make_defaults(machine, reference, type_, location)
    after_making(machine, type_, reference, extra, location)
    return _as_made(machine, type_, value, arguments, location)


def _is_made_outside(machine: Machine, type_: Type, arguments: Arguments) -> bool:
    """Whether a base outside the tree makes the objects of a class: it may do anything with what it is given."""
    order = machine.program.ancestry(type_)
    given = bool(arguments.values) and not type_.fields
    return any(base.has_unknown_base or (given and base.outside_bases) for base in order)


def _as_made(machine: Machine, type_: Type, value: Diagram, arguments: Arguments, location: Location) -> Diagram:
    """A new object; one of a type whose methods run where nobody asks for them can't be seen through."""
    secretive.watch(machine, type_)
    secret = special.running_unasked(machine, type_)
    if not secret:
        return value
    methods = [machine.diagrams.leaf(Routine(method, value, machine.homes.get(type_.dotted))) for method in secret]
    what = f"{type_.name}, which has {secret[0].name},"
    made = unresolved(machine, what, (value, *arguments.values, *methods), location)
    secretive.stand_for(machine, made, secret)
    return made


def _set_fields(
    machine: Machine, type_: Type, reference: Reference, arguments: Arguments, location: Location
) -> dict[str, Diagram]:
    """Give a new object its fields; the result is what was given and is no field."""
    cell = machine.heap.cells[reference.cell]
    extra = {each.name: each for each in type_.parameters if each.treatment.taken_only}
    kept: dict[str, Diagram] = {}
    parameters.ask_for_all(machine, type_, len(_in_order(type_)), arguments)
    given = [*zip(_in_order(type_), arguments.positional)]
    given += sorted(arguments.named, key=lambda each: parameters.is_alias(type_, each[0]))
    for given_as, argument in given:
        taken = parameters.take(machine, type_, reference, type_.part_in(given_as), argument, location)
        if taken is None:
            continue
        name, value = taken
        if name in extra:
            kept[name] = value
            continue
        declared = type_.field(name)
        if declared is None and type_.structured and not type_.open:
            continue  # nobody keeps it
        if declared is not None and not declared.treatment.taken:
            machine.fail(machine.given(value), FailureKind.WRONG_KIND)
            continue
        if machine.given(value) is machine.diagrams.false:
            continue  # what a mapping lacks was not chosen by anybody
        if machine.given(value) is not machine.diagrams.true:
            default = objects.get(machine, machine.diagrams.leaf(reference), name, location)
            value = machine.diagrams.choose(machine.given(value), value, default)
        if declared is not None and type_.makes_parts:
            value = mappings.as_part(machine, declared, value, location)
        value = checking.checked(machine, type_, reference, name, value, location)
        cell.fields[name] = value
        machine.heap.note_store(machine.guard, reference, name, machine.heap.settle(value), location)
    for spread in arguments.unknown:
        spreading.spread(machine, type_, reference, spread, location)
    return kept


def _in_order(type_: Type) -> list[str]:
    """The names of what is given by its place."""
    return [
        each.treatment.alias if type_.form == "attrs" and each.treatment.alias else each.name
        for each in type_.makers
        if not each.keyword_only and each.treatment.taken
    ]


def await_value(machine: Machine, value: Diagram, location: Location) -> Diagram:
    """``await value``: only now does the body of an async function run."""

    def one(leaf: Any) -> Diagram:
        if isinstance(leaf, Pending):
            return run(machine, leaf.routine, Arguments(leaf.positional, leaf.named), location)
        tasks.suspend(machine, location)
        return machine.diagrams.leaf(leaf)

    if tasks.is_scheduled(machine, value):
        tasks.take(machine, (value,))
        tasks.let_run(machine, location)
    return machine.each(value, one)
