"""The languages whose sources are judged: the one place that names front ends."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final

from apivet.golang.front_end import GO
from apivet.program.collecting import listings_shared
from apivet.program.files import Collection, SourceFile, bytes_at
from apivet.program.front_end import FrontEnd, Interest, Scope, SourceTree
from apivet.python.front_end import PYTHON
from apivet.verdicts import Problem

FRONT_ENDS: Final[list[FrontEnd]] = [PYTHON, GO]
#: Sources by their languages.
Collected = list[tuple[SourceTree, Collection]]


def trees(scope: Scope, root: str, *, only_run: bool = False) -> tuple[SourceTree, ...]:
    """The sources below a directory, those of each language by themselves; ``only_run``: of the languages whose hooks
    the black box can run."""
    return tuple(front.tree(scope, root) for front in FRONT_ENDS if front.is_run or not only_run)


def tree_of(path: str, among: Sequence[SourceTree]) -> SourceTree:
    """The sources that a file belongs to, by its name; else the first ones, which say what is wrong with it."""
    return next((tree for tree in among if tree.takes(path)), among[0])


def collect(paths: Sequence[str], among: Sequence[SourceTree], *, strict: bool = False) -> Collected:
    """The source files below the given paths (without any, below the directory itself), by their languages. A file that
    is named belongs to one of them. Files of a language whose extra is not installed are a problem: a fatal one where
    they are named or are all there is, and with ``strict`` where one has something to judge."""
    given = list(paths) or ["."]
    owners = {path: tree_of(path, among) for path in given if not os.path.isdir(path)}
    with listings_shared():
        found = [(tree, tree.collect([path for path in given if owners.get(path, tree) is tree])) for tree in among]
    are_all = not any(collection.files for _, collection in found)
    for tree, collection in found:
        if collection.passed_over:
            collection.problems.append(_passed_over(tree, collection, are_all, strict))
    return found


def _passed_over(tree: SourceTree, collection: Collection, are_all: bool, strict: bool) -> Problem:
    """The one line about files that can't be looked at."""
    named = [file for file in collection.passed_over if file.absolute in collection.named]
    fatal = are_all or bool(named) or (strict and any(_matters(tree, file) for file in collection.passed_over))
    where = named[0].path if named else "."
    number = len(collection.passed_over)
    files = f"{number} {tree.language} files were" if number > 1 else f"a {tree.language} file was"
    extra = tree.language.lower()
    return Problem(where, f"{files} passed over: to read {tree.language}: pip install 'apivet[{extra}]'", fatal=fatal)


def _matters(tree: SourceTree, file: SourceFile) -> bool:
    data = bytes_at(file.absolute)
    return data is not None and Interest.OWN in tree.interest(data, frozenset(), Interest.OWN)


def languages() -> str:
    """The names of the languages, for people."""
    *others, last = (front.name for front in FRONT_ENDS)
    return f"{', '.join(others)} or {last}" if others else last
