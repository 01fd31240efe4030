"""Generation counts what was asked for: 1 at first, one more whenever spec changes, and only then (KEP-5975,
"Generation Management"; contract section 4)."""

from __future__ import annotations

import enum

from apivet.conventions.rulings import HOLDS, Answer, Bench, unproven, unseen_in, violated
from apivet.conventions.subject import CREATE, UPDATE, Subject
from apivet.conventions.witness import name_value
from apivet.effects.diagrams import Leaf
from apivet.effects.values import (
    LAST,
    OLD,
    Computed,
    Constant,
    Decision,
    Exists,
    Input,
    IsNone,
    Path,
    Same,
    Structure,
    Truthy,
    Unseen,
)
from apivet.effects.view import NotHere, View
from apivet.verdicts import Verdict

SET = "generation-not-set-on-create"
BUMPED = "generation-not-bumped-on-spec-change"
UNCHANGED = "generation-bumped-without-spec-change"
EARLY = "generation-compared-too-early"

_ONE = Constant.of(1)
#: What is false of two equal values.
_FALSE_FOR_EQUALS = ("<", ">", "-")


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
        if view.same(value, _ONE):
            return HOLDS
        if _is_opaque(value):
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
    if relation is Relation.UNKNOWN or _is_opaque(value):
        return _cannot_tell(subject, view, value)
    if excused and _as_compared(subject, view) is Relation.EQUAL:
        return HOLDS
    if relation is Relation.DIFFERENT:
        return violated(f"spec differs and {name_value(value)} is stored")
    return violated(f"spec may differ here and {name_value(value)} is stored")


def _is_unchanged(subject: Subject, view: View, excused: bool) -> Answer:
    relation = spec_relation(subject, view)
    value = view.stored(_generation(subject))
    if relation is Relation.DIFFERENT or _is_old(subject, view, value):
        return HOLDS
    if relation is Relation.UNKNOWN or _is_opaque(value):
        return _cannot_tell(subject, view, value)
    if excused and _as_compared(subject, view) is Relation.DIFFERENT:
        return HOLDS
    same = "is the same" if relation is Relation.EQUAL else "may be the same here"
    return violated(f"spec {same} and {name_value(value)} is stored")


def _cannot_tell(subject: Subject, view: View, value: object) -> Answer:
    if _is_opaque(value):
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
    return _relation(subject, view, view.stored(_spec(subject)))


def _relation(subject: Subject, view: View, stored: object) -> Relation:
    """How a spec stands to the old one."""
    old = Input(OLD, _spec(subject))
    type_ = subject.part_type(old.path[0])
    if view.same(stored, old) or view.every_field_is_same(stored, old, type_):
        if any(_tells_apart(subject, view, found, stored) for found in _inequalities(view)):
            raise NotHere  # found different part by part equal: no such objects exist
        return Relation.EQUAL
    for decision, answer in view.assumptions.answers.items():
        if isinstance(decision, Same) and answer and _holds_together(view, decision, stored, old):
            return Relation.EQUAL
    if any(_tells_apart(subject, view, found, stored) for found in _inequalities(view)):
        return Relation.DIFFERENT
    if view.knows(IsNone(old)) is not None and view.is_none(stored) is (not view.knows(IsNone(old))):
        return Relation.DIFFERENT
    if any(differs(view, stored, old) for differs in (_has_new_null, _has_other_elements, _is_impossible)):
        return Relation.DIFFERENT
    if isinstance(stored, Unseen) or unseen_in(stored) is not None:
        return Relation.UNKNOWN
    if any(_hides_comparison(subject, view, decision) for decision in view.assumptions.answers):
        return Relation.UNKNOWN
    return Relation.EITHER


def _inequalities(view: View) -> list[Same]:
    """What was found different on the way."""
    found: list[Same] = []
    for decision, answer in view.assumptions.answers.items():
        if isinstance(decision, Same) and not answer:
            found += [decision, *_operands_that_differ(view, decision.left, decision.right)]
        elif isinstance(decision, Truthy) and answer and isinstance(decision.value, Computed):
            if decision.value.operator in _FALSE_FOR_EQUALS and len(decision.value.operands) == 2:
                found.append(Same(*(view.leaf(operand) for operand in decision.value.operands)))
    return found


def _operands_that_differ(view: View, left: object, right: object) -> list[Same]:
    """What must differ because the same function of it does: ``str(a) != str(b)``, ``len(a) != len(b)``."""
    if not (isinstance(left, Computed) and isinstance(right, Computed) and left.operator == right.operator):
        return []
    if len(left.operands) != 1 or len(right.operands) != 1:
        return []
    return [Same(view.leaf(left.operands[0]), view.leaf(right.operands[0]))]


def _holds_together(view: View, decision: Same, stored: object, old: Input) -> bool:
    """Whether two whole objects that are equal hold the stored spec and the old one."""
    for mine, other in ((decision.left, decision.right), (decision.right, decision.left)):
        if _is_whole(mine) and _is_whole(other):
            name = old.path[0]
            if view.same(view.step(mine, name), stored) and view.same(view.step(other, name), old):
                return True
    return False


