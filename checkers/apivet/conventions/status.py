"""Status belongs to the server: what a caller sends of it through the main resource is not stored (KEP-5975,
"Field Wiping and Fields Resetting"; contract section 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from apivet.conventions.opaque_conditions import decided_within, is_hidden, unseen_in
from apivet.conventions.remade import is_made_again
from apivet.conventions.rulings import HOLDS, Answer, Bench, Ruling, reason, unproven, violated
from apivet.conventions.steering import steered_by_caller, summary_beside_old
from apivet.conventions.subject import HookRun, Subject
from apivet.conventions.witness import name_value
from apivet.effects.declared import is_keyed_given, may_be_none, public_names, shape_of
from apivet.effects.diagrams import Leaf, leaves
from apivet.effects.picture import Picture
from apivet.effects.sameness import is_zero
from apivet.effects.theory import Assumptions
from apivet.effects.values import CALLER, NONE, OLD, ORDER, Computed, Input, Path, Structure, Unseen
from apivet.effects.view import View
from apivet.program.model import MapOf, Scalar, Type
from apivet.verdicts import Verdict
from apivet.vocabulary import CREATE, UNDECLARED, UPDATE

WIPED = "status-not-wiped-on-create"
KEPT = "status-not-kept-on-update"

Question = Callable[[View], Answer]


def judge_wiped_on_create(bench: Bench) -> None:
    """The stored ``status`` does not depend on the caller's."""
    subject = bench.subject
    part = (subject.vocabulary.status,)
    trial = subject.trial(CREATE)
    field = subject.vocabulary.status
    if trial.outcome is None or bench_direct(bench, WIPED, trial, part, field) is not Verdict.HOLDS:
        if trial.outcome is None:
            bench.rule(WIPED, trial, (), part, field=field)
        return
    _add_steered(bench, WIPED, trial, part, steered_by_caller(trial.outcome, part))


def _add_steered(
    bench: Bench, symbol: str, trial: HookRun, part: Path, found: tuple[Answer, Assumptions | None] | None
) -> None:
    """Add the ruling on a part that is chosen by the caller's status; it replaces the one that no status is stored."""
    if found is None:
        return
    bench.rulings.pop()
    answer, assumptions = found
    field = bench.subject.vocabulary.status
    if answer.verdict is Verdict.VIOLATED:
        bench.violation(symbol, trial, answer, assumptions, part, field)
    else:
        told = Ruling(symbol, answer.verdict, field, answer.detail, trial.location, (), trial.notion)
        bench.add(replace(told, is_exhausted=answer.is_exhausted))


def bench_direct(bench: Bench, symbol: str, trial: HookRun, part: Path, field: str) -> Verdict:
    """No value of the caller's status reaches what is stored."""
    outcome = trial.outcome
    assert outcome is not None
    questions: list[Question] = [lambda view: _shell_is_free(bench.subject, view, part)]
    questions += [_part_is_free(part, name) for name in changed_names(outcome, part)]
    return bench.rule(symbol, trial, questions, part, field=field)


def _shell_is_free(subject: Subject, view: View, part: Path) -> Answer:
    """The status as a whole is not the caller's; one whose fields are all replaced is not either."""
    value = view.stored(part)
    if isinstance(value, Structure):
        return _base_is_free(subject, view, value, part)
    if isinstance(value, Input) and is_zero(view, value):
        return HOLDS
    return _is_free(view, value, part)


def _base_is_free(subject: Subject, view: View, value: Structure, part: Path) -> Answer:
    base = view.leaf(value.base)
    if not (isinstance(base, (Input, Unseen)) and view.depends(base, CALLER, part)):
        return HOLDS
    type_ = subject.part_type(part[0])
    if isinstance(subject.shape(part), MapOf) and value.entries is None:
        return unproven(base) if isinstance(base, Unseen) else violated("only some of its keys are cleared")
    if type_ is None:
        if value.entries is not None and subject.object_type is not None:
            return HOLDS
        return Answer(
            Verdict.UNPROVEN, "the fields of the status are not known, so it can't be told if all are cleared"
        )
    left = [name for name in public_names(type_) if name not in dict(value.fields)]
    missing = [name for name in left if _is_free(view, view.step(base, name), part) is not HOLDS]
    if missing and isinstance(base, Unseen):
        return unproven(base)
    if missing:
        return violated(_left(missing))
    return HOLDS


