"""Members of enums that are joined bit by bit: what is written in the source is worked out."""

from __future__ import annotations

import functools
import operator
from typing import Any, Final

from apivet.effects import value_kinds
from apivet.effects.state import Machine
from apivet.effects.values import Constant, Member
from apivet.program.model import Type
from apivet.program.operators import FOLDED

#: Enums whose members can be joined: those that are have no name of their own.
JOINED: Final = ("enum.Flag", "enum.IntFlag")
_OF_BITS: Final = ("|", "&", "^")


def joined(machine: Machine, symbol: str, first: Any, second: Any) -> Member | None:
    """``Access.READ | Access.WRITE``; ``None`` where it is something else that is combined."""
    both = _bits(machine, first), _bits(machine, second)
    if symbol not in _OF_BITS or None in both or first.type != second.type:
        return None
    type_ = machine.program.type(first.type)
    return None if type_ is None else _member(type_, FOLDED[symbol](*both))


def has(machine: Machine, whole: Any, part: Any) -> bool | None:
    """Whether a member has all bits of another one; ``None`` where that can't be told."""
    bits, wanted = _bits(machine, whole), _bits(machine, part)
    return None if bits is None or wanted is None or whole.type != part.type else bits & wanted == wanted


def single(machine: Machine, leaf: Any) -> list[Member] | None:
    """The members of one bit that a member is joined of, from the lowest on; ``None`` of anything else."""
    bits, type_ = _bits(machine, leaf), machine.program.type(leaf.type) if isinstance(leaf, Member) else None
    if bits is None or type_ is None:
        return None
    named = {
        value: each.name
        for each in reversed(type_.constants)
        if isinstance(value := value_kinds.written(each.value), int)
    }
    singles = [1 << place for place in range(bits.bit_length()) if bits >> place & 1]
    is_named = all(bit in named for bit in singles)
    return [Member(type_.dotted, named[bit], Constant.of(bit)) for bit in singles] if is_named else None


def lacking(machine: Machine, leaf: Any) -> Member | None:
    """``~Access.READ``: the member of all bits that one lacks. Of numbers, others are lacking, too."""
    bits, type_ = _bits(machine, leaf), machine.program.type(leaf.type) if isinstance(leaf, Member) else None
    if bits is None or type_ is None or "enum.Flag" not in type_.enum_bases:
        return None
    every = functools.reduce(
        operator.or_, (value for each in type_.constants if isinstance(value := value_kinds.written(each.value), int))
    )
    return _member(type_, every & ~bits)


def _member(type_: Type, bits: int) -> Member:
    name = next((each.name for each in type_.constants if value_kinds.written(each.value) == bits), "")
    return Member(type_.dotted, name, Constant.of(bits))


def _bits(machine: Machine, leaf: Any) -> int | None:
    """The bits of a member that is joined with others as the language does it; ``None`` of any other value."""
    type_ = machine.program.type(leaf.type) if isinstance(leaf, Member) else None
    if type_ is None or not any(base in JOINED for base in type_.enum_bases):
        return None
    if any(name.startswith("__") for each in machine.program.ancestry(type_) for name in each.methods):
        return None  # it may be joined, asked or gone over in a way of its own
    bits = leaf.value.value if leaf.value is not None else None
    return bits if isinstance(bits, int) and bits >= 0 else None
