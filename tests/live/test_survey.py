"""Discovery, schemas, and the choice of resources."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import cast

import pytest
from click.testing import CliRunner
from tests_live_stubs import answering, response

from apivet.cli import main
from apivet.live.connection import Connection
from apivet.live.discovery import groups_of_one_server
from apivet.live.dry_runs import DryRuns
from apivet.live.errors import LiveError
from apivet.live.objects import Objects
from apivet.live.options import RunOptions
from apivet.live.refusal import Permission, refuse_context, refuse_server
from apivet.live.resources import Resource, is_dangerous, select
from apivet.live.schemas import Schemas
from apivet.live.survey import look
from apivet.live.target import Target
from live_server.http import LiveServer

REPLICA_SETS = Resource("apps", "v1", "replicasets", "ReplicaSet", True, ("create", "get"), ("status",))
PODS = Resource("", "v1", "pods", "Pod", True, ("create", "get"))
NODES = Resource("", "v1", "nodes", "Node", False, ("create", "get"))
REVIEWS = Resource("authorization.k8s.io", "v1", "subjectaccessreviews", "SubjectAccessReview", False, ("create",))
ALL = (REPLICA_SETS, PODS, NODES, REVIEWS)


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("pods", [PODS]),
        ("replicasets.apps", [REPLICA_SETS]),
        ("pods.core", [PODS]),
        ("apps/*", [REPLICA_SETS]),
        ("core/*", [NODES, PODS]),
        ("core/v1/pods", [PODS]),
        ("*/v1/*s", [NODES, PODS, REPLICA_SETS]),
        ("apps/v2/replicasets", []),
        ("a/b/c/d", []),
    ],
)
def test_patterns_mean_resources(pattern: str, expected: list[Resource]) -> None:
    selection = select(ALL, [pattern], [])
    assert list(selection.chosen) == expected
    assert selection.unmatched == (() if expected else (pattern,))


def test_resources_that_can_not_be_read_again_are_virtual() -> None:
    selection = select(ALL, [], ["nodes", "sheep"])
    assert selection.chosen == (PODS, REPLICA_SETS)
    assert selection.virtual == (REVIEWS,)
    assert selection.unmatched_excludes == ("sheep",)


def test_some_kinds_are_dangerous_and_more_can_be_named() -> None:
    assert is_dangerous(NODES)
    assert not is_dangerous(PODS)
    assert is_dangerous(PODS, ["core/pods"])
    webhook = Resource("admissionregistration.k8s.io", "v1", "mutatingwebhookconfigurations", "X", False)
    assert is_dangerous(webhook)


def test_every_resource_of_a_server_is_found_with_its_schema(connection: Connection) -> None:
    survey = look(connection, RunOptions())
    assert [str(each.resource) for each in survey.subjects][:5] == [
        "core/v1/configmaps",
        "core/v1/namespaces",
        "core/v1/nodes",
        "core/v1/pods",
        "core/v1/services",
    ]
    assert len(survey.subjects) == 17
    assert all(each.schema and not each.obstacle for each in survey.subjects)
    assert [str(each.resource) for each in survey.subjects if each.dangerous] == ["core/v1/nodes"]
    assert survey.version == "v1.0.0-sample"


def test_a_schema_is_followed_through_its_references(connection: Connection) -> None:
    schema = Schemas(connection).of(REPLICA_SETS)
    assert schema is not None
    container = schema.at(("spec", "template", "spec", "containers", 0))
    assert container is not None
    assert container.required == ("image", "name")
    label = schema.at(("metadata", "labels", "anything"))
    assert label is not None
    assert label.type == "string"
    assert schema.at(("spec", "nothing")) is None


def test_a_pattern_that_means_nothing_is_an_error(connection: Connection) -> None:
    with pytest.raises(LiveError, match="no resource is served that 'sheep' means"):
        look(connection, RunOptions(include=("sheep",)))


def test_a_server_that_serves_nothing_is_an_error() -> None:
    with answering(response(b"not found", 404)) as (address, _), Connection(Target(address)) as connection:
        with pytest.raises(LiveError, match=r"nothing discovered at .*404: not found"):
            look(connection, RunOptions())


@pytest.mark.parametrize(
    "document",
    [
        {"versions": "v1", "groups": 3, "resources": {}},
        {"versions": [1, None, "../x", "v1"], "groups": [None, {"name": "a/b"}, {"name": "g", "versions": [4]}]},
        {"versions": ["v1"], "resources": [None, {"name": 4}, {"name": "a b", "kind": "A"}, {"name": "x", "verbs": 1}]},
    ],
)
def test_discovery_of_any_shape_is_no_crash(document: object) -> None:
    with answering(response(json.dumps(document).encode())) as (address, _), Connection(Target(address)) as connection:
        with pytest.raises(LiveError, match="nothing"):
            look(connection, RunOptions())


# ------------------------------------------------------------------------------------------------------- refusals


def test_a_context_that_is_never_touched_is_refused() -> None:
    with pytest.raises(LiveError, match="'the-prod-one' is refused"):
        refuse_context(Target("http://localhost", "the-prod-one"), ["*prod*"])
    refuse_context(Target("http://localhost", "dev"), ["*prod*"])


def test_a_server_elsewhere_needs_a_yes(connection: Connection) -> None:
    connection.target = replace(connection.target, server="https://10.0.0.1")
    with pytest.raises(LiveError, match="say --yes"):
        refuse_server(connection, (), Permission())
    refuse_server(connection, (), Permission(yes=True))
    with pytest.raises(LiveError, match="loopback only"):
        refuse_server(connection, (), Permission(yes=True, dangerous=True))


@pytest.mark.parametrize(
    ("path", "items", "reason"),
    [
        ("/api/v1/nodes", [{}] * 4, "more than 3 nodes"),
        ("/api/v1/pods", [{"metadata": {"namespace": "shop"}}], "a pod in namespace shop"),
        ("/api/v1/pods", [{"metadata": {"namespace": "kube-system"}}, {"metadata": {"namespace": "x"}}], "namespace x"),
        ("/api/v1/pods", [{"metadata": {"namespace": "kube-system"}}] * 1_001, "more than 1,000 pods"),
    ],
)
def test_a_server_on_loopback_that_is_in_use_needs_a_yes(path: str, items: list[object], reason: str) -> None:
    resources = [Resource("", "v1", path.rsplit("/", 1)[1], "X", True)]
    with answering(response(json.dumps({"items": items}).encode())) as (address, _):
        with Connection(Target(address)) as connection:
            with pytest.raises(LiveError, match=reason):
                refuse_server(connection, resources, Permission())
            refuse_server(connection, resources, Permission(yes=True))


def test_an_empty_server_on_loopback_needs_none(connection: Connection) -> None:
    refuse_server(connection, look(connection, RunOptions()).resources, Permission())


# ------------------------------------------------------------------------------------------------------------ plan


def test_a_plan_sends_only_gets_and_says_what_a_run_would_touch() -> None:
    methods: list[str] = []

    def around(answer):  # type: ignore[no-untyped-def]
        return lambda request: methods.append(request.method) or answer(request)

    with LiveServer(around=around) as server:
        run = CliRunner().invoke(main, ["live", "--server", server.address, "--plan", "apps/*", "nodes"])
    assert run.exit_code == 0, run.output
    assert set(methods) == {"GET"}
    assert "core/v1/nodes: dry runs only, as objects of it are dangerous" in run.stdout
    assert "apps/v1/deployments: an object made and removed" in run.stdout
    assert server.address in run.stderr


def test_a_plan_counts_the_promises_of_the_storage(server: LiveServer) -> None:
    def planned(*more: str) -> int:
        command = ["live", "--server", server.address, "--plan", "--format", "json", "configmaps", *more]
        return sum(each["requests"] for each in json.loads(CliRunner().invoke(main, command).stdout)["resources"])

    run = CliRunner().invoke(main, ["live", "--server", server.address, "--storage", "--format", "json", "configmaps"])
    (covered,) = json.loads(run.stdout)["coverage"]
    assert 0.8 * planned("--storage") <= covered["requests"] <= 1.2 * planned("--storage")
    assert covered["requests"] > 2 * planned()


def test_a_plan_for_machines(server: LiveServer) -> None:
    command = ["live", "--server", server.address, "--plan", "--format", "json", "pods"]
    document = json.loads(CliRunner().invoke(main, command).stdout)
    (row,) = document["resources"]
    assert (row["resource"], row["dangerous"], row["obstacle"]) == ("core/v1/pods", False, None)
    assert row["requests"] > 10


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--server", "http://127.0.0.1:1"], "no connection"),
        (["--server", "nonsense"], "must begin with http"),
        (["--server", "http://127.0.0.1:1", "--context", "x"], "either names the server"),
        (["--kubeconfig", "missing"], "there is no kubeconfig"),
        (["--server", "http://127.0.0.1:1", "--token-file", "missing"], "can't be read"),
    ],
)
def test_what_can_not_be_used_is_one_line_and_status_2(arguments: list[str], complaint: str) -> None:
    run = CliRunner().invoke(main, ["live", "--plan", *arguments])
    assert run.exit_code == 2
    assert complaint in run.stderr
    assert "Traceback" not in run.output


@pytest.mark.parametrize(
    ("seen", "together", "expected"),
    [
        ({"apps": True}, ("apps", "node.k8s.io"), True),
        ({"apps": True}, ("apps",), False),
        ({}, ("apps", "node.k8s.io"), False),
        ({"apps": True, "batch": False}, ("apps", "batch", "node.k8s.io"), False),
        ({"node.k8s.io": True}, (), True),
        ({"node.k8s.io": False}, ("apps", "node.k8s.io"), False),
    ],
)
def test_dry_runs_are_known_of_all_groups_of_one_server(
    seen: dict[str, bool], together: tuple[str, ...], expected: bool
) -> None:
    dry_runs = DryRuns(cast(Objects, None), only=False, together=together)
    dry_runs._honoured.update(seen)
    assert dry_runs.seen("node.k8s.io") is expected


def test_the_aggregator_tells_which_groups_are_its_own() -> None:
    items = [
        {"spec": {"group": "apps", "service": None}},
        {"spec": {"group": ""}},
        {"spec": {"group": "metrics.example", "service": {"name": "metrics", "namespace": "kube-system"}}},
        {"spec": {"group": "mixed.example"}},
        {"spec": {"group": "mixed.example", "service": {"name": "other", "namespace": "default"}}},
    ]
    aggregated = Resource("apiregistration.k8s.io", "v1", "apiservices", "APIService", False, ("get", "list"))
    with answering(response(json.dumps({"items": items}).encode())) as (address, heads):
        with Connection(Target(address)) as connection:
            assert groups_of_one_server(connection, ALL) == frozenset()
            assert groups_of_one_server(connection, (*ALL, aggregated)) == {"", "apps", "apiregistration.k8s.io"}
    assert len(heads) == 1
