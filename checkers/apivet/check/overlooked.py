"""Files of a change that have something to judge and are not judged, though programs find them."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator, Sequence

from apivet.base import Base
from apivet.check.remains import Remains
from apivet.config import Config
from apivet.front_ends import tree_of, trees
from apivet.git_process import GitError
from apivet.program.collecting import matcher
from apivet.program.files import bytes_at, display_path, is_below
from apivet.verdicts import Problem


def overlooked(paths: Sequence[str], config: Config, base: Base, remains: Remains) -> Iterator[Problem]:
    """A problem for each file of the change that is not judged though programs may use what is to be judged in it: it
    lies where no walk looks, say. Those are meant that the configuration excludes."""
    among, root = trees(config, os.getcwd()), os.getcwd()
    excluded = matcher(config.exclude, config.root)
    tops = [os.path.abspath(path) for path in paths or ["."]]
    try:
        known = base.repository.files()
    except GitError:
        return
    for name in known:
        path = os.path.join(os.path.abspath(base.repository.directory), name)
        tree = tree_of(path, among)
        above = [top for top in tops if is_below(path, top)]
        if not above or not tree.takes(path):
            continue
        shown = display_path(path, os.path.realpath(root))
        read = functools.partial(_changed, path, shown, base, remains)
        reasons = [tree.overlooks(path, top, read) for top in above]
        if None in reasons or any(is_below(path, each) for each in config.elsewhere):
            continue
        if not any(map(excluded, _and_above(path, above[0]))):
            yield Problem(shown, str(reasons[0]))


def _changed(path: str, shown: str, base: Base, remains: Remains) -> bytes:
    """The text that the change has given a file; nothing where it had that at the base."""
    data = bytes_at(path) if remains.is_touched(shown) else None
    return b"" if data is None or base.read(path) == data else data


def _and_above(path: str, top: str) -> Iterator[str]:
    """A path, and the directories that it lies in as patterns know them, up to another one."""
    yield path
    while path != top and path != os.path.dirname(path):
        path = os.path.dirname(path)
        yield path + "/"
