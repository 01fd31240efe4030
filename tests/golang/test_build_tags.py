"""Build tags that the configuration names: which files they let in, from the command line and from the gate on."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.golang.ferries import PACKAGE, SERVER, STRATEGY, WIPE, WIPED, report, told, write

from apivet.cli import main

GOOD = SERVER[STRATEGY]
BAD = GOOD.replace(WIPE, "")
BESIDE = "pkg/registry/ferry/beside.go"
FINDING = [(WIPED, f"{PACKAGE}.ferryStrategy")]
#: The strategy of the usual build, and the one of a build with ``enterprise`` and ``fips``, which wipes nothing.
TWICE = {
    **SERVER,
    STRATEGY: f"//go:build !enterprise || !fips\n\n{GOOD}",
    BESIDE: f"//go:build enterprise && fips\n\n{BAD}",
}
#: A strategy that leaves the wiping to a helper, which a build with ``enterprise`` replaces by an idle one.
HELPED = {
    **SERVER,
    STRATEGY: GOOD.replace(WIPE, "\twipe(ferry)\n"),
    "pkg/registry/ferry/wipe.go": (
        '//go:build !enterprise\n\npackage ferry\n\nimport "ex.org/harbour/pkg/apis/harbour"\n\n'
        f"func wipe(ferry *harbour.Ferry) {{\n{WIPE}}}\n"
    ),
    BESIDE: (
        '//go:build enterprise\n\npackage ferry\n\nimport "ex.org/harbour/pkg/apis/harbour"\n\n'
        "func wipe(ferry *harbour.Ferry) {}\n"
    ),
}


@pytest.fixture(autouse=True)
def _tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tree").mkdir()
    monkeypatch.chdir(tmp_path / "tree")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def configured(*tags: str) -> dict[str, str]:
    return {"pyproject.toml": f"[tool.apivet]\ngo-tags = {json.dumps(tags)}\n"}


@pytest.mark.parametrize("files", [TWICE, HELPED], ids=["strategies", "helpers"])
def test_tags_choose_the_files_and_what_is_remembered_of_others_does_not_count(files: dict[str, str]) -> None:
    write({**files, **configured("enterprise", "fips")})
    assert told(report()) == FINDING
    write(configured())
    assert told(report()) == []
    write(configured("fips", "enterprise"))
    assert told(report()) == FINDING


def test_a_tag_that_is_not_named_is_off_and_the_system_stays_on() -> None:
    write({**TWICE, BESIDE: TWICE[BESIDE].replace("fips", "linux && cgo"), **configured("fips")})
    assert told(report()) == []
    write({BESIDE: TWICE[BESIDE].replace("enterprise", "linux && cgo")})
    assert told(report()) == FINDING


def test_the_tags_in_effect_are_told() -> None:
    write({**TWICE, **configured("enterprise", "fips")})
    result = CliRunner().invoke(main, ["config", "--format", "json"])
    assert json.loads(result.stdout)["go-tags"] == {"value": ["enterprise", "fips"], "from": "pyproject.toml"}


def test_a_change_of_tags_hides_nothing_from_the_gate() -> None:
    tags = configured("enterprise", "fips")
    write({**TWICE, "pyproject.toml": f"{tags['pyproject.toml']}cache = false\n"})
    for words in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-qm", "base"]):
        subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=e@example.org", *words], check=True)
    write({"pyproject.toml": f"{configured()['pyproject.toml']}cache = false\n"})
    result = CliRunner().invoke(main, ["gate", "--static", "--format", "json"])
    found: list[dict[str, Any]] = json.loads(result.stdout)["findings"]
    assert {(each["rule"], each["field"]) for each in found} == {(WIPED, "status"), ("gate-weakened", "go-tags")}
    (weakened,) = (each for each in found if each["rule"] == "gate-weakened")
    assert (weakened["path"], weakened["line"]) == ("pyproject.toml", 2)
