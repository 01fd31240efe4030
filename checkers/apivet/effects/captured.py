"""Values that callables hold: code that is given one may call it, and so read and change what it closes over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from apivet.effects.diagrams import Diagram, leaves
from apivet.effects.frames import ElementSource
from apivet.effects.state import Machine
from apivet.effects.values import (
    Computed,
    Descriptor,
    Method,
    Partial,
    Pending,
    Reference,
    Routine,
    Stream,
    Structure,
    Super,
    TypeValue,
    Unseen,
    Zero,
)
from apivet.program.syntax import Function, Name
from apivet.program.walking import walk

#: Values that can be called, or asked for their elements, and then run code.
CALLABLE = (Routine, Partial, Pending, Method, Descriptor, Super, Stream)


def captured(machine: Machine, given: Sequence[Diagram]) -> list[Diagram]:
    """All that callables hold which are among these values, or inside them, and all that they find by themselves: as it
    is now."""
    found: dict[Diagram, None] = {}
    runs_code = False
    for value, held in reached(machine, given):
        if isinstance(value, CALLABLE) or _is_local_class(machine, value):
            runs_code = True
            found.update(dict.fromkeys(held))
    return [*found, *(lasting(machine) if runs_code else ())]


def lasting(machine: Machine) -> list[Diagram]:
    """All that any code of the tree finds without being given it, and by which it gets at what the hook has: that was
    put under the names of modules, classes and functions while the hook ran, and into objects that lie there."""
    put = [*machine.module_variables.values(), *machine.attributes.values()]
    changed = set(machine.heap.changed())
    lying = [*machine.constants.values(), *machine.class_attributes.values()] if changed else []
    put += [machine.diagrams.leaf(value) for value, _ in reached(machine, lying) if _is_one_of(value, changed)]
    return [value for value in put if any(_is_of_hook(machine, each) for each, _ in reached(machine, [value]))]


def _is_of_hook(machine: Machine, value: object) -> bool:
    """Whether a value is an object that was not there before the call at hand, other than one that somebody found who
    looked into something unseen."""
    heap = machine.heap
    if not isinstance(value, Reference) or value.cell < heap.first_own or value.cell in heap.began:
        return False
    return not heap.cells[value.cell].is_hidden


def all_held(machine: Machine, source: ElementSource) -> list[Diagram]:
    """All that the code behind an iterator holds, and what callables among this hold: as it is now."""
    held = source.holds()
    return [*held, *captured(machine, held)]


def reached(machine: Machine, given: Sequence[Diagram]) -> Iterator[tuple[object, list[Diagram]]]:
    """All values among these and inside them, each with what it holds as a callable."""
    seen: set[object] = set()
    pending: list[object] = [leaf.value for value in given for leaf in leaves(value)]
    while pending:
        value = pending.pop()
        if value in seen:
            continue
        seen.add(value)
        held = list(_held(machine, value))
        yield value, held
        pending += [leaf.value for part in (*held, *_parts(machine, value)) for leaf in leaves(part)]


def rebind(machine: Machine, given: Sequence[Diagram], result: Diagram) -> None:
    """Somebody who gave ``result`` may have called what is among these values: the variables that this sets, of the
    functions around it and of its module, may hold something else."""
    for value, _ in list(reached(machine, given)):
        if isinstance(value, Routine):
            for name in machine.set_outside(value.function):
                _rebind(machine, value, name, result)


def _rebind(machine: Machine, routine: Routine, name: str, result: Diagram) -> None:
    number = routine.closure
    while number is not None:
        frame = machine.frames[number]
        if name in frame.variables and name not in frame.outer:
            held = frame.variables[name]
            other = machine.unseen(f"{name}, which a callback sets,", None, (held, result))
            frame.variables[name] = machine.diagrams.choose(machine.guard, other, held)
            return
        number = frame.parent
    other = machine.unseen(f"{name}, which a callback sets,", None, (result,))
    machine.bind_in_module(routine.function.module, name, other)


def holds_code(machine: Machine, given: Sequence[Diagram]) -> bool:
    """Whether a call that is handed these values could run code of the tree with them."""
    return bool(captured(machine, given))


def _held(machine: Machine, value: object) -> Iterable[Diagram]:
    """The values that a callable holds itself."""
    if isinstance(value, Routine):
        held = [] if value.receiver is None else [value.receiver]
        defaults = (default for _, default in value.defaults)
        leads = any(map(machine.leads_to_variables, _called_from(machine, value.function)))
        around = machine.variables() if leads else _closed_over(machine, value)
        return (*held, *defaults, *around, *_of_modules(machine, value.function))
    if isinstance(value, Partial):
        return (value.callee, *value.positional, *(part for _, part in value.named))
    if isinstance(value, Pending):
        routine = machine.diagrams.leaf(value.routine)
        return (routine, *value.positional, *(part for _, part in value.named))
    if isinstance(value, (Method, Super)):
        return (value.receiver,)
    if isinstance(value, Stream):
        return machine.sources[value.number].holds()
    if isinstance(value, Descriptor):
        return (value.function,) if value.setter is None else (value.function, value.setter)
    return list(_of_local_class(machine, value))


def _closed_over(machine: Machine, routine: Routine) -> Iterator[Diagram]:
    """The variables around a function that it can read."""
    frame = None if routine.closure is None else machine.frames[routine.closure]
    names = machine.mentioned(routine.function)
    while frame is not None:
        yield from (held for name, held in frame.variables.items() if names is None or name in names)
        frame = None if frame.parent is None else machine.frames[frame.parent]


def _of_modules(machine: Machine, function: Function) -> Iterator[Diagram]:
    """The objects of modules that a function, or one that it calls by name, changes."""
    for inner in _called_from(machine, function):
        for name in machine.changed_in_module(inner):
            machine.push(None, inner.module, None)
            yield machine.evaluate(Name(inner.location, name))
            machine.stack.pop()


def packages_hold_more(machine: Machine) -> bool:
    """Whether something was put into variables of packages, or into what lies in them, while the hook ran."""
    changed = set(machine.heap.changed())
    held = [value for value, _ in reached(machine, list(machine.constants.values()))] if changed else []
    objects = (machine.heap.object_behind(value) for value in held)
    return bool(machine.heap.kept) or any(_is_one_of(each, changed) for each in objects)


def read_in_modules(machine: Machine, given: Sequence[Diagram]) -> list[Diagram]:
    """Values in modules that were changed while the hook ran, and that callables among these values read."""
    changed = set(machine.heap.changed())
    found: dict[Diagram, None] = {}
    for value, _ in list(reached(machine, given)) if changed or machine.module_variables else ():
        for inner in _called_from(machine, value.function) if isinstance(value, Routine) else ():
            for name in sorted(machine.mentioned(inner) or ()):
                key = (inner.module, name)
                held = machine.module_variables.get(key) or machine.constants.get(key)
                parts = [leaf.value for leaf in leaves(held)] if held is not None else []
                if held and (key in machine.module_variables or any(_is_one_of(part, changed) for part in parts)):
                    found[held] = None
    return list(found)


def _is_one_of(value: object, cells: set[int]) -> bool:
    return isinstance(value, Reference) and value.cell in cells


def _called_from(machine: Machine, function: Function) -> list[Function]:
    """A function, and those that it calls by name, over whatever steps."""
    found: dict[Function, None] = {}
    pending = [function]
    while pending:
        inner = pending.pop()
        if inner not in found:
            found[inner] = None
            defaults = (each.default for each in inner.parameters if each.default is not None)
            given = {part.name for default in defaults for part in walk(default) if isinstance(part, Name)}
            names = sorted(given.union(machine.mentioned(inner) or ()))
            named = (machine.program.resolve(inner.module, name) for name in names)
            pending += [each for each in named if isinstance(each, Function)]
    return list(found)


def _local_class(machine: Machine, value: object) -> str | None:
    """The class of a function that a value is, or is an object of."""
    if isinstance(value, TypeValue):
        dotted = value.type.dotted
    elif isinstance(value, Reference):
        bases = [leaf.value for leaf in leaves(machine.heap.cells[value.cell].base)]
        dotted = next((base.type for base in bases if isinstance(base, Zero)), "")
    else:
        return None
    return dotted if dotted in machine.homes else None


def _is_local_class(machine: Machine, value: object) -> bool:
    return _local_class(machine, value) is not None


def _of_local_class(machine: Machine, value: object) -> Iterator[Diagram]:
    """The variables that methods of a class of a function can read."""
    dotted = _local_class(machine, value)
    type_ = None if dotted is None else machine.program.type(dotted)
    if type_ is None or dotted is None:
        return
    yield from (value for (owner, _), value in machine.bound_in_classes.items() if owner == dotted)
    for method in type_.methods.values():
        yield from _closed_over(machine, Routine(method, None, machine.homes[dotted]))


def _parts(machine: Machine, value: Any) -> Iterator[Diagram]:
    """The parts of a value that may be a callable."""
    if isinstance(value, Reference):
        cell = machine.heap.cells[value.cell]
        yield from cell.held
        yield cell.base
    elif isinstance(value, Structure):
        yield from (part for _, part in value.fields)
        yield from (part for _, _, part in value.entries or ())
        yield value.base
    elif isinstance(value, (Unseen, Computed, Stream)):
        yield from value.operands
