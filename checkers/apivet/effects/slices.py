"""Slices: for a question about some parts of an object, only the code is followed that may touch these.

A call, or an ``if`` or a loop, of which the footprint lies elsewhere is passed over: what it may change is then unseen,
made of all that it reads, and its own decisions never come up. A path on which it raises stores nothing, so that
more exits are looked at than there are. A slice can therefore show that a rule holds; that one is broken, only where
what was passed over does not fail because of the same values.

For the generation, ``validate(obj)`` and ``if obj.spec.deep: obj.spec.decks.sort()`` are passed over, and the spec that
is compared behind them is the one that is stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Final

from msgspec import Struct

from apivet.effects import objects, questions, storing
from apivet.effects.asked_parts import asked_about, is_given_old, is_made_of
from apivet.effects.captured import packages_hold_more
from apivet.effects.cells import Cell
from apivet.effects.code_places import ANY, IS_NONE, PUT_AWAY, Footprint, Place, Places
from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.footprints import Footprints
from apivet.effects.frames import Arguments
from apivet.effects.state import Machine
from apivet.effects.values import (
    NONE,
    UNBOUND,
    Computed,
    Constant,
    Input,
    Member,
    Partial,
    Path,
    Position,
    Reference,
    Routine,
    Unseen,
    Zero,
)
from apivet.program import syntax
from apivet.program.model import Field, MapOf, Named, Scalar, Shape, innermost
from apivet.program.operations import Operation
from apivet.program.walking import walk
from apivet.verdicts import Location

#: Special methods that run for nobody who only has an object.
_QUIET: Final = frozenset(("__init__", "__post_init__", "__new__", "__init_subclass__", "__class_getitem__"))
#: Statements that may be passed over; others ask for no decision.
_SLICED: Final = (syntax.If, syntax.ForEach, syntax.While)
_REASON: Final = "what is passed over here has no part in the question"


class Asked(Struct, frozen=True):
    """The ``parts`` of the caller's object that a question is about; where there are none, all code is passed over that
    has a footprint. A bold slice also passes over code whose results are used."""

    parts: tuple[Path, ...]
    is_bold: bool = False
    #: Whether no slice is followed, but all code, as it runs while every gate is on.
    is_enabled: bool = False


class SlicedRun:
    """The slice of one interpretation: it passes over code that the question does not depend on."""

    def __init__(self, machine: Machine, asked: Asked) -> None:
        words = machine.vocabulary
        self.parts, self.is_bold = asked.parts, asked.is_bold
        self.footprints = Footprints(machine.program, words.gate_functions, words.reset_metadata)
        #: The unseen values that were left.
        self.left: set[int] = set()
        #: The values on which it depends whether code ends the hook by itself, of each that was passed over.
        self.refusing: list[tuple[Diagram, ...]] = []
        self._plain: dict[tuple[str, frozenset[str]], bool] = {}

    # ------------------------------------------------------------------------------------------------------- doors

    def call(self, machine: Machine, routine: Routine, arguments: Arguments, location: Location) -> Diagram | None:
        """The result of a call that is passed over; ``None`` where it is to be followed."""
        function = routine.function
        if arguments.unknown or routine.receiver is not None or routine.closure is not None:
            return None
        owner = machine.program.type(function.owner) if function.owner else None
        if function.owner and (owner is None or not owner.final):
            return None
        if function.is_static and _holds_functions(machine, arguments.values):
            return None
        footprint = self.footprints.of_function(function)
        if footprint is None:
            return None
        bound = _by_parameter(function, arguments)
        if bound is None or (footprint.has_result and not (self.is_bold and not is_given_old(machine, bound))):
            return None
        result = self._pass_over(machine, footprint, bound, location)
        return result if result is None or footprint.has_result else machine.none

    def block(self, machine: Machine, node: syntax.Statement) -> bool:
        """Whether a statement was passed over."""
        frame = machine.frame
        if (
            not isinstance(node, _SLICED)
            or frame.function is None
            or frame.parent is not None
            or frame.outer
            or frame.is_class
        ):
            return False
        footprint = self.footprints.of_block(node, frame.function)
        if footprint is None:
            return False
        kept = _read_elsewhere(machine, footprint, node, frame.function)
        mentioned = {part.name for part in walk(node) if isinstance(part, syntax.Name)}
        bound = {name: frame.variables[name] for name in sorted(mentioned) if name in frame.variables}
        if footprint.is_static and _holds_functions(machine, bound.values()):
            return False
        if kept and (not self.is_bold or is_given_old(machine, bound)):
            return False
        more = [place for places in kept.values() for place in places]
        result = self._pass_over(machine, footprint, bound, node.location, more)
        for name in kept if result is not None else ():
            machine.bind(name, result)  # type: ignore[arg-type]
        return result is not None

    # ----------------------------------------------------------------------------------------------- passing over

    def _pass_over(
        self,
        machine: Machine,
        footprint: Footprint,
        bound: Mapping[str, Diagram],
        location: Location,
        more: Iterable[Place] = (),
    ) -> Diagram | None:
        """Let all that code may touch be unseen; the result is what it may give."""
        if machine.catchers or machine.module_variables or machine.rewritten or machine.shared:
            return None
        if footprint.asks_packages and packages_hold_more(machine):
            return None
        if not footprint.is_static and not self._are_plain(machine, footprint, bound):
            return None
        if not all(self._is_there(machine, bound, place) for place in sorted(footprint.needed)):
            return None
        touched = {*footprint.touched, *footprint.put, *footprint.given, *more}
        lost = [value for place in sorted(touched) for value in self._at(machine, bound, place)]
        holders = [(self._at(machine, bound, (root, path[:-1])), path) for root, path in sorted(footprint.put)]
        if (() in self.parts and lost) or asked_about(machine, self.parts, lost, holders):
            return None
        told = [value for package in sorted(footprint.told) for value in machine.told.get(package, ())]
        read = [
            value for place in sorted(footprint.read | footprint.given) for value in self._at(machine, bound, place)
        ]
        if footprint.has_result and is_made_of(machine, self.parts, read):
            return None
        result = machine.lose(lost, _REASON, location, (*read, *told, *machine.orders))
        self._note(result)
        if footprint.given and isinstance(result, Leaf) and isinstance(result.value, Unseen):
            machine.heap.behind(result.value)  # what is done later to what it may hold shows in it
        for held, path in holders:
            for holder in held:
                self._put(machine, holder, path[-1], result, location)
        for package in sorted(footprint.told):
            machine.tell(package, tuple(bound.values()))
        if footprint.puts_away:
            machine.tell(PUT_AWAY, tuple(bound.values()))
        if footprint.may_refuse:
            self.refusing.append(tuple(map(machine.heap.settle, read)))
        return result

    def _is_there(self, machine: Machine, bound: Mapping[str, Diagram], place: Place) -> bool:
        """Whether there is something at a place, or at least may be: then the code that looks into it may fail."""
        root, path = place
        if root not in bound or not _may_be_nothing(machine, bound[root], path):
            return True
        entered = machine.guard
        value = bound[root]
        for name in path:
            value = objects.get(machine, value, name, machine.nowhere)
        machine.guard = entered
        nothing = machine.diagrams.both(entered, machine.diagrams.transform(value, partial(_is_nothing, machine)))
        if nothing is not machine.diagrams.false:
            self.refusing.append((machine.heap.settle(value),))
        return nothing is machine.diagrams.false or not _is_told(machine, value, nothing)

    def _are_plain(self, machine: Machine, footprint: Footprint, bound: Mapping[str, Diagram]) -> bool:
        """Whether nobody's code runs where what a footprint tells of is looked into, changed or made."""
        if not all(self._is_plain_type(machine, dotted, footprint.names, True) for dotted in footprint.made):
            return False
        return all(self._is_plain(machine, bound[name], footprint.names) for name in footprint.roots & bound.keys())

    def _put(self, machine: Machine, holder: Diagram, name: str, result: Diagram, location: Location) -> None:
        """A field may hold what the code gave it; a number or a text is a value of its own."""
        for where, leaf in machine.diagrams.cases(holder, machine.guard):
            if not isinstance(leaf, Reference):
                continue
            shape, _ = machine.heap.describe(machine.heap.cells[leaf.cell].shape, name)
            value = result
            if isinstance(shape, Scalar):
                value = machine.unseen(_REASON, location, (result,))
                self._note(value)
            entered, machine.guard = machine.guard, where
            storing.put(machine, machine.diagrams.leaf(leaf), name, value, location)
            machine.guard = entered

    def _note(self, value: Diagram) -> None:
        leaf = getattr(value, "value", None)
        if isinstance(leaf, Unseen):
            self.left.add(leaf.number)

    def _at(self, machine: Machine, bound: Mapping[str, Diagram], place: Place) -> list[Diagram]:
        """The objects at a place, or above it where the way down is not sure."""
        root, path = place
        values = [bound[root]] if root in bound else []
        for name in path:
            if name == IS_NONE:
                return [value for value in values if not self._is_there_for_sure(machine, value)]
            if name == ANY or not values or not all(self._has_field(machine, value, name) for value in values):
                break
            entered = machine.guard
            values = [objects.get(machine, value, name, machine.nowhere) for value in values]
            machine.guard = entered
        return values

    def _is_there_for_sure(self, machine: Machine, value: Diagram) -> bool:
        """Whether a value is an object on all paths."""
        cases = [leaf for _, leaf in machine.diagrams.cases(value, machine.guard)]
        return all(isinstance(leaf, Reference) and not machine.heap.cells[leaf.cell].optional for leaf in cases)

    def _has_field(self, machine: Machine, value: Diagram, name: str) -> bool:
        """Whether a value is, on all paths, an object with a declared field of that name."""
        if not self._is_there_for_sure(machine, value):
            return False
        for _, leaf in machine.diagrams.cases(value, machine.guard):
            type_ = objects.type_of(machine, leaf)
            if type_ is None or type_.field(name) is None:
                return False
        return True

    # ---------------------------------------------------------------------------------------------------- judging

    def _is_plain(self, machine: Machine, value: Diagram, names: frozenset[str]) -> bool:
        """Whether a value is plain data, with all that it holds: looking into it and changing it runs nobody's code."""
        seen: set[int] = set()
        pending = [value]
        while pending:
            for leaf in leaves(pending.pop()):
                if isinstance(leaf.value, Reference):
                    cell = machine.heap.cells[leaf.value.cell]
                    if cell.number not in seen:
                        seen.add(cell.number)
                        if not self._is_plain_cell(machine, cell, names):
                            return False
                        pending += cell.fields.values()
                        pending += [part for entry in cell.entries or () for part in (entry.value, entry.name or leaf)]
                        held = (*cell.family.values(), *cell.hidden.values())
                        pending += [machine.diagrams.leaf(child) for child in held]
                elif not self._is_plain_value(machine, leaf.value):
                    return False
        return True

    def _is_plain_value(self, machine: Machine, value: object) -> bool:
        if isinstance(value, Computed):
            made = machine.program.function_operation(value.operator) is Operation.MAKE
            return not made and not value.operator.startswith(".")
        if isinstance(value, Unseen):
            return value.number in self.left
        return value is UNBOUND or isinstance(value, (Constant, Member, Position))

    def _is_plain_cell(self, machine: Machine, cell: Cell, names: frozenset[str]) -> bool:
        made = cell.base.value if isinstance(cell.base, Leaf) else None
        if isinstance(made, Zero):
            return self._is_plain_type(machine, made.type, names, False)
        return cell.made != "" or self._is_plain_shape(machine, cell.shape, names)

    def _is_plain_shape(self, machine: Machine, shape: Shape, names: frozenset[str]) -> bool:
        shape = innermost(shape)
        return isinstance(shape, Scalar) or (
            isinstance(shape, Named) and self._is_plain_type(machine, shape.dotted, names, False)
        )

    def _is_plain_type(self, machine: Machine, dotted: str, names: frozenset[str], is_made: bool) -> bool:
        key = (f"{dotted}()" if is_made else dotted, names)
        if key not in self._plain:
            self._plain[key] = True  # one that holds its like
            self._plain[key] = self._is_plain_here(machine, dotted, names, is_made)
        return self._plain[key]

    def _is_plain_here(self, machine: Machine, dotted: str, names: frozenset[str], is_made: bool) -> bool:
        type_ = machine.program.type(dotted)
        if type_ is None or type_.open or type_.unread_decorators or type_.has_unknown_base or type_.metaclass:
            return False
        if type_.accessed or type_.outside_bases or type_.serializers:
            return False
        for base in machine.program.ancestry(type_):
            if base.decorators and base.form == "plain":
                return False
            own = {*base.methods, *base.attributes} - {declared.name for declared in type_.fields}
            special = {name for name in own if name.startswith("__")} - (frozenset() if is_made else _QUIET)
            if special or own & names:
                return False
        return all(self._is_plain_shape(machine, declared.shape, names) for declared in type_.fields)


