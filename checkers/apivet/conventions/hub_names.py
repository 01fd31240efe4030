"""Types that the names of a hub or served module are bound to (contract section 6): a class, something that
is computed, or no class at all."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from apivet.conventions.hub_pairing import hub_names, is_api_type, served_names
from apivet.program.groups import Group
from apivet.program.model import Entity, External, Global, Program, Type
from apivet.program.syntax import (
    Attribute,
    Binary,
    Call,
    Comparison,
    Comprehension,
    Formatted,
    Lambda,
    Literal,
    Mapping,
    Name,
    Sequence,
    Subscript,
    Unary,
)
from apivet.verdicts import Location, Verdict

#: Functions that make classes.
_MAKERS: Final = frozenset(
    ("make_dataclass", "create_model", "make_class", "defstruct", "new_class", "type", "namedtuple", "NamedTuple")
    + ("TypedDict", "Enum", "IntEnum", "StrEnum", "Flag", "IntFlag")
)
#: Expressions whose value is no class, whatever stands in them: ``A | B`` is a union.
_NO_CLASSES: Final = (Literal, Sequence, Mapping, Comprehension, Comparison, Lambda, Formatted, Binary, Unary)


def names_a_class(program: Program, meant: Entity) -> Verdict:
    """Whether what a name stands for is a class."""
    if isinstance(meant, Type):
        return Verdict.HOLDS
    if isinstance(meant, External):
        # Nothing of Python's own stands for an API type; a class of a package that can't be looked into may.
        top = meant.dotted.partition(".")[0]
        return Verdict.VIOLATED if top in sys.stdlib_module_names or top == "builtins" else Verdict.UNPROVEN
    if not isinstance(meant, Global):
        return Verdict.VIOLATED
    value = meant.value
    if isinstance(value, Subscript) and isinstance(value.value, Name):
        # ``Box[Spec]`` and ``dict[str, int]`` are the generic's affair; an element of something else may be a class.
        of = program.resolve(meant.module, value.value.name)
        return Verdict.UNPROVEN if isinstance(of, Global) else names_a_class(program, of)
    return Verdict.VIOLATED if isinstance(value, _NO_CLASSES) else Verdict.UNPROVEN


class Undecided(Struct, frozen=True):
    """A hub type that can't be compared with its served type, as one of the two is ``computed``; dotted names."""

    hub: str
    computed: str
    location: Location


def undecided_pairs(program: Program, group: Group) -> Iterator[Undecided]:
    """The pairs of a group that can't be compared, as a class is computed."""
    if group.hub is None:
        return
    served = [(version, frozenset(program.bound_in(version.module))) for version in group.served]
    for name in program.bound_in(group.hub):
        for version, bound in served:
            candidates = [item for item in served_names(group, name) if item in bound]
            if not candidates:
                continue
            here, there = program.resolve(group.hub, name), program.resolve(version.module, candidates[0])
            found = _undecided(program, (group.hub, name, here), (version.module, candidates[0], there))
            if found is not None:
                yield found
            break


def _undecided(program: Program, hub: tuple[str, str, Entity], served: tuple[str, str, Entity]) -> Undecided | None:
    sides = (hub, served)
    types = [meant for _, _, meant in sides if isinstance(meant, Type)]
    if len(types) == 2 or any(names_a_class(program, meant) is Verdict.VIOLATED for _, _, meant in sides):
        return None
    if types and not is_api_type(types[0]):
        return None
    if types and any(isinstance(meant, External) for _, _, meant in sides):
        # What each of the two imports for its own use is no type of either.
        if not any(_is_declared(program, module, types[0]) for module, _, _ in sides):
            return None
    if not types and not all(_is_made(meant) for _, _, meant in sides):
        return None
    module, name, _ = next(side for side in sides if not isinstance(side[2], Type))
    return Undecided(f"{hub[0]}.{hub[1]}", f"{module}.{name}", _place(program, hub[0], hub[2]))


def _is_declared(program: Program, module: str, type_: Type) -> bool:
    return any(type_.dotted == each.dotted for each in program.declared_in(module))


def _place(program: Program, module: str, meant: Entity) -> Location:
    if isinstance(meant, Type):
        return meant.location
    value = meant.value if isinstance(meant, Global) else None
    return value.location if value is not None else program.start_of(module)


def computed_types(program: Program, group: Group, module: str) -> Iterator[tuple[str, Location, Verdict]]:
    """The names of a served module that are bound to classes that are computed, with where that is done and whether
    there is a hub type."""
    if group.hub is None:
        return
    for name in program.bound_in(module):
        meant = program.resolve(module, name)
        if _is_made(meant) and isinstance(meant, Global) and meant.module == module:
            has_hub = any(isinstance(program.resolve(group.hub, item), Type) for item in hub_names(group, name))
            yield f"{module}.{name}", _place(program, module, meant), (Verdict.HOLDS if has_hub else Verdict.UNPROVEN)


def _is_made(meant: Entity) -> bool:
    """Whether something is what a function made that makes classes."""
    value = meant.value if isinstance(meant, Global) else None
    if not isinstance(value, Call):
        return False
    callee = value.callee
    is_class_call = not (isinstance(callee, Name) and callee.name == "type") or len(value.arguments) == 3
    return isinstance(callee, (Name, Attribute)) and callee.name in _MAKERS and is_class_call
