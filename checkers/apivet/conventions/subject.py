"""A strategy under judgement: what it is, which parts its objects have, and what its hooks were seen to store."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

from apivet.effects import hooks, objects
from apivet.effects.diagrams import BudgetExhausted, Diagram
from apivet.effects.outcome import Outcome
from apivet.effects.state import Machine
from apivet.effects.values import CALLER, OLD, Reference, Routine
from apivet.program import signatures
from apivet.program.model import Field, Module, Named, Program, Role, Shape, Type
from apivet.program.syntax import Attribute, Call, Expression, Function, Lambda, Name
from apivet.verdicts import Confidence, Location
from apivet.vocabulary import STATUS_METADATA_FIELDS, TYPE_FIELDS, Vocabulary

CREATE = "prepare_for_create"
UPDATE = "prepare_for_update"


class Defaults(Protocol):
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
    def vocabulary(self) -> Vocabulary: ...
    @property
    def defaults(self) -> Defaults: ...
    @property
    def feature_gates(self) -> tuple[str, ...]: ...


@dataclass(frozen=True, slots=True)
class Trial:
    """One hook, interpreted. ``blocked`` says why nothing can be said of it; ``function`` is ``None`` where the hook is
    not there (it then does nothing)."""

    notion: str
    outcome: Outcome | None
    function: Function | None
    location: Location
    blocked: str | None = None


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts that a strategy's objects have.

    ``payload`` are the fields that a status update must keep; ``metadata`` those of the listed metadata fields that are
    declared."""

    spec: bool
    status: bool
    generation: bool
    payload: tuple[str, ...]
    metadata: tuple[str, ...]


class Subject:
    """What the rules of strategies are about. ``trial`` gives a hook's outcome, interpreted at most once."""

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
        self._trials: dict[str, Trial] = {}

    @property
    def vocabulary(self) -> Vocabulary:
        return self.config.vocabulary

    # ------------------------------------------------------------------------------------------------------ parts

    @cached_property
    def parts(self) -> Parts:
        """The parts that the rules apply to."""
        words = self.vocabulary
        if self.object_type is None:
            known = self.mentions
            payload: tuple[str, ...] = (words.spec,) if words.spec in known else ()
            generation = words.generation in known
            return Parts(bool(payload), words.status in known, generation, payload, STATUS_METADATA_FIELDS[:2])
        own = {declared.name for declared in self.object_type.fields}
        metadata = self.metadata_type
        fields = {declared.name for declared in metadata.fields} if metadata is not None else set()
        outside = {words.metadata, words.status, *TYPE_FIELDS}
        payload = tuple(declared.name for declared in self.object_type.fields if declared.name not in outside)
        return Parts(
            words.spec in own,
            words.status in own,
            words.generation in fields,
            payload,
            tuple(name for name in STATUS_METADATA_FIELDS if name in fields),
        )

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

    def declared(self, path: tuple[str, ...]) -> Field | None:
        """The declaration of the field at a path of the object, where it is known."""
        from apivet.program.model import ListOf, MapOf

        shape: Shape | None = Named(self.object_type.dotted) if self.object_type is not None else None
        found: Field | None = None
        for segment in path:
            if isinstance(shape, (ListOf, MapOf)):
                shape = shape.element if isinstance(shape, ListOf) else shape.value
                continue
            type_ = self.program.type(shape.dotted) if isinstance(shape, Named) else None
            found = type_.field(segment) if type_ is not None else None
            if found is None:
                return None
            shape = found.shape
        return found

    # ------------------------------------------------------------------------------------------------------ hooks

    def trial(self, notion: str) -> Trial:
        """The outcome of the create or the update hook."""
        found = self._trials.get(notion)
        if found is None:
            found = self._trials[notion] = self._try(notion)
        return found

    def _try(self, notion: str) -> Trial:
        raise NotImplementedError

    def _interpreted(
        self, notion: str, function: Function | None, location: Location, run: Callable[[], Outcome]
    ) -> Trial:
        """Run an interpretation; whatever it can't finish makes the verdicts unproven."""
        try:
            return Trial(notion, run(), function, location)
        except BudgetExhausted as exhausted:
            return Trial(notion, None, function, location, str(exhausted))
        except RecursionError:
            return Trial(notion, None, function, location, "the hook is nested too deeply to follow")


