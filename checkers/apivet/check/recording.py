"""Serialized objects of every type, written down once and compared after a change."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from apivet.blackbox.host.crew import examine_all
from apivet.blackbox.host.type_plan import documents
from apivet.blackbox.protocol.messages import StoredDocument
from apivet.check.golden import RULE, Golden, comparison_with, why_no_documents
from apivet.check.observing import Note, Watched, finish, setting_of, survey, take_in_documents
from apivet.config import Config
from apivet.verdicts import Location, Problem, Report


class Written(Struct):
    """The documents of a tree, the types that have none with the reason, and what could not be used."""

    documents: dict[str, StoredDocument] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    problems: list[Problem] = field(default_factory=list)


def write(paths: Sequence[str], config: Config) -> Written:
    """Have an object of every type serialized."""
    report = Report()
    surveyed = survey(paths, config, report)
    inventory = surveyed.inventory()
    written = Written(problems=report.problems)
    where = ", ".join(paths) or "."
    assignment = documents(inventory, surveyed.program, config, {})
    if assignment is None:
        written.problems.append(Problem(where, f"{why_no_documents(inventory)}, so nothing can be serialized"))
        return written
    (examined,) = examine_all([assignment], setting_of(config, 0), 1, lambda steps: None)
    if examined.reason:
        written.problems.append(Problem(where, f"nothing was serialized: {examined.reason}"))
    elif not examined.documents:
        written.problems.append(Problem(where, f"no codec takes any type: {'; '.join(examined.notes[:1])}"))
    written.documents = {document.name: document for document in examined.documents}
    written.notes = examined.notes
    return written


def record(directory: Path, written: Written) -> list[str]:
    """Put the documents into a directory. Returns the names of the files that are new or not what they were. Raises
    ``OSError``."""
    directory.mkdir(parents=True, exist_ok=True)
    changed = []
    for name, document in sorted(written.documents.items()):
        data, path = base64.b64decode(document.data), directory / name
        if not path.exists() or path.read_bytes() != data:
            changed.append(name)
            path.write_bytes(data)
    return changed


def compare(paths: Sequence[str], config: Config, golden: Golden) -> Watched:
    """Judge the documents of a tree by those that were recorded, and nothing else."""
    config = replace(config, select=(RULE,), ignore=(), enable=())
    watched = Watched(Report(), 0)
    surveyed = survey(paths, config, watched.report)
    comparison = comparison_with(golden, config, surveyed.inventory(), surveyed.program, watched.report, is_whole=True)
    if comparison is None:
        return watched
    (examined,) = examine_all([comparison.assignment], setting_of(config, 0), 1, lambda steps: None)
    take_in_documents(comparison, examined, surveyed.program, watched)
    place = Location(golden.shown, 1)
    watched.notes += [Note(comparison.assignment.name, place, note) for note in examined.notes]
    finish(paths, config, watched)
    return watched
