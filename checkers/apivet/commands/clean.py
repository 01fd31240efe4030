"""``apivet clean``: what earlier runs have remembered is removed."""

from __future__ import annotations

import os
import shutil

from apivet.blackbox.host.archives import unpacked_in
from apivet.blackbox.host.elsewhere import projects_directory
from apivet.cache import caches_in, directory_for
from apivet.commands.options import UnusableError, read_config
from apivet.documents import reason
from apivet.reports.counts import number_of
from apivet.reports.escaping import one_line


def clean(*, config: str | None) -> int:
    """Remove the caches of all projects, and projects that were tried here for others (``--scheduler``), and nothing
    else that lies beside them."""
    directory = directory_for(read_config(config))
    for project in unpacked_in(projects_directory()):
        _remove(project)
        print(one_line(f"{project.path}: removed, a project that was tried here for others"))
    if directory is None:
        print("there is no cache: no home directory, and no cache-dir in the configuration")
        return 0
    removed = size = 0
    for entry in caches_in(directory):
        removed, size = removed + 1, size + _remove(entry)
    print(one_line(f"{number_of(removed, 'cache')} removed from {directory}, {size:,} bytes"))
    return 0


def _remove(entry: os.DirEntry[str]) -> int:
    """Remove a file, or a directory with all that it holds; the size, in bytes, of the entry itself."""
    try:
        size = entry.stat().st_size
        (shutil.rmtree if entry.is_dir() else os.remove)(entry.path)
    except OSError as error:
        raise UnusableError([f"{entry.path}: cannot be removed: {reason(error)}"]) from None
    return size
