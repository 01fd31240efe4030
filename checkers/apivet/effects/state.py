"""The state of one interpretation: the guard, the frames, the heap, and a log of what happened for the witness."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from apivet.effects.diagrams import BudgetExhausted, Diagram, Diagrams, Leaf
from apivet.effects.frames import (
    Arguments,
    Branch,
    CallFrame,
    Catcher,
    ElementSource,
    Exit,
    Raised,
    Recursion,
    found_among_variables,
)
from apivet.effects.heap import Heap
from apivet.effects.limits import CALLS_INSIDE_CALLS, FULL, Limits
from apivet.effects.scopes import bound_once, changed_in_module, leads_to_variables, local_names, names_in, set_outside
from apivet.effects.shapes import can_hold, describer, is_dumped
from apivet.effects.values import (
    FALSE,
    NONE,
    TRUE,
    UNBOUND,
    UNKNOWN_ROOT,
    Input,
    Place,
    Raises,
    Reference,
    Routine,
    Unseen,
    subject_of,
)
from apivet.program.annotations import Annotation
from apivet.program.failures import Failures
from apivet.program.model import Program, Shape
from apivet.program.syntax import Block, Expression, Function, Statement
from apivet.verdicts import Location


class Passing(Protocol):
    """Code that is not followed, as no question depends on it (see :mod:`apivet.effects.slices`)."""

    #: The unseen values that were left, by their numbers.
    left: set[int]
    #: The values on which it depends whether code ends the hook by itself, of each that was passed over.
    refusing: list[tuple[Diagram, ...]]

    def call(self, machine: Machine, routine: Routine, arguments: Arguments, location: Location) -> Diagram | None:
        """The result of a call that is passed over; ``None`` where it is to be followed."""

    def block(self, machine: Machine, node: Statement) -> bool:
        """Whether a statement was passed over."""


class MachineParts(Struct, frozen=True):
    """The parts of the interpreter that call each other: expressions, statements, calls."""

    evaluate: Callable[[Machine, Expression], Diagram]
    execute: Callable[[Machine, Block], None]
    call: Callable[[Machine, Diagram, Arguments, Location], Diagram]
    wait: Callable[[Machine, Diagram, Location], Diagram]
    truth_of: Callable[[Machine, Reference], Diagram | None]
    value_at: Callable[[Machine, Place], Diagram]


class Machine:
    """Runs a hook over guarded values."""

    def __init__(
        self,
        program: Program,
        rooms: MachineParts,
        limits: Limits = FULL,
    ) -> None:
        self.program = program
        self.vocabulary = program.words
        self.limits = limits
        self.diagrams = Diagrams(limits.nodes, subject_of)
        holds = partial(can_hold, program)
        dumped = partial(is_dumped, program)
        self.heap = Heap(self.diagrams, describer(program, program.words), holds, self.unknown_container, dumped)
        self.heap.at_place = partial(rooms.value_at, self)
        self.guard: Diagram = self.diagrams.true
        #: The statement that is being followed.
        self.at = Location("", 0)
        #: The slice that is followed, where only some parts of the object are asked about.
        self.slice: Passing | None = None
        self.frames, self.stack = list[CallFrame](), list[CallFrame]()
        self.recursion = Recursion()
        self.catchers: list[Catcher] = []
        self.branches, self.exits = list[Branch](), list[Exit]()
        #: Whether something was done that is neither in the objects nor in a log.
        self.has_effect = False
        #: The guard under which the hook raises an exception itself, caught or not.
        self.refused: Diagram = self.diagrams.false
        #: The guard under which nobody knows whether the source fails.
        self.doubted: Diagram = self.diagrams.false
        #: Whether anything was done that raises for some values, with no handler around it.
        self.may_refuse = False
        #: Calls that run meanwhile: scheduled, handed to others, left where waiting ends early; how often one waited.
        self.scheduled: list[Diagram] = []
        self.handed_over, self.going_on = list[Diagram](), list[Diagram]()
        self.suspensions = 0
        self.none = self.diagrams.leaf(NONE)
        self.nowhere = Location("", 0)
        #: Which types compare in a way of their own, as far as that was asked (see :mod:`apivet.effects.equality`).
        self.special_equality: dict[str, bool] = {}
        #: The gates that fields of the objects at hand are tagged with (see :mod:`apivet.effects.gates`).
        self.tagged_gates: frozenset[str] | None = None
        #: Other gates that are known to be those of the objects' fields: few hooks ask for them.
        self.gates: Callable[[], frozenset[str]] = frozenset
        #: Whether every gate is on.
        self.is_enabled = False
        #: Whether what runs now does so once, before the hook or for several runs of it: gates may be set since.
        self.is_once = False
        #: The guards under which iterators raise at their end, while only some of their elements are asked for.
        self.ends: list[tuple[Diagram, str]] | None = None
        #: The orders in which the loops that are being followed go, where these are not the given ones.
        self.orders: list[Diagram] = []
        #: The variables of modules that functions have set, by module and name.
        self.module_variables: dict[tuple[str, str], Diagram] = {}
        #: Values that were set as an attribute of a class or a function, by that and the name.
        self.attributes: dict[tuple[Hashable, str], Diagram] = {}
        #: Modules, classes and functions in which names were set that are computed, each with what they may hold.
        self.rewritten: dict[Hashable, Diagram] = {}
        #: Values that class bodies of modules bind, each evaluated once.
        self.class_attributes: dict[tuple[str, str], Diagram] = {}
        #: Results of functions that remember them, by function and receiver.
        self.given_before: dict[tuple[Function, Diagram | None], list[Diagram]] = {}
        #: The methods of objects at hand that may run where something else asks for them, by type or by what stands for
        #: the object (see :mod:`apivet.effects.secretive`).
        self.secretive: dict[object, Sequence[Function]] = {}
        #: All methods of types that act, and the names by which those that only seem to tell look into other objects.
        self.acting: dict[str, list[Function]] = {}
        self.looked_into: set[str] = set()
        #: The values of callbacks that run once an object is gone.
        self.awaiting_the_end: list[Diagram] = []
        #: The methods of types that run where nobody can tell (see :mod:`apivet.effects.special`).
        self.running_unasked: dict[str, list[Function]] = {}
        #: The objects with such methods that are being looked at.
        self.in_use: set[Diagram] = set()
        #: Arguments of calls that can't be followed, by the package or module that they may be remembered in.
        self.told: dict[str, list[Diagram]] = {}
        #: The packages that gave something unseen, by its number.
        self.givers: dict[int, str] = {}
        #: Failures of what fails for the same values again, by its name and these.
        self.raised: dict[tuple[str, tuple[Diagram, ...]], Raises] = {}
        #: The texts that were made whole numbers or refused, each with the guard (see :mod:`apivet.effects.parsed`).
        self.parsed: list[tuple[Input, bool, Diagram]] = []
        #: Whether anything led to the variables of calls.
        self.tells_variables = False
        #: The lists that take up the warnings of the program.
        self.warned_into: list[Diagram] = []
        #: Context managers that run callbacks where they are left: these, each with its guard; ``None`` where unknown.
        self.exit_stacks: dict[object, list[tuple[Diagram, Arguments]] | None] = {}
        #: Lists that take up what is printed.
        self.printed_into: list[Diagram] = []
        #: The result of the generator that was the last to end.
        self.returned: Diagram = self.none
        #: The iterators that were made, by their numbers.
        self.sources: list[ElementSource] = []
        #: Containers that can't be looked into and were yet gone through, by the value that stands for each.
        self.unknown_containers: dict[Input, Diagram] = {}
        self.elements_by_number: dict[Hashable, tuple[Diagram, Diagram]] = {}
        #: Containers that stand in modules and classes, by cell, with what is not known of them any more.
        self.shared: dict[int, dict[str, Diagram]] = {}
        self.constants: dict[tuple[str, str], Diagram] = {}
        #: The calls that were made before the hook ran, with their variables: functions may close over them.
        self.lasting_frames: dict[int, dict[str, Diagram]] = {}
        #: The iterators that were made before the hook ran, as they were then.
        self.lasting_sources: dict[int, ElementSource] = {}
        #: Declarations of values that were given (see :mod:`apivet.effects.declared`), and the kinds of values
        #: that they can be (see :mod:`apivet.effects.value_kinds`), as far as that was asked.
        self.declared: dict[Input, tuple[Shape, Annotation | None, bool]] = {}
        self.kinds: dict[Annotation, tuple[Any]] = {}
        #: The defaults of parameters of functions that stand in no other (see :mod:`apivet.effects.defaults`).
        self.defaults: dict[tuple[str, Location, str], Diagram] = {}
        #: The frames in which classes of functions were made, and the values that their bodies bound there.
        self.homes: dict[str, int] = {}
        self.bound_in_classes: dict[tuple[str, str], Diagram] = {}
        self._rooms = rooms
        self._steps = 0
        self._ranks: dict[Hashable, int] = {}
        self._local_names: dict[Function, tuple[str, ...]] = {}
        self._mentioned: dict[Function, frozenset[str] | None] = {}
        self._leading: dict[Function, bool] = {}
        self._set_outside: dict[Function, frozenset[str]] = {}
        self._changed_in_module: dict[Function, tuple[str, ...]] = {}

    def end(self) -> None:
        """Let go of everything: nothing can be asked of it any more."""
        vars(self).clear()

    # ------------------------------------------------------------------------------------------------------ rooms

    def evaluate(self, node: Expression) -> Diagram:
        """The value of an expression under the present guard."""
        self.step()
        return self._rooms.evaluate(self, node)

    def execute(self, block: Block) -> None:
        """Run statements under the present guard, which is then the guard under which the block ran to its end."""
        self._rooms.execute(self, block)

    def call(
        self,
        callee: Diagram,
        positional: Sequence[Diagram],
        named: Sequence[tuple[str, Diagram]],
        location: Location,
    ) -> Diagram:
        """Call a value; calls into the tree are followed."""
        self.step()
        return self._rooms.call(self, callee, Arguments(tuple(positional), tuple(named)), location)

    def step(self) -> None:
        """Count one step of work."""
        self._steps += 1
        if self._steps > self.limits.steps:
            raise BudgetExhausted(f"more than {self.limits.steps:,} steps, helpers included")

    def call_with(self, callee: Diagram, arguments: Arguments, location: Location) -> Diagram:
        """Call a value with arguments of which some are spread from unknown values."""
        self.step()
        return self._rooms.call(self, callee, arguments, location)

    def wait(self, value: Diagram, location: Location) -> Diagram:
        """``await value``: only now does the body of an async function run."""
        return self._rooms.wait(self, value, location)

    def truth_of(self, reference: Reference) -> Diagram | None:
        """The answer of an object to whether it is true; ``None`` where it says nothing."""
        return self._rooms.truth_of(self, reference)

    # ----------------------------------------------------------------------------------------------------- guards

    @property
    def alive(self) -> bool:
        """Whether anything can still run here."""
        return self.guard is not self.diagrams.false

    @property
    def frame(self) -> CallFrame:
        """The frame of the call that is running."""
        return self.stack[-1]

    def each(self, value: Diagram, act: Callable[[Any], Diagram]) -> Diagram:
        """Do something for each value that is possible here, under its own guard; the results, put together."""
        if isinstance(value, Leaf):
            return act(value.value)
        result: Diagram = self.diagrams.leaf(UNBOUND)
        left = self.diagrams.false
        for where, leaf in self.diagrams.cases(value, self.guard):
            self.guard = where
            result = self.diagrams.choose(where, act(leaf), result)
            left = self.diagrams.either(left, self.guard)
        self.guard = left
        return result

    def for_each(self, value: Diagram, act: Callable[[Any], None]) -> None:
        """Do something for each value that is possible here, under its own guard; where it fails, the path ends."""
        left = self.diagrams.false
        for where, leaf in self.diagrams.cases(value, self.guard):
            self.guard = where
            act(leaf)
            left = self.diagrams.either(left, self.guard)
        self.guard = left

    def each_guard(self, value: Diagram, ask: Callable[[Any], Diagram]) -> Diagram:
        """The guard that a question gives for each value that is possible here; asking changes nothing."""
        answer = self.diagrams.false
        for where, leaf in self.diagrams.cases(value, self.diagrams.true):
            answer = self.diagrams.either(answer, self.diagrams.both(where, ask(leaf)))
        return answer

    def note_branch(self, test: Diagram, location: Location) -> None:
        """Remember a decision for the witness."""
        if not isinstance(test, Leaf):
            self.branches.append(Branch(self.guard, test, location, tuple(self.heap.sites)))

    def note_exit(self, location: Location, raised: str | None = None) -> None:
        """Remember a ``return`` or a ``raise`` for the witness."""
        self.exits.append(Exit(self.guard, location, tuple(self.heap.sites), raised))

    def fail(self, where: Diagram, failure: str | Failures, held: tuple[Diagram, ...] = ()) -> None:
        """Something raises one of these failures where that guard holds; the rest goes on."""
        raising = self.diagrams.both(self.guard, where)
        if raising is self.diagrams.false:
            return
        self.guard = self.diagrams.both(self.guard, self.diagrams.negate(where))
        if self.catchers:
            failures = (failure,) if isinstance(failure, str) else failure
            self.catchers[-1].caught.append(Raised(raising, failures, held))

    def refuse(self, where: Diagram, failure: str | Failures, held: tuple[Diagram, ...] = ()) -> None:
        """The source itself raises where that guard holds."""
        self.refused = self.diagrams.either(self.refused, self.diagrams.both(self.guard, where))
        self.fail(where, failure, held)

    def doubt(self, where: Diagram) -> None:
        """Nothing may ever be stored where that guard holds: what decides it can't be seen through."""
        self.doubted = self.diagrams.either(self.doubted, self.diagrams.both(self.guard, where))

    def note_effect(self) -> None:
        """Something is done here that others can notice."""
        self.has_effect = self.has_effect or self.alive

    def begin(self) -> None:
        """The hook runs from here on."""
        self.has_effect = self.may_refuse = False
        self.heap.begin()
        self.lasting_frames = {frame.number: dict(frame.variables) for frame in self.frames}

    def restart(self) -> None:
        """Nothing of what was followed so far is a part of the hook."""
        self.guard, self._steps = self.diagrams.true, 0
        self.refused = self.doubted = self.diagrams.false
        self.parsed.clear()
        for log in (self.branches, self.exits, self.heap.lookups, self.heap.sites, self.orders, self.catchers):
            log.clear()
        self.has_effect = False
        self.heap.begin_again(self.heap.changed())
        for number in self.lasting_frames:
            self.lasting_frames[number] = dict(self.frames[number].variables)

    def keep(self, cells: int, frames: int, sources: int) -> None:
        """The objects, the calls and the iterators from these numbers on were there before the hook ran."""
        for number in range(cells, len(self.heap.cells)):
            self.heap.keep(number)
        for frame in self.frames[frames:]:
            self.lasting_frames[frame.number] = dict(frame.variables)
        for number in range(sources, len(self.sources)):
            self.lasting_sources[number] = replace(self.sources[number])

    # ----------------------------------------------------------------------------------------------------- values

    def unseen(
        self, reason: str, location: Location | None, operands: Sequence[Diagram] = (), *, free: bool = False
    ) -> Diagram:
        """A new value that the analysis can't see through; it depends on the operands as they are now."""
        settled = tuple(self.heap.settle(operand) for operand in operands)
        return self.diagrams.leaf(Unseen(reason, location, self.serial(), settled, free))

    def lose(
        self, values: Sequence[Diagram], reason: str, location: Location | None, read: Sequence[Diagram] = ()
    ) -> Diagram:
        """Something unknown was given these values: every object among them, and what is reachable from it, may be
        changed; what it could ``read`` may have come into them, and stays as it is. Gives the unknown result."""
        values = [*values, *self.led_to(values)]
        places = dict[Place, Diagram]()
        for value in values:  # and, at its end, those that lie at the places among them
            for where, leaf in self.diagrams.cases(value, self.guard):
                if isinstance(leaf, Place) and leaf.is_variable:
                    values += () if leaf in places else (self.heap.at_place(leaf),)
                    places[leaf] = self.diagrams.either(where, places.get(leaf, self.diagrams.false))
        values += self.heap.lost_with(self.guard, values)
        settled = tuple(self.heap.settle(value) for value in (*values, *read))
        result = Unseen(reason, location, self.serial(), settled)
        given = [
            (where, held)
            for value in values
            for where, leaf in self.diagrams.cases(value, self.guard)
            if (held := self.heap.object_behind(leaf)) is not None
        ]
        self.heap.lose(given, result)
        for place, where in places.items():
            variables = self.frames[place.holder].variables
            variables[place.name] = self.diagrams.choose(where, self.diagrams.leaf(result), variables[place.name])
        return self.diagrams.leaf(result)

    def variables(self) -> list[Diagram]:
        """The variables of calls that are running, or that ran."""
        return [value for frame in self.frames for value in frame.variables.values()]

    def led_to(self, values: Sequence[Diagram]) -> list[Diagram]:
        """All variables of calls, where one of the values was found among them: nobody can tell which it is."""
        return self.variables() if self.tells_variables and found_among_variables(values) else []

    def given(self, value: Diagram) -> Diagram:
        """The guard under which there is a value at all: a key may be there on some paths only."""
        return self.diagrams.negate(self.diagrams.where(value, self.diagrams.leaf(UNBOUND)))

    def tell(self, holder: str, given: Sequence[Diagram]) -> None:
        """A call of something that remembers what it is given, or that it was called at all."""
        called = self.diagrams.choose(self.guard, self.diagrams.leaf(TRUE), self.diagrams.leaf(FALSE))
        self.told.setdefault(holder, []).extend((called, *(self.heap.settle(value) for value in given)))

    def unknown_container(self, value: Diagram) -> Input:
        """Something that can't be looked into, as a container of which nobody knows how many elements it has."""
        source = Input(UNKNOWN_ROOT, (f"{self.rank(value)}",))
        self.unknown_containers[source] = value
        return source

    def only(self, value: Diagram) -> Diagram:
        """The one value that is possible here, where it is one."""
        possible = self.diagrams.cases(value, self.guard)
        return self.diagrams.leaf(possible[0][1]) if len(possible) == 1 else value

    def serial(self) -> int:
        """A number that no other decision or unseen value has."""
        return self.heap.serial()

    def rank(self, value: Hashable) -> int:
        """A number for a settled value, in the order in which values were first compared."""
        return self._ranks.setdefault(value, len(self._ranks))

    # ----------------------------------------------------------------------------------------------------- frames

    def push(self, function: Function | None, module: str, parent: int | None) -> CallFrame:
        """Enter a call."""
        if len(self.stack) >= CALLS_INSIDE_CALLS:
            raise BudgetExhausted(f"more than {CALLS_INSIDE_CALLS} calls inside each other")
        frame = CallFrame(len(self.frames), function, module, parent, self.diagrams.false, self.none)
        self.frames.append(frame)
        self.stack.append(frame)
        return frame

    def variable(self, name: str) -> Diagram | None:
        """The value of a local variable of this function or of one around it."""
        frame: CallFrame | None = self.frame
        while frame is not None:
            if name in frame.variables and name not in frame.outer:
                return frame.variables[name]
            if name in frame.of_module:
                break
            frame = self.frames[frame.parent] if frame.parent is not None else None
        return self.module_variables.get((self.frame.module, name))

    def local_names(self, function: Function) -> tuple[str, ...]:
        """The names that a function binds anywhere in its body: until then they have no value."""
        known = self._local_names.get(function)
        if known is None:
            known = self._local_names[function] = tuple(sorted(local_names(function)))
        return known

    def mentioned(self, function: Function) -> frozenset[str] | None:
        """The names that the body of a function mentions; ``None`` where it may read any."""
        if function not in self._mentioned:
            self._mentioned[function] = names_in(function)
        return self._mentioned[function]

    def leads_to_variables(self, function: Function) -> bool:
        """Whether a function may go from its call to the variables of others."""
        if function not in self._leading:
            self._leading[function] = leads_to_variables(function)
        return self._leading[function]

    def changed_in_module(self, function: Function) -> tuple[str, ...]:
        """The variables of its module that hold what a function changes."""
        if function not in self._changed_in_module:
            self._changed_in_module[function] = changed_in_module(self.program, function)
        return self._changed_in_module[function]

    def set_outside(self, function: Function) -> list[str]:
        """The names of other scopes that a function sets, in a fixed order."""
        if function not in self._set_outside:
            self._set_outside[function] = set_outside(function)
        return sorted(self._set_outside[function])

    def bind(self, name: str, value: Diagram, frame: CallFrame | None = None) -> None:
        """Set a local variable, of the function that is running or of another frame, under the present guard."""
        frame = frame or self.frame
        if name in frame.outer:
            is_last = frame.parent is None or name in frame.of_module
            holder: CallFrame | None = None if is_last else self.frames[frame.parent or 0]
            while holder is not None and name not in holder.variables:
                holder = self.frames[holder.parent] if holder.parent is not None else None
            if holder is None:
                self.note_effect()  # a variable of the module
            frame = holder or frame
            if holder is None:
                self.bind_in_module(frame.module, name, value)
                return
        elif name in frame.outer:
            self.bind_in_module(frame.module, name, value)
            return
        before = frame.variables.get(name)
        static = frame.function if frame.function is not None and frame.function.is_static else None
        if static is not None and (before is self.diagrams.leaf(UNBOUND) or name in bound_once(static)):
            before = None  # nobody sees it
        if before is None and frame.is_class:
            before = self.diagrams.leaf(UNBOUND)
        frame.variables[name] = value if before is None else self.diagrams.choose(self.guard, value, before)

    def bind_in_module(self, module: str, name: str, value: Diagram) -> None:
        """Set a variable of a module; elsewhere nobody knows what it is."""
        key = (module, name)
        before = self.module_variables.get(key)
        if before is None:
            before = self.unseen(f"{name}, which is a variable of the module", None)
        self.module_variables[key] = self.diagrams.choose(self.guard, value, before)