def _left(missing: list[str]) -> str:
    """The fields that a hook leaves out which goes field by field, for a message."""
    told = ["each field that nobody declared" if name == UNDECLARED else name for name in missing]
    return f"{', '.join(told)} of it {'is' if len(missing) == 1 else 'are'} left as the caller sent it"


def _is_free(view: View, value: object, part: Path) -> Answer:
    if not view.depends(value, CALLER, part) or _is_nothing(view, value) or view.constant(value) is not None:
        return HOLDS
    if unseen_in(value) is not None:
        return unproven(value)
    chosen = decided_within(view.outcome, value)
    if any(is_hidden(view.outcome, found) and view.outcome.decision_depends(found, CALLER, part) for found in chosen):
        return Answer(Verdict.UNPROVEN, "it is made from what a condition chose that can't be seen through")
    if isinstance(value, Input):
        return violated("")
    return violated(f"{name_value(value)} is made from it")


def _is_nothing(view: View, value: object) -> bool:
    """Whether a value is nothing, and which: what is not true may be ``None`` or an empty text, as the caller chose. An
    empty container is as good as none."""
    if not view.is_null(value) or not isinstance(value, Input) or view.is_none(value) is not None:
        return bool(view.is_null(value))
    machine = view.outcome.machine
    return not (may_be_none(machine, value) and isinstance(shape_of(machine, value), Scalar))


def _part_is_free(part: Path, name: str) -> Question:
    def question(view: View) -> Answer:
        value = view.stored((*part, name)) if isinstance(view.stored(part), Structure) else NONE
        answer = _is_free(view, value, part)
        return (
            violated(f"{name} of it comes from the caller's status") if answer.verdict is Verdict.VIOLATED else answer
        )

    return question


def changed_names(outcome: Picture, part: Path) -> list[str]:
    """The fields of a part that a hook may have changed."""
    found: dict[str, None] = {}
    for structure in structures_at(outcome, part):
        found.update(dict.fromkeys(name for name, _ in structure.fields))
    if is_keyed_given(outcome.machine, Input(OLD, part)):
        found.pop(ORDER, None)
    return sorted(found)


def structures_at(outcome: Picture, part: Path) -> Iterator[Structure]:
    """Every changed object that may be stored at a path."""
    diagrams = [outcome.stored]
    for segment in part:
        below = []
        for diagram in diagrams:
            for leaf in leaves(diagram):
                if isinstance(leaf.value, Structure):
                    below += [own for name, own in leaf.value.fields if name == segment]
                    below += [own for key, _, own in leaf.value.entries or () if key == segment]
                    if isinstance(leaf.value.base, Leaf) and isinstance(leaf.value.base.value, Structure):
                        below.append(leaf.value.base)
        diagrams = below
    for diagram in diagrams:
        for leaf in leaves(diagram):
            if isinstance(leaf.value, Structure):
                yield leaf.value


# --------------------------------------------------------------------------------------------------------- update


def judge_kept_on_update(bench: Bench) -> None:
    """The stored ``status`` is the old one: nothing of the caller's survives, nothing of the old is lost."""
    subject = bench.subject
    part = (subject.vocabulary.status,)
    trial = subject.trial(UPDATE)
    questions: list[Question] = [lambda view: _shell_is_kept(subject, view, part)]
    if trial.outcome is not None:
        questions += [_part_is_kept(part, name) for name in changed_names(trial.outcome, part)]
    verdict = bench.rule(KEPT, trial, questions, part, field=subject.vocabulary.status)
    if verdict is not Verdict.HOLDS or trial.outcome is None:
        return
    beside_old = steered_by_caller(trial.outcome, part, lambda view: summary_beside_old(view, view.stored(part), part))
    _add_steered(bench, KEPT, trial, part, beside_old)


