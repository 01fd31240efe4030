"""A feature-gated field is dropped while its gate is off and nobody uses it, and only then (KEP-5975,
"Feature-Gate Field Dropping"; contract section 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from apivet.conventions.gated_fields import GatedField, gated_fields
from apivet.conventions.opacity import decided_within, gates_deciding, hidden_in, unseen_in
from apivet.conventions.putting_back import Neighbours, is_put_back_with_others, neighbours
from apivet.conventions.rulings import HOLDS, Answer, Bench, Ruling, ask, reason, violated
from apivet.conventions.status import structures_at
from apivet.conventions.subject import CREATE, UPDATE, Subject, Trial
from apivet.conventions.witness import name_value
from apivet.effects.diagrams import Diagram, leaves
from apivet.effects.outcome import Outcome
from apivet.effects.values import (
    CALLER,
    EARLIER,
    LAST,
    OLD,
    Blank,
    Computed,
    Decision,
    Exists,
    GateOn,
    Input,
    IsNone,
    Path,
    Structure,
    Truthy,
    Unseen,
    show,
    values_of,
)
from apivet.effects.view import View
from apivet.program.model import Role
from apivet.verdicts import Verdict

NOT_DROPPED = "gated-field-not-dropped"
IN_USE = "gated-field-dropped-in-use"
ENABLED = "gated-field-dropped-when-enabled"
UNGATED = "ungated-field-dropped"

Assuming = dict[Decision, bool]


def judge_gates(bench: Bench) -> None:
    """All three rules for every gated field that the strategy answers for."""
    subject = bench.subject
    hooks = [UPDATE] if subject.role is not Role.MAIN else [CREATE, UPDATE]
    fields = gated_fields(subject)
    for gated in fields:
        twins = [other for other in fields if other.declaration == gated.declaration]
        unused = [(hook, case) for hook in hooks for case in _off_and_unused(gated, twins, hook)]
        _judge(bench, NOT_DROPPED, gated, unused)
        _judge(bench, IN_USE, gated, [(UPDATE, case) for case in _off_and_used(gated)])
        _judge(bench, ENABLED, gated, [(hook, case) for hook in hooks for case in _on(gated)])
    if subject.role is Role.MAIN and subject.parts.spec and subject.object_type is not None:
        _judge_ungated(bench, hooks)


def _judge(bench: Bench, symbol: str, gated: GatedField, cases: list[tuple[str, tuple[Path, Assuming]]]) -> None:
    """The worst verdict over all cases is the ruling."""
    field = show(gated.path)
    pending: Ruling | None = None
    for hook, (place, assuming) in cases:
        trial = bench.subject.trial(hook)
        if trial.outcome is None:
            pending = pending or Ruling(symbol, Verdict.UNPROVEN, field, trial.blocked or "", trial.location, (), hook)
            continue
        questions = _QUESTIONS_TO_SUBRESOURCES if bench.subject.role is Role.OTHER else _QUESTIONS
        question = _where_seen(gated, partial(questions[symbol], place, neighbours(bench.subject, place)))
        answer, assumptions = ask(trial.outcome, question, assuming)
        if answer.verdict is Verdict.VIOLATED:
            bench.violation(symbol, trial, answer, assumptions, gated.path, field)
            return
        if answer.verdict is Verdict.UNPROVEN and pending is None:
            pending = Ruling(symbol, Verdict.UNPROVEN, field, answer.detail, trial.location, (), hook)
    bench.add(pending or Ruling(symbol, Verdict.HOLDS, field))


def _where_seen(gated: GatedField, question: Callable[[View], Answer]) -> Callable[[View], Answer]:
    """The question, where a violation does not rest on a condition that may well ask whether the field is in use, or
    the gate on, in a way that can't be seen through."""

    def asked(view: View) -> Answer:
        answer = question(view)
        if answer.verdict is Verdict.VIOLATED:
            for decision in view.assumptions.answers:
                if any(_may_tell_use(view, gated, value) for value in hidden_in(view, decision)):
                    return Answer(Verdict.UNPROVEN, "a condition on the stored field or its gate can't be seen through")
        return answer

    return asked


def _may_tell_use(view: View, gated: GatedField, value: object) -> bool:
    """Whether a value was made of the stored field, or of whether one of its gates is on."""
    made_by = decided_within(view.outcome, value)
    if any(isinstance(decision, GateOn) and decision.gate in gated.field.gates for decision in made_by):
        return True
    made_of = (value, *(each for decision in made_by for each in values_of(decision)))
    return any(view.depends(each, OLD, place) for each in made_of for place in gated.places)


# ----------------------------------------------------------------------------------------------------------- cases


