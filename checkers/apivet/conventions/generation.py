"""Generation counts what was asked for: 1 at first, one more whenever spec changes, and only then (KEP-5975,
"Generation Management"; contract section 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from apivet.conventions.compared_copies import is_put_into_copies_alone
from apivet.conventions.opaque_conditions import unseen_in
from apivet.conventions.remade import is_made_again
from apivet.conventions.rulings import HOLDS, Answer, Bench, unproven, violated
from apivet.conventions.spec_relation import (
    Relation,
    differ_for_some,
    hides_comparison,
    relation_but_for_unseen,
    relation_of,
    spec_path,
    spec_relation,
)
from apivet.conventions.subject import Subject
from apivet.conventions.supposed_equal import can_be_equal
from apivet.conventions.witness import name_value
from apivet.effects import plain
from apivet.effects.arithmetic import Possible, may_differ
from apivet.effects.diagrams import Leaf, leaves
from apivet.effects.value_kinds import is_number_enum
from apivet.effects.values import (
    CALLER,
    OLD,
    ORDER,
    SHOWING,
    Blank,
    Computed,
    Constant,
    Decision,
    Exists,
    Input,
    Member,
    Method,
    Path,
    Same,
    Structure,
    Unseen,
    all_within,
    names_changed,
    parts_of_value,
    values_of,
)
from apivet.effects.view import View
from apivet.verdicts import Verdict
from apivet.vocabulary import CREATE, UPDATE

SET = "generation-not-set-on-create"
BUMPED = "generation-not-bumped-on-spec-change"
UNCHANGED = "generation-bumped-without-spec-change"
EARLY = "generation-compared-too-early"

_ONE = Constant.of(1)


def judge_set_on_create(bench: Bench) -> None:
    """The stored generation is 1."""
    part = _generation(bench.subject)

    def question(view: View) -> Answer:
        value = _number_of(bench, view.stored(part))
        if view.same(value, _ONE):
            return HOLDS
        is_for_all = not any(isinstance(each, (Input, Unseen)) for each in all_within(value))
        if isinstance(value, (Computed, Method)) and is_for_all:
            return unproven(value)  # one and the same number for all, which nobody has worked out here
        other = may_differ(view, value, _ONE) if isinstance(value, Computed) else Possible.OPEN
        if other is Possible.NO:
            return HOLDS
        if unseen_in(value) is not None or (_is_opaque(value) and other is not Possible.YES):
            return unproven(value)
        return violated(f"{name_value(value)} is stored")

    bench.rule(SET, bench.subject.trial(CREATE), [question], part, field=".".join(part))


def _number_of(bench: Bench, value: Any) -> Any:
    """A value, or the number that it is as a member of an enum of numbers."""
    type_ = bench.subject.program.type(value.type) if isinstance(value, Member) else None
    return value.value if is_number_enum(type_) and value.value is not None else value


def judge_early(bench: Bench) -> None:
    """Spec is not changed any more when it is compared."""
    subject = bench.subject
    field = ".".join(_generation(subject))
    bench.rule(EARLY, subject.trial(UPDATE), [lambda view: _too_early(subject, view)], spec_path(subject), field=field)


def judge_bumped(bench: Bench) -> None:
    """Old + 1 where spec differs; what is so because of an early comparison has been reported."""
    _judge_on_update(bench, BUMPED, _is_bumped)


def judge_unchanged(bench: Bench) -> None:
    """Old where spec does not differ; what is so because of an early comparison has been reported."""
    _judge_on_update(bench, UNCHANGED, _is_unchanged)


def _judge_on_update(bench: Bench, symbol: str, asked: Callable[[Subject, View, Answer | None], Answer]) -> None:
    subject, part = bench.subject, _generation(bench.subject)
    explained = _EXPLAINED[next((ruling.verdict for ruling in bench.rulings if ruling.rule == EARLY), Verdict.HOLDS)]
    questions = [lambda view: asked(subject, view, explained)]
    bench.rule(symbol, subject.trial(UPDATE), questions, part, field=".".join(part))


#: The answer where the generation is right for the spec as it was compared, by what is found of the comparison.
_EXPLAINED: Final = {
    Verdict.HOLDS: None,
    Verdict.VIOLATED: HOLDS,
    Verdict.UNPROVEN: Answer(Verdict.UNPROVEN, "it can't be told whether spec was changed after it was compared"),
}


def _is_bumped(subject: Subject, view: View, explained: Answer | None) -> Answer:
    relation = spec_relation(subject, view)
    value = view.stored(_generation(subject))
    if relation is Relation.EQUAL or _is_next(subject, view, value):
        return HOLDS
    if relation is Relation.UNKNOWN:
        relation = relation_but_for_unseen(subject, view)
    if relation is Relation.UNKNOWN and differ_for_some(subject, view):
        relation = Relation.EITHER
    if relation in (Relation.EQUAL, Relation.UNKNOWN) or _is_opaque(value):
        return _cannot_tell(subject, view, value)
    if explained is not None and _as_compared(subject, view) is Relation.EQUAL:
        return explained
    if relation is Relation.DIFFERENT:
        return violated(f"{_spec(subject)} has changed, but {_kept(subject, view, value)}")
    return violated(f"on this path {_spec(subject)} may have changed, but {_kept(subject, view, value)}")


def _is_unchanged(subject: Subject, view: View, explained: Answer | None) -> Answer:
    relation = spec_relation(subject, view)
    value = view.stored(_generation(subject))
    if relation is Relation.DIFFERENT or _is_old(subject, view, value):
        return HOLDS
    spec = spec_path(subject)
    is_possible = can_be_equal(subject, view, view.stored(spec), Input(OLD, spec))
    if is_possible is False:
        return HOLDS
    if is_possible is None:
        return Answer(
            Verdict.UNPROVEN, "it asks the old spec for an element, an order or what was set, which may differ"
        )
    if relation is Relation.UNKNOWN or _is_opaque(value):
        return _cannot_tell(subject, view, value)
    if explained is not None and _as_compared(subject, view) is Relation.DIFFERENT:
        return explained
    same = "is the same as before" if relation is Relation.EQUAL else "may be the same as before"
    name = ".".join(_generation(subject))
    goes = "goes up" if _is_next(subject, view, value) else f"becomes {name_value(value)}"
    return violated(f"{_spec(subject)} {same}, but {name} {goes}")


def _kept(subject: Subject, view: View, value: object) -> str:
    """The generation that is stored where another one should be, in words."""
    name = ".".join(_generation(subject))
    return (
        f"{name} keeps its old value" if _is_old(subject, view, value) else f"{name_value(value)} is stored as {name}"
    )


def _spec(subject: Subject) -> str:
    return ".".join(spec_path(subject))


def _cannot_tell(subject: Subject, view: View, value: object) -> Answer:
    if _is_opaque(value):
        return unproven(value)
    for decision in view.assumptions.answers:
        unseen = unseen_in(getattr(decision, "value", None) or getattr(decision, "left", None))
        if unseen is not None:
            return unproven(unseen)
    stored = view.stored(spec_path(subject))
    if unseen_in(stored) is not None:
        return unproven(stored)
    return Answer(Verdict.UNPROVEN, "a condition on spec can't be seen through")


# ------------------------------------------------------------------------------------------------------- too early


def _too_early(subject: Subject, view: View) -> Answer:
    """Spec was changed after the comparison on which the bump rests, which is none that nobody followed."""
    answer = _is_too_early(subject, view)
    slice_ = view.outcome.machine.slice
    if slice_ is None or answer.verdict is not Verdict.HOLDS:
        return answer
    rests_on = [view.stored(_generation(subject))]
    for decision in view.assumptions.answers:
        rests_on += () if any(_comparisons(subject, view, decision)) else values_of(decision)
    passed = (unseen_in(value) for value in rests_on)
    return next((unproven(each) for each in passed if each is not None and each.number in slice_.left), answer)


def _is_too_early(subject: Subject, view: View) -> Answer:
    value = view.stored(_generation(subject))  # takes the decisions on which the bump rests
    if unseen_in(value) is not None:
        return _may_be_too_early(subject, view, value)
    taken = [*view.assumptions.answers, *view.open_decisions()]
    early = [
        (decision, stored, was, at)
        for decision in taken
        for at, was in _comparisons(subject, view, decision)
        if _is_changed(view, stored := view.stored(at), was, at)
    ]
    deciding = view.deciding(_generation(subject), {decision for decision, *_ in early}) if early else set()
    worst = HOLDS
    for decision, stored, was, at in early:
        decides = decision in deciding and _decides_bump(subject, view, decision)
        if decides and not _is_lost(view, was) and not _can_be_unchanged(view, stored, was, at):
            return violated("")
        if decides is not False:
            worst = unproven(next((each for each in (stored, was) if unseen_in(each)), value) if decides else value)
    stored = view.stored(spec_path(subject))
    if worst is not HOLDS or view.same(stored, Input(CALLER, spec_path(subject))):
        return worst
    # Which elements there are is no answer of code that was given the spec.
    asked = view.assumptions.answers if unseen_in(stored) is None else taken
    hidden = {each for each in asked if not isinstance(each, Exists) and hides_comparison(subject, view, each)}
    deciding = view.deciding(_generation(subject), hidden) if hidden else set()
    is_sure = all(_is_asked_of_stored(subject, view, decision) for decision in deciding)
    return worst if is_sure else _cannot_tell(subject, view, value)


def _is_asked_of_stored(subject: Subject, view: View, decision: Decision) -> bool:
    """Whether a condition that can't be seen through was asked of the spec as it is stored, as far as it shows that."""
    part = spec_path(subject)
    stored = view.stored(part)
    if unseen_in(stored) is not None:
        return _is_as_asked(view, stored, part, _asked_within(decision))
    if isinstance(decision, Same):
        for mine, other in ((decision.left, decision.right), (decision.right, decision.left)):
            if isinstance(other, Input) and other.root == OLD and other.path[: len(part)] == part:
                return view.same(view.part_at(stored, other.path[len(part) :]), mine)
    asked = [each for value in values_of(decision) for each in _asked_of(view, value, part)]
    return bool(asked) and all(
        view.same(view.part_at(stored, at[len(part) :]), view.part_at(value, part[len(at) :])) for at, value in asked
    )


