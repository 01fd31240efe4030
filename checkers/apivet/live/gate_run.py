"""A run about gates: two servers that differ in them, or one that is switched, resource by resource; everything that
was made is removed from both."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import Any, Final

from msgspec import Struct, field
from msgspec.structs import replace

from apivet.live.bench import ResourceBench
from apivet.live.cleanup import Leftover
from apivet.live.comparison import FieldComparison, GateState, SeenGated, settle
from apivet.live.connection import Connection
from apivet.live.discovery import groups_of_one_server
from apivet.live.dry_runs import DryRuns
from apivet.live.errors import ConnectionLostError, DryRunIgnoredError, LiveError
from apivet.live.gate_ledger import UNGATED, GateLedger
from apivet.live.gates import GateMap, GateStates, differing, read_gates
from apivet.live.journal import Journal
from apivet.live.objects import Objects
from apivet.live.options import RunOptions
from apivet.live.refusal import refuse_server
from apivet.live.run import LiveResult, namespace_of, namespaces_of, removed_at_the_end
from apivet.live.survey import LiveSubject, ServerSurvey, look
from apivet.verdicts import Finding, Judgement

#: The object in which the most could be filled, by the resource's words.
Documents = Mapping[str, "dict[str, Any] | None"]
_MOST_NAMED: Final = 12


class GateResult(Struct):
    """All that was seen of gates; fields that one state stores and another drops are ``gated``."""

    judgements: list[Judgement] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    gated: list[SeenGated] = field(default_factory=list)
    left: list[Leftover] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    runs: list[str] = field(default_factory=list)


class _Side(Struct):
    """A server in one state of its gates, with what the run has made there."""

    objects: Objects
    dry_runs: DryRuns
    survey: ServerSurvey
    gates: GateStates
    options: RunOptions
    suffix: str = ""

    def subject(self, name: str) -> LiveSubject | None:
        return next((each for each in self.survey.subjects if str(each.resource) == name and not each.obstacle), None)

    def state(self, subject: LiveSubject, number: int, namespace: str | None = None) -> GateState:
        """The benches for one resource, in a namespace that is there already or in a new one."""
        options = self.options
        if namespace is None:
            namespace = namespace_of(self.objects, self.survey.resources, subject.resource, options, number)
        harmless = replace(subject, dangerous=subject.dangerous and not options.permission.dangerous)

        def bench(suffix: str) -> ResourceBench:
            base = f"apivet-{self.objects.journal.run}-{number}{suffix}"
            store = not options.dry_run
            return ResourceBench(self.objects, self.dry_runs, harmless, namespace, base, may_store=store)

        plain, used, unused = (bench(f"{self.suffix}{each}") for each in ("", "-used", "-unused"))
        return GateState(plain, used, unused, subject.schema, self.gates)


def compare(
    connection: Connection, others: Sequence[Connection], options: RunOptions, judged: LiveResult, known: GateMap
) -> GateResult:
    """Lay a server beside others, each in another state of its gates. Raises :class:`LiveError` where one can't be
    looked at, or is refused."""
    result, ledger = GateResult(), GateLedger()
    documents = {str(each.subject.resource): each.document for each in judged.covered if each.valid}
    seen: list[tuple[frozenset[str], list[SeenGated]]] = []
    for other in others:
        survey = look(other, replace(options, include=tuple(documents) or options.include, exclude=()), lenient=True)
        refuse_server(other, survey.resources, options.permission)
        with ExitStack() as stack:
            one = stack.enter_context(_side(connection, options, judged.survey, result))
            two = stack.enter_context(_side(other, options, survey, result))
            result.remarks += _gates_in_words(one.gates, two.gates)
            found: list[SeenGated] = []
            jobs = options.jobs if namespaces_of(survey.resources, options) is not None else 1
            judge = functools.partial(_pair, one, two, documents, ledger, known, found)
            _for_each(documents, (one, two), jobs, result, ledger, judge)
            seen.append((differing(one.gates, two.gates), found))
        if result.failures:
            break
    result.gated = narrowed(seen)
    result.judgements, result.findings = ledger.judgements(), list(ledger.findings())
    return result


def _pair(
    one: _Side,
    two: _Side,
    documents: Documents,
    ledger: GateLedger,
    known: GateMap,
    found: list[SeenGated],
    name: str,
    number: int,
) -> None:
    """Compare one resource at two servers, in both directions."""
    first, second, document = one.subject(name), two.subject(name), documents[name]
    if first is None or document is None:
        return
    if second is None:
        ledger.give_up(name, UNGATED, None, "the other server does not serve it")
        return
    comparison = FieldComparison(first.resource, ledger, known)
    here, there = one.state(first, number), two.state(second, number)
    if not settle(here, there, document):
        reason = f"no object is taken by both servers: {there.obstacle or here.obstacle}"
        ledger.give_up(name, UNGATED, None, reason)
        return
    comparison.look(here, there)
    comparison.look(there, here)
    comparison.look_for_losses(here, there)
    found.extend(comparison.seen)


def switch(
    connection: Connection,
    options: RunOptions,
    judged: LiveResult,
    known: GateMap,
    turn_off: Callable[[], None],
) -> GateResult:
    """Store objects while the gates are on, switch them off, and update the objects then."""
    result, ledger = GateResult(), GateLedger()
    documents = {str(each.subject.resource): each.document for each in judged.covered if each.valid}
    states: dict[str, GateState] = {}
    with _side(connection, options, judged.survey, result) as on:

        def store(name: str, number: int) -> None:
            subject, document = on.subject(name), documents[name]
            if subject is not None and document is not None:
                state = on.state(subject, number)
                if state.take(document):
                    state.hold()
                    states[name] = state

        def look_again(name: str, number: int) -> None:
            before, subject = states.get(name), off.subject(name)
            if before is None or subject is None:
                return
            after = off.state(subject, number, before.used.namespace)
            comparison = FieldComparison(subject.resource, ledger, known)
            if not after.take(before.sent):
                reason = f"with gates off the object is not taken: {after.obstacle}"
                ledger.give_up(name, UNGATED, None, reason)
                return
            comparison.look(before, after)
            comparison.look_for_losses(before, after)
            result.gated += comparison.seen

        _for_each(documents, (on,), 1, result, ledger, store)
        if not result.failures:
            turn_off()
            gates = read_gates(connection)
            off = replace(on, gates=gates, suffix="-off")
            result.remarks += _gates_in_words(on.gates, gates)
            _for_each(documents, (off,), 1, result, ledger, look_again)
    result.gated.sort()
    result.judgements, result.findings = ledger.judgements(), list(ledger.findings())
    return result


@contextmanager
def _side(connection: Connection, options: RunOptions, survey: ServerSurvey, result: GateResult) -> Iterator[_Side]:
    """A server with a journal of its own, and without what was made there in the end."""
    journal = Journal.begin(connection.target.server, options.label, options.directory)
    result.runs.append(journal.run)
    objects = Objects(connection, journal)
    try:
        with removed_at_the_end(connection, objects, result):
            together = groups_of_one_server(connection, survey.resources)
            dry_runs = DryRuns(objects, only=options.dry_run, together=together)
            yield _Side(objects, dry_runs, survey, read_gates(connection), options)
    finally:
        journal.close()


def _for_each(
    documents: Documents,
    sides: Sequence[_Side],
    jobs: int,
    result: GateResult,
    ledger: GateLedger,
    work: Callable[[str, int], None],
) -> None:
    """Do the work for each resource, several at once, dangerous kinds last: by then it is known whether dry runs are
    honoured. A server that is lost ends it."""
    numbered = list(enumerate(sorted(documents)))
    dangerous = {str(each.resource) for each in sides[0].survey.subjects if each.dangerous}
    for last in (False, True):
        if not result.failures:
            some = [(name, number) for number, name in numbered if (name in dangerous) is last]
            _do(some, sides, jobs, result, ledger, work)


def _do(
    some: Sequence[tuple[str, int]],
    sides: Sequence[_Side],
    jobs: int,
    result: GateResult,
    ledger: GateLedger,
    work: Callable[[str, int], None],
) -> None:
    with ThreadPoolExecutor(jobs) as pool:
        futures = [pool.submit(work, name, number) for name, number in some]
        for (name, _), future in zip(some, futures):
            try:
                future.result()
            except LiveError as error:
                if not isinstance(error, (ConnectionLostError, DryRunIgnoredError)):
                    ledger.give_up(name, UNGATED, None, str(error))
                    continue
                result.failures = [str(error)]
                for side in sides:
                    side.objects.connection.stop()
                for each in futures:
                    each.cancel()
                return
            except BaseException:
                for side in sides:
                    side.objects.connection.stop()
                for each in futures:
                    each.cancel()
                raise


def _gates_in_words(one: GateStates, other: GateStates) -> list[str]:
    """The gates that differ, for the report's head."""
    if not one or not other:
        return ["gates: the metrics do not tell which are on, so that fields are known as gated, but not by what"]
    names = sorted(differing(one, other))
    if not names:
        return ["gates: none differs, so that no gate rule can be judged"]
    told = ", ".join(f"{name} ({'on' if one[name] else 'off'} here)" for name in names[:_MOST_NAMED])
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return [f"gates that differ: {told}{more}"]


def narrowed(seen: Sequence[tuple[frozenset[str], list[SeenGated]]]) -> list[SeenGated]:
    """The gated fields of several pairs of servers, each with the gates that all pairs in which it differs have in
    common, but for a gate that alone makes no difference to it."""
    candidates: dict[tuple[str, str], frozenset[str]] = {}
    for _, found in seen:
        for each in found:
            key = (each.resource, each.field)
            gates = frozenset(each.gates)
            candidates[key] = candidates[key] & gates or candidates[key] if key in candidates else gates
    for switched, found in seen:
        if len(switched) == 1:
            here = {(each.resource, each.field) for each in found}
            for key in {*candidates} - here:
                candidates[key] = candidates[key] - switched or candidates[key]
    return sorted(SeenGated(*key, tuple(sorted(gates))) for key, gates in candidates.items())
