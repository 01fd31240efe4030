"""The promises of storages, asked over HTTP: of the fixture's server, and of servers that break one each."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from apivet.config.model import Defaults
from apivet.live.answers import ServerAnswer
from apivet.live.bench import ResourceBench
from apivet.live.connection import Connection
from apivet.live.dry_runs import DryRuns
from apivet.live.journal import Journal
from apivet.live.ledger import Ledger
from apivet.live.objects import Objects
from apivet.live.resources import Resource
from apivet.live.rules.registry import judges
from apivet.live.rules.storages import STORAGE_RULE
from apivet.live.storage_trials import try_storage
from apivet.live.survey import LiveSubject
from apivet.live.target import Target
from apivet.live.watching import WatchPatience, events_of
from live_server.http import Answer, LiveServer
from live_server.misbehaviour import KINDS
from live_server.requests import Request, Response

VERBS = ("create", "delete", "get", "list", "patch", "update", "watch")
MAPS = Resource("", "v1", "configmaps", "ConfigMap", True, VERBS)


def rows(tmp_path: Path, around: Callable[[Answer], Answer], clause: str) -> tuple[str, str]:
    """The verdict about a promise, and the reason where it is none."""
    with LiveServer(around=around) as server, Connection(Target(server.address)) as connection:
        objects = Objects(connection, Journal.begin(server.address, "apivet.example/run", tmp_path))
        base = f"apivet-{objects.journal.run}-0"
        subject = LiveSubject(MAPS, None)
        bench = ResourceBench(objects, DryRuns(objects, only=False), subject, "default", base, may_store=True)
        ledger = Ledger(subject, judges(Defaults(), storage=True))
        try_storage(bench, ledger, {"metadata": {}, "data": {"a": "b"}}, "apivet.example", clause)
        (row,) = (each for each in ledger.judgements() if each.rule == STORAGE_RULE and each.field == clause)
        reasons = [finding.message for finding, _ in ledger.findings() if finding.field == clause]
        assert connection.get("/api/v1/configmaps").document["items"] == []
        # An intent that was answered with an error of the server's own is looked at when the run ends.
        assert [each for each in objects.journal.left if each.uid] == []
    return row.verdict.value, " ".join(reasons)


def _as_it_is(answer: Answer) -> Answer:
    return answer


def _without_selectors(answer: Answer) -> Answer:
    return lambda request: answer(replace(request, target=request.target.replace("labelSelector", "ignored")))


def _unversioned(answer: Answer) -> Answer:
    """Updates are carried out on any state that they are based on."""

    def look(request: Request) -> Response:
        if request.method != "PUT":
            return answer(request)
        body = json.loads(request.body)
        body["metadata"].pop("resourceVersion", None)
        return answer(replace(request, body=json.dumps(body).encode()))

    return look


def _on_watch(change: Callable[[list[bytes]], list[bytes]]) -> Callable[[Answer], Answer]:
    def around(answer: Answer) -> Answer:
        def look(request: Request) -> Response:
            response = answer(request)
            poll = response.poll
            if poll is None:
                return response
            return replace(response, poll=lambda: b"".join(change(poll().splitlines(keepends=True))))

        return look

    return around


def _first_page_only(answer: Answer) -> Answer:
    """The second page begins where the first one has."""

    def look(request: Request) -> Response:
        if "continue=" not in request.target:
            return answer(request)
        return answer(replace(request, target=request.target.partition("&continue=")[0]))

    return look


def _changed_by_others(answer: Answer) -> Answer:
    """A controller puts its mark on each object that is made."""

    def look(request: Request) -> Response:
        response = answer(request)
        if request.method == "POST" and request.segments[-1] == "configmaps":
            body = {**response.document, "data": {"controlled": "yes"}}
            path = f"{request.target.partition('?')[0]}/{body['metadata']['name']}"
            answer(Request("PUT", path, json.dumps(body).encode()))
        return response

    return look


def _words(answer: Answer) -> Answer:
    def look(request: Request) -> Response:
        response = answer(request)
        metadata = response.document.get("metadata") if isinstance(response.document, dict) else None
        if isinstance(metadata, dict) and "resourceVersion" in metadata:
            metadata["resourceVersion"] = f"v{metadata['resourceVersion']}"
        return response

    return look


def _full(answer: Answer) -> Answer:
    """Nothing can be made, as if each name were taken."""

    def look(request: Request) -> Response:
        if request.method == "POST" and request.segments[-1] == "configmaps":
            return Response(409, {"kind": "Status", "message": "taken"})
        return answer(request)

    return look


def _versions_are_errors(answer: Answer) -> Answer:
    """A create that carries a version is refused with 500, as by a kube-apiserver."""

    def look(request: Request) -> Response:
        if request.method == "POST" and "resourceVersion" in request.document.get("metadata", {}):
            words = "resourceVersion should not be set on objects to be created"
            return Response(500, {"kind": "Status", "code": 500, "message": words})
        return answer(request)

    return look


@pytest.mark.parametrize(
    ("clause", "around", "verdict", "words"),
    [
        ("create-with-version", _versions_are_errors, "holds", ""),
        ("watch-in-order", _without_selectors, "holds", ""),
        ("stale-write-conflicts", _unversioned, "violated", "stale-write-conflicts"),
        ("watch-in-order", _on_watch(lambda lines: lines * 2), "violated", "watch-in-order"),
        ("watched-as-it-was", _on_watch(lambda lines: lines[::-1]), "violated", "watched-as-it-was"),
        ("list-in-pages", _first_page_only, "violated", "list-in-pages"),
        ("watch-in-order", _changed_by_others, "unproven", "others change the objects"),
        ("watch-in-order", KINDS["endless-watch"], "holds", ""),
        ("versions-grow", _words, "unproven", "the server shows too little"),
        *((clause, _full, "unproven", "in order: 409: taken") for clause in ("create-with-version", "update", "list")),
        ("watch-in-order", _on_watch(lambda lines: [b"<html>\n"]), "unproven", "the watch is answered with"),
    ],
)
def test_a_promise_is_asked_over_http(
    tmp_path: Path, clause: str, around: Callable[[Answer], Answer], verdict: str, words: str
) -> None:
    found, told = rows(tmp_path, around, clause)
    assert (found, words in told) == (verdict, True), told


def test_every_promise_is_kept_by_the_server(tmp_path: Path) -> None:
    with LiveServer() as server, Connection(Target(server.address)) as connection:
        objects = Objects(connection, Journal.begin(server.address, "apivet.example/run", tmp_path))
        subject: Any = LiveSubject(MAPS, None)
        base = f"apivet-{objects.journal.run}-0"
        bench = ResourceBench(objects, DryRuns(objects, only=False), subject, "default", base, may_store=True)
        ledger = Ledger(subject, judges(Defaults(), storage=True))
        try_storage(bench, ledger, {"metadata": {}, "data": {"a": "b"}}, "apivet.example")
        verdicts = {row.field: row.verdict.value for row in ledger.judgements() if row.rule == STORAGE_RULE}
    assert set(verdicts.values()) == {"holds"}, verdicts
    assert len(verdicts) == 23


class _Watched:
    """A watch that tells something each tenth of a second, or nothing at all; the clock goes as long as it is heard."""

    def __init__(self, line: bytes) -> None:
        self.line, self.now = line, 0.0

    def monotonic(self) -> float:
        return self.now

    def follow(self, path: str, query: object, take: Callable[[bytes], float]) -> ServerAnswer:
        wait = take(b"")
        while wait > 0:
            self.now += min(wait, 0.1) if self.line else wait
            wait = take(self.line) if self.line else 0.0
        return ServerAnswer(200)

    def seconds(self, due: int, patience: WatchPatience) -> float:
        began = self.now
        events_of(cast(Connection, self), "/", {}, due, lambda obj: False, patience)
        return self.now - began


@pytest.mark.parametrize(
    ("line", "due", "first", "then"),
    [(b"", 1, 5.0, 2.0), (b"", 0, 0.15, 0.15), (b'{"type": "MODIFIED", "object": {}}\n', 0, 1.0, 0.2)],
)
def test_a_watch_that_is_silent_or_never_quiet_is_heard_less_the_next_time(
    monkeypatch: pytest.MonkeyPatch, line: bytes, due: int, first: float, then: float
) -> None:
    watched, patience = _Watched(line), WatchPatience()
    monkeypatch.setattr("apivet.live.watching.time", watched)
    assert watched.seconds(due, patience) == pytest.approx(first, abs=0.11)
    assert watched.seconds(due, patience) == pytest.approx(then, abs=0.11)
