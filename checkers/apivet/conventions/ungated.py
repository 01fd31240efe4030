"""A spec field is cleared because of a gate only if its declaration names that gate (contract section 5)."""

from __future__ import annotations

import enum
import functools
import operator
from collections.abc import Iterator
from functools import partial
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from apivet.conventions.gated_fields import gates_named, is_out_of_use
from apivet.conventions.gates_behind import Gate, Gates, GatesBehind
from apivet.conventions.limits import STRUCTURES
from apivet.conventions.opaque_conditions import is_made, opaque_decisions
from apivet.conventions.open_conditions import Assuming, why_untold
from apivet.conventions.restoration import (
    Neighbours,
    is_absent_in_old,
    is_made_of_old,
    is_put_back_with_others,
    neighbours,
    put_back_elsewhere,
)
from apivet.conventions.rulings import Bench, Ruling, violated
from apivet.conventions.subject import HookRun, Subject
from apivet.conventions.unions import is_a_members_drop, structure_at
from apivet.effects.arithmetic import Possible, may_differ, often_becomes
from apivet.effects.diagrams import BudgetExhausted, Diagram, leaves
from apivet.effects.field_names import key_of, plain
from apivet.effects.outcome import Outcome
from apivet.effects.theory import Assumptions
from apivet.effects.values import (
    CALLER,
    EARLIER,
    LAST,
    OLD,
    Blank,
    Computed,
    Constant,
    Decision,
    Exists,
    GateOn,
    Input,
    IsNone,
    Path,
    Same,
    Structure,
    Truthy,
    Unbound,
    Unseen,
    Zero,
    show,
)
from apivet.effects.view import View
from apivet.program.model import Field, ListOf, MapOf, Program
from apivet.program.role import Role
from apivet.verdicts import Location, Verdict

UNGATED: Final = "ungated-field-dropped"


_ZERO: Final = Constant.of(0)


class _End(enum.Enum):
    """The fate of a field in a hook."""

    KEPT = enum.auto()
    CLEARED = enum.auto()
    #: It is cleared whatever the gate is.
    LOST_ANYWAY = enum.auto()
    #: Nothing is kept of it but fields that the gate clears by themselves.
    HELD_FOR_OTHERS = enum.auto()
    #: It is what the stored object has: nothing, or what another subresource does not carry.
    PUT_BACK = enum.auto()
    #: It is what the stored object has, and a slice for it alone does not tell whether all beside it is, too.
    REPLACED = enum.auto()
    #: It was left out of a rebuilt part, and has a default that is not empty: nobody may have meant to clear it.
    RESET = enum.auto()
    #: It went with a structure that may be a union, of which the member that carries the gate was set.
    WITH_MEMBER = enum.auto()
    #: It lies in something of the caller's that a subresource puts back on other ways.
    PUT_BACK_ELSEWHERE = enum.auto()
    #: It is computed from what the caller sent, and no example is known of which it is not empty.
    COMPUTED = enum.auto()
    #: It is cleared where something has a value that the gate goes into, or that can't be seen through.
    BY_COMPUTED = enum.auto()
    #: It can't be seen through.
    UNSEEN = enum.auto()


_NOT_CLEARED: Final = (_End.KEPT, _End.LOST_ANYWAY, _End.HELD_FOR_OTHERS, _End.PUT_BACK)
_IN_DOUBT: Final = {
    _End.RESET: "it is set back to its default",
    _End.PUT_BACK_ELSEWHERE: "elsewhere it is put back: it can't be told whether such an update is valid",
    _End.COMPUTED: "it can't be told whether anything is left of it",
    _End.BY_COMPUTED: "a condition on the way there can't be seen through",
    _End.UNSEEN: "what becomes of it can't be seen through",
    _End.WITH_MEMBER: "it can't be told whether only one of the fields beside the gated one may be set",
}


