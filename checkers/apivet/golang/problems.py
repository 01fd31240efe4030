"""Problems with Go files: what can't be decoded or parsed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tree_sitter import Node

from apivet.golang.files import SYNTAX_ERROR
from apivet.golang.packages import Package
from apivet.golang.source import GoFile, errors, text
from apivet.verdicts import Problem

_TYPE: Final = re.compile(
    rb"^(?:type[ \t]+|[ \t]*)([A-Za-z_]\w*)(?:\[[^\]\n]*\])?[ \t]+(?:struct|interface)\b", re.MULTILINE
)
_LEGIBLE: Final = 40
#: Kinds of declarations at the top level of a file, in the order in which they stand there.
_ORDER: Final = {
    "package_clause": 0,
    "import_declaration": 1,
    **dict.fromkeys(("const_declaration", "type_declaration", "var_declaration"), 2),
    **dict.fromkeys(("function_declaration", "method_declaration"), 2),
}


def problem_with(path: str, data: bytes) -> Problem | None:
    """The problem with the encoding or the syntax of a file with these bytes; ``path`` is as it is printed."""
    return _encoding(path, data) or _syntax(GoFile(path, path, data))


def problems_of(package: Package) -> Iterator[tuple[str, Problem]]:
    """The problems with files that people write of a package that was read, and with those beside them that belong to
    another one, by the paths of the files."""
    problems = [None if file.is_generated else _problem(file) for file in package.files]
    found = [*zip(package.files, problems), *((file, _problem(file)) for file in package.strays)]
    for file, problem in found:
        if problem is not None:
            yield file.path, problem
        elif file in package.strays and None in problems:  # what can't be read says of which package it is in vain
            message = f"is of package {file.package_name}, the other files of its directory are of {package.name}"
            yield file.path, Problem(file.display, message, 1)


def _problem(file: GoFile) -> Problem | None:
    """The problem with a file, one of its own: what is not encoded as it should be reads as anything."""
    return _encoding(file.display, file.unnoted) or _syntax(file)


def _encoding(path: str, data: bytes) -> Problem | None:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return Problem(path, "is not encoded in UTF-8", data.count(b"\n", 0, error.start) + 1)
    return None


def _syntax(file: GoFile) -> Problem | None:
    if file.is_sound and not file.package_name:
        return Problem(file.display, f"{SYNTAX_ERROR}: no package clause", 1)
    first = _misplaced(file) if file.is_sound else next(errors(file.root), file.root)
    if first is None:
        return None
    return Problem(file.display, f"{SYNTAX_ERROR}{_near(text(first))}", first.start_point[0] + 1)


def _misplaced(file: GoFile) -> Node | None:
    """The first thing at the top level that may not stand there: a statement, a second package clause, or an import
    behind other declarations."""
    reached = 0
    for node in file.top_level:
        if node.type != "comment":
            place = _ORDER.get(node.type, -1)
            if place < reached:
                return node
            reached = place or 1
    return None


def _near(written: str) -> str:
    words = " ".join(written.split())
    if not words:
        return ""
    return f" near `{words[:_LEGIBLE]}{'...' if len(words) > _LEGIBLE else ''}`"


def type_names(data: bytes) -> list[str]:
    """The names of the structs and interfaces that a file declares."""
    return [name.decode("ascii") for name in _TYPE.findall(data)]
