"""``==`` of objects whose types compare in a way of their own: by a method, by some of their fields, or not at all.

All others are equal where all of their fields are, which :mod:`apivet.effects.equality.comparing` answers at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from apivet.effects import objects, questions
from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.frames import Arguments
from apivet.effects.state import Machine
from apivet.effects.values import DECLINED, Computed, Reference, Truthy
from apivet.program.model import Field, Named, Shape, Type, innermost
from apivet.program.syntax import Function

#: The equality of two values.
Equal = Callable[[Machine, Diagram, Diagram], Diagram]

_METHOD = "__eq__"
_UNEQUAL = "__ne__"


def same_objects(machine: Machine, left: Diagram, right: Diagram, same: Equal, by_value: Equal) -> Diagram | None:
    """The guard under which two values are equal; ``None`` where no type among them has a way of its own. ``same``
    compares what is inside of them, ``by_value`` objects that turn out to have no such way."""
    if not any(_is_special(machine, leaf) for leaf in leaves(left)):
        if not any(_asks_itself(machine, leaf) for leaf in leaves(right)):
            return None
        left, right = right, left
    if not isinstance(left, Leaf) or not isinstance(right, Leaf):
        leaf = machine.diagrams.leaf
        return machine.each_guard(
            left, lambda one: machine.each_guard(right, lambda two: same(machine, leaf(one), leaf(two)))
        )
    return _same_special(machine, left, right, same, by_value)


def _is_special(machine: Machine, leaf: Leaf) -> bool:
    if not isinstance(leaf.value, Reference) or machine.heap.is_fields(leaf.value):
        return False
    type_ = objects.type_of(machine, leaf.value)
    return compares_specially(machine, Named(type_.dotted) if type_ is not None else _shape(machine, leaf.value))


def _asks_itself(machine: Machine, leaf: Leaf) -> bool:
    """Whether a value is an object whose type says itself what it equals."""
    return isinstance(leaf.value, Reference) and objects.own_method(machine, leaf.value, _METHOD) is not None


def _shape(machine: Machine, reference: Reference) -> Shape:
    return machine.heap.cells[reference.cell].shape


def compares_specially(machine: Machine, shape: Shape) -> bool:
    """Whether a type, or one inside it, does not simply compare all fields."""
    shape = innermost(shape)
    if not isinstance(shape, Named):
        return False
    known = machine.special_equality.get(shape.dotted)
    if known is None:
        machine.special_equality[shape.dotted] = False  # a type inside itself adds nothing
        type_ = machine.program.type(shape.dotted)
        known = type_ is not None and _has_own_way(machine, type_)
        if type_ is not None and not known:
            known = any(_is_compared_specially(machine, field) for field in type_.fields)
        machine.special_equality[shape.dotted] = known
    return known


def _is_compared_specially(machine: Machine, field: Field) -> bool:
    return not field.compared or field.treatment.compared_by_key or compares_specially(machine, field.shape)


def _has_own_way(machine: Machine, type_: Type) -> bool:
    if type_.form in ("enum", "protocol"):
        return False
    if _has_elements(machine, type_):
        return True
    if any(base.has_unknown_base for base in machine.program.ancestry(type_)):
        return False
    comparer = _comparer(machine, type_)
    return not isinstance(comparer, Type) or len(comparer.fields) < len(type_.fields)


def _has_elements(machine: Machine, type_: Type) -> bool:
    """Whether a type has the equality of a container of the library: its objects are equal where their elements are."""
    order = machine.program.ancestry(type_)
    outside = {dotted.rpartition(".")[2] for base in order for dotted in base.outside_bases}
    return not outside.isdisjoint(_CONTAINERS) and all(base.form == "plain" for base in order)


#: Classes of the library that say of which elements they are equal.
_CONTAINERS: Final = frozenset(
    (
        "dict",
        "list",
        "set",
        "frozenset",
        "tuple",
        "OrderedDict",
        "defaultdict",
        "Counter",
        "ChainMap",
        "deque",
        "UserDict",
    )
    + ("UserList", "Mapping", "MutableMapping", "Set", "MutableSet", "KeysView", "ItemsView")
)


def _comparer(machine: Machine, type_: Type) -> Type | Function | None:
    """The things that ``==`` asks, the nearest first: a method, or the declaration of a type, which compares the fields
    that this one has. Where there is none, an object equals itself only."""
    assigned = objects.member(machine, type_, _METHOD)
    if assigned is not None and not isinstance(assigned[1], Function):
        return None
    for base in machine.program.ancestry(type_):
        if _METHOD in base.methods:
            return base.methods[_METHOD]
        if base.structured and not base.equals_itself_only:
            return base
    return None


def _same_special(machine: Machine, left: Leaf, right: Leaf, same: Equal, by_value: Equal) -> Diagram:
    """Two values, of which the first is an object with a way of its own."""
    diagrams = machine.diagrams
    first, second = left.value, right.value
    if first == second:
        return diagrams.true
    if isinstance(first, Reference) and _asks_itself(machine, left) and not isinstance(second, Reference):
        there = diagrams.negate(questions.is_none(machine, left))
        own = objects.own_method(machine, first, _METHOD)
        return there if own is None else diagrams.both(there, _asked(machine, own, left, right, diagrams.false))
    if not (isinstance(first, Reference) and isinstance(second, Reference)):
        return by_value(machine, left, right)
    type_ = objects.type_of(machine, first)
    absent = [questions.is_none(machine, side) for side in (left, right)]
    present = diagrams.both(*(diagrams.negate(none) for none in absent))
    equal = _same_present(machine, type_, left, right, same)
    return diagrams.either(diagrams.both(*absent), diagrams.both(present, equal))


def _same_present(machine: Machine, type_: Type | None, left: Leaf, right: Leaf, same: Equal) -> Diagram:
    diagrams = machine.diagrams
    if type_ is None:
        # Containers of such objects: equal ones are not told from others.
        settled = tuple(machine.heap.settle(side) for side in (left, right))
        return diagrams.decide(Truthy(Computed("==", settled)))
    comparer = _comparer(machine, type_)
    own = objects.own_method(machine, left.value, _METHOD) if isinstance(left.value, Reference) else None
    if own is not None and not isinstance(comparer, Type):
        return _asked(machine, own, left, right, diagrams.false)
    if _has_elements(machine, type_):
        settled = (machine.heap.settle(left), machine.heap.settle(right))
        told = machine.unseen(f"whether two of {type_.name} have equal elements", type_.location, settled)
        return questions.truth(machine, told)
    if not isinstance(comparer, Type):
        return diagrams.false
    result = diagrams.true
    for field in comparer.held:
        if field.compared and result is not diagrams.false:
            values = [objects.get(machine, side, field.name, machine.nowhere) for side in (left, right)]
            equal = same(machine, *values)
            if field.treatment.compared_by_key:
                told = machine.unseen(f"what is compared of {field.name}", field.location, values)
                equal = diagrams.either(equal, questions.truth(machine, told))
            result = diagrams.both(result, equal)
    return result


def unequal_by_method(machine: Machine, left: Diagram, right: Diagram) -> Diagram | None:
    """The guard under which two values are unequal where a type says so by a method of its own; ``None`` where that is
    the opposite of ``==``."""
    found = left.value if isinstance(left, Leaf) else None
    own = objects.own_method(machine, found, _UNEQUAL) if isinstance(found, Reference) else None
    if own is None:
        return None
    other = machine.diagrams.negate(questions.is_none(machine, right))
    told = _asked(machine, own, left, right, machine.diagrams.true)
    return machine.diagrams.choose(questions.is_none(machine, left), other, told)


def _asked(
    machine: Machine, method: Diagram, left: Diagram, right: Diagram, for_two: Diagram, *, is_last: bool = False
) -> Diagram:
    """The result of a type's own ``__eq__`` or ``__ne__``; where it raises does not matter to what is stored. Where it
    leaves that to the other operand, and this has no such method or leaves it, too, the answer is the one ``for_two``
    objects that are not one."""
    guard, catchers = machine.guard, machine.catchers
    machine.catchers = []
    answer = machine.call_with(method, Arguments((right,)), machine.nowhere)
    machine.guard, machine.catchers = guard, catchers
    declined, told = machine.diagrams.where(answer, machine.diagrams.leaf(DECLINED)), questions.truth(machine, answer)
    other = right.value if isinstance(right, Leaf) and isinstance(right.value, Reference) and not is_last else None
    if declined is machine.diagrams.false or other is None:
        return machine.diagrams.choose(declined, for_two, told)
    own = objects.own_method(machine, other, _METHOD if for_two is machine.diagrams.false else _UNEQUAL)
    asked_back = for_two if own is None else _asked(machine, own, right, left, for_two, is_last=True)
    return machine.diagrams.choose(declined, asked_back, told)
