"""A hook that stores what the default hook would store need not be written (contract section 4)."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from apivet.conventions.gated_fields import gated_paths
from apivet.conventions.opaque_conditions import unseen_in
from apivet.conventions.registry import house
from apivet.conventions.rule import HookRule
from apivet.conventions.rulings import Bench, Ruling
from apivet.conventions.status import changed_names
from apivet.conventions.strategy import StrategySubject
from apivet.conventions.subject import HookRun, Subject
from apivet.effects.limits import CAUTIOUS
from apivet.effects.outcome import Outcome
from apivet.effects.values import CALLER, NONE, OLD, Blank, Constant, Input, Path, Structure, Zero
from apivet.effects.view import View
from apivet.program.model import Type
from apivet.program.role import Role
from apivet.verdicts import Verdict
from apivet.vocabulary import CREATE, UPDATE

SYMBOL = "boilerplate-hook"

#: A question whether something is stored otherwise than by the default hook.
Difference = Callable[[View], bool]


def judge_boilerplate(bench: Bench) -> None:
    """Each hook that the class itself writes does something else than the default on some path."""
    subject = bench.subject
    assert isinstance(subject, StrategySubject)
    if not subject.vocabulary.new_rest:
        return  # there is no other way to register the type
    broken = {ruling.hook for ruling in bench.rulings if ruling.verdict is not Verdict.HOLDS}
    for notion in (CREATE, UPDATE):
        names = [name for name in getattr(subject.vocabulary, notion) if name in subject.type.methods]
        if not names or (notion == CREATE and subject.role is Role.STATUS):
            continue
        trial = subject.within(CAUTIOUS).trial(notion)
        if notion in broken or trial.outcome is None or _has_effect(trial.outcome) or _breaks_alone(bench, notion):
            bench.holds(SYMBOL, names[0])
        else:
            bench.add(_ruling(bench, notion, names[0], trial))


def _breaks_alone(bench: Bench, notion: str) -> bool:
    """Whether a hook breaks a rule of which the ruling tells another hook of the class that breaks it, too."""
    told = [ruling for ruling in bench.rulings if ruling.verdict is not Verdict.HOLDS and ruling.hook != notion]
    if not any(ruling.hook is not None for ruling in told):
        return False
    return _breaks(bench.subject, notion, [rule for rule in house().of_hooks if len(rule.hooks) > 1])


def _breaks(subject: Subject, notion: str, rules: Iterable[HookRule]) -> bool:
    """Whether a hook by itself breaks one of these rules, as far as can be told."""
    alone = Bench(copy.copy(subject))
    alone.subject.only = notion
    for rule in sorted(rules, key=lambda rule: rule.looks_back):
        if rule.symbol != SYMBOL and rule.applies(alone.subject):
            rule.question(alone)
    return any(ruling.verdict is not Verdict.HOLDS and ruling.hook == notion for ruling in alone.rulings)


def _has_effect(outcome: Outcome) -> bool:
    """Whether the hook raises, or does anything that would be missed besides what it stores."""
    machine = outcome.machine
    refusing = machine.diagrams.both(machine.refused, machine.diagrams.negate(outcome.exits))
    if machine.has_effect or machine.may_refuse or refusing is not machine.diagrams.false:
        return True
    return any(
        store.guard is not machine.diagrams.false
        and (store.cell in machine.heap.lasting or store.root not in ("", CALLER, OLD))
        for store in machine.heap.stores
    )


def _ruling(bench: Bench, notion: str, name: str, trial: HookRun) -> Ruling:
    """The hook is boilerplate where no exit stores anything but what the default stores."""
    outcome = trial.outcome
    assert outcome is not None
    if not _is_default(bench, notion, outcome) or _is_more_below(bench.subject, notion):
        return Ruling(SYMBOL, Verdict.HOLDS, name)
    return Ruling(SYMBOL, Verdict.VIOLATED, name, _advice(bench, notion), trial.location)


def _is_default(bench: Bench, notion: str, outcome: Outcome) -> bool:
    """Whether every exit stores what the default hook stores. Each part is a question of its own, as the ways in which
    parts come about multiply."""
    if outcome.exits is outcome.machine.diagrams.false:
        return False
    return not any(_at_some_exit(outcome, difference) for difference in _differences(bench, notion, outcome))


def _at_some_exit(outcome: Outcome, difference: Difference) -> bool:
    """Whether something is stored differently at an exit, as far as that can be told."""
    explored = outcome.ask(difference, None, lambda differs: not differs, lambda differs: differs)
    return explored.exhausted is not None or any(differs for differs, _ in explored.answers)


def _advice(bench: Bench, notion: str) -> str:
    """Advice on getting rid of the hook: it can go where a base class has the default, which then runs."""
    assert isinstance(bench.subject, StrategySubject)
    behind = default_behind(bench.subject, notion)
    if behind is not None:
        return f"it can go, as {behind.name} has it"
    return "register the type declaratively, and it need not be written"


def default_behind(subject: StrategySubject, notion: str) -> Type | None:
    """The base class that has the default hook, which runs once the class itself has none."""
    behind = next((base for base in subject.ancestry[1:] if _defines(subject, base, notion)), None)
    return behind if behind is not None and _runs_default(_as(behind, subject), notion) else None


def _is_more_below(subject: Subject, notion: str) -> bool:
    """Whether the hook is more than the default in a class that inherits it, and has steps of its own for it."""
    assert isinstance(subject, StrategySubject)
    for derived in subject.program.derived(subject.type):
        ancestry = subject.program.ancestry(derived)
        has_it = next((base for base in ancestry if _defines(subject, base, notion)), None)
        if has_it is subject.type and not _runs_default(_as(derived, subject), notion):
            return True
    return False


def _as(type_: Type, subject: StrategySubject) -> StrategySubject:
    """Another class, as a strategy of the same role for the same objects."""
    args = (type_, subject.role, subject.object_type, subject.mentions, subject.confidence)
    return StrategySubject(*args, subject.program, subject.config)


def _runs_default(subject: StrategySubject, notion: str) -> bool:
    """Whether what a class runs is the default hook: it breaks no rule, and does and stores nothing else."""
    bench = Bench(subject.within(CAUTIOUS))
    outcome = bench.subject.trial(notion).outcome
    if outcome is None or _has_effect(outcome) or not _is_default(bench, notion, outcome):
        return False
    return not _breaks(subject, notion, [rule for rule in house().of_hooks if notion in rule.hooks])


def _defines(subject: StrategySubject, base: Type, notion: str) -> bool:
    return any(name in base.methods for name in getattr(subject.vocabulary, notion))


def _differences(bench: Bench, notion: str, outcome: Outcome) -> Iterator[Difference]:
    """The questions, one a part of the object, whether it is stored otherwise than by the default hook."""
    subject = bench.subject
    words = subject.vocabulary
    yield lambda view: unseen_in(view.leaf(outcome.stored)) is not None
    if notion == CREATE:
        yield from _differences_on_create(bench, outcome)
    elif subject.role is Role.STATUS:
        yield from _sent_otherwise(bench, outcome, (words.status,))
        yield lambda view: _metadata_differs(bench, view, allowed=(words.generation, *words.kept_metadata))
    else:
        yield from _differences_on_update(bench, outcome)
    known = {words.metadata, words.spec, words.status, *subject.parts.payload, *subject.parts.generation[:1]}
    for name in changed_names(outcome, ()):
        if name not in known:
            yield partial(_is_stored_otherwise, (name,), CALLER)


def _differences_on_create(bench: Bench, outcome: Outcome) -> Iterator[Difference]:
    subject = bench.subject
    words = subject.vocabulary
    if subject.parts.status:
        yield lambda view: not _is_cleared(bench, view, (words.status,))
    yield from _payload_differences(bench, outcome)
    set_here = (words.generation,) if subject.parts.spec else ()
    yield lambda view: _metadata_differs(bench, view, allowed=set_here)


def _differences_on_update(bench: Bench, outcome: Outcome) -> Iterator[Difference]:
    subject = bench.subject
    words = subject.vocabulary
    if subject.parts.status:
        yield partial(_is_stored_otherwise, (words.status,), OLD)
    if subject.parts.generation and not subject.parts.spec:
        yield partial(_is_stored_otherwise, subject.parts.generation, OLD)
    yield from _payload_differences(bench, outcome)
    yield lambda view: _metadata_differs(bench, view, allowed=(words.generation,))


def _is_stored_otherwise(path: Path, root: str, view: View) -> bool:
    return not view.same(view.stored(path), Input(root, path))


def _payload_differences(bench: Bench, outcome: Outcome) -> Iterator[Difference]:
    parts = set(bench.subject.parts.payload)
    if bench.subject.parts.spec:
        parts.add(bench.subject.vocabulary.spec)
    for part in sorted(parts):
        yield from _sent_otherwise(bench, outcome, (part,))


def _sent_otherwise(bench: Bench, outcome: Outcome, path: Path) -> Iterator[Difference]:
    """Whether a part is stored otherwise than the caller sent it, dropped gated fields apart."""
    gated = gated_paths(bench.subject)
    holds_gated = path not in gated and any(field[: len(path)] == path for field in gated)

    def differs(view: View) -> bool:
        value = view.stored(path)
        if view.same(value, Input(CALLER, path)):
            return False
        if path in gated:
            empty = isinstance(value, (Zero, Blank)) or (isinstance(value, Constant) and not value.value)
            return not (empty or view.is_null(value))
        is_changed_inside = isinstance(value, Structure) and isinstance(view.leaf(value.base), Input)
        return not (holds_gated and is_changed_inside and value.entries is None)

    yield differs
    if holds_gated:
        for name in changed_names(outcome, path):
            yield from _sent_otherwise(bench, outcome, (*path, name))


def _metadata_differs(bench: Bench, view: View, allowed: tuple[str, ...]) -> bool:
    """Whether metadata is stored otherwise than sent, apart from fields that other rules judge and those that the
    framework keeps equal anyway."""
    words = bench.subject.vocabulary
    value = view.stored((words.metadata,))
    roots = (CALLER, OLD) if bench.subject.role is Role.STATUS else (CALLER,)
    base = view.base_of(value)
    if not any(view.same(base, Input(root, (words.metadata,))) for root in roots):
        return True
    if not isinstance(value, Structure):
        return False
    for name, _ in value.fields:
        path = (words.metadata, name)
        if name in allowed or view.same(view.stored(path), Input(CALLER, path)):
            continue
        if bench.subject.role is Role.STATUS and view.same(view.stored(path), Input(OLD, path)):
            continue
        return True
    return False


def _is_cleared(bench: Bench, view: View, part: Path) -> bool:
    """Whether a part is stored as its zero: made anew, or with every field at its default; ``None`` where that may
    be."""
    value, type_ = view.stored(part), bench.subject.part_type(part[0])
    declared = bench.subject.declared(part)
    if value == NONE:
        return declared is None or declared.optional or declared.may_be_missing
    if isinstance(value, Zero):
        return type_ is None or value.type == type_.dotted
    if isinstance(value, Blank) or (isinstance(value, Constant) and not value.value):
        return True
    if type_ is None or not isinstance(value, Structure):
        return False
    defaults = {field.name: view.leaf(view.outcome.zero_field(type_.dotted, field.name)) for field in type_.parts}
    return all(view.same(view.step(value, name), default) for name, default in defaults.items())
