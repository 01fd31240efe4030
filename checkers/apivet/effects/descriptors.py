"""Class attributes as objects see them: functions become methods, properties are asked."""

from __future__ import annotations

from typing import Any

from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.state import Machine
from apivet.effects.values import Descriptor, Partial, Reference, Routine, TypeValue
from apivet.program.failures import FailureKind
from apivet.program.model import Named, Type
from apivet.verdicts import Location

#: The method of a descriptor that gives what stands in its place.
_GETTING = "__get__"


def bound(machine: Machine, value: Diagram, receiver: Diagram, location: Location) -> Diagram:
    """The value of ``receiver.name`` where the receiver's class has this value under the name."""

    def one(leaf: Any) -> Diagram:
        if isinstance(leaf, Descriptor):
            if leaf.kind == "property":
                return machine.call(leaf.function, (receiver,), (), location)
            if leaf.kind == "static":
                return leaf.function
            return _with_first(machine, leaf.function, _holder(machine, leaf, receiver))
        if isinstance(leaf, Routine) and leaf.receiver is None:
            return _with_first(machine, machine.diagrams.leaf(leaf), receiver)
        own = _own(machine, leaf, _GETTING)
        if own is not None:
            return machine.call(own, (receiver, _holder(machine, None, receiver)), (), location)
        return machine.diagrams.leaf(leaf)

    return machine.each(value, one)


def _own(machine: Machine, leaf: Any, name: str) -> Diagram | None:
    """A method of a descriptor of the tree."""
    shape = machine.heap.cells[leaf.cell].shape if isinstance(leaf, Reference) else None
    type_ = machine.program.type(shape.dotted) if isinstance(shape, Named) else None
    for base in machine.program.ancestry(type_) if type_ is not None else ():
        if name in base.methods:
            return machine.diagrams.leaf(Routine(base.methods[name], machine.diagrams.leaf(leaf), None))
    return None


def bound_to_class(machine: Machine, value: Diagram, type_: Type) -> Diagram:
    """The value of ``Type.name`` where the type has this value under the name."""

    def one(leaf: Any) -> Diagram:
        if isinstance(leaf, Descriptor) and leaf.kind == "static":
            return leaf.function
        if isinstance(leaf, Descriptor) and leaf.kind == "class":
            return _with_first(machine, leaf.function, machine.diagrams.leaf(TypeValue(type_)))
        own = _own(machine, leaf, _GETTING)
        if own is not None:
            return machine.call(own, (machine.none, machine.diagrams.leaf(TypeValue(type_))), (), machine.at)
        return machine.diagrams.leaf(leaf)

    return machine.each(value, one)


#: The method of a descriptor that takes what an attribute is set to.
_SETTING = "__set__"


def take(machine: Machine, value: Diagram) -> bool:
    """Whether what stands in a class may take what its objects' attribute of that name is set to."""
    held = [leaf.value for leaf in leaves(value)]
    properties = any(isinstance(each, Descriptor) and each.kind == "property" for each in held)
    return properties or any(_own(machine, each, _SETTING) is not None for each in held)


def set_through(machine: Machine, value: Diagram, receiver: Diagram, given: Diagram, location: Location) -> bool:
    """Whether ``receiver.name = given`` is for a property, or a descriptor, of the class to do, and done."""
    held = [leaf for _, leaf in machine.diagrams.cases(value, machine.guard)]
    own = _own(machine, held[0], _SETTING) if len(held) == 1 else None
    if own is not None:
        machine.call(own, (receiver, given), (), location)
        return True
    if len(held) != 1 or not isinstance(held[0], Descriptor) or held[0].kind != "property":
        return False
    if held[0].setter is None:
        machine.fail(machine.diagrams.true, FailureKind.MISSING_FIELD)
    else:
        machine.call(held[0].setter, (receiver, given), (), location)
    return True


def taken_away(machine: Machine, value: Diagram, receiver: Diagram, location: Location) -> bool:
    """Whether ``del receiver.name`` is for a descriptor of the class to do, and done."""
    held = [leaf for _, leaf in machine.diagrams.cases(value, machine.guard)]
    own = _own(machine, held[0], "__delete__") if len(held) == 1 else None
    if own is not None:
        machine.call(own, (receiver,), (), location)
    return own is not None


def _with_first(machine: Machine, callee: Diagram, first: Diagram) -> Diagram:
    """A callable with its first argument given, before those that it was given already."""
    found = callee.value if isinstance(callee, Leaf) else None
    if isinstance(found, Partial):
        return machine.diagrams.leaf(Partial(found.callee, (first, *found.positional), found.named))
    return machine.diagrams.leaf(Partial(callee, (first,), ()))


def _holder(machine: Machine, descriptor: Descriptor | None, receiver: Diagram) -> Diagram:
    """The object itself for what becomes a method, else its class."""
    return receiver if descriptor is not None and descriptor.kind == "method" else class_of(machine, receiver)


def class_of(machine: Machine, receiver: Diagram) -> Diagram:
    """The class of an object, as far as that is known; a class as it is."""

    def one(leaf: Any) -> Diagram:
        shape = machine.heap.cells[leaf.cell].shape if isinstance(leaf, Reference) else None
        type_ = machine.program.type(shape.dotted) if isinstance(shape, Named) else None
        return machine.diagrams.leaf(leaf if type_ is None else TypeValue(type_))

    return machine.each(receiver, one)
