"""Files written as a whole or not at all, and never outside the project."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterable

from apivet.program.files import bytes_at, is_below


class NotWrittenError(Exception):
    """A file that is left alone; ``str`` of it says why."""


def target_of(path: str, roots: Iterable[str]) -> str:
    """The file that a path leads to. Raises :class:`NotWrittenError` where that lies outside the project, or is no file
    that may be written."""
    target = os.path.realpath(path)
    if not any(is_below(target, os.path.realpath(root)) for root in roots):
        raise NotWrittenError("leads out of the project and was left alone")
    if not os.path.isfile(target):
        raise NotWrittenError("is no regular file and was left alone")
    if not os.access(target, os.W_OK):
        raise NotWrittenError("may not be written and was left alone")
    return target


def write(path: str, before: bytes, after: bytes) -> None:
    """Put new bytes in the place of those that a file had. Raises :class:`NotWrittenError` where it has others by now,
    and ``OSError``."""
    target = os.path.realpath(path)
    mode = stat.S_IMODE(os.stat(target).st_mode)
    handle, temporary = tempfile.mkstemp(prefix=f".{os.path.basename(target)}.", dir=os.path.dirname(target))
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(after)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(temporary, mode)
        if bytes_at(target) != before:
            raise NotWrittenError("changed since it was read and was left alone")
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise
