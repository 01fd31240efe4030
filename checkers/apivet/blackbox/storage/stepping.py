"""A call that is watched line by line, as far as it runs the project's own code."""

from __future__ import annotations

import functools
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

import apivet

#: Where code lies that is no project's own.
_INSTALLED: Final = [sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")]
_FOREIGN: Final = tuple(str(Path(place).resolve()) for place in (*_INSTALLED, str(Path(apivet.__file__).parent)))

Line = tuple[str, int]


@functools.lru_cache(maxsize=4096)
def is_own(code: CodeType) -> bool:
    """Whether code is the project's."""
    return code.co_filename[:1] != "<" and not str(Path(code.co_filename).resolve()).startswith(_FOREIGN)


def call_watched(call: Callable[[], object], seen: Callable[[Line], object]) -> None:
    """Make a call, and tell of each line of the project's code before it runs."""

    def entered(frame: FrameType, event: str, _: Any) -> Any:
        return within if is_own(frame.f_code) else None

    def within(frame: FrameType, event: str, _: Any) -> Any:
        if event == "line":
            seen((frame.f_code.co_filename, frame.f_lineno))
        return within

    before = sys.gettrace()
    sys.settrace(entered)
    try:
        call()
    finally:
        sys.settrace(before)
