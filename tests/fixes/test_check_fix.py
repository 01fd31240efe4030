"""``apivet check --fix`` and ``--diff`` as they are used: what is written, what is printed, and what is left alone."""

from __future__ import annotations

import json
import os
import stat
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.fixes.test_offering import BOATS

from apivet.cli import main
from apivet.fixes.writing import NotWrittenError, write

ALL = ("--unsafe-fixes", "--no-cache")
MENDED = BOATS.replace(
    "        obj.spec.sails = max(obj.spec.sails, 1)\n",
    "        obj.status = BoatStatus()\n        obj.spec.sails = max(obj.spec.sails, 1)\n",
).replace("        # The hull", "        obj.status = old.status\n        # The hull")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pyproject.toml").write_text("[tool.apivet]\n")
    (tmp_path / "boats.py").write_text(BOATS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def check(*arguments: str) -> Result:
    result = CliRunner().invoke(main, ["check", *arguments, "."])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_fixes_are_written_and_what_is_left_is_reported(project: Path) -> None:
    result = check("--fix", *ALL, "--format", "json")

    assert result.exit_code == 0
    assert json.loads(result.stdout)["findings"] == []
    assert "mended 2 findings in 1 file" in result.stderr
    assert (project / "boats.py").read_text() == MENDED


def test_what_is_not_safe_is_left_where_it_is_not_asked_for(project: Path) -> None:
    result = check("--fix", "--no-cache", "--format", "json")

    assert result.exit_code == 1
    assert len(json.loads(result.stdout)["findings"]) == 2
    assert (project / "boats.py").read_text() == BOATS
    assert check("--unsafe-fixes").exit_code == 2  # it says which fixes to make


def test_a_patch_is_printed_and_git_takes_it(project: Path) -> None:
    (project / "two words.py").write_text(BOATS.removesuffix("\n"))
    result = check("--diff", *ALL)

    assert result.exit_code == 1
    assert (project / "boats.py").read_text() == BOATS
    subprocess.run(["git", "apply", "-"], input=result.stdout_bytes, check=True, cwd=project)
    assert (project / "boats.py").read_text() == MENDED
    assert (project / "two words.py").read_text() == MENDED.removesuffix("\n")
    again = check("--diff", *ALL)
    assert (again.exit_code, again.stdout) == (0, "")


def test_a_patch_of_a_part_of_a_repository_is_taken_there(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    subprocess.run(["git", "init", "-q"], check=True, cwd=project)
    below = project / "docks"
    below.mkdir()
    (project / "boats.py").rename(below / "boats.py")
    monkeypatch.chdir(below)

    result = check("--diff", *ALL)

    subprocess.run(["git", "apply", "-"], input=result.stdout_bytes, check=True, cwd=below)
    assert (below / "boats.py").read_text() == MENDED


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (lambda text: text.replace("\n", "\r\n"), b""),
        (lambda text: text.replace("    ", "\t"), b""),
        (lambda text: text.removesuffix("\n"), b""),
        (lambda text: text.replace("# The hull", "#\u00e9\u0142 \U0001f6a2"), b"\xef\xbb\xbf"),
        (lambda text: text.replace("\n\n\n", "\n\f\n\n"), b""),
    ],
    ids=["line ends", "tabs", "no end of the last line", "a mark and other letters", "form feeds"],
)
def test_the_layout_of_a_file_stays(project: Path, before: object, after: bytes) -> None:
    assert callable(before)
    (project / "boats.py").write_bytes(after + before(BOATS).encode())
    (project / "other.py").write_bytes(b"x = 1\r\ny = 2\n")
    (project / "boats.py").chmod(0o640)

    assert check("--fix", *ALL).exit_code == 0

    assert (project / "boats.py").read_bytes() == after + before(MENDED).encode()
    assert (project / "other.py").read_bytes() == b"x = 1\r\ny = 2\n"
    assert stat.S_IMODE((project / "boats.py").stat().st_mode) == 0o640
    assert sorted(path.name for path in project.iterdir()) == ["boats.py", "other.py", "pyproject.toml"]


