"""Tables of gates: what a module or a class holds for all, and somebody may have changed since it was written."""

from __future__ import annotations

from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.gates import names_a_gate, there_are_gates
from apivet.effects.state import Machine
from apivet.effects.values import SEQUENCE, Constant, Reference

_MUTABLE = ("list", SEQUENCE, "set", "dict")


def note_shared(machine: Machine, value: Diagram) -> Diagram:
    """Remember a container that stands in the scope of a module or of a class, and give it back."""
    leaf = value.value if isinstance(value, Leaf) else None
    if isinstance(leaf, Reference) and there_are_gates(machine):
        if machine.heap.cells[leaf.cell].made in _MUTABLE:
            machine.shared.setdefault(leaf.cell, {})
    return value


def state_in(machine: Machine, container: object, key: object) -> Diagram | None:
    """The state that such a container has for a gate: nobody can tell it. ``None`` where the key names no gate, or what
    lies under it is no state."""
    if not isinstance(container, Reference) or not isinstance(key, Constant) or not isinstance(key.value, str):
        return None
    states = machine.shared.get(container.cell)
    if states is None or not names_a_gate(machine, key.value):
        return None
    found = machine.heap.cells[container.cell].fields.get(key.value)
    if found is not None and not (isinstance(found, Leaf) and _is_state(found.value)):
        return None
    if key.value not in states:
        states[key.value] = machine.unseen(f"the state of {key.value} in a table that may be changed", None, ())
    return states[key.value]


def _is_state(value: object) -> bool:
    return isinstance(value, Constant) and isinstance(value.value, bool)
