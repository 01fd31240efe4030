"""Code that sets something of which neither the object nor the name can be told: verdicts beside it are given all the
same, a report says where it is, and a change that adds some does not pass."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from changes import Repository
from click.testing import CliRunner

from apivet.cli import main

LOST = "gate-verdict-lost"
OTHER, MOVED = "yard/plugins.py", "yard/loading.py"
#: Code as any tree has it that loads plugins, makes functions or changes names of things that it looks up.
CODE = {
    "loads a file": (
        "def load(name, path):\n    spec = importlib.util.spec_from_file_location(name, path)\n"
        "    module = importlib.util.module_from_spec(spec)\n    sys.modules[name] = module\n"
        "    spec.loader.exec_module(module)\n    return module\n"
    ),
    "sets names of modules": (
        "def export(cls, names):\n    for name in names:\n        setattr(sys.modules[cls.__module__], name, cls)\n"
    ),
    "evaluates text": "def tell(frame, code):\n    return eval(code, frame.f_globals)\n",
    "copies functions": (
        "def copied(f):\n    return types.FunctionType(f.__code__, f.__globals__, f.__name__, f.__defaults__)\n"
    ),
    "answers for modules": (
        "class Finder:\n    def find_spec(self, name, path, target=None):\n        return None\n\n\n"
        "sys.meta_path.insert(0, Finder())\n"
    ),
}
IMPORTS = "import importlib.util\nimport sys\nimport types\n\n\n"


def _checked() -> dict[str, Any]:
    return dict(json.loads(CliRunner().invoke(main, ["check", "--format", "json"]).stdout))


@pytest.mark.parametrize("code", CODE)
def test_verdicts_beside_it_are_given(server: Repository, code: str) -> None:
    before = _checked()["verdicts"]
    server.write(OTHER, IMPORTS + CODE[code])
    now = _checked()
    assert now["verdicts"] == before
    assert {each["path"] for each in now["unfollowed"]} == {OTHER}
    assert f"not followed: code that sets what can't be told ({OTHER}:" in CliRunner().invoke(main, ["check"]).stdout


@pytest.mark.parametrize("code", CODE)
def test_a_change_that_adds_some_does_not_pass(server: Repository, code: str) -> None:
    server.write(OTHER, IMPORTS + CODE[code])
    assert server.gate(status=1).objects(LOST) == {OTHER}
    server.land()
    server.write(OTHER, f"{IMPORTS}LIMIT = 3\n\n\n{CODE[code]}")
    assert not server.gate(status=0).open
    server.drop(OTHER)
    server.write(MOVED, IMPORTS + CODE[code])
    assert not server.gate(status=0).open


def test_shares_tell_of_it_together(server: Repository) -> None:
    server.write(OTHER, IMPORTS + CODE["loads a file"])
    whole, runner = _checked(), CliRunner()
    for share in ("1", "2"):
        runner.invoke(main, ["check", "--shard", f"{share}/2", "--output", f"json:{share}.json"])
    merged = json.loads(runner.invoke(main, ["merge", "--format", "json", "1.json", "2.json"]).stdout)
    assert merged["unfollowed"] == whole["unfollowed"] != []


def test_names_of_directories_above_the_project_are_none_of_modules(
    server: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.write("yard/web.py", "app = object()\n")
    loop = "def serve(names):\n    for name in names:\n        setattr(app, name, 1)\n"
    server.write("yard/serving.py", f"from yard.web import app\n\n\n{loop}")
    told = _checked()["verdicts"]
    monkeypatch.chdir(shutil.copytree(server.top, tmp_path / "app" / "server"))
    assert _checked()["verdicts"] == told


#: Code that sets what can't be told in what its imports lead to.
FILLING = "from yard import limits\n\n\ndef fill(name, key, value):\n    setattr(getattr(limits, name), key, value)\n"
LEADING = "from yard.registry import crane\n"


def test_what_cannot_reach_a_strategy_is_no_matter(server: Repository) -> None:
    server.write("yard/limits.py", "LIMITS = {}\n")
    server.write(OTHER, FILLING)
    assert not server.gate(status=0).open
    assert not _checked()["unfollowed"]


def test_code_that_comes_to_reach_one_was_there_before(server: Repository) -> None:
    server.write("yard/limits.py", "LIMITS = {}\n")
    server.write(OTHER, FILLING)
    server.land()
    server.write(OTHER, LEADING + FILLING)
    assert {each["path"] for each in _checked()["unfollowed"]} == {OTHER}
    assert not server.gate(status=0).open
    server.write(OTHER, LEADING + FILLING.replace("key", "word"))
    assert server.gate(status=1).objects(LOST) == {OTHER}
