"""The relation of the spec that a hook stores to the old one, as far as the comparisons on the way tell."""

from __future__ import annotations

import enum

from apivet.conventions.feasibility import is_possible
from apivet.conventions.key_order import compares_order_of_keys, is_part_of_moment, tells_order_of_keys
from apivet.conventions.opaque_conditions import hidden_in, unseen_in
from apivet.conventions.subject import Subject
from apivet.effects.arithmetic import Possible, may_differ
from apivet.effects.decided import NotHere
from apivet.effects.declared import is_unordered, shape_of
from apivet.effects.diagrams import Leaf
from apivet.effects.examples import atoms_of, can_be_computed
from apivet.effects.presence import has_element, leads_through_another_order
from apivet.effects.sameness import every_field_is_same, every_field_is_same_but_for_keys, may_be_as_many
from apivet.effects.values import (
    EARLIER,
    KEY,
    LAST,
    OLD,
    UNKNOWN_ROOT,
    Computed,
    Decision,
    Exists,
    Input,
    IsNone,
    Path,
    Same,
    Structure,
    Truthy,
    Unseen,
    Zero,
    all_within,
    names_changed,
)
from apivet.effects.view import View
from apivet.program.model import ListOf

#: Operators that are false of two equal values.
_FALSE_FOR_EQUALS = ("<", ">", "-")


class Relation(enum.Enum):
    """The relation of the stored spec to the old one under some decisions."""

    EQUAL = "equal"
    DIFFERENT = "different"
    EITHER = "either"
    UNKNOWN = "unknown"


def spec_relation(subject: Subject, view: View) -> Relation:
    """The relation of the stored spec to the old one, from the comparisons on the way."""
    return relation_of(subject, view, view.stored(spec_path(subject)))


def relation_but_for_unseen(subject: Subject, view: View) -> Relation:
    """The same where the fields that can't be seen through are as they were: the specs may then differ in others all
    the same."""
    part = spec_path(subject)
    stored = view.stored(part)
    for name, _ in stored.fields if isinstance(stored, Structure) and stored.entries is None else ():
        if unseen_in(view.step(stored, name)) is not None:
            stored = view.replaced(stored, (name,), Input(OLD, (*part, name)))
    return relation_of(subject, view, stored)


def differ_for_some(subject: Subject, view: View) -> bool:
    """Whether there are examples of specs that differ, where a condition on them can't be seen through: of two parts
    of which the same was computed, as ``a.lower() == b.lower()``."""
    if not all(_is_worked_out(view, decision) for decision in view.assumptions.answers):
        return False
    equal = [each for each, answer in view.assumptions.answers.items() if answer and isinstance(each, Same)]
    for decision in equal:
        mine, its = (_argument(view, side) for side in (decision.left, decision.right))
        if (mine, its) == (decision.left, decision.right):
            continue  # parts that are themselves equal
        if mine is not None and its is not None and may_differ(view, mine, its) is Possible.YES:
            apart = view.supposing(Same(mine, its), False)
            if is_possible(subject, apart) and spec_relation(subject, apart) is Relation.DIFFERENT:
                return True
    return False


def _is_worked_out(view: View, decision: Decision) -> bool:
    """Whether a decision can be seen through, or is about what examples are found for."""
    return all(
        can_be_computed(view.outcome.machine, value) and not (isinstance(value, Input) and value.root == UNKNOWN_ROOT)
        for value in hidden_in(view, decision)
    )


def _argument(view: View, value: object) -> Input | None:
    """The given value that another one is computed from, where it is one alone."""
    atoms = set(atoms_of(view.outcome.machine, value))
    found = atoms.pop() if len(atoms) == 1 else None
    return found if isinstance(found, Input) else None


def relation_of(subject: Subject, view: View, stored: object) -> Relation:
    """The relation of a spec to the old one."""
    old = Input(OLD, spec_path(subject))
    if view.same(stored, old) or every_field_is_same(view, stored, old):
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
    told = (
        _has_new_null,
        _has_more_elements,
        _has_another_length,
        _has_other_elements,
        _has_other_answers,
        _is_impossible,
    )
    if any(differs(view, stored, old) for differs in told):
        return Relation.DIFFERENT
    if isinstance(stored, Unseen) or unseen_in(stored) is not None:
        return Relation.UNKNOWN
    if every_field_is_same_but_for_keys(view, stored, old):
        return Relation.UNKNOWN  # nothing tells whether the keys were compared
    if any(hides_comparison(subject, view, decision) for decision in view.assumptions.answers):
        return Relation.UNKNOWN
    return Relation.EITHER


