"""Values that depend on decisions, as shared decision diagrams.

The interpreter never forks. Where two branches of a program leave different values behind, both are kept, told apart by
the decision between them. A :class:`Diagram` is a leaf (one value) or a test of one decision with a diagram for either
answer; the same decision is tested at most once on any way down, always in one order (see :meth:`Diagrams.decide`), and
equal diagrams are one object. So a hundred independent ``if`` statements make a hundred small diagrams and not 2**100
paths, and branches that do the same leave no trace of their decision.

A *guard* is a diagram whose leaves are ``True`` and ``False``: the condition under which something happens.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any, ClassVar, Final, Union

from msgspec import Struct

from apivet.effects.limits import FULL
from apivet.vocabulary import SETTLED


class BudgetExhausted(Exception):
    """The analysis met more than it is willing to follow; the verdict is then ``unproven``. ``place`` says where, in
    words, once that is known."""

    def __init__(self, reason: str, place: str = "") -> None:
        super().__init__(reason)
        self.place = place

    def __str__(self) -> str:
        told = f"gave up {self.place}: " if self.place else ""
        return f"{told}{self.args[0]}; {SETTLED}"


class Leaf:
    """One value, whatever is decided. Its ``decision`` comes after all others."""

    __slots__ = ("value",)

    decision: ClassVar[int] = sys.maxsize

    def __init__(self, value: Hashable) -> None:
        self.value = value

    def __repr__(self) -> str:
        return f"<{self.value!r}>"


class Fork(Struct, eq=False, gc=False):
    """``high`` where the decision is true, ``low`` where it is false. Its ``leaves`` are known once they were asked
    for."""

    decision: int
    high: Diagram
    low: Diagram
    leaves: tuple[Leaf, ...] = ()

    def __repr__(self) -> str:
        return f"({self.decision}? {self.high!r} : {self.low!r})"


Diagram = Union[Leaf, Fork]
#: Numbers that are set aside for the decisions about one subject; one that has more gets as many again.
_SET_ASIDE: Final = 32


class Diagrams:
    """Makes diagrams, each distinct one once, and combines them."""

    def __init__(
        self, budget: int = FULL.nodes, subject_of: Callable[[Hashable], Hashable] = lambda decision: decision
    ) -> None:
        self.budget = budget
        #: The decisions by their numbers.
        self.decisions: dict[int, Hashable] = {}
        self._subject_of = subject_of
        #: For each subject, the number that the next decision about it gets.
        self._next: dict[Hashable, int] = {}
        self._set_aside = 0
        #: Answers to decisions that are asked about in no other case, and those of them that were needed.
        self.assumed: dict[Hashable, bool] = {}
        self.needed: dict[Hashable, bool] = {}
        self._numbers: dict[Hashable, int] = {}
        self._leaves: dict[tuple[type, Hashable], Leaf] = {}
        self._tests: dict[tuple[int, Diagram, Diagram], Fork] = {}
        self._chosen: dict[tuple[Diagram, Diagram, Diagram], Diagram] = {}
        self._both: dict[tuple[Diagram, Diagram], Diagram] = {}
        self._either: dict[tuple[Diagram, Diagram], Diagram] = {}
        self._negated: dict[Diagram, Diagram] = {}
        self._assumed: dict[tuple[Diagram, Diagram], Diagram] = {}
        self._where: dict[Diagram, dict[Leaf, Diagram]] = {}
        self.true: Diagram = self.leaf(True)
        self.false: Diagram = self.leaf(False)

    def leaf(self, value: Hashable) -> Leaf:
        """The diagram of a value that depends on nothing."""
        key = (type(value), value)
        found = self._leaves.get(key)
        if found is None:
            found = self._leaves[key] = Leaf(value)
        return found

    def decide(self, decision: Hashable) -> Diagram:
        """The guard that is true where the decision is. Subjects are in the order in which they were first met, and so
        are the decisions about each: where code first asks of each field whether it is set, and then compares each, the
        diagram of all comparisons has a part for each field, and no more."""
        number = self._numbers.get(decision)
        if number is None:
            answer = self.assumed.get(decision)
            if answer is not None:
                self.needed[decision] = answer
                return self.true if answer else self.false
            subject = self._subject_of(decision)
            number = self._next.get(subject, 0)
            if number % _SET_ASIDE == 0:
                self._set_aside += _SET_ASIDE
                number = self._set_aside + 1
            self._numbers[decision], self._next[subject] = number, number + 1
            self.decisions[number] = decision
        return self._test(number, self.true, self.false)

    def open_decisions(self) -> frozenset[Hashable]:
        """The decisions that were asked for, and that nothing that is assumed answers."""
        return frozenset(self._numbers)

    def _test(self, decision: int, high: Diagram, low: Diagram) -> Diagram:
        if high is low:
            return high
        key = (decision, high, low)
        found = self._tests.get(key)
        if found is None:
            if len(self._tests) >= self.budget:
                raise BudgetExhausted(f"more than {self.budget:,} combinations of conditions")
            found = self._tests[key] = Fork(decision, high, low)
        return found

    # The next three are by far the most frequent calls of all: they ask for no helpers, and each is remembered by as
    # few parts as tell its result.

    def choose(self, guard: Diagram, then: Diagram, otherwise: Diagram) -> Diagram:
        """``then`` where the guard holds, ``otherwise`` elsewhere."""
        if guard is self.true or then is otherwise:
            return then
        if guard is self.false:
            return otherwise
        if otherwise is self.false or otherwise is guard:
            return self.both(guard, then)
        if then is self.true or then is guard:
            return self.either(guard, otherwise)
        key = (guard, then, otherwise)
        found = self._chosen.get(key)
        if found is None:
            top = min(guard.decision, then.decision, otherwise.decision)
            guard_high, guard_low = (guard.high, guard.low) if guard.decision == top else (guard, guard)  # type: ignore[union-attr]
            then_high, then_low = (then.high, then.low) if then.decision == top else (then, then)  # type: ignore[union-attr]
            other_high, other_low = (
                (otherwise.high, otherwise.low) if otherwise.decision == top else (otherwise, otherwise)  # type: ignore[union-attr]
            )
            high, low = self.choose(guard_high, then_high, other_high), self.choose(guard_low, then_low, other_low)
            found = self._chosen[key] = high if high is low else self._test(top, high, low)
        return found

    def both(self, left: Diagram, right: Diagram) -> Diagram:
        """The guard that holds where both do."""
        if left is right or right is self.true:
            return left
        if left is self.true:
            return right
        if left is self.false or right is self.false:
            return self.false
        top, other = left.decision, right.decision
        key = (left, right) if top <= other else (right, left)
        found = self._both.get(key)
        if found is None:
            if top == other:
                high, low = self.both(left.high, right.high), self.both(left.low, right.low)  # type: ignore[union-attr]
            elif top < other:
                high, low = self.both(left.high, right), self.both(left.low, right)  # type: ignore[union-attr]
            else:
                top, high, low = other, self.both(left, right.high), self.both(left, right.low)  # type: ignore[union-attr]
            found = self._both[key] = high if high is low else self._test(top, high, low)
        return found

    def either(self, left: Diagram, right: Diagram) -> Diagram:
        """The guard that holds where at least one does."""
        if left is right or right is self.false:
            return left
        if left is self.false:
            return right
        if left is self.true or right is self.true:
            return self.true
        top, other = left.decision, right.decision
        key = (left, right) if top <= other else (right, left)
        found = self._either.get(key)
        if found is None:
            if top == other:
                high, low = self.either(left.high, right.high), self.either(left.low, right.low)  # type: ignore[union-attr]
            elif top < other:
                high, low = self.either(left.high, right), self.either(left.low, right)  # type: ignore[union-attr]
            else:
                top, high, low = other, self.either(left, right.high), self.either(left, right.low)  # type: ignore[union-attr]
            found = self._either[key] = high if high is low else self._test(top, high, low)
        return found

    def joined(self, entered: Diagram, inside: Diagram, left: Diagram, skipped: Diagram) -> Diagram:
        """The guard behind code that is run ``inside`` a part of a guard: where it has ``left`` off, and where it was
        ``skipped``. Most code goes on wherever it was entered, and nothing has to be put together."""
        return entered if left is inside else self.either(left, self.both(entered, skipped))

    def negate(self, guard: Diagram) -> Diagram:
        """The guard that holds where this one does not."""
        if isinstance(guard, Leaf):
            return self.false if guard is self.true else self.true
        found = self._negated.get(guard)
        if found is None:
            found = self._test(guard.decision, self.negate(guard.high), self.negate(guard.low))
            self._negated[guard], self._negated[found] = found, guard
        return found

    def cases(self, diagram: Diagram, guard: Diagram) -> list[tuple[Diagram, Any]]:
        """Each value that the diagram can have under the guard, with the guard under which it has it."""
        if isinstance(diagram, Leaf):
            return [(guard, diagram.value)]
        found = []
        for leaf, where in self._told_apart(diagram).items():
            here = self.both(guard, where)
            if here is not self.false:
                found.append((here, leaf.value))
        return found

    def where(self, diagram: Diagram, leaf: Leaf) -> Diagram:
        """The guard under which the diagram is that leaf."""
        return self._told_apart(diagram).get(leaf, self.false)

    def _told_apart(self, part: Diagram) -> dict[Leaf, Diagram]:
        """Each leaf in the order of a walk, with the guard under which the diagram is that leaf. Most diagrams are made
        of others of which that was asked before."""
        if isinstance(part, Leaf):
            return {part: self.true}
        found = self._where.get(part)
        if found is None:
            high, low = self._told_apart(part.high), self._told_apart(part.low)
            found = {leaf: self._test(part.decision, where, low.get(leaf, self.false)) for leaf, where in high.items()}
            for leaf, where in low.items():
                if leaf not in found:
                    found[leaf] = self._test(part.decision, self.false, where)
            self._where[part] = found
        return found

    def restrict(self, diagram: Diagram, answers: Callable[[int], bool | None]) -> Diagram:
        """The diagram where some decisions have been taken: ``(a? x : (b? y : z))`` where *a* is false becomes
        ``(b? y : z)``."""
        return self._restrict(diagram, answers, {})

    def where_taken(self, diagram: Diagram, answers: Mapping[Any, bool]) -> Diagram:
        """The diagram where decisions have been taken, by these themselves."""
        return self.restrict(diagram, lambda number: answers.get(self.decisions[number]))

    def _restrict(self, part: Diagram, answers: Callable[[int], bool | None], made: dict[Diagram, Diagram]) -> Diagram:
        if isinstance(part, Leaf):
            return part
        result = made.get(part)
        if result is None:
            answer = answers(part.decision)
            if answer is None:
                high, low = self._restrict(part.high, answers, made), self._restrict(part.low, answers, made)
                result = self._test(part.decision, high, low)
            else:
                result = self._restrict(part.high if answer else part.low, answers, made)
            made[part] = result
        return result

    def forced(self, guard: Diagram) -> dict[int, bool]:
        """The decisions that have the same answer wherever the guard holds: both, for ``a and not b``."""
        return self._forced(guard, {}) or {}

    def _forced(self, part: Diagram, known: dict[Diagram, dict[int, bool] | None]) -> dict[int, bool] | None:
        if isinstance(part, Leaf):
            return {} if part is self.true else None
        if part not in known:
            high, low = self._forced(part.high, known), self._forced(part.low, known)
            if high is None or low is None:
                below = low if high is None else high
                known[part] = None if below is None else {part.decision: low is None, **below}
            else:
                known[part] = {number: answer for number, answer in high.items() if low.get(number) is answer}
        return known[part]

    def transform(self, diagram: Diagram, change: Callable[[Leaf], Diagram]) -> Diagram:
        """The diagram with each leaf replaced by a diagram."""
        if isinstance(diagram, Leaf):
            return change(diagram)
        return self._transform(diagram, change, {})

    def _transform(self, part: Diagram, change: Callable[[Leaf], Diagram], made: dict[Diagram, Diagram]) -> Diagram:
        result = made.get(part)
        if result is None:
            if isinstance(part, Leaf):
                result = change(part)
            else:
                high, low = self._transform(part.high, change, made), self._transform(part.low, change, made)
                if high is part.high and low is part.low:
                    result = part
                elif high.decision > part.decision < low.decision:
                    result = self._test(part.decision, high, low)
                else:
                    result = self.choose(self._test(part.decision, self.true, self.false), high, low)
            made[part] = result
        return result

    def assuming(self, diagram: Diagram, guard: Diagram) -> Diagram:
        """A diagram with the same values where the guard holds, without decisions that the guard takes: its cofactor.
        ``(a? (b? x : y) : z)`` where *a and not b* is ``y``."""
        if isinstance(diagram, Leaf) or isinstance(guard, Leaf):
            return diagram
        key = (diagram, guard)
        found = self._assumed.get(key)
        if found is None:
            top = min(diagram.decision, guard.decision)
            (high, low), (where_true, where_false) = _sides(guard, top), _sides(diagram, top)
            if high is self.false:
                found = self.assuming(where_false, low)
            elif low is self.false:
                found = self.assuming(where_true, high)
            elif diagram.decision > top:
                found = self.assuming(diagram, self.either(high, low))
            else:
                found = self._test(top, self.assuming(where_true, high), self.assuming(where_false, low))
            self._assumed[key] = found
        return found


def _sides(diagram: Diagram, decision: int) -> tuple[Diagram, Diagram]:
    """The diagram where a decision is true, and where it is false."""
    if isinstance(diagram, Fork) and diagram.decision == decision:
        return diagram.high, diagram.low
    return diagram, diagram


def leaves(diagram: Diagram) -> tuple[Leaf, ...]:
    """Each leaf of the diagram once, in the order of a walk."""
    if isinstance(diagram, Leaf):
        return (diagram,)
    if not diagram.leaves:
        diagram.leaves = tuple(part for part in _parts(diagram) if isinstance(part, Leaf))
    return diagram.leaves


def decisions(diagram: Diagram) -> set[int]:
    """The numbers of all decisions that the diagram tests."""
    return {part.decision for part in _parts(diagram) if isinstance(part, Fork)}


def _parts(diagram: Diagram) -> Iterator[Diagram]:
    seen: set[Diagram] = set()
    pending = [diagram]
    while pending:
        part = pending.pop()
        if part not in seen:
            seen.add(part)
            yield part
            if isinstance(part, Fork):
                pending += (part.low, part.high)
