"""Reading files that people write for apivet: TOML, on each Python that it runs on, with errors that name the place."""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from collections.abc import Iterable
from typing import Any, Final

#: The files of which one marks the top of a project.
PROJECT_FILES: Final = ("pyproject.toml", "apivet.toml", "setup.py", "setup.cfg")


class DocumentError(ValueError):
    """Text that is no TOML. ``line`` counts from 1; 0 where the parser does not say."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


def read_file(path: str) -> bytes:
    """The bytes of a regular file. A pipe would be waited for, and a device might never end. Raises ``OSError``."""
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        if os.path.islink(path):
            raise OSError(errno.EINVAL, "it is a symbolic link that leads nowhere", path) from None
        raise
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise OSError(errno.EINVAL, "it is no regular file", path)
    with open(path, "rb") as stream:
        return stream.read()


def reason(error: Exception) -> str:
    """Why something could not be read, without the path, which stands beside it."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


_PLACE = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)$")


def parse_toml(data: bytes) -> dict[str, Any]:
    """The tables of a TOML document; a byte order mark is skipped, ``DocumentError`` says what is wrong with it."""
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib

    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise DocumentError("the file is not UTF-8 text", line) from None
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.search(str(error))
        line = int(place[1]) if place and place[1] else text.count("\n") + 1
        raise DocumentError(f"not valid TOML: {_PLACE.sub('', str(error))}", line) from None
    except (ValueError, RecursionError) as error:
        # A date such as 2027-13-45 or a number of 5,000 digits is refused by the standard library in its own words.
        raise DocumentError(f"not valid TOML: {error}", 0) from None


def did_you_mean(word: str, known: list[str] | tuple[str, ...]) -> str:
    """``; did you mean 'spec'?`` where one of the known words is close, else nothing."""
    close = closest(word, known)
    return f"; did you mean '{close}'?" if close is not None else ""


def closest(word: str, known: Iterable[str], likeness: float = 0.6) -> str | None:
    """The known word that is most like a word; ``None`` where none is as like as that (1: the same)."""
    import difflib

    return next(iter(difflib.get_close_matches(word, list(known), n=1, cutoff=likeness)), None)
