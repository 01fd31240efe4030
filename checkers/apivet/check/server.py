"""A run against a server, told in the words of every report: findings, verdicts, exceptions, problems."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field

from apivet import catalogue
from apivet.config import Config
from apivet.exceptions.applying import Exceptions
from apivet.live.comparison import SeenGated
from apivet.live.connection import Connection
from apivet.live.coverage import ResourceCoverage
from apivet.live.errors import LiveError
from apivet.live.gate_ledger import GATE_RULES
from apivet.live.gate_run import GateResult, compare, switch
from apivet.live.gates import NO_MAP, GateMap
from apivet.live.options import RunOptions
from apivet.live.run import LiveResult, judge
from apivet.live.switching import Switch
from apivet.verdicts import Problem, Report, Verdict

_WHERE = "apivet live"


@dataclass(slots=True)
class JudgedServer:
    """The report, and what stands beside it: how far each resource came, and those that can't be covered."""

    report: Report
    result: LiveResult
    covered: list[ResourceCoverage] = field(default_factory=list)
    virtual: list[str] = field(default_factory=list)
    #: Fields that a server stores in one state of its gates and drops in another.
    gated: list[SeenGated] = field(default_factory=list)
    #: The runs whose journals tell of objects that are left.
    unclean: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class GateWishes:
    """The other states of the gates to look at: of ``others``, servers that differ in them, or of the server itself
    after a ``switch``. The ``known`` map says which fields they are about."""

    others: tuple[Connection, ...] = ()
    switch: Switch | None = None
    known: GateMap = NO_MAP

    def judge(self, connection: Connection, options: RunOptions, judged: LiveResult) -> GateResult:
        """Judge the gate rules."""
        if judged.failures or not (self.others or self.switch):
            return GateResult()
        if self.switch is not None:
            turn_off = functools.partial(self.switch.turn_off, connection)
            return switch(connection, options, judged, self.known, turn_off)
        return compare(connection, self.others, options, judged, self.known)


def judge_server(
    connection: Connection, options: RunOptions, config: Config, gates: GateWishes | None = None
) -> JudgedServer:
    """Try the server, and settle the report."""
    gates = gates or GateWishes()
    if gates.switch is not None:
        gates.switch.turn_on(connection)
    result = judge(connection, options)
    try:
        compared = gates.judge(connection, options, result)
    except LiveError as error:  # the verdicts on the server by itself stand
        compared = GateResult(failures=[str(error)])
    rules = catalogue.load(config.plugins)
    active = config.active_rules(rules)
    exceptions = Exceptions.read(config, rules)
    told = [*result.findings, *compared.findings]
    failures, left = [*result.failures, *compared.failures], [*result.left, *compared.left]
    findings = [finding for finding in told if finding.rule in active]
    report = Report(configuration=(config.file,) if config.file else ())
    report.findings = exceptions.mark(findings)
    rows = [*result.judgements, *compared.judgements]
    report.judgements = [row for row in rows if row.rule in active]
    is_full = not options.include and not options.exclude and not failures
    if is_full:
        asked = active if gates.others or gates.switch else active - GATE_RULES
        report.findings += exceptions.unused(findings, asked, served=True)
    report.problems += exceptions.problems()
    report.problems += [Problem(_WHERE, text) for text in failures]
    report.problems += [Problem(_WHERE, text, fatal=False) for text in (*result.remarks, *compared.remarks)]
    for each in left:
        report.problems.append(Problem(_WHERE, f"left: {each.object}: {each.reason}", fatal=each.is_failure))
    if not failures and all(row.verdict is Verdict.UNPROVEN for row in report.judgements):
        report.problems.append(Problem(_WHERE, "no trial came to a result, so the run proves nothing"))
    report.settle()
    unclean = [result.run] if any(each.is_failure for each in result.left) else []
    unclean += compared.runs if any(each.is_failure for each in compared.left) else []
    virtual = [str(each) for each in result.survey.virtual]
    return JudgedServer(report, result, result.covered, virtual, compared.gated, unclean)
