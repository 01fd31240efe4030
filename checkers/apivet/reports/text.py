"""The report for people: a finding with its source line, the way that leads there, and where to read on.

The lines are made once, as runs of (text, style). A terminal gets them in colour, everything else as they are.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TextIO

from msgspec import Struct

from apivet.catalogue import Catalogue, Severity
from apivet.reports.counts import Counts, number_of
from apivet.reports.escaping import one_line
from apivet.reports.excerpt import excerpt
from apivet.reports.grouping import FindingGroup, grouped
from apivet.verdicts import Confidence, Finding, Location, Problem, Report, Verdict

if TYPE_CHECKING:
    from rich.console import Console

#: Pieces of one line, each with the style that it has on a terminal.
Line = list[tuple[str, str]]

_STYLES = {
    Severity.ERROR: "bold red",
    Severity.WARNING: "bold yellow",
    Severity.REFACTOR: "bold cyan",
    Severity.INFO: "bold blue",
}


class Detail(Struct, frozen=True):
    """The amount that is reported: findings that an exception covers, too; each finding with all that is known of it
    (``verbose``), a line for those that stand together (``quiet``), or how many each rule has (``statistics``)."""

    show_suppressed: bool = False
    verbose: bool = False
    quiet: bool = False
    statistics: bool = False

    def groups(self, report: Report) -> list[FindingGroup]:
        """The findings to show, as they stand together."""
        shown = [each for each in report.findings if each.suppressed_by is None or self.show_suppressed]
        return [FindingGroup(each) for each in shown] if self.verbose else grouped(shown)


def print_report(report: Report, rules: Catalogue, detail: Detail = Detail()) -> None:
    """Print findings and counts to standard output."""
    terminal = terminal_console()
    print_groups(report, rules, detail)
    if not detail.quiet:
        print_table(report, rules)
        print_lines([*unseen_lines(report), summary_line(report)], terminal)


def print_groups(report: Report, rules: Catalogue, detail: Detail) -> None:
    """Print the findings."""
    terminal = terminal_console()
    if detail.statistics:
        print_lines(statistics_lines(report, rules), terminal)
        return
    for group in detail.groups(report):
        print_lines([headline(group, rules)] if detail.quiet else group_lines(group, rules), terminal)


def print_table(report: Report, rules: Catalogue) -> None:
    """Print how many findings of each rule there are, on a terminal only."""
    terminal = terminal_console()
    if terminal and report.findings:
        terminal.print(_table(report, rules))


def print_problems(problems: Iterable[Problem], stream: TextIO | None = None) -> None:
    """Print each problem on a line of its own, to standard error."""
    for problem in problems:
        print(problem_line(problem), file=stream or sys.stderr)


def problem_line(problem: Problem) -> str:
    """``path:line: message``."""
    place = f"{problem.path}:{problem.line}" if problem.line else problem.path
    return one_line(f"{place}: {problem.message}")


def terminal_console() -> Console | None:
    """Rich's console where standard output is a terminal, or is to be written in colour whatever it is."""
    colour = wants_colour()
    if not (sys.stdout.isatty() or colour):
        return None
    from rich.console import Console

    if colour is False:
        return Console(markup=False, emoji=False, highlight=False, color_system=None)
    if sys.stdout.isatty():
        return Console(markup=False, emoji=False, highlight=False)
    # Nothing is known of the width of what is no terminal.
    return Console(markup=False, emoji=False, highlight=False, force_terminal=True, width=_ENDLESS, no_color=False)


#: Names of what was not looked at that are reported.
_NAMED = 3
#: Columns enough for each line.
_ENDLESS = 10_000


def wants_colour() -> bool | None:
    """Whether colours are asked for or refused: by ``--color``, else by the environment; ``None`` for neither."""
    from click.globals import resolve_color_default

    told = resolve_color_default()
    if told is not None:
        return told
    if os.environ.get("NO_COLOR"):
        return False
    if any(os.environ.get(name, "0") not in ("", "0") for name in ("FORCE_COLOR", "CLICOLOR_FORCE")):
        return True
    return None


def print_lines(lines: Iterable[Line], terminal: Console | None) -> None:
    """Print lines, never wrapped by us: a path that is cut in two is no link any more."""
    if terminal is None:
        for line in lines:
            print("".join(text for text, _ in line).rstrip())
        return
    from rich.text import Text

    for line in lines:
        terminal.print(Text.assemble(*line), soft_wrap=True)


# --------------------------------------------------------------------------------------------------- one finding


def finding_lines(finding: Finding, rules: Catalogue) -> Iterator[Line]:
    """A finding: its headline, and below it what a person needs to believe it."""
    return group_lines(FindingGroup(finding), rules)


