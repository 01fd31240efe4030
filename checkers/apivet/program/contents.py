"""The parts of a source file that the conventions judge: strategies, registrations, gates, conversions."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct
from msgspec.structs import replace

from apivet.program.conversions import Augmentation, Conversion
from apivet.program.model import Type
from apivet.program.role import Role
from apivet.program.syntax import Expression, Function
from apivet.verdicts import Confidence, Location


class Strategy(Struct, frozen=True, eq=False):
    """A concrete strategy class, with what the contract needs to know to judge it.

    ``object_type`` is ``None`` where nothing names it; ``mentions`` then says which parts the class, its bases or its
    sibling strategies mention, and the confidence is ``inferred``. ``told_by`` is where the object type is named.
    """

    type: Type
    role: Role
    object_type: Type | None
    mentions: frozenset[str]
    confidence: Confidence
    told_by: str = ""


class Registration(Struct, frozen=True, eq=False):
    """A declarative ``new_rest(RESTConfig(...))``: the default strategy with hand-written hooks inside it.

    ``hooks`` maps (role, hook notion) to the callable's expression in ``module``; notions are the vocabulary's
    attribute names (``prepare_for_create``, ``prepare_for_update``, ``get_reset_fields``). ``flags`` likewise.
    ``checks`` are hooks that are no rule's business as long as they leave the object alone: the key that they are given
    under, the notion of the hook that they run behind, and the callable. ``replaced`` are the hooks that hand-written
    strategies answer for instead, ``unknown`` the keys that mean nothing here.
    """

    dotted: str
    module: str
    location: Location
    object_type: Type | None
    hooks: dict[tuple[Role, str], Expression]
    flags: dict[str, Expression]
    checks: tuple[tuple[str, str, Expression], ...] = ()
    replaced: frozenset[str] = frozenset()
    unknown: tuple[str, ...] = ()


class GateTag(Struct, frozen=True, eq=False):
    """A gate named at a field's declaration."""

    gate: str
    type: str
    field: str
    location: Location


class GateUse(Struct, frozen=True, eq=False):
    """A gate asked for in code, or (``gate`` is then empty) a gate function that is called or handed on, or stands
    uncalled in a boolean context.

    ``owner`` is the strategy, else the function, in which it stands; ``function`` the function around a check, or
    the one that was left uncalled."""

    gate: str
    owner: str
    function: str
    location: Location


class NearMiss(Struct, frozen=True, order=True):
    """A class, hook or registration that looks as if it were judged, and the reason why it is not."""

    object: str
    location: Location
    reason: str


class Contents(Struct, frozen=True):
    """The declarations of one source file that the conventions judge: ``module`` is its dotted name, ``types`` those of
    its root types, ``untyped_conversions`` go by the name of conversions, of types that can't be told."""

    module: str = ""
    strategies: tuple[Strategy, ...] = ()
    registrations: tuple[Registration, ...] = ()
    tags: tuple[GateTag, ...] = ()
    gate_checks: tuple[GateUse, ...] = ()
    uncalled_gates: tuple[GateUse, ...] = ()
    used_gates: tuple[GateUse, ...] = ()
    types: tuple[str, ...] = ()
    conversions: tuple[Conversion, ...] = ()
    untyped_conversions: tuple[Function, ...] = ()
    augmentations: tuple[Augmentation, ...] = ()
    near_misses: tuple[NearMiss, ...] = ()

    def of_one(self, strategy: Strategy) -> Contents:
        """No more than a strategy of the file."""
        return Contents(self.module, (strategy,))

    def with_strategies_of(self, dotted: Collection[str]) -> Contents:
        """The same without strategies other than these classes, and those inside of them."""
        kept = (each for each in self.strategies if is_of(each.type.dotted, dotted))
        return replace(self, strategies=tuple(kept))


def is_of(name: str, dotted: Collection[str]) -> bool:
    """Whether a dotted name is one of these, or lies inside of one."""
    return any(name == each or name.startswith(f"{each}.") for each in dotted)