def judge_ungated(bench: Bench) -> None:
    """No gate, off or on, clears a spec field unless it, or a field around it, names the gate."""
    subject = bench.subject
    if subject.object_type is None or not subject.program.follows_gates:
        return
    if subject.role is Role.OTHER and not subject.program.has_gates():
        return  # of those that are for another subresource, most are given objects that no gate has to do with
    told: set[str] = set()
    blocked: set[tuple[Location, str, bool]] = set()
    pending = list(subject.by_gates(subject.vocabulary.spec))
    asked = {key for _, key in pending}
    for narrowed, key in pending:
        for trial in map(narrowed.trial, subject.hooks):
            if trial.outcome is None:
                blocked.add((trial.location, trial.blocked or "", trial.is_exhausted))
                continue
            others = _judge_emptied(bench, trial, trial.outcome, key, told)
            if key == _key_at(subject, (subject.vocabulary.spec,)):  # something may set any field
                new = {own: path for own, path in others.items() if own not in asked and subject.asks_about(plain(own))}
                pending += [(subject.about(path), own) for own, path in new.items()]
                asked |= new.keys()
    for where, reason, is_exhausted in sorted(blocked):
        bench.add(Ruling(UNGATED, Verdict.UNPROVEN, None, reason, where, is_exhausted=is_exhausted))
    if not told and not blocked:
        bench.holds(UNGATED)


class _Asked(Struct, frozen=True):
    """A field that a gate may clear, with the gates that its declaration ``named``. ``emptied`` are all fields that it
    may clear; those ``beside`` it are known where they were followed, too."""

    path: Path
    gate: Gate
    named: frozenset[str]
    emptied: frozenset[Path]
    beside: Neighbours | None = None


def _judge_emptied(bench: Bench, trial: HookRun, outcome: Outcome, key: str | None, told: set[str]) -> dict[str, Path]:
    """Judge the fields (of that name, where one is asked for) that a hook may store empty because of a gate. The result
    are others that it seems to."""
    subject = bench.subject
    found = list(_emptied(subject, outcome))
    others: dict[str, Path] = {}
    for path, gates in found:
        own = _key_at(subject, path)
        if key is not None and own != key:  # an element that is lost may seem to have any field
            others.update({own: path} if own is not None else {})
            continue
        named = gates_named(subject, path)
        asked = (
            _Asked(path, gate, frozenset(named), frozenset(each for each, by in found if gate in by))
            for gate in sorted(gates, key=repr)
            if not (isinstance(gate, GateOn) and gate.gate in named)
        )
        if show(path) not in told and any(_judge(bench, trial, each) for each in asked):
            told.add(show(path))
    return others


def _judge(bench: Bench, trial: HookRun, asked: _Asked) -> bool:
    """Rule on a field where turning a gate, and nothing else, clears it although its own gates are on."""
    path, gate = asked.path, asked.gate
    doubts: list[Ruling] = []
    for state in (False, True):
        where = f"while {gate.gate} is {'on' if state else 'off'}" if isinstance(gate, GateOn) else ""
        in_doubt = _gate_in_doubt(bench.subject, path, gate)
        in_doubt = in_doubt or (why_untold(bench.subject, gate, state) if not where else None)
        open_ = partial(Ruling, UNGATED, Verdict.UNPROVEN, show(path), location=trial.location, hook=trial.notion)
        try:
            for end, assumptions in _losses(bench.subject, trial, asked, {**_on(asked.named), gate: state}):
                if end is _End.REPLACED:
                    return _judge_with_others(bench, trial, asked)
                doubt = _IN_DOUBT.get(end) or in_doubt
                if doubt is None:
                    bench.violation(UNGATED, trial, violated(f"it is cleared {where}"), assumptions, path, show(path))
                    return True
                doubts.append(open_(f"it is cleared {where or 'because of a gate'}, and {doubt}"))
                if in_doubt is not None:
                    break
        except BudgetExhausted as exhausted:
            doubts.append(open_(str(exhausted), is_exhausted=True))
    for ruling in doubts[:1]:
        bench.add(ruling)
    return bool(doubts)


def _losses(subject: Subject, trial: HookRun, asked: _Asked, assuming: Assuming) -> Iterator[tuple[_End, Assumptions]]:
    """The ways on which a field is lost, and kept with the gate's other answer; those in a doubt that was met before
    are left out."""
    assert trial.outcome is not None
    if asked.beside is None and not subject.is_static:
        asked = replace(asked, beside=neighbours(subject, asked.path))
    passed = {*_NOT_CLEARED}

    def fate(view: View) -> _End:
        end = _end_of(subject, asked, view)
        return end if end in passed else _if_by_gate(subject, trial, asked, end, view)

    for end, assumptions in trial.outcome.answers(fate, assuming, passed.__contains__):
        if end not in passed:
            yield end, assumptions
            passed.update({end} & _IN_DOUBT.keys())


