"""Declarative registrations: the default strategy with hand-written hooks running inside it (contract section 2).

The default strategy conforms by definition. What is judged is what its hooks do at their place: after status was wiped
or kept and disabled fields were dropped, before generation is set.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial

from apivet.conventions.gated_fields import GatedPart, gated_fields, known_gates
from apivet.conventions.hook_runs import call_with_objects, function_of, given_objects
from apivet.conventions.subject import Configuration, HookRun, Subject
from apivet.effects import definitions, hooks, objects, operators, questions, storing
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.equality import comparing
from apivet.effects.field_slices import WithoutStatements
from apivet.effects.former import run_before
from apivet.effects.limits import Limits
from apivet.effects.outcome import Outcome
from apivet.effects.slices import Asked
from apivet.effects.state import Machine
from apivet.effects.values import EARLIER, FORMER, LAST, NONE, Constant, GateOn, Path, Reference, Routine, Zero
from apivet.program.contents import Registration
from apivet.program.model import Named, Program
from apivet.program.role import Role
from apivet.program.syntax import Expression, Function
from apivet.verdicts import Confidence


class HookSubject(Subject):
    """One hook of a declarative registration, running inside the default strategy.

    Where the registration gives no such hook, the subject is the default strategy itself."""

    def __init__(
        self,
        registration: Registration,
        role: Role,
        notion: str,
        program: Program,
        config: Configuration,
        expression: Expression | None = None,
    ) -> None:
        self.registration = registration
        self.notion = notion
        self.expression = expression or registration.hooks.get((role, notion))
        super().__init__(
            registration.dotted,
            role,
            registration.object_type,
            frozenset(),
            Confidence.CERTAIN,
            registration.location if self.expression is None else self.expression.location,
            program,
            config,
        )
        self.function = self._function()
        if self.function is not None and self.function.name != "<lambda>":
            self.name = self.function.dotted
            self.location = self.function.location

    @property
    def hooks(self) -> tuple[str, ...]:
        return (self.notion,) if self.role is Role.MAIN else super().hooks

    def _function(self) -> Function | None:
        if self.expression is None:
            return None
        machine = hooks.machine_for(self.program)
        value = definitions.evaluate_in(machine, self.registration.module, self.expression)
        return function_of(machine, value)

    def _try(self, notion: str, former: Sequence[str]) -> HookRun:
        if notion != self.notion or self.expression is None:
            return self._interpreted(notion, None, self.location, lambda: self._run(notion, None))
        if self.function is None:
            return HookRun(notion, None, None, self.location, "the hook is not a function that can be found")
        return self._interpreted(notion, self.function, self.location, lambda: self._run(notion, self.function, former))

    @cached_property
    def _others(self) -> dict[str, HookSubject]:
        """The hooks that the registration gives, this one among them, as subjects of their own."""
        found = {self.notion: self}
        for role, notion in self.registration.hooks:
            if role is self.role and notion in super()._called and notion not in found:
                found[notion] = HookSubject(self.registration, role, notion, self.program, self.config)
                found[notion].asked, found[notion].limits = self.asked, self.limits
        return found

    def _variant(self, asked: Asked | WithoutStatements | None, limits: Limits) -> Subject:
        """The subject with its other hooks followed in the same way."""
        found = super()._variant(asked, limits)
        found.__dict__.pop("_others", None)
        return found

    @property
    def _called(self) -> tuple[str, ...]:
        return tuple(self._others)

    def _leaves_something(self, notion: str) -> bool:
        return super(HookSubject, self._others[notion])._leaves_something(notion)

    def _run(self, notion: str, function: Function | None, former: Sequence[str] = ()) -> Outcome:
        machine = hooks.machine_for(self.program, partial(known_gates, self), self.asked, self.limits)
        if former:
            run_before(machine, [partial(self._others[each].call_before, machine) for each in former])
        obj, old = given_objects(machine, self.object_type, notion)
        if self.role is Role.STATUS:
            self._keep_all_but_status(machine, obj, old)
        else:
            self._guard_status(machine, obj, old)
        for gated in gated_fields(self):
            drop_disabled(machine, gated, obj, old)
        machine.heap.stores.clear()
        result: Diagram = machine.none
        if function is not None:
            result = self._call(machine, function, obj, old)
        return hooks.finish(machine, result, obj)

    def _call(self, machine: Machine, function: Function, obj: Reference, old: Reference | None) -> Diagram:
        assert self.expression is not None
        hook = definitions.evaluate_in(machine, self.registration.module, self.expression)
        bound = hook.value if isinstance(hook, Leaf) else None
        if function.binding == "instance" and isinstance(bound, Routine) and bound.receiver is None:
            hook = machine.diagrams.leaf(Routine(function, machine.none, None))
        return call_with_objects(machine, hook, function, obj, old)

    @property
    def is_check(self) -> bool:
        """Whether it is there to look at an object that the default strategy has done with."""
        return self.expression is not self.registration.hooks.get((self.role, self.notion))

    def call_before(self, machine: Machine) -> None:
        """An earlier call of the hook, with objects of its own."""
        if self.function is not None:
            self._call(machine, self.function, *given_objects(machine, self.object_type, self.notion, FORMER))

    def _guard_status(self, machine: Machine, obj: Reference, old: Reference | None) -> None:
        """Wipe status on create, keep it on update."""
        if not self.parts.status:
            return
        status = self.vocabulary.status
        target = machine.diagrams.leaf(obj)
        if old is not None:
            kept = objects.get(machine, machine.diagrams.leaf(old), status, machine.nowhere)
            storing.put(machine, target, status, kept, machine.nowhere)
            return
        declared = self.object_type.field(status) if self.object_type is not None else None
        zero: Diagram = machine.none
        if declared is not None and isinstance(declared.shape, Named) and not declared.optional:
            zero = machine.diagrams.leaf(machine.heap.make(Zero(declared.shape.dotted), declared.shape))
        storing.put(machine, target, status, zero, machine.nowhere)

    def _keep_all_but_status(self, machine: Machine, obj: Reference, old: Reference | None) -> None:
        """A status update starts from the stored spec and metadata."""
        if old is None:
            return
        target, source = machine.diagrams.leaf(obj), machine.diagrams.leaf(old)
        for name in self.parts.payload:
            storing.put(machine, target, name, objects.get(machine, source, name, machine.nowhere), machine.nowhere)
        words = self.vocabulary
        metadata = objects.get(machine, target, words.metadata, machine.nowhere)
        stored = objects.get(machine, source, words.metadata, machine.nowhere)
        for name in words.kept_metadata:
            if name in self.parts.metadata:
                value = objects.get(machine, stored, name, machine.nowhere)
                storing.put(machine, metadata, name, value, machine.nowhere)


class SettledSubject(HookSubject):
    """One hook together with what the default strategy does to the generation: behind a hook that prepares an object,
    before one that looks at it.

    The default strategy tells specs apart as the hook leaves both, and bumps: it puts no generation back."""

    def _call(self, machine: Machine, function: Function, obj: Reference, old: Reference | None) -> Diagram:
        given = machine.diagrams.leaf(obj)
        if self.is_check:
            self._settle(machine, given, old)
            return super()._call(machine, function, obj, old)
        result = super()._call(machine, function, obj, old)
        stored = machine.diagrams.transform(result, lambda leaf: given if leaf is machine.none else leaf)
        self._settle(machine, stored, old)
        return result

    def _settle(self, machine: Machine, stored: Diagram, old: Reference | None) -> None:
        """Set the generation on create, bump it where the spec is another one."""
        diagrams, entered = machine.diagrams, machine.guard
        if old is None:
            self._put_generation(machine, stored, diagrams.leaf(Constant.of(1)))
            return
        was: Diagram = diagrams.leaf(old)
        spec = self.vocabulary.spec
        specs = (objects.get(machine, each, spec, machine.nowhere) for each in (stored, was))
        equal = comparing.same(machine, *specs)
        machine.guard = diagrams.both(entered, diagrams.negate(equal))
        for name in self.parts.generation:
            was = objects.get(machine, was, name, machine.nowhere)
        self._put_generation(machine, stored, operators.binary(machine, "+", was, diagrams.leaf(Constant.of(1))))
        machine.guard = diagrams.either(machine.guard, diagrams.both(entered, equal))

    def _put_generation(self, machine: Machine, stored: Diagram, number: Diagram) -> None:
        *holders, name = self.parts.generation
        for holder in holders:
            stored = objects.get(machine, stored, holder, machine.nowhere)
        storing.put(machine, stored, name, number, machine.nowhere)


def evaluate_option(registration: Registration, expression: Expression, program: Program) -> Outcome:
    """The value of an option of a registration: what is given, or what the function that is given returns."""
    machine = hooks.machine_for(program)
    value = definitions.evaluate_in(machine, registration.module, expression)
    return hooks.answered(machine, value, expression.location)


# ------------------------------------------------------------------------------------------------ dropping by default


def drop_disabled(machine: Machine, gated: GatedPart, obj: Reference, old: Reference | None) -> None:
    """Run the default strategy on a gated field: it is cleared unless its gates are on or the old object uses it."""
    diagrams = machine.diagrams
    kept = diagrams.true
    for gate in gated.field.gates:
        kept = diagrams.both(kept, diagrams.decide(GateOn(gate)))
    if old is not None:
        for place in gated.places:
            kept = diagrams.either(kept, _in_use(machine, diagrams.leaf(old), place, gated))
    machine.guard = diagrams.negate(kept)
    _clear(machine, diagrams.leaf(obj), gated.path)
    machine.guard = diagrams.true


def _in_use(machine: Machine, value: Diagram, place: Path, gated: GatedPart) -> Diagram:
    """The guard under which an object uses a field at one place."""
    before, machine.guard = machine.guard, machine.diagrams.true
    there = machine.diagrams.true
    for segment in place:
        there = machine.diagrams.both(there, machine.diagrams.negate(questions.is_none(machine, value)))
        if segment in (LAST, EARLIER):
            value, present = _element(machine, value, segment)
            there = machine.diagrams.both(there, present)
        else:
            value = objects.get(machine, value, segment, machine.nowhere)
    empty = questions.is_none(machine, value)
    if not gated.field.optional:
        empty = machine.diagrams.negate(questions.truth(machine, value))
    machine.guard = before
    return machine.diagrams.both(there, machine.diagrams.negate(empty))


def _element(machine: Machine, value: Diagram, key: str) -> tuple[Diagram, Diagram]:
    for _, leaf in machine.diagrams.cases(value, machine.diagrams.true):
        if isinstance(leaf, Reference):
            for entry in machine.heap.entries(leaf) or ():
                if entry.key == key:
                    return entry.value, entry.present
    return machine.diagrams.leaf(NONE), machine.diagrams.false


def _clear(machine: Machine, value: Diagram, path: Path) -> None:
    """Clear a field wherever its path leads, under the machine's guard."""
    segment, *rest = path
    if not rest:
        storing.put(machine, value, segment, machine.none, machine.nowhere)
        return
    below = []
    if segment == LAST:
        for key in (EARLIER, LAST):
            below.append(_element(machine, value, key)[0])
    else:
        before, machine.guard = machine.guard, machine.diagrams.true
        below.append(objects.get(machine, value, segment, machine.nowhere))
        machine.guard = before
    for part in below:
        _clear(machine, part, tuple(rest))
