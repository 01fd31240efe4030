"""``get_reset_fields`` tells field managers which fields a strategy puts back: it names exactly those that the update
hook resets (contract section 4)."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Final

from apivet.conventions.gated_fields import gated_paths, gates_named
from apivet.conventions.opaque_conditions import unseen_in
from apivet.conventions.rulings import HOLDS, Answer, Bench, Ruling, ask, reason, violated
from apivet.conventions.status import changed_names
from apivet.conventions.strategy import StrategySubject
from apivet.effects.declared import public_names
from apivet.effects.diagrams import BudgetExhausted, Diagram
from apivet.effects.limits import CAUTIOUS
from apivet.effects.outcome import Outcome
from apivet.effects.slices import Asked
from apivet.effects.values import (
    CALLER,
    EARLIER,
    KEYS,
    LAST,
    MARKS,
    OLD,
    Computed,
    Constant,
    Decision,
    GateOn,
    Input,
    Path,
    Structure,
    Unseen,
    Zero,
)
from apivet.effects.view import View
from apivet.program.model import Named
from apivet.verdicts import Location, Verdict
from apivet.vocabulary import UPDATE

SYMBOL = "reset-fields-mismatch"
MISSING = "reset-fields-missing"
#: The method by which a strategy names the fields that it resets.
_NAMING: Final = "get_reset_fields"

Assuming = dict[Decision, bool]

_UNTOLD: Final = Answer(Verdict.UNPROVEN, "")


class _UntoldFields(Exception):
    """The fields that are named, or those that are reset, can't be told."""


def judge_missing(bench: Bench) -> None:
    """Judge whether the strategy names the fields that it resets, in a tree where another one does."""
    subject = bench.subject
    assert isinstance(subject, StrategySubject)
    if subject.program.has_any("reset fields"):
        is_there = subject.defined(_NAMING) is not None
        ruling = Ruling(MISSING, Verdict.HOLDS) if is_there else _missing(bench)
        if ruling.verdict is Verdict.VIOLATED and subject.attribute(_NAMING) is not None:
            ruling = Ruling(MISSING, Verdict.UNPROVEN, None, "nobody can tell whether it names its own")
        bench.add(ruling)


def _missing(bench: Bench) -> Ruling:
    """Whether a strategy that names no fields has none to name."""
    trial = bench.subject.trial(UPDATE)
    if trial.outcome is None:
        # Without an update hook there is nothing that puts something back.
        return Ruling(MISSING, Verdict.UNPROVEN if trial.blocked else Verdict.HOLDS, None, trial.blocked or "")
    try:
        reset = sorted(_reset_paths(bench, trial.outcome, {}))
        unknown = None if reset else _unseen(bench, trial.outcome, {})
        if unknown and any(_may_be_reset(trial.outcome, path, set(), {}) for path in _candidates(bench)):
            return Ruling(MISSING, Verdict.UNPROVEN, None, unknown)
    except (BudgetExhausted, RecursionError, _UntoldFields) as error:
        return Ruling(MISSING, Verdict.UNPROVEN, None, str(error))
    if not reset:
        return Ruling(MISSING, Verdict.HOLDS)
    return Ruling(MISSING, Verdict.VIOLATED, None, f"{', '.join(reset)} {'is' if len(reset) == 1 else 'are'} put back")


def judge_named(bench: Bench, named: Outcome, location: Location) -> None:
    """Compare what an outcome names to what the update hook resets, for each setting of the gates that either
    asks for."""
    if not bench.subject.has_objects:
        return
    subject = bench.subject.within(CAUTIOUS) if bench.subject.is_static else bench.subject
    if not named.ask(lambda view: None).answers:
        bench.add(Ruling(SYMBOL, Verdict.UNPROVEN, None, "the fields are never told", location))
        return

    def question(view: View) -> Answer:
        names = _named(view)
        gates: Assuming = {d: a for d, a in view.assumptions.answers.items() if isinstance(d, GateOn)}
        in_part = _compare_in_part(bench, names) if subject.is_static and not gates else _UNTOLD
        if in_part.verdict is not Verdict.UNPROVEN:
            return in_part
        trial = subject.trial(UPDATE)
        if trial.outcome is None:
            return Answer(Verdict.UNPROVEN, in_part.detail or trial.blocked or "")
        return _compare(bench, trial.outcome, names, gates)

    answer, _ = ask(named, question)
    bench.add(Ruling(SYMBOL, answer.verdict, None, answer.detail, location))


