"""Equality of two values. What the declarations decide is decided here; the rest becomes a decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from apivet.effects import alternatives, enums, forms, objects, own_class, parsed, plain, questions, value_kinds
from apivet.effects.cells import Entry
from apivet.effects.declared import (
    OF_MANY_TEXTS,
    OF_SEVERAL_TEXTS,
    as_key,
    has_several_texts,
    is_keyed_given,
    is_never_absent,
    shape_of,
)
from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.equality.given_content import in_given_order
from apivet.effects.equality.literals import same_written
from apivet.effects.equality.made import same_made
from apivet.effects.equality.no_numbers import may_be_no_number
from apivet.effects.equality.own_methods import same_objects
from apivet.effects.state import Machine
from apivet.effects.values import (
    IN_ONE_ORDER,
    LAST,
    MANY,
    NONE,
    SEQUENCES,
    UNBOUND,
    Blank,
    Computed,
    Constant,
    Input,
    Member,
    Partial,
    Position,
    Reference,
    Routine,
    Same,
    Stream,
    Structure,
    Truthy,
    Zero,
    kind_made,
    parts_of_value,
)
from apivet.program.model import ListOf, MapOf, Named

_IMAGE = "image:"


def same(machine: Machine, left: Diagram, right: Diagram) -> Diagram:
    """The guard under which two values are equal. Views of mappings are equal where these are."""
    if left is not right and any(_is_values(machine, side) for side in (left, right)):
        return machine.diagrams.false
    shown = [_shown_by(machine, side) for side in (left, right)]
    if shown[0] is not None and shown[1] is not None:
        left, right = (machine.diagrams.leaf(each) for each in shown)
    else:
        left, right = (_as_set_of_keys(machine, side) for side in (left, right))
    if forms.differ(machine, left, right):
        return _undecided(machine, left, right)
    mappings = [_lacking_keys(machine, side) for side in (left, right)]
    if mappings[0] is not None and mappings[1] is not None:
        return _same_keys(machine, mappings[0], mappings[1])
    special = same_objects(machine, left, right, _same_field, _same_by_value)
    return _same_by_value(machine, left, right) if special is None else special


def _undecided(
    machine: Machine, left: Diagram, right: Diagram, reason: str = "an object compared with the mapping of its fields"
) -> Diagram:
    """The guard under which two values are equal of which nobody sees it: two forms of fields never are, but where a
    type compares in a way of its own."""
    return questions.truth(machine, machine.unseen(reason, None, (left, right)))


def _lacking_keys(machine: Machine, value: Diagram) -> Reference | None:
    """The mapping of an object's fields that a value is, if keys may have been left out of it or taken from it."""
    held = value.value if isinstance(value, Leaf) else None
    if not isinstance(held, Reference) or not machine.heap.is_fields(held):
        return None
    own = machine.heap.cells[held.cell].fields.values()
    return None if all(machine.given(each) is machine.diagrams.true for each in own) else held


def _same_keys(machine: Machine, left: Reference, right: Reference) -> Diagram:
    """The same of two mappings, key by key."""
    result: Diagram = machine.diagrams.true
    for name in dict.fromkeys((*objects.names_in(machine, left), *objects.names_in(machine, right))):
        values = (objects.field(machine, side, name, machine.nowhere) for side in (left, right))
        result = machine.diagrams.both(result, same(machine, *values))
    return result


def _same_field(machine: Machine, left: Diagram, right: Diagram) -> Diagram:
    """The same of fields, of which it is asked first whether the two are one object."""
    if left is right and isinstance(left, Leaf) and isinstance(left.value, Input):
        return machine.diagrams.true
    return same(machine, left, right)


def _is_values(machine: Machine, value: Diagram) -> bool:
    """Whether a value is what ``mapping.values()`` gives, which equals itself alone."""
    held = value.value if isinstance(value, Leaf) else None
    return isinstance(held, Reference) and machine.heap.cells[held.cell].is_values


def _shown_by(machine: Machine, value: Diagram) -> Reference | None:
    """The mapping of which a value is a view that tells all of it."""
    held = value.value if isinstance(value, Leaf) else None
    shown = machine.heap.cells[held.cell].shows if isinstance(held, Reference) else None
    return shown.mapping if shown is not None and shown.is_whole else None


