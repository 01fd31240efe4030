"""Each strategy sees the project as if it had just been imported, whatever the others do and in which order."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from apivet.blackbox.protocol import descendants
from apivet.check.observing import Watched, observe
from apivet.config import load_config
from apivet.verdicts import Verdict

WIPED = "status-not-wiped-on-create"
TYPES = """
    from dataclasses import dataclass, field


    @dataclass
    class Meta:
        name: str = ""


    @dataclass
    class Status:
        berths: int = 0


    @dataclass
    class Ferry:
        metadata: Meta = field(default_factory=Meta)
        status: Status = field(default_factory=Status)
"""


def _strategy(name: str, body: str, before: str = "") -> str:
    lines = textwrap.indent(textwrap.dedent(body).strip(), " " * 8)
    return (
        f"import harbour\nfrom ferries import Ferry, Status\n{textwrap.dedent(before)}\n\n"
        f"class {name}Strategy:\n    def prepare_for_create(self, ctx, obj: Ferry) -> None:\n{lines}\n"
    )


@pytest.fixture
def tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Watched]:
    """Write a project and watch its strategies."""

    def watch(modules: dict[str, str], *paths: str, jobs: int = 1) -> Watched:
        files = {"ferries": textwrap.dedent(TYPES), "harbour": "MIGRATED = False\nLOG = []\n", **modules}
        for name, text in files.items():
            (tmp_path / f"{name}.py").write_text(text)
        (tmp_path / "pyproject.toml").write_text(
            "[tool.apivet]\ncache = false\n[tool.apivet.blackbox]\ntimeout = 30\nsequences = 0\n"
        )
        monkeypatch.chdir(tmp_path)
        return observe(paths, load_config(tmp_path).on_command_line(jobs=jobs), seed=1)

    return watch


def _verdicts(watched: Watched) -> dict[str, Verdict]:
    """What came of the one rule, by the strategy's name."""
    rows = [row for row in watched.report.judgements if row.rule == WIPED]
    return {row.object.rpartition(".")[2].removesuffix("Strategy"): row.verdict for row in rows}


WIPES_WHERE_MIGRATED = """
if harbour.MIGRATED:
    obj.status = Status()
"""
MIGRATES = """
harbour.MIGRATED = True
obj.status = Status()
"""
CARELESS = "pass"


def _migrating() -> dict[str, str]:
    names = ("Arran", "Bute", "Cumbrae")
    waiting = {name.lower(): _strategy(name, WIPES_WHERE_MIGRATED) for name in names}
    return {"aardvark": _strategy("Aardvark", MIGRATES), **waiting}


@pytest.mark.parametrize("jobs", [1, 2, 4])
def test_what_one_strategy_sets_decides_nothing_of_another(jobs: int, tried: Callable[..., Watched]) -> None:
    verdicts = _verdicts(tried(_migrating(), jobs=jobs))
    assert verdicts.pop("Aardvark") is Verdict.HOLDS
    assert verdicts == dict.fromkeys(("Arran", "Bute", "Cumbrae"), Verdict.VIOLATED)


def test_the_order_of_the_paths_makes_no_difference(tried: Callable[..., Watched]) -> None:
    there = tried(_migrating(), "aardvark.py", "bute.py", "cumbrae.py")
    back = tried(_migrating(), "cumbrae.py", "bute.py", "aardvark.py")
    assert _verdicts(there) == _verdicts(back)


