"""A hand-written strategy class as the subject of rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial

from msgspec.structs import replace

from apivet.conventions.gated_fields import known_gates
from apivet.conventions.hook_runs import call_with_objects, function_of, given_objects
from apivet.conventions.subject import NOTHING, Configuration, HookRun, Subject
from apivet.effects import definitions, hooks, objects
from apivet.effects.diagrams import BudgetExhausted, Diagram
from apivet.effects.field_names import FieldTree, key_of, plain
from apivet.effects.field_slices import Needed, WithoutStatements
from apivet.effects.footprints import Footprints
from apivet.effects.former import run_before
from apivet.effects.frames import Arguments
from apivet.effects.gate_dependence import set_by_gates
from apivet.effects.limits import BRIEF, FULL, NARROW, Limits
from apivet.effects.outcome import Outcome
from apivet.effects.persistent_state import makes_itself, remembered, set_by_initialisers, writers
from apivet.effects.relevance import Cut, Relevance
from apivet.effects.state import Machine
from apivet.effects.values import CALLER, FORMER, OLD, Decision, Path, Routine, TypeValue
from apivet.program import signatures
from apivet.program.model import Module, Named, Program, Type
from apivet.program.role import Role
from apivet.program.syntax import Attribute, Call, Expression, Function, Lambda, Literal, Name, Parameter
from apivet.verdicts import Confidence, Location
from apivet.vocabulary import CREATE, UPDATE


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
        self._given_up: dict[tuple[object, ...], list[tuple[Needed, HookRun]]] = {}

    @cached_property
    def ancestry(self) -> tuple[Type, ...]:
        """The strategy and its bases."""
        return self.program.ancestry(self.type)

    @property
    def is_static(self) -> bool:
        found = [self.method(notion) for notion in (CREATE, UPDATE)]
        return any(found) and all(each[1].is_static for each in found if each is not None)

    def _is_forgotten(self, notion: str) -> bool:
        found = self.method(notion)
        if found is None or not found[1].is_static or not found[1].parameters:
            return False
        footprint = self._footprints.of_function(found[1])
        receiver = found[1].parameters[0].name
        return footprint is not None and all(root != receiver for root, _ in (*footprint.touched, *footprint.put))

    @cached_property
    def _footprints(self) -> Footprints:
        words = self.vocabulary
        return Footprints(self.program, words.gate_functions, words.reset_metadata)

    def method(self, notion: str) -> tuple[Type, Function] | None:
        """The method that the strategy has for a notion, under any of its names."""
        for base in self.ancestry:
            for name in self.vocabulary.names_of(notion):
                if name in base.methods and base.methods[name].is_property:
                    return None  # what it gives is called
                if name in base.methods:
                    return base, base.methods[name]
                assigned = self._assigned(base, base.attributes.get(name))
                if assigned is not None:
                    return base, assigned
                if name in base.attributes:
                    return None  # something else, which hides what bases have
        return None

    def _name_of(self, notion: str) -> str | None:
        """The name under which the class, or an object of it, has something for a notion that is no plain method and
        not ``None``."""
        names = self.vocabulary.names_of(notion)
        for base in self.ancestry:
            for name in names:
                if name in base.methods or name in base.attributes:
                    return None if isinstance(base.attributes.get(name), Literal) else name
        given = (name for name in names if self.type.field(name) is not None or name in self._made)
        answers = names[:1] if any(definitions.ANSWERING in base.methods for base in self.ancestry) else ()
        return next(iter((*given, *answers)), None)

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
        """The object under a name in a module or in another class."""
        if isinstance(holder, Module):
            return self.program.resolve(holder.dotted, name)
        return holder.methods.get(name) if isinstance(holder, Type) else None

    def attribute(self, notion: str) -> tuple[str, Location] | None:
        """The name under which the strategy has something for a notion, and where, as far as anyone can tell; the class
        where objects may have it anyway."""
        names = self.vocabulary.names_of(notion)
        possible = (name for name in names if self._may_have(name) or self.doubt(notion))
        return self.defined(notion) or next(((name, self.location) for name in possible), None)

    def defined(self, notion: str) -> tuple[str, Location] | None:
        """The name under which the strategy has something for a notion, and where: a method, a class attribute, or what
        each instance is given when it is made."""
        for base in self.ancestry:
            for name in self.vocabulary.names_of(notion):
                if name in base.methods:
                    return name, self.place(base.methods[name].location)
                if name in base.attributes:
                    return name, self.place(base.attributes[name].location)
        for name in self.vocabulary.names_of(notion):
            declared = self.type.field(name)
            if declared is not None or name in self._made:
                return name, self.place(declared.location) if declared is not None else self.location
        return None

    def doubt(self, notion: str) -> str | None:
        """The reason why nobody can tell which of the bases gives objects something for a notion, if any."""
        for base in self.ancestry:
            for name in self.vocabulary.names_of(notion):
                held = (base.methods, base.attributes, self._made, self._kept or ())
                if any(name in each for each in held) or base.field(name) is not None:
                    return None
                if reason := self.program.doubt(base, name):
                    return reason
        return None

    def _may_have(self, name: str) -> bool:
        """Whether an object may have something under a name that no class has: a method answers for all names, or
        nobody can tell what its initialiser, or its other methods, set."""
        if self._kept is None or any(
            each in base.methods for base in self.ancestry for each in definitions.ANSWERING_ALL
        ):
            return True
        return name in self._kept

    @cached_property
    def _kept(self) -> frozenset[str] | None:
        """The names that an object has set as soon as it is made, or later by itself; ``None`` where nobody can
        tell."""
        machine = hooks.machine_for(self.program)
        later = frozenset(remembered(machine, self.type))
        if not makes_itself(self.program, self.type):
            return later
        try:
            found = machine.heap.all_set(hooks.receiver_of(machine, self.type, self.location))
        except (BudgetExhausted, RecursionError):
            return None
        return None if found is None else found | later

    @cached_property
    def _made(self) -> frozenset[str]:
        """The attributes that an instance gets when it is made."""
        return set_by_initialisers(self.program, self.type)

    @property
    def has_unknown_base(self) -> bool:
        """Whether a base outside the tree may define what is missing here."""
        return any(base.has_unknown_base for base in self.ancestry)

    def place(self, location: Location) -> Location:
        """A location in the strategy's own file, else the class itself."""
        return location if location.path == self.location.path else self.location

    def _try(self, notion: str, former: Sequence[str]) -> HookRun:
        found = self.method(notion)
        if found is None:
            if self.has_unknown_base:
                reason = f"a base class outside the tree may define {self.vocabulary.names_of(notion)[0]}"
                return HookRun(notion, None, None, self.location, reason)
            name = self._name_of(notion)
            if name is not None:
                return self._try_attribute(notion, name)
            return self._follow(notion, None, self.location, former)
        _, function = found
        if function.is_generator and not function.decorators:
            reason = "the hook is a generator: nothing of it runs when it is called"
            return HookRun(notion, None, function, self.place(function.location), reason)
        return self._follow(notion, function, self.place(function.location), former)

    def _follow(self, notion: str, function: Function | None, place: Location, former: Sequence[str]) -> HookRun:
        """Interpret a hook, unless that was too much already, with assumptions that make no difference to these."""
        known: list[tuple[Needed, HookRun]] = []
        if isinstance(self.asked, WithoutStatements):
            known = self._given_up.setdefault((notion, tuple(former), self.limits, self.asked.left_out), known)
            for needed, found in known:
                if needed.is_the_same_with(self.asked.assuming):
                    return found
        run, machine = self._attempt(notion, function, place, former, costly := frozenset[Function]())
        is_last = self.asked is None and (self.is_static or self.limits is FULL)  # nothing else is tried after it
        while is_last and run.outcome is None and not costly.issuperset(machine.recursion.met):
            costly |= machine.recursion.met
            run, machine = self._attempt(notion, function, place, former, costly)
        if run.outcome is None:
            known.append((Needed.by(machine), run))
            machine.end()
        return run

    def _attempt(
        self,
        notion: str,
        function: Function | None,
        place: Location,
        former: Sequence[str],
        costly: frozenset[Function],
    ) -> tuple[HookRun, Machine]:
        """One interpretation of a hook, where following functions that call themselves may have been ``costly``."""
        machine = hooks.machine_for(self.program, partial(known_gates, self), self.asked, self._budget)
        machine.recursion.costly = costly
        run = self._interpreted(notion, function, place, lambda: self._run(machine, notion, function, former))
        return run, machine

    def _try_attribute(self, notion: str, name: str) -> HookRun:
        """A hook that is what an instance of the strategy has under the name: a partial application, say."""

        def value(machine: Machine) -> Diagram:
            return objects.get(machine, hooks.receiver_of(machine, self.type, self.location), name, self.location)

        def run(function: Function) -> Outcome:
            machine = hooks.machine_for(self.program)
            obj, old = given_objects(machine, self.object_type, notion)
            return hooks.finish(machine, call_with_objects(machine, value(machine), function, obj, old), obj)

        machine = hooks.machine_for(self.program)
        function = function_of(machine, value(machine))
        if machine.guard is machine.diagrams.false:
            return self._follow(notion, None, self.location, ())
        if function is None:
            reason = "what the hook's name is bound to is not a function that can be found"
            return HookRun(notion, None, None, self.location, reason)
        return self._interpreted(notion, function, self.place(function.location), lambda: run(function))

    def _run(self, machine: Machine, notion: str, function: Function | None, former: Sequence[str]) -> Outcome:
        result: Diagram = machine.none
        if function is None:
            return hooks.finish(machine, result, given_objects(machine, self.object_type, notion)[0])
        receiver = hooks.receiver_of(machine, self.type, self.location)
        machine.begin()
        if former:
            before = [partial(self._call_before, machine, receiver, hook) for hook in former if hook in self._called]
            run_before(machine, before + [partial(self._write, machine, receiver, each) for each in self._writers])
        obj, old = given_objects(machine, self.object_type, notion)
        result = call_with_objects(machine, self._bound(machine, function, receiver), function, obj, old)
        return hooks.finish(machine, result, obj)

    @property
    def _budget(self) -> Limits:
        """The limits of one interpretation."""
        limits = self.limits
        if isinstance(self.asked, WithoutStatements) or not self.is_static:
            return limits
        return replace(limits, nodes=min(limits.nodes, BRIEF))

    def about(self, path: Path, assuming: Mapping[Decision, bool] = NOTHING, beside: Sequence[Path] = ()) -> Subject:
        if not self.is_static:
            return self
        return self._about_names({name for each in (path, *beside) for name in self._tree.at(each)}, assuming)

    def by_gates(self, part: str) -> Iterator[tuple[Subject, str | None]]:
        if not self.is_static:
            yield from super().by_gates(part)
            return
        found = set_by_gates(self._relevance, self._functions)
        whole = self._tree.own(part)  # by way of which others are found
        for key in self._tree.in_part(part, found.names, found.inside, found.made):
            if key == whole or self.asks_about(plain(key)):
                names = self._tree.around(key)
                if self._cut(names).asks:
                    yield self._about_names(names), key

    def asks_about(self, field: str) -> bool:
        return self.portion.has(field) if self.is_static else super().asks_about(field)

    def _about_names(self, names: set[str], assuming: Mapping[Decision, bool] = NOTHING) -> Subject:
        left_out = self._cut(names).left_out
        if left_out is None and not assuming:
            return self.within(NARROW)
        return self.within(NARROW, WithoutStatements(left_out or frozenset(), frozenset(assuming.items())))

    def _cut(self, names: set[str]) -> Cut:
        key = frozenset(names)
        if key not in self._cuts:
            self._cuts[key] = self._relevance.cut(self._functions, names, self._tree.below)
        return self._cuts[key]

    @cached_property
    def _cuts(self) -> dict[frozenset[str], Cut]:
        """The statements that matter for fields of some names, and not, as far as that was asked."""
        return {}

    @cached_property
    def _functions(self) -> tuple[Function, ...]:
        return tuple(found[1] for found in map(self.method, self._called) if found is not None)

    @cached_property
    def _relevance(self) -> Relevance:
        made_with = (key_of(self.type, each.name) for each in self.type.fields if each.settled is None)
        return Relevance(self.program, made_with)

    @cached_property
    def _tree(self) -> FieldTree:
        assert self.object_type is not None  # nothing is asked about fields without it
        return FieldTree(self.program, self.object_type)

    def _call_before(self, machine: Machine, receiver: Diagram, notion: str) -> None:
        """An earlier call of a hook, with objects of its own."""
        found = self.method(notion)
        if found is not None:
            obj, old = given_objects(machine, self.object_type, notion, FORMER)
            call_with_objects(machine, self._bound(machine, found[1], receiver), found[1], obj, old)

    @cached_property
    def _writers(self) -> list[Function]:
        """The methods besides the hooks that others may have called before, and that leave something."""
        if isinstance(self.origin, StrategySubject) and self.origin is not self:
            return self.origin._writers
        hooks = frozenset(name for notion in (CREATE, UPDATE) for name in self.vocabulary.names_of(notion))
        return writers(self.program, self.type, hooks)

    def _leaving(self) -> list[str]:
        return super()._leaving() + [method.name for method in self._writers]

    def _write(self, machine: Machine, receiver: Diagram, method: Function) -> None:
        """An earlier call of another method, with an object like those that hooks are given, or with anything."""
        places = method.parameters[method.binding != "none" :]
        given = tuple(self._given_before(machine, method, each) for each in places)
        by_name = tuple((name, value) for name, value in given if value is not None)
        machine.call_with(self._bound(machine, method, receiver), Arguments((), by_name), method.location)

    def _given_before(self, machine: Machine, method: Function, parameter: Parameter) -> tuple[str, Diagram | None]:
        if parameter.kind not in ("positional", "keyword") or parameter.default is not None:
            return parameter.name, None
        shape = machine.program.shape(method.module, parameter.annotation)[0] if parameter.annotation else None
        own = self.object_type is not None and shape == Named(self.object_type.dotted)
        if not own and (shape is not None or parameter.name in signatures.CONTEXT_NAMES):
            return parameter.name, machine.unseen(
                f"{parameter.name} of {method.name}()", method.location, (), free=True
            )
        root = FORMER[OLD if parameter.name.startswith(signatures.STORED_PREFIXES) else CALLER]
        return parameter.name, machine.diagrams.leaf(hooks.given_object(machine, root, self.object_type))

    def _bound(self, machine: Machine, function: Function, receiver: Diagram) -> Diagram:
        if function.binding == "class":
            receiver = machine.diagrams.leaf(TypeValue(self.type))
        return machine.diagrams.leaf(Routine(function, None if function.binding == "none" else receiver, None))

    def evaluate_member(self, name: str) -> Outcome:
        """The value of a flag or of a method without objects, as an instance of the strategy gives it."""
        machine = hooks.machine_for(self.program)
        receiver = hooks.receiver_of(machine, self.type, self.location, declared=name)
        value = objects.get(machine, receiver, name, self.location)
        return hooks.answered(machine, value, self.location)
