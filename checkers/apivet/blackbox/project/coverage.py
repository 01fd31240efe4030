"""Lines of hooks that ran, and those that never did: what holds of every run says nothing about the latter.

From Python 3.12 on, the interpreter tells each line once, and goes on at full speed. Before that, functions are traced
that still have lines to run; where none has, nothing is.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from apivet.blackbox.project.operations import codes_in
from apivet.blackbox.protocol.observations import CodeLines

#: One of the identifiers that are nobody's by convention.
_TOOL: Final = 4


class Coverage:
    """The lines that ran of some functions, of which each is known by its code."""

    def __init__(self, functions: Iterable[types.FunctionType]) -> None:
        codes = [code for function in functions for code in codes_in(function.__code__)]
        self._left = {code: lines for code in codes if (lines := _lines_of(code))}
        #: All of their lines. Of the codes of frames, those are told who listen to all that goes on, as we do: most
        #: functions that are entered begin on no such line.
        self._lines = {line for code in self._left for line in (code.co_firstlineno, *_lines_of(code))}
        self._begun: set[types.CodeType] = set()
        self._remaining = sum(map(len, self._left.values()))
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
            sys.settrace(None)

    def never_ran(self, functions: Iterable[types.FunctionType]) -> list[CodeLines]:
        """The lines of these functions that never ran, as far as the functions did."""
        found: list[CodeLines] = []
        for code in (code for function in functions for code in codes_in(function.__code__)):
            if code in self._begun:
                found += _stretches(code.co_filename, _lines_of(code), self._left.get(code, set()))
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
        self._own.register_callback(_TOOL, self._own.events.LINE, self._ran)
        for code in self._left:
            self._own.set_local_events(_TOOL, code, self._own.events.LINE)
        return True

    def _ran(self, code: types.CodeType, line: int) -> Any:
        self._begun.add(code)
        self._left.get(code, set()).discard(line)
        return sys.monitoring.DISABLE  # type: ignore[attr-defined,unused-ignore]

    # ------------------------------------------------------------------------------------------------ before that

    def _enter(self, frame: types.FrameType, event: str, argument: Any) -> Callable[..., Any] | None:
        """The tracer of a function that still has lines to run."""
        left = self._left.get(frame.f_code) if frame.f_lineno in self._lines else None
        if left is None:
            return None
        self._begun.add(frame.f_code)
        return self._trace if left else None

    def _trace(self, frame: types.FrameType, event: str, argument: Any) -> Callable[..., Any] | None:
        if event == "line":
            left = self._left[frame.f_code]
            if frame.f_lineno in left:
                left.discard(frame.f_lineno)
                self._remaining -= 1
        return self._trace


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
