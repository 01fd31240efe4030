"""Generation counts what was asked for: 1 at first, one more whenever spec changes, and only then (KEP-5975,
"Generation Management"; contract section 4)."""

from __future__ import annotations

import enum

from apivet.conventions.rulings import HOLDS, Answer, Bench, unproven, unseen_in, violated
from apivet.conventions.subject import CREATE, UPDATE, Subject
from apivet.conventions.witness import name_value
from apivet.effects.diagrams import Leaf
from apivet.effects.outcome import View
from apivet.effects.values import OLD, Computed, Constant, Decision, Input, IsNone, Path, Same, Structure, Truthy, Unseen
from apivet.verdicts import Verdict

SET = "generation-not-set-on-create"
BUMPED = "generation-not-bumped-on-spec-change"
UNCHANGED = "generation-bumped-without-spec-change"
EARLY = "generation-compared-too-early"

_ONE = Constant.of(1)


class Relation(enum.Enum):
    """How the stored spec stands to the old one under some decisions."""

    EQUAL = "equal"
    DIFFERENT = "different"
    EITHER = "either"
    UNKNOWN = "unknown"


def judge_set_on_create(bench: Bench) -> None:
    """The stored generation is 1."""
    part = _generation(bench.subject)

    def question(view: View) -> Answer:
        value = view.stored(part)
        if value == _ONE:
            return HOLDS
        if unseen_in(value) is not None:
            return unproven(value)
        return violated(f"{name_value(value)} is stored")

    bench.rule(SET, bench.subject.trial(CREATE), [question], part, field=".".join(part))


def judge_bumped_on_update(bench: Bench) -> None:
    """Old + 1 where spec differs, old where it does not, decided after the last change of spec."""
    subject = bench.subject
    trial = subject.trial(UPDATE)
    part, field = _generation(subject), ".".join(_generation(subject))
    early = bench.rule(EARLY, trial, [lambda view: _too_early(subject, view)], _spec(subject), field=field)
    excused = early is Verdict.VIOLATED
    bench.rule(BUMPED, trial, [lambda view: _is_bumped(subject, view, excused)], part, field=field)
    bench.rule(UNCHANGED, trial, [lambda view: _is_unchanged(subject, view, excused)], part, field=field)


def _is_bumped(subject: Subject, view: View, excused: bool) -> Answer:
    relation = spec_relation(subject, view)
    value = view.stored(_generation(subject))
    if relation is Relation.EQUAL or _is_next(subject, view, value):
        return HOLDS
    if relation is Relation.UNKNOWN or unseen_in(value) is not None:
        return _cannot_tell(subject, view, value)
    if excused and _too_early(subject, view).verdict is Verdict.VIOLATED:
        return HOLDS
    if relation is Relation.DIFFERENT:
        return violated(f"spec differs and {name_value(value)} is stored")
    return violated(f"spec may differ here and {name_value(value)} is stored")


def _is_unchanged(subject: Subject, view: View, excused: bool) -> Answer:
    relation = spec_relation(subject, view)
    value = view.stored(_generation(subject))
    if relation is Relation.DIFFERENT or _is_old(subject, view, value):
        return HOLDS
    if relation is Relation.UNKNOWN or unseen_in(value) is not None:
        return _cannot_tell(subject, view, value)
    if excused and _too_early(subject, view).verdict is Verdict.VIOLATED:
        return HOLDS
    same = "is the same" if relation is Relation.EQUAL else "may be the same here"
    return violated(f"spec {same} and {name_value(value)} is stored")


def _cannot_tell(subject: Subject, view: View, value: object) -> Answer:
    if unseen_in(value) is not None:
        return unproven(value)
    for decision in view.assumptions.answers:
        unseen = unseen_in(getattr(decision, "value", None) or getattr(decision, "left", None))
        if unseen is not None:
            return unproven(unseen)
    stored = view.stored(_spec(subject))
    if unseen_in(stored) is not None:
        return unproven(stored)
    return Answer(Verdict.UNPROVEN, "a condition on spec can't be seen through")


# -------------------------------------------------------------------------------------------------------- relation


def spec_relation(subject: Subject, view: View) -> Relation:
    """How the stored spec stands to the old one, from the comparisons on the way."""
    part = _spec(subject)
    stored, old = view.stored(part), Input(OLD, part)
    if view.same(stored, old) or _every_field_is_same(subject, view, stored, old):
        return Relation.EQUAL
    for decision, answer in view.assumptions.answers.items():
        if isinstance(decision, Same) and not answer and _tells_apart(subject, view, decision):
            return Relation.DIFFERENT
    if _has_new_null(view, stored, old):
        return Relation.DIFFERENT
    if isinstance(stored, Unseen) or unseen_in(stored) is not None:
        return Relation.UNKNOWN
    if any(_hides_comparison(subject, view, decision) for decision in view.assumptions.answers):
        return Relation.UNKNOWN
    return Relation.EITHER


