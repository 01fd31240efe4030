"""Removal of properties from a bag by the hook that reads them (contract section 7).

A bag holds what a version has no field for. A value that was read into a field and stays in the bag is stored twice,
and comes back after the field was changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from apivet.conventions.conversion_trial import call_with
from apivet.conventions.rulings import HOLDS, Answer, Ruling, Said, ask, reported, unproven, violated
from apivet.conventions.subject import Configuration
from apivet.conventions.witness import tell_decisions
from apivet.effects import hooks
from apivet.effects.cells import Lookup
from apivet.effects.diagrams import BudgetExhausted, Diagram, Leaf, leaves
from apivet.effects.outcome import Outcome
from apivet.effects.state import Machine
from apivet.effects.values import NONE, UNBOUND, Blank, Constant, Input, Path, Reference, Structure, Unseen, show
from apivet.effects.view import View
from apivet.program import signatures
from apivet.program.annotations import classes
from apivet.program.contents import Contents
from apivet.program.model import Entity, External, Field, MapOf, Named, Program, Shape, Type, Unknown
from apivet.program.operations import Operation
from apivet.program.syntax import Attribute, Call, Expression, Function, Literal, Name
from apivet.program.walking import walk
from apivet.verdicts import Verdict, WitnessStep

SYMBOL = "property-bag-not-drained"

_FIELD = "property_bag"
_TYPE = "PropertyBag"
#: Methods of a bag: what they do to the value under their key.
_METHODS = {"pull": Operation.POP_ITEM, "peek": Operation.GET_ITEM}


def judge_property_bags(contents: Contents, program: Program, config: Configuration) -> Said:
    """Every augmentation hook and every conversion of a file."""
    return reported(
        (function.dotted, function.location, ruling)
        for function, run in _hooks(contents, program, config)
        for ruling in _rulings(function, run)
    )


class _Drained(Struct, frozen=True):
    """The result of a hook: its reads of bags, each with the bag; every bag, and copy of one that somebody holds, as it
    is left; the objects as they are left; and whether some bag was put together anew, so that it can't be told what is
    left out of it."""

    outcome: Outcome
    reads: tuple[tuple[Lookup, Input], ...]
    left: tuple[tuple[Input, Diagram], ...]
    objects: dict[str, Diagram]
    rebuilt: bool

    def copies(self, bag: Input) -> list[Diagram]:
        """A bag and its copies, as they are left."""
        return [picture for origin, picture in self.left if origin == bag]

    def is_emptied(self, view: View, bag: Input) -> bool:
        """Whether nothing is left in a bag, or in a copy, or an empty one has taken its place."""
        places = [view.part_at(view.leaf(self.objects[bag.root]), bag.path)]
        return any(_is_empty(view, left) for left in (*places, *map(view.leaf, self.copies(bag))))


_Run = Callable[[], _Drained]


def _hooks(contents: Contents, program: Program, config: Configuration) -> Iterator[tuple[Function, _Run]]:
    """The functions that the rule is about, each with how to run it. A hook that several types inherit is judged
    where it is written."""
    seen: set[str] = set()
    bags = BagProgram(program)

    def runner(function: Function, holder: Type | None, types: dict[str, Type]) -> _Run:
        return lambda: _run(function, holder, types, bags, config)

    for augmentation in contents.augmentations:
        for hook in augmentation.hooks.values():
            if hook is None or hook.location.path != augmentation.type.location.path or hook.dotted in seen:
                continue
            seen.add(hook.dotted)
            types = _used_as_bags(hook, dict(_parameter_types(hook, augmentation.type, program)), bags)
            if any(bags.has_bag(type_) for type_ in types.values()):
                yield hook, runner(hook, augmentation.type, types)
    for conversion in contents.conversions:
        types = {conversion.source_parameter: conversion.source}
        if conversion.destination_parameter is not None:
            types[conversion.destination_parameter] = conversion.destination
        types = _used_as_bags(conversion.function, types, bags)
        if any(bags.has_bag(type_) for type_ in types.values()):
            yield conversion.function, runner(conversion.function, conversion.holder, types)
    for function in contents.untyped_conversions:
        types = _used_as_bags(function, {}, bags)
        if types:
            holder = program.type(function.owner) if function.owner is not None else None
            yield function, runner(function, holder, types)


def _parameter_types(hook: Function, holder: Type, program: Program) -> Iterator[tuple[str, Type]]:
    """The parameters of a hook whose types are known, the receiver among them."""
    for index, parameter in enumerate(hook.parameters):
        if index == 0 and hook.binding == "instance":
            yield parameter.name, holder
        elif parameter.annotation is not None and parameter.name not in signatures.CONTEXT_NAMES:
            shape, _ = program.shape(hook.module, parameter.annotation)
            type_ = program.type(shape.dotted) if isinstance(shape, Named) else None
            if type_ is not None and type_.fields:
                yield parameter.name, type_


def _used_as_bags(function: Function, types: dict[str, Type], bags: BagProgram) -> dict[str, Type]:
    """The types of the parameters, and of those besides of which the body takes a property bag that no type tells
    of."""
    found = dict(types)
    for name in {parameter.name for parameter in function.parameters} & set(_holders_of_bags(function)):
        known = found.get(name)
        if known is None or known.field(_FIELD) is None:
            found[name] = bags.with_bag(known, f"{function.dotted}.{name}", function)
    return found


def _holders_of_bags(function: Function) -> Iterator[str]:
    """The variables of which the body reads ``property_bag``."""
    for node in walk(function.body):
        if isinstance(node, Attribute) and node.name == _FIELD and isinstance(node.value, Name):
            yield node.value.name
        elif isinstance(node, Call) and isinstance(node.callee, Name) and node.callee.name == "getattr":
            holder, name = ([argument.value for argument in node.arguments] + [None, None])[:2]
            if isinstance(holder, Name) and isinstance(name, Literal) and name.value == _FIELD:
                yield holder.name


# --------------------------------------------------------------------------------------------------------- running


class BagProgram:
    """A program in which every property bag is a plain mapping, whatever its type: its methods are known by name."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._types: dict[str, Type | None] = {}

    def __getattr__(self, name: str) -> object:
        return getattr(self._program, name)

    def with_bag(self, type_: Type | None, name: str, function: Function) -> Type:
        """A type, or one of which nothing else is known, with a property bag."""
        bag = Field(_FIELD, MapOf(Unknown("property")), False, function.location, name)
        if type_ is None:
            type_ = Type(name.rpartition(".")[2], name, "", function.location, "plain", (), {}, {}, (), True, True)
        made = replace(type_, dotted=name, fields=(*type_.fields, bag))
        self._types[name] = made
        return made

    def has_bag(self, type_: Type, depth: int = 3) -> bool:
        """Whether objects of a type hold a property bag, themselves or in a part."""
        for declared in type_.fields:
            if is_bag(declared):
                return True
            inner = self._program.type(declared.shape.dotted) if isinstance(declared.shape, Named) else None
            if depth and inner is not None and inner.dotted != type_.dotted and self.has_bag(inner, depth - 1):
                return True
        return False

    def is_bag(self, path: Path, type_: Type | None) -> bool:
        """Whether a path leads to a property bag of a type."""
        for index, segment in enumerate(path):
            declared = type_.field(segment) if type_ is not None else None
            if declared is None:
                return False
            if index == len(path) - 1:
                return is_bag(declared)
            type_ = self._program.type(declared.shape.dotted) if isinstance(declared.shape, Named) else None
        return False

    def type(self, dotted: str) -> Type | None:
        """The type, with its bags seen as mappings."""
        if dotted not in self._types:
            found = self._program.type(dotted)
            if found is not None and any(is_bag(declared) for declared in found.fields):
                fields = tuple(
                    replace(declared, shape=MapOf(Unknown("property"))) if is_bag(declared) else declared
                    for declared in found.fields
                )
                found = replace(found, fields=fields)
            self._types[dotted] = found
        return self._types[dotted]

    def resolve(self, module: str, name: str) -> Entity:
        """A bag's type makes copies of mappings; everything else is what it is."""
        found = self._program.resolve(module, name)
        return External(_TYPE) if isinstance(found, Type) and found.name == _TYPE else found

    def locate(self, dotted: str) -> Entity:
        """See :meth:`resolve`."""
        found = self._program.locate(dotted)
        return External(_TYPE) if isinstance(found, Type) and found.name == _TYPE else found

    def shape(self, module: str, annotation: Expression) -> tuple[Shape, bool]:
        """A bag handed to a helper is a mapping there, too."""
        shape, optional = self._program.shape(module, annotation)
        if isinstance(shape, Named) and shape.dotted.rpartition(".")[2] == _TYPE:
            return MapOf(Unknown("property")), optional
        return shape, optional

    def function_operation(self, dotted: str) -> Operation | None:
        """The operation of calling something outside the tree."""
        return Operation.COPY if dotted.rpartition(".")[2] == _TYPE else self._program.function_operation(dotted)

    def method_operation(self, name: str) -> Operation | None:
        """The operation of a method of that name; bags are read and drained by name."""
        return _METHODS.get(name) or self._program.method_operation(name)


