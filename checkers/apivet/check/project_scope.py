"""What lies around the files of a run: some rules ask what the rest of the project does to a type."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace

from apivet.check.gathering import Gathered
from apivet.config import Config
from apivet.python.files.collect import collect
from apivet.python.files.groups import Groups
from apivet.python.files.prefilter import registering_files


def with_surroundings(gathered: Gathered, paths: Sequence[str], config: Config, groups: Groups) -> Gathered:
    """What was gathered for a run over a part of the project, with the registrations of the whole: a type is not
    missing from a scheme because the file that registers it is not under check."""
    grouped = [file.absolute for file in gathered.checked if groups.of(file.absolute)]
    if not grouped:
        return gathered
    tops = sorted({tree_around(path, config) for path in grouped})
    files = collect([*paths, *tops], config.exclude, hubs=config.hubs).files
    registering = tuple(sorted(file.absolute for file in registering_files(files)))
    return replace(gathered, facts=replace(gathered.facts, registering=registering))


def tree_around(path: str, config: Config) -> str:
    """The project, where there is a project file; else the directory that the module's outermost package is in, with
    the packages beside it. Where packages are installed, those beside it are others' business."""
    if config.file is not None:
        return config.root
    directory = os.path.dirname(path)
    while os.path.isfile(os.path.join(directory, "__init__.py")):
        package, directory = directory, os.path.dirname(directory)
        if os.path.basename(directory) in ("site-packages", "dist-packages"):
            return package
    return directory
