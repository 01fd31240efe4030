"""The report of `apivet live` in the formats of other tools, and the options that say what becomes of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from test_run import RESOURCE, live

from apivet.cli import main
from apivet.commands.outputs import NAMES
from live_server.http import LiveServer
from live_server.misbehaviour import KINDS

RULE = "status-not-kept-on-update"


@pytest.fixture(scope="module")
def server() -> Iterator[LiveServer]:
    with LiveServer(broken=RULE) as server:
        yield server


def test_one_run_is_told_in_every_format(is_sarif: Callable[[str], None], server: LiveServer, tmp_path: Path) -> None:
    files = {name: tmp_path / name for name in NAMES}
    options = [word for name, path in files.items() for word in ("--output", f"{name}:{path}")]
    run = live(server, RESOURCE, "--format", "concise", "--exit-zero", *options)
    assert run.exit_code == 0, run.output
    texts = {name: path.read_text() for name, path in files.items()}
    assert run.stdout == texts["concise"]
    assert all(RESOURCE in text for text in texts.values())
    log = json.loads(texts["sarif"])
    is_sarif(texts["sarif"])
    (found,) = (each for each in log["runs"][0]["results"] if each["properties"]["verdict"] == "violated")
    assert found["ruleId"] == RULE
    assert found["locations"] == [{"logicalLocations": [{"fullyQualifiedName": RESOURCE}]}]
    assert "apivet%20live" not in texts["sarif"]
    (failed,) = ElementTree.fromstring(texts["junit"]).findall(f"testsuite[@name='{RESOURCE}']/testcase[failure]")
    assert failed.get("name") == RULE
    (row,) = json.loads(texts["json"])["coverage"]
    assert row["valid"]


def test_problems_with_a_server_lie_in_no_file(tmp_path: Path) -> None:
    with LiveServer(around=KINDS["no-dry-run"]) as server:
        outputs = [f"--output={name}:{tmp_path / name}" for name in ("sarif", "github", "junit", "json")]
        live(server, "configmaps", *outputs)
    texts = {name: (tmp_path / name).read_text() for name in ("sarif", "github", "junit", "json")}
    told = json.loads(texts["json"])["problems"]
    assert {each["path"] for each in told} == {"apivet live"}
    (invocation,) = json.loads(texts["sarif"])["runs"][0]["invocations"]
    places = [each["locations"] for each in invocation["toolExecutionNotifications"]]
    assert places == [[{"logicalLocations": [{"fullyQualifiedName": "apivet live"}]}]] * len(told)
    commands = [line for line in texts["github"].splitlines() if "stores dry runs" in line]
    assert commands
    assert all(line.startswith("::warning title=apivet::") for line in commands)
    assert 'name="apivet live"' in texts["junit"]


def test_what_is_told_can_be_less(server: LiveServer) -> None:
    quiet, counted = (live(server, RESOURCE, option) for option in ("--quiet", "--statistics"))
    (line,) = (line for line in quiet.stdout.splitlines() if RULE in line)
    assert line.startswith(RESOURCE)
    assert "requests" not in quiet.stdout
    assert quiet.exit_code == counted.exit_code == 1
    assert RULE in counted.stdout
    assert RESOURCE not in counted.stdout


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--plan", "--format", "sarif"], "--format sarif does nothing with --plan"),
        (["--plan", "--output", "junit:report.xml"], "--output does nothing with --plan"),
        (["--clean", "abcd", "--format", "json"], "--format json does nothing with --clean"),
        (["--quiet", "--verbose"], "--quiet and --verbose exclude each other"),
    ],
)
def test_formats_that_nothing_is_printed_in_are_refused(options: list[str], words: str) -> None:
    # Nobody listens there: the options are judged first.
    run = CliRunner().invoke(main, ["live", "--server", "http://127.0.0.1:9", *options])
    assert run.exit_code == 2
    assert words in run.stderr