def is_bag(declared: Field) -> bool:
    """Whether a field is a bag: by its name, or by a type's, which may be a mapping as well."""
    if declared.name == _FIELD or any(
        named.dotted.rpartition(".")[2] == _TYPE for named in classes(declared.annotation)
    ):
        return True
    named = declared.shape.dotted if isinstance(declared.shape, Named) else ""
    named = declared.shape.name if isinstance(declared.shape, Unknown) else named
    return named.rpartition(".")[2] == _TYPE


def _run(
    function: Function, holder: Type | None, types: dict[str, Type], bags: BagProgram, config: Configuration
) -> _Drained:
    """Run a function once, over all that the bags can hold."""
    machine = hooks.machine_for(bags)  # type: ignore[arg-type]  # the rest is passed through
    given = {name: hooks.given_object(machine, name, type_) for name, type_ in types.items()}
    result = call_with(machine, function, holder, given)
    exits = machine.guard
    machine.guard = machine.diagrams.true
    found = {}
    for cell in machine.heap.cells:
        origin = cell.origin.value if isinstance(cell.origin, Leaf) else None
        if isinstance(origin, Input) and bags.is_bag(origin.path, types.get(origin.root)):
            found[cell.number] = origin
    held = _held(machine, result)
    settle, leaf = machine.heap.settle, machine.diagrams.leaf
    left = tuple((bag, settle(leaf(Reference(number)))) for number, bag in found.items() if number in held)
    rebuilt = any(
        _is_new(leaf.value)
        for store in machine.heap.stores
        if store.root in types and bags.is_bag(store.path, types[store.root])
        for leaf in leaves(store.value)
    )
    reads = tuple(
        (lookup, found[lookup.container.cell]) for lookup in machine.heap.lookups if lookup.container.cell in found
    )
    more = [
        (Lookup(machine.diagrams.true, reference, key, function.location), found[reference.cell])
        for reference, key in _read_otherwise(machine, held)
        if reference.cell in found
    ]
    objects = {name: settle(leaf(reference)) for name, reference in given.items()}
    return _Drained(Outcome(machine, machine.none, exits), (*reads, *more), left, objects, rebuilt)


