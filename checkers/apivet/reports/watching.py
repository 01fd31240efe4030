"""The black box's report for people: each finding with the smallest case that shows it, what was not tried and why, and
a last line that says what the run is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import Final

from msgspec import Struct

from apivet.blackbox.protocol.case_files import file_name
from apivet.catalogue import Catalogue
from apivet.reports.counts import Counts, number_of
from apivet.reports.escaping import one_line
from apivet.reports.text import Detail, Line, group_lines, print_groups, print_lines, print_table, terminal_console
from apivet.verdicts import Finding, Judgement, Location, Remark, Report, Verdict
from apivet.watched import Watched


class Kept(Struct, frozen=True):
    """Where failing cases are kept: in a directory, if there is one."""

    directory: str | None = None

    def path(self, finding: Finding) -> str:
        """The file of a finding's case; empty where none is kept."""
        if self.directory is None:
            return ""
        name = file_name(finding.rule, finding.object, finding.field, finding.fingerprint)
        return (PurePath(self.directory) / name).as_posix()


def print_watched(report: Report, watched: Watched, rules: Catalogue, detail: Detail, kept: Kept = Kept()) -> None:
    """Print everything, the sum at the end."""
    print_findings(report, watched.cases, rules, detail, kept)
    if detail.quiet:
        return
    print_besides(watched)
    print_what_verdicts_rest_on(report, verbose=detail.verbose)
    print_table(report, rules)
    print_lines([summary_line(report, watched)], terminal_console())


def print_findings(
    report: Report, cases: Mapping[str, str], rules: Catalogue, detail: Detail, kept: Kept = Kept()
) -> None:
    """Print the findings; with all that is known of them each with its failing case, else with the files of these."""
    if detail.quiet or detail.statistics:
        print_groups(report, rules, detail)
        return
    terminal = terminal_console()
    hidden = 0
    for group in detail.groups(report):
        *lines, last = group_lines(group, rules)
        shown = [each for each in group.members if each.verdict is Verdict.VIOLATED and each.suppressed_by is None]
        known = [each for each in shown if each.fingerprint in cases]
        print_lines(lines, terminal)
        if not detail.verbose:
            paths = [path for path in map(kept.path, known) if path]
            print_lines([[(f"    case {one_line(path)}", "dim")] for path in paths], terminal)
            hidden += len(known) - len(paths)
        print_lines([last], terminal)
        if detail.verbose:
            for each in known:
                print_lines(case_lines(cases[each.fingerprint], "The smallest case that shows it:"), terminal)
    if hidden:
        shown_by = "a smallest case that shows it, as Python to run: --verbose prints it"
        told = f"{number_of(hidden, 'finding')} with {shown_by}"
        print_lines([[(told, "dim")], []], terminal)


def case_lines(case: str, heading: str) -> Iterator[Line]:
    """The case, from the margin on: it is there to be copied."""
    if not case:
        return
    yield [(f"    {heading}", "dim")]
    yield []
    for line in case.splitlines():
        yield [(one_line(line), "")]
    yield []


def print_besides(watched: Watched) -> None:
    """Print what was not tried, what storages do not keep, and what the tried code did besides; one line each."""
    terminal = terminal_console()
    for each in watched.unexercised:
        print_lines([_remark(each.location, each.object, f"was not exercised: {each.reason}")], terminal)
        print_lines(case_lines(each.case, "The call that came to no good end:"), terminal)
    for storage in watched.storages:
        for failure in storage.failures:
            print_lines([_remark(storage.location, f"{storage.object}:", failure)], terminal)
    for note in watched.notes:
        print_lines([_remark(note.location, f"{note.object}:", note.note)], terminal)


def print_what_verdicts_rest_on(report: Report, *, verbose: bool) -> None:
    """Print of which verdicts little is known, or what each of them rests on."""
    if verbose:
        print_rows(report)
    else:
        print_unrun(report)


