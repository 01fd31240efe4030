"""Feasibility of sets of decisions: which of them can hold together.

Diagrams know nothing of what their decisions mean: that ``old.spec`` can't be both ``None`` and non-empty, or that two
equal objects have equal parts. A way through the decisions is a witness only if it is possible: that is judged here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from apivet.effects.diagrams import Leaf
from apivet.effects.values import (
    BEFORE,
    EARLIER,
    KEY,
    LAST,
    Catches,
    Computed,
    Constant,
    Decision,
    Exists,
    GateOn,
    Input,
    IsA,
    IsNone,
    Member,
    Raises,
    Same,
    SomeGateOn,
    Structure,
    Truthy,
    is_of_many,
    is_representative,
)

#: Decisions that contradict no others.
_FREE: Final = (GateOn, SomeGateOn, Raises, Catches)
#: Decisions about one value, which is the first thing that they say.
_ABOUT_ONE: Final = (IsNone, Truthy, Exists)
#: The elements that stand for all, in another order.
TURNED: Final = {EARLIER: LAST, LAST: EARLIER}


class Theory:
    """The meaning of the decisions of one interpretation. Each two of them are looked at once, for all views: sets of
    decisions are numbers with a bit for each."""

    def __init__(
        self,
        is_mapping: Callable[[Input], bool] = lambda given: False,
        text_of: Callable[[Input], Input | None] = lambda letters: None,
    ) -> None:
        #: Whether a container is a mapping: equal ones may have their elements in any order.
        self.is_mapping = is_mapping
        #: The text that was given of which a container has the letters.
        self.text_of = text_of
        self._decisions: list[Decision] = []
        self._numbers: dict[Decision, int] = {}
        #: By the number of a decision, the others that it was compared with.
        self._compared: list[int] = []
        #: Behind each answer to a decision, those whose answer *no*, and those whose answer *yes*, contradicts that.
        self._against: list[tuple[list[int], list[int]]] = []

    def bit(self, decision: Decision) -> int:
        """The bit of a decision."""
        return 1 << self._number(decision)

    def contradicts(self, decision: Decision, answer: bool, yes: int, no: int) -> bool:
        """Whether an answer contradicts one of those to other decisions."""
        number = self._number(decision)
        new = (yes | no) & ~self._compared[number]
        while new:
            other = new.bit_length() - 1
            new ^= 1 << other
            self._compare(number, other)
        refuted_by_no, refuted_by_yes = self._against[number][answer]
        return bool(no & refuted_by_no or yes & refuted_by_yes)

    def _number(self, decision: Decision) -> int:
        number = self._numbers.get(decision)
        if number is None:
            number = self._numbers[decision] = len(self._decisions)
            self._decisions.append(decision)
            self._compared.append(0)
            self._against.append(([0, 0], [0, 0]))
        return number

    def _compare(self, one: int, other: int) -> None:
        """Find out which answers to two decisions contradict each other."""
        first, second = self._meant(self._decisions[one]), self._meant(self._decisions[other])
        self._compared[one] |= 1 << other
        self._compared[other] |= 1 << one
        if not _may_bear_on(first, second):
            return
        for answer in (False, True):
            for given in (False, True):
                is_one = first == second and answer is not given
                if is_one or _contradicts(first, answer, second, given) or _contradicts(second, given, first, answer):
                    self._against[one][answer][given] |= 1 << other
                    self._against[other][given][answer] |= 1 << one

    def _meant(self, decision: Decision) -> Decision:
        """A decision, or that a text is not empty, where it is about its having letters."""
        if isinstance(decision, Exists) and decision.key == LAST:
            text = self.text_of(decision.container)
            return decision if text is None else Truthy(text)
        return decision


class Assumptions:
    """Decisions taken so far, consistent with each other."""

    def __init__(self, theory: Theory | None = None) -> None:
        self.answers: dict[Decision, bool] = {}
        self._theory = theory or Theory()
        #: The decisions that were answered, with *no* and with *yes*, but for those that contradict no others.
        self._taken = [0, 0]
        #: Decisions by which two objects, as they were given, are equal.
        self._equalities: tuple[Decision, ...] = ()

    def emptied(self) -> Assumptions:
        """No decisions, about the same objects."""
        return Assumptions(self._theory)

    def copy(self) -> Assumptions:
        """The same decisions, to be extended on their own."""
        made = self.emptied()
        made.answers, made._taken, made._equalities = self.answers.copy(), self._taken.copy(), self._equalities
        return made

    def turned(self, gate: GateOn | SomeGateOn, leaving: Iterable[Decision] = ()) -> Assumptions:
        """The same decisions with the other answer for a gate, which contradicts none of them, and without some."""
        made = self.copy()
        for each in leaving:
            made._taken[made.answers.pop(each)] &= ~self._theory.bit(each)
        made.answers[gate] = not self.answers[gate]
        return made

    def take(self, decision: Decision, answer: bool) -> None:
        """Add a decision, whatever was taken before."""
        bit = self._theory.bit(decision)
        self.answers[decision] = answer
        self._taken[answer] |= bit
        self._taken[not answer] &= ~bit
        if answer and _equates_inputs(decision):
            self._equalities += (decision,)

    def assume(self, decision: Decision, answer: bool) -> bool:
        """Add a decision; ``False`` where it contradicts those taken before (it is then not added)."""
        known = self.answers.get(decision)
        if known is not None:
            return known is answer
        if isinstance(decision, _FREE):
            self.answers[decision] = answer
            return True
        no, yes = self._taken
        if self._theory.contradicts(decision, answer, yes, no):
            return False
        if isinstance(decision, Same) and self._divides_equals(decision, answer):
            return False
        if not self._agrees_with_equalities(decision, answer):
            return False
        self.take(decision, answer)
        return True

    def _divides_equals(self, decision: Same, answer: bool) -> bool:
        """Whether a part of one of two equal wholes would differ from the same part of the other one."""
        others = [each for each, given in self.answers.items() if given is not answer and isinstance(each, Same)]
        for other in others:
            whole, part = (decision, other) if answer else (other, decision)
            if any(self._are_parts(whole, *sides) for sides in ((part.left, part.right), (part.right, part.left))):
                return True
        return False

    def _are_parts(self, whole: Same, left: object, right: object) -> bool:
        """Whether two values are the same part of the two equal wholes, and one of them equals no other part of the
        other whole that may be it as well."""
        if not isinstance(left, Input) or not isinstance(right, Input):
            return False
        for one, other in ((whole.left, whole.right), (whole.right, whole.left)):
            first, second = _base(one), _base(other)
            if first is None or second is None or left.root != first.root or right.root != second.root:
                continue
            rest, also = left.path[len(first.path) :], right.path[len(second.path) :]
            if (*first.path, *rest) != left.path or len(rest) != len(also):
                continue
            if _overrides(one, rest) or _overrides(other, also):
                continue
            places = self.places(first, left, second)
            if right in places and all(each == right or self._are_different(left, each) for each in places):
                return True
        return False

    def _are_different(self, one: Input, other: Input) -> bool:
        return False in (self.answers.get(Same(one, other)), self.answers.get(Same(other, one)))

    def _agrees_with_equalities(self, decision: Decision, answer: bool) -> bool:
        """Equal objects have equal parts: what is decided of one holds for the other."""
        if answer and _equates_inputs(decision):
            known = {**self.answers, decision: answer}
            return all(self._holds_for_both(found, given, decision, known) for found, given in known.items())
        if not self._equalities:
            return True
        known = {**self.answers, decision: answer}
        return all(self._holds_for_both(decision, answer, equality, known) for equality in self._equalities)

    def _holds_for_both(self, found: Decision, given: bool, equality: Decision, known: dict[Decision, bool]) -> bool:
        """Whether a decision about a part of one of two equal objects has no other answer for the same part of the
        other one, wherever that may stand there."""
        mirrored = self._about_its_equals(found, equality)
        return not mirrored or any(known.get(each, given) is given for each in mirrored)

    def _about_its_equals(self, decision: Decision, equality: Decision) -> list[Decision]:
        """The same decision about the parts of an equal object of which one equals the part that it is about."""
        if not isinstance(decision, (IsNone, Truthy, Exists)):
            return []
        assert isinstance(equality, Same)
        value = decision.container if isinstance(decision, Exists) else decision.value
        if not isinstance(value, Input):
            return []
        for one, other in ((equality.left, equality.right), (equality.right, equality.left)):
            assert isinstance(one, Input)
            assert isinstance(other, Input)
            if value.root == one.root and value.path[: len(one.path)] == one.path:
                moved = self.places(one, value, other)
                if isinstance(decision, Exists):
                    return [Exists(each, decision.key) for each in moved]
                return [type(decision)(each) for each in moved]
        return []

    def places(self, whole: Input, part: Input, other: Input) -> list[Input]:
        """The parts of another object of which one equals a part of this whole, as the other equals that: elements of
        mappings may stand in another place."""
        ways = [other.path]
        for number in range(len(whole.path), len(part.path)):
            segment = part.path[number]
            steps = [segment]
            if segment in TURNED and self._has_any_order(Input(part.root, part.path[:number])):
                steps.append(TURNED[segment])
            ways = [(*way, step) for way in ways for step in steps]
        return [Input(other.root, way) for way in ways]

    def _has_any_order(self, container: Input) -> bool:
        return self._theory.is_mapping(container) and self.answers.get(Exists(container, EARLIER)) is not False


def assuming_all(taken: Mapping[Decision, bool] | Assumptions, theory: Theory) -> Assumptions | None:
    """These decisions, where they can be taken together."""
    if isinstance(taken, Assumptions):
        return taken
    made = Assumptions(theory)
    return made if all(made.assume(decision, answer) for decision, answer in taken.items()) else None


def _equates_inputs(decision: Decision) -> bool:
    """Whether a decision is about two objects, as they were given, being equal."""
    return isinstance(decision, Same) and isinstance(decision.left, Input) and isinstance(decision.right, Input)


def _may_bear_on(first: Decision, second: Decision) -> bool:
    """Whether a decision may say something of another one: of two about given values, one lies in the other, or they
    are the same. Of many, few are near."""
    if not (isinstance(first, _ABOUT_ONE) and isinstance(second, _ABOUT_ONE)):
        return True
    one, other = first[0], second[0]
    return not (isinstance(one, Input) and isinstance(other, Input)) or one.shares(other)


def _contradicts(first: Decision, answer: bool, second: Decision, given: bool) -> bool:
    if isinstance(first, IsNone):
        return answer and _contradicts_none(first.value, second, given)
    if isinstance(first, Exists):
        return _contradicts_exists(first, answer, second, given)
    if isinstance(first, Same):
        if isinstance(second, Same):
            return _contradicts_same(first, answer, second, given)
        if answer and given and isinstance(second, IsNone) and not is_of_many(second.value):
            constants = [side for side in (first.left, first.right) if isinstance(side, (Constant, Member))]
            return bool(constants) and second.value in (first.left, first.right)
        return False
    return isinstance(first, Truthy) and _contradicts_truth(first, answer, second, given)


def _contradicts_truth(first: Truthy, answer: bool, second: Decision, given: bool) -> bool:
    if given and isinstance(second, Same):
        # A value that equals a written one is as true as that.
        for side, other in ((second.left, second.right), (second.right, second.left)):
            if side == first.value and isinstance(other, (Constant, Member)):
                return (isinstance(other, Member) or bool(other.value)) is not answer and not is_of_many(side)
    if not answer and given and _equates_inputs(second):
        return _is_of_equals(first.value, second)
    if answer:
        # What is behind an element is before no bound that the element is not before.
        return not given and _stands_before(first, second)
    if given and isinstance(second, (Truthy, Exists)):
        # What is empty has no parts that are anything.
        about = second.container if isinstance(second, Exists) else second.value
        return _inside(about, first.value) or _is_held(about, first.value)
    return False


def _stands_before(later: Truthy, earlier: Decision) -> bool:
    """Whether two decisions say of the last element and of one in front of it that it stands before a bound."""
    if not isinstance(earlier, Truthy):
        return False
    last, other = later.value, earlier.value
    if (
        not (isinstance(last, Computed) and isinstance(other, Computed))
        or not last.operator == other.operator == BEFORE
    ):
        return False
    keys = [getattr(each.operands[-1], "value", None) for each in (last, other)]
    return keys == [Constant.of(LAST), Constant.of(EARLIER)] and last.operands[:-1] == other.operands[:-1]


def _contradicts_none(value: object, second: Decision, given: bool) -> bool:
    """``None`` is not true, has no elements, is of no type and has no parts that are anything."""
    if isinstance(second, (Truthy, IsA)) and given:
        is_one = second.value == value and not (isinstance(second, Truthy) and is_of_many(value))
        return is_one or (isinstance(second, Truthy) and _inside(second.value, value))
    if isinstance(second, Exists) and given:
        return second.container == value or _inside(second.container, value)
    if isinstance(second, IsNone) and not given:
        return _inside(second.value, value)
    return False


def _inside(part: object, whole: object) -> bool:
    """Whether one given value is a part of another."""
    if not (isinstance(part, Input) and isinstance(whole, Input)) or part.root != whole.root:
        return False
    return len(part.path) > len(whole.path) and part.path[: len(whole.path)] == whole.path


def _contradicts_exists(first: Exists, answer: bool, second: Decision, given: bool) -> bool:
    if isinstance(second, Exists) and second.container == first.container:
        return first.key == LAST and not answer and second.key == EARLIER and given
    if first.key != LAST:
        return False
    if isinstance(second, Truthy) and second.value == first.container:
        return given is not answer
    # Parts of an element that is not there are nothing.
    about = getattr(second, "value", None)
    inside = _inside(about, first.container) or _is_held(about, first.container)
    return not answer and inside and isinstance(second, Truthy) and given


def _is_held(value: object, container: object) -> bool:
    """Whether a value says that a container has an element."""
    if not isinstance(value, Computed) or value.operator != "in":
        return False
    held_by = value.operands[0]
    return isinstance(held_by, Leaf) and held_by.value == container


def _is_of_equals(value: object, equality: Decision) -> bool:
    """Whether a value says of an element, or a key, of one of two equal objects that the other one has it."""
    if not isinstance(value, Computed) or value.operator != "in" or not isinstance(equality, Same):
        return False
    container, element = (each.value if isinstance(each, Leaf) else None for each in value.operands)
    if not (isinstance(container, Input) and isinstance(element, Input)):
        return False
    path = element.path[:-1] if element.path[-1:] == (KEY,) else element.path
    if path[-1:] not in ((EARLIER,), (LAST,)):
        return False
    own = Input(element.root, path[:-1])
    for one, other in ((equality.left, equality.right), (equality.right, equality.left)):
        assert isinstance(one, Input)
        assert isinstance(other, Input)
        way = one.way_to(own)
        if way is not None and way == other.way_to(container) and not any(map(is_representative, way)):
            return True  # elements of mappings may stand in another place
    return False


def _contradicts_same(first: Same, answer: bool, second: Same, given: bool) -> bool:
    if answer and given:
        return _two_constants(first, second) or _two_keys(first, second)
    # A value that equals one of two equal numbers equals the other.
    told = _written_for_one(first, second) if answer and not given else None
    return told is not None and _are_equal(*told[1:], unless=False)


def _two_constants(first: Same, second: Same) -> bool:
    """One value can't equal two different constants, unless it stands for others: one of them equals each then."""
    told = _written_for_one(first, second)
    if told is None or is_of_many(told[0]):
        return False
    return not _are_equal(*told[1:], unless=True)


