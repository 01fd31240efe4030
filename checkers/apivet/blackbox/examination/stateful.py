"""Random sequences of requests for one object: created, updated, its status updated, gates turned on and off in
between.

The other experiments choose what is stored; here it is what the hooks themselves have stored before. What is true of
every run is asked at every step. Where that is not so in some sequence, hypothesis looks for the shortest one in which
it is not; to have it draw those in which nothing is wrong, which are nearly all, takes longer than to run them.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol

from msgspec import Struct, field

from apivet.blackbox.asked import invariants
from apivet.blackbox.limits import SEQUENCE_STEPS, SHRINKING_EXAMPLES
from apivet.blackbox.objects.access import ABSENT
from apivet.blackbox.objects.paths import nodes_of, value_at, with_value_at
from apivet.blackbox.properties.trial import HookTrial, Invariant, Violation, pairs
from apivet.blackbox.properties.trimming import trimmed
from apivet.blackbox.properties.values import is_mentioned
from apivet.blackbox.rig.running import Given, Rig
from apivet.paths import Path
from apivet.vocabulary import CREATE, UPDATE

if TYPE_CHECKING:
    from hypothesis.stateful import RuleBasedStateMachine

#: A draw takes longer than most hooks do, so that a recipe is three numbers and no list of lists. Numbers below 2**24
#: are drawn evenly.
_CHANGE: Final = 1 << 12
_NUMBERS: Final = (4 * 16 - 1, _CHANGE**2 - 1, _CHANGE - 1)


class Asking(Protocol):
    """The source of questions."""

    def ask(self, trial: HookTrial) -> Violation | None:
        """The violation, or ``None``."""

    def settle(self, trial: HookTrial, violation: Violation) -> None:
        """Note it, and ask that no more."""


class _BrokenError(Exception):
    """A step broke a rule."""

    def __init__(self, trial: HookTrial, violation: Violation) -> None:
        super().__init__(trial.rule)
        self.trial = trial
        self.violation = violation


def run_sequences(rig: Rig, asking: Asking) -> None:
    """Run random sequences, until no further rule breaks in as many as were asked for."""
    questions = invariants(rig)
    if not questions or not rig.assignment.sequences:
        return
    seed = zlib.crc32(f"{rig.assignment.seed} {rig.assignment.name}".encode("utf-8", "surrogatepass"))
    for _ in range(len(questions) + 1):
        broken = _seen(rig, asking, questions, seed)
        if broken is None:
            return
        # Of several pieces of work, the first looks for shorter sequences, as they would all draw the same ones.
        shortest = (None if rig.assignment.first_sequence else _shortest(rig, asking, questions, seed)) or broken
        asking.settle(shortest.trial, shortest.violation)


def _seen(rig: Rig, asking: Asking, questions: Sequence[Invariant], number: int) -> _BrokenError | None:
    """The last step of the first sequence in which a rule is broken, of as many as were asked for."""
    known = sorted(rig.assignment.known_gates)
    first = rig.assignment.first_sequence
    try:
        for index in range(first, first + rig.assignment.sequences):
            draws = random.Random(number << 32 | index)  # a sequence is the same, whichever come before it
            sequence = StatefulRun(rig, asking, questions, [])
            sequence.gates = {gate: draws.random() < 1 / 2 for gate in known}
            sequence.create(_drawn(draws))
            for _ in range(SEQUENCE_STEPS):
                if known and not draws.randrange(3):
                    sequence.turn(draws.choice(known))
                else:
                    draws.choice((sequence.update, sequence.update_subresource))(_drawn(draws))
    except _BrokenError as error:
        return error
    return None


def _drawn(draws: random.Random) -> Recipe:
    return Recipe.of(*(draws.randint(0, most) for most in _NUMBERS))


def _shortest(rig: Rig, asking: Asking, questions: Sequence[Invariant], number: int) -> _BrokenError | None:
    """The last step of the shortest sequence found in which a rule is broken."""
    from hypothesis import HealthCheck, Phase, Verbosity, seed, settings
    from hypothesis.errors import Flaky
    from hypothesis.stateful import run_state_machine_as_test

    from apivet.blackbox.objects.hypothesis_isolation import by_seed_alone

    broken: list[_BrokenError] = []
    machine = seed(number)(_machine(rig, asking, questions, broken))
    budget = settings(
        max_examples=SHRINKING_EXAMPLES,
        stateful_step_count=SEQUENCE_STEPS,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
        print_blob=False,
        report_multiple_bugs=False,
    )
    try:
        with by_seed_alone():
            run_state_machine_as_test(machine, settings=budget)
    except _BrokenError as error:
        return error
    except Flaky:
        # Hooks that remember what they did before do not break a rule twice in the same way; once is enough.
        return broken[0] if broken else None
    return None


def _machine(
    rig: Rig, asking: Asking, questions: Sequence[Invariant], broken: list[_BrokenError]
) -> type[RuleBasedStateMachine]:
    """The steps that a sequence can take."""
    from hypothesis import strategies
    from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

    recipes = strategies.tuples(*(strategies.integers(0, most) for most in _NUMBERS))
    known = sorted(rig.assignment.known_gates)

    class Sequences(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            self.stateful = StatefulRun(rig, asking, questions, broken)

        @initialize(on=strategies.integers(0, (1 << len(known)) - 1), recipe=recipes)
        def create(self, on: int, recipe: tuple[int, int, int]) -> None:
            self.stateful.gates = {gate: bool(on >> index & 1) for index, gate in enumerate(known)}
            self.stateful.create(Recipe.of(*recipe))

        @rule(recipe=recipes)
        def update(self, recipe: tuple[int, int, int]) -> None:
            self.stateful.update(Recipe.of(*recipe))

        @rule(recipe=recipes)
        def update_subresource(self, recipe: tuple[int, int, int]) -> None:
            self.stateful.update_subresource(Recipe.of(*recipe))

        if known:

            @rule(gate=strategies.sampled_from(known))
            def turn(self, gate: str) -> None:
                self.stateful.turn(gate)

    return Sequences


class Recipe(Struct, frozen=True):
    """The recipe of an object: the one to start from, and changes to it, as pairs of a place and a value. Whatever
    the numbers are, they mean something; smaller ones mean simpler things."""

    base: int
    changes: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, start: int, one: int, other: int) -> Recipe:
        """The recipe that these numbers stand for, with up to three changes."""
        base, count = divmod(start, 4)
        changes = (one % _CHANGE, one // _CHANGE, other % _CHANGE)[:count]
        return cls(base, tuple((change % 256, change // 256) for change in changes))


class StatefulRun(Struct):
    """One object in a server. Requests through the strategy that is tried are asked about; the others bring the object
    into the states that it can be in."""

    rig: Rig
    asking: Asking
    questions: Sequence[Invariant]
    broken: list[_BrokenError]
    stored: Any = None
    gates: Mapping[str, bool] = field(default_factory=dict)

    @property
    def _bases(self) -> list[tuple[Any, Any]]:
        """The objects that callers start from."""
        return self.rig.memo.of(_bases, self.rig)

    @property
    def _main(self) -> Rig | None:
        return self.rig if self.rig.assignment.role == "main" else self.rig.partner

    @property
    def _other(self) -> Rig | None:
        return self.rig.partner if self.rig.assignment.role == "main" else self.rig

    def create(self, recipe: Recipe) -> None:
        """A caller creates the object."""
        obj = self._made(recipe, [obj for obj, _ in self._bases])
        if self._main is None:
            self.stored = obj
            return
        self._run(self._main, CREATE, obj, None)

    def update(self, recipe: Recipe) -> None:
        """A caller updates it through the main resource."""
        if self.stored is None:
            self.create(recipe)
            return
        obj = self._sent(recipe)
        if self._main is None:
            # Nobody's hook: what the caller sends but for the status, which is the server's.
            self.stored = self._with_status(obj, self.stored)
            return
        self._run(self._main, UPDATE, obj, self.stored)

    def update_subresource(self, recipe: Recipe) -> None:
        """A caller, or the server's own controller, updates it through the subresource."""
        if self.stored is None:
            self.create(recipe)
            return
        obj = self._sent(recipe)
        if self._other is None:
            self.stored = self._with_status(self.stored, obj)
            return
        self._run(self._other, UPDATE, obj, self.stored)

    def turn(self, gate: str) -> None:
        """The server starts anew with a gate turned."""
        self.gates = {**self.gates, gate: not self.gates[gate]}

    # ---------------------------------------------------------------------------------------------------- steps

    def _run(self, rig: Rig, hook: str, obj: Any, old: Any) -> None:
        """A request through one of the strategies. Raises :class:`_BrokenError`."""
        if rig is self.rig:
            given = Given(obj, old, None, self.gates)
            for question in self.questions:
                if question.hook == hook and question.applies(rig, given):
                    trial = question.on(given)
                    violation = self.asking.ask(trial)
                    if violation is not None:
                        self.broken[:] = [_BrokenError(trial, violation)]
                        raise self.broken[0]
        seen = rig.run(hook, obj, old, self.gates)
        if seen.stored is not None and type(seen.stored.value) is type(obj):
            self.stored = seen.stored.value

    def _sent(self, recipe: Recipe) -> Any:
        """The object that a caller sends: the stored one, or something else, with changes."""
        others = [side for pair in self._bases for side in pair]
        return self._made(recipe, [base for other in others for base in (self.stored, other)])

    def _made(self, recipe: Recipe, bases: Sequence[Any]) -> Any:
        obj = bases[recipe.base % len(bases)]
        every, likely = self._places()
        for place, value in recipe.changes:
            places = likely if place % 4 and likely else every
            steps = places[(place >> 2) % len(places)] if places else ()
            if value_at(obj, steps) is ABSENT:
                continue
            other = self.rig.alternatives.drawn(obj, steps, value)
            if other is not ABSENT:
                obj = with_value_at(obj, steps, other)
        return obj

    def _places(self) -> tuple[list[Path], list[Path]]:
        """Places where a filled object can be changed, and those of them that the strategy's code speaks of."""
        return self.rig.memo.of(_places, self.rig)

    def _with_status(self, obj: Any, other: Any) -> Any:
        """The object with the status of another one, where such objects have one."""
        return self.rig.with_part(obj, other, self.rig.words.status) if self.rig.parts.status else obj


def _bases(rig: Rig) -> list[tuple[Any, Any]]:
    return [(trimmed(rig, obj), trimmed(rig, old)) for obj, old in pairs(rig)]


def _places(rig: Rig) -> tuple[list[Path], list[Path]]:
    every = [steps for steps, _ in nodes_of(_bases(rig)[0][0], ()) if steps]
    return every, [steps for steps in every if is_mentioned(steps, rig.mentions.names)]