def group_lines(group: FindingGroup, rules: Catalogue) -> Iterator[Line]:
    """Findings that stand together: the headline and the evidence of the first, and the fields of all."""
    finding = group.first
    yield headline(group, rules)
    if finding.suppressed_by is not None:
        yield [(f"    suppressed by {one_line(finding.suppressed_by)}", "dim")]
        return
    if finding.verdict is Verdict.VIOLATED:
        yield from _source(finding.location)
    for step in finding.witness:
        place = f"{step.path}:{step.line}: " if step.path else ""
        yield [("    ", ""), (one_line(place), "cyan"), (one_line(step.note), "")]
    for other in group.unlike:
        yield [(f"    {one_line(other.message)}", "")]
    # What an exception for it would be keyed on.
    fields = [each.field for each in group.members if each.field]
    told = f", field{'s' if len(fields) > 1 else ''} {', '.join(fields)}" if fields else ""
    yield [(f"    object {one_line(finding.object + told)}", "dim")]
    rule = rules.find(finding.rule)
    if rule:
        yield [(f"    see apivet explain {rule.id or rule.symbol}", "dim")]
    yield []


def headline(group: FindingGroup, rules: Catalogue) -> Line:
    """The line that says where and what."""
    finding = group.first
    rule = rules.find(finding.rule)
    location = finding.location
    place = f"{location.path}:{location.line}:{location.column + 1}" if location.path else finding.object
    name = rule.name if rule else finding.rule
    quiet = finding.suppressed_by is not None or finding.verdict is Verdict.UNPROVEN
    style = "dim" if quiet or rule is None else _STYLES[rule.severity]
    message = finding.message
    if group.others:
        message += f" (and {number_of(len(group.others), 'more field')}, below)"
    if finding.confidence is Confidence.INFERRED:
        message += " (inferred: no declared type)"
    line = [(one_line(place), "dim" if quiet else "bold"), (": ", ""), (name, style)]
    if finding.verdict is Verdict.UNPROVEN:
        line.append((" unproven", "dim"))
    line.append((f": {one_line(message)}", "dim" if quiet else ""))
    return line


def _source(location: Location) -> Iterator[Line]:
    shown = excerpt(location)
    if shown is None:
        return
    number = str(shown.line)
    yield [(f"    {number} | ", "dim"), (shown.text, "")]
    gutter = " " * (len(number) + 4)
    yield [(f"{gutter} | ", "dim"), (" " * shown.start, ""), ("^" * shown.length, "bold red")]


# ------------------------------------------------------------------------------------------------------- the sum


def summary_line(report: Report) -> Line:
    """Totals of the run: the files, strategies and types, and the verdicts."""
    counts = Counts.of(report)
    strategies = number_of(report.strategies, "strategy", "strategies")
    looked_at = ", ".join((number_of(report.files, "file"), strategies, number_of(report.types, "type")))
    line: Line = [(f"{looked_at}: ", ""), (f"{counts.violated} violated", "bold red" if counts.violated else "green")]
    line.append((f", {counts.unproven} unproven, {counts.suppressed} suppressed", ""))
    if report.problems:
        line.append((f", {number_of(len(report.problems), 'problem')}", "bold red"))
    return line


def unseen_lines(report: Report) -> Iterator[Line]:
    """Source that was not looked at, on one line: files of other builds, packages that the tree lacks, links out of
    it."""
    told = [f"{number_of(report.not_built, 'file')} left out by build constraints"] if report.not_built else []
    packages = sorted({each.package for each in report.missing if each.package})
    links = sorted({each.link for each in report.missing if each.link})
    if packages:
        told.append(f"{number_of(len(packages), 'package')} not in the tree ({_some(packages)})")
    if links:
        told.append(f"{number_of(len(links), 'link')} out of the tree not followed ({_some(links)})")
    if told:
        yield [(one_line(f"not looked at: {'; '.join(told)}"), "dim")]
    if report.unfollowed and report.strategies:
        places = [f"{each.path}:{each.line}" for each in report.unfollowed]
        yield [(one_line(f"not followed: code that sets what can't be told ({_some(places)})"), "dim")]


def _some(names: list[str]) -> str:
    """The first of some names."""
    more = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {more:,} more" if more > 0 else "")


def statistics_lines(report: Report, rules: Catalogue) -> Iterator[Line]:
    """The number of findings of each rule that no exception covers, those with most of them first."""
    numbers = {rule: (each.violated, each.unproven) for rule, each in Counts.by_rule(report).items()}
    for symbol, (violated, unproven) in sorted(numbers.items(), key=lambda item: (-sum(item[1]), item[0])):
        rule = rules.find(symbol)
        for number, word in ((violated, ""), (unproven, " unproven")):
            if number:
                yield [(f"{number:>6}  ", "bold"), (f"{rule.name if rule else symbol}{word}", "")]


def _table(report: Report, rules: Catalogue) -> object:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("rule", overflow="fold")
    for heading in ("id", "violated", "unproven", "suppressed"):
        table.add_column(heading, justify="left" if heading == "id" else "right", no_wrap=True)
    for symbol, counts in Counts.by_rule(report).items():
        rule = rules.find(symbol)
        row = (symbol, rule.id if rule else "", str(counts.violated), str(counts.unproven), str(counts.suppressed))
        table.add_row(*(Text(cell) for cell in row))
    return table
