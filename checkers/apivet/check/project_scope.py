"""The project around the files of a run: some rules ask how the rest of the project uses a type."""

from __future__ import annotations

import os
from collections.abc import Sequence

from msgspec.structs import replace

from apivet.check.gathering import Gathered
from apivet.config import Config
from apivet.program.files import SourceFile, is_below
from apivet.program.front_end import Looks, SourceTree


def with_project_scope(
    gathered: Gathered,
    tree: SourceTree,
    known: Sequence[SourceFile],
    paths: Sequence[str],
    config: Config,
    looks: Looks | None = None,
) -> Gathered:
    """The gathered files of a run over a part of the project, of which all ``known`` files were looked at, with the
    registrations and stores of the whole: a type is not missing from a scheme because the file that registers it is not
    under check, and no strategy is another one because its store is not."""
    gathered = replace(gathered, facts=tree.with_users(gathered.facts, gathered.checked, known, looks))
    grouped = [file.absolute for file in gathered.checked if tree.groups_of(file.absolute)]
    if not grouped:
        return gathered
    tops = sorted({tree_around(path, config) for path in grouped})
    walked = [os.path.realpath(path) for path in paths if os.path.isdir(path)]
    are_covered = all(any(is_below(os.path.realpath(top), path) for path in walked) for top in tops)
    files = known if are_covered else tree.collect([*paths, *tops]).files
    return replace(gathered, facts=tree.with_registering(gathered.facts, files, looks))


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
