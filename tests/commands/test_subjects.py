"""``apivet subjects``: what is recognised, and what looks as if it were."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from apivet.cli import main

TYPES = """\
from dataclasses import dataclass
from typing import Protocol


@dataclass
class Meta:
    generation: int


@dataclass
class Panes:
    count: int


@dataclass
class Window:
    metadata: Meta
    spec: Panes
    status: Panes


@dataclass
class Door:
    metadata: Meta
    spec: Panes
    status: Panes

"""
WHOLE = """
class WindowStrategy:
    def prepare_for_create(self, ctx: object, obj: Window) -> None:
        obj.status = Panes(0)
        obj.metadata.generation = 1

    def prepare_for_update(self, ctx: object, obj: Window, old: Window) -> None:
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation += 1
"""
CREATE = "\nclass Odd:\n    def prepare_for_create(self, ctx: object, obj: {}) -> None:\n        {}\n"
UPDATE = "\n    def prepare_for_update(self, {}) -> None:\n        pass\n"


def subjects(tree: Path, source: str, *, status: int = 0) -> dict[str, Any]:
    (tree / "windows.py").write_text(TYPES + source)
    result = CliRunner().invoke(main, ["subjects", "--format", "json", str(tree)])
    assert result.exit_code == status, result.output
    document: dict[str, Any] = json.loads(result.stdout)
    return document


@pytest.mark.parametrize(
    ("source", "object_", "reason"),
    [
        ("\ndef prepare_for_create(ctx: object, obj: Window) -> None:\n    pass\n", "prepare_for_create", "no class"),
        (CREATE.format("Panes", "pass"), "Odd", "prepare_for_create takes something that is no API object"),
        (CREATE.format("Window", "pass") + UPDATE.format("name: str, body: Window"), "Odd", "prepare_for_update takes"),
        (
            CREATE.format("Window", "pass") + UPDATE.format("ctx: object, obj: Door, old: Door"),
            "Odd.prepare_for_create",
            "it is over windows.Window, the strategy over windows.Door",
        ),
        (CREATE.format("Window", "pass") + UPDATE.format("obj: Window"), "Odd.prepare_for_update", "no stored object"),
        (CREATE.format("Window", "raise NotImplementedError"), "Odd", "leaves something for others"),
        (CREATE.format("Window", "...").replace("Odd", "Odd(Protocol)"), "Odd", "it is a protocol"),
        (
            CREATE.format("Window", "obj.status = None")
            + UPDATE.format("key, body: Window").replace("pass", "body.status = None"),
            "Odd.prepare_for_update",
            "'key' stands where the object does, and is not used",
        ),
        ("\nclass Odd:\n    def prepare_for_create(self, ctx, thing):\n        pass\n", "Odd", "annotate them"),
        (
            "\ndef prepare(ctx: object, obj: Window) -> None:\n    pass\n\n\nrest = new_rest(RESTConfig(resource='windows', "
            "kind=Window, strategy_config=StrategyConfig(prepare_for_create=prepare, prepare_for_updat=prepare)))\n",
            "rest",
            "'prepare_for_updat' is no key",
        ),
        (
            CREATE.format("Window", "pass") + UPDATE.format("ctx, obj: Window, old: Window, more"),
            "Odd.prepare_for_update",
            "nothing is given for 'more'",
        ),
        *(
            (
                CREATE.format("Window", "pass")
                + UPDATE.format("obj: Window, old: Window").replace("_for_update", name),
                f"Odd.prepare{name}",
                "did you mean 'prepare_for_update'?",
            )
            for name in ("_for_updat", "_for_updates", "ForUpdate", "_for_udpate")
        ),
    ],
)
def test_a_near_miss_is_told_with_its_reason(tmp_path: Path, source: str, object_: str, reason: str) -> None:
    (miss,) = subjects(tmp_path, source)["near_misses"]
    assert miss["object"] == f"windows.{object_}"
    assert reason in miss["reason"]
    assert miss["line"] > TYPES.count("\n")


@pytest.mark.parametrize(
    "parameters",
    [
        "fresh, stored: Window",
        "_fresh, old: Window",
        "ctx, fresh, stored",
        "ctx, fresh, old, more=1",
        "fresh, old, *rest",
    ],
)
def test_a_hook_whose_first_parameter_is_the_object_is_no_near_miss(tmp_path: Path, parameters: str) -> None:
    body = "print(old)" if "old" in parameters else "fresh.status = stored.status"
    source = CREATE.format("Window", "pass") + UPDATE.format(parameters).replace("pass", body)
    assert subjects(tmp_path, source)["near_misses"] == []


def test_a_hook_that_is_judged_all_the_same_is_not_called_unjudged(tmp_path: Path) -> None:
    (tmp_path / "windows.py").write_text(TYPES + CREATE.format("Window", "pass") + UPDATE.format("obj: Window"))
    lines = CliRunner().invoke(main, ["subjects", str(tmp_path)]).stdout.splitlines()
    (miss,) = [line for line in lines if "takes no stored object" in line]
    assert ": near miss: windows.Odd.prepare_for_update: " in miss


@pytest.mark.parametrize("name", ["prepare_for_delete", "prepare_for_update_status", "update", "prepare"])
def test_a_method_with_a_name_of_its_own_is_no_near_miss(tmp_path: Path, name: str) -> None:
    other = UPDATE.format("obj: Window, old: Window").replace("prepare_for_update", name)
    assert subjects(tmp_path, CREATE.format("Window", "pass") + other)["near_misses"] == []


def test_what_is_judged_is_no_near_miss(tmp_path: Path) -> None:
    document = subjects(tmp_path, WHOLE + "\n    def prepare_for_updates(self) -> None:\n        pass\n")
    assert document["near_misses"] == []
    (row,) = document["subjects"]
    assert (row["object"], row["kind"], row["role"]) == ("windows.WindowStrategy", "strategy", "main")
    assert (row["type"], row["told_by"], row["could_be_declarative"]) == ("windows.Window", "annotation", True)
    # One that does something else than the default can't be replaced by it.
    (row,) = subjects(tmp_path, WHOLE.replace("obj.status = old.status", "pass"))["subjects"]
    assert not row["could_be_declarative"]


@pytest.mark.parametrize(
    ("head", "parameters", "body", "told_by"),
    [
        ("class S:", "ctx, obj: Window", "pass", "annotation"),
        ("class S:\n    object_type = Window", "ctx, obj", "pass", "object_type"),
        ("class S:", "ctx, obj", "obj = cast(Window, obj)", "body of a hook"),
        ("class S(Base[Window]):", "ctx, obj", "pass", "argument of a base"),
        ("class S:", "ctx, obj", "obj.status = None", "mentioned parts"),
    ],
)
def test_where_the_type_is_named_is_told(tmp_path: Path, head: str, parameters: str, body: str, told_by: str) -> None:
    source = f"\n{head}\n    def prepare_for_create(self, {parameters}):\n        {body}\n"
    (row,) = subjects(tmp_path, source)["subjects"]
    assert row["told_by"] == told_by


def test_registrations_and_hub_types_are_subjects_too(tmp_path: Path) -> None:
    for name in ("apis/house/__init__.py", "apis/house/v1/__init__.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "apis" / "house" / "types.py").write_text(TYPES)
    (tmp_path / "apis" / "house" / "v1" / "types.py").write_text(TYPES)
    document = subjects(tmp_path, "\nrest = new_rest(RESTConfig(resource='windows', kind=Window))\n")
    assert {row["kind"] for row in document["subjects"]} == {"hub", "registration"}
    assert document["summary"]["declarative"] == 1
    assert document["summary"]["hubs"] == 4


def test_entries_that_match_nothing_are_told_and_text_counts(tmp_path: Path) -> None:
    (tmp_path / "apivet.toml").write_text('feature-gates = ["house.gates"]\n')
    document = subjects(tmp_path, WHOLE, status=2)
    assert [each["fatal"] for each in document["problems"]] == [True]
    lines = CliRunner().invoke(main, ["subjects", str(tmp_path)]).stdout.splitlines()
    assert lines[-1] == "1 file, 1 hand-written strategy, 0 declarative registrations, 0 hub types, 0 near misses"
    assert "main strategy" in lines[1]
    assert lines[1].endswith("annotation, could be declarative")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_run_that_recognises_nothing_tells_what_looks_like_a_strategy(tmp_path: Path, jobs: str) -> None:
    miss = "class LooseStrategy:\n    def prepare_for_create(self, ctx, thing):\n        pass\n"
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.py").write_text("LOOSE = 'prepare_for_create'\n" if name == "a" else f"\n{miss}")
    for _ in range(2):  # by a cache, too
        result = CliRunner().invoke(main, ["check", str(tmp_path), "-j", jobs, "--format", "json"])
        assert result.exit_code == 0
        problems = json.loads(result.stdout)["problems"]
        assert [(Path(each["path"]).name, each["line"]) for each in problems] == [("b.py", 2)]
        assert ".LooseStrategy looks like one: 'apivet subjects'" in problems[0]["message"]
    (tmp_path / "d.py").write_text(TYPES + WHOLE)
    assert json.loads(CliRunner().invoke(main, ["check", str(tmp_path), "--format", "json"]).stdout)["problems"] == []