def _if_by_gate(subject: Subject, trial: HookRun, asked: _Asked, end: _End, view: View) -> _End:
    """The fate of a field that is lost, where it may be kept with the gate's other answer."""
    assert trial.outcome is not None
    if end is _End.UNSEEN:
        return end
    assumptions = view.assumptions
    if not _may_be_kept(subject, trial, asked, assumptions.turned(asked.gate)):
        hidden = _hiding(trial.outcome, assumptions, asked.gate)
        is_kept = hidden and _may_be_kept(subject, trial, asked, assumptions.turned(asked.gate, leaving=hidden))
        return _End.BY_COMPUTED if is_kept else _End.LOST_ANYWAY
    return _End.BY_COMPUTED if end not in _IN_DOUBT and opaque_decisions(trial.outcome, assumptions) else end


def _hiding(outcome: Outcome, assumptions: Assumptions, gate: Gate) -> list[Decision]:
    """The decisions that a gate goes into, so that nobody can tell what they are with its other answer."""
    behind = GatesBehind(outcome)
    return [each for each in assumptions.answers if is_made(each) and gate in behind.within(each)]


def _judge_with_others(bench: Bench, trial: HookRun, asked: _Asked) -> bool:
    """The same where the fields beside it are followed, too."""
    beside = neighbours(bench.subject, asked.path)
    together = bench.subject.about(asked.path, beside=beside).trial(trial.notion)
    if together.outcome is not None:
        return _judge(bench, together, replace(asked, beside=beside))
    detail, place = together.blocked or "", together.location
    bench.add(Ruling(UNGATED, Verdict.UNPROVEN, show(asked.path), detail, place, (), trial.notion, is_exhausted=True))
    return True


def _key_at(subject: Subject, path: Path) -> str | None:
    """The name, with those beside it, of the field that a type declares at the end of a path, which leads into
    containers by way of their elements alone."""
    declared: Field | None = None
    for length in range(1, len(path) + 1):
        around, declared = declared, subject.declared(path[:length])
        is_container = around is not None and isinstance(around.shape, (ListOf, MapOf))
        if declared is None or (is_container and not {LAST, EARLIER}.intersection(path[length - 2 : length])):
            return None
    owner = subject.program.type(declared.owner) if declared is not None else None
    return None if declared is None or owner is None else key_of(owner, declared.name)


def _gate_in_doubt(subject: Subject, path: Path, gate: Gate) -> str | None:
    """Why a field that carries a gate may be meant by a check: nobody can tell its gate, or nobody registers one of the
    two, which is reported under that name alone."""
    declared = subject.declared(path)
    if declared is None:
        return None
    if declared.has_unread_gate:
        return "it can't be told which feature gate its declaration names"
    concerned: list[Gate] = [gate, *map(GateOn, declared.gates)] if declared.gates else []
    return next((why for each in concerned if (why := why_untold(subject, each, True)) is not None), None)


def _on(gates: frozenset[str]) -> Assuming:
    return {GateOn(gate): True for gate in sorted(gates)}


def _may_be_kept(subject: Subject, trial: HookRun, asked: _Asked, assuming: Assumptions) -> bool:
    """Whether the field is kept on some of the ways that these decisions leave."""
    assert trial.outcome is not None
    is_kept, is_lost = partial(operator.is_, _End.KEPT), partial(operator.is_not, _End.KEPT)
    explored = trial.outcome.ask(partial(_end_of, subject, asked), assuming, is_lost, is_kept)
    return any(is_kept(end) for end, _ in explored.answers)


def _end_of(subject: Subject, asked: _Asked, view: View) -> _End:
    """The fate of a field that the caller may have set."""
    end = _fate_of(subject, asked, view)
    if end is _End.KEPT and _is_held_for_others(subject, view, asked):
        return _End.HELD_FOR_OTHERS
    return end


