"""The objects that trials begin with: remembered ones, stubs, and existing ones that the user names; and interrupts."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from platformdirs import user_cache_path

from apivet.cli import main
from apivet.live.connection import Connection
from apivet.live.target import Target
from live_server.http import Answer, LiveServer
from live_server.misbehaviour import KINDS
from live_server.requests import Request, Response

pytestmark = pytest.mark.long

LEASES = "coordination.k8s.io/v1/leases"
PDBS = "policy/v1/poddisruptionbudgets"
PDB: dict[str, Any] = {"metadata": {"name": "theirs"}, "spec": {"minAvailable": 3}}


def live(server: LiveServer, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["live", "--server", server.address, *arguments])


def counting(seen: list[Request]) -> Any:
    def around(answer: Answer) -> Answer:
        def look(request: Request) -> Response:
            seen.append(request)
            return answer(request)

        return look

    return around


def test_the_second_run_starts_with_what_the_first_has_learned() -> None:
    seen: list[Request] = []
    with LiveServer(around=counting(seen)) as server:
        first = live(server, PDBS, "--format", "json")
        cold = len(seen)
        second = live(server, PDBS, "--format", "json")
        warm = len(seen) - cold
        third = live(server, PDBS, "--format", "json", "--no-cache")
        anew = len(seen) - cold - warm
    assert first.stdout == second.stdout == third.stdout
    assert warm < cold == anew


def kept_files() -> list[Path]:
    return sorted((user_cache_path("apivet") / "live").glob("*.json"))


@pytest.mark.parametrize("kind", ["", "no-dry-run"])
def test_a_status_is_remembered_as_the_object_is(kind: str) -> None:
    """One that the server complains of, until a field of it has a certain value."""
    asked = 0

    def around(answer: Any) -> Any:
        def check(request: Request) -> Response:
            nonlocal asked
            if request.is_write and request.segments[-1] == "status":
                asked += 1
                if (request.document.get("status") or {}).get("currentHealthy") != 5:
                    cause = {"field": "status.currentHealthy", "message": "must be greater than or equal to 5"}
                    return Response(422, {"kind": "Status", "message": "no", "details": {"causes": [cause]}})
            answered: Response = answer(request)
            return answered

        return KINDS[kind](check) if kind else check

    with LiveServer(around=around) as server:
        first = live(server, PDBS, "--format", "json")
        cold, asked = asked, 0
        second = live(server, PDBS, "--format", "json")
        warm = asked
        (file,) = (each for each in kept_files() if "-status" in each.name)
        file.write_text('{"document": {"status": {"currentHealthy": 1}}, "requests": 2}')
        third = live(server, PDBS, "--format", "json")
    assert first.stdout == second.stdout == third.stdout
    assert json.loads(first.stdout)["coverage"][0]["status"] is True
    assert warm < cold


def test_what_is_no_longer_true_or_no_memory_at_all_is_learned_anew() -> None:
    with LiveServer() as server:
        expected = live(server, PDBS, "--format", "json").stdout
        (file,) = (each for each in kept_files() if "-status" not in each.name)
        learned = json.loads(file.read_text())
        refused = {**learned, "filled": {"metadata": {}, "spec": {"minAvailable": "many"}}}
        for content in (json.dumps(refused), json.dumps({**learned, "lost": [["spec"]]}), "{}", "[", '{"smallest": 1}'):
            file.write_text(content)
            assert live(server, PDBS, "--format", "json").stdout == expected
            assert json.loads(file.read_text()) == learned


def test_the_memory_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from apivet.live import learned as memory

    monkeypatch.setattr(memory, "_MOST", 3)
    kept = memory.LearnedObjects(tmp_path)
    learned = memory.Learned({}, {"spec": {"a": 1}}, (("spec", 0),), (), (), 1, 2, True)
    for number in range(6):
        kept.keep(f"{number}", learned)
    assert len(list(tmp_path.iterdir())) == 3
    assert kept.recall("5") == learned
    assert kept.recall("0") is None
    memory.LearnedObjects(tmp_path / "file" / "below").recall("x")
    (tmp_path / "file").write_text("")
    memory.LearnedObjects(tmp_path / "file" / "below").keep("x", learned)


# ----------------------------------------------------------------------------------------------------------- stubs


def wanting(answer: Answer) -> Answer:
    """A server that wants a word that nobody can guess, and does not say which."""

    def look(request: Request) -> Response:
        if request.method == "POST" and request.segments[-1] == "configmaps":
            if (request.document.get("data") or {}).get("password") != "swordfish":
                return Response(422, {"kind": "Status", "code": 422, "reason": "Invalid", "message": "wrong password"})
        return answer(request)

    return look


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pyproject.toml").write_text("[tool.apivet]\n")
    (tmp_path / "live-stubs").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_stub_says_what_can_not_be_negotiated(project: Path) -> None:
    with LiveServer(around=wanting) as server:
        without = live(server, "configmaps")
        assert "no valid object: 422: wrong password (a stub, core.v1.configmaps.yaml, can say" in without.stdout
        (project / "live-stubs" / "core.v1.configmaps.yaml").write_text("data:\n  password: swordfish\n")
        (project / "live-stubs" / "core.v1.dragons.yaml").write_text("data: {}\n")
        with_it = [live(server, "configmaps") for _ in range(2)]
    for run in with_it:
        assert run.exit_code == 0, run.output
        assert "1 with a valid object" in run.stdout
        assert "live-stubs/core.v1.dragons.yaml: no resource is served that it is about" in run.stderr
        assert "no longer needed" not in run.stderr


def test_a_stub_that_is_no_longer_needed_is_told(project: Path) -> None:
    (project / "live-stubs" / "core.v1.configmaps.yaml").write_text("data:\n  password: swordfish\n")
    with LiveServer() as server:
        for _ in range(2):
            assert "core.v1.configmaps.yaml: the stub is no longer needed" in live(server, "configmaps").stderr


@pytest.mark.parametrize("content", ["- a", "a: [", "1: 2", "\x00"])
def test_a_stub_that_is_none_is_one_line(project: Path, content: str) -> None:
    (project / "live-stubs" / "core.v1.configmaps.yaml").write_text(content)
    with LiveServer() as server:
        run = live(server, "configmaps")
    assert run.exit_code == 2
    assert "core.v1.configmaps.yaml: is no" in run.stderr


# --------------------------------------------------------------------------------------------------- existing objects


def test_an_existing_object_is_tried_in_dry_run_only() -> None:
    seen: list[Request] = []
    with LiveServer(around=counting(seen)) as server, Connection(Target(server.address)) as connection:
        connection.request("POST", "/apis/policy/v1/namespaces/default/poddisruptionbudgets", body=PDB)
        path = "/apis/policy/v1/namespaces/default/poddisruptionbudgets/theirs"
        before = connection.get(path).document
        seen.clear()
        run = live(server, "--dry-run", "--object", f"{PDBS}/default/theirs", "--format", "json")
        assert connection.get(path).document == before
    verdicts = {row["rule"]: row["verdict"] for row in json.loads(run.stdout)["verdicts"]}
    about = [request for request in seen if "theirs" in request.segments and request.is_write]
    assert about
    assert all(request.is_dry_run or "dryRun" in request.document for request in seen if request.is_write)
    assert verdicts["generation-not-bumped-on-spec-change"] == verdicts["status-not-kept-on-update"] == "holds"
    assert verdicts["round-trip-loses-data"] == "unproven"


def test_an_existing_object_gets_no_write_where_dry_runs_are_stored() -> None:
    from live_server.misbehaviour import KINDS

    seen: list[Request] = []
    with LiveServer(around=lambda answer: counting(seen)(KINDS["no-dry-run"](answer))) as server:
        with Connection(Target(server.address)) as connection:
            connection.request("POST", "/apis/policy/v1/namespaces/default/poddisruptionbudgets", body=PDB)
        seen.clear()
        live(server, "--object", f"{PDBS}/default/theirs")
    assert not [request for request in seen if "theirs" in request.segments and request.is_write]


@pytest.mark.parametrize(
    "name", ["theirs", f"{PDBS}/theirs", "policy/v1/dragons/default/x", "core/v1/secrets/default/x"]
)
def test_an_object_that_is_none_is_one_line(server: LiveServer, name: str) -> None:
    run = live(server, "--object", name)
    assert run.exit_code == 2
    assert len(run.stderr.splitlines()) == 2, run.stderr


# ---------------------------------------------------------------------------------------------------------- interrupts


#: Started so that Ctrl-C is heard even where the tests run in the background.
HEARING_INTERRUPTS = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from apivet.cli import main
main(prog_name="apivet")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_second_interrupt_is_answered_with_what_is_left() -> None:
    process: subprocess.Popen[bytes] | None = None
    writes, told = 0, 0

    def around(answer: Answer) -> Answer:
        def look(request: Request) -> Response:
            nonlocal writes, told
            writes += request.is_write
            if process is not None and (
                (request.is_write and writes == 10) or (request.method == "DELETE" and not told)
            ):
                told += request.method == "DELETE"
                process.send_signal(signal.SIGINT)
            return answer(request)

        return look

    with LiveServer(around=around) as server:
        command = [sys.executable, "-c", HEARING_INTERRUPTS, "live", "--server", server.address, PDBS]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        _, errors = process.communicate()
        assert process.returncode == 128 + signal.SIGINT, errors
        assert told == 1
        assert b"left so far: core/v1/namespaces/apivet-" in errors
        assert b"apivet live --clean" in errors
        with Connection(Target(server.address)) as connection:
            assert len(connection.get("/api/v1/namespaces").document["items"]) == 1
