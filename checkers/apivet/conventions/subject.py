"""A strategy under judgement: what it is, which parts its objects have, and what its hooks were seen to store."""

from __future__ import annotations

import copy
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Final, Protocol

from msgspec import Struct
from msgspec.structs import replace

from apivet.conventions.derived_classes import with_derived_classes
from apivet.conventions.hub_pairing import Counterparts
from apivet.effects.diagrams import BudgetExhausted
from apivet.effects.field_slices import WithoutStatements
from apivet.effects.former import leaves_something
from apivet.effects.limits import CAUTIOUS, FULL, Limits
from apivet.effects.outcome import Outcome
from apivet.effects.slices import Asked
from apivet.effects.values import EARLIER, LAST, Decision, Path
from apivet.program.model import Field, ListOf, MapOf, Named, Program, Shape, Type
from apivet.program.role import Role
from apivet.program.syntax import Function
from apivet.verdicts import Confidence, Location
from apivet.vocabulary import CREATE, SETTLED, UPDATE, Words

#: No decision.
NOTHING: Final[Mapping[Decision, bool]] = MappingProxyType({})
#: All parts of the object, as something that a rule asks about.
WHOLE = "whole"


def hooks_of(role: Role) -> tuple[str, ...]:
    """The hooks of a strategy that the framework calls."""
    return (CREATE, UPDATE) if role is Role.MAIN else (UPDATE,)


class FlagDefaults(Protocol):
    """The values that the three flags have by default."""

    @property
    def allow_create_on_update(self) -> bool: ...
    @property
    def allow_unconditional_update(self) -> bool: ...
    @property
    def default_garbage_collection_policy(self) -> str: ...


class Configuration(Protocol):
    """The part of the configuration that the conventions need."""

    @property
    def defaults(self) -> FlagDefaults: ...
    @property
    def feature_gates(self) -> tuple[str, ...]: ...
    @property
    def support_tags(self) -> bool | None: ...
    @property
    def plugins(self) -> tuple[str, ...]: ...


class HookRun(Struct, frozen=True):
    """One hook, interpreted. ``blocked`` says why nothing can be said of it; ``function`` is ``None`` where the hook is
    not there (it then does nothing)."""

    notion: str
    outcome: Outcome | None
    function: Function | None
    location: Location
    blocked: str | None = None
    #: Whether it was only too much to follow.
    is_exhausted: bool = False

    def at_length(self) -> HookRun:
        """The same run, of which questions may go as far as they ever may."""
        return self if self.outcome is None else replace(self, outcome=self.outcome.at_length())


class Parts(Struct, frozen=True):
    """The parts that a strategy's objects have.

    ``generation`` is the way to it, empty where there is none. ``payload`` are the fields that a status update must
    keep; ``metadata`` those of the listed metadata fields that are declared."""

    spec: bool
    status: bool
    generation: tuple[str, ...]
    payload: tuple[str, ...]
    metadata: tuple[str, ...]


class Portion(Struct, frozen=True):
    """A portion of what is asked of a file: one of as many as there are judges. The first asks what is not asked of
    each field apart; fields are dealt out by their names."""

    number: int = 0
    of: int = 1

    @property
    def is_first(self) -> bool:
        return self.number == 0

    @property
    def is_last(self) -> bool:
        return self.number == self.of - 1

    def has(self, field: str) -> bool:
        """Whether fields of a name are in it."""
        return zlib.crc32(field.encode("utf-8", "surrogatepass")) % self.of == self.number


#: All that is asked of a file.
ALL_OF_IT: Final = Portion()


