"""Names of modules, classes and functions that are set while a hook runs: for all who look there, helpers too."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from apivet.effects.captured import captured
from apivet.effects.diagrams import Diagram
from apivet.effects.state import Machine
from apivet.effects.values import (
    UNBOUND,
    VARIABLES,
    Computed,
    Constant,
    Member,
    ModuleValue,
    Outside,
    Partial,
    Routine,
    TypeValue,
)
from apivet.program.model import Type
from apivet.verdicts import Location

#: Values with names that can be set.
NAMESPACES = (ModuleValue, TypeValue, Routine, Partial, Outside, Member)
#: The parts of a function that decide on what a call does.
_DECIDING = ("__defaults__", "__kwdefaults__", "__code__", "__closure__", "__wrapped__")
#: All its parts: code that has one may read, or change, what the function closes over.
MADE_OF = frozenset((*_DECIDING, "__globals__"))
#: Functions that give some module or other.
_GIVING_MODULES = ("sys.modules", "builtins.__import__", "importlib.import_module", "inspect.getmodule")
#: Attributes of iterators, coroutines, exceptions and frames that lead to the variables of calls.
TELLING_VARIABLES = frozenset(
    ("gi_frame", "cr_frame", "ag_frame", "tb_frame", "f_locals", "f_back", "f_globals", "__traceback__", "__context__")
    + ("gi_yieldfrom",)
)
#: All modules, where nobody can tell in which one a name is set.
ANY_MODULE = ModuleValue("*")


def holder(leaf: Any) -> Hashable:
    """The module, class or function that has the names."""
    return leaf.function if isinstance(leaf, Routine) else leaf


def stored(machine: Machine, leaf: Any, name: str) -> Diagram | None:
    """The value that was set under a name, with the cases in which nothing was; ``None`` where nothing was at all."""
    lost = machine.rewritten.get(holder(leaf))
    if lost is None and isinstance(leaf, (ModuleValue, Outside)):
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