def _every_field_is_same(subject: Subject, view: View, stored: object, old: Input) -> bool:
    """Field-by-field comparison that leaves none out."""
    type_ = subject.part_type(old.path[0])
    if type_ is None or not type_.fields or not isinstance(stored, (Input, Structure)):
        return False
    return all(view.same(view.step(stored, field.name), old.child(field.name)) for field in type_.fields)


def _tells_apart(subject: Subject, view: View, decision: Same) -> bool:
    """Whether an inequality on the way means that the stored spec differs from the old one."""
    part = _spec(subject)
    for mine, other in ((decision.left, decision.right), (decision.right, decision.left)):
        if isinstance(other, Input) and other.root == OLD and other.path[: len(part)] == part:
            if view.same(view.stored(other.path), mine):
                return True
        elif isinstance(mine, (Input, Structure)) and isinstance(other, (Input, Structure)):
            if _differ_only_in(subject, view, mine, other, part[0]):
                return True
    return False


def _differ_only_in(subject: Subject, view: View, mine: object, other: object, part: str) -> bool:
    """Whole objects that differ, and are alike in everything but spec."""
    if subject.object_type is None:
        return False
    if not view.same(view.step(mine, part), view.stored((part,))):
        return False
    if not view.same(view.step(other, part), Input(OLD, (part,))):
        return False
    exempt = {part, "api_version", "kind"}
    rest = [field.name for field in subject.object_type.fields if field.name not in exempt]
    return all(view.same(view.step(mine, name), view.step(other, name)) for name in rest)


def _has_new_null(view: View, stored: object, old: Input) -> bool:
    """A field that the old spec has and the stored one has not."""
    if not isinstance(stored, Structure):
        return False
    for name, own in stored.fields:
        known = view.knows(IsNone(old.child(name))) is False or view.knows(Truthy(old.child(name)))
        if known and view.is_null(view.leaf(own)):
            return True
    return False


def _hides_comparison(subject: Subject, view: View, decision: Decision) -> bool:
    """Whether a condition that can't be seen through may be about spec."""
    part = _spec(subject)
    value = getattr(decision, "value", None)
    values = [decision.left, decision.right] if isinstance(decision, Same) else [value]
    opaque = any(isinstance(found, (Unseen, Computed)) for found in values)
    return opaque and any(view.depends(found, OLD, part) for found in values)


# ------------------------------------------------------------------------------------------------------- too early


def _too_early(subject: Subject, view: View) -> Answer:
    """Spec was changed after the comparison on which the bump rests."""
    part = _spec(subject)
    for decision, answer in view.assumptions.answers.items():
        if not isinstance(decision, Same):
            continue
        for mine, other in ((decision.left, decision.right), (decision.right, decision.left)):
            compared = _compared_spec(view, mine, other, part)
            if compared is None:
                continue
            at, was = compared
            if not view.same(view.stored(at), was) and _decides_bump(subject, view, answer):
                return violated("")
    return HOLDS


def _compared_spec(view: View, mine: object, other: object, part: Path) -> tuple[Path, object] | None:
    """Where, and with what, a comparison compared the new spec to the old one."""
    if isinstance(other, Input) and other.root == OLD and other.path[: len(part)] == part:
        base = view.leaf(mine.base) if isinstance(mine, Structure) else mine
        if isinstance(base, Input) and base.root != OLD and base.path == other.path:
            return other.path, mine
    return None


def _decides_bump(subject: Subject, view: View, answer: bool) -> bool:
    """Whether generation is what the comparison, taken for the whole truth, asks for."""
    value = view.stored(_generation(subject))
    if spec_relation(subject, view) not in (Relation.EITHER, Relation.EQUAL):
        return False
    return _is_old(subject, view, value) if answer else _is_next(subject, view, value)


# --------------------------------------------------------------------------------------------------------- values


def _generation(subject: Subject) -> Path:
    return (subject.vocabulary.metadata, subject.vocabulary.generation)


def _spec(subject: Subject) -> Path:
    return (subject.vocabulary.spec,)


def _is_old(subject: Subject, view: View, value: object) -> bool:
    return view.same(value, Input(OLD, _generation(subject)))


def _is_next(subject: Subject, view: View, value: object) -> bool:
    """Old + 1, whichever way round."""
    if not (isinstance(value, Computed) and value.operator == "+" and len(value.operands) == 2):
        return False
    left, right = (operand.value if isinstance(operand, Leaf) else None for operand in value.operands)
    return (_is_old(subject, view, left) and right == _ONE) or (_is_old(subject, view, right) and left == _ONE)