def _asked_within(decision: Decision) -> set[object]:
    """All that a condition was asked of, and what its calls left of it, which comes with their answers. Nobody knows
    whether an answer shows what was changed later."""
    first = [each for value in values_of(decision) for each in _when_it_was_given(value)]
    asked = {each for value in first for each in all_within(value)}
    return asked | {(each.location, each.operands) for each in asked if isinstance(each, Unseen)}


def _when_it_was_given(value: object) -> Iterator[object]:
    """An answer as it was before something changed that it may hold."""
    if not isinstance(value, Unseen) or value.reason != SHOWING:
        yield value
        return
    for leaf in leaves(value.operands[-1]):
        yield from _when_it_was_given(leaf.value)


def _is_as_asked(view: View, stored: object, part: Path, asked: set[object]) -> bool:
    """Whether nothing was done to a part since a condition was asked of it, if it was."""
    left = (stored.location, stored.operands) if isinstance(stored, Unseen) else stored
    if left in asked or view.same(stored, Input(CALLER, part)):
        return True
    if isinstance(stored, Unseen):
        return not any(isinstance(each, Input) and each.shares(Input(CALLER, part)) for each in asked)
    if not isinstance(stored, Structure) or stored.entries is not None:
        return False
    parts = [(view.leaf(stored.base), part), *((view.leaf(own), (*part, name)) for name, own in stored.fields)]
    return all(_is_as_asked(view, *each, asked) for each in parts)


