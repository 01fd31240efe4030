"""A picture of what a hook stores at all of its exits, and of what each part of it depends on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from apivet.effects import objects
from apivet.effects.declared import public_names, shape_of
from apivet.effects.diagrams import BudgetExhausted, Diagram, Leaf, decisions, leaves
from apivet.effects.state import Machine
from apivet.effects.values import (
    FORMER,
    UNKNOWN_ROOT,
    Catches,
    Computed,
    Decision,
    Input,
    Path,
    Position,
    Raises,
    Stream,
    Structure,
    Unseen,
    Zero,
    values_of,
)
from apivet.program.model import Named


class Picture:
    """A hook's exits, seen as one guarded picture of what is stored."""

    def __init__(self, machine: Machine, stored: Diagram, exits: Diagram) -> None:
        self.machine = machine
        self.stored = stored
        self.exits = exits
        #: The objects that may be stored.
        self.roots: frozenset[int] = frozenset()
        self._zero: dict[tuple[str, str], Diagram] = {}
        self._depends: dict[tuple[Any, str, Path], bool] = {}

    def zero_field(self, dotted: str, name: str) -> Diagram:
        """The default of a field of a structured type, settled."""
        key = (dotted, name)
        known = self._zero.get(key)
        if known is None:
            reference = self.machine.heap.make(Zero(dotted), Named(dotted))
            try:
                value = objects.field(self.machine, reference, name, self.machine.nowhere)
                known = self.machine.heap.settle(value)
            except BudgetExhausted:
                known = self.machine.none
            self._zero[key] = known
        return known

    def depends(self, value: Any, root: str, path: Path, resolve: Callable[[Diagram], Any] | None = None) -> bool:
        """Whether a settled value may depend on what stood at a path of an object at entry."""
        if resolve is None:
            key = (value, root, path)
            known = self._depends.get(key)
            if known is None:
                known = self._depends[key] = self._is_made_from(value, root, path, None)
            return known
        return self._is_made_from(value, root, path, resolve)

    def decision_depends(self, decision: Decision, root: str, path: Path) -> bool:
        """Whether it may depend on that which way a decision is taken."""
        if isinstance(decision, (Raises, Catches)):
            return any(self._chosen_from(operand, root, path) for operand in decision.operands)
        return any(self.depends(value, root, path) for value in values_of(decision))

    def _chosen_from(self, diagram: Diagram, root: str, path: Path) -> bool:
        """Whether a value, or which of several it is at the exits, may depend on that."""
        key = (diagram, root, path)
        known = self._depends.get(key)
        if known is None:
            known = self._depends[key] = self._is_chosen_from(self._at_the_exits(diagram), root, path)
        return known

    def _at_the_exits(self, diagram: Diagram) -> Diagram:
        try:
            return self.machine.diagrams.assuming(diagram, self.exits)
        except BudgetExhausted:
            return diagram  # with decisions of paths that store nothing: it then seems to depend on more

    def _is_chosen_from(self, diagram: Diagram, root: str, path: Path) -> bool:
        if any(self.depends(leaf.value, root, path) for leaf in leaves(diagram)):
            return True
        known = self.machine.diagrams.decisions
        taken: Iterable[Any] = (known[number] for number in sorted(decisions(diagram)))
        return any(self.decision_depends(decision, root, path) for decision in taken)

    def _is_made_from(self, value: Any, root: str, path: Path, resolve: Callable[[Diagram], Any] | None) -> bool:
        def inside(diagram: Diagram, below: Path) -> bool:
            if resolve is not None:
                return self.depends(resolve(diagram), root, below, resolve)
            return self._chosen_from(diagram, root, below)

        if isinstance(value, Input):
            if value.root == UNKNOWN_ROOT:
                return self._chosen_from(self.machine.unknown_containers[Input(value.root, value.path[:1])], root, path)
            shorter = min(len(value.path), len(path))
            is_alike = root == value.root or value.root == FORMER.get(root)
            return is_alike and value.path[:shorter] == path[:shorter]
        if isinstance(value, (Computed, Stream, Unseen)):
            # What an operand depended on was fixed when it was used: all that it could be there counts.
            return any(self._chosen_from(operand, root, path) for operand in value.operands)
        if isinstance(value, Position) and value.of is not None:
            return self._chosen_from(value.of, root, path)
        if isinstance(value, Structure):
            if resolve is None and any(self._chosen_from(there, root, path) for _, there, _ in value.entries or ()):
                return True  # which elements are there
            return self._structure_depends(value, root, path, inside)
        return False

    def _structure_depends(
        self, value: Structure, root: str, path: Path, inside: Callable[[Diagram, Path], bool]
    ) -> bool:
        if any(inside(own, path) for _, own in value.fields):
            return True
        if value.entries is not None and any(inside(own, path) for _, _, own in value.entries):
            return True
        replaced = {name for name, _ in value.fields}
        base = value.base.value if isinstance(value.base, Leaf) else None
        if isinstance(base, Input):
            if value.entries is not None and not replaced:
                return False
            # The base counts only where the part in question is not one that was replaced.
            if base.root == root and path[: len(base.path)] == base.path and len(path) > len(base.path):
                return path[len(base.path)] not in replaced
        if isinstance(base, (Input, Unseen)) and self._is_covered(base, replaced):
            return False
        return inside(value.base, path)

    def _is_covered(self, base: Input | Unseen, replaced: set[str]) -> bool:
        """Whether of an object nothing is left, each of its declared fields being another one."""
        shape = shape_of(self.machine, base) if isinstance(base, Input) else self.machine.heap.shape_left(base)
        type_ = self.machine.program.type(shape.dotted) if isinstance(shape, Named) else None
        return type_ is not None and bool(type_.fields) and replaced.issuperset(public_names(type_))