def _may_be_nothing(machine: Machine, value: Diagram, path: Path) -> bool:
    """Whether a declaration lets there be nothing at the end of a way that leads down from an object."""
    for leaf in leaves(value):
        type_ = objects.type_of(machine, leaf.value) if isinstance(leaf.value, Reference) else None
        found: Field | None = None
        for name in path:
            found = type_.field(name) if type_ is not None else None
            shape = found.shape if found is not None else None
            type_ = machine.program.type(shape.dotted) if isinstance(shape, Named) else None
        if not path or (found is not None and (found.optional or isinstance(found.shape, MapOf))):
            return True
    return False


def _is_nothing(machine: Machine, leaf: Leaf) -> Diagram:
    """The guard under which a value that is known is none, or a map into which nothing can be put."""
    if leaf.value != NONE and not isinstance(leaf.value, Reference):
        return machine.diagrams.false
    cell = machine.heap.cells[leaf.value.cell] if isinstance(leaf.value, Reference) else None
    if cell is not None and cell.is_nothing is False:
        return machine.diagrams.false
    if cell is not None and (cell.is_nothing or isinstance(cell.shape, MapOf)):
        return machine.diagrams.negate(questions.truth(machine, leaf))
    return questions.is_none(machine, leaf)


def _is_told(machine: Machine, value: Diagram, nothing: Diagram) -> bool:
    """Whether it is known from the code that there is nothing: it says so, or asked before."""
    return nothing is machine.guard or any(leaf.value == NONE for leaf in leaves(value))


