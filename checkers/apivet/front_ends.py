"""The languages whose sources are judged: the one place that names front ends."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final

from apivet.program.files import Collection
from apivet.program.front_end import FrontEnd, Scope, SourceTree
from apivet.python.front_end import PYTHON

FRONT_ENDS: Final[list[FrontEnd]] = [PYTHON]


def trees(scope: Scope, root: str, *, only_run: bool = False) -> tuple[SourceTree, ...]:
    """The sources below a directory, those of each language by themselves; ``only_run``: of the languages whose hooks
    the black box can run."""
    return tuple(front.tree(scope, root) for front in FRONT_ENDS if front.is_run or not only_run)


def tree_of(path: str, among: Sequence[SourceTree]) -> SourceTree:
    """The sources that a file belongs to, by its name; else the first ones, which say what is wrong with it."""
    return next((tree for tree in among if tree.takes(path)), among[0])


def collect(paths: Sequence[str], among: Sequence[SourceTree]) -> list[tuple[SourceTree, Collection]]:
    """The source files below the given paths (without any, below the directory itself), by their languages. A file that
    is named belongs to one of them."""
    given = list(paths) or ["."]
    owners = {path: tree_of(path, among) for path in given if not os.path.isdir(path)}
    return [(tree, tree.collect([path for path in given if owners.get(path, tree) is tree])) for tree in among]


def languages() -> str:
    """The names of the languages, for people."""
    return " or ".join(front.name for front in FRONT_ENDS)