def _inequalities(view: View) -> list[Same]:
    """Comparisons on the way that came out different."""
    found: list[Same] = []
    for decision, answer in view.assumptions.answers.items():
        if isinstance(decision, Same) and not answer:
            left, right = decision.left, decision.right
            mine, its = map(_all_that_is_given, (left, right))
            if _is_of_one_of_several(view, mine, its) or _is_of_one_of_several(view, its, mine):
                continue
            found += [decision, *_operands_that_differ(view, left, right)]
        elif isinstance(decision, Truthy) and answer and isinstance(decision.value, Computed):
            if decision.value.operator in _FALSE_FOR_EQUALS and len(decision.value.operands) == 2:
                found.append(Same(*(view.leaf(operand) for operand in decision.value.operands)))
    return found


def _all_that_is_given(value: object) -> Input | None:
    """The part of the objects that a value is a function of, where it is one alone."""
    held = [each for each in all_within(value, (Computed,)) if isinstance(each, Input)]
    return held[0] if len(held) == 1 else None


def _is_of_one_of_several(view: View, value: Input | None, other: Input | None) -> bool:
    """Whether a value is a part of one of several elements of a mapping, which may have those in any order: its key, or
    what nobody says to have the same key as the other one."""
    if value is None:
        return False
    for place, segment in enumerate(value.path):
        container = Input(value.root, value.path[:place])
        if segment in (EARLIER, LAST) and is_unordered(view.outcome.machine, container):
            if view.knows(Exists(container, EARLIER)) is not False and not _have_one_key(view, value, other, place):
                return True
    return False


def _have_one_key(view: View, value: Input, other: Input | None, place: int) -> bool:
    """Whether two values are parts of elements at that place of their paths that were found to have one key."""
    if other is None or value.path[place + 1 :] == (KEY,):
        return False
    mine, its = (Input(each.root, (*each.path[: place + 1], KEY)) for each in (value, other))
    return view.same(mine, its)


def _operands_that_differ(view: View, left: object, right: object) -> list[Same]:
    """Operands that must differ because the same function of them does: ``str(a) != str(b)``, ``len(a) != len(b)``."""
    if not (isinstance(left, Computed) and isinstance(right, Computed) and left.operator == right.operator):
        return []
    pairs = [pair for pair in zip(left.operands, right.operands) if pair[0] is not pair[1]]
    if len(left.operands) != len(right.operands) or len(pairs) != 1 or tells_order_of_keys(view.outcome.machine, left):
        return []
    return [Same(*map(view.leaf, pairs[0]))]


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
    return any(
        supposed.same(found.left, found.right) and not compares_order_of_keys(view.outcome.machine, found)
        for found in _inequalities(view)
    )


def _tells_apart(subject: Subject, view: View, decision: Same, stored: object) -> bool:
    """Whether an inequality on the way means that the stored spec differs from the old one."""
    part = spec_path(subject)
    for mine, other in ((decision.left, decision.right), (decision.right, decision.left)):
        if isinstance(other, Input) and other.root == OLD and other.path[: len(part)] == part:
            at = _part_at(view, stored, Input(OLD, part), other)
            if at is not None and view.same(at, mine) and not is_part_of_moment(view.outcome.machine, other):
                return True
        elif _differ_elsewhere(view, mine, other, stored, part) or (
            _is_whole(mine) and _is_whole(other) and _differ_only_in(subject, view, mine, other, stored)
        ):
            return True
    return False


def _part_at(view: View, stored: object, old: Input, was: Input) -> object:
    """The part of the stored spec that stands where one of the old spec does; ``None`` where nobody can tell which."""
    way = was.path[len(old.path) :]
    return None if leads_through_another_order(view, stored, way) else view.part_at(stored, way)


