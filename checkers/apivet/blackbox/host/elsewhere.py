"""A piece of work on another machine: the project is unpacked there, and a crew of one tries the piece.

The process that does so belongs to the cluster, and runs nothing of the project's: as on this machine, that is the
business of a worker of its own, and what comes back is text.
"""

from __future__ import annotations

import json
import os
import pickle
import sys
from collections.abc import Iterable
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from apivet import __version__
from apivet.blackbox.host.archives import Archive
from apivet.blackbox.host.crew import Crew
from apivet.blackbox.host.processes import Ready
from apivet.blackbox.protocol.messages import Examined, Imports, RunSetting, Work, line_of, read_line
from apivet.blackbox.protocol.scratch import ProjectFiles

T = TypeVar("T")


class Request(Struct, frozen=True):
    """A piece of work with all that a crew is told: the setting, the modules that are imported before, and the
    directory to be in. ``software`` is what has to be the same on both machines."""

    software: str
    setting: RunSetting
    imports: tuple[Imports, ...]
    work: Work
    directory: str

    def packed(self) -> bytes:
        """The request as it travels."""
        return pickle.dumps(self, pickle.HIGHEST_PROTOCOL)


def software() -> str:
    """The software that decides what is seen: this package, and the interpreter."""
    return f"apivet {__version__} on Python {sys.version_info.major}.{sys.version_info.minor}"


def tried_here(archive: Archive, request: bytes) -> list[bytes]:
    """The outcome of a piece of work, as lines of text, where this is the other machine."""
    asked: Request = pickle.loads(request)
    if asked.software != software():
        raise RuntimeError(f"it has {software()}, and not {asked.software}")
    tree = asked.setting.tree
    assert tree is not None
    root = archive.unpacked(projects_directory())

    def here(value: T) -> T:
        return relocated(value, tree.root, root)

    # Places outside of the project are not there.
    roots = tuple(path for path in here(asked.setting.roots) if _is_below(path, root))
    setting = replace(asked.setting, roots=roots, tree=ProjectFiles(root, tree.files))
    directory = here(asked.directory)
    with Crew(setting, 1, Ready(directory=directory if _is_below(directory, root) else root)) as crew:
        crew.give([here(asked.work)], tuple(map(here, asked.imports)))
        (examined,) = crew.results(lambda steps: None)
        remarks = list(crew.remarks)
    lines = [line_of("examined", examined), *(line_of("slow", each) for each in remarks)]
    there, original = (json.dumps(path)[1:-1].encode() for path in (root, tree.root))
    return [line.replace(there, original) for line in lines]  # in words that speak of it, too


def heard(lines: Iterable[bytes]) -> tuple[Examined, list[str]]:
    """The outcome of a piece of work, and remarks about the run. Raises ``ValueError``."""
    messages = [read_line(line) for line in lines]
    (examined,) = (value for kind, value in messages if kind == "examined")
    return examined, [value for kind, value in messages if kind == "slow"]


def projects_directory() -> str:
    """The place of unpacked projects: of the user's caches, one that nobody else writes to."""
    import platformdirs

    return os.path.join(platformdirs.user_cache_dir("apivet"), "trees")


def _is_below(path: str, root: str) -> bool:
    return path == root or path.startswith(root + os.sep)


def relocated(value: T, root: str, new: str) -> T:
    """The value with other paths: those at or below a directory are at or below the new one."""
    moved: Any = value
    if isinstance(value, str):
        moved = new + value[len(root) :] if _is_below(value, root) else value
    elif isinstance(value, (tuple, list, frozenset, set)):
        moved = type(value)(relocated(item, root, new) for item in value)
    elif isinstance(value, dict):
        moved = {key: relocated(item, root, new) for key, item in value.items()}
    elif isinstance(value, Struct):
        moved = replace(value, **{name: relocated(getattr(value, name), root, new) for name in value.__struct_fields__})
    result: T = moved
    return result
