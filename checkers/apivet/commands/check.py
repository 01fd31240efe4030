"""``apivet check``: run, print, and say with the exit status how it went."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from apivet import catalogue
from apivet.check.baseline import RevisionError
from apivet.check.joining import joined
from apivet.check.run import run
from apivet.commands.options import UnusableError, rule_names
from apivet.commands.outputs import Outputs, ReportOptions
from apivet.commands.progress import progress_on_terminal
from apivet.commands.several import all_rules, read_projects
from apivet.config import Config
from apivet.verdicts import Problem, Report, Verdict

if TYPE_CHECKING:
    from apivet.catalogue import Catalogue
    from apivet.reports.text import Detail


def check(
    paths: tuple[str, ...],
    *,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    jobs: int | None,
    since: str | None,
    fail_on: str | None,
    strict: bool,
    no_exceptions: bool,
    no_cache: bool,
    config: str | None,
    fix: bool = False,
    unsafe_fixes: bool = False,
    diff: bool = False,
    **printing: Any,
) -> int:
    """Check the paths and print the report; mend before that, or print a patch instead, where that is asked for."""
    if unsafe_fixes and not (fix or diff):
        raise UnusableError(["--unsafe-fixes says which fixes to make: it needs --fix or --diff"])
    several = read_projects(config, paths, strict=strict)
    configs = [
        each.config.on_command_line(
            select=rule_names("--select", select, each.config),
            ignore=rule_names("--ignore", ignore, each.config),
            jobs=jobs,
            cache=False if no_cache else None,
            since=since,
            fail_on=fail_on,
            strict=strict,
        )
        for each in several
    ]
    options = ReportOptions(**printing)
    outputs = options.outputs(configs[0])
    reports: list[Report] = []
    statuses: list[int] = []
    try:
        if fix or diff:
            from apivet.commands.fixing import mend, print_patch
        with progress_on_terminal() as progress:
            for each, configured in zip(several, configs):
                left_alone: list[Problem] = []
                if diff:
                    statuses.append(print_patch(each.paths, configured, unsafe_fixes, not no_exceptions, progress))
                    continue
                if fix:
                    left_alone = mend(each.paths, configured, unsafe_fixes, not no_exceptions, progress)
                found = each.collected
                told = run(
                    each.paths, configured, progress=progress, with_exceptions=not no_exceptions, collected=found
                )
                told.problems += left_alone
                reports.append(told)
    except RevisionError as error:
        raise UnusableError([str(error)]) from None
    if diff:
        return max(statuses)
    report = joined(zip((each.name for each in several), reports)) if len(several) > 1 else reports[0]
    _print(report, all_rules(configs), outputs, options.detail())
    return options.status(max(map(exit_status, reports, configs)))


def exit_status(report: Report, config: Config) -> int:
    """2 where the run cannot be trusted, else 1 where there is something to mend that weighs enough, else 0."""
    if any(problem.fatal for problem in report.problems):
        return 2
    rules, least = catalogue.load(config.plugins), catalogue.Severity(config.fail_on)
    for finding in report.findings:
        if finding.suppressed_by is not None:
            continue
        rule = rules.find(finding.rule)
        if finding.verdict is Verdict.UNPROVEN:
            if config.strict:
                return 1
        elif rule is None or rule.severity.is_at_least(least):
            return 1
    return 0


def _print(report: Report, rules: Catalogue, outputs: Outputs, detail: Detail) -> None:
    from apivet.reports import text
    from apivet.reports.machine import report_document

    try:
        outputs.write(
            rules,
            lambda: report_document(report, rules),
            lambda: text.print_report(report, rules, detail),
        )
    finally:
        text.print_problems(report.problems)