def _asked_of(view: View, value: object, part: Path) -> Iterator[tuple[Path, object]]:
    """The parts of the caller's spec, or what holds it, of which a value was made, each as it was then."""
    base = view.base_of(value)
    if not isinstance(base, Input):
        for operand in parts_of_value(value):
            for leaf in leaves(operand):
                yield from _asked_of(view, leaf.value, part)
    elif base.root == CALLER and base.path[: len(part)] == part[: len(base.path)]:
        yield base.path, value


def _may_be_too_early(subject: Subject, view: View, value: object) -> Answer:
    """Any comparison may decide a generation that can't be seen: one of what is stored does not come too early."""
    old = Input(OLD, spec_path(subject))
    stored = view.stored(old.path)
    worst = HOLDS if unseen_in(stored) is None else unproven(value)
    for decision in list(view.outcome.machine.diagrams.decisions.values()):
        if isinstance(decision, Same) and old in (decision.left, decision.right):
            if view.same(stored, decision.right if decision.left == old else decision.left):
                return HOLDS
        if any(not view.same(view.stored(at), was) for at, was in _comparisons(subject, view, decision)):
            worst = unproven(value)
    return worst


def _comparisons(subject: Subject, view: View, decision: object) -> Iterator[tuple[Path, object]]:
    """The parts of the new spec, each with what it was, that a decision compares to the old one."""
    if isinstance(decision, Same):
        for mine, other in ((decision.left, decision.right), (decision.right, decision.left)):
            compared = _compared_spec(view, mine, other, spec_path(subject))
            if compared is not None:
                yield compared


def _is_changed(view: View, stored: object, was: object, at: Path) -> bool:
    """Whether a part is stored that is not the compared one, nor what the caller sent: where it is, or where the
    compared one lay in a copy alone, what was compared is something made from the spec for the comparison alone."""
    if view.same(stored, was) or view.same(stored, Input(CALLER, at)) or is_put_into_copies_alone(view, was, at):
        return False
    if not isinstance(stored, Structure) or stored.entries is not None:
        return not (_is_empty(view, stored) and _is_empty(view, was))
    base, before = view.leaf(stored.base), view.base_of(was)
    if not view.same(base, before):
        return True
    parts = [(view.step(stored, name), view.step(was, name), (*at, name)) for name in names_changed(stored, was)]
    return any(_is_changed(view, *part) for part in parts)


