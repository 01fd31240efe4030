"""``apivet subjects``: all that is recognised, and what looks as if it were and is not."""

from __future__ import annotations

from typing import Any

from apivet.check.listing import REGISTRATION, STRATEGY, Listed, Listing, listing
from apivet.check.subjects import HUB
from apivet.commands.several import read_projects
from apivet.commands.tables import print_json, print_table
from apivet.program.contents import NearMiss
from apivet.reports.counts import number_of
from apivet.reports.escaping import one_line
from apivet.reports.text import print_problems


def list_subjects(paths: tuple[str, ...], *, format_: str, config: str | None) -> int:
    """Print every subject and every near miss. 2 where the configuration is about something that is not there."""
    found = listing(read_projects(config, paths))
    if format_ == "json":
        print_json(_document(found))
    else:
        _print(found)
    print_problems(found.problems)
    return 2 if any(problem.fatal for problem in found.problems) else 0


def _document(found: Listing) -> dict[str, Any]:
    problems = [
        {"path": each.path, "line": each.line, "message": each.message, "fatal": each.fatal} for each in found.problems
    ]
    return {
        "version": 1,
        "subjects": [_row(each) for each in found.subjects],
        "near_misses": [_near_miss(each) for each in found.near_misses],
        "problems": problems,
        "summary": {
            "files": found.files,
            "hand_written": found.number(STRATEGY),
            "declarative": found.number(REGISTRATION),
            "could_be_declarative": sum(each.could_be_declarative for each in found.subjects),
            "hubs": found.number(HUB),
            "near_misses": len(found.near_misses),
        },
    }


def _row(each: Listed) -> dict[str, Any]:
    row = {
        "object": each.object,
        "kind": each.kind,
        "role": each.role,
        "type": each.type or None,
        "told_by": each.told_by or None,
        "path": each.location.path,
        "line": each.location.line,
        "could_be_declarative": each.could_be_declarative,
    }
    return {**row, "project": each.project} if each.project else row


def _near_miss(each: NearMiss) -> dict[str, Any]:
    return {"object": each.object, "path": each.location.path, "line": each.location.line, "reason": each.reason}


def _print(found: Listing) -> None:
    rows: list[tuple[str, ...]] = [
        (
            each.location.shown,
            each.object,
            f"{each.role} {each.kind}",
            each.type or "-",
            each.told_by + (", could be declarative" if each.could_be_declarative else ""),
        )
        for each in found.subjects
    ]
    if rows:
        print_table(("place", "object", "role", "type", "told by"), rows)
    for miss in found.near_misses:
        print(one_line(f"{miss.location.shown}: near miss: {miss.object}: {miss.reason}"))
    counts = (
        number_of(found.files, "file"),
        number_of(found.number(STRATEGY), "hand-written strategy", "hand-written strategies"),
        number_of(found.number(REGISTRATION), "declarative registration"),
        number_of(found.number(HUB), "hub type"),
        number_of(len(found.near_misses), "near miss", "near misses"),
    )
    print(", ".join(counts))
