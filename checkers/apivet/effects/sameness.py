"""Whether two settled values are certainly equal in a view: one and the same, found equal, or equal part by part.

Parts are asked for as deep as they were put together: fields of objects, elements of lists, values of mappings.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from apivet.effects import ordering
from apivet.effects.decided import Decided
from apivet.effects.declared import (
    as_key,
    held_as_none,
    is_mapping_given,
    is_set_given,
    may_be_none,
    public_names,
    shape_of,
)
from apivet.effects.diagrams import Diagram
from apivet.effects.limits import COMPARED_DEPTH, STANDING_FOR_ALL
from apivet.effects.presence import has_element, leads_through_another_order
from apivet.effects.remaining import have_one_value, is_constant
from apivet.effects.retold import are_retold_alike
from apivet.effects.values import (
    BEFORE,
    EARLIER,
    KEY,
    LAST,
    MARKS,
    NONE,
    ORDER,
    UNBOUND,
    Blank,
    Computed,
    Constant,
    Exists,
    Input,
    IsNone,
    Member,
    Position,
    Same,
    Structure,
    Truthy,
    Unbound,
    Unseen,
    Zero,
    is_of_many,
    kind_made,
    names_changed,
    stands_for_others,
)
from apivet.program.model import ListOf, MapOf, Named, Shape, Type

_NO_KEY: Final = (False, False)
#: The ends of the paths of the two elements that stand for all.
_ALL: Final = ((EARLIER,), (LAST,))


def same(view: Decided, left: Any, right: Any) -> bool:
    """Whether two settled values are certainly equal here."""
    if left == right or view.knows(Same(left, right)) or view.knows(Same(right, left)):
        return True
    if isinstance(left, Constant) and isinstance(right, Constant):
        return left.value == right.value
    if isinstance(left, Input) and isinstance(right, Input):
        if right in _equals_of(view, left) or _are_absent_alike(view, left, right):
            return True
        if have_one_value(view, left, right) or (_was_empty(view, left) and _was_empty(view, right)):
            return True
    for one, other in ((left, right), (right, left)):
        if isinstance(other, Input):
            if any(_is_worth(view, one, each) for each in (other, *_equals_of(view, other))):
                return True
            if _equal_through_structures(view, one, other):
                return True
    if Structure in (type(left), type(right)):
        return _same_parts(view, left, right)
    if not (isinstance(left, Input) and isinstance(right, Input)):
        return False
    if _compared_inside(view, left, right) and every_field_is_same(view, left, right):
        return True
    return are_retold_alike(view, left, right)


def _is_worth(view: Decided, made: Any, given: Input) -> bool:
    """Whether something that was given can only be this nothing, constant, new object or empty container."""
    if made in (NONE, UNBOUND) and _is_absent(view, given):
        return made == _nothing_at(view, given) or as_key(view.outcome.machine, given) == _NO_KEY
    if isinstance(made, (Constant, Member)):
        return view.knows(Same(given, made)) or is_constant(view, given, made)
    if isinstance(made, Zero):
        return view.knows(Same(given, made)) is True or is_zero(view, given, made.type)
    return isinstance(made, Blank) and _was_empty(view, given)


def _compared_inside(view: Decided, left: Input, right: Input) -> bool:
    """Whether parts of two given objects were found equal."""
    for decision, answer in view.taken(Same):
        if answer:
            for one, other in ((decision.left, decision.right), (decision.right, decision.left)):
                if _lies_below(one, left) and _lies_below(other, right):
                    return True
    return False


def _lies_below(part: Any, whole: Input) -> bool:
    if not isinstance(part, Input) or part.root != whole.root or len(part.path) <= len(whole.path):
        return False
    return part.path[: len(whole.path)] == whole.path


def _was_empty(view: Decided, given: Input) -> bool:
    """Whether a container that was given is there, and has no elements; of a mapping whose keys are declared, none."""
    if not _is_there(view, given):
        return False
    if isinstance(shape_of(view.outcome.machine, given), (ListOf, MapOf)):
        return view.knows(Truthy(given)) is False or view.knows(Exists(given, LAST)) is False
    type_ = type_of(view, given)
    keys = [given.child(each.name) for each in type_.parts] if type_ is not None and type_.is_keyed else []
    return bool(keys) and all(_is_absent(view, key) and _nothing_at(view, key) == UNBOUND for key in keys)


def _is_absent(view: Decided, value: Input) -> bool:
    """Whether something that was given is ``None``, or a part of what is ``None``."""
    if is_constant(view, value, NONE):
        return True
    return any(view.knows(IsNone(Input(value.root, value.path[:length]))) for length in range(len(value.path), 0, -1))


def _are_absent_alike(view: Decided, left: Input, right: Input) -> bool:
    """Whether two parts are ``None`` or absent, and the same of these where keys may be either."""
    if not (_is_absent(view, left) and _is_absent(view, right)):
        return False
    ours, theirs = _nothing_at(view, left), _nothing_at(view, right)
    return ours is not None and ours == theirs


def _nothing_at(view: Decided, given: Input) -> Constant | Unbound | None:
    """The nothing that a part is: ``None``, or a key that is absent; ``None`` itself where nothing tells which."""
    may_be_none, may_be_missing = as_key(view.outcome.machine, given)
    if not may_be_missing or view.is_none(given) is not True:
        return NONE
    held = view.knows(held_as_none(view.outcome.machine, given)) if may_be_none else False
    return None if held is None else NONE if held else UNBOUND


def _equals_of(view: Decided, given: Input) -> list[Input]:
    """The parts of given objects that one equals, as wholes were found equal of which they are the same part."""
    found = []
    for decision, answer in view.taken(Same):
        if answer:
            for whole, other in ((decision.left, decision.right), (decision.right, decision.left)):
                if isinstance(whole, Input) and isinstance(other, Input) and whole.root == given.root:
                    rest = given.path[len(whole.path) :]
                    if given.path[: len(whole.path)] == whole.path and rest[:1] != (KEY,):  # no part of what is there
                        places = view.assumptions.places(whole, given, other)
                        found += places if len(places) == 1 else []
    return found


def _equal_through_structures(view: Decided, value: Any, given: Input) -> bool:
    """Whether objects with changes were found equal of which the two values are the same part."""
    for decision, answer in view.taken(Same):
        if answer and Structure in (type(decision.left), type(decision.right)):
            for whole, other in ((decision.left, decision.right), (decision.right, decision.left)):
                base = view.base_of(other)
                if not isinstance(base, Input) or base.root != given.root:
                    continue
                rest = given.path[len(base.path) :]
                if other == given and isinstance(whole, Structure) and view.leaf(whole.base) != given:
                    if _same_parts(view, whole, value):  # which is not told by what it is made of
                        return True
                if rest and given.path[: len(base.path)] == base.path:
                    if any(leads_through_another_order(view, each, rest) for each in (whole, other)):
                        continue
                    if _is_unchanged(view, view.part_at(other, rest), given) and view.part_at(whole, rest) == value:
                        return True
    return False


def _is_unchanged(view: Decided, value: Any, given: Input) -> bool:
    """Whether an object that was changed on other paths is here what was given."""
    if not isinstance(value, Structure):
        return bool(value == given)
    if view.leaf(value.base) != given:
        return False
    if value.entries is not None:
        if not _same_elements(view, value, given, lambda item, its: _is_unchanged(view, item, its)):
            return False
    return all(_is_unchanged(view, own, given.child(name)) for name, own in _own_fields(view, value))


# ---------------------------------------------------------------------------------------------------------- parts


def _same_parts(view: Decided, left: Any, right: Any) -> bool:
    """Whether two values are equal of which one at least is an object with changes, or one that was put together."""
    if not isinstance(left, Structure):
        left, right = right, left
    type_, its = type_of(view, left), type_of(view, right)
    if its is not None and its.is_keyed and isinstance(right, Input) and kind_made(left.base) == "dict":
        return _same_keys(view, left, right, its)
    if left.entries is not None or (isinstance(right, Structure) and right.entries is not None):
        return _same_containers(view, left, right)
    base = view.base_of(right)
    if same(view, view.leaf(left.base), base):
        unordered = is_mapping_given(view.outcome.machine, base)
        names = [name for name in names_changed(left, right) if name != ORDER or not unordered]
        return _same_fields(view, left, right, names)
    if type_ is None or type_ is not its:
        return False
    return _is_there(view, right) and _same_fields(view, left, right, public_names(type_))


def _same_keys(view: Decided, made: Structure, given: Input, type_: Type) -> bool:
    """Whether a mapping that was put together has just the keys of one whose type declares them."""
    own = {name: view.leaf(value) for name, value in made.fields if name not in MARKS}
    names = dict.fromkeys((*(field.name for field in type_.parts), *own))
    if any(view.leaf(there) for _, there, _ in made.entries or ()) or not _is_there(view, given):
        return False
    return all(same(view, own.get(name, UNBOUND), given.child(name)) for name in names)


def is_zero(view: Decided, given: Input, of: str = "") -> bool:
    """Whether each field of an object that was given is what it is in a new one, of a certain type if one is named."""
    type_ = type_of(view, given)
    if type_ is None or of not in ("", type_.dotted) or not _is_there(view, given):
        return False
    default = view.outcome.zero_field
    return all(same(view, view.leaf(default(type_.dotted, name)), given.child(name)) for name in public_names(type_))


def _same_fields(view: Decided, left: Any, right: Any, names: list[str]) -> bool:
    return all(same(view, view.step(left, name), view.step(right, name)) for name in names)


def _same_containers(view: Decided, left: Structure, right: Any) -> bool:
    """Lists, mappings: the same elements and nothing else under names. The order of a mapping does not matter, nor how
    often something was put into a set."""
    if _are_one_set(view, left, right):
        return True
    if isinstance(right, Structure):
        if (left.entries, left.fields, left.names) != (right.entries, right.fields, right.names):
            return False
        return same(view, view.leaf(left.base), view.leaf(right.base))
    if not isinstance(right, Input) or left.entries is None:
        return False
    is_mapping = is_mapping_given(view.outcome.machine, right)
    whole = _all_given(view, left) if is_mapping else None
    if whole is not None and right in (whole, *_equals_of(view, whole)):
        return True
    if is_mapping and not _has_keys_of(view, left, right):
        return False
    for name, own in _own_fields(view, left):
        is_same = name == ORDER or same(view, own, right.child(name)) or _is_left_open(view, left, right, name, own)
        if not (is_mapping and is_same):
            return False
    return _same_elements(view, left, right, lambda item, its: same(view, item, its))


def _all_given(view: Decided, made: Structure) -> Input | None:
    """The mapping of which another one has just the elements, under their keys."""
    told = [None if name is None else view.leaf(name) for name in made.names]
    keys = [each.given if isinstance(each, Position) else None for each in told]
    if len(keys) != STANDING_FOR_ALL or keys[-1] is None or _own_fields(view, made):
        return None
    mapping = Input(keys[-1].root, keys[-1].path[:-2])
    for (key, there, value), name in zip(made.entries or (), keys):
        is_there = view.leaf(there) == view.leaf(view.outcome.machine.heap.exists(mapping, key))
        if not is_there or name != mapping.child(key).child(KEY):
            return None
        if view.leaf(there) and not same(view, view.leaf(value), mapping.child(key)):
            return None
    return mapping


def _as_set(view: Decided, value: Any) -> tuple[set[Input], list[Any]] | None:
    """The containers of which a set has all elements, empty ones too, and its elements besides; ``None`` of anything
    else, and where one of several elements that nobody tells apart stands in it by itself."""
    machine = view.outcome.machine
    if isinstance(value, Input) and is_set_given(machine, value):
        return {value}, []
    if not isinstance(value, Structure) or value.entries is None or _own_fields(view, value, besides=ORDER):
        return None
    if kind_made(value.base) != "set" and not is_set_given(machine, view.leaf(value.base)):
        return None
    held, sources = [], set[Input]()
    for key, there, own in value.entries:
        each = view.leaf(own)
        of = Input(each.root, each.path[:-1]) if isinstance(each, Input) and each.path[-1:] in _ALL else None
        sources |= {of} if of is not None else set()
        if view.leaf(there):
            is_one_of_many = each.path[-1] == EARLIER if of is not None else is_of_many(each)
            if is_one_of_many and not stands_for_others(key):
                return None
            held.append(each)
    whole = {
        of
        for of in sorted(sources)
        if all((of.child(key) in held) is view.leaf(machine.heap.exists(of, key)) for (key,) in _ALL)
    }
    return whole, [each for each in held if not any(of.child(key) == each for of in whole for (key,) in _ALL)]


def _are_one_set(view: Decided, left: Any, right: Any) -> bool:
    """Whether each element of one set is one of another, and the other way round."""
    ours, theirs = _as_set(view, left), _as_set(view, right)
    if ours is None or theirs is None:
        return False
    exists = view.outcome.machine.heap.exists
    for (whole, more), (others, its) in ((ours, theirs), (theirs, ours)):
        parts = [each for each in more if not any(same(view, each, other) for other in its)]
        for each in whole:
            if others.isdisjoint((each, *_equals_of(view, each))) and not _was_empty(view, each):
                parts += [each.child(key) for (key,) in _ALL if view.leaf(exists(each, key))]
        if not all(any(_is_found_in(view, among, each) for among in others) for each in parts):
            return False
    return True


def _is_found_in(view: Decided, container: Input, element: Any) -> bool:
    """Whether a container was asked for an element, and has it."""
    leaf = view.outcome.machine.diagrams.leaf
    return view.knows(Truthy(Computed("in", (leaf(container), leaf(element))))) is True


def _is_left_open(view: Decided, made: Structure, other: Input, name: str, own: Any) -> bool:
    """Whether nothing stands by itself under a name in a mapping that got all elements of another one, which nobody
    asked for that name: the element that stands there is one of them."""
    is_asked = view.knows(IsNone(other.child(name))) is not None
    return own == UNBOUND and bool(made.names) and not is_asked


def _has_keys_of(view: Decided, made: Structure, other: Input) -> bool:
    """Whether a mapping has its elements under the keys of one that the hook was given."""
    base = view.leaf(made.base)
    names = made.names or (None,) * len(made.entries or ())
    for (key, there, _), name in zip(made.entries or (), names):
        if not view.leaf(there):
            continue
        own = base.child(key).child(KEY) if isinstance(base, Input) else None
        if name is not None:
            told = view.leaf(name)
            own, key = (told.given, told.key) if isinstance(told, Position) else (None, key)
        if isinstance(own, Input) and not same(view, own, other.child(key).child(KEY)):
            return False
    return True


def _place_in(view: Decided, mapping: Input, key: str, name: Diagram | None) -> str:
    """The place of an element in a mapping that was given, under whose key it was put; else the one that it has."""
    told = None if name is None else view.leaf(name)
    return told.key if isinstance(told, Position) and told.given == mapping.child(told.key).child(KEY) else key


def _own_fields(view: Decided, value: Structure, besides: str = "") -> list[tuple[str, Any]]:
    """The fields of a value under their names; a mark that was set on other ways tells nothing here."""
    found = [(name, view.leaf(own)) for name, own in value.fields if name != besides]
    return [(name, own) for name, own in found if not (name in MARKS and own == NONE)]


def _same_elements(view: Decided, made: Structure, other: Input, alike: Callable[[Any, Input], bool]) -> bool:
    """Whether a container has exactly the elements of one that the hook was given, in their order. Into a list the last
    one may have been put by itself; those of a mapping come in any order."""
    names = made.names or (None,) * len(made.entries or ())
    present = [
        (_place_in(view, other, key, name), value)
        for (key, there, value), name in zip(made.entries or (), names)
        if view.leaf(there)
    ]
    if made.names:
        present.sort(key=lambda each: (EARLIER, LAST).index(each[0]) if each[0] in (EARLIER, LAST) else 2)
    machine = view.outcome.machine
    expected = [key for key in (EARLIER, LAST) if view.leaf(machine.heap.exists(other, key))]
    expected = [key for key in expected if not _stands_under_a_name(view, made, other.child(key))]
    if [key for key, _ in present] != expected:
        alone = [EARLIER if key == EARLIER else LAST for key, _ in present]
        alone[:1] = [EARLIER] if len(alone) > 1 and _is_first(view, other) else alone[:1]
        if alone != expected or not isinstance(shape_of(machine, other), ListOf):
            return False
    if not may_be_as_many(view, made, other):
        return False
    return all(alike(view.leaf(value), other.child(key)) for key, (_, value) in zip(expected, present))


def _stands_under_a_name(view: Decided, made: Structure, element: Input) -> bool:
    """Whether an element of a mapping was found to have a key under which something stands in another one by name."""
    names = (Constant.of(name) for name, _ in made.fields if name not in MARKS)
    return any(view.knows(Same(element.child(KEY), name)) for name in names)


def _is_first(view: Decided, given: Input) -> bool:
    """Whether the element that stands for those before the last one was found to be the first of them: it may have been
    put in by itself, and others with those behind it."""
    leaf = view.outcome.machine.diagrams.leaf
    asked = (leaf(given), leaf(Constant.of(1)), leaf(Constant.of(EARLIER)))
    return view.knows(Truthy(Computed(BEFORE, asked))) is True


def may_be_as_many(view: Decided, value: Any, other: Input) -> bool:
    """Whether no decision says that a container has another number of elements than one that was given."""
    machine = view.outcome.machine
    entries = value.entries if isinstance(value, Structure) else None
    found = [(key, there) for key, there, _ in entries or () if stands_for_others(key) and view.leaf(there)]
    presents = [machine.heap.exists(value, EARLIER)] if isinstance(value, Input) else [there for _, there in found]
    ours, theirs = (ordering.length_given(machine, side) for side in (presents, [machine.heap.exists(other, EARLIER)]))
    return view.knows(Same(ours, theirs)) is not False and view.knows(Same(theirs, ours)) is not False


def type_of(view: Decided, value: Any) -> Type | None:
    """The type of an object whose fields are all known by name."""
    machine = view.outcome.machine
    if isinstance(value, Structure):
        return type_of(view, view.leaf(value.base)) if value.entries is None else None
    if isinstance(value, Zero):
        return machine.program.type(value.type)
    shape = shape_of(machine, value) if isinstance(value, Input) else None
    if isinstance(value, Unseen):
        shape = machine.heap.shape_left(value)
    type_ = machine.program.type(shape.dotted) if isinstance(shape, Named) else None
    return type_ if type_ is not None and type_.fields else None


def _is_there(view: Decided, value: Any) -> bool:
    """Whether an object is certainly not ``None``."""
    if not isinstance(value, Input):
        return True
    return view.knows(IsNone(value)) is False or not may_be_none(view.outcome.machine, value)


# -------------------------------------------------------------------------------------------------- given objects


def every_field_is_same(view: Decided, value: Any, other: Input) -> bool:
    """Whether an object equals another field by field, none left out, nested objects' fields and the elements of lists
    too, and those of mappings of which the keys were compared."""
    return _is_same_throughout(view, value, other, type_of(view, other), (ListOf,), COMPARED_DEPTH)


def every_field_is_same_but_for_keys(view: Decided, value: Any, other: Input) -> bool:
    """The same where mappings have equal values, whatever keys they have them under."""
    return _is_same_throughout(view, value, other, type_of(view, other), (ListOf, MapOf), COMPARED_DEPTH)


def _is_same_throughout(
    view: Decided, value: Any, other: Input, type_: Type | None, followed: tuple[type, ...], depth: int
) -> bool:
    if type_ is None or not isinstance(value, (Input, Structure)):
        return False
    for declared in type_.parts:
        part, its = view.step(value, declared.name), other.child(declared.name)
        if same(view, part, its):
            continue
        if depth == 0 or not _is_there(view, its) or not _is_there(view, part):
            return False
        if not _is_same_part(view, part, its, declared.shape, followed, depth - 1):
            return False
    return True


def _is_same_part(
    view: Decided, value: Any, other: Input, shape: Shape, followed: tuple[type, ...], depth: int
) -> bool:
    if isinstance(shape, Named):
        inner = view.outcome.machine.program.type(shape.dotted)
        return _is_same_throughout(view, value, other, inner, followed, depth)
    if not isinstance(shape, (ListOf, MapOf)):
        return False
    if type(shape) not in followed and not _have_one_set_of_keys(view, value, other):
        return False
    if not isinstance(value, (Input, Structure)) or _has_more(view, value) or not may_be_as_many(view, value, other):
        return False
    element = shape.element if isinstance(shape, ListOf) else shape.value
    for key in (EARLIER, LAST):
        here, there = has_element(view, value, key), has_element(view, other, key)
        if here is None or here is not there:
            return False
        item, its = view.step(value, key), other.child(key)
        if here and not same(view, item, its) and not _is_same_part(view, item, its, element, followed, depth):
            return False
    return True


def _have_one_set_of_keys(view: Decided, value: Any, other: Input) -> bool:
    """Whether two mappings that were given were found to have their elements under the same keys."""
    places = [key for key in (EARLIER, LAST) if view.knows(Exists(other, key)) is not False]
    pairs = [(value.child(key).child(KEY), other.child(key).child(KEY)) for key in places if isinstance(value, Input)]
    return bool(pairs) and all(view.knows(Same(*pair)) or view.knows(Same(*pair[::-1])) for pair in pairs)


def _has_more(view: Decided, value: Any) -> bool:
    """Whether a container has elements besides the two that stand for those of one that was given, or an order of its
    own."""
    if not isinstance(value, Structure):
        return False
    keys = [key for key, present, _ in value.entries or () if view.leaf(present)]
    return bool(_own_fields(view, value)) or keys not in ([], [LAST], [EARLIER, LAST])
