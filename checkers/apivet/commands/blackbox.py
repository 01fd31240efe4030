"""``apivet blackbox``: run, print, and say with the exit status how it went."""

from __future__ import annotations

import random
import sys

from apivet import catalogue
from apivet.check.observing import Watched, observe
from apivet.commands.check import exit_status
from apivet.commands.options import read_config, rule_names
from apivet.commands.progress import progress_on_terminal
from apivet.verdicts import Verdict


def blackbox(
    paths: tuple[str, ...],
    *,
    format_: str,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    jobs: int | None,
    seed: int | None,
    strict: bool,
    show_suppressed: bool,
    config: str | None,
) -> int:
    """Try the strategies below the paths and print the report."""
    configured = read_config(config, paths).on_command_line(
        select=rule_names("--select", select), ignore=rule_names("--ignore", ignore), jobs=jobs
    )
    chosen = random.SystemRandom().randrange(1 << 32) if seed is None else seed
    with progress_on_terminal() as progress:
        watched = observe(paths, configured, seed=chosen, progress=progress)
    _print(watched, format_, show_suppressed)
    return exit_status(watched.report, strict=strict)


def _print(watched: Watched, format_: str, show_suppressed: bool) -> None:
    from apivet.reports import text

    rules = catalogue.load()
    if format_ == "json":
        from apivet.reports.machine import report_json

        print(report_json(watched.report, rules))
    else:
        text.print_report(watched.report, rules, show_suppressed=show_suppressed)
        _print_cases(watched)
        for item in watched.unexercised:
            print(f"{item.location.path}:{item.location.line}: {item.object} was not exercised: {item.reason}")
        for name, note in watched.notes:
            print(f"{name}: {note}")
        print(f"{watched.runs} runs of hooks, seed {watched.seed}")
    sys.stdout.flush()
    text.print_problems(watched.report.problems)


def _print_cases(watched: Watched) -> None:
    for finding in watched.report.findings:
        case = watched.cases.get(finding.fingerprint)
        if case is not None and finding.verdict is Verdict.VIOLATED and finding.suppressed_by is None:
            print(f"The smallest case that shows it ({finding.object}):\n\n{case}")
