"""A feature-gated field is dropped while its gate is off and nobody uses it, and only then (KEP-5975,
"Feature-Gate Field Dropping"; contract section 5)."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

from msgspec.structs import replace

from apivet.conventions.callers_value import is_callers
from apivet.conventions.gated_fields import (
    GatedPart,
    all_gated_fields,
    fields_of_unread_gates,
    gated_fields,
    is_out_of_use,
)
from apivet.conventions.opaque_conditions import decided_within, hidden_in, unseen_in
from apivet.conventions.open_conditions import Assuming, OpenCase, Openness, WorstAnswer, why_untold, worst
from apivet.conventions.restoration import (
    Neighbours,
    is_absent_in_old,
    is_none_put_back,
    is_put_back_with_others,
    lies_in_no_element,
    neighbours,
    put_back_elsewhere,
)
from apivet.conventions.rulings import HOLDS, Answer, Bench, Ruling, on_possible_views, reason, violated
from apivet.conventions.subject import Subject
from apivet.conventions.unions import may_go_with_another, set_alone
from apivet.conventions.witness import describe, name_value
from apivet.effects.theory import Assumptions
from apivet.effects.values import (
    CALLER,
    EARLIER,
    LAST,
    MARKS,
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
    show,
    values_of,
)
from apivet.effects.view import View
from apivet.program.role import Role
from apivet.verdicts import Verdict
from apivet.vocabulary import UPDATE

NOT_DROPPED = "gated-field-not-dropped"
IN_USE = "gated-field-dropped-in-use"
ENABLED = "gated-field-dropped-when-enabled"

#: The names of parts of a container that are no keys which a hook writes out.
_UNWRITTEN: Final = (*MARKS, LAST, EARLIER)
#: Whether the old value of a field is stored with all that is beside it, so that the field is not singled out.
Excuse = Callable[[View], bool]


def judge_not_dropped(bench: Bench) -> None:
    """With a gate off, a field that the old object does not use is gone."""
    subject = bench.subject
    features = all_gated_fields(subject)
    for gated in _asked_about(subject):
        unused = [(hook, case) for hook in subject.hooks for case in _off_and_unused(subject, gated, features, hook)]
        feature = [other for other in features if gated.shares_a_gate_with(other)]
        _judge(bench, NOT_DROPPED, gated, unused, partial(_why_not_dropped, subject, feature))
    _add_unread(bench, NOT_DROPPED)


def judge_in_use(bench: Bench) -> None:
    """With a gate off, the caller's value of a field that the old object uses is stored."""
    for gated in _asked_about(bench.subject):
        _judge(bench, IN_USE, gated, [(UPDATE, case) for case in _off_and_used(bench.subject, gated)])
    _add_unread(bench, IN_USE)


def judge_enabled(bench: Bench) -> None:
    """With all its gates on, the caller's value of a field is stored."""
    for gated in _asked_about(bench.subject):
        _judge(
            bench, ENABLED, gated, [(hook, case) for hook in bench.subject.hooks for case in _on(bench.subject, gated)]
        )
    _add_unread(bench, ENABLED)


def _asked_about(subject: Subject) -> list[GatedPart]:
    return [gated for gated in gated_fields(subject) if subject.asks_about(gated.field.name)]


def _add_unread(bench: Bench, symbol: str) -> None:
    """The fields of which nobody can tell what gate they have."""
    for gated in fields_of_unread_gates(bench.subject) if bench.subject.portion.is_first else ():
        detail = "it can't be told which feature gate its declaration names"
        bench.add(Ruling(symbol, Verdict.UNPROVEN, show(gated.path), detail, gated.field.location))


def _judge(
    bench: Bench,
    symbol: str,
    gated: GatedPart,
    cases: list[tuple[str, tuple[Path, Assuming]]],
    why_open: Openness | None = None,
) -> None:
    """The worst verdict over all cases is the ruling."""
    subject, field = bench.subject, show(gated.path)
    looked_beside: list[Path] | None = [] if subject.is_static else None
    found = _worst(subject, symbol, gated, cases, why_open, looked_beside)
    if looked_beside and found.answer.verdict is not Verdict.HOLDS:
        found = _worst(subject, symbol, gated, cases, why_open)
    if found.answer.verdict is Verdict.VIOLATED and found.trial is not None and found.assumptions is not None:
        answer = violated(_told(gated, found.assumptions, found.answer.detail))
        bench.violation(symbol, found.trial, answer, found.assumptions, gated.path, field)
    elif found.trial is None:
        bench.add(Ruling(symbol, found.answer.verdict, field))
    else:
        trial = found.trial
        told = Ruling(symbol, found.answer.verdict, field, found.answer.detail, trial.location, (), trial.notion)
        bench.add(replace(told, is_exhausted=found.answer.is_exhausted))


