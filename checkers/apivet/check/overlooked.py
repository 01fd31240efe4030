"""Files of a change that have something to judge and are not judged, though programs find them."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterator, Sequence

from apivet.base import Base
from apivet.check.remains import Remains
from apivet.config import Config
from apivet.front_ends import trees
from apivet.git_process import GitError
from apivet.program.collecting import matcher
from apivet.program.files import bytes_at, display_path, is_below
from apivet.program.front_end import SourceTree
from apivet.verdicts import Problem


def overlooked(paths: Sequence[str], config: Config, base: Base, remains: Remains) -> Iterator[Problem]:
    """A problem for each file of the change that is not judged though programs may use what is to be judged in it: it
    lies where no walk looks, say, or is no source but used in the place of one. Those are meant that the configuration
    excludes."""
    among, root = trees(config, os.getcwd()), os.path.realpath(os.getcwd())
    excluded = matcher(config.exclude, config.root)
    tops = [os.path.abspath(path) for path in paths or ["."]]
    try:
        known = base.repository.files()
    except GitError:
        return
    for name in known:
        path = os.path.join(os.path.abspath(base.repository.directory), name)
        above = [top for top in tops if is_below(path, top)]
        if not above:
            continue
        read = functools.partial(_changed, path, root, base, remains)
        reasons = _reasons(path, above, among, read)
        if not reasons or any(is_below(path, each) for each in config.elsewhere):
            continue
        if not any(map(excluded, _and_above(path, above[0]))):
            yield Problem(display_path(path, root), reasons[0])


def _reasons(path: str, above: Sequence[str], among: Sequence[SourceTree], read: Callable[[], bytes]) -> list[str]:
    """The reasons for which runs over these directories pass a file over; nothing where one does not."""
    for tree in among:
        told = [tree.overlooks(path, top, read) for top in above]
        if None not in told:
            return [reason for reason in told if reason is not None]
    return []


def _changed(path: str, root: str, base: Base, remains: Remains) -> bytes:
    """The text that the change has given a file; nothing where it had that at the base."""
    data = bytes_at(path) if remains.is_touched(display_path(path, root)) else None
    return b"" if data is None or base.read(path) == data else data


def _and_above(path: str, top: str) -> Iterator[str]:
    """A path, and the directories that it lies in as patterns know them, up to another one."""
    yield path
    while path != top and path != os.path.dirname(path):
        path = os.path.dirname(path)
        yield path + "/"
