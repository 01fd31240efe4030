"""Places in JSON documents: written, read, followed and changed."""

from __future__ import annotations

import copy
import itertools
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

from apivet.paths import EACH, render

#: Keys of objects and positions in lists, from the top.
Path: TypeAlias = tuple["str | int", ...]

#: Anything that is not there; ``None`` is a value of JSON.
ABSENT: Final = object()

_STEP: Final = re.compile(r"""\.?(?P<name>[^.\[\]]+)|\[(?P<quote>["']?)(?P<inside>.*?)(?P=quote)\]""")


def field_name(path: Path) -> str:
    """The path as findings and exceptions name it: any element stands for all of its list."""
    return render(EACH if isinstance(step, int) else step for step in path)


def parse(text: str) -> Path:
    """A path as servers write it; text in brackets that is no number is a key."""
    steps: list[str | int] = []
    position = 0
    while position < len(text):
        match = _STEP.match(text, position)
        if match is None or match.end() == position:
            position += 1
            continue
        if match["name"] is not None:
            steps.append(match["name"].strip())
        else:
            inside = match["inside"]
            steps.append(int(inside) if inside.isascii() and inside.isdigit() and len(inside) < 9 else inside)
        position = match.end()
    return tuple(step for step in steps if step != "")


def get(document: Any, path: Path) -> Any:
    """The value at a path, or :data:`ABSENT`."""
    for step in path:
        if isinstance(step, int):
            if not isinstance(document, list) or step >= len(document):
                return ABSENT
            document = document[step]
        else:
            if not isinstance(document, dict) or step not in document:
                return ABSENT
            document = document[step]
    return document


def put(document: dict[str, Any], path: Path, value: Any) -> dict[str, Any]:
    """A copy of the document with a value at a path; what is missing on the way is made."""
    changed: Any = copy.deepcopy(document)
    if not path:
        return changed if not isinstance(value, dict) else copy.deepcopy(value)
    holder = changed
    for step, following in itertools.pairwise(path):
        inner = get(holder, (step,))
        if not isinstance(inner, list if isinstance(following, int) else dict):
            inner = [] if isinstance(following, int) else {}
            _assign(holder, step, inner)
        holder = inner
    _assign(holder, path[-1], copy.deepcopy(value))
    result: dict[str, Any] = changed
    return result


def _assign(holder: Any, step: str | int, value: Any) -> None:
    if isinstance(step, int) and isinstance(holder, list):
        if step < len(holder):
            holder[step] = value
        else:
            holder.append(value)
    elif isinstance(holder, dict):
        holder[str(step)] = value


def remove(document: dict[str, Any], path: Path) -> dict[str, Any]:
    """A copy of the document without what is at a path."""
    changed = copy.deepcopy(document)
    holder = get(changed, path[:-1])
    if path and get(holder, path[-1:]) is not ABSENT:
        del holder[path[-1]]
    return changed


def leaves(document: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """The scalars of a document with their paths. Empty parts have no leaf."""
    if isinstance(document, dict):
        for key in sorted(document):
            yield from leaves(document[key], (*path, key))
    elif isinstance(document, list):
        for index, each in enumerate(document):
            yield from leaves(each, (*path, index))
    else:
        yield path, document


def differences(one: Any, other: Any) -> tuple[Path, ...]:
    """The paths of leaves that are not the same in two documents, or are in one of them only."""
    mine, theirs = dict(leaves(one)), dict(leaves(other))
    return tuple(sorted((path for path in {*mine, *theirs} if not _same(mine, theirs, path)), key=order))


def _same(mine: Mapping[Path, Any], theirs: Mapping[Path, Any], path: Path) -> bool:
    if path not in mine or path not in theirs:
        return False
    one, other = mine[path], theirs[path]
    # JSON has one kind of number, but ``true`` is none.
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)


def order(path: Path) -> tuple[tuple[bool, str, int], ...]:
    """The key that sorts paths: elements of a list by their positions."""
    return tuple((True, "", step) if isinstance(step, int) else (False, step, 0) for step in path)
