"""A run: every chosen resource is tried, several at once, and everything that was made is removed, whatever happens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from typing import Any, Final, Protocol

from msgspec import Struct, field
from msgspec.structs import replace

from apivet.live.bench import ResourceBench
from apivet.live.cleanup import Leftover, clean, waited_for
from apivet.live.connection import Connection
from apivet.live.coverage import ResourceCoverage
from apivet.live.discovery import asker, groups_of_one_server
from apivet.live.dry_runs import DryRuns
from apivet.live.errors import ConnectionLostError, DryRunIgnoredError, LiveError, StoppedError
from apivet.live.exchanges import Exchange
from apivet.live.interrupts import answered_with_what_is_left
from apivet.live.journal import Journal, ObjectKey
from apivet.live.learned import LearnedObjects
from apivet.live.ledger import Ledger
from apivet.live.objects import Objects
from apivet.live.options import RunOptions
from apivet.live.refusal import refuse_server
from apivet.live.resources import Resource
from apivet.live.rules.registry import judges
from apivet.live.starting import Starts
from apivet.live.stubs import read_stubs, unserved
from apivet.live.survey import LiveSubject, ServerSurvey, look
from apivet.live.trials import ResourceTrials
from apivet.verdicts import Finding, Judgement, WitnessStep

_NAMESPACES: Final = ("", "v1", "namespaces")


class HasLeftovers(Protocol):
    """A result that tells of objects which could not be removed."""

    left: list[Leftover]


class LiveResult(Struct):
    """All that a run has seen. ``failures`` make it worthless, or less than whole."""

    survey: ServerSurvey
    run: str
    judgements: list[Judgement] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    exchanges: dict[str, Exchange] = field(default_factory=dict)
    covered: list[ResourceCoverage] = field(default_factory=list)
    left: list[Leftover] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    requests: int = 0
    #: The user that the server takes the run for.
    user: str = ""


def judge(connection: Connection, options: RunOptions) -> LiveResult:
    """The result of a run. Raises :class:`LiveError` where it can't even begin."""
    survey = look(connection, options)
    refuse_server(connection, survey.resources, options.permission)
    user = asker(connection, survey.resources)
    journal = Journal.begin(connection.target.server, options.label, options.directory)
    result = LiveResult(survey, journal.run, user=user)
    objects = Objects(connection, journal)
    starts = starts_of(survey, options)
    together = groups_of_one_server(connection, survey.resources)
    runner = _Runner(objects, DryRuns(objects, only=options.dry_run, together=together), options, result, starts)
    try:
        with removed_at_the_end(connection, objects, result):
            runner.try_all()
    finally:
        journal.close()
        result.requests = connection.requests
    result.remarks += [
        *survey.remarks,
        *objects.shortcomings.lines(),
        *(text for _, text in sorted(runner.dry_runs.remarks.items())),
    ]
    result.covered.sort(key=lambda covered: covered.subject.resource)
    result.remarks += [
        f"{each.stub}: the stub is no longer needed"
        for each in result.covered
        if each.stub in starts.stubs and each.valid and not each.stub_is_needed
    ]
    return result


def starts_of(survey: ServerSurvey, options: RunOptions) -> Starts:
    """The sources of valid objects, with a remark for each stub that is about nothing."""
    stubs = read_stubs(options.stubs) if options.stubs else {}
    survey.remarks += unserved(stubs, survey.resources, options.stubs.name if options.stubs else "")
    return Starts(stubs, LearnedObjects() if options.remembers else None, survey.version)


@contextmanager
def removed_at_the_end(connection: Connection, objects: Objects, result: HasLeftovers) -> Iterator[None]:
    """Remove whatever was made in the block, however it ends."""
    try:
        yield
    finally:
        connection.resume()
        with answered_with_what_is_left(objects.journal):
            result.left = sorted(result.left + clean(objects), key=lambda each: each.object)
            with suppress(ConnectionLostError):
                result.left = waited_for(objects, result.left)