def _written_for_one(first: Same, second: Same) -> tuple[object, Constant | Member, Constant | Member] | None:
    """The value that both are about, and what is written in the source that it is compared with."""
    for one, its in ((first.left, first.right), (first.right, first.left)):
        if isinstance(its, (Constant, Member)):
            for other, also in ((second.left, second.right), (second.right, second.left)):
                if other == one and isinstance(also, (Constant, Member)):
                    return one, its, also
    return None


def _are_equal(one: Constant | Member, other: Constant | Member, *, unless: bool) -> bool:
    """Whether two written values are equal: ``1``, ``1.0`` and ``True`` are, and names of one member. Members of some
    enums are texts or numbers as well, so that of others nothing is known."""
    if isinstance(one, Constant) and isinstance(other, Constant):
        return one.value == other.value
    if isinstance(one, Member) and isinstance(other, Member) and one.type == other.type:
        return one == other or (one.value is not None and one.value == other.value)
    return unless


def _two_keys(first: Same, second: Same) -> bool:
    """Two keys of one mapping can't equal one value."""
    ends = ((each.left, each.right) for each in (first, second))
    (one, other), (also, another) = ends
    for key, value in ((one, other), (other, one)):
        for its, the_same in ((also, another), (another, also)):
            if value == the_same and are_two_keys(key, its):
                return True
    return False


def are_two_keys(one: object, other: object) -> bool:
    """Whether two values are keys of different elements of one mapping."""
    if not (isinstance(one, Input) and isinstance(other, Input)) or one == other:
        return False
    return one.path[-1:] == other.path[-1:] == (KEY,) and (one.root, one.path[:-2]) == (other.root, other.path[:-2])


def _base(value: object) -> Input | None:
    if isinstance(value, Input):
        return value
    if isinstance(value, Structure) and isinstance(value.base, Leaf) and isinstance(value.base.value, Input):
        return value.base.value
    return None


def _overrides(value: object, path: tuple[str, ...]) -> bool:
    """Whether a structure has something of its own at a path."""
    return isinstance(value, Structure) and (not path or any(name == path[0] for name, _ in value.fields))
