"""``apivet live``: connect, judge, print, and say with the exit status how it went."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from msgspec import Struct

from apivet import catalogue
from apivet.check.listing import kinds_of
from apivet.check.server import GateWishes, judge_server
from apivet.check.serving import SourceKinds
from apivet.commands.check import exit_status
from apivet.commands.options import UnusableError, read_config, rule_names
from apivet.commands.outputs import ReportOptions
from apivet.commands.several import read_projects
from apivet.config import Config
from apivet.documents import reason
from apivet.live.cases import case_of, file_name, read_case, to_json
from apivet.live.cleanup import clean
from apivet.live.connection import DEFAULT_RATE, Connection, ConnectionLimits
from apivet.live.errors import LiveError
from apivet.live.gates import NO_MAP, read_gate_map
from apivet.live.journal import Journal
from apivet.live.kubeconfig import kubeconfig_paths, read_kubeconfig, with_options
from apivet.live.objects import Objects
from apivet.live.options import RunOptions
from apivet.live.refusal import Permission, refuse_context
from apivet.live.replay import replay
from apivet.live.run import LiveResult
from apivet.live.survey import look
from apivet.live.switching import Switch
from apivet.live.target import Target, server_address
from apivet.reports.escaping import one_line
from apivet.reports.live import judged_document, plan_document, print_judged, print_plan
from apivet.reports.text import print_problems
from apivet.verdicts import Finding, Verdict


class ServerPlace(Struct, frozen=True):
    """The place of the server, as the command line says it."""

    server: str | None
    kubeconfig: str | None
    context: str | None
    token_file: str | None
    certificate_authority: str | None
    insecure: bool
    allow_exec: bool
    namespace: str | None


def live(patterns: tuple[str, ...], place: ServerPlace, **options: Any) -> int:
    """Judge the server and print the report."""
    printing = ReportOptions(**{name: options.pop(name) for name in ReportOptions.__struct_fields__})
    printing.refuse_beside({"--clean": options["clean"] is not None, "--replay": options["replay"] is not None})
    printing.refuse_beside({"--plan": options["plan"]}, besides=("json",))
    known = read_config(options["config"])
    configured = known.on_command_line(
        select=rule_names("--select", options["select"], known),
        ignore=rule_names("--ignore", options["ignore"], known),
        fail_on=options["fail_on"],
        strict=options["strict"],
    )
    try:
        target = target_of(place)
        wishes = run_options(patterns, place, configured, options)
        if options["clean"] is not None:
            return _clean(options["clean"], target, wishes)
        if options["plan"]:
            return _plan(target, wishes, printing.format_)
        if options["replay"] is not None:
            return _replay(options["replay"], target, wishes)
        return _judge(target, wishes, configured, printing, options)
    except LiveError as error:
        raise UnusableError([str(error)]) from None


def target_of(place: ServerPlace) -> Target:
    """The server, with its credentials."""
    if place.server is not None:
        if place.context or place.kubeconfig:
            raise UnusableError(["--server goes without --context and --kubeconfig: either names the server"])
        server, credentials = server_address(place.server)
        target = Target(server, credentials=credentials)
    else:
        paths = kubeconfig_paths(place.kubeconfig or "")
        target = read_kubeconfig(paths, place.context or "", allow_exec=place.allow_exec)
    return with_options(
        target,
        token_file=place.token_file or "",
        authority=place.certificate_authority or "",
        insecure=place.insecure,
        namespace=place.namespace or "",
    )


def run_options(
    patterns: tuple[str, ...], place: ServerPlace, config: Config, options: Mapping[str, Any]
) -> RunOptions:
    """The wishes of a run, as the command line and the configuration have them."""
    settings = config.live
    return RunOptions(
        include=patterns or settings.include,
        exclude=(*settings.exclude, *options.get("exclude", ())),
        namespace=place.namespace or settings.namespace,
        dry_run=options.get("dry_run", False),
        permission=Permission(options["yes"], options.get("allow_dangerous", False)),
        jobs=options.get("jobs") or settings.jobs,
        rate=options.get("requests_per_second") or settings.requests_per_second,
        label=settings.label,
        dangerous=settings.dangerous,
        never_contexts=settings.never_contexts,
        defaults=config.defaults,
        storage=options.get("storage", False),
        stubs=Path(config.root, settings.stubs),
        remembers=not options.get("no_cache", False),
        objects=options.get("objects", ()),
        schemas=options.get("schemas") or "",
    )


@contextmanager
def connected(target: Target, wishes: RunOptions) -> Iterator[Connection]:
    """A connection, with a line on standard error that says to what."""
    refuse_context(target, wishes.never_contexts)
    context = f" (context {target.context})" if target.context else ""
    warning = "; the server's certificate is NOT checked" if target.insecure else ""
    click.echo(one_line(f"apivet live: {target.server}{context}{warning}"), err=True)
    rate = wishes.rate or (0.0 if target.is_loopback else DEFAULT_RATE)
    with Connection(target, ConnectionLimits(rate=rate)) as connection:
        yield connection


def _plan(target: Target, wishes: RunOptions, format_: str | None) -> int:
    """Say what a run would touch."""
    with connected(target, wishes) as connection:
        survey = look(connection, wishes)
    if format_ == "json":
        print(json.dumps(plan_document(survey), indent=2))
    else:
        print_plan(survey)
        complain(survey.remarks)
    return 0


def _judge(target: Target, wishes: RunOptions, config: Config, printing: ReportOptions, options: dict[str, Any]) -> int:
    """Try the server, print the report, and keep the cases."""
    outputs = printing.outputs(config)
    with connected(target, wishes) as connection, _gates(target, wishes, config, options) as gates:
        judged = judge_server(connection, wishes, config, gates)
    rules = catalogue.load(config.plugins)
    shown = (judged.report, judged.head, judged.covered, judged.virtual, judged.gated, rules)
    try:
        outputs.write(rules, lambda: judged_document(*shown), lambda: print_judged(*shown, printing.detail()))
    finally:
        print_problems(judged.report.problems)
        complain(how_to_clean(judged.unclean))
    if options["save"] is not None:
        save_cases(judged.report.findings, judged.result, options["save"])
    return printing.status(exit_status(judged.report, config))


@contextmanager
def _gates(target: Target, wishes: RunOptions, config: Config, options: dict[str, Any]) -> Iterator[GateWishes]:
    """The other states of the gates: connections to other servers, or the commands that switch this one."""
    settings = config.live
    path = options["gates"] or (os.path.join(config.root, settings.gates) if settings.gates else "")
    known = read_gate_map(path) if path else NO_MAP
    source = _source(options)
    switch = None
    if options["switch_gates"]:
        if options["against"]:
            raise UnusableError(["--switch-gates goes without --against: either gives the other state of the gates"])
        if not settings.on_command or not settings.off_command:
            raise UnusableError(["--switch-gates: [tool.apivet.live] needs on-command and off-command"])
        if wishes.dry_run:
            raise UnusableError(["--switch-gates: with --dry-run nothing is stored that could be updated later"])
        switch = Switch(settings.on_command, settings.off_command, config.root)
    with ExitStack() as stack:
        others = [stack.enter_context(connected(each, wishes)) for each in _others(target, options)]
        yield GateWishes(tuple(others), switch, known, source)


def _source(options: dict[str, Any]) -> SourceKinds | None:
    """The source that ``--source`` names, to be asked for its tags."""
    if options["source"] is None:
        return None
    if not options["against"] and not options["switch_gates"]:
        raise UnusableError(["--source: its tags are about gates: add --against or --switch-gates"])
    return kinds_of(read_projects(options["config"], (options["source"],)))


def _others(target: Target, options: dict[str, Any]) -> Iterator[Target]:
    """The servers that differ in their gates. The first server's credentials are not sent to them."""
    for address in options["against"]:
        server, credentials = server_address(address)
        if server == target.server:
            raise UnusableError([f"--against {server}: is the server itself"])
        other = Target(server, credentials=credentials, authority=target.authority, insecure=target.insecure)
        yield with_options(other, token_file=options["against_token_file"] or "")