def _worst(
    subject: Subject,
    symbol: str,
    gated: GatedPart,
    cases: list[tuple[str, tuple[Path, Assuming]]],
    why_open: Openness | None,
    looked_beside: list[Path] | None = None,
) -> WorstAnswer:
    """The worst answer over all cases. The fields beside it may excuse what becomes of it; a slice for the field alone
    tells nothing of them, and it is noted where that would matter."""
    questions = _QUESTIONS_TO_SUBRESOURCES if subject.role is Role.OTHER else _QUESTIONS
    asked = []
    for hook, (place, assuming) in cases:
        beside = neighbours(subject, place) if looked_beside is None else ()
        excuse = partial(_is_put_back_with, beside, place, looked_beside)
        plain = partial(questions[symbol], gated, place, excuse)
        plain = partial(_MITIGATIONS.get((symbol, subject.role), _as_it_is), gated, place, plain)
        question = _where_seen(gated, partial(_unless_another_goes, subject, place, plain))
        trial = subject.about(gated.path, beside=beside).trial(hook)
        if trial.is_exhausted:
            trial = subject.about(gated.path, _decided_before(assuming), beside).trial(hook)
        asked.append(OpenCase(trial, on_possible_views(subject, question), assuming, place))
    return worst(asked, why_open or partial(why_untold, subject))


def _is_put_back_with(beside: Neighbours, place: Path, looked: list[Path] | None, view: View) -> bool:
    if looked is not None:
        looked.append(place)
    return is_put_back_with_others(view, beside)


def _told(gated: GatedPart, assumptions: Assumptions, detail: str) -> str:
    """A violation's detail, with the names of the field's gates and their states."""
    states = [
        f"{gate} is {'on' if assumptions.answers[GateOn(gate)] else 'off'}"
        for gate in gated.field.gates
        if GateOn(gate) in assumptions.answers
    ]
    return ": ".join(filter(None, (" and ".join(states), detail)))


def _why_not_dropped(subject: Subject, feature: list[GatedPart], decision: Decision, answer: bool) -> str | None:
    """Why a decision for keeping a field breaks no rule for certain: it may be a gate's, or it asks whether the old
    object uses a field that is none of the ``feature``."""
    if isinstance(decision, (IsNone, Truthy, Exists)):
        value = decision.container if isinstance(decision, Exists) else decision.value
        if isinstance(value, Input) and value.root == OLD and not any(each.lies_in(value.path) for each in feature):
            return f"it is stored where {describe(decision, answer)}, and that field does not carry the gate"
    return why_untold(subject, decision, answer)


def _where_seen(gated: GatedPart, question: Callable[[View], Answer]) -> Callable[[View], Answer]:
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


def _unless_another_goes(subject: Subject, place: Path, question: Callable[[View], Answer], view: View) -> Answer:
    """The answer to a question, where the field is not just gone with another one that may not be set besides."""
    answer = question(view)
    if answer.verdict is Verdict.VIOLATED and may_go_with_another(subject, view, place):
        return Answer(Verdict.UNPROVEN, "it can't be told whether only one of the fields beside it may be set")
    return answer


def _as_it_is(gated: GatedPart, place: Path, question: Callable[[View], Answer], view: View) -> Answer:
    return question(view)


def _unless_around_goes(gated: GatedPart, place: Path, question: Callable[[View], Answer], view: View) -> Answer:
    """The answer to a question, where the field is not just gone with what it lies in, by a gate of which neither
    carries the name: that is the drop of what it lies in."""
    answer = question(view)
    if answer.verdict is Verdict.VIOLATED and (around := _dropped_around(view, place)) is not None:
        own = {gate for declared in (gated.field, *(each for _, each in gated.parents)) for gate in declared.gates}
        for decision, is_on in view.taken(GateOn):
            if not is_on and decision.gate not in own:
                detail = f"it goes with {show(around)}, which is dropped where {describe(decision, is_on)}"
                return Answer(Verdict.UNPROVEN, detail)
    return answer


def _dropped_around(view: View, place: Path) -> Path | None:
    """Path of the outermost part around a field that is not stored; none where a list leaves an element out."""
    for length in range(1, len(place)):
        value = view.stored(place[:length])
        if view.is_null(value):
            is_left_out = isinstance(value, Structure) or place[length - 1] in (LAST, EARLIER)
            return None if is_left_out else place[:length]
    return None