def test_nothing_is_written_through_a_link_that_leads_out(
    project: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside") / "boats.py"
    outside.write_text(BOATS)
    (project / "boats.py").unlink()
    (project / "boats.py").symlink_to(outside)

    result = check("--fix", *ALL)

    assert outside.read_text() == BOATS
    assert "leads out of the project" in result.stderr


def test_a_file_that_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "boats.py"
    path.write_bytes(b"now")

    with pytest.raises(NotWrittenError, match="changed since it was read"):
        write(str(path), b"then", b"mended")

    assert path.read_bytes() == b"now"
    assert os.listdir(tmp_path) == ["boats.py"]


def test_what_an_exception_covers_is_left(project: Path) -> None:
    (project / "exceptions").mkdir()
    (project / "exceptions/OWNERS").write_text("approvers: [jane@example.org]\n")
    (project / "exceptions/exceptions.toml").write_text(
        'version = 1\n[[exception]]\nrule = "status-not-wiped-on-create"\nobject = "boats.BoatStrategy"\n'
        'field = "status"\nreason = "Boats come with a status."\napproved-by = "jane@example.org"\n'
    )

    assert check("--fix", *ALL).exit_code == 0
    assert "BoatStatus()" not in (project / "boats.py").read_text()
    assert "obj.status = old.status" in (project / "boats.py").read_text()


def test_a_helper_of_the_class_is_called(project: Path) -> None:
    own = "\n    def _wipe_status(self, obj: Boat) -> None:\n        obj.status = BoatStatus()\n"
    (project / "boats.py").write_text(BOATS + own)

    assert check("--fix", *ALL).exit_code == 0
    assert "        self._wipe_status(obj)\n        obj.spec.sails" in (project / "boats.py").read_text()


def test_reports_tell_the_fixes_where_that_is_asked_for(project: Path) -> None:
    findings = json.loads(check("--show-fixes", "--no-cache", "--format", "json").stdout)["findings"]

    assert [each["fix"] for each in findings] == [
        {
            "safety": "unsafe",
            "edits": [{"path": "boats.py", "start": [line, 0], "end": [line, 0], "text": f"        {text}\n"}],
        }
        for line, text in ((28, "obj.status = BoatStatus()"), (31, "obj.status = old.status"))
    ]
    assert {each["fix"] for each in json.loads(check("--no-cache", "--format", "json").stdout)["findings"]} == {None}
    log = json.loads(check("--show-fixes", "--no-cache", "--format", "sarif").stdout)
    (fix,) = log["runs"][0]["results"][0]["fixes"]
    (replacement,) = fix["artifactChanges"][0]["replacements"]
    assert replacement["deletedRegion"] == {"startLine": 28, "startColumn": 1, "endLine": 28, "endColumn": 1}
    told = json.loads(check("--show-fixes", "--no-cache", "--format", "rdjson").stdout)["diagnostics"]
    assert [each["suggestions"][0]["range"]["start"] for each in told] == [
        {"line": 28, "column": 1}, {"line": 31, "column": 1},
    ]  # fmt: skip


def test_a_hook_that_two_strategies_have_is_mended_once(project: Path) -> None:
    create = "    def prepare_for_create(self, ctx, obj: Boat):\n        obj.metadata.generation = 1\n\n"
    update = "    def prepare_for_update(self, ctx, obj: Boat, old: Boat):\n"
    bump = "        if obj.spec == old.spec: return\n        obj.metadata.generation = old.metadata.generation + 1\n\n"
    keeping = (
        "class Keeping:\n    def wipe_status(self, obj):\n        obj.status = None\n\n"
        "    def keep_status(self, obj, old):\n        obj.status = old.status\n\n\n"
    )
    canoe = f"class CanoeStrategy(Keeping):\n{create}{update}{bump}\n"
    raft = f"class RaftStrategy(Keeping):\n    prepare_for_update = CanoeStrategy.prepare_for_update\n\n{create}"
    types = BOATS.split("class BoatStrategy")[0].replace("status: BoatStatus", "status: BoatStatus | None")
    (project / "boats.py").write_text(f"{types}{keeping}{canoe}{raft}")
    check("--fix", *ALL)
    assert f"{update}        self.keep_status(obj, old)\n{bump}" in (project / "boats.py").read_text()
