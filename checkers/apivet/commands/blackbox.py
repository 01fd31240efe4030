"""``apivet blackbox``: run, print, and say with the exit status how it went."""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path

from apivet import catalogue
from apivet.check.observing import Watched, observe
from apivet.commands.check import exit_status
from apivet.commands.options import UnusableError, read_config, rule_names
from apivet.commands.progress import progress_on_terminal
from apivet.config import Config
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
    record: str | None,
    compare: str | None,
    replay: str | None,
    save: str | None,
    config: str | None,
) -> int:
    """Try the strategies below the paths and print the report."""
    configured = read_config(config, paths).on_command_line(
        select=rule_names("--select", select), ignore=rule_names("--ignore", ignore), jobs=jobs
    )
    if replay is not None:
        return _replay(replay, configured, paths)
    if record is not None or compare is not None:
        return _recording(paths, configured, record, compare)
    chosen = random.SystemRandom().randrange(1 << 32) if seed is None else seed
    with progress_on_terminal() as progress:
        watched = observe(paths, configured, seed=chosen, progress=progress)
    _print(watched, format_, show_suppressed)
    if save is not None:
        _save(watched, save)
    return max(exit_status(watched.report, strict=strict), int(bool(watched.failures)))


def _replay(path: str, config: Config, paths: tuple[str, ...]) -> int:
    """Run a saved case again: 1 where the rule is still broken, 0 where it is not, 2 where the case can't be run."""
    from apivet.check.replaying import ReplayError, replay_file

    try:
        examined = replay_file(path, config, paths)
    except ReplayError as error:
        raise UnusableError([str(error)]) from None
    if examined.reason:
        raise UnusableError([f"{path}: {examined.reason}"])
    for seen in examined.observations:
        print(seen.case)
    return int(any(seen.verdict == "violated" for seen in examined.observations))


def _save(watched: Watched, directory: str) -> None:
    """Write each failing case to a file of its own, named after its rule and its object."""
    folder = Path(directory)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for finding in watched.report.findings:
            case = watched.cases.get(finding.fingerprint)
            if case is not None:
                name = "-".join((finding.rule, finding.object, *((finding.field,) if finding.field else ())))
                (folder / f"{re.sub(r'[^A-Za-z0-9_.-]+', '_', name)}.py").write_text(case, encoding="utf-8")
    except OSError as error:
        raise UnusableError([f"--save {directory}: cannot be written: {error.strerror or error}"]) from None


def _recording(paths: tuple[str, ...], config: Config, record: str | None, compare: str | None) -> int:
    import click

    from apivet.commands.recording import compare_documents, record_documents

    if record is not None and compare is not None:
        raise click.UsageError("--record and --compare exclude each other")
    if compare is not None:
        return compare_documents(paths, config, compare)
    return record_documents(paths, config, record or "")


def _print(watched: Watched, format_: str, show_suppressed: bool) -> None:
    from apivet.reports import text

    rules = catalogue.load()
    if format_ == "json":
        from apivet.reports.machine import report_json

        print(report_json(watched.report, rules))
        for name, failure in watched.failures:
            print(f"{name}: {failure}", file=sys.stderr)
    else:
        text.print_report(watched.report, rules, show_suppressed=show_suppressed)
        _print_cases(watched)
        for item in watched.unexercised:
            print(f"{item.location.path}:{item.location.line}: {item.object} was not exercised: {item.reason}")
        for name, failure in watched.failures:
            print(f"{name}: {failure}")
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
