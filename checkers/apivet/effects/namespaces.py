"""Names of modules, classes and functions that are set while a hook runs: for all who look there, helpers too."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from msgspec.structs import replace

from apivet.effects.captured import captured
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.state import Machine
from apivet.effects.values import (
    UNBOUND,
    VARIABLES,
    Computed,
    Constant,
    Member,
    Method,
    ModuleValue,
    Names,
    Outside,
    Partial,
    Routine,
    TypeValue,
    Unseen,
)
from apivet.program.model import Type
from apivet.verdicts import Location

#: Values with names that can be set.
NAMESPACES = (ModuleValue, TypeValue, Routine, Outside, Member)
#: The parts of a function, under these names: code that has it may read, or change, what the function closes over.
MADE_OF = frozenset(("__defaults__", "__kwdefaults__", "__closure__", "__code__", "__globals__", "__wrapped__"))
#: Of these, what decides on what a call does.
_DECIDING = ("__defaults__", "__kwdefaults__", "__code__", "__closure__", "__wrapped__")
#: Functions that give some module or other.
_GIVING_MODULES = ("sys.modules", "builtins.__import__", "importlib.import_module", "inspect.getmodule")
#: Attributes of iterators, coroutines, exceptions and frames that lead to the variables of calls.
TELLING_VARIABLES = frozenset(
    ("gi_frame", "cr_frame", "ag_frame", "tb_frame", "f_locals", "f_back", "f_globals", "__traceback__", "__context__")
    + ("gi_yieldfrom",)
)
#: The attribute of a method that is its object.
_BOUND_TO = "__self__"
#: Functions that give what others of their module go by.
_SETTINGS = ("decimal.getcontext", "decimal.localcontext")
#: All modules, where nobody can tell in which one a name is set.
ANY_MODULE = ModuleValue("*")


def holder(leaf: Any) -> Hashable:
    """The module, class or function that has the names."""
    return leaf.function if isinstance(leaf, Routine) else leaf


def stored(machine: Machine, leaf: Any, name: str) -> Diagram | None:
    """The value that was set under a name, with the cases in which nothing was; ``None`` where nothing was at all."""
    lost = machine.rewritten.get(holder(leaf))
    if lost is None and isinstance(leaf, ModuleValue):
        lost = machine.rewritten.get(ANY_MODULE)
    if lost is not None:
        return machine.unseen(f"{name}, as names are set that are computed", None, (lost,))
    if isinstance(leaf, ModuleValue):
        return machine.module_variables.get((leaf.dotted, name))
    return machine.attributes.get((holder(leaf), name))


def all_stored(machine: Machine, leaf: Any) -> tuple[Diagram, ...]:
    """All that was set."""
    lost = machine.rewritten.get(holder(leaf))
    held = [] if lost is None else [lost]
    if isinstance(leaf, ModuleValue):
        held += [value for (module, _), value in machine.module_variables.items() if module == leaf.dotted]
    return (*held, *(value for (owner, _), value in machine.attributes.items() if owner == holder(leaf)))


def store(machine: Machine, leaf: Any, name: str, value: Diagram, stood: Diagram | None) -> None:
    """Set a name under the present guard; ``stood`` is what it was before."""
    machine.note_effect()
    if isinstance(leaf, ModuleValue):
        machine.bind_in_module(leaf.dotted, name, value)
        return
    known = machine.attributes.get((holder(leaf), name)) or stood or machine.diagrams.leaf(UNBOUND)
    machine.attributes[holder(leaf), name] = machine.diagrams.choose(machine.guard, value, known)


def rewrite(machine: Machine, leaf: Any, given: tuple[Diagram, ...]) -> None:
    """Set some names, of which nobody can tell which: any may hold any of these values."""
    machine.note_effect()
    before = machine.rewritten.get(holder(leaf))
    held = (*given, *captured(machine, given), *(() if before is None else (before,)))
    machine.rewritten[holder(leaf)] = machine.unseen("a name that is computed is set", None, held)


def note_setting(machine: Machine, leaf: Any, value: Diagram) -> None:
    """Something is stored in a value by which functions of the library go."""
    made = leaf
    while _is_taken_out(made) and isinstance(made.operands[0], Leaf):
        made = made.operands[0].value
    if isinstance(made, Computed) and made.operator in _SETTINGS:
        rewrite(machine, Outside(made.operator.partition(".")[0]), (value,))


def _is_taken_out(value: Any) -> bool:
    """Whether a value is a part of the one thing it was made of, or what that gave as a context manager."""
    if isinstance(value, Unseen):
        return len(value.operands) == 1
    return isinstance(value, Computed) and value.operator.startswith(".")


def is_rewritten(machine: Machine, function: Any) -> bool:
    """Whether a call of a function does something else than its source says."""
    return function in machine.rewritten or any((function, name) in machine.attributes for name in _DECIDING)


def class_where(machine: Machine, type_: Type, name: str) -> bool:
    """Whether a name of a class was set while the hook ran."""
    return (TypeValue(type_), name) in machine.attributes or TypeValue(type_) in machine.rewritten


def all_variables(machine: Machine, location: Location) -> Diagram:
    """Something that leads to the variables of calls that are running, or that ran."""
    held = machine.variables()
    if machine.frame.is_class:  # what its body binds is unseen then
        return machine.unseen("all variables at once", location, (*held, *captured(machine, held)))
    machine.tells_variables = True
    return machine.unseen(VARIABLES, location, (*held, *captured(machine, held)))


def told_of_code(machine: Machine, leaf: Any, name: str, location: Location) -> Diagram:
    """The values that running code may read: those that a partial application or a method holds, else all variables."""
    if isinstance(leaf, Method) and name not in TELLING_VARIABLES:
        whole = machine.diagrams.leaf(leaf)
        return leaf.receiver if name == _BOUND_TO else machine.diagrams.leaf(Method(whole, name))
    if not isinstance(leaf, Partial):
        return all_variables(machine, location)
    whole = machine.diagrams.leaf(leaf)
    return machine.unseen(f"{name} of a partial application", location, (whole, *captured(machine, (whole,))))


def gives_a_module(leaf: Any) -> bool:
    """Whether a value is a module of which nobody can tell which."""
    while isinstance(leaf, Computed):
        if leaf.operator in _GIVING_MODULES:
            return True
        inner = leaf.operands[0] if leaf.operands else None
        leaf = getattr(inner, "value", None)
    return isinstance(leaf, Outside) and leaf.dotted in _GIVING_MODULES


def name_of(key: Any) -> str | None:
    """The name that a key is, where it is written out."""
    return key.value if isinstance(key, Constant) and isinstance(key.value, str) else None


def fill_cells(machine: Machine, value: Diagram, location: Location) -> None:
    """A variable that a function closes over is set from outside: it may be any."""
    for frame in machine.frames:
        for variable, held in frame.variables.items():
            filled = machine.unseen(f"{variable}, of which the cell is set", location, (held, value))
            frame.variables[variable] = machine.diagrams.choose(machine.guard, filled, held)


def told_of_routine(machine: Machine, leaf: Routine, name: str, location: Location) -> Diagram | None:
    """The parts of a function, and what it is bound to; ``None`` for a name of its own that was set."""
    if leaf.function.is_cached and name == "cache_info":
        told = machine.told.get(leaf.function.dotted, ())
        return machine.unseen(f"how often {leaf.function.name}() was called", location, told)
    if name == "__globals__":
        return machine.diagrams.leaf(Names(ModuleValue(leaf.function.module)))
    if name in MADE_OF:
        place = (leaf.function.dotted, leaf.function.location)
        own = stored(machine, leaf, name)
        held = [machine.diagrams.leaf(leaf), *(value for key, value in machine.defaults.items() if key[:2] == place)]
        held += [] if own is None else [own]
        made_of = machine.lose((*held, *captured(machine, held)), f"{name} of {leaf.function.name}()", location)
        if name != "__wrapped__":
            store(machine, leaf, name, made_of, None)
        return made_of
    if name == _BOUND_TO and leaf.receiver is not None:
        return leaf.receiver
    if name == "__func__":
        return machine.diagrams.leaf(replace(leaf, receiver=None))
    if stored(machine, leaf, name) is None and leaf.function.decorators and not name.startswith("__"):
        return all_variables(machine, location)  # a decorator may have put anything there
    return None
