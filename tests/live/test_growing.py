"""An object grows level by level; what is not taken, or not kept, is told."""

from __future__ import annotations

from typing import Any

from apivet.live.answers import ServerAnswer
from apivet.live.coverage import ResourceCoverage
from apivet.live.exchanges import shown
from apivet.live.growing import BUDGET, Grown, grow
from apivet.live.journal import ObjectKey
from apivet.live.objects import Sent
from apivet.live.paths import remove, render
from apivet.live.resources import Resource
from apivet.live.schemas import Schema
from apivet.live.survey import LiveSubject

TEXT: dict[str, Any] = {"type": "string"}
PORT = {"type": "object", "required": ["port"], "properties": {"port": {"type": "integer"}, "name": TEXT}}
SPEC = {
    "type": "object",
    "properties": {
        "size": {"type": "integer"},
        "mode": {"type": "string", "enum": ["fast", "slow"]},
        "ports": {"type": "array", "items": PORT},
        "file": {"type": "object", "properties": {"path": TEXT}},
        "url": TEXT,
        "hidden": TEXT,
    },
}
SCHEMA = Schema({"type": "object", "properties": {"metadata": {}, "status": TEXT, "spec": SPEC}}, {})


class Server:
    """Takes objects that its checks find in order, and drops a field."""

    def __init__(self, *checks: Any, drops: tuple[str, ...] = ()) -> None:
        self._checks = checks
        self._drops = drops
        self.sent: list[dict[str, Any]] = []

    def __call__(self, document: dict[str, Any]) -> ServerAnswer:
        self.sent.append(document)
        found = [each for check in self._checks for each in check(document)]
        if found:
            causes = [{"field": field, "reason": reason, "message": text} for field, reason, text in found]
            return ServerAnswer(422, {"kind": "Status", "details": {"causes": causes}})
        for name in self._drops:
            document = remove(document, ("spec", name))
        return ServerAnswer(201, document)


def grown(server: Server) -> Grown:
    start: dict[str, Any] = {"metadata": {}}
    return grow(server, start, start, SCHEMA)


def not_both(document: dict[str, Any]) -> list[tuple[str, str, str]]:
    spec = document.get("spec", {})
    return [("spec.url", "FieldValueForbidden", "may not be set with `file`")] if {"url", "file"} <= set(spec) else []


def test_everything_is_set_in_one_request_a_level() -> None:
    server = Server()
    found = grown(server)
    assert found.document == {
        "metadata": {},
        "spec": {
            "size": 1,
            "mode": "fast",
            "ports": [{"port": 1, "name": "apivet"}],
            "file": {"path": "apivet"},
            "url": "apivet",
            "hidden": "apivet",
        },
    }
    assert len(server.sent) == found.requests == 3
    assert found.refused == found.dropped == []


def test_fields_that_can_not_be_had_together_are_told() -> None:
    found = grown(Server(not_both))
    assert [render(path) for path in found.refused] == ["spec.url"]
    assert {"file", "hidden", "mode", "ports", "size"} == set(found.document["spec"])


def test_fields_that_the_server_drops_are_told() -> None:
    found = grown(Server(drops=("hidden",)))
    assert [render(path) for path in found.dropped] == ["spec.hidden"]


def test_a_value_that_is_wrong_is_mended_within_its_field() -> None:
    def check(document: dict[str, Any]) -> list[tuple[str, str, str]]:
        url = document.get("spec", {}).get("url")
        return [("spec.url", "FieldValueInvalid", "must be a valid URL")] if url == "apivet" else []

    assert grown(Server(check)).document["spec"]["url"] == "https://apivet.example"


def test_the_budget_holds() -> None:
    wide = dict.fromkeys((f"f{number}" for number in range(300)), TEXT)
    schema = Schema({"type": "object", "properties": {"spec": {"type": "object", "properties": wide}}}, {})
    server = Server(lambda document: [("spec", "", "no")] if len(document.get("spec", {})) > 0 else [])
    start: dict[str, Any] = {}
    grow(server, start, start, schema)
    assert len(server.sent) <= BUDGET + 3


def test_a_server_error_is_told_the_same_in_each_run() -> None:
    uid = "6ba7b810-9dad-41d1-80b4-00c04fd430c8"
    metadata = {
        "name": "apivet-0123abcd-1",
        "uid": uid,
        "resourceVersion": "7",
        "managedFields": [],
        "labels": {"of": uid},
    }
    subject = LiveSubject(Resource("", "v1", "pods", "Pod", True), None)
    covered = ResourceCoverage(subject)
    key = ObjectKey(subject.resource, "default", "apivet-0123abcd-1")
    covered.note_error(Sent("PUT", key, "", {"metadata": metadata}, True, ServerAnswer(500)), "0123abcd")
    (error,) = covered.errors
    assert error.body == {"metadata": {"name": "apivet-00000000-1", "labels": {"of": "UID"}}}


def test_a_name_of_the_runs_own_is_whole_in_a_witness() -> None:
    assert shown({"a": "x" * 56, "b": "apivet-0123abcd-4"}).endswith("apivet-R ...")
