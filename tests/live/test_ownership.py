"""The promises about writes: only to the run's own objects, each in the journal first; and nothing is left."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from apivet.cli import main
from apivet.live.cleanup import clean
from apivet.live.connection import Connection, ConnectionLimits
from apivet.live.errors import ConnectionLostError, LiveError, NotOwnedError
from apivet.live.journal import Journal, ObjectKey, default_directory
from apivet.live.objects import Objects, uid_of
from apivet.live.resources import Resource
from apivet.live.target import Target
from live_server.http import LiveServer
from live_server.requests import Request, Response

LABEL = "apivet.example/run"
MAPS = Resource("", "v1", "configmaps", "ConfigMap", True)
SPACES = Resource("", "v1", "namespaces", "Namespace", False)
BODY: dict[str, Any] = {"apiVersion": "v1", "kind": "ConfigMap", "data": {"a": "b"}}


def key_of(objects: Objects, number: int = 0, resource: Resource = MAPS) -> ObjectKey:
    return ObjectKey(resource, "default" if resource.namespaced else "", f"apivet-{objects.journal.run}-{number}")


def names(connection: Connection) -> list[str]:
    items = connection.get(MAPS.path()).document["items"]
    return [item["metadata"]["name"] for item in items]


def someone_elses(connection: Connection, name: str = "theirs") -> dict[str, Any]:
    body = {**BODY, "metadata": {"name": name}}
    created: dict[str, Any] = connection.request("POST", MAPS.path("default"), body=body).document
    return created


def test_an_object_is_made_with_the_label_and_removed_again(objects: Objects, connection: Connection) -> None:
    key = key_of(objects)
    made = objects.create(key, BODY, dry_run=False).answer
    assert made.status == 201
    assert objects.is_marked(made.document)
    assert objects.journal.uid_of(key) == uid_of(made.document)
    assert clean(objects) == []
    assert names(connection) == []


def test_the_intent_is_on_disk_before_the_request_is_sent(tmp_path: Path) -> None:
    seen: list[str] = []

    def around(answer):  # type: ignore[no-untyped-def]
        def look(request: Request) -> Response:
            if request.method == "POST":
                seen.extend(path.read_text() for path in tmp_path.glob("*.jsonl"))
            return answer(request)  # type: ignore[no-any-return]

        return look

    with LiveServer(around=around) as server, Connection(Target(server.address)) as connection:
        objects = Objects(connection, Journal.begin(server.address, LABEL, tmp_path))
        objects.create(key_of(objects), BODY, dry_run=False)
    assert key_of(objects).name in seen[0]


def test_a_name_that_is_not_the_runs_is_never_made(objects: Objects, connection: Connection) -> None:
    with pytest.raises(NotOwnedError):
        objects.create(ObjectKey(MAPS, "default", "settings"), BODY, dry_run=False)
    assert names(connection) == []


def test_an_object_that_the_run_has_not_made_is_never_updated(objects: Objects, connection: Connection) -> None:
    theirs = someone_elses(connection)
    before = connection.get(MAPS.path("default", "theirs")).document
    for dry_run in (True, False):
        with pytest.raises(NotOwnedError):
            objects.update(ObjectKey(MAPS, "default", "theirs"), theirs, dry_run=dry_run)
    with pytest.raises(NotOwnedError):
        objects.delete(ObjectKey(MAPS, "default", "theirs"), "")
    assert connection.get(MAPS.path("default", "theirs")).document == before


def test_an_object_that_has_taken_the_name_of_ours_is_neither_updated_nor_removed(
    objects: Objects, connection: Connection
) -> None:
    key = key_of(objects)
    objects.create(key, BODY, dry_run=False)
    connection.request("DELETE", MAPS.path("default", key.name))
    theirs = someone_elses(connection, key.name)
    with pytest.raises(NotOwnedError):
        objects.update(key, theirs, dry_run=False)
    stale = {**theirs, "metadata": {**theirs["metadata"], "uid": ""}, "data": {"a": "changed"}}
    assert objects.update(key, stale, dry_run=False).answer.status == 409
    assert clean(objects) == []
    assert connection.get(MAPS.path("default", key.name)).document == theirs


def test_what_was_made_without_an_answer_is_found_by_its_label(objects: Objects, connection: Connection) -> None:
    key = key_of(objects)
    objects.journal.intend(key)
    body = {**BODY, "metadata": {"name": key.name, "labels": {LABEL: objects.journal.run}}}
    connection.request("POST", MAPS.path("default"), body=body)
    assert clean(objects) == []
    assert names(connection) == []


def test_an_intent_whose_name_somebody_else_has_is_left_alone(objects: Objects, connection: Connection) -> None:
    key = key_of(objects)
    objects.journal.intend(key)
    someone_elses(connection, key.name)
    assert clean(objects) == []
    assert names(connection) == [key.name]


def test_the_runs_own_finalizers_are_taken_off(objects: Objects, connection: Connection) -> None:
    key = key_of(objects)
    body = {**BODY, "metadata": {"finalizers": ["apivet.example/stay"]}}
    objects.create(key, body, dry_run=False)
    assert clean(objects) == []
    assert names(connection) == []


def test_the_finalizers_of_others_stay_and_are_told(objects: Objects, connection: Connection) -> None:
    key = key_of(objects)
    objects.create(key, {**BODY, "metadata": {"finalizers": ["theirs.example/stay"]}}, dry_run=False)
    (left,) = clean(objects, patience=0.2)
    assert left.is_failure
    assert "theirs.example/stay" in left.reason
    assert names(connection) == [key.name]


def _protecting(manager: str):  # type: ignore[no-untyped-def]
    """A server that gives each new object a finalizer, and tells that a manager has put it there, or nobody."""

    def around(answer):  # type: ignore[no-untyped-def]
        def look(request: Request) -> Response:
            if request.method == "POST" and request.segments[-1] == "configmaps":
                body = request.document
                body["metadata"]["finalizers"] = ["server.example/protection"]
                request = replace(request, body=json.dumps(body).encode())
            response = answer(request)
            metadata = response.document.get("metadata") if isinstance(response.document, dict) else None
            if isinstance(metadata, dict) and "uid" in metadata:
                fields = {"f:metadata": {"f:finalizers": {'v:"server.example/protection"': {}}}}
                told = [
                    {"manager": "apivet", "fieldsV1": {"f:metadata": {"f:labels": {f"f:{LABEL}": {}}}}},
                    {"manager": manager, "fieldsV1": fields},
                ]
                document = {**response.document, "metadata": {**metadata, "managedFields": told[: 1 + bool(manager)]}}
                response = replace(response, document=document)
            return response  # type: ignore[no-any-return]

        return look

    return around


@pytest.mark.parametrize(("manager", "left"), [("", 0), ("controller", 1)])
def test_a_finalizer_that_the_server_itself_gives_is_waited_for_then_taken_off(
    manager: str, left: int, tmp_path: Path
) -> None:
    with LiveServer(around=_protecting(manager)) as server, Connection(Target(server.address)) as connection:
        objects = Objects(connection, Journal.begin(server.address, LABEL, tmp_path))
        objects.create(key_of(objects), BODY, dry_run=False)
        assert len(clean(objects, patience=0)) == 1
        assert len(names(connection)) == 1
        assert len(clean(objects, patience=0.2)) == left
        assert len(names(connection)) == left


def test_an_object_that_is_given_time_to_end_is_removed_at_once(tmp_path: Path) -> None:
    graces: list[Any] = []

    def around(answer):  # type: ignore[no-untyped-def]
        def look(request: Request) -> Response:
            if request.method == "DELETE":
                graces.append(request.document.get("gracePeriodSeconds"))
                if graces[-1] is None:
                    return Response(200, {"kind": "Status"})
            response = answer(request)
            if request.method == "GET" and graces == [None] and "uid" in response.document.get("metadata", {}):
                metadata = {**response.document["metadata"], "deletionGracePeriodSeconds": 30}
                return replace(response, document={**response.document, "metadata": metadata})  # type: ignore[no-any-return]
            return response  # type: ignore[no-any-return]

        return look

    with LiveServer(around=around) as server, Connection(Target(server.address)) as connection:
        objects = Objects(connection, Journal.begin(server.address, LABEL, tmp_path))
        objects.create(key_of(objects), BODY, dry_run=False)
        assert clean(objects) == []
        assert names(connection) == []
    assert graces == [None, 0]


def test_what_can_not_be_removed_does_not_keep_the_rest(objects: Objects, connection: Connection) -> None:
    stays, goes = key_of(objects, 1), key_of(objects, 2)
    objects.create(stays, {**BODY, "metadata": {"finalizers": ["theirs.example/stay"]}}, dry_run=False)
    objects.create(goes, BODY, dry_run=False)
    assert len(clean(objects, patience=0.1)) == 1
    assert names(connection) == [stays.name]


def test_objects_go_in_the_reverse_order_of_their_creation(tmp_path: Path) -> None:
    removed: list[str] = []

    def around(answer):  # type: ignore[no-untyped-def]
        def look(request: Request) -> Response:
            if request.method == "DELETE":
                removed.append(request.segments[-1])
            return answer(request)  # type: ignore[no-any-return]

        return look

    with LiveServer(around=around) as server, Connection(Target(server.address)) as connection:
        objects = Objects(connection, Journal.begin(server.address, LABEL, tmp_path))
        space = key_of(objects, 0, SPACES)
        objects.create(space, {}, dry_run=False)
        inside = ObjectKey(MAPS, space.name, key_of(objects, 1).name)
        objects.create(inside, BODY, dry_run=False)
        assert clean(objects) == []
    assert removed == [inside.name, space.name]


def test_a_dry_run_that_is_trusted_needs_no_entry(objects: Objects, connection: Connection) -> None:
    assert objects.create(key_of(objects), BODY, dry_run=True, trusted=True).answer.status == 201
    assert objects.journal.left == []
    assert names(connection) == []


def test_a_journal_is_read_as_it_was_written_even_if_cut_off(objects: Objects, tmp_path: Path) -> None:
    for number in range(3):
        objects.create(key_of(objects, number), BODY, dry_run=False)
    objects.journal.gone(key_of(objects, 1))
    path = objects.journal.path
    with open(path, "a") as stream:
        stream.write('{"intent": {"resou')
    again = Journal.read(str(path))
    assert [str(entry.key) for entry in again.left] == [str(entry.key) for entry in objects.journal.left]
    assert [entry.uid for entry in again.left] == [entry.uid for entry in objects.journal.left]


def test_a_journal_without_anything_left_is_removed(objects: Objects) -> None:
    objects.create(key_of(objects), BODY, dry_run=False)
    clean(objects)
    objects.journal.close()
    assert not objects.journal.path.exists()


@pytest.mark.parametrize("content", [None, "", "nonsense", '{"version": 9, "run": "x"}', "[]"])
def test_a_journal_that_is_none_is_one_line(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "x.jsonl"
    if content is not None:
        path.write_text(content)
    with pytest.raises(LiveError, match="journal"):
        Journal.read(str(path))


# ---------------------------------------------------------------------------------------------- after a killed run


def make_some(objects: Objects) -> None:
    for number in range(5):
        objects.create(key_of(objects, number), BODY, dry_run=False)


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("number", range(4))
def test_killed_at_any_request_the_next_one_cleans(number: int, when: str) -> None:
    """The server stops answering at the n-th write, before or after carrying it out; the journal is all that is left."""
    writes = 0
    dead = True

    def around(answer):  # type: ignore[no-untyped-def]
        def look(request: Request) -> Response:
            nonlocal writes
            if request.is_write and dead:
                writes += 1
                if writes > number:
                    if when == "after" and writes == number + 1:
                        answer(request)
                    return Response(500, content=b" ", headers={"Content-Length": "5", "Connection": "close"})
            return answer(request)  # type: ignore[no-any-return]

        return look

    with LiveServer(around=around) as server:
        with Connection(Target(server.address)) as connection:
            dead = False
            theirs = someone_elses(connection)
            dead = True
        with Connection(Target(server.address), ConnectionLimits(timeout=0.2)) as connection:
            objects = Objects(connection, Journal.begin(server.address, LABEL))
            with pytest.raises(ConnectionLostError):
                make_some(objects)
        dead = False
        run = CliRunner().invoke(main, ["live", "--server", server.address, "--clean", objects.journal.run])
        assert run.exit_code == 0, run.output
        with Connection(Target(server.address)) as connection:
            assert names(connection) == ["theirs"]
            assert connection.get(MAPS.path("default", "theirs")).document == theirs
    assert list(default_directory().glob("*")) == []


def test_a_journal_of_another_server_is_not_cleaned_here(server: LiveServer) -> None:
    journal = Journal.begin("http://127.0.0.1:1", LABEL)
    journal.intend(ObjectKey(MAPS, "default", f"apivet-{journal.run}-0"))
    run = CliRunner().invoke(main, ["live", "--server", server.address, "--clean", journal.run])
    assert run.exit_code == 2
    assert "was against http://127.0.0.1:1" in run.stderr


def test_the_journal_has_no_secret(tmp_path: Path) -> None:
    target = Target("http://127.0.0.1:1")
    journal = Journal.begin(target.server, LABEL, tmp_path)
    (head,) = journal.path.read_text().splitlines()
    assert set(json.loads(head)) == {"version", "run", "server", "label"}