def _read_otherwise(machine: Machine, held: set[int]) -> Iterator[tuple[Reference, Constant | None]]:
    """Containers whose values are read without being asked for by a key, and those which nobody keeps, so that what is
    taken out of them was read only; each with the key."""
    for cell in machine.heap.cells:
        if cell.shows is not None and (cell.shows.is_whole or cell.is_values):
            yield cell.shows.mapping, None
        for name, value in cell.fields.items() if cell.number not in held else ():
            if any(leaf.value == UNBOUND for leaf in leaves(value)):
                yield Reference(cell.number), Constant.of(name)


def _held(machine: Machine, result: Diagram) -> set[int]:
    """The cells of the objects that are a part of another one, or that a function returns."""
    values = [value for cell in machine.heap.cells for value in cell.held]
    held = {reference.cell for cell in machine.heap.cells for reference in cell.family.values()}
    return held | {
        leaf.value.cell for each in (*values, result) for leaf in leaves(each) if isinstance(leaf.value, Reference)
    }


def _is_new(value: object) -> bool:
    """Whether a mapping was put together here, and has something in it."""
    base = value.base.value if isinstance(value, Structure) and isinstance(value.base, Leaf) else None
    return isinstance(base, Blank)


# --------------------------------------------------------------------------------------------------------- judging


