"""Servers that are less than complete: what stands in for what they lack, and what the report says of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from test_run import RESOURCE, everything, judged, live, violated
from tests_live_stubs import answering, response

from apivet.cli import main
from apivet.live.objects import merge_patch
from live_server.http import Answer, Listener, LiveServer
from live_server.misbehaviour import KINDS
from live_server.requests import Request, Response

pytestmark = pytest.mark.long

RULES = ("status-not-kept-on-update", "generation-not-bumped-on-spec-change", "spec-not-kept-on-status-update")


def remarks(document: dict[str, Any]) -> str:
    return "\n".join(each["message"] for each in document["problems"])


@pytest.mark.parametrize("kind", ["no-put", "no-uid"])
def test_a_conforming_server_that_lacks_something_is_still_in_order(kind: str) -> None:
    with LiveServer(around=KINDS[kind]) as server:
        before = everything(server)
        document = judged(server, RESOURCE, "configmaps")
        assert everything(server) == before
    assert violated(document) == []
    holds = {row["rule"] for row in document["verdicts"] if row["verdict"] == "holds"}
    assert holds >= {*RULES, "status-not-wiped-on-create", "metadata-not-reset-on-status-update"}
    told = {"no-put": "takes no PUT", "no-uid": "gives objects no uid"}
    assert told[kind] in remarks(document)


@pytest.mark.parametrize("kind", ["no-put", "no-dry-run"])
@pytest.mark.parametrize("rule", RULES)
def test_a_mistake_of_a_server_that_lacks_something_is_found(kind: str, rule: str) -> None:
    with LiveServer(broken=rule, around=KINDS[kind]) as server:
        document = judged(server, RESOURCE)
        assert everything(server)["poddisruptionbudgets"] == []
    assert {found for found, *_ in violated(document)} == {rule}
    assert not any("flaky" in each for each in document["findings"] if each["verdict"] == "violated")


def without_schemas(answer: Answer) -> Answer:
    def look(request: Request) -> Response:
        if request.segments[:1] == ("openapi",):
            return Response(404, {"kind": "Status", "code": 404, "message": "no"})
        return answer(request)

    return look


def definition(server: LiveServer) -> dict[str, Any]:
    """The schema of the resource, as a CustomResourceDefinition has it."""
    schemas = server.carry_out(Request("GET", "/openapi/v3/apis/policy/v1")).document["components"]["schemas"]

    def spelled_out(node: Any) -> Any:
        if isinstance(node, list):
            return [spelled_out(each) for each in node]
        if not isinstance(node, dict):
            return node
        if "$ref" in node:
            return spelled_out(schemas[node["$ref"].rpartition("/")[2]])
        return {name: spelled_out(each) for name, each in node.items() if not name.startswith("x-")}

    (node,) = (each for name, each in schemas.items() if name.endswith(".PodDisruptionBudget"))
    version = {"name": "v1", "schema": {"openAPIV3Schema": spelled_out(node)}}
    spec = {"group": "policy", "names": {"kind": "PodDisruptionBudget"}, "versions": [version]}
    return {"kind": "CustomResourceDefinition", "spec": spec}


@pytest.mark.parametrize("form", ["v3", "v2", "definition", "list", "server", "address"])
def test_schemas_come_from_elsewhere(form: str, tmp_path: Path) -> None:
    with LiveServer() as complete, LiveServer(around=without_schemas) as server:
        assert "there is no schema of it" in live(server, RESOURCE, "--plan").output
        document = complete.carry_out(Request("GET", "/openapi/v3/apis/policy/v1")).document
        texts: dict[str, Callable[[], str]] = {
            "v3": lambda: json.dumps(document),
            "v2": lambda: yaml.safe_dump({"definitions": document["components"]["schemas"]}),
            "definition": lambda: f"---\nkind: Other\n---\n{yaml.safe_dump(definition(complete))}",
            "list": lambda: yaml.safe_dump({"kind": "List", "items": [definition(complete)]}),
        }
        place = {"server": complete.address, "address": f"{complete.address}/openapi/v3/apis/policy/v1"}.get(form)
        if place is None:
            place = str(tmp_path / "schemas.yaml")
            Path(place).write_text(texts[form]())
        plan = json.loads(live(server, RESOURCE, "--plan", "--format", "json", "--schemas", place).stdout)
    ((known,),) = ([each["obstacle"] for each in plan["resources"]],)
    assert known is None


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{a: ", "is neither YAML nor JSON"),
        ("kind: ConfigMap", "holds neither schemas of OpenAPI nor a CustomResourceDefinition"),
        ("[" * 5_000 + "]" * 5_000, "--schemas"),
        (
            "\n".join(["a0: &a0 [1]", *(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 60))]),
            "neither",
        ),
        ("kind: CustomResourceDefinition\nspec: {versions: [3, {schema: []}]}", "holds neither"),
    ],
)
def test_schemas_that_are_none_are_one_line(content: str, words: str, tmp_path: Path, server: LiveServer) -> None:
    (tmp_path / "schemas.yaml").write_text(content)
    run = live(server, RESOURCE, "--plan", "--schemas", str(tmp_path / "schemas.yaml"))
    assert run.exit_code == 2
    assert words in run.stderr
    assert len(run.stderr.strip().splitlines()) == 2, run.stderr


def test_an_error_of_the_servers_own_is_listed_with_its_request() -> None:
    def around(answer: Answer) -> Answer:
        def fail(request: Request) -> Response:
            if request.method == "PUT" and b'"minAvailable": 2' in request.body:
                return Response(500, {"kind": "Status", "code": 500, "message": "index out of range"})
            return answer(request)

        return fail

    with LiveServer(around=around) as server:
        document = judged(server, RESOURCE)
        text = live(server, RESOURCE).stdout
    (covered,) = document["coverage"]
    error = next(each for each in covered["server_errors"] if "status" not in each["request"])
    address = "PUT /apis/policy/v1/namespaces/NAMESPACE/poddisruptionbudgets/NAME?dryRun=All"
    assert (error["request"], error["answer"]) == (address, "500: index out of range")
    assert error["body"]["spec"]["minAvailable"] == 2
    assert f"server error: {address}: 500: index out of range" in " ".join(text.split())
    assert violated(document) == []


def test_what_refusals_lack_is_said() -> None:
    def around(answer: Answer) -> Answer:
        def strip(request: Request) -> Response:
            told = answer(request)
            if request.method == "POST" and b'"minAvailable"' not in request.body and "policy" in request.segments:
                message = "PodDisruptionBudget is invalid: spec.minAvailable: Required value"
                return Response(422, {"kind": "Status", "code": 422, "message": message})
            return replace(told, code=200) if told.code == 201 else told

        return strip

    with LiveServer(around=around) as server:
        document = judged(server, RESOURCE)
    assert document["coverage"][0]["valid"]
    assert "gives refusals no causes" in remarks(document)
    assert "answers creates with 200" in remarks(document)


def test_a_merge_patch_holds_what_differs_and_what_tells_the_object() -> None:
    before = {"metadata": {"uid": "u", "resourceVersion": "7"}, "spec": {"a": 1, "b": {"c": [1], "d": 2}, "e": True}}
    after = {"metadata": {"uid": "u", "resourceVersion": "7"}, "spec": {"a": 1, "b": {"c": [2], "d": 2}, "e": 1}}
    told = {"metadata": {"uid": "u", "resourceVersion": "7"}}
    assert merge_patch(before, after) == {**told, "spec": {"b": {"c": [2]}, "e": 1}}
    assert merge_patch(before, {**after, "spec": {}}) == {**told, "spec": {"a": None, "b": None, "e": None}}
    assert merge_patch({}, {"spec": {}}) == {"spec": {}}


def test_a_hostile_document_of_schemas_ends_in_time() -> None:
    """Each part refers to the next one twice: what is short in words has more fields than can be counted."""
    schemas: dict[str, Any] = {
        f"p{n}": {
            "type": "object",
            "properties": {key: {"$ref": f"#/components/schemas/p{n + 1}"} for key in "abcdefgh"},
        }
        for n in range(40)
    }
    schemas["Thing"] = {
        **schemas["p0"],
        "x-kubernetes-group-version-kind": [{"group": "g.example", "version": "v1", "kind": "Thing"}],
    }
    verbs = ["create", "get"]
    answers = {
        "/api": {"versions": []},
        "/apis": {"groups": [{"name": "g.example", "versions": [{"version": "v1"}]}]},
        "/apis/g.example/v1": {"resources": [{"name": "things", "kind": "Thing", "verbs": verbs}]},
        "/openapi/v3": {"paths": {"apis/g.example/v1": {"serverRelativeURL": "/schemas"}}},
        "/schemas": {"components": {"schemas": schemas}},
    }

    def answer(request: Request) -> Response:
        document = answers.get(request.target)
        return Response(200, document) if document else Response(404, {"kind": "Status", "message": "no"})

    with Listener(answer) as server:
        run = CliRunner().invoke(main, ["live", "--server", server.address])
    assert run.exit_code == 2
    assert "no valid object" in run.stdout


def test_another_server_without_schemas_is_one_line(server: LiveServer) -> None:
    with answering(response(b"{}")) as (address, _):
        run = live(server, RESOURCE, "--plan", "--schemas", address)
    assert (run.exit_code, "publishes no schema of the resources" in run.stderr) == (2, True)


@pytest.mark.parametrize(
    ("code", "methods", "status"), [(429, "POST", 0), (429, "POST PUT DELETE", 0), (422, "POST", 2)]
)
def test_what_is_carried_out_and_answered_otherwise_is_not_left(code: int, methods: str, status: int) -> None:
    def around(answer: Answer) -> Answer:
        seen: set[tuple[str, str, bytes]] = set()

        def refuse(request: Request) -> Response:
            told, key = answer(request), (request.method, request.target, request.body)
            if request.method not in methods.split() or request.is_dry_run or key in seen:
                return told
            seen.add(key)
            document = {"kind": "Status", "code": code, "message": "too many requests"}
            return Response(code, document, headers={"Retry-After": "0"})

        return refuse

    with LiveServer(around=around) as server:
        before = everything(server)
        run = live(server, RESOURCE, "configmaps", "--format", "json", "--no-cache")
        assert everything(server) == before
    assert (run.exit_code, violated(json.loads(run.stdout))) == (status, [])