def how_to_clean(runs: Iterable[str]) -> list[str]:
    """Advice on what runs have left."""
    return [f"apivet live --clean {run} tries again to remove what is left" for run in runs]


def save_cases(findings: Iterable[Finding], result: LiveResult, directory: str) -> None:
    """Write the case of each finding to a file of its own."""
    documents = {str(each.subject.resource): each for each in result.covered}
    folder = Path(directory)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for finding in findings:
            exchange, covered = result.exchanges.get(finding.fingerprint), documents.get(finding.object)
            if exchange is None or covered is None or covered.document is None:
                continue
            case = case_of(finding, exchange, covered.document, result.run)
            text = json.dumps(
                to_json(case, covered.subject.resource, exchange.log, result.run), indent=2, sort_keys=True
            )
            path = folder / file_name(finding)
            path.write_text(text + "\n", encoding="utf-8")
            complain([path.as_posix()])
    except OSError as error:
        raise UnusableError([f"--save {directory}: can't be written: {reason(error)}"]) from None


def _replay(path: str, target: Target, wishes: RunOptions) -> int:
    """Try one finding again."""
    case = read_case(path)
    with connected(target, wishes) as connection:
        replayed = replay(connection, case, wishes)
    field = f", field {case.field}" if case.field else ""
    reason = f" ({replayed.reason})" if replayed.reason else ""
    print(one_line(f"{case.rule} for {case.object}{field}: {replayed.verdict.value}{reason}"))
    complain([f"left: {each.object}: {each.reason}" for each in replayed.left])
    if any(each.is_failure for each in replayed.left) or replayed.verdict is Verdict.UNPROVEN:
        return 2
    return int(replayed.verdict is Verdict.VIOLATED)


def _clean(run: str, target: Target, wishes: RunOptions) -> int:
    """Remove what an earlier run left."""
    journal = Journal.read(run, wishes.directory)
    if journal.server != target.server:
        journal.close()
        raise UnusableError([f"the run {journal.run} was against {journal.server}, not {target.server}"])
    before = len(journal.left)
    with connected(replace(target, namespace=""), wishes) as connection:
        left = clean(Objects(connection, journal))
    journal.close()
    failed = [each for each in left if each.is_failure]
    complain([f"left: {each.object}: {each.reason}" for each in left])
    print(f"run {journal.run}: {before - len(failed)} removed or gone, {len(failed)} left")
    return 2 if failed else 0


def complain(lines: list[str]) -> None:
    """Print lines on standard error."""
    sys.stdout.flush()
    for line in lines:
        click.echo(one_line(line), err=True)
