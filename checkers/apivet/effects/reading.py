"""Reads of a piece of code, found without running it: they are what its raising may tell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, get_args

from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.state import Machine
from apivet.effects.values import Computed, Input, Reference
from apivet.program import syntax

_STATEMENTS: Final = get_args(syntax.Statement)
#: Nodes with code of their own: a block that runs later, or statement by statement.
_OTHER_CODE = (syntax.Define, syntax.Lambda)


def read_by(machine: Machine, node: object) -> tuple[Diagram, ...]:
    """The settled values that a statement, its blocks left out, or an expression reads."""
    found = (_looked_up(machine, chain) for part in own_parts(node) if (chain := _chain(part)))
    return tuple(dict.fromkeys(machine.heap.settle(value) for value in found if value is not None))


def own_parts(node: object) -> Iterator[object]:
    """The expressions of a statement, without its blocks. An attribute is one with what it is an attribute of."""
    pending: list[object] = [node]
    while pending:
        part = pending.pop()
        if isinstance(part, tuple):
            pending.extend(item for item in part if not isinstance(item, (*_STATEMENTS, syntax.Handler)))
        elif isinstance(part, (syntax.Node, syntax.Argument, syntax.Clause)) and not isinstance(part, _OTHER_CODE):
            yield part
            if not _chain(part):
                pending.extend(getattr(part, name) for name in part.__struct_fields__)


def _chain(part: object) -> tuple[str, ...]:
    """The names of ``a.b.c``; nothing for any other expression."""
    names: list[str] = []
    while isinstance(part, syntax.Attribute):
        names.insert(0, part.name)
        part = part.value
    return (part.name, *names) if isinstance(part, syntax.Name) else ()


def _looked_up(machine: Machine, chain: tuple[str, ...]) -> Diagram | None:
    value = machine.variable(chain[0])
    for name in chain[1:]:
        if value is None:
            return None
        value = machine.diagrams.transform(value, lambda leaf, name=name: _part(machine, leaf, name))  # type: ignore[misc]
    return value


def _part(machine: Machine, leaf: Leaf, name: str) -> Diagram:
    """A part of a value; properties are not called."""
    if not isinstance(leaf.value, Reference):
        return machine.diagrams.leaf(Computed(f".{name}", (leaf,)))
    stored = machine.heap.own_field(leaf.value, name)
    cell = machine.heap.cells[leaf.value.cell]
    if stored is not None:
        return stored
    if name in cell.family:
        return machine.diagrams.leaf(cell.family[name])
    return machine.diagrams.transform(
        cell.base,
        lambda base: machine.diagrams.leaf(
            base.value.child(name) if isinstance(base.value, Input) else Computed(f".{name}", (base,))
        ),
    )