def _unless_put_back_elsewhere(gated: GatedPart, place: Path, question: Callable[[View], Answer], view: View) -> Answer:
    """The answer to a question, where a subresource does not put the field back on other ways: what it is sent then is
    often refused by its validation."""
    answer = question(view)
    if answer.verdict is Verdict.VIOLATED and (around := put_back_elsewhere(view, place)) is not None:
        detail = f"elsewhere the stored {show(around)} is put back: it can't be told whether such an update is valid"
        return Answer(Verdict.UNPROVEN, detail)
    return answer


def _may_tell_use(view: View, gated: GatedPart, value: object) -> bool:
    """Whether a value was made of the stored field, or of whether one of its gates is on."""
    made_by = decided_within(view.outcome, value)
    if any(isinstance(decision, GateOn) and decision.gate in gated.field.gates for decision in made_by):
        return True
    made_of = (value, *(each for decision in made_by for each in values_of(decision)))
    return any(view.depends(each, OLD, place) for each in made_of for place in gated.places)


# ----------------------------------------------------------------------------------------------------------- cases


def _off_and_unused(
    subject: Subject, gated: GatedPart, features: list[GatedPart], hook: str
) -> Iterator[tuple[Path, Assuming]]:
    """Some of the gates are off, the caller sets the field, and the old object uses neither it nor another field of
    these gates: neither here nor at another path to its declaration, where use leaves the choice open."""
    for states in _with_some_off(gated):
        off = {gate for gate, on in states.items() if not on}
        for place in gated.places:
            assuming: Assuming = {**_states(states), **_sent(subject, gated, CALLER, place)}
            for other in features if hook == UPDATE else ():
                if other.declaration == gated.declaration or not off.isdisjoint(other.field.gates):
                    for unused in other.places:
                        assuming.update(other.not_in_use(OLD, unused))
            yield place, assuming


def _off_and_used(subject: Subject, gated: GatedPart) -> Iterator[tuple[Path, Assuming]]:
    """Some of the gates are off, the old object uses the field (one element is enough), the caller sets it."""
    for states in _with_some_off(gated):
        for used in gated.places:
            others: Assuming = {}
            for place in gated.places:
                if place != used:
                    others.update(gated.not_in_use(OLD, place))
            for place in gated.places:
                used_alone = _sent(subject, gated, OLD, used)
                given: Assuming = {**_states(states), **others, **used_alone}
                yield place, {**given, **_sent(subject, gated, CALLER, place)}
                if gated.is_truth and place == used:  # of two that are true nobody can tell which one is stored
                    yield place, {**given, **gated.reachable(CALLER, place), **gated.not_in_use(CALLER, place)}


def _sent(subject: Subject, gated: GatedPart, root: str, place: Path) -> Assuming:
    """An object uses the field, and nothing that may not be set besides."""
    return {**set_alone(subject, root, place), **gated.in_use(root, place)}


def _decided_before(assuming: Assuming) -> Assuming:
    """The decisions that do not depend on the caller."""
    return {
        decision: answer
        for decision, answer in assuming.items()
        if not any(isinstance(value, Input) and value.root == CALLER for value in values_of(decision))
    }


def _with_some_off(gated: GatedPart) -> Iterator[dict[str, bool]]:
    """The states of the field's gates with some of them off: one, two, and all."""
    gates = gated.field.gates
    for size in sorted({1, min(2, len(gates)), len(gates)}):
        for closed in itertools.combinations(gates, size):
            yield {gate: gate not in closed for gate in gates}


def _states(states: dict[str, bool]) -> Assuming:
    return {GateOn(gate): on for gate, on in states.items()}


def _on(subject: Subject, gated: GatedPart) -> Iterator[tuple[Path, Assuming]]:
    """All gates are on, those of the fields around it too (it goes where they go), and the caller sets the field."""
    around = [gate for _, declared in gated.parents for gate in declared.gates]
    gates: Assuming = {GateOn(gate): True for gate in (*gated.field.gates, *around)}
    for place in gated.places:
        yield place, {**gates, **_sent(subject, gated, CALLER, place)}


# ------------------------------------------------------------------------------------------------------- questions


def _is_dropped(gated: GatedPart, place: Path, excuse: Excuse, view: View) -> Answer:
    return _worst_of([_is_value_dropped(gated, value, view) for value in _values_at(view, place)])


def _values_at(view: View, place: Path) -> list[Any]:
    """The values of a field: at its place, under keys that a hook writes out, and in elements that it puts beside."""
    values = [view.stored(())]
    for segment in place:
        values = [each for value in values for each in (view.step(value, segment), *_put_beside(view, value, segment))]
    return values


