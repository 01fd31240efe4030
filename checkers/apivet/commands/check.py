"""``apivet check``: run, print, and say with the exit status how it went."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import asdict

from apivet import catalogue
from apivet.check.baseline import RevisionError
from apivet.check.joining import joined
from apivet.check.progress import Progress
from apivet.check.projects import Project
from apivet.check.run import run
from apivet.check.sharding import Shard
from apivet.commands.options import UnusableError, rule_names
from apivet.commands.outputs import Outputs, ReportOptions
from apivet.commands.progress import progress_on_terminal
from apivet.commands.several import all_rules, read_projects
from apivet.config import Config
from apivet.reports import text
from apivet.reports.machine import report_document
from apivet.verdicts import Problem, Report, Verdict

if TYPE_CHECKING:
    from apivet.catalogue import Catalogue
    from apivet.reports.text import Detail


class CheckOptions(Struct, frozen=True):
    """The options of a check that decide what is found and what fails it."""

    paths: tuple[str, ...]
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    since: str | None = None
    fail_on: str | None = None
    strict: bool = False
    no_exceptions: bool = False
    config: str | None = None

    def projects(self) -> list[Project]:
        """The projects of the paths."""
        return read_projects(self.config, self.paths, strict=self.strict)

    def applied(self, config: Config, *, jobs: int | None = None, no_cache: bool = False) -> Config:
        """A configuration with these options."""
        return config.on_command_line(
            select=rule_names("--select", self.select, config),
            ignore=rule_names("--ignore", self.ignore, config),
            jobs=jobs,
            cache=False if no_cache else None,
            since=self.since,
            fail_on=self.fail_on,
            strict=self.strict,
        )

    def share(self, shard: Shard, report: Report) -> dict[str, Any]:
        """All that a merge has to know of a share."""
        told = {"number": shard.number, "of": shard.of, "contents": report.contents, "options": asdict(self)}
        return {**told, "types": report.type_names}


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
    shard: Shard | None = None,
    show_fixes: bool = False,
    **printing: Any,
) -> int:
    """Check the paths and print the report; mend before that, or print a patch instead, where that is asked for."""
    if unsafe_fixes and not (fix or diff):
        raise UnusableError(["--unsafe-fixes says which fixes to make: it needs --fix or --diff"])
    if shard is not None and (fix or diff):
        raise UnusableError(["--shard judges a part of the files: it goes without --fix and --diff"])
    told_options = CheckOptions(paths, select, ignore, since, fail_on, strict, no_exceptions, config)
    several = told_options.projects()
    configs = [told_options.applied(each.config, jobs=jobs, no_cache=no_cache) for each in several]
    options = ReportOptions(**printing)
    options.refuse_beside({"--diff": diff})
    outputs = options.outputs(configs[0])
    reports: list[Report] = []
    try:
        if fix or diff:
            from apivet.commands.fixing import mend, print_patch
        with progress_on_terminal() as progress:
            if diff:
                return max(
                    print_patch(each.paths, configured, unsafe_fixes, not no_exceptions, progress)
                    for each, configured in zip(several, configs)
                )
            for each, configured in zip(several, configs):
                left_alone: list[Problem] = []
                if fix:
                    left_alone = mend(each.paths, configured, unsafe_fixes, not no_exceptions, progress)
                reports.append(_judged(each, configured, shard, not no_exceptions, show_fixes, progress))
                reports[-1].problems += left_alone
    except RevisionError as error:
        raise UnusableError([str(error)]) from None
    report = reports[0]
    if len(several) > 1:
        report = joined(zip((each.name for each in several), reports))
    share = {"shard": told_options.share(shard, report)} if shard is not None else {}
    print_checked(report, all_rules(configs), outputs, options.detail(), share)
    return options.status(max(map(exit_status, reports, configs)))


def _judged(
    project: Project, config: Config, shard: Shard | None, with_exceptions: bool, show_fixes: bool, progress: Progress
) -> Report:
    """The report on one project, with the fixes of its findings where they are to be shown."""
    seen: list[Any] = []
    told = run(
        project.paths,
        config,
        progress=progress,
        with_exceptions=with_exceptions,
        collected=project.collected,
        shard=shard,
        seen=(lambda *tree: seen.append(tree)) if show_fixes else None,
    )
    if show_fixes:
        from apivet.fixes.mending import with_fixes

        with_fixes(told, seen)
    return told


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


def print_checked(
    report: Report, rules: Catalogue, outputs: Outputs, detail: Detail, more: dict[str, Any] | None = None
) -> None:
    """Print the report, that for machines with ``more`` at its end."""
    try:
        outputs.write(
            rules,
            lambda: {**report_document(report, rules), **(more or {})},
            lambda: text.print_report(report, rules, detail),
        )
    finally:
        text.print_problems(report.problems)
