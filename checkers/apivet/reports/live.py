"""The report about a running server: what would be touched, what was, and what could not be tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from apivet.reports.escaping import one_line
from apivet.reports.text import Line, number_of, print_lines, terminal_console


class Subject(Protocol):
    """A resource that is tried."""

    @property
    def resource(self) -> object: ...
    @property
    def dangerous(self) -> bool: ...
    @property
    def obstacle(self) -> str: ...
    @property
    def estimate(self) -> int: ...


class Survey(Protocol):
    """What a server serves."""

    @property
    def subjects(self) -> Sequence[Subject]: ...
    @property
    def virtual(self) -> Sequence[object]: ...
    @property
    def remarks(self) -> Sequence[str]: ...


def print_plan(survey: Survey) -> None:
    """Print what a run would touch, and about how many requests it would send."""
    print_lines(_plan(survey), terminal_console())


def _plan(survey: Survey) -> Iterator[Line]:
    for each in survey.subjects:
        yield [(one_line(str(each.resource)), "bold"), (f": {_intention(each)}", "")]
    for resource in survey.virtual:
        yield [(one_line(str(resource)), "dim"), (": not tried: its objects can't be read again", "dim")]
    total = sum(each.estimate for each in survey.subjects)
    count = number_of(len(survey.subjects), "resource")
    yield [(f"{count}, about {total:,} requests", "")]


def _intention(subject: Subject) -> str:
    if subject.obstacle:
        return f"not tried: {subject.obstacle}"
    kind = "dry runs only, as objects of it are dangerous" if subject.dangerous else "an object made and removed"
    return f"{kind}; about {subject.estimate} requests"


def plan_document(survey: Survey) -> dict[str, Any]:
    """The same for machines."""
    return {
        "version": 1,
        "resources": [
            {
                "resource": str(each.resource),
                "dangerous": each.dangerous,
                "obstacle": each.obstacle or None,
                "requests": each.estimate,
            }
            for each in survey.subjects
        ],
        "virtual": [str(each) for each in survey.virtual],
        "remarks": list(survey.remarks),
    }
