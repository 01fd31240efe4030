"""Runs over several projects: each file is read with the nearest table at or above it, and the reports are one."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from apivet.cli import main

TREE = """\
from dataclasses import dataclass


@dataclass
class Meta:
    generation: int


@dataclass
class Load:
    tons: int


@dataclass
class Crane:
    metadata: Meta
    spec: Load
    status: Load


class CraneStrategy:
    def prepare_for_create(self, ctx: object, obj: Crane) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, ctx: object, obj: Crane, old: Crane) -> None:
        if obj.spec != old.spec:
            obj.metadata.generation += 1
"""
CREATE, UPDATE = "status-not-wiped-on-create", "status-not-kept-on-update"


@pytest.fixture(autouse=True)
def yard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository of two projects, and a file that belongs to neither."""
    monkeypatch.chdir(tmp_path)
    subprocess.run(["git", "init", "-q", "-b", "main", str(tmp_path)], check=True)
    for name in ("north", "south/quay"):
        (tmp_path / name / "src").mkdir(parents=True)
        (tmp_path / name / "src" / "cranes.py").write_text(TREE)
    (tmp_path / "north" / "pyproject.toml").write_text(f'[tool.apivet]\nselect = ["{CREATE}"]\nfail-on = "error"\n')
    (tmp_path / "south" / "apivet.toml").write_text(f'ignore = ["{CREATE}"]\nstrict = true\n')
    return tmp_path


def report(*arguments: str, command: str = "check", status: int = 1) -> dict[str, Any]:
    given = [command, "--format", "json", "-j", "1", *(["--seed", "1"] if command != "check" else []), *arguments]
    result = CliRunner().invoke(main, given)
    assert result.exit_code == status, result.output
    document: dict[str, Any] = json.loads(result.stdout)
    return document


def found(document: dict[str, Any]) -> list[tuple[str, str, str]]:
    return [(row.get("project", ""), row["path"], row["rule"]) for row in document["findings"]]


BOTH = [("north", "north/src/cranes.py", CREATE), ("south", "south/quay/src/cranes.py", UPDATE)]


@pytest.mark.parametrize("paths", [(), ("north", "south"), ("south/quay", "north/src/cranes.py"), (".", "south")])
@pytest.mark.parametrize("command", ["check", "gate"])
def test_each_file_is_read_with_the_nearest_table(command: str, paths: tuple[str, ...]) -> None:
    document = report(*paths, *["--static"] * (command == "gate"), command=command)
    assert found(document) == BOTH
    assert {row["project"] for row in document["verdicts"]} == {"north", "south"}
    assert document["config"] == sorted(document["config"]) == ["north/pyproject.toml", "south/apivet.toml"]
    assert document["summary"]["strategies"] == 2