def _put_beside(view: View, value: Any, segment: str) -> list[Any]:
    """Values that a container has under keys that are written out, and elements beside those that stand for all."""
    if segment not in (LAST, EARLIER) or not isinstance(value, Structure):
        return []
    found = [view.step(value, name) for name in _written_names(value)]
    own_places = {LAST, EARLIER}
    for key, present, entry in value.entries or ():
        if view.leaf(present) and key in own_places:
            own_places.remove(key)
        elif view.leaf(present):
            found.append(view.leaf(entry))
    return found


def _worst_of(answers: list[Answer]) -> Answer:
    verdicts = (Verdict.VIOLATED, Verdict.UNPROVEN)
    return next((each for verdict in verdicts for each in answers if each.verdict is verdict), HOLDS)


def _put_at(view: View, place: Path) -> list[Path]:
    """The place of a field, and those where a hook may have put it under keys that it writes out."""
    found: list[Path] = [()]
    for segment in place:
        found = [(*before, each) for before in found for each in (segment, *_written_keys(view, before, segment))]
    return found


def _written_keys(view: View, path: Path, segment: str) -> list[str]:
    value = view.stored(path) if segment in (LAST, EARLIER) else None
    return _written_names(value) if isinstance(value, Structure) else []


def _written_names(container: Structure) -> list[str]:
    return [name for name, _ in container.fields if name not in _UNWRITTEN]


def _is_value_dropped(gated: GatedPart, value: Any, view: View) -> Answer:
    if is_out_of_use(view, value, gated.field):
        return HOLDS
    if isinstance(value, Input) and value.root == OLD:
        # The field itself is not in use there; another one may be.
        return violated(f"{name_value(value)} is stored") if view.decide(Truthy(value)) else HOLDS
    if unseen_in(value) is not None:
        return Answer(Verdict.UNPROVEN, reason(value))
    if isinstance(value, Computed) and value.operator.startswith(".") and not value.operator.endswith(")"):
        # Of several objects one was picked, and the field may be dropped in all of them.
        return Answer(Verdict.UNPROVEN, f"it can't be told whether {name_value(value)} is set")
    return violated("" if isinstance(value, Input) else f"{name_value(value)} is stored")


def _is_kept(gated: GatedPart, place: Path, excuse: Excuse, view: View) -> Answer:
    written = [at for at in _put_at(view, place) if at != place and _is_used(view, gated, at)]
    return _worst_of([_is_kept_at(at, excuse, view) for at in (place, *written)])


def _is_used(view: View, gated: GatedPart, place: Path) -> bool:
    """Whether the caller uses a field at a place that a hook writes out."""
    return all(view.decide(decision) is answer for decision, answer in gated.in_use(CALLER, place).items())


def _is_kept_at(place: Path, excuse: Excuse, view: View) -> Answer:
    value = view.stored(place)
    if view.same(value, Input(CALLER, place)):
        return HOLDS
    if isinstance(value, Input) and value.root == OLD:
        if excuse(view):
            return HOLDS
        return violated("the old value is stored in place of the caller's")
    if unseen_in(value) is not None:
        return Answer(Verdict.UNPROVEN, reason(value))
    if view.is_null(value) and not isinstance(value, Input):
        return HOLDS if _is_empty_as_sent(view, value, place) or is_absent_in_old(view, place) else violated("")
    is_kept = is_callers(view, value, place)
    if is_kept is None:
        return Answer(Verdict.UNPROVEN, f"it can't be told whether {name_value(value)} is the caller's value")
    return HOLDS if is_kept else violated(f"{name_value(value)} is stored in place of the caller's value")


def _is_empty_as_sent(view: View, value: Any, place: Path) -> bool:
    """Whether an empty container is stored where the caller sent an empty one (for an optional field that is a use)."""
    if not isinstance(value, (Blank, Structure)):
        return False
    return view.decide(Exists(Input(CALLER, place), LAST)) is False


def _is_kept_or_put_back(gated: GatedPart, place: Path, excuse: Excuse, view: View) -> Answer:
    value = view.stored(place)
    if (isinstance(value, Input) and value.root == OLD) or lies_in_no_element(view, place):
        return HOLDS
    if view.is_null(value) and is_none_put_back(view, place):
        return HOLDS
    return _is_kept(gated, place, excuse, view)


_QUESTIONS = {NOT_DROPPED: _is_dropped, IN_USE: _is_kept, ENABLED: _is_kept}
#: Another subresource (scale, say) carries a part of the payload, and puts back what it does not carry.
_QUESTIONS_TO_SUBRESOURCES = {**_QUESTIONS, IN_USE: _is_kept_or_put_back, ENABLED: _is_kept_or_put_back}
#: Ways on which a violation of a rule is none for certain.
_MITIGATIONS = {
    **{(ENABLED, role): _unless_around_goes for role in Role},
    (NOT_DROPPED, Role.OTHER): _unless_put_back_elsewhere,
}