def _rulings(function: Function, run: _Run) -> list[Ruling]:
    """One ruling for each key that is read; that the rule holds where none is."""
    try:
        drained = run()
        rulings = [_ruling(function, drained, lookup, bag) for lookup, bag in drained.reads]
    except BudgetExhausted as exhausted:
        return [Ruling(SYMBOL, Verdict.UNPROVEN, None, str(exhausted), function.location)]
    except RecursionError:
        return [Ruling(SYMBOL, Verdict.UNPROVEN, None, "the hook is nested too deeply to follow", function.location)]
    worst: dict[str | None, Ruling] = {}
    for ruling in rulings:
        known = worst.get(ruling.field)
        if known is None or ruling.verdict.rank > known.verdict.rank:
            worst[ruling.field] = ruling
    return list(worst.values()) or [Ruling(SYMBOL, Verdict.HOLDS)]


def _hidden(view: View, left: object) -> Unseen | None:
    """The reason why it can't be told what is left in a bag."""
    base = view.leaf(left.base) if isinstance(left, Structure) else left
    return base if isinstance(base, Unseen) else None


def _ruling(function: Function, drained: _Drained, lookup: Lookup, bag: Input) -> Ruling:
    """Whether what was read is gone at every exit behind it."""
    location = lookup.location if lookup.location.path == function.location.path else function.location
    key = lookup.key.value if isinstance(lookup.key, Constant) else None
    if not isinstance(key, str):
        answer, _ = ask(drained.outcome, lambda view: _is_emptied(view, drained, lookup, bag))
        return Ruling(SYMBOL, answer.verdict, show(bag.path), answer.detail, location)
    value = bag.child(key)
    answer, assumptions = ask(drained.outcome, lambda view: _is_gone(view, drained, lookup, value))
    steps: tuple[WitnessStep, ...] = ()
    if answer.verdict is Verdict.VIOLATED and assumptions is not None:
        note = f"reads {key!r}, which is still in the bag at the end"
        read = WitnessStep(lookup.location.path, lookup.location.line, note)
        steps = (*tell_decisions(drained.outcome, assumptions), read)
    return Ruling(SYMBOL, answer.verdict, show(value.path), answer.detail, location, steps)


def _is_gone(view: View, drained: _Drained, lookup: Lookup, value: Input) -> Answer:
    """Whether a value that was read is in none of the bags that are kept: not in the one it was read from, or not in
    a copy that was made to be stored."""
    if not view.leaf(lookup.guard) or view.is_none(value):
        return HOLDS
    unseen: Answer | None = None
    if drained.is_emptied(view, Input(value.root, value.path[:-1])):
        return HOLDS
    for picture in drained.copies(Input(value.root, value.path[:-1])):
        left = view.leaf(picture)
        if _hidden(view, left) is not None:
            unseen = unproven(left)
        elif view.step(left, value.path[-1]) != value:
            return HOLDS
    if drained.rebuilt:
        return Answer(Verdict.UNPROVEN, "it can't be told what is left out of the bag that is stored")
    return unseen or violated("it is read and not removed")


def _is_emptied(view: View, drained: _Drained, lookup: Lookup, bag: Input) -> Answer:
    """Whether a value that was read under an unknown key is gone: it is where the bag is emptied."""
    if not view.leaf(lookup.guard) or drained.is_emptied(view, bag):
        return HOLDS
    return Answer(Verdict.UNPROVEN, "the key that is read is not known")


def _is_empty(view: View, left: object) -> bool:
    """Whether nothing is left in a bag."""
    if isinstance(left, Structure):
        kept = any(view.leaf(own) != NONE for _, own in left.fields)
        kept = kept or any(view.leaf(present) for _, present, _ in left.entries or ())
        return not kept and _is_empty(view, view.leaf(left.base))
    return isinstance(left, Blank)