def _part_is_kept(part: Path, name: str) -> Question:
    is_free = _part_is_free(part, name)

    def question(view: View) -> Answer:
        if view.same(view.stored((*part, name)), Input(OLD, (*part, name))):
            return HOLDS
        return is_free(view)

    return question


def _shell_is_kept(subject: Subject, view: View, part: Path) -> Answer:
    value, expected = view.stored(part), Input(OLD, part)
    if isinstance(value, Structure) and is_put_together(value, subject.part_type(part[0])):
        if view.same(view.leaf(value.base), expected) or view.is_null(expected):
            return HOLDS  # its fields are asked about one by one
        return _fields_are_kept(subject, view, value, part)
    if view.same(value, expected):
        return HOLDS
    if view.is_null(expected) and not view.depends(value, CALLER, part):
        return HOLDS  # there was none: nothing is lost by giving the object one
    if isinstance(value, Structure):
        base = view.leaf(value.base)
        if view.same(base, expected):
            return HOLDS
        if isinstance(base, Unseen):
            return Answer(Verdict.UNPROVEN, reason(base))
        return _fields_are_kept(subject, view, value, part)
    return not_kept(view, value, expected)


def _fields_are_kept(subject: Subject, view: View, value: Structure, part: Path) -> Answer:
    """A status put together field by field: each declared one is the old one, or the server's choice."""
    type_ = subject.part_type(part[0])
    if type_ is None:
        if isinstance(view.leaf(value.base), Input) and _holds_the_callers(view, value):
            return violated("elements of the caller's are stored")
        return Answer(Verdict.UNPROVEN, "the fields of the status are not known, so it can't be told if all are kept")
    own = [name for name, _ in value.fields]
    missing = [name for name in public_names(type_) if name not in own]
    if missing and isinstance(view.leaf(value.base), Input):
        return violated(_left(missing))
    kept = any(view.same(view.step(value, name), Input(OLD, (*part, name))) for name in own)
    if (missing or not kept) and not view.same(value, Input(OLD, part)):
        unseen = next((part for name in own if unseen_in(part := view.step(value, name)) is not None), None)
        return violated("the stored status is lost") if unseen is None else unproven(unseen)
    return HOLDS


def is_put_together(value: Structure, type_: Type | None) -> bool:
    """Whether every field of an object of that type was set, each by itself."""
    own = {name for name, _ in value.fields}
    return type_ is not None and not value.entries and own.issuperset(public_names(type_))


def _holds_the_callers(view: View, value: Structure) -> bool:
    """Whether a mapping or list has an element that is certainly the caller's."""
    elements = [view.leaf(own) for _, present, own in value.entries or () if view.leaf(present)]
    return any(isinstance(element, Input) and element.root == CALLER for element in elements)


def not_kept(view: View, value: object, expected: Input) -> Answer:
    """A value that is not the old one: broken, unless something unseen may have brought the old one back."""
    unseen = unseen_in(value)
    if unseen is not None and (view.depends(unseen, OLD, expected.path) or view.depends(unseen, CALLER, expected.path)):
        return Answer(Verdict.UNPROVEN, reason(value))
    if isinstance(value, Input) and value.root == CALLER:
        return violated("the caller's value is stored")
    if (
        isinstance(value, Computed)
        and value.operator not in ("+", "-")
        and not view.depends(value, CALLER, expected.path)
    ):
        if view.depends(value, OLD, expected.path):
            return Answer(Verdict.UNPROVEN, "it can't be told whether what is computed from the old value equals it")
    if is_made_again(view, value, expected):
        return Answer(Verdict.UNPROVEN, "it can't be told whether all that is stored comes as it was stored before")
    return violated(f"{name_value(value)} is stored")