def print_rows(report: Report) -> None:
    """Print each verdict with the runs that it rests on, by object, and the lines that none of them came to."""
    terminal = terminal_console()
    by_object: dict[str, list[Judgement]] = {}
    for row in report.judgements:
        by_object.setdefault(row.object, []).append(row)
    for name, rows in by_object.items():
        print_lines([[(one_line(name), "bold")]], terminal)
        for row in rows:
            runs = f"tried {row.trials.tried:>5,}  stored {row.trials.stored:>5,}  effective {row.trials.effective:>5,}"
            about = row.rule if row.field is None else f"{row.rule} {one_line(row.field)}"
            more = f"  (seen in {row.flaky} runs)" if row.flaky else ""
            style = _STYLES.get(row.verdict, "")
            print_lines([[(f"  {row.verdict.value:<8}", style), (f"  {runs}  {about}{more}", "")]], terminal)
        for remark in sorted({remark for row in rows for remark in row.remarks}):
            place = f"{remark.path}:{_stretch(remark, remark.path)}"
            print_lines([[("  ", ""), (one_line(place), "cyan"), (f": {one_line(remark.message)}", "")]], terminal)
    print_lines([[]] if by_object else [], terminal)


#: Words about each of the lines, after which there may be more.
_NEVER_RAN: Final = "never ran"
_STYLES: Final = {Verdict.VIOLATED: "bold red", Verdict.HOLDS: "green"}


def print_unrun(report: Report) -> None:
    """Print of which objects rules hold although some lines of their hooks never ran, or not all of them; one line
    each."""
    terminal = terminal_console()
    unrun: dict[str, dict[Remark, None]] = {}
    holding: Counter[str] = Counter()
    for row in report.judgements:
        if row.verdict is Verdict.HOLDS and row.remarks:
            holding[row.object] += 1
            unrun.setdefault(row.object, {}).update(dict.fromkeys(row.remarks))
    for name, remarks in unrun.items():
        first, *_ = stretches = sorted(remarks)
        places = ", ".join(_stretch(each, first.path) for each in stretches)
        number = sum(each.end_line - each.line + 1 for each in stretches)
        verdicts = number_of(holding[name], "verdict holds", "verdicts hold")
        text = f"{verdicts}, but {number_of(number, 'line')} {_NEVER_RAN}: {places}"
        print_lines([_remark(Location(first.path, first.line), f"{name}:", text)], terminal)


def _stretch(remark: Remark, path: str) -> str:
    """Its lines, with the file where that is another one, and that they ran in part."""
    lines = f"{remark.line}-{remark.end_line}" if remark.end_line > remark.line else str(remark.line)
    lines += remark.message.removeprefix(_NEVER_RAN)
    return lines if remark.path == path else f"{remark.path}:{lines}"


def _remark(location: Location, subject: str, text: str) -> Line:
    return [(one_line(location.shown), "cyan"), (f": {one_line(subject)} {one_line(text)}", "")]


# ------------------------------------------------------------------------------------------------------- the sum


def summary_line(report: Report, watched: Watched) -> Line:
    """Totals of the run, the results, and the seed that repeats it."""
    counts = Counts.of(report)
    holding = sum(judgement.verdict is Verdict.HOLDS for judgement in report.judgements)
    broken = sum(len(storage.failures) for storage in watched.storages)
    line: Line = [(f"{_tried(watched)}: {number_of(holding, 'verdict holds', 'verdicts hold')}, ", "")]
    line.append((f"{counts.violated:,} violated", "bold red" if counts.violated else "green"))
    line.append((f", {counts.unproven:,} unproven, {counts.suppressed:,} suppressed", ""))
    if broken:
        line.append((f", {number_of(broken, 'promise')} of storages broken", "bold red"))
    if report.problems:
        line.append((f", {number_of(len(report.problems), 'problem')}", "bold red"))
    line.append((f"; {_runs(watched)}", ""))
    return line


def tried_line(watched: Watched) -> Line:
    """Totals of the run and the seed that repeats it, where another line tells the results."""
    return [(f"{_tried(watched)}; {_runs(watched)}", "")]


def _tried(watched: Watched) -> str:
    tried = number_of(watched.strategies, "strategy", "strategies")
    if watched.others:
        tried += (
            f" and {number_of(watched.others, 'conversion, codec or the like', 'conversions, codecs and the like')}"
        )
    return f"{tried} tried, {len(watched.unexercised) or 'none'} not"


def _runs(watched: Watched) -> str:
    return f"{watched.runs:,} runs of hooks; seed {watched.seed} (--seed {watched.seed} repeats this run)"
