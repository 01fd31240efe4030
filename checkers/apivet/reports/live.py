"""The report about a running server: what would be touched; what was tried, how far it came, and what was found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from apivet.catalogue import Catalogue
from apivet.reports.counts import Counts, number_of
from apivet.reports.escaping import one_line
from apivet.reports.machine import report_document
from apivet.reports.text import Detail, Line, group_lines, print_groups, print_lines, print_table, terminal_console
from apivet.reports.watching import print_rows
from apivet.verdicts import Report, Verdict

if TYPE_CHECKING:  # what tries a server needs httpx, which is an extra
    from apivet.live.comparison import SeenGated
    from apivet.live.coverage import ResourceCoverage
    from apivet.live.survey import LiveSubject, ServerSurvey


def print_plan(survey: ServerSurvey) -> None:
    """Print what a run would touch, and about how many requests it would send."""
    print_lines(_plan(survey), terminal_console())


def _plan(survey: ServerSurvey) -> Iterator[Line]:
    for each in survey.subjects:
        yield [(one_line(str(each.resource)), "bold"), (f": {_intention(each)}", "")]
    for resource in survey.virtual:
        yield [(one_line(str(resource)), "dim"), (": not tried: its objects can't be read again", "dim")]
    total = sum(each.estimate for each in survey.subjects)
    count = number_of(len(survey.subjects), "resource")
    yield [(f"{count}, about {total:,} requests", "")]


def _intention(subject: LiveSubject) -> str:
    if subject.obstacle:
        return f"not tried: {subject.obstacle}"
    kind = "dry runs only, as objects of it are dangerous" if subject.dangerous else "an object made and removed"
    return f"{kind}; about {subject.estimate} requests"


def plan_document(survey: ServerSurvey) -> dict[str, Any]:
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


class ServerHead(Struct, frozen=True):
    """The server that a run has judged, as whom, and where: what stands at a report's head."""

    version: str
    user: str
    context: str
    namespace: str
    insecure: bool

    @property
    def words(self) -> str:
        """The same in a line."""
        parts = [f"server {self.version or 'of an unknown version'}"]
        parts += [f"user {self.user}"] * bool(self.user) + [f"context {self.context}"] * bool(self.context)
        parts.append(f"namespace {self.namespace}" if self.namespace else "namespaces of the run's own")
        return ", ".join(parts + ["certificate NOT checked"] * self.insecure)


def print_judged(
    report: Report,
    head: ServerHead,
    covered: Sequence[ResourceCoverage],
    virtual: Sequence[str],
    gated: Sequence[SeenGated],
    rules: Catalogue,
    detail: Detail,
) -> None:
    """Print findings, what could not be tried, and the sum."""
    terminal = terminal_console()
    if detail.quiet or detail.statistics:
        print_groups(report, rules, detail)
        print_lines([_sum(report, covered)] * (not detail.quiet), terminal)
        return
    print_lines([head_line(head)], terminal)
    for group in detail.groups(report):
        if group.first.verdict is Verdict.VIOLATED:
            print_lines(group_lines(group, rules), terminal)
    print_lines(_unproven(report), terminal)
    if detail.verbose:
        print_rows(report)
    print_lines(_gated(gated), terminal)
    print_lines(_besides(covered, virtual), terminal)
    print_table(report, rules)
    print_lines([_sum(report, covered)], terminal)


def head_line(head: ServerHead) -> Line:
    """The head of the report, for people."""
    return [(one_line(head.words), "dim")]


def _unproven(report: Report) -> Iterator[Line]:
    """The rules that could not be decided, those of one object with one reason in one line."""
    reasons: dict[tuple[str, str], dict[str, None]] = {}
    for finding in report.findings:
        if finding.verdict is Verdict.UNPROVEN:
            reasons.setdefault((finding.object, finding.message), {})[finding.rule] = None
    for (name, reason), symbols in reasons.items():
        listed = ", ".join(symbols)
        yield [(one_line(name), "cyan"), (f": unproven: {one_line(reason)} ", ""), (f"({listed})", "dim")]


