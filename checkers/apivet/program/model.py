"""The program under check: types, functions, strategies, and how a name leads from one to the other.

Language-neutral: a front end builds these, the interpreter and the conventions read them.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Literal as Choice
from typing import Protocol, Union

from apivet.program.operations import Operation
from apivet.program.syntax import Expression, Function
from apivet.verdicts import Confidence, Location

# --------------------------------------------------------------------------------------------------------- shapes


@dataclass(frozen=True, slots=True)
class Scalar:
    """A value without parts: ``int``, ``str``, ``datetime``, an enum; ``name`` is for people."""

    name: str


@dataclass(frozen=True, slots=True)
class Named:
    """A structured type, by its dotted name (look it up with :meth:`Program.type`)."""

    dotted: str


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list, set, tuple of any length or any other run of elements."""

    element: Shape


@dataclass(frozen=True, slots=True)
class MapOf:
    """A mapping; the keys are of no interest."""

    value: Shape


@dataclass(frozen=True, slots=True)
class Unknown:
    """A type that is not known: ``Any``, ``object``, a type variable, a name that can't be resolved."""

    name: str


Shape = Union[Scalar, Named, ListOf, MapOf, Unknown]


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """A declared field. ``optional`` says that ``None`` is one of its values; ``shape`` is what it is otherwise.

    ``default`` is the value a missing field gets, ``factory`` a callable that makes it (at most one of the two).
    ``gates`` are the feature gates named at the declaration, all of which must be on; ``owner`` is the dotted type
    that declares the field (a base, where it is inherited). ``may_be_missing`` says that an object may lack it.
    """

    name: str
    shape: Shape
    optional: bool
    location: Location
    owner: str
    gates: tuple[str, ...] = ()
    default: Expression | None = None
    factory: Expression | None = None
    keyword_only: bool = False
    may_be_missing: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Type:
    """A class, seen both as a declaration of fields and as a holder of methods.

    ``fields`` are in declared order with inherited ones first; ``methods``, ``attributes`` (plain class attributes) and
    ``fields`` of bases are *not* merged into ``methods``/``attributes``: use :meth:`Program.ancestry`.
    ``form`` is how it is declared; ``structured`` says that its instances are data whose fields are known (a
    dataclass, an attrs or pydantic class, an annotated plain class, ...), so that a field left out has its default.
    """

    name: str
    dotted: str
    module: str
    location: Location
    form: Choice["dataclass", "attrs", "pydantic", "msgspec", "typeddict", "namedtuple", "plain", "enum", "protocol"]
    fields: tuple[Field, ...]
    methods: dict[str, Function]
    attributes: dict[str, Expression]
    bases: tuple[Expression, ...]
    structured: bool
    has_unknown_base: bool
    decorators: tuple[Expression, ...] = ()

    def field(self, name: str) -> Field | None:
        """The field of that name, or ``None``."""
        for declared in self.fields:
            if declared.name == name:
                return declared
        return None


# ------------------------------------------------------------------------------------------------------- entities


@dataclass(frozen=True, slots=True)
class Module:
    """A module or package of the tree."""

    dotted: str


@dataclass(frozen=True, slots=True, eq=False)
class Global:
    """A variable of a module, with the expression it is bound to where there is exactly one."""

    module: str
    name: str
    value: Expression | None


@dataclass(frozen=True, slots=True)
class External:
    """Something outside the tree, known only by its dotted name (``copy.deepcopy``, ``builtins.len``)."""

    dotted: str


Entity = Union[Type, Function, Module, Global, External]


class Program(Protocol):
    """What the interpreter asks of a front end."""

    def resolve(self, module: str, name: str) -> Entity:
        """What ``name`` means in the scope of ``module``: its own definitions, imports (followed through re-exports),
        then builtins. Unresolvable names are ``External(name)``."""

    def locate(self, dotted: str) -> Entity:
        """What a dotted name (``pkg.module.Class``) means."""

    def type(self, dotted: str) -> Type | None:
        """The type of that dotted name, where it is in the tree."""

    def ancestry(self, type_: Type) -> tuple[Type, ...]:
        """The type and its bases in method resolution order, as far as they are in the tree. Never fails: a cycle
        or an inconsistent order is cut."""

    def shape(self, module: str, annotation: Expression) -> tuple[Shape, bool]:
        """What an annotation means in the scope of ``module``: its shape, and whether ``None`` is allowed."""

    def function_operation(self, dotted: str) -> Operation | None:
        """What calling something outside the tree does, or ``None`` where that is not known."""

    def method_operation(self, name: str) -> Operation | None:
        """What a method of that name does on a value whose type is not in the tree."""

    def is_exception(self, module: str, raised: str | None, caught: str | None) -> bool:
        """Whether a handler for ``caught`` certainly takes an exception named ``raised`` (``None``: any)."""

    def is_gate_name(self, gate: str) -> bool:
        """Whether this is a gate that is registered, or (with no registry configured) that a field is tagged with."""

    def registers_gates(self, dotted: str) -> bool:
        """Whether a dotted function belongs to a module that registers gates."""


# ----------------------------------------------------------------------------------------------------- strategies


class Role(enum.Enum):
    """What a strategy is bound to (contract section 2)."""

    MAIN = "main"
    STATUS = "status"
    OTHER = "other"


@dataclass(frozen=True, slots=True, eq=False)
class Strategy:
    """A concrete strategy class, with what the contract needs to know to judge it.

    ``object_type`` is ``None`` where nothing names it; ``mentions`` then says which parts the class, its bases or its
    sibling strategies mention, and the confidence is ``inferred``.
    """

    type: Type
    role: Role
    object_type: Type | None
    mentions: frozenset[str]
    confidence: Confidence


@dataclass(frozen=True, slots=True, eq=False)
class Registration:
    """A declarative ``new_rest(RESTConfig(...))``: the default strategy with hand-written hooks inside it.

    ``hooks`` maps (role, hook notion) to the callable's expression in ``module``; notions are the vocabulary's
    attribute names (``prepare_for_create``, ``prepare_for_update``, ``get_reset_fields``). ``flags`` likewise.
    """

    dotted: str
    module: str
    location: Location
    object_type: Type | None
    hooks: dict[tuple[Role, str], Expression]
    flags: dict[str, Expression]


@dataclass(frozen=True, slots=True, eq=False)
class GateTag:
    """A gate named at a field's declaration."""

    gate: str
    type: str
    field: str
    location: Location


@dataclass(frozen=True, slots=True, eq=False)
class GateUse:
    """A gate asked for in code, or a gate function standing uncalled in a boolean context (``gate`` is then empty).

    ``owner`` is the strategy, else the function, in which it stands; ``function`` the function around a check, or
    the one that was left uncalled."""

    gate: str
    owner: str
    function: str
    location: Location


@dataclass(frozen=True, slots=True)
class Contents:
    """What one source file declares that the conventions judge. ``types`` are the dotted names of its root types."""

    strategies: tuple[Strategy, ...] = ()
    registrations: tuple[Registration, ...] = ()
    tags: tuple[GateTag, ...] = ()
    gate_checks: tuple[GateUse, ...] = ()
    uncalled_gates: tuple[GateUse, ...] = ()
    types: tuple[str, ...] = ()
