"""Mappings of the configuration that map nothing: a rule that compares nothing would look as if all were well."""

from __future__ import annotations

from collections.abc import Sequence

from apivet.config import Config
from apivet.exceptions.entries import relative
from apivet.python.groups import Groups
from apivet.python.sources import SourceFile
from apivet.verdicts import Problem


def unmatched_mappings(files: Sequence[SourceFile], groups: Groups, config: Config) -> list[Problem]:
    """The ``[[tool.apivet.hub]]`` entries that lead from no module of these files to another one. ``files`` are those
    of the whole tree, else there is nothing to tell from it."""
    if not config.hubs:
        return []
    paths = [file.absolute for file in files]
    places = ", ".join(map(relative, config.source_roots)) or "the working directory"
    problems = []
    for number, mapping in enumerate(groups.mappings, start=1):
        hubs, served = groups.matched(mapping, paths)
        if hubs and served and any(groups.pairs(mapping, hub) for hub in hubs):
            continue
        if hubs and served:
            what = "no module that 'hub' matches has one that 'served' matches"
        else:
            absent = [f"'{key}'" for key, found in (("hub", hubs), ("served", served)) if not found]
            what = f"{' and '.join(absent)} {'match' if len(absent) > 1 else 'matches'} no module"
        message = f"tool.apivet.hub #{number} ({mapping.source}): {what}; names are seen from {places}"
        problems.append(Problem(relative(config.file) if config.file else "", message))
    return problems
