"""Operators that are put before a value."""

from __future__ import annotations

from typing import Any

from apivet.effects import accepting, flags, plain, questions, special
from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.state import Machine
from apivet.effects.values import Computed, Constant, Member
from apivet.program import syntax

_SIGNS = {"-": "__neg__", "+": "__pos__", "~": "__invert__"}


def unary(machine: Machine, node: syntax.Unary) -> Diagram:
    """``not``, ``-`` and their kin."""
    value = machine.evaluate(node.operand)
    if node.operator == "not":
        return questions.boolean(machine, machine.diagrams.negate(questions.truth(machine, value)))
    numbers = [leaf.value.value if isinstance(leaf.value, Constant) else None for leaf in leaves(value)]
    if node.operator == "-" and all(isinstance(number, (int, float)) for number in numbers):
        return machine.each(value, lambda leaf: machine.diagrams.leaf(Constant.of(-leaf.value)))
    if isinstance(value, Leaf):
        same = _unsigned(machine, node.operator, value.value)
        if same is not None:
            return same
    only = machine.only(value)
    sign = (_SIGNS.get(node.operator, ""),)
    said = special.ask(machine, only.value, sign, (), node.location) if isinstance(only, Leaf) else None
    if said is not None:
        return said
    for leaf in leaves(value):
        accepting.ask_operator(machine, node.operator, leaf.value)
    return machine.diagrams.leaf(Computed(node.operator, (machine.heap.settle(value),)))


def _unsigned(machine: Machine, symbol: str, leaf: Any) -> Diagram | None:
    """``+x`` and ``-(-x)`` of a number: the number itself. ``~x`` of a whole one is ``-x - 1``."""
    if symbol == "~" and (member := flags.lacking(machine, leaf)) is not None:
        return machine.diagrams.leaf(member)
    if symbol == "~" and not isinstance(leaf, (Constant, Member)) and plain.is_of(machine, leaf, plain.WHOLE):
        minus = machine.diagrams.leaf(Computed("-", (machine.heap.settle(machine.diagrams.leaf(leaf)),)))
        return machine.diagrams.leaf(Computed("-", (minus, machine.diagrams.leaf(Constant.of(1)))))
    if symbol == "+":
        return machine.diagrams.leaf(leaf) if plain.is_of(machine, leaf, plain.NUMBERS) else None
    if symbol == "-" and isinstance(leaf, Computed) and leaf.operator == "-" and len(leaf.operands) == 1:
        return leaf.operands[0]
    return None
