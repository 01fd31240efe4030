"""``apivet clean``: what earlier runs have remembered is removed."""

from __future__ import annotations

import os
import shutil

from apivet.blackbox.host.archives import unpacked_in
from apivet.blackbox.host.elsewhere import projects_directory
from apivet.cache import caches_in, directory_for
from apivet.commands.options import UnusableError, read_config
from apivet.reports.counts import number_of
from apivet.reports.escaping import one_line


def clean(*, config: str | None) -> int:
    """Remove the caches of all projects, and projects that were tried here for others (``--scheduler``), and nothing
    else that lies beside them."""
    directory = directory_for(read_config(config))
    for project in unpacked_in(projects_directory()):
        try:
            shutil.rmtree(project.path)
        except OSError as error:
            raise UnusableError([f"{project.path}: cannot be removed: {error.strerror or error}"]) from None
        print(one_line(f"{project.path}: removed, a project that was tried here for others"))
    if directory is None:
        print("there is no cache: no home directory, and no cache-dir in the configuration")
        return 0
    removed = size = 0
    for entry in caches_in(directory):
        try:
            bytes_ = entry.stat().st_size
            os.remove(entry.path)
        except OSError as error:
            raise UnusableError([f"{entry.path}: cannot be removed: {error.strerror or error}"]) from None
        removed, size = removed + 1, size + bytes_
    print(one_line(f"{number_of(removed, 'cache')} removed from {directory}, {size:,} bytes"))
    return 0
