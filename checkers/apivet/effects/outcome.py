"""Outcomes of hooks, and the questions that rules ask of them.

:func:`run_hook` interprets a hook once. A question is a function of a :class:`View`: one consistent set of decisions
under which everything asked for has one value. :meth:`Outcome.ask` goes through the views that the question tells
apart, and only those: a question about one field never pays for the others.
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Generic, TypeVar

from msgspec import Struct, field

from apivet.effects import plain
from apivet.effects.decided import NotHere, UndecidedError
from apivet.effects.declared import is_unordered
from apivet.effects.diagrams import BudgetExhausted, Diagram, Fork, decisions, leaves
from apivet.effects.limits import FULL
from apivet.effects.picture import Picture
from apivet.effects.theory import Assumptions, Theory, assuming_all
from apivet.effects.values import Decision
from apivet.effects.view import View

Answer = TypeVar("Answer")


class Explored(Struct, Generic[Answer]):
    """The answers to a question, each with the decisions under which it was given."""

    answers: list[tuple[Answer, Assumptions]] = field(default_factory=list)
    #: Why there are no more, where there were too many.
    exhausted: BudgetExhausted | None = None


class _Ways(Struct, Generic[Answer]):
    """Views that are still to be asked. ``told`` is the answer that all of them give, where that is known."""

    views: Iterator[View]
    told: tuple[Answer, ...] = ()


class Outcome(Picture):
    """A hook's exits, of which questions can be asked."""

    #: Views that one question may need before it is left unproven; as the machine's limits say, where it is 0.
    _views = 0

    @property
    def views(self) -> int:
        """The number of views that one question may need before it is left unproven."""
        return self._views or self.machine.limits.views

    def at_length(self) -> Outcome:
        """The same exits, of which questions may go as far as they ever may."""
        made = copy.copy(self)
        made._views = FULL.views
        return made

    def failing(self) -> Outcome:
        """The ways on which nothing is stored, though the source itself raises nothing there, in the place of exits."""
        diagrams = self.machine.diagrams
        made = copy.copy(self)
        made.exits = diagrams.negate(diagrams.either(self.exits, self.machine.refused))
        return made

    def is_refused(self, assuming: Mapping[Decision, bool]) -> bool:
        """Whether nothing is ever stored where these decisions are taken, though they may be."""
        start = self._assuming(assuming)
        return start is not None and self._open(self.exits, start) is self.machine.diagrams.false

    def is_doubted(self, assuming: Mapping[Decision, bool]) -> bool:
        """Whether it may be that nothing is ever stored where these decisions are taken."""
        start, diagrams = self._assuming(assuming), self.machine.diagrams
        return start is None or self._open(self.machine.doubted, start) is not diagrams.false

    def ask(
        self,
        question: Callable[[View], Answer],
        assuming: Mapping[Decision, bool] | Assumptions | None = None,
        holds: Callable[[Answer], bool] | None = None,
        settles: Callable[[Answer], bool] | None = None,
    ) -> Explored[Answer]:
        """Put a question to every consistent view of the exits that it tells apart.

        With ``holds``, the question is put to sets of views at once: those that leave one value where it looks. An
        answer that holds is taken for all of them, whether they are exits or not, so that a question about one part
        does not pay for the many ways that lead there; any other is looked at view by view. The first answer that
        ``settles`` the matter is the last.
        """
        explored: Explored[Answer] = Explored()
        try:
            for answered, assumptions in self.answers(question, assuming, holds):
                explored.answers.append((answered, assumptions))
                if settles is not None and settles(answered):
                    break
        except BudgetExhausted as exhausted:
            explored.exhausted = exhausted
        return explored

    def answers(
        self,
        question: Callable[[View], Answer],
        assuming: Mapping[Decision, bool] | Assumptions | None = None,
        holds: Callable[[Answer], bool] | None = None,
    ) -> Iterator[tuple[Answer, Assumptions]]:
        """The same answers one by one, each as soon as it is found. Raises
        :class:`~apivet.effects.diagrams.BudgetExhausted`."""
        start = self._assuming(assuming or {})
        if start is None:
            return
        diagrams = self.machine.diagrams
        by_value = holds is not None
        view: View | None = None
        first = self._narrowed(start, diagrams.true if by_value else self._open(self.exits, start), not by_value)
        pending: list[_Ways[Answer]] = [_Ways(first)]
        for _ in range(self.views):
            view = next(pending[-1].views, None)
            while view is None:
                pending.pop()
                if not pending:
                    return
                view = next(pending[-1].views, None)
            if not by_value and view.condition is not diagrams.true:
                pending.append(_Ways(self._either_way(view, view.condition)))
                continue
            told = pending[-1].told
            try:
                answered = told[0] if told else question(view)
            except NotHere:
                continue
            except UndecidedError as undecided:
                split = self._each_value if by_value else self._either_way
                pending.append(_Ways(split(view, undecided.value)))
                continue
            if holds is None or holds(answered) or (view.at_exit and view.condition is diagrams.true):
                yield answered, view.assumptions
                while told and pending[-1].told is told:  # the other ways are no other answers
                    pending.pop()
            elif view.at_exit:
                known = told or ((answered,) if view.is_settled() else ())
                pending.append(_Ways(self._either_way(view, view.condition), known))
            else:
                exits = diagrams.both(view.condition, self._open(self.exits, view.assumptions))
                pending.append(_Ways(self._narrowed(view.assumptions, exits, True)))
        raise BudgetExhausted(f"more than {self.views:,} combinations of conditions", self._place(view))

    def _assuming(self, taken: Mapping[Decision, bool] | Assumptions) -> Assumptions | None:
        return assuming_all(taken, self._theory)

    @functools.cached_property
    def _theory(self) -> Theory:
        return Theory(partial(is_unordered, self.machine), partial(plain.text_of, self.machine))

    def _place(self, view: View | None) -> str:
        """The place of a condition that was still being told apart."""
        diagrams = self.machine.diagrams
        for decision in reversed(view.assumptions.answers if view is not None else {}):
            asked = decisions(diagrams.decide(decision))
            for branch in reversed(self.machine.branches):
                if not asked.isdisjoint(decisions(branch.test)):
                    called = f" (called at {branch.sites[1].shown})" if len(branch.sites) > 1 else ""
                    return f"at {branch.location.shown}{called}"
        return ""

    def _each_value(self, view: View, value: Diagram) -> Iterator[View]:
        """The views that tell apart the values of a diagram."""
        for leaf in reversed(leaves(value)):
            where = self.machine.diagrams.both(view.condition, self.machine.diagrams.where(value, leaf))
            yield from self._narrowed(view.assumptions, where, view.at_exit)

    def _either_way(self, view: View, value: Diagram) -> Iterator[View]:
        """The views that tell apart the answers to the first decision of a diagram."""
        assert isinstance(value, Fork)
        diagrams = self.machine.diagrams
        taken = diagrams.decide(diagrams.decisions[value.decision])
        for answer in (diagrams.negate(taken), taken):
            yield from self._narrowed(view.assumptions, diagrams.both(answer, view.condition), view.at_exit)

    def _narrowed(self, assumptions: Assumptions, condition: Diagram, at_exit: bool) -> Iterator[View]:
        """The view in which all that a condition forces is decided; none where that is contradictory."""
        diagrams = self.machine.diagrams
        extended = assumptions.copy()
        while condition is not diagrams.false:
            forced = diagrams.forced(condition)
            if not forced:
                yield View(self, extended, condition, at_exit)
                return
            if not all(extended.assume(diagrams.decisions[number], forced[number]) for number in forced):  # type: ignore[arg-type]
                return
            condition = self._open(condition, extended)

    def _open(self, condition: Diagram, assumptions: Assumptions) -> Diagram:
        """The part of a condition that is open where some decisions are taken."""
        return self.machine.diagrams.where_taken(condition, assumptions.answers)