def test_one_project_is_the_same_from_wherever_it_is_looked_at(yard: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from_above = report("north")
    monkeypatch.chdir(yard / "south")
    from_aside = report("../north")
    monkeypatch.chdir(yard / "north")
    inside = report()
    for each in (from_above, from_aside, inside):
        assert [row["rule"] for row in each["findings"]] == [CREATE]
        assert "project" not in each["findings"][0]
    assert len({each["findings"][0]["fingerprint"] for each in (from_above, from_aside, inside)}) == 1


def test_objects_of_one_name_in_two_projects_have_fingerprints_of_their_own(yard: Path) -> None:
    for name in ("north/pyproject.toml", "south/apivet.toml"):
        path = yard / name
        path.write_text(path.read_text().split("\n")[0].replace("ignore", "select") + '\nsource-roots = ["."]\n')
    (yard / "north" / "pyproject.toml").write_text('[tool.apivet]\nsource-roots = ["src"]\n')
    (yard / "south" / "apivet.toml").write_text('source-roots = ["quay/src"]\n')
    rows = report()["findings"]
    assert {row["object"] for row in rows} == {"cranes.CraneStrategy"}
    assert len({row["fingerprint"] for row in rows}) == len(rows) == 4


def test_exceptions_lie_beside_the_configuration_and_are_judged_there(yard: Path) -> None:
    (yard / "north" / "exceptions").mkdir()
    entry = f'version = 1\n[[exception]]\nrule = "{CREATE}"\nobject = "cranes.CraneStrategy"\nfield = "status"\n'
    (yard / "north" / "exceptions" / "exceptions.toml").write_text(entry + 'reason = "Old."\napproved-by = "amy"\n')
    (yard / "north" / "exceptions" / "OWNERS").write_text("approvers: [amy]\n")
    rows = {row["project"]: row["suppressed_by"] for row in report()["findings"]}
    assert rows["north"].startswith("north/exceptions/exceptions.toml")
    assert rows["south"] is None


def test_what_the_nearest_table_leaves_out_and_what_holds_no_source_is_no_project(yard: Path) -> None:
    (yard / "docs").mkdir()
    (yard / "docs" / "apivet.toml").write_text("")
    (yard / "pyproject.toml").write_text('[tool.apivet]\nexclude = ["south/"]\n')
    (yard / "top.py").write_text(TREE)
    assert {(row[0], row[1]) for row in found(report())} == {(".", "top.py"), ("north", "north/src/cranes.py")}
    named = report("--config", "pyproject.toml")
    assert {row[0] for row in found(named)} == {""}
    assert {row[1] for row in found(named)} == {"top.py", "north/src/cranes.py"}


def git(yard: Path, *arguments: str) -> None:
    who = ["-c", "user.name=n", "-c", "user.email=e@example.org"]
    subprocess.run(["git", *who, *arguments], cwd=yard, check=True, capture_output=True)


def test_a_project_that_a_change_cuts_out_is_judged_by_the_base_as_well(yard: Path) -> None:
    git(yard, "add", "-A")
    git(yard, "commit", "-qm", "base")
    git(yard, "switch", "-qc", "change")
    (yard / "south" / "quay" / "apivet.toml").write_text('select = ["hub"]\n')
    git(yard, "add", "-A")
    git(yard, "commit", "-qm", "change")
    rows = found(report("--static", "--base", "main", command="gate"))
    assert ("south/quay", "south/quay/src/cranes.py", UPDATE) in rows
    assert "gate-weakened" in {rule for _, _, rule in rows}


@pytest.mark.parametrize("what_is_left", [None, "[build]\n"])
def test_a_project_whose_table_a_change_takes_away_is_judged_by_the_base_as_well(
    yard: Path, what_is_left: str | None
) -> None:
    (yard / "apivet.toml").write_text('select = ["hub"]\n')
    table = yard / "south" / "apivet.toml"
    if what_is_left is not None:
        table.unlink()
        table = yard / "south" / "pyproject.toml"
        table.write_text('[tool.apivet]\nignore = ["gate"]\n')
    git(yard, "add", "-A")
    git(yard, "commit", "-qm", "base")
    git(yard, "switch", "-qc", "change")
    table.unlink() if what_is_left is None else table.write_text(what_is_left)
    git(yard, "add", "-A")
    git(yard, "commit", "-qm", "change")
    rows = found(report("--static", "--base", "main", command="gate"))
    assert {path: rule for _, path, rule in rows if rule == UPDATE} == {"south/quay/src/cranes.py": UPDATE}
    assert "gate-weakened" in {rule for _, _, rule in rows}


@pytest.mark.parametrize("kept", [False, True])
def test_a_project_that_moves_is_judged_by_the_table_that_it_had(yard: Path, kept: bool) -> None:
    (yard / "apivet.toml").write_text('select = ["hub"]\n')
    git(yard, "add", "-A")
    git(yard, "commit", "-qm", "base")
    git(yard, "switch", "-qc", "change")
    (yard / "west").mkdir()
    (yard / "south").rename(yard / "west" / "coast")
    if not kept:
        (yard / "west" / "coast" / "apivet.toml").unlink()
    git(yard, "add", "-A")
    git(yard, "commit", "-qm", "change")
    rows = found(report("--static", "--base", "main", command="gate"))
    assert {path: rule for _, path, rule in rows if rule == UPDATE} == {"west/coast/quay/src/cranes.py": UPDATE}
    assert ("gate-weakened" in {rule for _, _, rule in rows}) is not kept


def test_the_black_box_tries_each_project_by_its_own_table(yard: Path) -> None:
    document = report(command="blackbox")
    assert found(document) == BOTH
    assert set(document["cases"]) == {row["fingerprint"] for row in document["findings"]}
    refused = CliRunner().invoke(main, ["blackbox", "--record", "golden"])
    assert refused.exit_code == 2
    assert refused.stderr == "--record goes with one project; there are several below these paths: north, south\n"


def test_patterns_are_those_of_the_directory_of_their_configuration(
    yard: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (yard / "south" / "apivet.toml").write_text('exclude = ["/quay/", "/south/"]\n')
    (yard / "south" / "dock").mkdir()
    (yard / "south" / "dock" / "cranes.py").write_text(TREE)
    git(yard, "add", "-A")
    git(yard, "commit", "-qm", "base")
    everything = {"south/dock/cranes.py"}
    assert {path for project, path, _ in found(report()) if project == "south"} == everything
    assert [each["message"] for each in report()["problems"]] == ["exclude: '/south/' excludes nothing"]
    for place, paths in (("south", []), ("north", ["../south"]), ("south/dock", [".."])):
        monkeypatch.chdir(yard / place)
        assert {path.rpartition("/")[2] for _, path, _ in found(report(*paths))} == {"cranes.py"}
        assert report(*paths)["summary"]["strategies"] == 1, place
    monkeypatch.chdir(yard)
    lost = report("--static", "--since", "main", "south", command="gate")["findings"]
    assert {row["rule"] for row in lost} == {CREATE, UPDATE}


def test_the_types_of_each_project_are_written_into_its_own_lock(yard: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (yard / "apivet.toml").write_text("")
    (yard / "top.py").write_text(TREE)
    for place, names in ((".", {"top.Crane"}), ("south", {"cranes.Crane"})):
        monkeypatch.chdir(yard / place)
        result = CliRunner().invoke(main, ["types", "lock"])
        assert result.exit_code == 0, result.output
        lines = (yard / place / "apivet.lock").read_text().splitlines()
        assert {line.partition(" ")[0] for line in lines if ".Crane" in line and ":" not in line} == names
        told = [] if place == "south" else ["north", "south"]
        own = "is a project of its own, with a lock file of its own"
        assert result.stderr.splitlines() == [f"{name} {own}" for name in told]
