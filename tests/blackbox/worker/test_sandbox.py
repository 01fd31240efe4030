"""Hooks run in a copy of the project: what they write and delete there is told, and the project stays as it was."""

from __future__ import annotations

import importlib.machinery
import json
import os
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from apivet.blackbox.protocol.scratch import ProjectFiles, Scratch
from apivet.blackbox.worker.redirection import Redirection
from apivet.check import project_tree as trees
from apivet.check.project_tree import project_tree
from apivet.cli import main
from apivet.config import load_config

TYPES = '''
import os
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent


@dataclass
class Meta:
    name: str = ""


@dataclass
class Status:
    berths: int = 0
    place: str = ""


@dataclass
class Ferry:
    metadata: Meta = field(default_factory=Meta)
    status: Status = field(default_factory=Status)


class Conforming:
    """Wipes as long as all is as it was."""

    def prepare_for_create(self, ctx, obj: Ferry) -> None:
        if self.is_as_it_was():
            obj.status = Status()

    def prepare_for_update(self, ctx, obj: Ferry, old: Ferry) -> None:
        obj.status = old.status

    def is_as_it_was(self):
        return True
'''


def _strategy(name: str, body: str) -> str:
    lines = textwrap.indent(textwrap.dedent(body).strip(), " " * 8)
    return f"from ferries import *\n\n\nclass {name}Strategy(Conforming):\n    def is_as_it_was(self):\n{lines}\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "harbour"
    (root / "data").mkdir(parents=True)
    (root / "data" / "tides.txt").write_text("high")
    (root / "ferries.py").write_text(TYPES)
    (root / "pyproject.toml").write_text(
        "[tool.apivet]\ncache = false\n[tool.apivet.blackbox]\ntimeout = 30\nsequences = 0\n"
    )
    monkeypatch.chdir(root)
    return root


def _watched(*options: str, status: int = 0) -> dict[str, Any]:
    result = CliRunner().invoke(main, ["blackbox", "--format", "json", "--seed", "1", "-j", "1", *options])
    assert result.exit_code == status, result.output
    report: dict[str, Any] = json.loads(result.stdout)
    return report


def _verdicts(report: dict[str, Any], rule: str = "status-not-wiped-on-create") -> dict[str, str]:
    rows = [row for row in report["verdicts"] if row["rule"] == rule]
    return {row["object"].rpartition(".")[2].removesuffix("Strategy"): row["verdict"] for row in rows}


SPOILS = {
    "by the working directory": 'Path("data/tides.txt").write_text("low")\nreturn True',
    "by the module's file": '(HERE / "data" / "tides.txt").unlink(missing_ok=True)\nreturn True',
    "a directory": 'import shutil\nshutil.rmtree(HERE / "data", ignore_errors=True)\nreturn True',
}
READS = 'return Path("data/tides.txt").read_text() == (HERE / "data" / "tides.txt").read_text() == "high"'


@pytest.mark.parametrize("body", SPOILS.values(), ids=SPOILS)
def test_what_a_hook_does_to_files_is_told_and_put_back_before_the_next(body: str, project: Path) -> None:
    (project / "alpha.py").write_text(_strategy("Alpha", body))
    (project / "omega.py").write_text(_strategy("Omega", READS))
    before = {path: path.read_bytes() for path in project.rglob("*") if path.is_file()}
    report = _watched()
    assert _verdicts(report) == {"Alpha": "holds", "Omega": "holds", "Conforming": "holds"}
    (note,) = report["notes"]
    assert note["object"] == "alpha.AlphaStrategy"
    assert "data" in note["note"]
    assert note["note"].startswith("its code ")
    assert note["note"].endswith("in a copy of the project, which is put back")
    assert before == {path: path.read_bytes() for path in project.rglob("*") if path.is_file()}


