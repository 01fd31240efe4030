"""Replaying a case: its object is made again, its request sent again, and the same judge looks at it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from apivet.live.bench import ObstacleError, ResourceBench
from apivet.live.cases import LiveCase
from apivet.live.cleanup import Leftover, clean
from apivet.live.connection import Connection
from apivet.live.dry_runs import DryRuns
from apivet.live.errors import LiveError
from apivet.live.exchanges import ABOUT_ABSENT, ABOUT_DELETE, ABOUT_STORAGE, ABOUT_UNVERSIONED, ABOUT_VERSION, Exchange
from apivet.live.journal import Journal
from apivet.live.ledger import Ledger, why_unproven
from apivet.live.objects import Objects
from apivet.live.options import RunOptions
from apivet.live.paths import differences
from apivet.live.refusal import refuse_server
from apivet.live.rules.registry import judges
from apivet.live.run import namespace_of
from apivet.live.storage_trials import try_storage
from apivet.live.survey import look
from apivet.verdicts import Verdict


class Replayed(Struct, frozen=True):
    """The verdict of the case's rule now, with the reason where it is unproven; and what could not be removed."""

    verdict: Verdict
    reason: str
    left: tuple[Leftover, ...]


def replay(connection: Connection, case: LiveCase, options: RunOptions) -> Replayed:
    """Try one finding again."""
    survey = look(connection, replace(options, include=(case.object,), exclude=()))
    refuse_server(connection, survey.resources, options.permission)
    (subject,) = survey.subjects
    wanted = [each for each in judges(options.defaults, storage=True) if each.rule == case.rule]
    if not wanted:
        raise LiveError(f"the case is about {case.rule}, of which a running server is not asked")
    asked = [each for each in wanted if each.field in (None, case.field)]
    ledger = Ledger(subject, asked)
    journal = Journal.begin(connection.target.server, options.label, options.directory)
    objects = Objects(connection, journal)
    left: list[Leftover] = []
    try:
        namespace = namespace_of(objects, survey.resources, subject.resource, options, 0)
        dry_runs = DryRuns(objects, only=options.dry_run)
        may_store = not options.dry_run
        bench = ResourceBench(objects, dry_runs, subject, namespace, f"apivet-{journal.run}-0", may_store=may_store)
        _send(bench, ledger, case, options.label.partition("/")[0])
    except ObstacleError as error:
        ledger.give_up(str(error))
    finally:
        connection.resume()
        left = clean(objects)
        journal.close()
    verdicts = [row.verdict for row in ledger.judgements()]
    verdict = Verdict.VIOLATED if Verdict.VIOLATED in verdicts else verdicts[0] if verdicts else Verdict.UNPROVEN
    reason = why_unproven(ledger.accounts[0]) if verdict is Verdict.UNPROVEN and ledger.accounts else ""
    return Replayed(verdict, reason, tuple(left))


def _send(bench: ResourceBench, ledger: Ledger, case: LiveCase, domain: str) -> None:
    first = bench.create(case.document).answer
    if not first.accepted:
        raise ObstacleError(f"the case's object is not taken: {first.words}")
    second = bench.create(case.document).answer.object
    bench.volatile.update(differences(first.object, second))
    paths = tuple(path for path, _ in case.changes)

    def create() -> Exchange:
        return Exchange(bench.create(case.apply(case.document)), second, paths, frozenset(bench.volatile))

    def update() -> Exchange:
        write = bench.apply if case.method == "PATCH" else bench.update
        return write(case.apply, paths, subresource=case.subresource)

    def absent() -> Exchange:
        return bench.replace_absent(case.document)

    if case.method == "POST":
        ledger.enter(create(), create)
        return
    if case.about.startswith(ABOUT_STORAGE):
        try_storage(bench, ledger, case.document, domain, case.about.removeprefix(ABOUT_STORAGE))
        return
    stored = bench.store(case.document)
    if case.status is not None and ledger.subject.resource.has_status:
        bench.status_answer(case.status, keep=True)

    def round_trip() -> Exchange:
        wanted = case.about.removeprefix(ABOUT_VERSION)
        found = [each for each in ledger.subject.other_versions if each.version == wanted]
        if not found:
            raise ObstacleError(f"the version {wanted} is not served")
        return bench.round_trip(stored, case.status or {}, found[0])

    sends: dict[str, Any] = {
        ABOUT_ABSENT: absent,
        ABOUT_UNVERSIONED: bench.update_unversioned,
        ABOUT_DELETE: bench.delete_dry,
    }
    send = round_trip if case.about.startswith(ABOUT_VERSION) else sends.get(case.about, update)
    ledger.enter(send(), send)