def _compare_in_part(bench: Bench, names: list[frozenset[str]] | str) -> Answer:
    """The same without following the whole hook: what is not reset while every gate is on is not always reset; what
    is, has to be so in a slice, where nobody follows how fields are dropped."""
    enabled = bench.subject.within(CAUTIOUS, Asked((), is_enabled=True)).trial(UPDATE).outcome
    if enabled is None or isinstance(names, str):
        return _UNTOLD
    try:
        reset = _reset_paths(bench, enabled, {})
        told = {name for version in names for name in version if _is_reset(bench, enabled, name, {}, reset)}
        answer = _compare(bench, enabled, names, {})
    except _UntoldFields as unknown:
        return Answer(Verdict.UNPROVEN, str(unknown))
    if answer.verdict is Verdict.UNPROVEN or not all(_is_reset_in_slices(bench, path) for path in sorted(reset | told)):
        return Answer(Verdict.UNPROVEN, answer.detail)
    return answer


def _is_reset_in_slices(bench: Bench, name: str) -> bool:
    path = tuple(name.split("."))
    for asked in (Asked((), True), Asked((path,), True), Asked((path,))):
        outcome = bench.subject.within(CAUTIOUS, asked).trial(UPDATE).outcome
        if outcome is not None:
            with contextlib.suppress(_UntoldFields):
                if _always(outcome, _resetting(path), {}):
                    return True
    return False


def _named(view: View) -> list[frozenset[str]] | str:
    """The paths that are named: one set, or one for each API version. A text says why they can't be told."""
    value = view.leaf(view.outcome.stored)
    try:
        versions = _versions(view, value) if isinstance(value, Structure) else []
        if versions:
            return [_paths(view, view.leaf(own)) for own in versions]
        return [_paths(view, value)]
    except _UntoldFields as unknown:
        return str(unknown)


def _versions(view: View, value: Structure) -> list[Diagram]:
    """The values of a mapping, whether or not it can be told which version each is under; none of anything else."""
    named = [own for name, own in value.fields if name not in MARKS]
    if not any(name == KEYS for name, _ in value.fields):
        return named
    found = named + _elements(view, value)
    if not found:
        raise _UntoldFields("it can't be told for which versions fields are named")
    return found


def _elements(view: View, value: Structure) -> list[Diagram]:
    """The values of the elements of a container."""
    entries = value.entries or ()
    return [own for key, present, own in entries if view.leaf(present) or key in (EARLIER, LAST)]


def _paths(view: View, value: object) -> frozenset[str]:
    names = []
    if isinstance(value, Structure) and value.entries is not None:
        for own in _elements(view, value):
            name = view.leaf(own)
            if not (isinstance(name, Constant) and isinstance(name.value, str)):
                raise _UntoldFields(reason(name))
            names.append(name.value)
        return frozenset(names)
    if value == Constant.of(None) or type(value).__name__ == "Blank":
        return frozenset()
    raise _UntoldFields(reason(value))


def _compare(bench: Bench, outcome: Outcome, names: list[frozenset[str]] | str, gates: Assuming) -> Answer:
    if isinstance(names, str):
        return Answer(Verdict.UNPROVEN, names)
    try:
        answer = _compare_paths(bench, outcome, names, gates)
    except _UntoldFields as unknown:
        return Answer(Verdict.UNPROVEN, str(unknown))
    if answer.verdict is Verdict.VIOLATED and not outcome.ask(lambda view: None, gates, None, lambda _: True).answers:
        return HOLDS  # Every update is refused: nothing is stored, and nothing reset.
    return answer


def _compare_paths(bench: Bench, outcome: Outcome, names: list[frozenset[str]], gates: Assuming) -> Answer:
    unknown = _unseen(bench, outcome, gates)
    reset = _reset_paths(bench, outcome, gates)
    for version in names:
        own = {name for name in version if not _is_exempt(bench, name)}
        missing = sorted(path for path in reset if not _is_named(bench, path, own))
        extra = sorted(name for name in own if not _is_reset(bench, outcome, name, gates, reset))
        if (missing or extra) and unknown:
            return Answer(Verdict.UNPROVEN, unknown)
        claims = f"it claims {', '.join(sorted(version)) or 'none'}; "
        if missing:
            return violated(f"{claims}{', '.join(missing)} {'is' if len(missing) == 1 else 'are'} reset and not named")
        if extra:
            return violated(f"{claims}{', '.join(extra)} {'is' if len(extra) == 1 else 'are'} named and not reset")
        if unknown and any(_may_be_reset(outcome, path, own, gates) for path in _candidates(bench)):
            return Answer(Verdict.UNPROVEN, unknown)
    return HOLDS


def _unseen(bench: Bench, outcome: Outcome, gates: Assuming) -> str | None:
    def is_seen(value: object) -> bool:
        return unseen_in(value) is None

    explored = outcome.ask(lambda view: view.leaf(outcome.stored), gates, is_seen, lambda value: not is_seen(value))
    return next((reason(value) for value, _ in explored.answers if not is_seen(value)), None)


