"""What is said of types that are larger than what people read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from apivet.cli import main


def _findings(directory: Path, depth: int, alias: str, served: str = "str") -> list[dict[str, Any]]:
    """The findings on a group whose types differ beneath so many aliases, each made of the one before."""
    for name, innermost in (("types.py", "int"), ("v1/types.py", served)):
        aliases = [f"Level{index} = {alias.format(f'Level{index - 1}')}" for index in range(1, depth)]
        declared = ["@dataclass", "class Widget:", f"    levels: Level{depth - 1}"]
        path = directory / "apis" / "store" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = [
            "from dataclasses import dataclass",
            "from typing import Union",
            f"Level0 = {innermost}",
            *aliases,
            *declared,
        ]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(directory)
        result = CliRunner().invoke(main, ["check", "--format", "json", "--no-cache", "--jobs", "1"])
    assert result.exit_code in (0, 1), result.stderr or repr(result.exception)
    found: list[dict[str, Any]] = json.loads(result.stdout)["findings"]
    return found


def test_a_message_shows_where_long_types_differ(tmp_path: Path) -> None:
    (finding,) = _findings(tmp_path, 10, "list[{0}] | dict[str, {0}]")
    assert finding["verdict"] == "violated"
    assert len(finding["message"]) < 700
    here, there = finding["message"].split(" here, ")
    assert "list[int]" in here
    assert "list[str]" in there


def test_what_is_nested_beyond_reading_is_unproven(tmp_path: Path) -> None:
    (finding,) = _findings(tmp_path, 30, "list[{}] | None")
    assert (finding["verdict"], finding["field"]) == ("unproven", "levels")


@pytest.mark.parametrize("alias", ["Union[{0}, list[{0}]]", "dict[{0}, {0}]", "tuple['{0}', 'list[{0}]']"])
@pytest.mark.parametrize("depth", [18, 36])
def test_aliases_that_double_with_each_step_come_to_an_end(tmp_path: Path, alias: str, depth: int) -> None:
    (finding,) = _findings(tmp_path, depth, alias)
    assert (finding["verdict"], finding["field"]) == ("unproven", "levels")


@pytest.mark.parametrize(("innermost", "verdicts"), [("str", ["violated"]), ("int", [])])
def test_aliases_that_double_a_few_times_are_compared(tmp_path: Path, innermost: str, verdicts: list[str]) -> None:
    found = _findings(tmp_path, 10, "Union[{0}, list[{0}]]", innermost)
    assert [finding["verdict"] for finding in found] == verdicts


def test_a_type_of_another_group_is_compared_where_that_is_judged(tmp_path: Path) -> None:
    """Both modules of a group use a type of their kind of another group; neither declares it."""
    declared = "from dataclasses import dataclass\n@dataclass\nclass {}:\n    depth: {}\n"
    sources = {
        "quay/types.py": declared.format("Berth", "int"),
        "quay/v1/types.py": declared.format("Berth", "str"),
        "ferry/types.py": "from apis.quay.types import Berth\n" + declared.format("Ferry", "int"),
        "ferry/v1/types.py": "from apis.quay.v1.types import Berth\n" + declared.format("Ferry", "int"),
    }
    for name, text in sources.items():
        path = tmp_path / "apis" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        result = CliRunner().invoke(main, ["check", "--format", "json", "--no-cache", "--jobs", "1"])
    rows = [row for row in json.loads(result.stdout)["verdicts"] if row["rule"] == "hub-type-differs"]
    assert sorted(row["object"] for row in rows) == ["apis.ferry.types.Ferry", "apis.quay.types.Berth"]
    assert [found["object"] for found in json.loads(result.stdout)["findings"]] == ["apis.quay.types.Berth"]
