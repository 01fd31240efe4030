"""Files that a project's code changes outside of its copy: nothing puts them back, so that they are reported."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any, Final

#: The number of files that are named.
_NAMED: Final = 3
_WRITING: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
#: Events that change the file system, besides opening files, with the arguments that are paths.
_CHANGING: Final = {
    "os.link": (1,),
    "os.mkdir": (0,),
    "os.remove": (0,),
    "os.rename": (0, 1),
    "os.rmdir": (0,),
    "os.symlink": (1,),
    "os.truncate": (0,),
}
#: Devices, and what the system tells of processes, are no files of anybody's.
_OF_SYSTEM: Final = ("/dev", "/proc", "/sys")


class OutsideWatch:
    """Hears of what is changed outside of some directories, in this process and from now on."""

    def __init__(self, own: Sequence[str]) -> None:
        self._own = tuple(os.path.join(each, "") for each in (*own, *_OF_SYSTEM))
        self._found: dict[str, None] = {}
        sys.addaudithook(self._hear)

    def note(self) -> str:
        """A sentence about what was changed there, if something was."""
        if not self._found:
            return ""
        more = f" and {len(self._found) - _NAMED} more" if len(self._found) > _NAMED else ""
        listed = ", ".join(sorted(self._found)[:_NAMED])
        return f"its code changes {listed}{more}: outside of the copy of the project, where it stays"

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            if arguments[2] & _WRITING:
                self._note(arguments[0])
        elif event in _CHANGING:
            for index in _CHANGING[event]:
                self._note(arguments[index])

    def _note(self, path: Any) -> None:
        try:
            absolute = os.path.realpath(os.fsdecode(path))
        except Exception:  # a file descriptor, or a path that there can't be
            return
        if not absolute.startswith(self._own):
            self._found[absolute] = None
