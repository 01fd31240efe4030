"""A run against a server, told in the words of every report: findings, verdicts, exceptions, problems."""

from __future__ import annotations

from dataclasses import dataclass, field

from apivet import catalogue
from apivet.config import Config
from apivet.exceptions.applying import Exceptions
from apivet.live.connection import Connection
from apivet.live.coverage import ResourceCoverage
from apivet.live.options import RunOptions
from apivet.live.run import LiveResult, judge
from apivet.verdicts import Problem, Report, Verdict

_WHERE = "apivet live"


@dataclass(slots=True)
class JudgedServer:
    """The report, and what stands beside it: how far each resource came, and those that can't be covered."""

    report: Report
    result: LiveResult
    covered: list[ResourceCoverage] = field(default_factory=list)
    virtual: list[str] = field(default_factory=list)


def judge_server(connection: Connection, options: RunOptions, config: Config) -> JudgedServer:
    """Try the server, and settle the report."""
    result = judge(connection, options)
    rules = catalogue.load(config.plugins)
    active = config.active_rules(rules)
    exceptions = Exceptions.read(config, rules)
    findings = [finding for finding in result.findings if finding.rule in active]
    report = Report(configuration=(config.file,) if config.file else ())
    report.findings = exceptions.mark(findings)
    is_full = not options.include and not options.exclude and not result.failures
    if is_full:
        report.findings += exceptions.unused(findings, active, served=True)
    report.judgements = [row for row in result.judgements if row.rule in active]
    report.problems += exceptions.problems()
    report.problems += [Problem(_WHERE, text) for text in result.failures]
    report.problems += [Problem(_WHERE, text, fatal=False) for text in result.remarks]
    for each in result.left:
        report.problems.append(Problem(_WHERE, f"left: {each.object}: {each.reason}", fatal=each.is_failure))
    if not result.failures and all(row.verdict is Verdict.UNPROVEN for row in report.judgements):
        report.problems.append(Problem(_WHERE, "no trial came to a result, so the run proves nothing"))
    report.settle()
    return JudgedServer(report, result, result.covered, [str(each) for each in result.survey.virtual])
