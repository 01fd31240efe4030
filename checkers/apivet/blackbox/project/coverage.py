"""Lines of hooks that ran, and those that never did: what holds of every run says nothing about the latter.

A line that decides what of it runs (``status if kept else Status()``) has parts, each of which has to run, too.

From Python 3.12 on, the interpreter tells each line and part once, and goes on at full speed. Before that, functions
are traced that still have some to run; where none has, nothing is. Python 3.10 knows no parts.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from apivet.blackbox.project.line_parts import parts_of
from apivet.blackbox.project.operations import codes_in
from apivet.blackbox.protocol.observations import CodeLines

#: One of the identifiers that are nobody's by convention.
_TOOL: Final = 4
#: Hears of each step of a function.
_Tracer = Callable[[types.FrameType, str, Any], Any]


class Coverage:
    """The lines that ran of some functions, of which each is known by its code."""

    def __init__(self, functions: Iterable[types.FunctionType]) -> None:
        codes = list(dict.fromkeys(code for function in functions for code in codes_in(function.__code__)))
        self._parts = {code: parts for code in codes if (parts := parts_of(code))}
        self._left = {code: lines for code in codes if (lines := _lines_of(code)) or code in self._parts}
        #: All of their lines. Of the codes of frames, those are told who listen to all that goes on, as we do: most
        #: functions that are entered begin on no such line.
        self._lines = {line for code in self._left for line in (code.co_firstlineno, *_lines_of(code))}
        #: Of some codes, the parts of lines that are left.
        self._parts_left = {code: set(parts.values()) for code, parts in self._parts.items()}
        self._begun: set[types.CodeType] = set()
        self._remaining = sum(map(len, self._left.values())) + sum(map(len, self._parts_left.values()))
        self._own: Any = getattr(sys, "monitoring", None)
        self._notes_always = self._own is not None
        if self._own is not None:
            self._own = self._own if self._register() else None

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to note, or is noted all the time."""
        return self._notes_always or not self._remaining

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Note what runs meanwhile."""
        if self.is_done or sys.gettrace() is not None:
            yield
            return
        sys.settrace(self._enter)
        try:
            yield
        finally:
            if sys.gettrace() != self._enter:  # the code has had it ended, by too deep a recursion, say
                self._remaining = 0
                self._begun.clear()
            sys.settrace(None)

    def never_ran(self, functions: Iterable[types.FunctionType]) -> list[CodeLines]:
        """The lines of these functions that never ran, or not all of which did, as far as the functions did; none where
        the code has had some run unheard."""
        found: list[CodeLines] = []
        for code in (code for function in functions for code in codes_in(function.__code__)):
            if code in self._begun:
                left = self._left.get(code, set())
                found += _stretches(code.co_filename, _lines_of(code), left)
                in_part = {part.line for part in self._parts_left.get(code, ())} - left
                found += [CodeLines(code.co_filename, line, line, is_part=True) for line in in_part]
        return sorted(set(found), key=lambda each: (each.path, each.first))

    def close(self) -> None:
        """Note nothing more."""
        if self._own is not None:
            for code in self._left:
                self._own.set_local_events(_TOOL, code, 0)
            self._own.free_tool_id(_TOOL)
            self._own = None

    # ------------------------------------------------------------------------------------------------ from 3.12 on

    def _register(self) -> bool:
        if self._own.get_tool(_TOOL) is not None:
            return False  # somebody else's
        self._own.use_tool_id(_TOOL, "apivet")
        events = self._own.events
        self._own.register_callback(_TOOL, events.LINE, self._ran)
        self._own.register_callback(_TOOL, events.INSTRUCTION, self._ran_in_part)
        for code in self._left:
            kinds = events.LINE | events.INSTRUCTION if code in self._parts else events.LINE
            self._own.set_local_events(_TOOL, code, kinds)
        return True

    def _ran(self, code: types.CodeType, line: int) -> Any:
        self._begun.add(code)
        self._left.get(code, set()).discard(line)
        return sys.monitoring.DISABLE  # type: ignore[attr-defined,unused-ignore]

    def _ran_in_part(self, code: types.CodeType, offset: int) -> Any:
        self._begun.add(code)  # one of a single line may be told no line of
        self._parts_left[code].discard(self._parts[code].get(offset))
        return sys.monitoring.DISABLE  # type: ignore[attr-defined,unused-ignore]

    # ------------------------------------------------------------------------------------------------ before that

    def _enter(self, frame: types.FrameType, event: str, argument: Any) -> _Tracer | None:
        """The tracer of a function that still has lines to run."""
        code = frame.f_code if frame.f_lineno in self._lines else None
        if code not in self._left:
            return None
        self._begun.add(code)
        frame.f_trace_opcodes = bool(self._parts_left.get(code))
        return self._tracer_of(code) if self._left[code] or frame.f_trace_opcodes else None

    def _tracer_of(self, code: types.CodeType) -> _Tracer:
        """The tracer of one code, which need not ask for it again at each instruction: see above."""
        lines, parts = self._left[code], self._parts.get(code, {})
        parts_left = self._parts_left.get(code, set())

        def trace(frame: types.FrameType, event: str, argument: Any) -> _Tracer:
            left, each = (lines, frame.f_lineno) if event == "line" else (parts_left, parts.get(frame.f_lasti))
            if each in left:
                left.discard(each)
                self._remaining -= 1
            return trace

        return trace


def _lines_of(code: types.CodeType) -> set[int]:
    """The lines on which something of a function happens; its own first line is there before anything does."""
    lines = {line for _, _, line in code.co_lines() if line}
    return lines - {code.co_firstlineno} if len(lines) > 1 else set()


def _stretches(path: str, lines: set[int], left: set[int]) -> Iterator[CodeLines]:
    """The lines that are left, those together between which none ran."""
    stretch: list[int] = []
    for line in sorted(lines):
        if line in left:
            stretch.append(line)
        elif stretch:
            yield CodeLines(path, stretch[0], stretch[-1])
            stretch = []
    if stretch:
        yield CodeLines(path, stretch[0], stretch[-1])