class Subject:
    """The subject of the rules of strategies. ``trial`` gives a hook's outcome, interpreted at most once."""

    def __init__(
        self,
        name: str,
        role: Role,
        object_type: Type | None,
        mentions: frozenset[str],
        confidence: Confidence,
        location: Location,
        program: Program,
        config: Configuration,
    ) -> None:
        self.name = name
        self.role = role
        self.object_type = object_type
        self.mentions = mentions
        self.confidence = confidence
        self.location = location
        self.program = program
        self.config = config
        #: The one hook that is asked about; ``None`` for all of them.
        self.only: str | None = None
        #: The parts that are asked about, where hooks are followed in a slice.
        self.asked: Asked | WithoutStatements | None = None
        self.limits = FULL
        #: The portion of the questions that are asked here.
        self.portion = ALL_OF_IT
        #: The subject that this is a variant of.
        self.origin = self
        self._variants: dict[tuple[Asked | WithoutStatements | None, Limits], Subject] = {}
        self._trials: dict[str, HookRun] = {}
        self._firsts: dict[str, HookRun] = {}
        self._declared: dict[tuple[str, ...], Field | None] = {}
        self._gates_within: dict[str, frozenset[str]] = {}

    @property
    def is_static(self) -> bool:
        """Whether the code of its hooks reaches nothing but what it is given."""
        return False

    @property
    def vocabulary(self) -> Words:
        return self.program.words

    # ------------------------------------------------------------------------------------------------------ parts

    @cached_property
    def parts(self) -> Parts:
        """The parts that the rules apply to."""
        words = self.vocabulary
        if self.object_type is None:
            known = self.mentions
            payload: tuple[str, ...] = (words.spec,) if words.spec in known else ()
            counted = not known.isdisjoint({words.generation, f"{words.metadata}.{words.generation}"})
            return Parts(
                bool(payload),
                words.status in known,
                (words.metadata, words.generation) if counted else (),
                payload,
                words.kept_metadata[:2],
            )
        own = {declared.name for declared in self.object_type.parts}
        metadata = self.metadata_type
        fields = {declared.name for declared in metadata.parts} if metadata is not None else set()
        generation = self.object_type.way_to(words.generation, words.metadata)
        outside = {words.metadata, words.status, *words.type_fields, *generation}
        payload = tuple(declared.name for declared in self.object_type.parts if declared.name not in outside)
        return Parts(
            words.spec in own,
            words.status in own,
            generation if len(generation) == 1 or words.generation in fields else (),
            payload,
            tuple(name for name in words.kept_metadata if name in fields),
        )

    @cached_property
    def has_objects(self) -> bool:
        """Whether rules about what is stored apply (contract section 1): a type without metadata is none of objects.
        Where a strategy of the status is known by its name alone, a type without a status has none."""
        type_ = self.object_type
        if not self.is_static or type_ is None or type_.open or type_.has_unknown_base:
            return True
        is_served = self.role is not Role.STATUS or self.parts.status
        return is_served and any(declared.name == self.vocabulary.metadata for declared in type_.parts)

    def ways_to(self, part: str) -> tuple[tuple[str, ...], ...]:
        """The paths of a part, by the name of its notion."""
        if part == WHOLE:
            return ((),)
        if part == "payload":
            return tuple((name,) for name in self.parts.payload)
        return (self.parts.generation if part == "generation" else (getattr(self.vocabulary, part),),)

    @cached_property
    def metadata_type(self) -> Type | None:
        """The declared type of the objects' metadata."""
        return self.part_type(self.vocabulary.metadata)

    def part_type(self, part: str) -> Type | None:
        """The declared type of a part, where it is structured and known."""
        declared = self.object_type.field(part) if self.object_type is not None else None
        return self.program.type(declared.shape.dotted) if declared and isinstance(declared.shape, Named) else None

    def shape(self, part: tuple[str, ...]) -> Shape | None:
        """The declared shape of the field at a path, where it is known."""
        declared = self.declared(part)
        return declared.shape if declared is not None else None

    def element(self, path: tuple[str, ...]) -> Shape | None:
        """The shape at a path of the object, elements of containers included; ``None`` where it is not known."""
        shape = self.shape(path) if path else None
        if path and path[-1] in (LAST, EARLIER):
            shape = self.element(path[:-1])
            return shape.element if isinstance(shape, ListOf) else shape.value if isinstance(shape, MapOf) else None
        return shape

    def declared(self, path: tuple[str, ...]) -> Field | None:
        """The declaration of the field at a path of the object, where it is known."""
        if path not in self._declared:
            self._declared[path] = self._look_up(path)
        return self._declared[path]

    def _look_up(self, path: tuple[str, ...]) -> Field | None:
        shape: Shape | None = Named(self.object_type.dotted) if self.object_type is not None else None
        found: Field | None = None
        for segment in path:
            if isinstance(shape, (ListOf, MapOf)):
                shape = shape.element if isinstance(shape, ListOf) else shape.value
                continue
            type_ = self.program.type(shape.dotted) if isinstance(shape, Named) else None
            found = type_.field(segment) if type_ is not None else None
            if found is None or type_ is None:
                return None
            found = self.tagged(type_, found)
            shape = found.shape
        return found

    def tagged(self, type_: Type, declared: Field) -> Field:
        """A field of one of the objects' types with all its gates: a tag on the preferred served field of its name
        counts for the hub's field, too."""
        served = self._counterparts.served_field(type_.dotted, declared.name)
        more = [] if served is None else [gate for gate in served.gates if gate not in declared.gates]
        return replace(declared, gates=(*declared.gates, *more), has_unread_gate=False) if more else declared

    def gates_within(self, type_: Type) -> frozenset[str]:
        """The gates of a type's fields, and of those of structures that are a part of it."""
        if type_.dotted not in self._gates_within:
            found = {gate for each in type_.fields for gate in self.tagged(type_, each).gates}
            within = (each.shape.dotted for each in type_.fields if each.by_value and isinstance(each.shape, Named))
            parts = (part for part in map(self.program.type, within) if part is not None)
            self._gates_within[type_.dotted] = frozenset(found.union(*map(self.gates_within, parts)))
        return self._gates_within[type_.dotted]

    @cached_property
    def _counterparts(self) -> Counterparts:
        return Counterparts(self.program) if self.origin is self else self.origin._counterparts

    # ------------------------------------------------------------------------------------------------------ hooks

    @property
    def hooks(self) -> tuple[str, ...]:
        """The hooks through which a caller's object comes to be stored, and that this is answerable for."""
        return tuple(hook for hook in self._called if self.only in (None, hook))

    def trial(self, notion: str) -> HookRun:
        """The outcome of the create or the update hook."""
        found = self._trials.get(notion)
        if found is None:
            cautious = self.within(CAUTIOUS).trial(notion) if self.limits is FULL else None
            if cautious is not None and not cautious.is_exhausted:
                found = cautious.at_length()
            else:
                found = self._blocked_in_slice() or self._behind_others(notion)
            self._trials[notion] = found
        return found

    def _behind_others(self, notion: str) -> HookRun:
        leaving = self._leaving()
        return self._try(notion, leaving) if leaving else self._first(notion)

    def _blocked_in_slice(self) -> HookRun | None:
        """A hook that can't be followed even in a slice: nobody knows what it leaves for others."""
        is_asked = isinstance(self.asked, Asked)
        asked = [hook for hook in self._called if not self._is_forgotten(hook)] if is_asked else []
        runs = (self._first(hook) for hook in asked)
        return next((run for run in runs if run.outcome is None), None)

    def about(self, path: Path, assuming: Mapping[Decision, bool] = NOTHING, beside: Sequence[Path] = ()) -> Subject:
        """The subject for a question about one field, and those ``beside`` it: no more of its hooks is followed than
        that can need, or that can happen where some decisions are taken already."""
        return self

    def by_gates(self, part: str) -> Iterator[tuple[Subject, str | None]]:
        """The subject for questions about fields in a part that gates may decide, each with the name of these and those
        beside it; with none for those about all fields."""
        if self.portion.is_last:
            yield self, None

    def asks_about(self, field: str) -> bool:
        """Whether questions about fields of a name are asked here. Where one run answers all of them, these are not
        dealt out."""
        return self.portion.is_first

    def within(self, limits: Limits, asked: Asked | WithoutStatements | None = None) -> Subject:
        """The subject with hooks that are followed so far, or only as far as the parts ``asked`` about are touched."""
        key = asked, limits
        found = self._variants.get(key)
        if found is None:
            found = self._variants[key] = self._variant(asked, limits)
        return found

    def _variant(self, asked: Asked | WithoutStatements | None, limits: Limits) -> Subject:
        found = copy.copy(self)
        found.asked, found.limits, found._trials, found._firsts, found._variants = asked, limits, {}, {}, {}
        return found

    @cached_property
    def with_derived_classes(self) -> tuple[Subject, tuple[str, ...]] | None:
        """The subject whose objects hold objects of derived classes as well, and their names; ``None`` where these have
        nothing of their own."""
        if self.object_type is None:
            return None
        seen = with_derived_classes(self.program, self.object_type)
        if seen is None:
            return None
        found = self._variant(self.asked, self.limits)
        found.program = seen[0]
        return found, seen[1]

    def _first(self, notion: str) -> HookRun:
        """The outcome of a hook that is called before all others."""
        found = self._firsts.get(notion)
        if found is None:
            found = self._firsts[notion] = self._try(notion, ())
        return found

    def _leaving(self) -> list[str]:
        """The methods that leave something for later calls."""
        return [hook for hook in self._called if self._leaves_something(hook)]

    def _leaves_something(self, notion: str) -> bool:
        """Whether a later call can find that a hook was called before."""
        outcome = None if self._is_forgotten(notion) else self._first(notion).outcome
        return outcome is not None and leaves_something(outcome.machine)

    def _is_forgotten(self, notion: str) -> bool:
        """Whether a hook can't leave anything for later calls, as its code tells without being followed."""
        return False

    @property
    def _called(self) -> tuple[str, ...]:
        """The hooks that the framework calls."""
        return hooks_of(self.role)

    def _try(self, notion: str, former: Sequence[str]) -> HookRun:
        """Interpret a hook, where other hooks may have been called before."""
        raise NotImplementedError

    def _interpreted(
        self, notion: str, function: Function | None, location: Location, run: Callable[[], Outcome]
    ) -> HookRun:
        """Run an interpretation; whatever it can't finish makes the verdicts unproven."""
        try:
            return HookRun(notion, run(), function, location)
        except BudgetExhausted as exhausted:
            return HookRun(notion, None, function, location, str(exhausted), True)
        except RecursionError:
            return HookRun(
                notion, None, function, location, f"the hook is nested too deeply to follow; {SETTLED}", True
            )