def _holds_functions(machine: Machine, values: Iterable[Diagram]) -> bool:
    """Whether a function is among values, or lies in one that was made here: what hooks are given is data."""
    seen: set[int] = set()
    pending = [leaf.value for each in values for leaf in leaves(each)]
    while pending:
        value = pending.pop()
        if isinstance(value, (Routine, Partial)):
            return True
        if not isinstance(value, Reference) or value.cell in seen:
            continue
        seen.add(value.cell)
        cell = machine.heap.cells[value.cell]
        if not (isinstance(cell.base, Leaf) and isinstance(cell.base.value, Input)):
            pending += [leaf.value for each in cell.held for leaf in leaves(each)]
    return False


def _by_parameter(function: syntax.Function, arguments: Arguments) -> dict[str, Diagram] | None:
    """The arguments by the names of their parameters; ``None`` where they don't fit."""
    names = [each.name for each in function.parameters if each.kind == "positional"]
    known = {each.name for each in function.parameters}
    if len(arguments.positional) > len(names):
        return None
    bound = dict(zip(names, arguments.positional))
    for name, value in arguments.named:
        if name not in known or name in bound:
            return None
        bound[name] = value
    needed = {each.name for each in function.parameters if each.default is None}
    return bound if needed <= bound.keys() else None


def _read_elsewhere(
    machine: Machine, footprint: Footprint, node: syntax.Statement, function: syntax.Function
) -> dict[str, Places]:
    """The variables that a statement sets and that other code of the function mentions, each with what it may be."""
    if machine.mentioned(function) is None:
        return dict(footprint.bound)
    inside = [part.name for part in walk(node) if isinstance(part, syntax.Name)]
    everywhere = [part.name for part in walk(function.body) if isinstance(part, syntax.Name)]
    return {name: places for name, places in footprint.bound if everywhere.count(name) > inside.count(name)}