def _is_whole(value: object) -> bool:
    """Whether a value is an object as a whole, with or without changes."""
    base = value.base.value if isinstance(value, Structure) and isinstance(value.base, Leaf) else value
    return isinstance(base, Input) and not base.path


def _is_impossible(view: View, stored: object, old: Input) -> bool:
    """Whether the decisions taken rule out that the two specs are equal: two values were found different that would
    then be the same."""
    supposed = view.supposing(Same(stored, old))
    return any(supposed.same(found.left, found.right) for found in _inequalities(view))


def _tells_apart(subject: Subject, view: View, decision: Same, stored: object) -> bool:
    """Whether an inequality on the way means that the stored spec differs from the old one."""
    part = _spec(subject)
    for mine, other in ((decision.left, decision.right), (decision.right, decision.left)):
        if isinstance(other, Input) and other.root == OLD and other.path[: len(part)] == part:
            at = stored
            for segment in other.path[len(part) :]:
                at = view.step(at, segment)
            if view.same(at, mine):
                return True
        elif _differ_elsewhere(view, mine, other, stored, part) or (
            _is_whole(mine) and _is_whole(other) and _differ_only_in(subject, view, mine, other, stored)
        ):
            return True
    return False


def _differ_elsewhere(view: View, mine: object, other: object, stored: object, part: Path) -> bool:
    """Whether specs that differ were made alike in some fields, and are the stored and the old one in all others."""
    if not (isinstance(mine, Structure) and isinstance(other, Structure)):
        return False
    was = view.leaf(other.base)
    if not (isinstance(was, Input) and was.root == OLD and was.path[: len(part)] == part) or other.entries is not None:
        return False
    at = stored
    for segment in was.path[len(part) :]:
        at = view.step(at, segment)
    base = view.leaf(at.base) if isinstance(at, Structure) else at
    if mine.entries is not None or not view.same(base, view.leaf(mine.base)):
        return False
    names = {name for value in (mine, other, at) if isinstance(value, Structure) for name, _ in value.fields}
    for name in sorted(names):
        one, two = view.step(mine, name), view.step(other, name)
        told = view.same(view.step(at, name), one) and view.same(two, was.child(name))
        if not (told or view.same(one, two)):
            return False
    return True


def _differ_only_in(subject: Subject, view: View, mine: object, other: object, stored: object) -> bool:
    """Whole objects that differ, and are alike in everything but spec."""
    part = subject.vocabulary.spec
    if subject.object_type is None or not view.same(view.step(mine, part), stored):
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


def _has_other_elements(view: View, stored: object, old: Input) -> bool:
    """A list that was found to have elements in one spec and none in the other, or one element and several."""
    for decision, answer in view.assumptions.answers.items():
        if not (isinstance(decision, Exists) and decision.container.root == OLD):
            continue
        path = decision.container.path
        if path[: len(old.path)] != old.path:
            continue
        at = stored
        for segment in path[len(old.path) :]:
            at = view.step(at, segment)
        has: bool | None = None
        if isinstance(at, Structure) and at.entries is not None:
            present = sum(view.leaf(there) for _, there, _ in at.entries)
            has = present >= (1 if decision.key == LAST else 2)
        elif isinstance(at, Input):
            has = view.knows(Exists(at, decision.key))
        if has is not None and has is not answer:
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
    view.stored(_generation(subject))  # takes the decisions on which the bump rests
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


def _as_compared(subject: Subject, view: View) -> Relation | None:
    """How the specs stood when they were compared, before the parts that were compared were changed again."""
    part = _spec(subject)
    before = view.stored(part)
    for decision in view.assumptions.answers:
        if not isinstance(decision, Same):
            continue
        for mine, other in ((decision.left, decision.right), (decision.right, decision.left)):
            compared = _compared_spec(view, mine, other, part)
            if compared is not None:
                at, was = compared
                before = view.replaced(before, at[len(part) :], was)
    relation = _relation(subject, view, before)
    return relation if relation in (Relation.EQUAL, Relation.DIFFERENT) else None


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
    return _is_old(subject, view, value) if answer else _is_next(subject, view, value)


# --------------------------------------------------------------------------------------------------------- values


def _generation(subject: Subject) -> Path:
    return (subject.vocabulary.metadata, subject.vocabulary.generation)


def _spec(subject: Subject) -> Path:
    return (subject.vocabulary.spec,)


def _is_opaque(value: object) -> bool:
    """Whether a number can't be told: unseen, or computed by more than adding."""
    return unseen_in(value) is not None or (isinstance(value, Computed) and value.operator not in ("+", "-"))


def _is_old(subject: Subject, view: View, value: object) -> bool:
    old = Input(OLD, _generation(subject))
    return view.same(value, old) or (bool(view.is_null(old)) and value == Constant.of(0))


def _is_next(subject: Subject, view: View, value: object) -> bool:
    """Old + 1, whichever way round; 1 where the old object has none."""
    if value == _ONE and view.is_null(Input(OLD, _generation(subject))):
        return True
    if not (isinstance(value, Computed) and value.operator == "+" and len(value.operands) == 2):
        return False
    left, right = (operand.value if isinstance(operand, Leaf) else None for operand in value.operands)
    return (_is_old(subject, view, left) and right == _ONE) or (_is_old(subject, view, right) and left == _ONE)
