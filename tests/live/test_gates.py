"""Gates: two servers that differ in them, or one that is switched; what depends on a gate, and the rules about it."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace
from test_run import everything, put_theirs, violated
from tests_live_stubs import answering, response

import sample_apiserver
from apivet.cli import main
from apivet.live.comparison import SeenGated
from apivet.live.connection import Connection
from apivet.live.errors import LiveError
from apivet.live.gate_run import narrowed
from apivet.live.gates import GatedField, read_gate_map, read_gates
from apivet.live.journal import default_directory
from apivet.live.resources import Resource
from apivet.live.target import Target
from live_server.http import LiveServer
from live_server.misbehaviour import KINDS
from live_server.mistakes import GATE_RULES
from live_server.requests import Request, Response
from sample_apiserver.features import DEFAULTS

GATE = "PDBUnhealthyPodEvictionPolicy"
FIELD = "spec.unhealthyPodEvictionPolicy"
RESOURCE = "policy/v1/poddisruptionbudgets"
ON = dict.fromkeys(DEFAULTS, True)
OFF = {**ON, GATE: False}
MAP = f"{GATE}:\n  policy/v1/*: [{FIELD}]\n"


@contextmanager
def two_servers(tmp_path: Path, broken: str = "", **others: Any) -> Iterator[tuple[LiveServer, LiveServer]]:
    """A server with all gates on, and one with one of them off, over one store."""
    store = {"store": tmp_path / "objects.sqlite", "broken": broken, **others}
    with LiveServer(gates=ON, **store) as one, LiveServer(gates=OFF, **store) as other:
        yield one, other


def compared(one: LiveServer, other: LiveServer, *arguments: str) -> Result:
    command = ["live", "--server", one.address, "--against", other.address, "--format", "json", *arguments]
    return CliRunner().invoke(main, command)


def gate_rows(document: dict[str, Any]) -> dict[str, str]:
    return {row["rule"]: row["verdict"] for row in document["verdicts"] if row["rule"] in GATE_RULES}


def test_what_one_server_stores_and_another_drops_is_gated(tmp_path: Path) -> None:
    (tmp_path / "token").write_text("s3cr3t-token")
    heads: list[Any] = []

    def around(answer):  # type: ignore[no-untyped-def]
        def look(request: Request) -> Response:
            heads.append(request.headers.get("authorization", ""))
            return answer(request)  # type: ignore[no-any-return]

        return look

    store = tmp_path / "objects.sqlite"
    with LiveServer(gates=ON, store=store) as one, LiveServer(gates=OFF, store=store, around=around) as other:
        put_theirs(one)
        before = everything(one)
        address = one.address.replace("http://", "http://jane:s3cr3t-password@")
        token = ("--against-token-file", str(tmp_path / "token"))
        command = [
            "live",
            "--server",
            address,
            "--against",
            other.address,
            "--format",
            "json",
            *token,
            RESOURCE,
            "services",
        ]
        run = CliRunner().invoke(main, command)
        assert everything(one) == everything(other) == before
    document = json.loads(run.stdout)
    assert run.exit_code == 0, run.output
    assert document["gated"] == [{"object": RESOURCE, "field": FIELD, "gates": [GATE]}]
    assert gate_rows(document) == dict.fromkeys(GATE_RULES, "holds")
    rows = [row for row in document["verdicts"] if row["rule"] in GATE_RULES]
    assert all(row["tried"] >= row["stored"] >= 2 and row["effective"] >= 2 for row in rows)
    assert {row["field"] for row in rows if row["rule"] != "ungated-field-dropped"} == {FIELD}
    assert "s3cr3t" not in run.output
    assert set(heads) == {"", "Bearer s3cr3t-token"}  # its own token or, asked by the test, none: never the first one
    assert list(default_directory().glob("*")) == []


def test_tags_of_the_source_say_what_a_map_would(tmp_path: Path) -> None:
    """A field that neither server drops is missed by its gate alone."""
    source = Path(sample_apiserver.__file__).parent
    with two_servers(tmp_path, "gated-field-not-dropped") as (one, other):
        blind = compared(one, other, RESOURCE)
        told = compared(one, other, RESOURCE, "--source", str(source))
    assert violated(json.loads(blind.stdout)) == []
    assert violated(json.loads(told.stdout)) == [("gated-field-not-dropped", RESOURCE, FIELD)]


def test_a_source_alone_shows_no_gate_in_two_states(tmp_path: Path) -> None:
    run = CliRunner().invoke(main, ["live", "--server", "http://127.0.0.1:9", "--source", str(tmp_path)])
    assert (run.exit_code, run.stderr.splitlines()[-1]) == (
        2,
        "--source: its tags are about gates: add --against or --switch-gates",
    )


def test_servers_of_one_store_are_known_by_the_runs_label_where_there_are_no_uids(tmp_path: Path) -> None:
    store, bare = tmp_path / "objects.sqlite", KINDS["no-uid"]
    with LiveServer(gates=ON, store=store, around=bare) as one:
        with LiveServer(gates=OFF, store=store, around=bare) as other:
            document = json.loads(compared(one, other, RESOURCE).stdout)
    assert gate_rows(document)["gated-field-dropped-in-use"] == "holds"


@pytest.mark.parametrize("rule", GATE_RULES)
def test_each_mistake_with_gates_is_found_and_nothing_else(rule: str, tmp_path: Path) -> None:
    (tmp_path / "gates.yaml").write_text(MAP)
    with two_servers(tmp_path, rule) as (one, other):
        run = compared(one, other, RESOURCE, "--gates", str(tmp_path / "gates.yaml"))
    document = json.loads(run.stdout)
    assert run.exit_code == 1
    ((found, name, field),) = violated(document)
    assert (found, name) == (rule, RESOURCE)
    assert field == ("spec.minAvailable" if rule == "ungated-field-dropped" else FIELD)
    (finding,) = (each for each in document["findings"] if each["verdict"] == "violated")
    assert GATE in finding["message"] or rule == "ungated-field-dropped"
    assert str(one.address.rpartition(":")[2]) not in run.stdout


def test_a_description_that_names_a_gate_is_a_hint_only(tmp_path: Path) -> None:
    def around(answer):  # type: ignore[no-untyped-def]
        def look(request: Request) -> Response:
            told = answer(request)
            if request.segments[:2] == ("openapi", "v3") and "policy" in request.segments:
                for node in told.document["components"]["schemas"].values():
                    if "maxUnavailable" in node.get("properties", {}):
                        node["properties"]["maxUnavailable"]["description"] = f"Values above 1 need the gate {GATE}."
            return told  # type: ignore[no-any-return]

        return look

    with two_servers(tmp_path, around=around) as (one, other):
        document = json.loads(compared(one, other, RESOURCE).stdout)
    assert violated(document) == []
    (hint,) = (each for each in document["findings"] if each["field"] == "spec.maxUnavailable")
    assert (hint["rule"], hint["verdict"]) == ("gated-field-not-dropped", "unproven")
    assert "a hint only" in hint["message"]


def test_servers_without_a_common_store_show_nothing_of_fields_in_use() -> None:
    with LiveServer(gates=ON) as one, LiveServer(gates=OFF) as other:
        document = json.loads(compared(one, other, RESOURCE).stdout)
    assert gate_rows(document) == {**dict.fromkeys(GATE_RULES, "holds"), "gated-field-dropped-in-use": "unproven"}
    assert "share no store" in next(each["message"] for each in document["findings"])


def test_a_loss_that_a_gate_may_explain_is_unproven(tmp_path: Path) -> None:
    both = {"CronJobTimeZone": False}
    with LiveServer(gates={**ON, **both}, broken="ungated-field-dropped") as one:
        with LiveServer(gates={**OFF, **both}, broken="ungated-field-dropped") as other:
            document = json.loads(compared(one, other, RESOURCE).stdout)
    assert violated(document) == []
    assert gate_rows(document)["ungated-field-dropped"] == "unproven"


@pytest.mark.parametrize("broken", ["", "gated-field-dropped-in-use"])
def test_a_server_that_is_switched_is_compared_with_itself(
    broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = tmp_path / "off"
    commands = f'on-command = {json.dumps(f"rm -f {shlex.quote(str(mark))}")}\noff-command = "touch off"\n'
    (tmp_path / "pyproject.toml").write_text(f"[tool.apivet.live]\n{commands}")
    monkeypatch.chdir(tmp_path)
    server: LiveServer

    def around(answer):  # type: ignore[no-untyped-def]
        def look(request: Request) -> Response:
            server.switch(OFF if mark.exists() else ON)
            return answer(request)  # type: ignore[no-any-return]

        return look

    mark.touch()
    with LiveServer(around=around, broken=broken) as server:
        run = CliRunner().invoke(
            main, ["live", "--server", server.address, "--switch-gates", "--format", "json", RESOURCE]
        )
        assert everything(server)["poddisruptionbudgets"] == []
    document = json.loads(run.stdout)
    assert mark.exists()
    assert [rule for rule, *_ in violated(document)] == [broken] * bool(broken), run.output
    assert gate_rows(document)["gated-field-dropped-in-use"] == ("violated" if broken else "holds")


def test_a_command_that_fails_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: LiveServer) -> None:
    commands = 'on-command = "sh -c \'echo no such gate >&2; exit 3\'"\noff-command = "true"\n'
    (tmp_path / "pyproject.toml").write_text(f"[tool.apivet.live]\n{commands}")
    monkeypatch.chdir(tmp_path)
    run = CliRunner().invoke(main, ["live", "--server", server.address, "--switch-gates"])
    assert run.exit_code == 2
    assert "on-command ended with 3: no such gate" in run.stderr


def test_gates_are_narrowed_down_by_several_pairs() -> None:
    def seen(*gates: str) -> list[SeenGated]:
        return [SeenGated("g/v1/rs", "spec.a", gates)]

    assert narrowed([(frozenset("AB"), seen("A", "B")), (frozenset("BC"), seen("B", "C"))]) == seen("B")
    assert narrowed([(frozenset("AB"), seen("A", "B")), (frozenset("B"), [])]) == seen("A")
    assert narrowed([(frozenset("A"), seen("A"))]) == seen("A")


def test_gates_are_read_from_metrics_whatever_else_they_hold() -> None:
    text = (
        '# HELP x y\nkubernetes_feature_enabled{name="One",stage="ALPHA"} 0\n'
        'kubernetes_feature_enabled{stage="",name="Two"} 1.0 17\nkubernetes_feature_enabled{name="AllBeta",stage=""} 0\n'
        'kubernetes_feature_enabled{name="Th{r}ee"} 1\nkubernetes_feature_enabled{name="Four"} many\nother{name="Five"} 1\n'
    )
    with answering(response(text.encode())) as (address, _), Connection(Target(address)) as connection:
        assert read_gates(connection) == {"One": False, "Two": True}
    with answering(response(b"no", 403)) as (address, _), Connection(Target(address)) as connection:
        assert read_gates(connection) == {}


def test_a_map_of_gates_says_what_each_is_about(tmp_path: Path) -> None:
    path = tmp_path / "gates.yaml"
    path.write_text("A:\n  core/v1/pods: ['spec.containers[].x', spec.y]\nB,C:\n  apps/*: spec.containers.*.z\n")
    known, pods = read_gate_map(str(path)), Resource("", "v1", "pods", "Pod", True)
    assert known.gates == {"A", "B", "C"}
    fields = [("spec.containers[*].x", ("A",)), ("spec.y", ("A",))]
    assert [(each.field, each.gates) for each in known.of(pods)] == fields
    (other,) = known.of(replace(pods, group="apps"))
    assert (other.field, other.gates) == ("spec.containers[*].z", ("B", "C"))
    assert GatedField("", "spec.a", ()).covers("spec.a.b")
    assert not GatedField("", "spec.a", ()).covers("spec.ab")


@pytest.mark.parametrize("content", ["", "- A", "A: [x]", "A: {r: 3}", "A: {r: ['']}", "{A: ", "&a [*a]", "A: {}"])
def test_a_file_that_is_no_map_of_gates_is_one_line(content: str, tmp_path: Path) -> None:
    (tmp_path / "gates.yaml").write_text(content)
    with pytest.raises(LiveError, match=r"^the map of gates [^\n]*$"):
        read_gate_map(str(tmp_path / "gates.yaml"))
