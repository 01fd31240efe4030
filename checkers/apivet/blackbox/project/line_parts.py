"""Parts of lines that run or not by what the line itself decides: the sides of a condition, what comes after ``and``,
the elements that a comprehension takes. Lines alone do not tell whether those ran.

A part is what the compiler names as the source of an instruction, so that the copies that it makes of one (of
``finally``, say) are the same part.
"""

from __future__ import annotations

import dis
import itertools
import types
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from apivet.blackbox.project.operations import instructions_of

#: Bytes from one instruction to the next.
_UNIT: Final = 2
_TIDYING: Final = frozenset(("COPY", "END_FOR", "NOP", "POP_ITER", "POP_TOP", "SWAP"))
_LEAVING: Final = ("JUMP", "RETURN")
_RAISING: Final = frozenset(("RAISE_VARARGS", "RERAISE"))


class Part(Struct, frozen=True):
    """The stretch of source that an instruction comes from, by its lines and columns."""

    line: int
    end_line: int | None
    column: int | None
    end_column: int | None

    @property
    def is_written(self) -> bool:
        """Whether there is anything in it: some instructions are the compiler's own."""
        return (self.line, self.column) != (self.end_line, self.end_column)


def parts_of(code: types.CodeType) -> dict[int, Part]:
    """The parts of lines of a code that decide something within themselves, by the offsets of its instructions. What
    does nothing but raise has none: nothing is stored there."""
    positions: Any = getattr(code, "co_positions", None)
    if positions is None:  # Python 3.10
        return {}
    instructions = instructions_of(code)
    places = dict(zip(itertools.count(0, _UNIT), positions()))
    lines = {offset: line for offset, (line, *_) in places.items()}
    deciding = set(_deciding_lines(instructions, lines))
    watched = {each.offset for each in instructions if lines[each.offset] in deciding and _does_something(each)}
    parts = {offset: Part(*places[offset]) for offset in watched.difference(_raising(instructions))}
    return {offset: part for offset, part in parts.items() if part.is_written}


def _does_something(instruction: dis.Instruction) -> bool:
    """Whether it does more than to go on elsewhere, or to tidy up: past an element that a comprehension leaves out, and
    at its end, such are said to be part of the element."""
    return instruction.opname not in _TIDYING and "JUMP" not in instruction.opname


def _deciding_lines(instructions: Sequence[dis.Instruction], lines: Mapping[int, int | None]) -> Iterator[int]:
    """The lines that go on on themselves after a condition, one way or the other."""
    for each, following in itertools.pairwise(instructions):
        if "JUMP" in each.opname and "IF" in each.opname:
            line = lines[each.offset]
            if line is not None and line in (lines[following.offset], lines.get(each.argval)):
                yield line


def _raising(instructions: Sequence[dis.Instruction]) -> Iterator[int]:
    """The offsets of what leads to an exception and to nothing else."""
    does = False
    for each in reversed(instructions):
        does = each.opname in _RAISING or (does and not any(word in each.opname for word in _LEAVING))
        if does:
            yield each.offset
        does = does and not each.is_jump_target
