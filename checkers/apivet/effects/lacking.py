"""Names, attributes, parameters, elements and places for what is set that do not seem to be there. Where a handler is
waiting, nobody can tell whether it runs; elsewhere the path would end without storing anything."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Collection, Sequence
from typing import Any, Final

from apivet.effects.diagrams import Leaf
from apivet.effects.refusing import EXCEPTIONS, always_or_never
from apivet.effects.state import Machine
from apivet.effects.values import Constant, Reference, Zero
from apivet.program.failures import ANY, FailureKind, Failures
from apivet.program.model import External, Named, Type
from apivet.program.syntax import Function

#: Modules of the language that can be asked what they have: to load one does nothing.
_ASKED: Final = frozenset(
    ("builtins", "collections", "contextlib", "copy", "dataclasses", "datetime", "enum", "functools", "itertools")
    + ("json", "logging", "math", "operator", "os", "random", "re", "string", "sys", "time", "types", "typing", "uuid")
)
#: Failures of setting what can't be set.
_OF_SETTING: Final = (FailureKind.MISSING_FIELD, FailureKind.WRONG_KIND, FailureKind.WRONG_VALUE)


def doubt(machine: Machine, failures: Failures) -> None:
    """Something is done that seems to fail whatever the hook is given."""
    if machine.catchers and machine.alive:
        machine.fail(always_or_never(machine, machine.at), failures)


def ask_for_name(machine: Machine, entity: object) -> None:
    """A name is read that no module binds."""
    if isinstance(entity, External) and not entity.is_bound:
        doubt(machine, (FailureKind.UNBOUND,))


def ask_for_module(machine: Machine, entity: object) -> None:
    """Something is imported that may be installed or not."""
    if isinstance(entity, External) and entity.dotted.partition(".")[0] not in sys.stdlib_module_names:
        doubt(machine, ANY)


def ask_library(machine: Machine, dotted: str) -> None:
    """A name of the library is read."""
    module, _, rest = dotted.partition(".")
    if not machine.catchers or module not in _ASKED or dotted in EXCEPTIONS:
        return
    held: Any = importlib.import_module(module)
    for name in rest.split(".") if rest else ():
        if not hasattr(held, name):
            doubt(machine, (FailureKind.MISSING_FIELD,))
            return
        held = getattr(held, name)


def ask_type(machine: Machine, type_: Type, name: str) -> None:
    """An attribute of a class is read that no class body binds."""
    is_special = name.startswith("_") or machine.program.method_operation(name) is not None
    if machine.catchers and not is_special and is_all_there(machine, type_):
        doubt(machine, (FailureKind.MISSING_FIELD,))


def is_all_there(machine: Machine, type_: Type) -> bool:
    """Whether a class has nothing but what its bodies bind."""
    order = machine.program.ancestry(type_)
    return not type_.metaclass and not any(each.has_unknown_base or each.outside_bases for each in order)


def ask_for_place(machine: Machine, type_: Type, base: object, name: str) -> None:
    """An attribute of an object is set; ``base`` is what it was made as."""
    if not machine.catchers or not (isinstance(base, Leaf) and isinstance(base.value, Zero)):
        return
    order = machine.program.ancestry(type_)
    found = next((each.methods[name] for each in order if name in each.methods), None)
    is_read_only = isinstance(found, Function) and found.is_property
    is_slotted = type_.slotted and not any(name in names for names in type_.slots)
    if type_.frozen or type_.is_tuple or is_read_only or (is_slotted and type_.field(name) is None):
        doubt(machine, _OF_SETTING)


def ask_for_elements(machine: Machine, leaf: object, methods: Sequence[str]) -> None:
    """Something is gone through that is no container."""
    function = machine.frame.function
    if function is not None and function.is_static:
        return  # what compiles can be gone through
    if isinstance(leaf, Constant) and not isinstance(leaf.value, (str, bytes)):
        machine.fail(machine.diagrams.true, FailureKind.WRONG_KIND)
    elif isinstance(leaf, Reference):
        _ask_for_method(machine, leaf, methods)


def ask_for_ways(machine: Machine, leaf: object, methods: Sequence[str]) -> None:
    """A block is run within something that has no way in."""
    if isinstance(leaf, Constant):
        machine.fail(machine.diagrams.true, FailureKind.WRONG_KIND)
    elif isinstance(leaf, Reference):
        _ask_for_method(machine, leaf, methods)


def _ask_for_method(machine: Machine, reference: Reference, names: Sequence[str]) -> None:
    cell = machine.heap.cells[reference.cell]
    type_ = machine.program.type(cell.shape.dotted) if machine.catchers and isinstance(cell.shape, Named) else None
    if type_ is None or type_.is_tuple or type_.is_keyed or type_.makes_parts or not is_all_there(machine, type_):
        return
    if cell.mapping or machine.heap.is_fields(reference):
        return
    methods = {name for each in machine.program.ancestry(type_) for name in each.methods}
    if cell.entries is None and methods.isdisjoint(names):
        doubt(machine, (FailureKind.WRONG_KIND, FailureKind.MISSING_FIELD))


def ask_for_bodies(machine: Machine, type_: Type) -> None:
    """An object is made of a class that may have abstract methods."""
    found: dict[str, Function] = {}
    for each in machine.program.ancestry(type_) if machine.catchers else ():
        for name in each.methods:
            found.setdefault(name, each.methods[name])
    if any(each.abstract for each in found.values()):
        doubt(machine, (FailureKind.WRONG_KIND,))


def ask_for_attribute(machine: Machine, reference: Reference, type_: Type, name: str) -> None:
    """An attribute is taken away that no type declares and nobody has set."""
    is_lost = name not in machine.heap.cells[reference.cell].fields and is_all_there(machine, type_)
    if is_lost and not type_.open:
        doubt(machine, (FailureKind.MISSING_FIELD,))


def ask_for_parameters(machine: Machine, count: int, names: Collection[str]) -> None:
    """Arguments are given for which a function has no parameters: so many by their place, and some by these names."""
    if count or names:
        doubt(machine, (FailureKind.WRONG_KIND,))