class _Runner:
    """The resources of a run, one phase after the other: those that show whether dry runs are honoured come first."""

    def __init__(
        self, objects: Objects, dry_runs: DryRuns, options: RunOptions, result: LiveResult, starts: Starts
    ) -> None:
        self._objects = objects
        self._starts = starts
        self.dry_runs = dry_runs
        self._options = options
        self._result = result
        self._own_namespaces = namespaces_of(result.survey.resources, options) is not None

    def try_all(self) -> None:
        subjects = list(enumerate(self._result.survey.subjects))
        harmless = [(number, each) for number, each in subjects if not each.dangerous]
        dangerous = [(number, each) for number, each in subjects if each.dangerous]
        for phase in (harmless, dangerous):
            self._try_some(phase, self._options.jobs if self._own_namespaces else 1)

    def _try_some(self, subjects: list[tuple[int, LiveSubject]], jobs: int) -> None:
        """Try resources side by side. The first failure that concerns them all ends the run."""
        connection = self._objects.connection
        with ThreadPoolExecutor(jobs) as pool:
            # The largest first, so that none of them is what all wait for in the end.
            ordered = sorted(subjects, key=lambda each: (-each[1].estimate, each[0]))
            futures = [pool.submit(self._try_one, number, subject) for number, subject in ordered]
            try:
                done, _ = wait(futures, return_when=FIRST_EXCEPTION)
                self._collect(done)
            except BaseException:
                connection.stop()
                for future in futures:
                    future.cancel()
                raise

    def _collect(self, futures: set[Future[None]]) -> None:
        for future in futures:
            error = future.exception()
            if isinstance(error, (ConnectionLostError, DryRunIgnoredError)):
                self._objects.connection.stop()
                self._result.failures.append(str(error))
                return
            if error is not None and not isinstance(error, StoppedError):
                raise error

    def _try_one(self, number: int, subject: LiveSubject) -> None:
        ledger = Ledger(subject, judges(self._options.defaults, storage=self._options.storage))
        domain = self._options.label.partition("/")[0]
        base = f"apivet-{self._objects.journal.run}-{number}"
        try:
            if subject.obstacle:
                ledger.give_up(f"not tried: {subject.obstacle}")
                self._result.covered.append(ResourceCoverage(subject, reason=subject.obstacle))
                return
            bench = ResourceBench(
                self._objects,
                self.dry_runs,
                replace(subject, dangerous=subject.dangerous and not self._options.permission.dangerous),
                namespace_of(self._objects, self._result.survey.resources, subject.resource, self._options, number),
                base,
                may_store=not self._options.dry_run,
            )
            trials = ResourceTrials(bench, ledger, domain, self._starts)
            self._result.covered.append(trials.covered)
            trials.run()
            self._remove(base, bench.namespace)
        except (ConnectionLostError, DryRunIgnoredError, StoppedError) as error:
            ledger.give_up(str(error))
            raise
        except LiveError as error:
            ledger.give_up(str(error))
            self._result.covered.append(ResourceCoverage(subject, reason=str(error)))
        finally:
            self._tell(ledger)

    def _remove(self, base: str, namespace: str) -> None:
        """Remove what was made for one resource, while others are still tried. What stays is tried again at the end."""
        run = self._objects.journal.run

        def is_ours(key: ObjectKey) -> bool:
            return key.name == base or key.name.startswith(f"{base}-") or (namespace == key.name and run in namespace)

        left = clean(self._objects, of=is_ours, patience=0.0)
        self._result.left += [each for each in left if not each.is_failure]

    def _tell(self, ledger: Ledger) -> None:
        self._result.judgements += ledger.judgements()
        run = self._objects.journal.run
        for finding, exchange in ledger.findings():
            steps = tuple(WitnessStep("", 0, step.note.replace(run, "RUN")) for step in finding.witness)
            told = replace(finding, witness=steps, message=finding.message.replace(run, "RUN"))
            self._result.findings.append(told)
            # The objects of cases are the run's own.
            if exchange is not None and ledger.subject.existing is None:
                self._result.exchanges[told.fingerprint] = exchange


def namespaces_of(resources: Sequence[Resource], options: RunOptions) -> Resource | None:
    """The resource of namespaces, where the run makes its own."""
    served = {(each.group, each.version, each.name): each for each in resources}
    found = served.get(_NAMESPACES)
    makes_its_own = found is not None and found.is_stored and not options.dry_run and not options.namespace
    return found if makes_its_own else None


def namespace_of(
    objects: Objects, resources: Sequence[Resource], resource: Resource, options: RunOptions, number: int
) -> str:
    """The namespace for a resource's objects: the one that was named, a new one, or ``default``."""
    if not resource.namespaced:
        return ""
    namespaces = namespaces_of(resources, options)
    if namespaces is None:
        return options.namespace or "default"
    key = ObjectKey(namespaces, "", f"apivet-{objects.journal.run}-space-{number}")
    body: dict[str, Any] = {"apiVersion": "v1", "kind": "Namespace"}
    answer = objects.create(key, body, dry_run=False).answer
    if not answer.accepted:
        raise LiveError(f"no namespace can be made ({answer.words}); name one with --namespace")
    return key.name
