"""A run against a server, reported in the words of every report: findings, verdicts, exceptions, problems."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from msgspec import Struct, field

from apivet import catalogue
from apivet.check.serving import ServedKind, ServedVerdicts, SourceKinds, plain
from apivet.config import Config
from apivet.exceptions.applying import Exceptions
from apivet.live.comparison import SeenGated
from apivet.live.connection import Connection
from apivet.live.coverage import ResourceCoverage
from apivet.live.errors import LiveError
from apivet.live.gate_ledger import GATE_RULES
from apivet.live.gate_run import GateResult, compare, switch
from apivet.live.gates import NO_MAP, GatedField, GateMap
from apivet.live.options import RunOptions
from apivet.live.paths import field_name
from apivet.live.run import LiveResult, judge
from apivet.live.survey import ServerSurvey, fields
from apivet.live.switching import Switch
from apivet.reports.live import ServerHead
from apivet.verdicts import ABOUT_A_SERVER, Problem, Report, Verdict


class JudgedServer(Struct):
    """The report, and what stands beside it: how far each resource came, and those that can't be covered."""

    report: Report
    result: LiveResult
    head: ServerHead
    covered: list[ResourceCoverage] = field(default_factory=list)
    virtual: list[str] = field(default_factory=list)
    #: Fields that a server stores in one state of its gates and drops in another.
    gated: list[SeenGated] = field(default_factory=list)
    #: The runs whose journals tell of objects that are left.
    unclean: list[str] = field(default_factory=list)


class GateWishes(Struct, frozen=True):
    """The other states of the gates to look at: of ``others``, servers that differ in them, or of the server itself
    after a ``switch``. The ``known`` map says which fields they are about, and the server's ``source`` by its tags."""

    others: tuple[Connection, ...] = ()
    switch: Switch | None = None
    known: GateMap = NO_MAP
    #: The sources whose tags say more.
    source: SourceKinds | None = None

    def judge(self, connection: Connection, options: RunOptions, judged: LiveResult) -> GateResult:
        """Judge the gate rules."""
        if judged.failures or not (self.others or self.switch):
            return GateResult()
        known = self.known.joined(_tagged(self.source, judged.survey)) if self.source is not None else self.known
        if self.switch is not None:
            turn_off = functools.partial(self.switch.turn_off, connection)
            return switch(connection, options, judged, known, turn_off)
        return compare(connection, self.others, options, judged, known)


class TriedServer(Struct):
    """All that was seen of a server, and of its gates."""

    result: LiveResult
    compared: GateResult
    head: ServerHead

    @property
    def failures(self) -> list[str]:
        """Reasons for which the run is worthless, or less than whole."""
        return [*self.result.failures, *self.compared.failures]

    @property
    def unclean(self) -> list[str]:
        """The runs whose journals tell of objects that are left."""
        unclean = [self.result.run] if any(each.is_failure for each in self.result.left) else []
        return unclean + (self.compared.runs if any(each.is_failure for each in self.compared.left) else [])

    @property
    def virtual(self) -> list[str]:
        """Resources that can't be covered by their nature."""
        return [str(each) for each in self.result.survey.virtual]

    def is_full(self, options: RunOptions) -> bool:
        """Whether all was tried that the server has."""
        return not options.include and not options.exclude and not self.failures

    def report(self, active: frozenset[str]) -> Report:
        """Findings and rows of the rules that are on, not settled yet, and problems with the run."""
        result, compared = self.result, self.compared
        report = Report()
        report.findings = [each for each in (*result.findings, *compared.findings) if each.rule in active]
        report.judgements = [row for row in (*result.judgements, *compared.judgements) if row.rule in active]
        report.problems += [Problem(ABOUT_A_SERVER, text) for text in self.failures]
        report.problems += [Problem(ABOUT_A_SERVER, text, fatal=False) for text in (*result.remarks, *compared.remarks)]
        for each in (*result.left, *compared.left):
            report.problems.append(
                Problem(ABOUT_A_SERVER, f"left: {each.object}: {each.reason}", fatal=each.is_failure)
            )
        if not self.failures and all(row.verdict is Verdict.UNPROVEN for row in report.judgements):
            report.problems.append(Problem(ABOUT_A_SERVER, "no trial came to a result, so the run proves nothing"))
        return report


def try_server(connection: Connection, options: RunOptions, gates: GateWishes | None = None) -> TriedServer:
    """Try the server."""
    gates = gates or GateWishes()
    if gates.switch is not None:
        gates.switch.turn_on(connection)
    result, target = judge(connection, options), connection.target
    head = ServerHead(result.survey.version, result.user, target.context, options.namespace, target.insecure)
    try:
        return TriedServer(result, gates.judge(connection, options, result), head)
    except LiveError as error:  # the verdicts on the server by itself stand
        return TriedServer(result, GateResult(failures=[str(error)]), head)


def _tagged(source: SourceKinds, survey: ServerSurvey) -> Iterator[GatedField]:
    """The fields of each resource that the source has tagged, as the server calls them."""
    for each in survey.subjects:
        resource = each.resource
        named: dict[str, str] = {}
        for path in fields(each.schema) if each.schema is not None else ():
            prefixes = (field_name(path[:length]) for length in range(1, len(path) + 1))
            named.update((plain(name), name) for name in prefixes)
        gated = source.gated_fields_of(ServedKind(resource.group, resource.version, resource.kind))
        for name, gates in sorted(gated.items()):
            if name in named:
                yield GatedField(str(resource), named[name], tuple(sorted(gates)))


def judge_server(
    connection: Connection, options: RunOptions, config: Config, gates: GateWishes | None = None
) -> JudgedServer:
    """Try the server, and settle the report."""
    tried = try_server(connection, options, gates)
    rules = catalogue.load(config.plugins)
    active = config.active_rules(rules)
    exceptions = Exceptions.read(config, rules)
    report = tried.report(active)
    report.configuration = (config.file,) if config.file else ()
    findings = report.findings
    report.findings = exceptions.mark(findings)
    if tried.is_full(options):
        is_gated = gates is not None and bool(gates.others or gates.switch)
        report.findings += exceptions.unused(findings, active if is_gated else active - GATE_RULES, served=True)
    report.problems += exceptions.problems()
    report.settle()
    result, compared = tried.result, tried.compared
    return JudgedServer(report, result, tried.head, result.covered, tried.virtual, compared.gated, tried.unclean)


def served_by(tried: TriedServer, options: RunOptions, active: frozenset[str]) -> ServedVerdicts:
    """The verdicts about a server, for a gate."""
    kinds = {str(each): ServedKind(each.group, each.version, each.kind) for each in tried.result.survey.resources}
    exchanges = tried.result.exchanges.items()
    through_status = frozenset(key for key, each in exchanges if each.request.subresource == "status")
    asked = active - GATE_RULES if tried.is_full(options) else frozenset()
    return ServedVerdicts(tried.report(active), kinds, through_status, asked)
