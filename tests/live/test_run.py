"""Whole runs: a conforming server, one mistake at a time, servers that are less than complete, and nothing left."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from apivet.cli import main
from apivet.live.connection import Connection
from apivet.live.journal import default_directory
from apivet.live.target import Target
from live_server import example
from live_server.http import LiveServer
from live_server.misbehaviour import KINDS
from live_server.mistakes import RULES
from live_server.requests import Request, Response

pytestmark = pytest.mark.long

#: What mistakes are made in.
RESOURCE = "policy/v1/poddisruptionbudgets"
#: The exit status where a server misbehaves and something can be shown all the same.
STATUSES = {
    **dict.fromkeys(("no-dry-run", "refused-dry-run", "no-put", "no-uid", "plain-text", "endless-watch"), 0),
    "wrong-types": 1,
}
#: The sample server's own settings: its exceptions count, and none of them is idle.
SETTINGS = Path(__file__).parents[2] / "fixtures" / "pyproject.toml"
THEIRS: dict[str, Any] = {"metadata": {"name": "theirs", "labels": {"app": "shop"}}, "spec": {"replicas": 3}}


def live(server: LiveServer, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["live", "--server", server.address, *arguments])


def judged(server: LiveServer, *arguments: str) -> dict[str, Any]:
    run = live(server, "--format", "json", *arguments)
    assert run.exit_code in (0, 1, 2), run.output
    document: dict[str, Any] = json.loads(run.stdout)
    return document


def violated(document: dict[str, Any]) -> list[tuple[str, str, str]]:
    found = [each for each in document["findings"] if each["verdict"] == "violated"]
    return [(each["rule"], each["object"], each["field"]) for each in found]


def everything(server: LiveServer) -> dict[str, Any]:
    """All that is stored, but for what its reading changes."""
    stored = {}
    with Connection(Target(server.address)) as connection:
        for path in (
            "/api/v1",
            "/apis/apps/v1",
            "/apis/batch/v1",
            "/apis/coordination/v1",
            "/apis/policy/v1",
            "/apis/scheduling/v1",
        ):
            for each in connection.get(path).document["resources"]:
                if "/" not in each["name"]:
                    stored[each["name"]] = connection.get(f"{path}/{each['name']}").document["items"]
    return stored


def put_theirs(server: LiveServer) -> None:
    with Connection(Target(server.address)) as connection:
        connection.request("POST", "/apis/apps/v1/namespaces/default/replicasets", body=THEIRS)


def test_a_conforming_server_is_found_in_order_and_left_as_it_was() -> None:
    with LiveServer() as server:
        put_theirs(server)
        before = everything(server)
        run = live(server, "--format", "json", "--config", str(SETTINGS))
        assert everything(server) == before
    document = json.loads(run.stdout)
    assert run.exit_code == 0, run.output
    assert violated(document) == []
    by_rule: dict[str, set[str]] = {}
    for row in document["verdicts"]:
        by_rule.setdefault(row["rule"], set()).add(row["verdict"])
        assert row["evidence"] == ["live"]
        if row["verdict"] == "holds":
            assert row["tried"] >= row["stored"] >= row["effective"] >= 1 or row["rule"].startswith("allow-create")
    assert set(by_rule) == set(RULES[:-1])
    assert all("holds" in verdicts for verdicts in by_rule.values())
    coverage = document["coverage"]
    assert all(each["valid"] for each in coverage)
    assert {each["object"] for each in coverage if each["status"]} > {"core/v1/services"}
    filled, known = (sum(each["fields"][word] for each in coverage) for word in ("filled", "known"))
    assert filled >= 0.8 * known
    (services,) = (each for each in coverage if each["object"] == "core/v1/services")
    assert services["fields"]["dropped"] == ["spec.sessionCookie"]  # its gate is off
    unproven = {each["object"] for each in document["findings"] if each["verdict"] == "unproven"}
    assert unproven == {"core/v1/nodes"}
    assert list(default_directory().glob("*")) == []


@pytest.mark.parametrize("rule", RULES)
def test_each_mistake_is_found_and_nothing_else(rule: str) -> None:
    with LiveServer(broken=rule) as server:
        document = judged(server, RESOURCE, *(["--storage"] if rule == RULES[-1] else []))
    ((found, name, _),) = violated(document)
    assert (found, name) == (rule, RESOURCE)
    (finding,) = (each for each in document["findings"] if each["verdict"] == "violated")
    assert (finding["path"], finding["line"], finding["confidence"]) == (None, None, "certain")
    assert all(step["path"] is None and step["note"] for step in finding["witness"])
    assert "->" in finding["witness"][0]["note"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_server_that_misbehaves_is_no_crash_and_nothing_is_left_on_it(kind: str) -> None:
    with LiveServer(around=KINDS[kind]) as server:
        run = live(server, "configmaps", RESOURCE, "--format", "json")
        assert run.exception is None or isinstance(run.exception, SystemExit), run.exception
        document = json.loads(run.stdout)
        left = [each["message"] for each in document["problems"] if each["message"].startswith("left:")]
        stored = everything(server)
    assert len(document["verdicts"]) >= 17
    assert run.exit_code == STATUSES.get(kind, 2)
    assert left == []  # where removals are answered with redirects, a second look shows that they were carried out
    assert [each["metadata"]["name"] for each in stored["namespaces"]] == ["default"]
    assert stored["configmaps"] == stored["poddisruptionbudgets"] == []


def test_what_a_server_without_dry_runs_can_show_is_shown() -> None:
    with LiveServer(around=KINDS["no-dry-run"]) as server:
        document = judged(server, RESOURCE)
    assert violated(document) == []
    verdicts = Counter(row["verdict"] for row in document["verdicts"])
    assert verdicts["holds"] >= 11
    assert any("stores dry runs" in each["message"] for each in document["problems"])


def test_a_dry_run_of_a_server_that_ignores_the_flag_ends_the_run() -> None:
    with LiveServer(around=KINDS["no-dry-run"]) as server:
        run = live(server, "--dry-run", "configmaps", RESOURCE)
        stored = everything(server)
    assert run.exit_code == 2
    assert "stores dry runs, so that --dry-run can't keep its promise" in run.stderr
    assert stored["configmaps"] == stored["poddisruptionbudgets"] == []


def test_a_dry_run_stores_nothing_at_all() -> None:
    real: list[str] = []

    def around(answer):  # type: ignore[no-untyped-def]
        def look(request: Request) -> Response:
            if request.is_write and not request.is_dry_run:
                real.append(request.target)
            return answer(request)  # type: ignore[no-any-return]

        return look

    with LiveServer(around=around) as server:
        document = judged(server, "--dry-run", RESOURCE)
    assert real == []
    verdicts = {row["rule"]: row["verdict"] for row in document["verdicts"]}
    assert verdicts["generation-not-set-on-create"] == verdicts["status-not-wiped-on-create"] == "holds"
    assert verdicts["status-not-kept-on-update"] == "unproven"


def test_a_new_namespace_is_given_time_to_be_furnished() -> None:
    refused: list[str] = []

    def around(answer):  # type: ignore[no-untyped-def]
        def look(request: Request) -> Response:
            if (
                request.method == "POST"
                and RESOURCE.rsplit("/", maxsplit=1)[-1] in request.segments
                and len(refused) < 2
            ):
                refused.append(request.target)
                message = 'error looking up service account x/default: serviceaccount "default" not found'
                return Response(403, {"kind": "Status", "code": 403, "reason": "Forbidden", "message": message})
            return answer(request)  # type: ignore[no-any-return]

        return look

    with LiveServer(around=around) as server:
        (covered,) = judged(server, RESOURCE)["coverage"]
    assert covered["valid"]
    assert len(refused) == 2


def test_dangerous_kinds_are_stored_only_where_that_is_allowed() -> None:
    real: list[str] = []

    def around(answer):  # type: ignore[no-untyped-def]
        def look(request: Request) -> Response:
            if request.is_write and not request.is_dry_run and "nodes" in request.segments:
                real.append(request.method)
            return answer(request)  # type: ignore[no-any-return]

        return look

    with LiveServer(around=around) as server:
        document = judged(server, "nodes", "configmaps")
        assert real == []
        reasons = {each["message"] for each in document["findings"] if each["object"] == "core/v1/nodes"}
        assert reasons == {"not stored: dangerous kind"}
        allowed = judged(server, "nodes", "--allow-dangerous")
        assert real
    assert {row["verdict"] for row in allowed["verdicts"]} == {"holds"}


def test_the_server_to_start_from_keeps_all_conventions() -> None:
    with LiveServer(install=example.install) as server:
        run = live(server, "shop.example/v1/orders", "--format", "json")
    document = json.loads(run.stdout)
    assert run.exit_code == 0, run.output
    assert {row["verdict"] for row in document["verdicts"]} == {"holds"}


def test_the_same_server_gives_the_same_bytes(server: LiveServer) -> None:
    chosen = ("leases", "configmaps", "-v")
    outputs = {live(server, *chosen, "--format", "json", "-j", str(jobs)).stdout for jobs in (1, 3)}
    texts = {live(server, *chosen).stdout for _ in range(2)}
    assert len(outputs) == len(texts) == 1


def test_a_finding_is_kept_and_tried_again(tmp_path: Path) -> None:
    for rule in ("status-not-wiped-on-create", "spec-not-kept-on-status-update", *RULES[-4:]):
        with LiveServer(broken=rule) as server:
            run = live(server, RESOURCE, "--save", str(tmp_path / rule), *(["--storage"] if rule == RULES[-1] else []))
            assert run.exit_code == 1, run.output
            (case,) = (tmp_path / rule).glob("*.json")
            again = live(server, "--replay", str(case))
            assert (again.exit_code, "violated" in again.stdout) == (1, True), again.output
            assert everything(server)["poddisruptionbudgets"] == []
        text = case.read_text()
        assert server.address not in text
        assert not re.search(r"[0-9a-f]{8}-[0-9a-f]{4}-4", text)
        assert json.loads(text)["curl"]
    with LiveServer() as server:
        mended = live(server, "--replay", str(case))
    assert (mended.exit_code, "holds" in mended.stdout) == (0, True), mended.output


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"version": 1, "request": {"method": "PATCH"}}'])
def test_a_file_that_is_no_case_is_one_line(tmp_path: Path, server: LiveServer, content: str) -> None:
    path = tmp_path / "case.json"
    path.write_text(content)
    run = live(server, "--replay", str(path))
    assert run.exit_code == 2
    assert "is no case" in run.stderr


def serving_config_maps_only(answer):  # type: ignore[no-untyped-def]
    """A server that is small enough to be tried as a whole."""

    def look(request: Request) -> Response:
        response = answer(request)
        if request.segments == ("apis",):
            return Response(200, {"groups": []})
        if request.segments == ("api", "v1"):
            return Response(
                200, {"resources": [each for each in response.document["resources"] if each["name"] == "configmaps"]}
            )
        return response  # type: ignore[no-any-return]

    return look


def test_an_approved_exception_covers_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.apivet]\n")
    (tmp_path / "exceptions").mkdir()
    (tmp_path / "exceptions" / "OWNERS").write_text("approvers:\n  - jane@example.org\n")
    entry = (
        'version = 1\n[[exception]]\nrule = "status-not-wiped-on-create"\nobject = "policy/v1/poddisruptionbudgets"\n'
        'field = "status"\nreason = "Kept for old clients."\napproved-by = "jane@example.org"\n'
    )
    (tmp_path / "exceptions" / "exceptions.toml").write_text(entry)
    monkeypatch.chdir(tmp_path)
    with LiveServer(broken="status-not-wiped-on-create") as server:
        run = live(server, RESOURCE)
        shown = live(server, RESOURCE, "--show-suppressed")
    assert run.exit_code == 0, run.output
    assert "1 suppressed" in run.stdout
    assert "suppressed by exceptions/exceptions.toml:2" in shown.stdout
    with LiveServer(around=serving_config_maps_only) as server:
        unused = live(server)
    assert unused.exit_code == 1
    assert "exception-unused" in unused.stdout


def test_the_head_says_which_server_as_whom_and_where() -> None:
    """A server that tells who asks is asked; what it says is a stranger's text."""
    reviews = {"name": "selfsubjectreviews", "kind": "SelfSubjectReview", "namespaced": False, "verbs": ["create"]}

    def around(answer):  # type: ignore[no-untyped-def]
        def tell(request: Request) -> Response:
            match request.segments:
                case ("apis",):
                    groups = answer(request).document["groups"]
                    mine = {"name": "authentication.k8s.io", "versions": [{"version": "v1"}]}
                    return Response(200, {"groups": [*groups, mine]})
                case ("apis", "authentication.k8s.io", "v1"):
                    return Response(200, {"resources": [reviews]})
                case ("apis", "authentication.k8s.io", "v1", "selfsubjectreviews"):
                    assert request.method == "POST"
                    return Response(201, {"status": {"userInfo": {"username": "jane\x1b[2J"}}})
            return answer(request)  # type: ignore[no-any-return]

        return tell

    with LiveServer(around=around) as server:
        text = live(server, "configmaps", "--insecure", "--namespace", "default").stdout
        document = judged(server, "configmaps")
    first = text.splitlines()[0]
    assert first.startswith("server v1.0.0-sample, user jane")
    assert first.endswith(", namespace default, certificate NOT checked")
    assert "\x1b" not in text
    assert document["server"] == {
        "version": "v1.0.0-sample", "user": "jane\x1b[2J", "context": "", "namespace": "", "insecure": False,
    }  # fmt: skip