def _is_named(bench: Bench, path: str, names: set[str]) -> bool:
    """Whether what is reset is named: itself, the part around it, or each of its fields."""
    if any(_covers(name, path) for name in names):
        return True
    shape = bench.subject.shape(tuple(path.split(".")))
    type_ = bench.subject.program.type(shape.dotted) if isinstance(shape, Named) else None
    inside = [name for name in names if _covers(path, name)]
    return (
        type_ is not None
        and bool(inside)
        and all(_is_named(bench, f"{path}.{name}", names) for name in public_names(type_))
    )


def _covers(name: str, path: str) -> bool:
    return path == name or path.startswith(f"{name}.")


def _is_exempt(bench: Bench, name: str) -> bool:
    """Fields that are the framework's, and generation, which is no matter of ownership."""
    words = bench.subject.vocabulary
    head, _, rest = name.partition(".")
    if head in words.type_fields:
        return True
    return head == words.metadata and bool(rest) and rest.partition(".")[0] not in words.kept_metadata


# ----------------------------------------------------------------------------------------------------------- reset


def _reset_paths(bench: Bench, outcome: Outcome, gates: Assuming) -> set[str]:
    """The smallest set of paths that the hook puts back or clears, whatever else is decided."""
    found: set[str] = set()
    for path in _candidates(bench):
        if len(path) == 1:
            found |= _reset_below(bench, outcome, path, gates, 0)
        elif _always(outcome, _resetting(path), gates):
            found.add(".".join(path))
    return found


def _candidates(bench: Bench) -> list[Path]:
    """Paths that a hook may put back as a whole: each part, and of metadata each field."""
    subject, words = bench.subject, bench.subject.vocabulary
    parts = (*subject.parts.payload, *((words.status,) if subject.parts.status else ()))
    return [*((part,) for part in parts), *((words.metadata, name) for name in subject.parts.metadata)]


def _resetting(path: Path) -> Callable[[View], bool]:
    return lambda view: _resets(view, path)


def _may_be_reset(outcome: Outcome, path: Path, named: set[str], gates: Assuming) -> bool:
    """Whether something that can't be seen through may always put back what is not named."""
    if any(_covers(name, ".".join(path)) for name in named):
        return False
    return _always(outcome, lambda view: _is_hidden(view.stored(path)) or _resets(view, path), gates)


def _is_hidden(value: object) -> bool:
    """Whether a value is one that can't be seen through, or a part of one."""
    return isinstance(value, (Unseen, Computed)) and unseen_in(value) is not None


def _reset_below(bench: Bench, outcome: Outcome, path: Path, gates: Assuming, depth: int) -> set[str]:
    if path in gated_paths(bench.subject) and not _is_reset_when_enabled(bench, outcome, path, gates):
        return set()  # a gated drop
    if _always(outcome, _resetting(path), gates):
        return {".".join(path)}
    found: set[str] = set()
    if depth < 4:
        for name in changed_names(outcome, path):
            if not name.startswith(("[", "(")):
                found |= _reset_below(bench, outcome, (*path, name), gates, depth + 1)
    return found


def _is_reset_when_enabled(bench: Bench, outcome: Outcome, path: Path, gates: Assuming) -> bool:
    """Whether a gated field is put back or cleared with its gates on, too, as no drop does."""
    enabled: Assuming = {GateOn(gate): True for gate in sorted(gates_named(bench.subject, path))}
    return _always(outcome, _resetting(path), {**gates, **enabled})


def _always(outcome: Outcome, question: Callable[[View], bool], gates: Assuming) -> bool:
    answer, _ = ask(outcome, lambda view: HOLDS if question(view) else violated(""), gates)
    if answer.verdict is Verdict.UNPROVEN:
        raise _UntoldFields(answer.detail)
    return answer.verdict is Verdict.HOLDS and bool(outcome.ask(lambda view: None, gates).answers)


def _resets(view: View, path: Path) -> bool:
    """Whether what is stored is the old value or nothing, with or without single changes by the server."""
    value, old = view.stored(path), Input(OLD, path)
    if view.same(value, old):
        return True
    if isinstance(value, Structure):
        base = view.leaf(value.base)
        kept = view.same(base, old) or isinstance(base, Zero)
        return kept and not view.depends(value, CALLER, path)
    if isinstance(value, Input):
        return False
    return bool(view.is_null(value))


def _is_reset(bench: Bench, outcome: Outcome, name: str, gates: Assuming, reset: set[str]) -> bool:
    """Whether a named path is put back as a whole: itself, the part around it, or all that is declared in it."""
    words = bench.subject.vocabulary
    if any(_covers(path, name) for path in reset):
        return True
    if name == words.metadata:
        return all(f"{words.metadata}.{field}" in reset for field in bench.subject.parts.metadata)
    return _always(outcome, _resetting(tuple(name.split("."))), gates)