def _as_set_of_keys(machine: Machine, value: Diagram) -> Diagram:
    """The set that equals a view of a mapping's keys, which have no order there; else the value itself."""

    def one(leaf: Leaf) -> Diagram:
        held = leaf.value if isinstance(leaf.value, Reference) else None
        cell = machine.heap.cells[held.cell] if held is not None else None
        if held is None or cell is None or cell.shows is None or cell.shows.is_whole or cell.is_values:
            return leaf
        keys = [Entry(each.key, each.present, each.value) for each in machine.heap.entries(held) or ()]
        return machine.diagrams.leaf(machine.heap.container("set", keys))

    return machine.diagrams.transform(value, one)


def _same_by_value(machine: Machine, left: Diagram, right: Diagram) -> Diagram:
    return same_settled(machine, _settled_here(machine, left), _settled_here(machine, right), (left, right))


def _settled_here(machine: Machine, value: Diagram) -> Diagram:
    """The value as it is now: as it was given, where that was changed on other paths only."""
    settled = machine.heap.settle(value)
    if isinstance(settled, Leaf) and isinstance(settled.value, Structure):
        here = machine.heap.settle_where(value, machine.guard)
        return here if isinstance(here, Leaf) and isinstance(here.value, Input) else settled
    return settled


def same_settled(
    machine: Machine, left: Diagram, right: Diagram, live: tuple[Diagram, Diagram] | None = None
) -> Diagram:
    """The guard under which two settled values are equal."""
    diagrams = machine.diagrams
    if left is right:
        return _equal_to_itself(machine, left)
    if live is not None:
        for one, other in (live, live[::-1]):
            if one is machine.none:
                return questions.is_none(machine, other)
            if value_kinds.is_empty(machine, one) and value_kinds.is_given_container(machine, other):
                return diagrams.negate(
                    diagrams.either(questions.truth(machine, other), questions.is_none(machine, other))
                )

    def pair(first: Leaf) -> Diagram:
        return diagrams.transform(right, lambda second: _same_leaves(machine, first.value, second.value))

    return diagrams.transform(left, pair)


def _same_inside(machine: Machine, left: Diagram, right: Diagram) -> Diagram:
    """The same inside of containers and objects, which ask first whether the two are one object."""
    if left is right and isinstance(left, Leaf) and isinstance(left.value, Input):
        return machine.diagrams.true
    return same_settled(machine, left, right)


def _equal_to_itself(machine: Machine, value: Diagram) -> Diagram:
    """The guard under which a value equals itself: a container asks its elements for their identity first."""
    if not may_be_no_number(machine, value):
        return machine.diagrams.true
    return questions.truth(machine, machine.unseen("whether a number equals itself", None, (value,)))


def _same_leaves(machine: Machine, left: Any, right: Any) -> Diagram:
    diagrams = machine.diagrams
    if left == right:
        return _equal_to_itself(machine, diagrams.leaf(left))
    for one, other in ((left, right), (right, left)):
        if one == UNBOUND:  # a key that is not there: one of what was given may be absent, too
            if not isinstance(other, Input) or is_never_absent(machine, other):
                return diagrams.false
            holds_none = questions.holds_none(machine, other)
            return diagrams.both(questions.is_none(machine, diagrams.leaf(other)), diagrams.negate(holds_none))
    of_classes = own_class.are_one_class(machine, left, right)
    if of_classes is not None:
        return of_classes
    if Stream in (type(left), type(right)):
        return diagrams.false  # an iterator equals itself alone
    left, right = (side.given or side if isinstance(side, Position) else side for side in (left, right))
    if isinstance(left, Constant) and isinstance(right, Constant):
        return diagrams.true if left.value == right.value else diagrams.false
    for one, other in ((left, right), (right, left)):
        if one == NONE:
            is_none = questions.is_none(machine, diagrams.leaf(other))
            is_key = isinstance(other, Input) and as_key(machine, other)[1]
            return diagrams.both(is_none, questions.holds_none(machine, other)) if is_key else is_none
        if (counted := _same_count(machine, one, other)) is not None:
            return counted
        if enums.is_told(one) and isinstance(other, Constant):
            member = enums.member_told_by(machine, one, other)
            if member is not None:
                return diagrams.decide(Same(*member)) if member[1] is not None else diagrams.false
    by_kind = _same_by_kind(machine, left, right)
    if by_kind is not None:
        return by_kind
    parts = _same_parts(machine, left, right)
    if parts is not None:
        return parts
    return _decided(machine, left, right)


