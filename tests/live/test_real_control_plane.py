"""A kube-apiserver is judged: nothing is left behind, nearly all resources get a valid object, and custom resources keep
the conventions that they can. Skipped where envtest's variables name no programs (``make live-k8s``)."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from click.testing import CliRunner

from apivet.cli import main
from apivet.live.connection import Connection
from apivet.live.discovery import discover
from apivet.live.target import Credentials, Target
from control_plane import ApiServer, Etcd, programs

FOUND = programs()
needs_programs = pytest.mark.skipif(isinstance(FOUND, str), reason=FOUND if isinstance(FOUND, str) else "")

CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
SPEC: dict[str, Any] = {
    "type": "object",
    "required": ["harbour", "depth"],
    "properties": {
        "harbour": {"type": "string", "pattern": "^[a-z]{3}-[0-9]{2}$"},
        "depth": {"type": "integer", "minimum": 3, "maximum": 90},
        "kind": {"type": "string", "enum": ["Spring", "Neap"], "default": "Neap"},
        "window": {
            "type": "object",
            "required": ["from", "to"],
            "properties": {"from": {"type": "integer"}, "to": {"type": "integer"}},
            "x-kubernetes-validations": [{"rule": "self.from <= self.to", "message": "must not end before it begins"}],
        },
    },
}
STATUS = {"type": "object", "properties": {"level": {"type": "integer"}, "phase": {"type": "string"}}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiServer]:
    assert not isinstance(FOUND, str)
    directory = tmp_path_factory.mktemp("control-plane")
    with Etcd(FOUND, directory / "etcd") as store, ApiServer(FOUND, store, directory / "server") as server:
        yield server


@pytest.fixture
def connection(server: ApiServer) -> Iterator[Connection]:
    token = Credentials(token=server.token_file.read_text())
    with Connection(Target(server.address, credentials=token, authority=server.authority.read_bytes())) as connection:
        yield connection


def live(server: ApiServer, *arguments: str) -> tuple[dict[str, Any], int]:
    run = CliRunner().invoke(main, ["live", *server.arguments, "--format", "json", *arguments])
    assert run.exception is None or isinstance(run.exception, SystemExit), run.exception
    return json.loads(run.stdout), run.exit_code


def everything(connection: Connection) -> dict[str, str]:
    """The uids of all objects, but of namespaces that only a controller could remove."""
    found = {}
    for resource in discover(connection).resources:
        items = connection.get(resource.path()).object.get("items") if "list" in resource.verbs else None
        for each in items or ():
            metadata = each["metadata"]
            if resource.name != "namespaces" or "deletionTimestamp" not in metadata:
                found[f"{resource} {metadata.get('namespace')} {metadata['name']}"] = str(metadata.get("uid"))
    return found


@needs_programs
def test_all_resources_are_judged_and_nothing_is_left(server: ApiServer, connection: Connection) -> None:
    before = everything(connection)
    document, status = live(server, "--no-cache")
    assert status == 1  # it keeps not all of the conventions
    left = [each["message"] for each in document["problems"] if "namespace stays" not in each["message"]]
    assert left == []
    assert {name for name in everything(connection).items() if "coordination" not in name[0]} == {
        name for name in before.items() if "coordination" not in name[0]
    }
    covered = document["coverage"]
    assert sum(each["valid"] for each in covered) >= 0.95 * len(covered)
    rows = {(each["object"], each["rule"], each["field"]): each["verdict"] for each in document["verdicts"]}
    assert rows["apps/v1/deployments", "spec-not-kept-on-status-update", None] == "holds"
    assert rows["apps/v1/deployments", "status-not-kept-on-update", None] == "holds"
    assert rows["core/v1/configmaps", "allow-create-on-update-not-default", None] == "holds"
    assert rows["coordination.k8s.io/v1/leases", "allow-create-on-update-not-default", None] == "violated"
    assert rows["core/v1/nodes", "status-not-wiped-on-create", None] == "violated"  # kubelets say how they are


@needs_programs
def test_custom_resources_keep_the_conventions(server: ApiServer, connection: Connection) -> None:
    schema = {"openAPIV3Schema": {"type": "object", "properties": {"spec": SPEC, "status": STATUS}}}
    for plural, subresources, versions in (
        ("tides", {"status": {}}, ("v1", "v1beta1")),
        ("gauges", {}, ("v1",)),
    ):
        names = {"plural": plural, "singular": plural[:-1], "kind": plural[:-1].title()}
        told = [
            {"name": each, "served": True, "storage": each == "v1", "schema": schema, "subresources": subresources}
            for each in versions
        ]
        spec = {"group": "apivet.example", "names": names, "scope": "Namespaced", "versions": told}
        body = {
            "apiVersion": "apiextensions.k8s.io/v1",
            "kind": "CustomResourceDefinition",
            "metadata": {"name": f"{plural}.apivet.example"},
            "spec": spec,
        }
        assert connection.request("POST", CRDS, body=body).accepted
    _wait_for(connection, "apivet.example/v1/tides", "apivet.example/v1/gauges", "apivet.example/v1beta1/tides")
    document, status = live(server, "apivet.example/*", "--no-cache")
    violated = {(each["object"], each["rule"]) for each in document["verdicts"] if each["verdict"] == "violated"}
    # Custom resources are never updated without a version; without an endpoint for it, a status is a field like others.
    names = ("apivet.example/v1/tides", "apivet.example/v1beta1/tides", "apivet.example/v1/gauges")
    status_rules = ("status-not-wiped-on-create", "status-not-kept-on-update", "generation-bumped-without-spec-change")
    assert violated == {
        *((name, "allow-unconditional-update-not-default") for name in names),
        *((names[2], rule) for rule in status_rules),
    }
    assert [each for each in document["findings"] if each["verdict"] == "unproven"] == []
    again, _ = live(server, "apivet.example/*", "--no-cache")
    for each in (document, again):
        del each["problems"]  # they name the namespaces that stay
    assert (again, status) == (document, 1)


def _wait_for(connection: Connection, *names: str) -> None:
    """Wait until these are served, with their schemas."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        served = {str(each) for each in discover(connection).resources}
        paths = connection.get("/openapi/v3").object.get("paths", {})
        if served.issuperset(names) and "apis/apivet.example/v1" in paths and "apis/apivet.example/v1beta1" in paths:
            return
        time.sleep(0.3)
    raise AssertionError(f"{names} are not served")


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({}, "no etcd: set TEST_ASSET_ETCD, or KUBEBUILDER_ASSETS"),
        ({"KUBEBUILDER_ASSETS": "/nowhere"}, "is no program"),
    ],
)
def test_missing_programs_are_told(environment: dict[str, str], words: str) -> None:
    assert words in str(programs(environment))