def _off_and_unused(gated: GatedField, twins: list[GatedField], hook: str) -> Iterator[tuple[Path, Assuming]]:
    """One of the gates is off, the caller sets the field, and the old object does not use it: neither here nor at
    another path to the same declaration, where use leaves the choice open."""
    for gate in gated.field.gates:
        for place in gated.places:
            assuming: Assuming = {GateOn(gate): False, **gated.in_use(CALLER, place)}
            if hook == UPDATE:
                for twin in twins:
                    for unused in twin.places:
                        assuming.update(twin.not_in_use(OLD, unused))
            yield place, assuming


def _off_and_used(gated: GatedField) -> Iterator[tuple[Path, Assuming]]:
    """One of the gates is off, the old object uses the field (one element is enough), the caller sets it."""
    for gate in gated.field.gates:
        for used in gated.places:
            others: Assuming = {}
            for place in gated.places:
                if place != used:
                    others.update(gated.not_in_use(OLD, place))
            for place in gated.places:
                assuming = {GateOn(gate): False, **others, **gated.in_use(OLD, used), **gated.in_use(CALLER, place)}
                yield place, assuming


def _on(gated: GatedField) -> Iterator[tuple[Path, Assuming]]:
    """All gates are on, those of the fields around it too (it goes where they go), and the caller sets the field."""
    around = [gate for _, declared in gated.parents for gate in declared.gates]
    gates: Assuming = {GateOn(gate): True for gate in (*gated.field.gates, *around)}
    for place in gated.places:
        yield place, {**gates, **gated.in_use(CALLER, place)}


# ------------------------------------------------------------------------------------------------------- questions


def _is_dropped(place: Path, neighbours: Neighbours, view: View) -> Answer:
    value = view.stored(place)
    if view.is_null(value):
        return HOLDS
    if isinstance(value, Input) and value.root == OLD:
        # The field itself is not in use there; another one may be.
        return violated(f"{name_value(value)} is stored") if view.decide(Truthy(value)) else HOLDS
    if unseen_in(value) is not None:
        return Answer(Verdict.UNPROVEN, reason(value))
    if isinstance(value, Structure) and not view.depends(value, CALLER, place) and value.entries is None:
        return violated(f"{name_value(value)} is stored")
    if isinstance(value, Input):
        return violated("")
    return violated(f"{name_value(value)} is stored")


def _is_kept(place: Path, neighbours: Neighbours, view: View) -> Answer:
    value = view.stored(place)
    if isinstance(value, Input) and value.root == OLD:
        if is_put_back_with_others(view, neighbours):
            return HOLDS
        return violated("the old value is stored in place of the caller's")
    if isinstance(value, Input):
        return HOLDS
    if unseen_in(value) is not None:
        return Answer(Verdict.UNPROVEN, reason(value))
    if view.is_null(value) and not _is_empty_as_sent(view, value, place) and not _is_absent_in_old(view, place):
        return violated("")
    return HOLDS


def _is_empty_as_sent(view: View, value: Any, place: Path) -> bool:
    """Whether an empty container is stored where the caller sent an empty one (for an optional field that is a use)."""
    if not isinstance(value, (Blank, Structure)):
        return False
    return view.decide(Exists(Input(CALLER, place), LAST)) is False


def _is_absent_in_old(view: View, place: Path) -> bool:
    """Whether a list that was put back as it was stored has no such element."""
    for length, segment in enumerate(place):
        if segment in (LAST, EARLIER):
            container = view.stored(place[:length])
            base = view.leaf(container.base) if isinstance(container, Structure) else container
            if isinstance(base, Input) and base.root == OLD and not view.decide(Exists(base, segment)):
                return True
    return False


def _is_kept_or_put_back(place: Path, neighbours: Neighbours, view: View) -> Answer:
    value = view.stored(place)
    if (isinstance(value, Input) and value.root == OLD) or _lies_in_no_element(view, place):
        return HOLDS
    return _is_kept(place, neighbours, view)


def _lies_in_no_element(view: View, place: Path) -> bool:
    """Whether a list is stored that has no such element."""
    for length, segment in enumerate(place):
        container = view.stored(place[:length]) if segment in (LAST, EARLIER) else None
        if isinstance(container, Structure) and container.entries is not None:
            if not any(key == segment and view.leaf(present) for key, present, _ in container.entries):
                return True
    return False


_QUESTIONS = {NOT_DROPPED: _is_dropped, IN_USE: _is_kept, ENABLED: _is_kept}
#: Another subresource (scale, say) carries a part of the payload, and puts back what it does not carry.
_QUESTIONS_TO_SUBRESOURCES = {**_QUESTIONS, IN_USE: _is_kept_or_put_back, ENABLED: _is_kept_or_put_back}


