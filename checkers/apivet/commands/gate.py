"""``apivet gate``: run both halves, print, and say with the exit status how it went."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from apivet import catalogue
from apivet.base import Base
from apivet.check.baseline import RevisionError
from apivet.check.gating import BaseError, Gated, TreeChange, base_of, gate, joined_gated
from apivet.check.merging import BLACKBOX, LIVE, STATIC, Disagreement
from apivet.check.projects import Project, is_empty
from apivet.commands.check import exit_status
from apivet.commands.options import UnusableError, drawn_seed, need_extra, rule_names
from apivet.commands.outputs import ReportOptions
from apivet.commands.progress import progress_on_terminal
from apivet.commands.several import read_projects
from apivet.config import Config, ConfigError
from apivet.config.at_base import change_of_config, plugins_at, tables_at
from apivet.git import is_below_repository, is_in_repository
from apivet.git_process import GitError
from apivet.program.files import relative
from apivet.reports import text, watching
from apivet.reports.escaping import one_line
from apivet.reports.live import coverage_document, coverage_line, head_line, print_besides
from apivet.reports.machine import watched_document
from apivet.reports.text import Detail
from apivet.verdicts import Problem

if TYPE_CHECKING:
    from apivet.check.server import TriedServer
    from apivet.commands.serving import GateServer

#: The options that say something about the server alone.
_ABOUT_THE_SERVER = {
    "token_file": "--token-file",
    "certificate_authority": "--certificate-authority",
    "insecure": "--insecure",
    "namespace": "--namespace",
    "yes": "--yes",
    "save": "--save",
}


class GateOptions(Struct, frozen=True):
    """The options of a gate that decide what is found and what fails it."""

    paths: tuple[str, ...]
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    jobs: int | None = None
    since: str | None = None
    base: str | None = None
    static: bool = False
    require_observed: bool = False
    seed: int | None = None
    fail_on: str | None = None
    strict: bool = False
    no_exceptions: bool = False
    memory: int | None = None
    no_sandbox: bool = False
    config: str | None = None

    def applied(self, config: Config) -> Config:
        """A configuration with these options. Types are compared with the base, unless they say otherwise."""
        return replace(config, since=None).on_command_line(
            select=rule_names("--select", self.select, config),
            ignore=rule_names("--ignore", self.ignore, config),
            jobs=self.jobs,
            since=self.since,
            fail_on=self.fail_on,
            strict=self.strict,
            memory=self.memory,
            no_sandbox=self.no_sandbox,
        )

    @contextlib.contextmanager
    def refusing(self) -> Iterator[None]:
        """Errors of the configuration, of the base and of git, as those of the options."""
        try:
            yield
        except ConfigError as error:
            raise UnusableError(error.lines) from None
        except BaseError as error:
            raise UnusableError([str(error)]) from None
        except RevisionError as error:
            raise UnusableError([str(error if self.since is not None else BaseError(error.reason))]) from None
        except GitError as error:
            raise UnusableError([str(BaseError(error))]) from None


def run_gate(paths: tuple[str, ...], **options: Any) -> int:
    """Judge the paths by both halves, and a server that runs them where one is named, and print the report."""
    wishes = GateOptions(paths, **{name: options.pop(name) for name in GateOptions.__struct_fields__[1:]})
    if wishes.static and wishes.require_observed:
        raise UnusableError(["--require-observed: with --static nothing is observed; leave out one of them"])
    server = _server(options.pop("live"), options)
    printing = ReportOptions(**options)
    bases = Bases(wishes.base)
    with wishes.refusing():
        gated = _judged(wishes, bases, server)
    gated.report.problems += bases.remarks
    rules = catalogue.load(gated.config.plugins)
    try:
        outputs = printing.outputs(gated.config)
        tried = server.tried if server is not None else None
        outputs.write(rules, lambda: document(gated, tried), lambda: _print(gated, printing.detail(), tried))
    finally:
        _print_problems(gated)
    status = exit_status(gated.report, gated.config)
    failed = gated.disagreements or gated.watched.has_failed(strict=gated.config.strict)
    return printing.status(max(status, 1) if failed else status)


def _judged(wishes: GateOptions, bases: Bases, server: GateServer | None) -> Gated:
    """The result over all projects."""
    # Where no hook is run nothing is drawn: two runs write the same.
    seed = wishes.seed if wishes.seed is not None else 0 if wishes.static else drawn_seed()
    several = read_projects(wishes.config, wishes.paths, bases.plugins, bases.tables)
    changes = [(each, read_change(wishes, each, bases)) for each in several]
    judged = [(each, change) for each, change in changes if not is_empty(each, change.before)] or changes[:1]
    if server is not None and len(judged) > 1:
        names = ", ".join(each.name or "." for each, _ in judged)
        raise UnusableError([f"--live: a server runs one project, and here are several ({names}): name one"])
    with progress_on_terminal() as progress:
        parts = [
            (
                each.name,
                gate(
                    each.paths,
                    change,
                    seed=seed,
                    watching=not wishes.static,
                    to_be_observed=wishes.require_observed,
                    with_exceptions=not wishes.no_exceptions,
                    progress=progress,
                    served=server.half if server is not None else None,
                ),
            )
            for each, change in judged
        ]
    return joined_gated(parts) if len(parts) > 1 else parts[0][1]


def _server(address: str | None, options: dict[str, Any]) -> GateServer | None:
    """The server of these options, which are taken out; none where no address is given."""
    given = {name: options.pop(name) for name in _ABOUT_THE_SERVER}
    if address is None:
        named = [option for name, option in _ABOUT_THE_SERVER.items() if given[name]]
        if named:
            raise UnusableError([f"{named[0]}: is about a server; name one with --live"])
        return None
    need_extra("live", "httpx", "apivet gate --live")
    from apivet.commands.serving import gate_server

    return gate_server(address, given)


class Bases:
    """The bases of a change by directory, each looked up once, and remarks on what differs there."""

    def __init__(self, revision: str | None) -> None:
        self._revision = revision
        self._known: dict[str, tuple[Base | None, str]] = {}
        self._remarks: dict[Problem, None] = {}

    @property
    def remarks(self) -> list[Problem]:
        """Remarks, each once."""
        return list(self._remarks)

    def around(self, directory: str) -> tuple[Base | None, str]:
        """The base, else why there is none. Raises :class:`~apivet.check.gating.BaseError`."""
        if directory not in self._known:
            self._known[directory] = self._around(directory)
        return self._known[directory]

    def _around(self, directory: str) -> tuple[Base | None, str]:
        here = os.getcwd()
        if directory == here or not is_below_repository(directory, here):
            return base_of(directory, self._revision)
        base, reason = self.around(here)
        return (base.seen_from(directory) if base is not None else None), reason

    def tables(self, directories: Sequence[str]) -> list[str]:
        """The directories that had a configuration of their own at the base, which counts whatever became of it."""
        found = self.around(directories[0])[0] if directories else None
        return tables_at(found, directories) if found is not None else []

    def plugins(self, file: Path, named: tuple[str, ...]) -> tuple[str, ...] | None:
        """The plug-ins that govern: those that a configuration file names at the base."""
        found, _ = self.around(str(file.parent))
        if found is None or not found.holds(str(file)):
            return () if found is None and is_in_repository(str(file.parent)) else None
        governing = plugins_at(found, file)
        if governing != named:
            those = ", ".join(governing) or "none"
            remark = f"plugins: those of the base revision are loaded ({those}), not those that the change names"
            self._remarks[Problem(relative(str(file)), remark, fatal=False)] = None
        return governing


def read_change(wishes: GateOptions, project: Project, bases: Bases) -> TreeChange:
    """The change to judge, each configuration with the options of the command line. Raises
    :class:`~apivet.check.gating.BaseError`."""
    now, elsewhere = project.config, project.config.elsewhere
    found, reason = bases.around(now.root)
    changed = change_of_config(found, now, wishes.config, project.paths) if found is not None else None
    if changed is None:
        return TreeChange(wishes.applied(now), found, reason)
    before = replace(changed.before.parsed(), elsewhere=elsewhere)
    return TreeChange(wishes.applied(before), found, reason, changed, wishes.applied(now))


def document(gated: Gated, tried: TriedServer | None = None) -> dict[str, Any]:
    """The report for machines: that of a check (contract section 9), and what only the gate has to say, with what it
    fails for."""
    covered = {}
    if tried is not None:
        covered = coverage_document(tried.head, tried.result.covered, tried.virtual)
    return {
        **watched_document(gated.report, gated.watched, catalogue.load(gated.config.plugins)),
        "disagreements": [
            {**_disagreement_row(each), "case": gated.watched.cases.get(each.fingerprint)}
            for each in gated.disagreements
        ],
        "exceptions": gated.reasons,
        "base": {"commit": gated.base.commit if gated.base is not None else None, "remarks": gated.remarks},
        "fail_on": gated.config.fail_on,
        "strict": gated.config.strict,
        **covered,
    }


def _disagreement_row(disagreement: Disagreement) -> dict[str, Any]:
    said = {half: disagreement.verdict_of(half) for half in (STATIC, BLACKBOX, LIVE)}
    return {
        "object": disagreement.object,
        "rule": disagreement.rule,
        "field": disagreement.field,
        **{half: verdict.value if verdict else None for half, verdict in said.items()},
        "path": disagreement.location.path,
        "line": disagreement.location.line,
        "message": disagreement.sentence,
    }


def _print(gated: Gated, detail: Detail, tried: TriedServer | None) -> None:
    report, watched, rules = gated.report, gated.watched, catalogue.load(gated.config.plugins)
    terminal = text.terminal_console()
    watching.print_findings(report, watched.cases, rules, detail)
    if detail.quiet:
        return
    watching.print_besides(watched)
    watching.print_what_verdicts_rest_on(report, verbose=detail.verbose)
    for disagreement in gated.disagreements:
        place = disagreement.location.shown
        text.print_lines([[(one_line(place), "cyan"), (f": {one_line(disagreement.sentence)}", "")]], terminal)
        case = watched.cases.get(disagreement.fingerprint, "")
        text.print_lines(watching.case_lines(case, "The case in which it is broken:"), terminal)
    if tried is not None:
        text.print_lines([head_line(tried.head)], terminal)
        print_besides(tried.result.covered, tried.virtual)
    text.print_lines([[(one_line(remark), "dim")] for remark in gated.remarks], terminal)
    text.print_table(report, rules)
    text.print_lines([*text.unseen_lines(report), text.summary_line(report)], terminal)
    if watched.runs:
        text.print_lines([watching.tried_line(watched)], terminal)
    if tried is not None:
        text.print_lines([coverage_line(tried.result.covered)], terminal)


def _print_problems(gated: Gated) -> None:
    sys.stdout.flush()
    text.print_problems(gated.report.problems)