def _decided(machine: Machine, left: Any, right: Any) -> Diagram:
    """The decision whether two values are equal of which nothing else tells."""
    diagrams = machine.diagrams
    if _rank(machine, right) < _rank(machine, left):
        left, right = right, left
    told = alternatives.told_by_field(machine, left, right) if isinstance(left, Input) else None
    if told is not None:
        return told
    if Input not in (type(left), type(right)) and plain.are_fixed(left, right):
        return _undecided(machine, diagrams.leaf(left), diagrams.leaf(right), "what is written in the source, compared")
    if plain.count_the_same(machine, left, right):
        return _undecided(machine, diagrams.leaf(left), diagrams.leaf(right), "how many elements there are, compared")
    return diagrams.decide(Same(left, right))


def _same_parts(machine: Machine, left: Any, right: Any) -> Diagram | None:
    """The guard under which all that two values were made of is equal; ``None`` where that does not tell."""
    for one, other in ((left, right), (right, left)):
        shape = shape_of(machine, other) if isinstance(one, Blank) and isinstance(other, Input) else None
        if isinstance(shape, (ListOf, MapOf)):
            is_there = machine.diagrams.negate(questions.is_none(machine, machine.diagrams.leaf(other)))
            return machine.diagrams.both(is_there, machine.diagrams.negate(machine.heap.exists(other, LAST)))
    parts = same_made(machine, left, right, _same_inside)
    if parts is None and isinstance(left, Computed) and isinstance(right, Computed):
        parts = _same_images(machine, left, right)
    if parts is None and Structure in (type(left), type(right)):
        parts = same_written(machine, left, right, _same_inside)
    return parts


def _same_count(machine: Machine, count: Any, other: Any) -> Diagram | None:
    """Whether a length is a number: one of two or more is none below, and that of a text is zero where it is empty."""
    if isinstance(count, Computed) and count.operator == MANY and is_below_two(other):
        return machine.diagrams.false
    if other == Constant.of(0) and plain.text_counted(machine, count) is not None:
        return machine.diagrams.negate(questions.truth(machine, machine.diagrams.leaf(count)))
    return None


def _same_by_kind(machine: Machine, left: Any, right: Any) -> Diagram | None:
    """The answer of what is known of the kinds of two values: others are never equal, zeros are not true."""
    diagrams = machine.diagrams
    kinds = {type(left), type(right)}
    if Constant in kinds and not kinds.isdisjoint((Routine, Partial)):
        return diagrams.false  # a function equals itself alone
    if not value_kinds.may_be_equal(machine, left, right):
        return diagrams.false
    if parsed.is_excluded(machine, left, right) or parsed.is_excluded(machine, right, left):
        return diagrams.false
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Constant) and not one.value and value_kinds.is_plain(machine, other):
            return diagrams.negate(questions.truth(machine, diagrams.leaf(other)))
    certain = plain.compared(machine, "==", left, right)
    if certain is not None:
        return diagrams.true if certain else diagrams.false
    if isinstance(left, (Constant, Member)) and isinstance(right, (Constant, Member)):
        if value_kinds.are_told(machine, left, right):
            return diagrams.true  # each is of one value, and they may be equal
        if isinstance(left, Member) and isinstance(right, Member) and left.type == right.type:
            return diagrams.false
    return None


def is_below_two(value: object) -> bool:
    """Whether a value is a whole number that no length of two or more can be."""
    return isinstance(value, Constant) and isinstance(value.value, int) and value.value < 2


def _is_made_of_the_same(machine: Machine, left: Computed, right: Computed) -> bool:
    """Whether two values are made in one way, of mappings with the same elements in the same order."""
    if left.operator != right.operator or len(left.operands) != len(right.operands):
        return False
    pairs = zip(left.operands, right.operands)
    return all(in_given_order(machine, one) is in_given_order(machine, other) for one, other in pairs)


def _same_images(machine: Machine, left: Computed, right: Computed) -> Diagram | None:
    """Images of the same kind are equal exactly where what they are images of is; texts only where mappings have their
    keys in one order besides. Values made of the same in one way are equal in any case."""
    if _is_made_of_the_same(machine, left, right):
        return machine.diagrams.true
    if left.operator in _TEXTS and _are_whole_numbers(machine, (*left.operands, *right.operands)):
        same_way = left.operator == right.operator and len(left.operands) == len(right.operands) == 1
        return same_settled(machine, left.operands[0], right.operands[0]) if same_way else None
    if not left.operator.startswith(_IMAGE) or left.operator != right.operator:
        return None
    told = [side.operands[-1] for side in (left, right) if side.operands and forms.is_told(side.operands[-1])]
    if len(set(map(id, told))) == 2 or len(told) == 1:
        return _undecided(machine, machine.diagrams.leaf(left), machine.diagrams.leaf(right))
    if len(left.operands) != len(right.operands):
        return None
    result: Diagram = machine.diagrams.true
    for one, other in zip(left.operands, right.operands):
        result = machine.diagrams.both(result, same_settled(machine, one, other))
        if left.operator in _IN_ORDER_OF_KEYS and one is not other:
            result = machine.diagrams.both(result, _in_one_order(machine, one, other))
        elif left.operator in _IN_ORDER and one is not other:
            result = machine.diagrams.both(result, _alike(machine, one, other, in_order=True))
    return result