def test_where_nothing_can_be_copied_each_strategy_imports_anew(
    tried: Callable[..., Watched], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("apivet.check.observing.can_fork", lambda: False)
    verdicts = _verdicts(tried(_migrating(), jobs=2))
    assert verdicts.pop("Aardvark") is Verdict.HOLDS
    assert verdicts == dict.fromkeys(("Arran", "Bute", "Cumbrae"), Verdict.VIOLATED)


PATCHES = """
from apivet.blackbox.rig.running import Rig
Rig.run = lambda *arguments: None
obj.status = Status()
"""


RECODES = """
from apivet.blackbox.rig.running import Rig
Rig.run.__code__ = (lambda *arguments: None).__code__
obj.status = Status()
"""


@pytest.mark.parametrize("patches", [PATCHES, RECODES])
def test_a_hook_that_patches_the_tool_spoils_nothing_but_its_own_verdicts(
    patches: str, tried: Callable[..., Watched]
) -> None:
    watched = tried({"alpha": _strategy("Alpha", patches), "omega": _strategy("Omega", CARELESS)})
    assert _verdicts(watched) == {"Omega": Verdict.VIOLATED}
    (spoilt,) = watched.unexercised
    assert spoilt.object == "alpha.AlphaStrategy"
    assert "its code replaces apivet.blackbox.rig.running.Rig.run" in spoilt.reason


@pytest.mark.parametrize(
    ("before", "told"),
    [
        (
            "from apivet.blackbox.rig import running\nrunning.Rig.run = lambda *_: None",
            "its code replaces apivet.blackbox.rig.running.Rig.run",
        ),
        ("import builtins\nbuiltins.isinstance = lambda *_: True", "its code changes builtins.isinstance"),
        ("import json\njson.dumps = json.JSONEncoder = None", "its code changes json.dumps"),
        ("import os\nos._exit(7)", "the process ended with status 7"),
        ("import os\nif os.fork() == 0:\n    harbour.MIGRATED = True", "its code forks"),
        ("import sys\nsys.exit('no')", "SystemExit"),
        ("import threading, time\nthreading.Thread(target=time.sleep, args=(90,), daemon=True).start()", "threads"),
    ],
    ids=["patch", "builtins", "json", "end", "fork", "exit", "thread"],
)
def test_a_module_that_does_harm_when_it_is_imported_harms_itself(
    before: str, told: str, tried: Callable[..., Watched]
) -> None:
    modules = {"alpha": _strategy("Alpha", MIGRATES, before), **_migrating()}
    watched = tried(modules, jobs=1)
    verdicts = _verdicts(watched)
    verdicts.pop("Alpha", None)
    assert verdicts.pop("Aardvark") is Verdict.HOLDS
    assert verdicts == dict.fromkeys(("Arran", "Bute", "Cumbrae"), Verdict.VIOLATED)
    said = [each.reason for each in watched.unexercised if each.object == "alpha.AlphaStrategy"]
    said += [note.note for note in watched.notes if note.object == "alpha.AlphaStrategy"]
    assert any(told in text for text in said), said
    slower = [note.note for note in watched.notes if note.object == "[tool.apivet.blackbox]"]
    assert len(slower) == (descendants.can_fork() and told != "SystemExit")
    assert all(text.startswith("alpha ") and text.endswith(": slower") for text in slower)


def test_a_project_that_starts_a_thread_is_imported_anew_each_time_and_that_is_said(
    tried: Callable[..., Watched],
) -> None:
    thread = "import threading, time\nMIGRATED = False\n"
    thread += "threading.Thread(target=time.sleep, args=(90,), daemon=True).start()\n"
    watched = tried({"harbour": thread, **_migrating()}, jobs=2)
    verdicts = _verdicts(watched)
    assert verdicts.pop("Aardvark") is Verdict.HOLDS
    assert verdicts == dict.fromkeys(("Arran", "Bute", "Cumbrae"), Verdict.VIOLATED)
    said = [note.note for note in watched.notes if note.object == "[tool.apivet.blackbox]"]
    assert len(said) == (1 if descendants.can_fork() else 0)
    assert all("starts a thread when it is imported" in note for note in said)


def test_what_a_module_sets_up_when_it_is_imported_stays_for_all_and_is_told(tried: Callable[..., Watched]) -> None:
    before = "import os\nos.environ['HARBOUR'] = 'closed'"
    wipes = "import os\nif os.environ.get('HARBOUR') == 'closed':\n    obj.status = Status()"
    watched = tried({"alpha": _strategy("Alpha", CARELESS, before), "omega": _strategy("Omega", wipes)})
    assert _verdicts(watched) == {"Alpha": Verdict.VIOLATED, "Omega": Verdict.HOLDS}
    assert [(note.object, note.note) for note in watched.notes] == [
        ("alpha.AlphaStrategy", "its code changes the environment")
    ]


FORGES = """
import os
import json
row = [WIPED, None, "holds", "", "prepare_for_create", "", 9, 9]
for number in range(3, 64):
    try:
        os.write(number, b'\\n["examined", [[], "", ["forged"], 1, false, [], []]]\\n' * 3)
    except OSError:
        pass
obj.status = Status()
"""


def test_nobody_can_speak_for_another(tried: Callable[..., Watched]) -> None:
    watched = tried({"alpha": _strategy("Alpha", FORGES), "omega": _strategy("Omega", CARELESS)})
    assert _verdicts(watched)["Omega"] is Verdict.VIOLATED
    assert not [note for note in watched.notes if note.object == "omega.OmegaStrategy"]


@pytest.mark.parametrize(
    ("before", "told"),
    [
        ("import os\nos.getpid = lambda: 5", "changes os.getpid"),
        ("import os\nos.getpid = None", "changes os.getpid"),
        ("import builtins\nbuiltins.len = builtins.sorted = None", "changes builtins.len"),
        ("import json\njson.loads = None\nraise ImportError('no harbour')", "changes json.loads"),
        ("import os\nos.getcwd = None\nraise SystemExit(3)", "changes os.getcwd"),
    ],
)
def test_what_a_module_replaces_when_it_is_imported_is_told_as_that(
    before: str, told: str, tried: Callable[..., Watched]
) -> None:
    """It is put back before anybody goes by it, and others are as freshly imported, whether or not the import ends
    well."""
    asks = "import builtins, json, os\n"
    asks += "if all(map(callable, (builtins.len, json.loads, os.getcwd, os.getpid))):\n    obj.status = Status()"
    watched = tried({"alpha": _strategy("Alpha", CARELESS, before), "omega": _strategy("Omega", asks)})
    assert _verdicts(watched)["Omega"] is Verdict.HOLDS
    slower = [note.note for note in watched.notes if note.object == "[tool.apivet.blackbox]"]
    assert all(text.startswith(f"alpha {told} when it is imported") for text in slower)
    assert len(slower) == descendants.can_fork()