def test_secrets_are_in_no_output(tmp_path: Path) -> None:
    (tmp_path / "token").write_text("s3cr3t-token")
    with LiveServer(broken="status-not-wiped-on-create") as server:
        address = server.address.replace("http://", "http://jane:s3cr3t-password@")
        command = ["live", "--server", address, "--token-file", str(tmp_path / "token"), RESOURCE]
        run = CliRunner().invoke(main, [*command, "--save", str(tmp_path / "cases"), "-v"])
    assert run.exit_code == 1
    kept = "".join(path.read_text() for path in (tmp_path / "cases").glob("*"))
    assert "s3cr3t" not in run.output + kept


def test_secrets_that_a_server_repeats_are_in_no_output(tmp_path: Path) -> None:
    """Refusals and objects tell who asked, as a server under debugging may."""
    (tmp_path / "token").write_text("s3cr3t-token")
    asked = 0

    def around(answer):  # type: ignore[no-untyped-def]
        def tell(request: Request) -> Response:
            nonlocal asked
            asked += request.is_write
            who = request.headers.get("authorization", "")
            assert "s3cr3t-token" in who
            response = answer(request)
            if request.is_write and asked % 4 == 0:
                status = {"kind": "Status", "message": f"{who} may not", "details": {"causes": [{"message": who}]}}
                return Response(422, status)
            if isinstance(response.document, dict) and "metadata" in response.document:
                document = {**response.document, "status": {**(response.document.get("status") or {}), "asker": who}}
                return replace(response, document=document)
            return response  # type: ignore[no-any-return]

        return tell

    with LiveServer(around=around) as server:
        place = ["--server", server.address, "--token-file", str(tmp_path / "token")]
        outputs = [f"--output={name}:{tmp_path / name}" for name in ("json", "sarif", "html", "junit")]
        run = CliRunner().invoke(main, ["live", *place, RESOURCE, "--save", str(tmp_path / "cases"), "-v", *outputs])
    assert run.exit_code in (0, 1, 2), run.exception
    kept = [path for path in tmp_path.rglob("*") if path.is_file() and path.name != "token"]
    told = run.output + "".join(path.read_text() for path in kept)
    assert "[hidden]" in told
    assert "s3cr3t" not in told


