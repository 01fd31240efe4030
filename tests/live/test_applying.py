"""Server-side apply: of the fixture's server, and what the trials make of servers that do it otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from apivet.live.answers import ServerAnswer
from apivet.live.connection import Connection
from apivet.live.exchanges import Exchange
from apivet.live.journal import ObjectKey
from apivet.live.objects import APPLY_TYPE, Sent
from apivet.live.resources import Resource
from apivet.live.rules.ownership import JUDGES

PDBS = Resource("policy", "v1", "poddisruptionbudgets", "PodDisruptionBudget", True)
PATH = PDBS.path("default", "one")


def apply(connection: Connection, manager: str, body: dict[str, Any], subresource: str = "", **query: str) -> Any:
    head = {"apiVersion": "policy/v1", "kind": "PodDisruptionBudget"}
    address = f"{PATH}/{subresource}" if subresource else PATH
    query = {"fieldManager": manager, **query}
    return connection.request("PATCH", address, query=query, body={**head, **body}, content_type=APPLY_TYPE)


def owners(document: dict[str, Any]) -> dict[tuple[str, str], Any]:
    return {
        (each["manager"], each.get("subresource", "")): each["fieldsV1"]
        for each in document["metadata"]["managedFields"]
    }


def test_an_applier_owns_what_it_names_and_others_are_in_conflict(connection: Connection) -> None:
    body = {"metadata": {"labels": {"a.b/c_d": "e"}}, "spec": {"minAvailable": 3}, "status": {"currentHealthy": 4}}
    made = apply(connection, "one", body)
    assert made.status == 201
    owned = {"f:metadata": {"f:labels": {"f:a.b/c_d": {}}}, "f:spec": {"f:minAvailable": {}}}
    assert owners(made.document) == {("one", ""): owned}
    refused = apply(connection, "two", {"spec": {"minAvailable": 4}})
    assert (refused.status, [each.field for each in refused.causes]) == (409, [".spec.minAvailable"])
    assert apply(connection, "two", {"spec": {"minAvailable": 3}}).status == 200  # shared
    forced = apply(connection, "two", {"spec": {"minAvailable": 4}}, force="true").document
    assert owners(forced) == {
        ("one", ""): {"f:metadata": owned["f:metadata"]},
        ("two", ""): {"f:spec": owned["f:spec"]},
    }
    gone = apply(connection, "two", {"metadata": {"labels": {"f": "g"}}}).document
    assert "minAvailable" not in gone["spec"]
    assert gone["metadata"]["labels"] == {"a.b/c_d": "e", "f": "g"}


def test_nobody_owns_what_an_endpoint_resets(connection: Connection) -> None:
    apply(connection, "one", {"spec": {"minAvailable": 3}})
    body = {"metadata": {"labels": {"a": "b"}}, "spec": {"minAvailable": 9}, "status": {"currentHealthy": 4}}
    after = apply(connection, "one", body, "status").document
    assert owners(after)["one", "status"] == {"f:status": {"f:currentHealthy": {}}}
    assert (after["spec"]["minAvailable"], after["status"]["currentHealthy"]) == (3, 4)


def test_a_dry_run_applies_nothing_and_an_update_takes_over(connection: Connection) -> None:
    assert apply(connection, "one", {"spec": {"minAvailable": 3}}, dryRun="All").status == 201
    assert connection.get(PATH).status == 404
    made = apply(connection, "one", {"spec": {"minAvailable": 3}}).document
    made["spec"]["minAvailable"] = 5
    updated = connection.request("PUT", PATH, query={"fieldManager": "two"}, body=made).document
    assert owners(updated) == {("two", ""): {"f:spec": {"f:minAvailable": {}}}}


@pytest.mark.parametrize(
    ("query", "content_type", "status"),
    [({}, APPLY_TYPE, 400), ({"fieldManager": "one"}, "application/merge-patch+json", 415)],
)
def test_what_is_no_apply_is_refused(
    connection: Connection, query: dict[str, str], content_type: str, status: int
) -> None:
    body = {"apiVersion": "policy/v1", "kind": "PodDisruptionBudget"}
    assert connection.request("PATCH", PATH, query=query, body=body, content_type=content_type).status == status


# ---------------------------------------------------------------------------------------------------------- the judge


def judged(before: Any, sent: Any, after: Any, fields: Any, subresource: str = "") -> dict[tuple[str | int, ...], str]:
    """The breaches, where an apply is answered so."""
    entry = {"manager": "apivet", "operation": "Apply", "fieldsType": "FieldsV1", "fieldsV1": fields}
    metadata = {"managedFields": [{**entry, "subresource": subresource}]}
    answer = ServerAnswer(200, {**after, "metadata": metadata})
    request = Sent("PATCH", ObjectKey(PDBS, "default", "one"), subresource, sent, True, answer)
    (judge,) = JUDGES
    return {each.path: each.note for each in judge.look(Exchange(request, before)).breaches}


SPEC: dict[str, Any] = {"ports": [{"port": 1, "name": "a"}, {"port": 2, "name": "b"}], "words": ["x"], "size": 1}
OTHER: dict[str, Any] = {"ports": [{"port": 1, "name": "c"}, {"port": 2, "name": "b"}], "words": ["y"], "size": 2}
KEYED = {"k:" + '{"port":1}': {".": {}, "f:name": {}, "f:port": {}}}


def test_sets_of_fields_name_elements_by_key_and_value_and_lists_as_a_whole() -> None:
    fields = {"f:spec": {"f:ports": KEYED, "f:words": {"v:" + '"y"': {}}, "f:size": {}}}
    assert judged({"spec": SPEC}, {"spec": OTHER}, {"spec": OTHER}, fields) == {}
    whole = {"f:spec": {"f:ports": {}, "f:words": {}, "f:size": {}}}
    assert judged({"spec": SPEC}, {"spec": OTHER}, {"spec": OTHER}, whole) == {}
    lacking = {"f:spec": {"f:ports": KEYED, "f:size": {}}}
    (path,) = judged({"spec": SPEC}, {"spec": OTHER}, {"spec": OTHER}, lacking)
    assert path == ("spec", "words", 0)


def test_an_owner_of_what_was_dropped_and_one_of_nothing_that_was_stored_are_told() -> None:
    owned = {"f:spec": {"f:size": {}}}
    assert list(judged({"spec": {"size": 1}}, {"spec": {"size": 2}}, {"spec": {"size": 1}}, owned, "status")) == [
        ("spec",)
    ]
    assert list(judged({"spec": {"size": 1}}, {"spec": {"size": 2}}, {"spec": {"size": 2}}, {}, "status")) == [
        ("spec",)
    ]
    # A part that an endpoint is for may be the server's to choose, and a value in other words says nothing.
    assert judged({"spec": {"size": 1}}, {"spec": {"size": 2}}, {"spec": {"size": 1}}, owned) == {}
    assert judged({"spec": {"size": "1"}}, {"spec": {"size": "1000m"}}, {"spec": {"size": "1.0"}}, {}) == {}


@pytest.mark.parametrize("fields", [None, [], {}, {"f:spec": 3}, {"k:nonsense": {"f:a": {}}}, {"": {"": {}}}])
def test_sets_of_fields_of_no_kind_are_nobodys(fields: Any) -> None:
    assert list(judged({"spec": {"size": 1}}, {"spec": {"size": 2}}, {"spec": {"size": 2}}, fields)) in (
        [("spec",)],
        [],
    )