def _fate_of(subject: Subject, asked: _Asked, view: View) -> _End:
    path, gate, beside = asked.path, asked.gate, asked.beside
    given = Input(CALLER, path)
    if _is_not_sent(view, path) or view.knows(Truthy(given)) is False or view.knows(Exists(given, LAST)) is False:
        return _End.KEPT
    value = view.stored(path)
    base = view.base_of(value)
    if isinstance(base, Input) and base.root == OLD:
        # A gate that is on may guard a field against changes.
        if view.knows(gate) and _is_known_empty(view, base):
            return _End.PUT_BACK
        if view.knows(gate) or is_put_back_with_others(view, beside or ()) or view.knows(IsNone(base)) is False:
            return _End.KEPT
        if view.decide(Truthy(base)) or not view.decide(Truthy(given)):
            return _End.KEPT
        if subject.role is Role.OTHER:
            return _End.PUT_BACK
        return _End.REPLACED if beside is None else _End.CLEARED
    if isinstance(base, Unseen):
        return _End.UNSEEN
    if isinstance(value, Computed):
        is_kept = may_differ(view, value, _ZERO) is Possible.YES and not often_becomes(view, value, _ZERO, given)
        return _End.KEPT if is_kept else _End.COMPUTED
    if is_absent_in_old(view, path):
        return _End.KEPT
    if isinstance(value, Input):
        return _End.CLEARED if _is_of_another(value, path) and not view.decide(Truthy(value)) else _End.KEPT
    declared = subject.declared(path)
    if not (view.is_null(value) if declared is None else is_out_of_use(view, value, declared)):
        return _End.RESET if _is_left_out(view, path) and not isinstance(value, Structure) else _End.KEPT
    if subject.role is Role.OTHER and is_made_of_old(view, path):
        return _End.PUT_BACK
    with_member = is_a_members_drop(subject, view, path, gate.gate) if isinstance(gate, GateOn) else False
    if with_member is None:
        return _End.WITH_MEMBER
    if not with_member and subject.role is Role.OTHER and put_back_elsewhere(view, path) is not None:
        return _End.PUT_BACK_ELSEWHERE
    return _End.KEPT if with_member else _End.CLEARED


def _is_held_for_others(subject: Subject, view: View, asked: _Asked) -> bool:
    """Whether nothing is left in a structure but fields that the gate clears by themselves: where it goes with them,
    they are reported, and nothing else is lost."""
    type_ = structure_at(subject, asked.path)
    inner = [(*asked.path, field.name) for field in type_.fields] if type_ is not None else []
    if not any(each in asked.emptied for each in inner):
        return False
    return _is_like_a_new_one(view, asked.path) or all(
        each in asked.emptied or view.is_null(view.stored(each)) for each in inner
    )


def _is_like_a_new_one(view: View, path: Path) -> bool:
    """Whether what the caller sent was compared with a zero object, as far as it was left then, and equals it."""
    compared = (each for each, answer in view.taken(Same) if answer)
    for one, other in ((pair.left, pair.right) for each in compared for pair in (each, Same(each.right, each.left))):
        base = one.base if isinstance(one, Structure) else None
        if isinstance(other, Zero) and getattr(base, "value", one) == Input(CALLER, path):
            return True
    return False


def _is_of_another(value: Input, path: Path) -> bool:
    """Whether a value was given at another path than the one that it is stored at, whichever the elements."""
    own, other = ([LAST if name == EARLIER else name for name in each] for each in (value.path, path))
    return own != other


def _is_known_empty(view: View, value: Input) -> bool:
    return bool(view.knows(IsNone(value))) or False in (view.knows(Truthy(value)), view.knows(Exists(value, LAST)))


def _is_not_sent(view: View, path: Path) -> bool:
    """Whether the caller sends nothing at a path, or nothing of what it lies in."""
    return any(view.knows(decision) is answer for decision, answer in _signs_of_absence(path))


@functools.lru_cache(maxsize=256)
def _signs_of_absence(path: Path) -> tuple[tuple[Decision, bool], ...]:
    """The decisions, each with an answer, that say that the caller sends nothing at a path."""
    found: list[tuple[Decision, bool]] = []
    for length in range(1, len(path) + 1):
        found.append((IsNone(Input(CALLER, path[:length])), True))
        keys = (path[length - 1], LAST) if path[length - 1] in (LAST, EARLIER) else ()
        found += [(Exists(Input(CALLER, path[: length - 1]), key), False) for key in keys]
    return tuple(found)


def _is_left_out(view: View, path: Path) -> bool:
    """Whether what holds a field was made anew without it."""
    holder = view.stored(path[:-1])
    if isinstance(holder, Structure) and any(name == path[-1] for name, _ in holder.fields):
        return False
    return isinstance(view.base_of(holder), Zero)