def test_without_a_sandbox_it_is_done(project: Path) -> None:
    (project / "alpha.py").write_text(_strategy("Alpha", SPOILS["by the working directory"]))
    assert _watched("--no-sandbox")["notes"] == []
    assert (project / "data" / "tides.txt").read_text() == "low"


def test_hooks_have_a_temporary_directory_of_their_own(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = tmp_path / "temporary"
    shared.mkdir()
    monkeypatch.setenv("TMPDIR", str(shared))
    monkeypatch.setattr(tempfile, "tempdir", None)
    leaves = (
        'is_empty = not os.listdir(tempfile.gettempdir()) or hasattr(self, "seen")\nself.seen = True\n'
        f"tempfile.mkdtemp()\nreturn is_empty and tempfile.gettempdir() != {str(shared)!r}"
    )
    (project / "alpha.py").write_text(_strategy("Alpha", leaves))
    (project / "omega.py").write_text(_strategy("Omega", leaves))
    assert set(_verdicts(_watched()).values()) == {"holds"}
    assert os.listdir(shared) == []


def test_reports_name_the_project_and_no_copy(project: Path) -> None:
    (project / "alpha.py").write_text(
        "from ferries import *\n\n\nclass AlphaStrategy(Conforming):\n"
        "    def prepare_for_create(self, ctx, obj: Ferry) -> None:\n        raise ValueError(__file__)\n"
    )
    text = json.dumps(_watched())
    assert str(project / "alpha.py") in text
    assert "apivet-" not in text


def _git(*arguments: str) -> None:
    subprocess.run(["git", "-c", "user.name=x", "-c", "user.email=x@example.org", *arguments], check=True)


def test_what_git_ignores_is_left_out_but_for_modules_that_are_imported(project: Path) -> None:
    _git("init", "-q")
    (project / ".gitignore").write_text("made.py\nsecret.txt\n")
    (project / "made.py").write_text("KNOWN = True\n")
    (project / "secret.txt").write_text("s")
    (project / "new.txt").write_text("n")
    _git("add", "ferries.py", ".gitignore")
    body = 'import made\nreturn made.KNOWN and Path("new.txt").exists() and not Path("secret.txt").exists()'
    (project / "alpha.py").write_text(_strategy("Alpha", body))
    assert _verdicts(_watched())["Alpha"] == "holds"


def test_links_stay_inside_and_environments_outside(project: Path, tmp_path: Path) -> None:
    (tmp_path / "outside.txt").write_text("o")
    (project / "away").symlink_to(tmp_path / "outside.txt")
    (project / "near").symlink_to("data/tides.txt")
    (project / "whole").symlink_to(project / "data" / "tides.txt")
    (project / "environment").mkdir()
    (project / "environment" / "pyvenv.cfg").write_text("")
    (project / "environment" / "big.py").write_text("")
    (project / "__pycache__").mkdir()
    (project / "__pycache__" / "old.pyc").write_text("")
    (tmp_path / "above").mkdir()
    scratch = Scratch(project_tree(load_config(project)), str(tmp_path / "above"))
    copy = Path(scratch.copy)
    assert sorted(path.name for path in copy.iterdir()) == ["data", "ferries.py", "near", "pyproject.toml", "whole"]
    assert (copy / "near").resolve() == (copy / "whole").resolve() == copy / "data" / "tides.txt"


def test_a_project_that_is_too_large_to_copy_is_refused_in_one_line(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "alpha.py").write_text(_strategy("Alpha", "return True"))
    monkeypatch.setattr(trees, "_MOST_FILES", 2)
    for command in (["blackbox"], ["gate"]):
        result = CliRunner().invoke(main, command)
        assert result.exit_code == 2, result.output
        assert f"{project} holds more than 2 files or 500 MB, too much to give hooks a copy of it" in result.stderr
        assert "--no-sandbox" in result.stderr
        assert "Traceback" not in result.output
    assert set(_verdicts(_watched("--no-sandbox")).values()) == {"holds"}


class _Editable:
    """Finds a package as an editable installation does."""

    def __init__(self, place: Path) -> None:
        self._place = place

    def find_spec(self, name: str, path: object = None, target: object = None) -> Any:
        if name != "quays":
            return None
        return importlib.machinery.PathFinder.find_spec(name, [str(self._place)])


def test_editable_installations_lead_into_the_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "root"
    (root / "src" / "quays").mkdir(parents=True)
    (root / "src" / "quays" / "__init__.py").write_text("")
    (root / "src" / "quays" / "north.py").write_text("")
    (tmp_path / "above").mkdir()
    scratch = Scratch(ProjectFiles(str(root), ("src/quays/__init__.py", "src/quays/north.py")), str(tmp_path / "above"))
    monkeypatch.setattr(sys, "meta_path", [Redirection(scratch), *sys.meta_path, _Editable(root / "src")])
    monkeypatch.delitem(sys.modules, "quays", raising=False)
    import quays.north  # type: ignore[import-not-found]

    for module in (sys.modules.pop("quays.north"), sys.modules.pop("quays")):
        assert module.__file__ is not None
        assert module.__file__.startswith(scratch.copy)
    del quays


def test_what_an_import_writes_is_kept_for_all(project: Path) -> None:
    made = "from pathlib import Path\nPath('data/made.txt').write_text('made')\n"
    reads = 'return Path("data/made.txt").read_text() == "made"'
    spoils = (
        'seen = Path("data/made.txt").read_text()\nPath("data/made.txt").write_text("x")\nreturn seen in ("made", "x")'
    )
    (project / "alpha.py").write_text(made + _strategy("Alpha", spoils))
    (project / "omega.py").write_text(_strategy("Omega", reads))
    assert set(_verdicts(_watched()).values()) == {"holds"}
    assert not (project / "data" / "made.txt").exists()


def test_a_project_that_lies_elsewhere_is_copied_and_its_names_do_not_say_where(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "pyproject.toml").unlink()
    (project / "catch").mkdir()
    log = '(HERE / "catch" / "log.txt").open("a").write("x")\nreturn True'
    (project / "quay.py").write_text(_strategy("Quay", log))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    for given in ("../harbour", str(project)):
        report = _watched(given)
        assert "quay.QuayStrategy" in {row["object"] for row in report["verdicts"]}
        (note,) = (each["note"] for each in report["notes"])
        assert note == "its code creates catch/log.txt: in a copy of the project, which is put back"
        assert list((project / "catch").iterdir()) == []


def test_child_processes_import_from_the_copy(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (project / "tools").mkdir()
    (project / "tools" / "sounding.py").write_text(
        "import os\nopen(os.path.dirname(__file__) + '/depth', 'w').close()\n"
    )
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(project / "tools"), str(project.parent / "other"))))
    ask = "import subprocess, sys\nreturn not subprocess.run([sys.executable, '-c', 'import sounding']).returncode"
    (project / "quay.py").write_text(_strategy("Quay", ask))
    report = _watched()
    assert {row["verdict"] for row in report["verdicts"]} == {"holds"}
    assert not (project / "tools" / "depth").exists()


def test_what_is_changed_outside_of_the_copy_stays_and_is_told(project: Path, tmp_path: Path) -> None:
    there, gone = tmp_path / "there.txt", tmp_path / "gone"
    gone.mkdir()
    body = f"open({str(there)!r}, 'a').write('x')\nif os.path.isdir({str(gone)!r}): os.rmdir({str(gone)!r})"
    (project / "quay.py").write_text(_strategy("Quay", f"{body}\nopen({str(there)!r}).close()\nreturn True"))
    report = _watched()
    (note,) = (each["note"] for each in report["notes"])
    assert note == f"its code changes {gone}, {there}: outside of the copy of the project, where it stays"
    assert there.exists()
    assert not gone.exists()