def _gated(gated: Sequence[SeenGated]) -> Iterator[Line]:
    """The fields that depend on gates, with the gates that it may be."""
    for each in gated:
        why = " or ".join(each.gates) or "a gate that the metrics do not tell"
        yield [(one_line(each.resource), "cyan"), (f": {one_line(each.field)} is gated by {one_line(why)}", "")]


def print_besides(covered: Sequence[ResourceCoverage], virtual: Sequence[str]) -> None:
    """Print lines about resources not covered, and about errors of the server."""
    print_lines(_besides(covered, virtual), terminal_console())


def _besides(covered: Sequence[ResourceCoverage], virtual: Sequence[str]) -> Iterator[Line]:
    """Lines about resources not covered, and about errors of the server."""
    for each in covered:
        name = one_line(str(each.subject.resource))
        if each.reason and not each.valid:
            yield [(name, "cyan"), (f": no valid object: {one_line(each.reason)}", ""), (_hint(each), "dim")]
        elif each.status is False:
            yield [(name, "cyan"), (": no filled status was taken", "")]
        for error in each.errors:
            yield [(name, "cyan"), (f": server error: {one_line(f'{error.request}: {error.answer}')}", "")]
    for name in virtual:
        yield [(one_line(name), "dim"), (": not covered: its objects can't be read again", "dim")]


def _hint(covered: ResourceCoverage) -> str:
    return f" (a stub, {one_line(covered.stub)}, can say what is missing)" if covered.requests else ""


def _sum(report: Report, covered: Sequence[ResourceCoverage]) -> Line:
    counts = Counts.of(report)
    line: Line = [(f"{_reach(covered)}: {number_of(counts.holds, 'verdict holds', 'verdicts hold')}, ", "")]
    line.append((f"{counts.violated} violated", "bold red" if counts.violated else "green"))
    line.append((f", {counts.unproven} unproven, {counts.suppressed} suppressed", ""))
    if report.problems:
        line.append((f", {number_of(len(report.problems), 'problem')}", "bold red"))
    line.append((f"; {_requests(covered)}", ""))
    return line


def coverage_line(covered: Sequence[ResourceCoverage]) -> Line:
    """How far the trials of a server came, and what they took."""
    return [(f"server: {_reach(covered)}; {_requests(covered)}", "")]


def _reach(covered: Sequence[ResourceCoverage]) -> str:
    valid = sum(each.valid for each in covered)
    status = [each.status for each in covered if each.status is not None]
    parts = [f"{number_of(len(covered), 'resource')}, {valid} with a valid object"]
    if status:
        parts.append(f"{sum(status)} of {len(status)} with a filled status")
    known = sum(each.known for each in covered)
    if known:
        parts.append(f"{sum(each.filled for each in covered) * 100 // known} % of fields filled")
    return ", ".join(parts)


def _requests(covered: Sequence[ResourceCoverage]) -> str:
    return f"{sum(each.requests for each in covered):,} requests"


def judged_document(
    report: Report,
    head: ServerHead,
    covered: Sequence[ResourceCoverage],
    virtual: Sequence[str],
    gated: Sequence[SeenGated],
    rules: Catalogue,
) -> dict[str, Any]:
    """The report for machines: that of a check, then how far each resource came."""
    return {
        **report_document(report, rules),
        **coverage_document(head, covered, virtual),
        "gated": [{"object": each.resource, "field": each.field, "gates": list(each.gates)} for each in gated],
    }


def coverage_document(head: ServerHead, covered: Sequence[ResourceCoverage], virtual: Sequence[str]) -> dict[str, Any]:
    """The server, and how far each resource came, for machines."""
    names = ("version", "user", "context", "namespace", "insecure")
    return {
        "server": {name: getattr(head, name) for name in names},
        "coverage": [
            {
                "object": str(each.subject.resource),
                "valid": each.valid,
                "status": each.status,
                "fields": {"filled": each.filled, "known": each.known, "dropped": list(each.dropped)},
                "requests": each.requests,
                "requests_to_valid": each.first_valid,
                "reason": each.reason or None,
                "server_errors": [
                    {"request": error.request, "answer": error.answer, "body": error.body} for error in each.errors
                ],
            }
            for each in covered
        ],
        "virtual": list(virtual),
    }
