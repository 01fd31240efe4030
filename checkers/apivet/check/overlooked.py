"""Files of a change that have something to judge, and lie where no walk looks, though programs find them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from apivet.base import Base
from apivet.config import Config
from apivet.front_ends import tree_of, trees
from apivet.git_process import GitError
from apivet.program.collecting import matcher
from apivet.program.files import bytes_at, display_path, is_below
from apivet.program.front_end import Interest
from apivet.verdicts import Problem


def overlooked(paths: Sequence[str], config: Config, base: Base) -> Iterator[Problem]:
    """A problem for each file that the change has put into a directory that is passed over for its name, or for what
    lies in it, unless the configuration excludes it."""
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
        if not above or not tree.takes(path) or not all(tree.leaves_out(path, top) for top in above):
            continue
        if any(map(excluded, _and_above(path, above[0]))) or any(is_below(path, each) for each in config.elsewhere):
            continue
        data = bytes_at(path)
        if (
            data is None
            or base.read(path) == data
            or Interest.OWN not in tree.interest(data, frozenset(), Interest.OWN)
        ):
            continue
        shown = display_path(path, os.path.realpath(root))
        reason = f"no walk looks into {os.path.dirname(shown)}, and there is something to judge in it"
        yield Problem(shown, f"{reason}: name that directory on the command line, or move the file")


def _and_above(path: str, top: str) -> Iterator[str]:
    """A path, and the directories that it lies in as patterns know them, up to another one."""
    yield path
    while path != top and path != os.path.dirname(path):
        path = os.path.dirname(path)
        yield path + "/"
