"""The black box's half of a run, put together from the JSON reports of its shares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from apivet.catalogue import Catalogue
from apivet.reports.machine import watched_document
from apivet.reports.reading import report_of
from apivet.verdicts import Location
from apivet.watched import Note, Storage, Unexercised, Watched

Row = dict[str, Any]


def of_projects(parts: Sequence[tuple[str, Watched]], rules: Catalogue) -> Row:
    """All that a share tells of each of several projects, by their names; nothing where it has one."""
    if len(parts) < 2:
        return {}
    rows = {name: watched_document(part.report, part, rules) for name, part in parts}
    return {"projects": {name: {**rows[name], "shard": {"looking": part.looking}} for name, part in parts}}


def part_of(document: Row, project: str) -> Row:
    """The part of a share that is about a project, as that of a run over it alone would be."""
    part: Row = document["shard"].get("projects", {"": document})[project]
    return part


def parts_of(document: Row) -> list[Row]:
    """The parts of a share, of each project one."""
    return list(document["shard"].get("projects", {"": document}).values())


def watched_of(documents: Sequence[Row]) -> Watched:
    """The results of all shares, as they are before exceptions are applied. Raises ``KeyError``, ``TypeError`` and
    ``ValueError`` where a document is no report of the black box."""
    whole = Watched(report_of(documents[0]), documents[0]["seed"])
    for document in documents[1:]:
        part = report_of(document)
        whole.report.findings += part.findings
        whole.report.judgements += part.judgements
        whole.report.problems += part.problems
    for document in documents:
        whole.unexercised += [
            Unexercised(row["object"], _place(row), row["reason"], row["fails"], row.get("case", ""))
            for row in document["unexercised"]
        ]
        whole.notes += [Note(row["object"], _place(row), row["note"]) for row in document["notes"]]
        whole.storages += [Storage(row["object"], _place(row), tuple(row["failures"])) for row in document["storages"]]
        whole.cases.update(document["cases"])
        whole.runs += document["runs"]
        whole.strategies += document["tried"]["strategies"]
        whole.others += document["tried"]["others"]
        whole.looking += document["shard"]["looking"]
    whole.settle()
    return whole


def _place(row: Row) -> Location:
    return Location(row["path"], row["line"])
