"""Random sequences of requests for one object: created, updated, its status updated, gates turned on and off in
between.

The other experiments choose what is stored; here it is what the hooks themselves have stored before. What is true of
every run is asked at every step. The step in which that is not so is a case of its own, whatever came before it.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct, field

from apivet.blackbox.asked import invariants
from apivet.blackbox.limits import SEQUENCE_STEPS
from apivet.blackbox.objects.access import ABSENT
from apivet.blackbox.objects.paths import nodes_of, value_at, with_value_at
from apivet.blackbox.properties.trial import HookTrial, Invariant, pairs
from apivet.blackbox.properties.trimming import trimmed
from apivet.blackbox.properties.values import is_mentioned
from apivet.blackbox.rig.running import Given, Rig
from apivet.paths import Path
from apivet.vocabulary import CREATE, UPDATE

#: Numbers of bases, places and values to choose from.
_BASES: Final = 16
_PLACES: Final = 256
_VALUES: Final = 16
#: Changes of one object, at most.
_CHANGES: Final = 3


def run_sequences(rig: Rig, take: Callable[[HookTrial], object]) -> None:
    """Run as many random sequences as are asked for, and have each step's questions taken."""
    questions = invariants(rig)
    if not questions:
        return
    seed = zlib.crc32(f"{rig.assignment.seed} {rig.assignment.name}".encode("utf-8", "surrogatepass"))
    known = sorted(rig.assignment.known_gates)
    first = rig.assignment.first_sequence
    for index in range(first, first + rig.assignment.sequences):
        draws = random.Random(seed << 32 | index)  # a sequence is the same, whichever come before it
        sequence = StatefulRun(rig, take, questions)
        sequence.gates = {gate: draws.random() < 1 / 2 for gate in known}
        sequence.create(_drawn(draws))
        for _ in range(SEQUENCE_STEPS):
            if known and not draws.randrange(3):
                sequence.turn(draws.choice(known))
            else:
                draws.choice((sequence.update, sequence.update_subresource))(_drawn(draws))


class Recipe(Struct, frozen=True):
    """The recipe of an object: the one to start from, and changes to it, as pairs of a place and a value. Whatever
    the numbers are, they mean something."""

    base: int
    changes: tuple[tuple[int, int], ...]


def _drawn(draws: random.Random) -> Recipe:
    base, count = draws.randrange(_BASES), draws.randrange(_CHANGES + 1)
    return Recipe(base, tuple((draws.randrange(_PLACES), draws.randrange(_VALUES)) for _ in range(count)))


class StatefulRun(Struct):
    """One object in a server. Requests through the strategy that is tried are asked about; the others bring the object
    into the states that it can be in."""

    rig: Rig
    take: Callable[[HookTrial], object]
    questions: Sequence[Invariant]
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
        """A caller updates it through the main resource. Without a hook, all is stored but the status, which is the
        server's."""
        self._update(self._main, recipe, lambda sent: self._with_status(sent, self.stored))

    def update_subresource(self, recipe: Recipe) -> None:
        """A caller, or the server's own controller, updates it through the subresource."""
        self._update(self._other, recipe, lambda sent: self._with_status(self.stored, sent))

    def turn(self, gate: str) -> None:
        """The server starts anew with a gate turned."""
        self.gates = {**self.gates, gate: not self.gates[gate]}

    # ---------------------------------------------------------------------------------------------------- steps

    def _update(self, rig: Rig | None, recipe: Recipe, without_hook: Callable[[Any], Any]) -> None:
        if self.stored is None:
            self.create(recipe)
        elif rig is None:
            self.stored = without_hook(self._sent(recipe))
        else:
            self._run(rig, UPDATE, self._sent(recipe), self.stored)

    def _run(self, rig: Rig, hook: str, obj: Any, old: Any) -> None:
        """A request through one of the strategies."""
        if rig is self.rig:
            given = Given(obj, old, None, self.gates)
            for question in self.questions:
                if question.hook == hook and question.applies(rig, given):
                    self.take(question.on(given))
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
