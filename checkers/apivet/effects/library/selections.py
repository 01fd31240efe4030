"""Fields that dumps and copies leave out: those that a set or a mapping names, and those of which an option says so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

from msgspec import Struct

from apivet.effects import objects, questions, storing
from apivet.effects.cells import Veil
from apivet.effects.declared import reaches
from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.equality import comparing
from apivet.effects.frames import Arguments
from apivet.effects.state import Machine
from apivet.effects.values import FALSE, NONE, UNBOUND, Constant, Input, Reference, Zero
from apivet.program.model import Field, Named, Shape, Type
from apivet.program.syntax import Literal
from apivet.verdicts import Location
from apivet.vocabulary import UNDECLARED


def is_off(value: Diagram) -> bool:
    """Whether an option is not asked for."""
    return isinstance(value, Leaf) and value.value in (NONE, FALSE)


# ----------------------------------------------------------------------------------------------------------- by name


def select(machine: Machine, made: Diagram, arguments: Arguments, location: Location, *, is_deep: bool = True) -> bool:
    """Leave out the fields that ``include`` and ``exclude`` say; ``False`` where these can't be read, or say something
    of parts in a copy that is not deep."""
    return all(
        _select(machine, made, selection, name == "include", location, is_deep=is_deep)
        for name, selection in arguments.named
        if name in ("include", "exclude") and selection is not machine.none
    )


def _select(
    machine: Machine, made: Diagram, selection: Diagram, included: bool, location: Location, *, is_deep: bool
) -> bool:
    chosen = _chosen(machine, selection)
    if chosen is None or not (is_deep or all(inner is None for inner in chosen.values())):
        return False
    for where, leaf in machine.diagrams.cases(made, machine.guard):
        if not isinstance(leaf, Reference):
            continue
        entered, machine.guard = machine.guard, where
        for name in objects.names_in(machine, leaf):
            inner = chosen.get(name)
            if (name not in chosen) if included else (name in chosen and inner is None):
                storing.put(machine, machine.diagrams.leaf(leaf), name, machine.diagrams.leaf(UNBOUND), location)
            elif inner is not None:
                part = objects.get(machine, machine.diagrams.leaf(leaf), name, location)
                if not _select(machine, part, inner, included, location, is_deep=is_deep):
                    machine.guard = entered
                    return False
        machine.guard = entered
    return True


def _chosen(machine: Machine, selection: Diagram) -> dict[str, Diagram | None] | None:
    """The names that are written out, each with the selection inside it where there is one."""
    reference = selection.value if isinstance(selection, Leaf) else None
    if not isinstance(reference, Reference):
        return None
    cell = machine.heap.cells[reference.cell]
    if not cell.made:
        return None
    found: dict[str, Diagram | None] = {}
    for name, inner in cell.fields.items():
        deeper = isinstance(inner, Leaf) and isinstance(inner.value, Reference)
        found[name] = inner if deeper else None
    for entry in machine.heap.entries(reference) or ():
        value = entry.value.value if isinstance(entry.value, Leaf) else None
        if not isinstance(value, Constant) or not isinstance(value.value, str):
            return None
        found[value.value] = None
    return found


# --------------------------------------------------------------------------------------------------------- by option


def sift(machine: Machine, original: Diagram, made: Diagram, arguments: Arguments) -> None:
    """Leave out of the deep mapping of an object what options leave out of it, and of all objects inside."""
    for option, asked in arguments.named:
        if option in _OPTIONS and not is_off(asked):
            for source, leaf in _both(machine, original, made):
                _sift(machine, source, option, questions.truth(machine, asked), leaf)


def _both(machine: Machine, original: Diagram, made: Diagram) -> Iterator[tuple[Reference, Reference]]:
    """The objects in two values that have the same cases, as one is a copy of the other."""
    cases = (machine.diagrams.cases(each, machine.guard) for each in (original, made))
    for (_, source), (_, leaf) in zip(*cases):
        if isinstance(source, Reference) and isinstance(leaf, Reference):
            yield source, leaf


def _sift(machine: Machine, source: Reference, option: str, on: Diagram, leaf: Reference) -> None:
    """Leave fields of an object out where an option does; of those inside, as soon as somebody looks into them."""
    type_, there = objects.type_of(machine, leaf), questions.is_none(machine, machine.diagrams.leaf(leaf))
    on = machine.diagrams.both(on, machine.diagrams.negate(there))
    entered, machine.guard = machine.guard, machine.diagrams.negate(there)
    for declared in type_.held if type_ is not None and machine.alive else ():
        before, value = (objects.field(machine, each, declared.name, machine.nowhere) for each in (source, leaf))
        _veil(machine, before, value, option, on)
        stays = _OPTIONS[option].keeps(machine, source, declared, value)
        kept = machine.diagrams.choose(stays, value, machine.diagrams.leaf(UNBOUND))
        if declared.name == UNDECLARED and _OPTIONS[option].leaves_out(declared):
            kept = machine.unseen("undeclared fields of a dump that may lack some", None, (value,))
        machine.heap.cells[leaf.cell].fields[declared.name] = machine.diagrams.choose(on, kept, value)
    if type_ is None and machine.alive:
        for each, copy in zip(machine.heap.entries(source) or (), machine.heap.entries(leaf) or ()):
            _veil(machine, each.value, copy.value, option, on)
    machine.guard = entered


def _veil(machine: Machine, original: Diagram, made: Diagram, option: str, on: Diagram) -> None:
    for source, leaf in _both(machine, original, made):
        cell = machine.heap.cells[leaf.cell]
        if reaches(machine.program, cell.shape, partial(_is_sifted, option)):
            cell.veil = Veil(option, partial(_sift, machine, source, option, on))


def _is_sifted(option: str, type_: Type) -> bool:
    return any(map(_OPTIONS[option].leaves_out, type_.held))


def has_veiled(machine: Machine, value: Diagram) -> bool:
    """Whether fields may be left out of a value by the time that somebody looks into it."""
    return any(_veil_of(machine, leaf.value) is not None for leaf in leaves(value))


def _veil_of(machine: Machine, leaf: object) -> Veil | None:
    return machine.heap.cells[leaf.cell].veil if isinstance(leaf, Reference) else None


def restored(machine: Machine, value: Diagram, shape: Shape, location: Location) -> Diagram:
    """A value of which objects of a shape are made: what was left out of it has its default there."""

    def one(leaf: Any) -> Diagram:
        whole, veil = machine.diagrams.leaf(leaf), _veil_of(machine, leaf)
        if veil is None:
            return whole
        if not reaches(machine.program, shape, partial(_loses, veil.option)):
            made = machine.heap.deep_copy(leaf)
            machine.heap.cells[made.cell].veil = None
            return machine.diagrams.leaf(made)
        if isinstance(shape, Named):
            return whole
        return machine.unseen("what is made of a dump that lacks fields", location, (whole,))

    return machine.each(value, one) if has_veiled(machine, value) else value


def _loses(option: str, type_: Type) -> bool:
    chosen = _OPTIONS[option]
    return any(chosen.leaves_out(each) and not chosen.comes_back(each) for each in type_.held)


def _has_a_name(machine: Machine, original: Reference, declared: Field) -> bool:
    """Whether a field is the metadata of an object that comes to a hook: somebody has named it."""
    base = machine.heap.cells[original.cell].base
    given = base.value if isinstance(base, Leaf) else None
    return isinstance(given, Input) and not given.path and declared.name == machine.vocabulary.metadata


def _was_set(machine: Machine, original: Reference, declared: Field, value: Diagram) -> Diagram:
    """A field that was not set has its default; a container or an object had it when it was given, and may have been
    changed since."""
    if not declared.has_default or _has_a_name(machine, original, declared):
        return machine.diagrams.true
    was_set = objects.was_set(machine, original, declared.name)
    if not _stays_as_made(declared):
        base = machine.heap.cells[original.cell].base
        given = base.value.child(declared.name) if isinstance(base, Leaf) and isinstance(base.value, Input) else None
        if given is None:
            return was_set
        value = machine.diagrams.leaf(given)
    return machine.diagrams.either(was_set, _is_not_default(machine, original, declared, value))


def _is_not_none(machine: Machine, original: Reference, declared: Field, value: Diagram) -> Diagram:
    return machine.diagrams.negate(questions.is_none(machine, value))


def _is_not_default(machine: Machine, original: Reference, declared: Field, value: Diagram) -> Diagram:
    type_ = objects.type_of(machine, original)
    if type_ is None or not declared.has_default or _has_a_name(machine, original, declared):
        return machine.diagrams.true
    new = machine.heap.make(Zero(type_.dotted), Named(type_.dotted))
    machine.heap.dump(new, "*")
    default = objects.field(machine, new, declared.name, machine.nowhere)
    for leaf in leaves(default):
        if isinstance(leaf.value, Reference):
            machine.heap.dump(leaf.value, "*")
    return machine.diagrams.negate(comparing.same(machine, value, default))


def _has_none_as_default(declared: Field) -> bool:
    default = declared.default
    return isinstance(default, Literal) and default.value is None


class _Option(Struct, frozen=True):
    """An option of dumps: the guard under which it keeps a field of an original that has a value, whether it leaves out
    any, and whether what it leaves out comes back in an object that is made of the dump."""

    keeps: Callable[[Machine, Reference, Field, Diagram], Diagram]
    leaves_out: Callable[[Field], bool]
    comes_back: Callable[[Field], bool]


def _has_default(declared: Field) -> bool:
    return declared.has_default


def _may_hold_none(declared: Field) -> bool:
    return declared.optional or declared.name == UNDECLARED


def _stays_as_made(declared: Field) -> bool:
    """Whether a field's default can't be changed as long as nobody sets the field."""
    return _has_none_as_default(declared) or not isinstance(declared.shape, objects.STRUCTURED_SHAPES)


_UNSET: Final = _Option(_was_set, _has_default, _stays_as_made)
_OPTIONS: Final = {
    "exclude_unset": _UNSET,
    "skip_defaults": _UNSET,
    "exclude_none": _Option(_is_not_none, _may_hold_none, _has_none_as_default),
    "exclude_defaults": _Option(_is_not_default, _has_default, lambda declared: True),
}