class StrategySubject(Subject):
    """A hand-written strategy class."""

    def __init__(
        self,
        type_: Type,
        role: Role,
        object_type: Type | None,
        mentions: frozenset[str],
        confidence: Confidence,
        program: Program,
        config: Configuration,
    ) -> None:
        super().__init__(type_.dotted, role, object_type, mentions, confidence, type_.location, program, config)
        self.type = type_

    @cached_property
    def ancestry(self) -> tuple[Type, ...]:
        """The strategy and its bases."""
        return self.program.ancestry(self.type)

    def method(self, notion: str) -> tuple[Type, Function] | None:
        """The method that the strategy has for a notion, under any of its names."""
        for base in self.ancestry:
            for name in getattr(self.vocabulary, notion):
                if name in base.methods:
                    return base, base.methods[name]
                assigned = self._assigned(base, base.attributes.get(name))
                if assigned is not None:
                    return base, assigned
        return None

    def _assigned(self, base: Type, value: Expression | None) -> Function | None:
        """``prepare_for_create = wipe_status`` in a class body: a function becomes a method."""
        static = isinstance(value, Call) and isinstance(value.callee, Name) and value.callee.name == "staticmethod"
        if isinstance(value, Call) and static and value.arguments:
            value = value.arguments[0].value
        if isinstance(value, Name) and value.name in base.methods:
            return base.methods[value.name]
        found: object = value.function if isinstance(value, Lambda) else None
        if isinstance(value, Name):
            found = self.program.resolve(base.module, value.name)
        elif isinstance(value, Attribute) and isinstance(value.value, Name):
            found = self._member_of(self.program.resolve(base.module, value.value.name), value.name)
        if not isinstance(found, Function) or found.decorators:
            return None
        return replace(found, binding="none" if static else "instance")

    def _member_of(self, holder: object, name: str) -> object:
        """What stands under a name in a module or in another class."""
        if isinstance(holder, Module):
            return self.program.resolve(holder.dotted, name)
        return holder.methods.get(name) if isinstance(holder, Type) else None

    def attribute(self, notion: str) -> tuple[Type, Function | Expression] | None:
        """The method or class attribute that the strategy has for a notion."""
        for base in self.ancestry:
            for name in getattr(self.vocabulary, notion):
                if name in base.methods:
                    return base, base.methods[name]
                if name in base.attributes:
                    return base, base.attributes[name]
        return None

    @property
    def has_unknown_base(self) -> bool:
        """Whether a base outside the tree may define what is missing here."""
        return any(base.has_unknown_base for base in self.ancestry)

    def place(self, location: Location) -> Location:
        """A location in the strategy's own file, else the class itself."""
        return location if location.path == self.location.path else self.location

    def _try(self, notion: str) -> Trial:
        found = self.method(notion)
        if found is None:
            if self.has_unknown_base:
                reason = f"a base class outside the tree may define {getattr(self.vocabulary, notion)[0]}"
                return Trial(notion, None, None, self.location, reason)
            return self._interpreted(notion, None, self.location, lambda: self._run(notion, None))
        _, function = found
        return self._interpreted(notion, function, self.place(function.location), lambda: self._run(notion, function))

    def _run(self, notion: str, function: Function | None) -> Outcome:
        machine = hooks.machine_for(self.program, self.vocabulary)
        obj, old = given_objects(machine, self.object_type, notion)
        result: Diagram = machine.none
        if function is not None:
            receiver = hooks.receiver_of(machine, self.type, self.location) if function.binding != "none" else None
            bound = self._bound(machine, function, receiver)
            result = call_with_objects(machine, bound, function, obj, old)
        return hooks.finish(machine, result, obj)

    def _bound(self, machine: Machine, function: Function, receiver: Diagram | None) -> Diagram:
        if function.binding == "class":
            from apivet.effects.values import TypeValue

            receiver = machine.diagrams.leaf(TypeValue(self.type))
        return machine.diagrams.leaf(Routine(function, receiver, None))

    def evaluate_member(self, member: tuple[Type, Function | Expression]) -> tuple[Outcome, Diagram]:
        """The value of a flag or of a method without objects, with an outcome to ask about it."""
        machine = hooks.machine_for(self.program, self.vocabulary)
        base, what = member
        if isinstance(what, Function):
            receiver = hooks.receiver_of(machine, self.type, self.location) if what.binding != "none" else None
            value = self._called(machine, what, receiver)
        else:
            value = objects.evaluate_in(machine, base.module, what)
        exits = machine.guard
        machine.guard = machine.diagrams.true
        settled = machine.heap.settle(value)
        return Outcome(machine, settled, exits), settled

    def _called(self, machine: Machine, function: Function, receiver: Diagram | None) -> Diagram:
        given = [
            machine.diagrams.leaf(hooks.given_object(machine, parameter.name, None))
            for parameter in function.parameters[0 if function.binding == "none" else 1 :]
            if parameter.kind == "positional" and parameter.default is None
        ]
        bound = self._bound(machine, function, receiver)
        return hooks.call_hook(machine, bound, tuple(given), function.location)


def given_objects(machine: Machine, object_type: Type | None, notion: str) -> tuple[Reference, Reference | None]:
    """The objects that the framework hands to a hook."""
    obj = hooks.given_object(machine, CALLER, object_type)
    if notion == CREATE:
        return obj, None
    old = hooks.given_object(machine, OLD, object_type)
    hooks.promise_generation(machine, obj, old)
    return obj, old


def call_with_objects(
    machine: Machine, hook: Diagram, function: Function, obj: Reference, old: Reference | None
) -> Diagram:
    """Call a hook with its parameters in their places."""
    names = signatures.create_parameters(function) if old is None else signatures.update_parameters(function)
    places = {names.obj: obj, names.old: old}
    given: list[Diagram] = []
    named: list[tuple[str, Diagram]] = []
    parameters = function.parameters[0 if function.binding == "none" else 1 :]
    for parameter in parameters:
        if parameter.kind == "*":
            given += [machine.diagrams.leaf(hooks.given_object(machine, "ctx", None))] if names.obj is None else []
            given += [machine.diagrams.leaf(part) for part in (obj, old) if part is not None and names.obj is None]
            continue
        if parameter.kind == "**":
            continue
        place = places.get(parameter.name)
        if place is None and parameter.default is not None:
            continue
        reference = place if place is not None else hooks.given_object(machine, parameter.name, None)
        value = machine.diagrams.leaf(reference)
        if parameter.kind == "keyword" or len(given) < parameters.index(parameter):
            named.append((parameter.name, value))
        else:
            given.append(value)
    result = machine.call(hook, tuple(given), tuple(named), function.location)
    return hooks.awaited(machine, result, function.location)
