"""``apivet gate``: run both halves, print, and say with the exit status how it went."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

from apivet import catalogue
from apivet.check.baseline import RevisionError
from apivet.check.gating import BaseError, Gated, gate
from apivet.check.merging import Disagreement
from apivet.commands.check import exit_status
from apivet.commands.options import UnusableError, read_config, rule_names
from apivet.commands.progress import progress_on_terminal
from apivet.config import Config, ConfigError
from apivet.exceptions.base_owners import plugins_at_base
from apivet.exceptions.entries import relative
from apivet.reports.escaping import one_line
from apivet.verdicts import Problem


def run_gate(
    paths: tuple[str, ...],
    *,
    format_: str,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    jobs: int | None,
    since: str | None,
    base: str | None,
    static: bool,
    seed: int | None,
    fail_on: str | None,
    strict: bool,
    show_suppressed: bool,
    verbose: bool,
    memory: int | None,
    no_sandbox: bool,
    config: str | None,
) -> int:
    """Judge the paths by both halves and print the report."""
    remarks: list[Problem] = []

    def plugins(file: Path, named: tuple[str, ...]) -> tuple[str, ...] | None:
        governing = plugins_at_base(file, base)
        if governing is not None and governing != named:
            those = ", ".join(governing) or "none"
            remark = f"plugins: those of the base revision are loaded ({those}), not those that the change names"
            remarks.append(Problem(relative(str(file)), remark, fatal=False))
        return governing

    known = read_config(config, paths, plugins)
    configured = known.on_command_line(
        select=rule_names("--select", select, known),
        ignore=rule_names("--ignore", ignore, known),
        jobs=jobs,
        since=since,
        fail_on=fail_on,
        strict=strict,
        memory=memory,
        no_sandbox=no_sandbox,
    )
    chosen = random.SystemRandom().randrange(1 << 32) if seed is None else seed
    try:
        with progress_on_terminal() as progress:
            gated = gate(paths, configured, base=base, seed=chosen, watching=not static, progress=progress)
    except ConfigError as error:
        raise UnusableError(error.lines) from None
    except (BaseError, RevisionError) as error:
        raise UnusableError([str(error)]) from None
    gated.report.problems += remarks
    if format_ == "json":
        print(json.dumps(document(gated, configured), indent=2))
    else:
        _print(gated, configured, show_suppressed, verbose)
    _print_problems(gated)
    status = exit_status(gated.report, configured)
    return max(status, 1) if gated.disagreements or gated.watched.has_failed(strict=configured.strict) else status


def document(gated: Gated, config: Config) -> dict[str, Any]:
    """The report for machines: that of a check (contract section 9), and what only the gate has to say, with what it
    fails for."""
    from apivet.reports.machine import watched_document

    return {
        **watched_document(gated.report, gated.watched, catalogue.load(config.plugins)),
        "disagreements": [
            {**_disagreement_row(each), "case": gated.watched.cases.get(each.fingerprint)}
            for each in gated.disagreements
        ],
        "exceptions": gated.reasons,
        "fail_on": config.fail_on,
        "strict": config.strict,
    }


def _disagreement_row(disagreement: Disagreement) -> dict[str, Any]:
    return {
        "object": disagreement.object,
        "rule": disagreement.rule,
        "field": disagreement.field,
        "static": disagreement.static.value,
        "blackbox": disagreement.blackbox.value,
        "path": disagreement.location.path,
        "line": disagreement.location.line,
        "message": disagreement.sentence,
    }


def _print(gated: Gated, config: Config, show_suppressed: bool, verbose: bool) -> None:
    from apivet.reports import text, watching

    report, watched, rules = gated.report, gated.watched, catalogue.load(config.plugins)
    terminal = text.terminal_console()
    watching.print_findings(report, watched.cases, rules, show_suppressed=show_suppressed)
    watching.print_besides(watched)
    watching.print_what_verdicts_rest_on(report, verbose=verbose)
    for disagreement in gated.disagreements:
        place = f"{disagreement.location.path}:{disagreement.location.line}"
        text.print_lines([[(one_line(place), "cyan"), (f": {one_line(disagreement.sentence)}", "")]], terminal)
        case = watched.cases.get(disagreement.fingerprint, "")
        text.print_lines(watching.case_lines(case, "The case in which it is broken:"), terminal)
    text.print_table(report, rules)
    text.print_lines([text.summary_line(report)], terminal)
    if watched.runs:
        text.print_lines([watching.tried_line(watched)], terminal)


def _print_problems(gated: Gated) -> None:
    from apivet.reports import text

    sys.stdout.flush()
    text.print_problems(gated.report.problems)