def _is_empty(view: View, value: object) -> bool:
    """Whether a value is a new list without elements, whatever order these would have been put in."""
    own = value.fields if isinstance(value, Structure) else ()
    base = view.base_of(value)
    return isinstance(base, Blank) and all(name == ORDER for name, _ in own) and not list(view.elements(value))


def _can_be_unchanged(view: View, stored: object, was: object, at: Path) -> bool:
    """Whether all that sets a part apart from the compared one is what something unseen, that was given this part,
    may have left as it was, or what was done to the compared one as well."""
    if isinstance(stored, Unseen):
        return any(view.depends(stored, root, at) for root in (CALLER, OLD))
    if is_made_again(view, stored, was):
        return True
    if not isinstance(stored, Structure) or (stored.entries is not None and unseen_in(stored) is None):
        return False
    base, before = view.leaf(stored.base), view.base_of(was)
    if not view.same(base, before) and not _can_be_unchanged(view, base, before, at):
        return False
    parts = [(view.step(stored, name), view.step(was, name), (*at, name)) for name in names_changed(stored, was)]
    return all(view.same(now, then) or _can_be_unchanged(view, now, then, path) for now, then, path in parts)


def _is_lost(view: View, was: object) -> bool:
    """Whether a part that was compared is what something unseen left: it may be what was put there later, too."""
    return isinstance(view.base_of(was), Unseen)


def _as_compared(subject: Subject, view: View) -> Relation | None:
    """The relation of the specs when they were compared, before the parts that were compared were changed again."""
    part = spec_path(subject)
    before = view.stored(part)
    for decision in view.assumptions.answers:
        for at, was in _comparisons(subject, view, decision):
            before = view.replaced(before, at[len(part) :], was)
    relation = relation_of(subject, view, before)
    return relation if relation in (Relation.EQUAL, Relation.DIFFERENT) else None


def _compared_spec(view: View, mine: object, other: object, part: Path) -> tuple[Path, object] | None:
    """The path and value with which a comparison compared the new spec to the old one."""
    if isinstance(other, Input) and other.root == OLD and other.path[: len(part)] == part:
        base = view.base_of(mine)
        if isinstance(base, Input) and base.root != OLD and base.path == other.path:
            return other.path, mine
        if isinstance(base, Unseen) and view.depends(base, CALLER, other.path):
            return other.path, mine
    return None


def _decides_bump(subject: Subject, view: View, comparison: Decision) -> bool | None:
    """Whether generation is what the comparison, taken for the whole truth, asks for; ``None`` where it can't be
    told."""
    value, answer = view.stored(_generation(subject)), view.knows(comparison)
    if _is_old(subject, view, value):
        return answer is not False
    if _is_next(subject, view, value):
        return answer is not True
    return None if _is_opaque(value) else False


# --------------------------------------------------------------------------------------------------------- values


def _generation(subject: Subject) -> Path:
    return subject.parts.generation


def _is_opaque(value: object) -> bool:
    """Whether a number can't be told: unseen, or computed by more than adding."""
    return unseen_in(value) is not None or any(isinstance(atom, Computed) for atom in plain.atoms(value))


def _is_old(subject: Subject, view: View, value: object) -> bool:
    old = Input(OLD, _generation(subject))
    return view.same(value, old) or (bool(view.is_null(old)) and value == Constant.of(0)) or _is_more(value, old, 0)


def _is_next(subject: Subject, view: View, value: object) -> bool:
    """Old + 1, whichever way round; 1 where the old object has none."""
    if value == _ONE and view.is_null(Input(OLD, _generation(subject))):
        return True
    if _is_more(value, Input(OLD, _generation(subject)), 1):
        return True
    if not (isinstance(value, Computed) and value.operator == "+" and len(value.operands) == 2):
        return False
    left, right = (operand.value if isinstance(operand, Leaf) else None for operand in value.operands)
    return (_is_old(subject, view, left) and right == _ONE) or (_is_old(subject, view, right) and left == _ONE)


def _is_more(value: object, old: Input, by: int) -> bool:
    """Whether a sum comes to so much more than the old number: ``old + 2 - 1``."""
    if not isinstance(value, Computed):
        return False
    told = {atom: times for atom, times in plain.difference(value, old).items() if times}
    return told == ({None: by} if by else {})