def _are_whole_numbers(machine: Machine, operands: Sequence[Diagram]) -> bool:
    """Whether values are whole numbers, as each is declared, or truths: two of these have one text where they are
    equal."""
    kinds = [value_kinds.kinds_of(machine, leaf.value) for operand in operands for leaf in leaves(operand)]
    return all(kinds) and len(set(kinds)) == 1 and all(kind.whole for kind in kinds[0] or ())


#: Operations that give the text of a value.
_TEXTS = ("builtins.str", "text")


def _in_one_order(machine: Machine, one: Diagram, other: Diagram) -> Diagram:
    """The guard under which equal values have the keys of all their mappings in one order, and the elements of their
    sets, and are written alike."""
    alike = _alike(machine, one, other)
    if alike is not machine.diagrams.true or _orders_of_names(machine, one) == _orders_of_names(machine, other):
        return alike
    return questions.truth(machine, machine.unseen("in which order the keys of mappings come", None, (one, other)))


def _alike(machine: Machine, one: Diagram, other: Diagram, *, in_order: bool = False) -> Diagram:
    """The guard under which equal values that were given are written alike. Of zeros with a sign nobody knows whether
    there are any."""
    if _has_several_texts(machine, one, OF_MANY_TEXTS, in_order=in_order):
        return machine.diagrams.decide(Truthy(Computed(IN_ONE_ORDER, (one, other))))
    if _has_several_texts(machine, one, OF_SEVERAL_TEXTS, in_order=in_order):
        return questions.truth(machine, machine.unseen("whether two zeros have one sign", None, (one, other)))
    return machine.diagrams.true


def _orders_of_names(machine: Machine, value: Diagram) -> list[object]:
    """The names of the keys in all mappings that were put together, each as they were put in."""
    found: list[object] = []
    for leaf in leaves(value):
        if isinstance(leaf.value, Structure):
            base = leaf.value.base
            if not _has_declared_order(machine, base):
                found += [(kind_made(base), tuple(name for name, _ in leaf.value.fields))]
            found += [order for part in parts_of_value(leaf.value) for order in _orders_of_names(machine, part)]
    return found


def _has_declared_order(machine: Machine, base: Diagram) -> bool:
    """Whether a value is a list, or an object whose fields come in the order of their declarations."""
    whole = base.value if isinstance(base, Leaf) else None
    if isinstance(whole, Zero):
        type_ = machine.program.type(whole.type)
        return type_ is not None and not type_.is_keyed
    if isinstance(whole, Input):
        return isinstance(shape_of(machine, whole), (ListOf, Named)) and not is_keyed_given(machine, whole)
    return kind_made(base) in SEQUENCES


#: Texts that have all keys in order, whatever that of the mappings is.
_IN_ORDER = frozenset(f"{_IMAGE}{name}" for name in ("json.dumps in order", "yaml.safe_dump"))
#: Images that have the keys of mappings in their order.
_IN_ORDER_OF_KEYS = frozenset(
    f"{_IMAGE}{name}"
    for name in ("builtins.repr", "json.dumps", "pickle.dumps", "msgspec.json.encode", "msgspec.msgpack.encode")
    + ("model_dump_json", "json")
)


def _has_several_texts(machine: Machine, value: Diagram, classes: Sequence[str], *, in_order: bool) -> bool:
    """Whether a value that was given may be written otherwise than one that it equals, whole or with changes."""
    for leaf in leaves(value):
        found = leaf.value
        if isinstance(found, Input) and has_several_texts(machine, found, classes, in_order=in_order):
            return True
        parts = parts_of_value(found) if isinstance(found, Structure) else ()
        if any(_has_several_texts(machine, part, classes, in_order=in_order) for part in parts):
            return True
    return False


def _rank(machine: Machine, value: object) -> tuple[int, int]:
    """An order for the two sides of an equality, so that ``a == b`` and ``b == a`` are one decision."""
    kind = 0 if isinstance(value, Input) else 1 if isinstance(value, Structure) else 2
    return kind, machine.rank(value)
