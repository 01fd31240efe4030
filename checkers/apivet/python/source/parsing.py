"""Sources as trees: decoded, parsed, and in one line what is wrong with those that are no Python."""

from __future__ import annotations

import ast
import contextlib
import functools
import io
import symtable
import sys
import tokenize
import warnings
from collections.abc import Iterator

from apivet.program.files import SourceError
from apivet.python.source.mangling import mangle
from apivet.verdicts import Problem

#: The recursion limit under which deep trees are tried.
_DEEP_TREES = 2500
#: A file has to be longer than this to hold an expression that is deep enough to be dangerous.
_LONG = 65536
_UNICODE_BYTE_ORDER_MARKS = (b"\xff\xfe", b"\xfe\xff")


def is_decodable(data: bytes) -> bool:
    """Whether all bytes of a file are text in the encoding that it names, else in UTF-8. The parser looks at some of
    them only; an import looks at all."""
    try:
        if not data.isascii():
            encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
            data.decode(encoding)
    except (SyntaxError, ValueError, LookupError):
        return False
    return True


def parse(display: str, data: bytes) -> ast.Module:
    """The syntax tree of a file. Raises :class:`SourceError`, never anything else."""
    if b"\0" in data:
        line = data[: data.index(b"\0")].count(b"\n") + 1
        if data.startswith(_UNICODE_BYTE_ORDER_MARKS):
            raise SourceError(Problem(display, "cannot be decoded: it looks like UTF-16, Python reads UTF-8", line))
        raise SourceError(Problem(display, "source contains null bytes", line))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = mangle(_tree(data, display), data)
        if not is_decodable(data):
            raise SourceError(Problem(display, "cannot be decoded: it is no UTF-8, and names no other encoding", 1))
        return tree
    except SyntaxError as error:
        message = f"syntax error: {error.msg}" if error.msg else "syntax error"
        raise SourceError(Problem(display, _one_line(message), _error_line(error, data))) from None
    except (RecursionError, MemoryError):
        raise too_deep(display) from None
    except (ValueError, LookupError, OverflowError) as error:
        raise SourceError(Problem(display, _one_line(f"cannot be read: {error}"), 1)) from None


@functools.lru_cache(maxsize=1)
def parse_once(display: str, data: bytes) -> ast.Module:
    """The same tree for all that look at one file, one after the other, and leave it as it is."""
    return parse(display, data)


def _tree(data: bytes, display: str) -> ast.Module:
    if sys.version_info < (3, 11) and len(data) > _LONG:
        # 3.10 makes Python objects of a tree of any depth, until the C stack is used up and the process with it. The
        # symbol table is built with a limit.
        with deeper():
            symtable.symtable(data, display, "exec")  # type: ignore[arg-type]  # the stubs know text only
    try:
        return ast.parse(data, display)
    except RecursionError:
        # From 3.11 on the limit for Python calls also bounds how deep a tree may be, and a chain of a few thousand
        # ``elif``s is beyond it. The C stack has room for more than that.
        with deeper():
            return ast.parse(data, display)


@contextlib.contextmanager
def deeper() -> Iterator[None]:
    """Allow for deep trees while the compiler is at work."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _DEEP_TREES))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


def _error_line(error: SyntaxError, data: bytes) -> int:
    """The parser gives no line for bytes that do not decode."""
    if error.lineno:
        return error.lineno
    for number, line in enumerate(data.split(b"\n"), start=1):
        try:
            line.decode()
        except UnicodeDecodeError:
            return number
    return 1


def too_deep(display: str) -> SourceError:
    """The error for code that is nested beyond what can be followed."""
    return SourceError(Problem(display, "nested too deeply to be analysed", 1))


def _one_line(text: str) -> str:
    return " ".join(text.split())