def _differ_elsewhere(view: View, mine: object, other: object, stored: object, part: Path) -> bool:
    """Whether specs that differ were made alike in some fields, and are the stored and the old one in all others."""
    if not (isinstance(mine, Structure) and isinstance(other, Structure)):
        return False
    was = view.leaf(other.base)
    if not (isinstance(was, Input) and was.root == OLD and was.path[: len(part)] == part) or other.entries is not None:
        return False
    at = view.part_at(stored, was.path[len(part) :])
    base = view.base_of(at)
    if mine.entries is not None or not view.same(base, view.leaf(mine.base)):
        return False
    for name in names_changed(mine, other, at):
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
    exempt = {part, *subject.vocabulary.type_fields}
    rest = [field.name for field in subject.object_type.held if field.name not in exempt]
    return all(view.same(view.step(mine, name), view.step(other, name)) for name in rest)


def _has_new_null(view: View, stored: object, old: Input) -> bool:
    """A field that the old spec has and the stored one has not."""
    if not isinstance(stored, Structure):
        return False
    for name, own in stored.fields:
        is_there, is_true = view.knows(IsNone(old.child(name))) is False, view.knows(Truthy(old.child(name)))
        if not (is_there or is_true):
            continue  # what is stored there takes more decisions
        here = view.leaf(own)
        if is_there and view.is_none(here):
            return True
        if is_true and view.is_null(here) and not isinstance(here, Zero):
            return True  # an object without anything is one all the same
    return False


def _has_more_elements(view: View, stored: object, old: Input) -> bool:
    """A list of as many elements as that of the old spec has, and of one more, on whatever path."""
    machine = view.outcome.machine
    pending: list[tuple[object, Input]] = [(stored, old)]
    while pending:
        value, was = pending.pop()
        if not isinstance(value, Structure):
            continue
        if value.entries is None:
            pending += [(own.value, was.child(name)) for name, own in value.fields if isinstance(own, Leaf)]
        elif not value.fields and isinstance(shape_of(machine, was), ListOf):
            there = {key: present for key, present, _ in value.entries}
            if all(there.pop(key, None) is machine.heap.exists(was, key) for key in (EARLIER, LAST)):
                if any(present is machine.diagrams.true for present in there.values()):
                    return True
    return False


def _has_another_length(view: View, stored: object, old: Input) -> bool:
    """A list that was found to have another number of elements than that of the old spec."""
    for found in _inequalities(view):
        for was in (found.left, found.right):
            if isinstance(was, Input) and was.root == OLD and was.path[: len(old.path)] == old.path:
                at = _part_at(view, stored, old, was)
                if isinstance(at, (Input, Structure)) and not may_be_as_many(view, at, was):
                    return True
    return False


def _has_other_elements(view: View, stored: object, old: Input) -> bool:
    """A list that was found to have elements in one spec and none in the other, or one element and several."""
    for decision, answer in view.assumptions.answers.items():
        if not (isinstance(decision, Exists) and decision.container.root == OLD):
            continue
        if decision.container.path[: len(old.path)] != old.path:
            continue
        has = has_element(view, _part_at(view, stored, old, decision.container), decision.key)
        if has is not None and has is not answer:
            return True
    return False


def _has_other_answers(view: View, stored: object, old: Input) -> bool:
    """A field that was found true, or set, in one spec and not in the other."""
    for decision, answer in view.assumptions.answers.items():
        if not isinstance(decision, (Truthy, IsNone)) or not isinstance(decision.value, Input):
            continue
        value = decision.value
        if value.root != OLD or value.path[: len(old.path)] != old.path:
            continue
        at = _part_at(view, stored, old, value)
        if isinstance(at, Input) and view.knows(type(decision)(at)) is (not answer):
            return True
        if at is not None and isinstance(decision, IsNone) and _is_changed_none(view, at) is (not answer):
            return True
    return False


def _is_changed_none(view: View, value: object) -> bool | None:
    """Whether what is stored there is ``None``: an object that was changed, of which then nothing was changed, or what
    the hook made, which never is."""
    if isinstance(value, Input):
        return None
    while isinstance(value, Structure) and value.entries is None:
        value = view.leaf(value.base)
    return view.is_none(value)


def hides_comparison(subject: Subject, view: View, decision: Decision) -> bool:
    """Whether a condition that can't be seen through may be about spec."""
    return any(view.depends(value, OLD, spec_path(subject)) for value in hidden_in(view, decision))


def spec_path(subject: Subject) -> Path:
    """The path of the spec."""
    return (subject.vocabulary.spec,)