# ---------------------------------------------------------------------------------------------------- what is cleared


def _emptied(subject: Subject, outcome: Outcome) -> Iterator[tuple[Path, Gates]]:
    """The spec fields that may be stored empty, with the gates on which that depends."""
    spec = subject.vocabulary.spec
    at_top = [own for leaf in leaves(outcome.stored) for own in _named(leaf.value, spec)]
    behind = GatesBehind(outcome)
    yield from _emptied_in(subject.program, behind, at_top, (spec,), behind.choosing(outcome.stored), 0)


def _emptied_in(
    program: Program, behind: GatesBehind, values: list[Diagram], path: Path, around: Gates, depth: int
) -> Iterator[tuple[Path, Gates]]:
    """The same below what may be stored at a path."""
    gates = around.union(*(behind.choosing(value) for value in values))
    settled = [leaf.value for value in values for leaf in leaves(value)]
    hidden = any(isinstance(base, Unseen) for value in settled for base in _bases(value))
    if hidden and path[-1] not in (LAST, EARLIER):
        yield path, Gates().union(*(_deciding(behind, value) for value in values))
    left_out = {name for value in settled for name in _left_out(program, value)}
    changed = [value for value in settled if isinstance(value, Structure)]
    names = {name for value in changed for name in _own_names(value)}
    # Where an object was made anew, it was chosen with all that it is given.
    rebuilt = {name for value in changed if _is_new(value) for name in _own_names(value)}
    for name in sorted(left_out | names):
        below = [own for value in settled for own in _named(value, name)]
        deciding = Gates().union(*(_deciding(behind, own) for own in below))
        if name in left_out or name in rebuilt:
            deciding |= gates
        inside = (*path, name)
        empty = name in left_out or any(_may_be_empty(leaf.value, inside) for own in below for leaf in leaves(own))
        if deciding and empty and name not in (LAST, EARLIER):
            yield inside, deciding
        if depth < STRUCTURES:
            yield from _emptied_in(program, behind, below, inside, gates, depth + 1)


def _bases(value: object) -> list[object]:
    return [leaf.value for leaf in leaves(value.base)] if isinstance(value, Structure) else [value]


def _deciding(behind: GatesBehind, value: Diagram) -> Gates:
    """The gates by which a value is chosen, or which elements it has, or what it was made of where that is hidden."""
    found = behind.choosing(value)
    for leaf in leaves(value):
        if isinstance(leaf.value, Structure):
            found |= behind.choosing(leaf.value.base)
            for _, present, _ in leaf.value.entries or ():
                found |= behind.choosing(present)
        elif isinstance(leaf.value, (Unseen, Computed)):
            found |= behind.inside(leaf.value)
    return found


def _own_names(value: Structure) -> Iterator[str]:
    yield from (name for name, _ in value.fields)
    yield from (key for key, _, _ in value.entries or () if key in (LAST, EARLIER))


def _named(value: object, name: str) -> Iterator[Diagram]:
    """The values under a name in a settled value, beneath later changes too."""
    if isinstance(value, Structure):
        yield from (own for key, own in value.fields if key == name)
        yield from (own for key, _, own in value.entries or () if key == name)
        for leaf in leaves(value.base):
            yield from _named(leaf.value, name)


def _left_out(program: Program, value: object) -> Iterator[str]:
    """The fields that a new object was made without."""
    own = {name for name, _ in value.fields} if isinstance(value, Structure) else set()
    for base in _bases(value):
        type_ = program.type(base.type) if isinstance(base, Zero) else None
        yield from (field.name for field in (type_.fields if type_ is not None else ()) if field.name not in own)


def _is_new(value: Structure) -> bool:
    return any(isinstance(leaf.value, (Zero, Blank)) for leaf in leaves(value.base))


def _may_be_empty(value: object, path: Path) -> bool:
    """Whether a value at a path is nothing, or may be: what the old object has, or the caller sent elsewhere, what is
    computed or can't be seen through."""
    if isinstance(value, (Computed, Unseen)):
        return True
    if isinstance(value, Structure):
        return value.entries is not None and not value.fields
    if isinstance(value, Input):
        return value.root == OLD or _is_of_another(value, path)
    return isinstance(value, (Blank, Zero, Unbound)) or (isinstance(value, Constant) and not value.value)