# --------------------------------------------------------------------------------------------------- killed runs


@pytest.mark.parametrize("number", [1, 3, 5, 9, 21])
def test_a_run_whose_server_goes_away_is_cleaned_later(number: int) -> None:
    """From the n-th write on nothing is answered any more: what the run could not remove, --clean does."""
    writes = 0
    gone = True

    def around(answer):  # type: ignore[no-untyped-def]
        def look(request: Request) -> Response:
            nonlocal writes
            writes += request.is_write
            if gone and writes >= number:
                if writes == number and request.is_write:
                    answer(request)
                return Response(200, content=b" ", headers={"Content-Length": "1", "Connection": "close"})
            return answer(request)  # type: ignore[no-any-return]

        return look

    with LiveServer(around=around) as server:
        gone = False
        put_theirs(server)
        before = everything(server)
        gone, writes = True, 0
        run = live(server, RESOURCE, "configmaps")
        gone = False
        for journal in default_directory().glob("*.jsonl"):
            cleaned = live(server, "--clean", journal.stem)
            assert cleaned.exit_code == 0, cleaned.output
        assert everything(server) == before, run.output
    assert list(default_directory().glob("*")) == []


def test_an_interrupted_run_removes_what_it_has_made() -> None:
    process: subprocess.Popen[bytes] | None = None
    writes = 0

    def around(answer):  # type: ignore[no-untyped-def]
        def look(request: Request) -> Response:
            nonlocal writes
            writes += request.is_write
            if request.is_write and writes == 10 and process is not None:
                process.send_signal(signal.SIGTERM)
            return answer(request)  # type: ignore[no-any-return]

        return look

    with LiveServer(around=around) as server:
        before = everything(server)
        command = [sys.executable, "-m", "apivet", "live", "--server", server.address, RESOURCE]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        _, errors = process.communicate()
        assert process.returncode == 128 + signal.SIGTERM, errors
        assert everything(server) == before
    assert list(default_directory().glob("*")) == []