# --------------------------------------------------------------------------------------------------------- ungated


def _judge_ungated(bench: Bench, hooks: list[str]) -> None:
    """A spec field is cleared because of a gate only if its declaration, or that of a field around it, names it."""
    subject = bench.subject
    found = False
    for hook in hooks:
        trial = subject.trial(hook)
        if trial.outcome is None:
            continue
        for path, gates in _cleared(subject, trial.outcome):
            named = _gates_named(subject, path)
            for gate in sorted(gates - named):
                found = _judge_cleared(bench, trial, path, gate, named) or found
    if not found:
        blocked = next((trial for trial in map(subject.trial, hooks) if trial.outcome is None), None)
        if blocked is not None:
            bench.add(Ruling(UNGATED, Verdict.UNPROVEN, None, blocked.blocked or "", blocked.location))
        else:
            bench.holds(UNGATED)


def _judge_cleared(bench: Bench, trial: Trial, path: Path, gate: str, named: set[str]) -> bool:
    """Whether turning a gate off, and nothing else, clears the field although its own gates are on."""
    outcome = trial.outcome
    assert outcome is not None
    if any(ruling.rule == UNGATED and ruling.field == show(path) for ruling in bench.rulings):
        return True
    own: Assuming = {GateOn(name): True for name in sorted(named)}
    is_cleared = partial(_is_cleared, path, neighbours(bench.subject, path))

    def question(view: View) -> Answer:
        if not is_cleared(view):
            return HOLDS
        turned: Assuming = {**view.assumptions.answers, GateOn(gate): True}
        kept = any(not cleared for cleared, _ in outcome.ask(is_cleared, turned).answers)
        return violated(f"it is cleared while {gate} is off") if kept else HOLDS

    answer, assumptions = ask(outcome, question, {**own, GateOn(gate): False})
    if answer.verdict is Verdict.VIOLATED:
        bench.violation(UNGATED, trial, answer, assumptions, path, show(path))
    elif answer.verdict is Verdict.UNPROVEN:
        bench.add(Ruling(UNGATED, Verdict.UNPROVEN, show(path), answer.detail, trial.location, (), trial.notion))
    return answer.verdict is not Verdict.HOLDS


def _is_cleared(path: Path, neighbours: Neighbours, view: View) -> bool:
    """Whether the field is stored empty although the caller may have set it."""
    given = Input(CALLER, path)
    if view.knows(IsNone(given)) or view.knows(Truthy(given)) is False or view.knows(Exists(given, LAST)) is False:
        return False
    value = view.stored(path)
    base = view.leaf(value.base) if isinstance(value, Structure) else value
    if isinstance(base, Input) and base.root == OLD:
        if is_put_back_with_others(view, neighbours) or view.knows(IsNone(base)) is False:
            return False
        return not view.decide(Truthy(base)) and view.decide(Truthy(given))
    if isinstance(value, (Input, Unseen, Computed)) or _is_absent_in_old(view, path):
        return False
    return bool(view.is_null(value))


def _cleared(subject: Subject, outcome: Outcome) -> Iterator[tuple[Path, set[str]]]:
    """The spec fields that may be stored empty, with the gates on which that depends."""
    yield from _cleared_below(outcome, (subject.vocabulary.spec,), 0)


def _cleared_below(outcome: Outcome, path: Path, depth: int) -> Iterator[tuple[Path, set[str]]]:
    seen: dict[str, Diagram] = {}
    for structure in structures_at(outcome, path):
        seen.update(structure.fields)
        seen.update({key: value for key, _, value in structure.entries or () if key in (LAST, EARLIER)})
    for name, value in sorted(seen.items(), key=lambda item: item[0]):
        here = (*path, name)
        gates = gates_deciding(outcome, value)
        empty = any(_is_empty(leaf.value) for leaf in leaves(value))
        if gates and empty and name not in (LAST, EARLIER):
            yield here, gates
        if depth < 8:
            yield from _cleared_below(outcome, here, depth + 1)


def _is_empty(value: object) -> bool:
    """Whether a value is nothing, or may be: what the old object has."""
    from apivet.effects.values import Blank, Constant, Zero

    if isinstance(value, Structure):
        return value.entries is not None and not value.fields
    if isinstance(value, Input):
        return value.root == OLD
    return isinstance(value, (Blank, Zero)) or (isinstance(value, Constant) and not value.value)


def _gates_named(subject: Subject, path: Path) -> set[str]:
    """The gates named by the declarations on the way to a field, its own included."""
    named: set[str] = set()
    for length in range(1, len(path) + 1):
        declared = subject.declared(path[:length])
        if declared is not None:
            named |= set(declared.gates)
    return named
