"""Go sources that are not looked at: files of other builds, packages that the tree lacks, links that lead out of it. One
line tells of them, and nothing fails for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.golang.ferries import SERVER, STRATEGY, WIPE, check, report, with_edits, write

from apivet.cli import main

OTHER_BUILDS = {
    "pkg/crane/crane_windows.go": "package crane\n",
    "pkg/crane/crane.go": "//go:build prod\n\npackage crane\n",
    "pkg/crane/hoist.go": "package crane\n",
}
RUNTIME = '\t"k8s.io/apimachinery/pkg/runtime"\n'
ROPE = "example.org/rope/v2"
#: A server that has a package of elsewhere do some of its work.
ROPED = with_edits(
    (STRATEGY, WIPE, f"{WIPE}\trope.Tie(ferry)\n"),
    (STRATEGY, RUNTIME, f'{RUNTIME}\t"{ROPE}"\n'),
)
TEXT = "package rope\n\nfunc Tie(held any) {}\n"


@pytest.fixture(autouse=True)
def _tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tree").mkdir()
    monkeypatch.chdir(tmp_path / "tree")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def told() -> list[str]:
    """The line, twice: from nothing, and from what is remembered."""
    first, second = ([line for line in check().stdout.splitlines() if "not looked at" in line] for _ in range(2))
    assert first == second
    return first


def missing() -> list[tuple[str | None, str | None]]:
    return [(each["package"], each["link"]) for each in report()["missing"]]


def test_a_whole_tree_has_no_such_line() -> None:
    write(SERVER)
    assert (told(), missing(), report()["summary"]["not_built"], check().exit_code) == ([], [], 0, 0)


def test_files_of_other_builds_are_counted() -> None:
    write({**SERVER, **OTHER_BUILDS, "apivet.toml": ""})
    assert told() == ["not looked at: 2 files left out by build constraints"]
    assert report()["summary"]["not_built"] == 2
    write({"apivet.toml": 'go-tags = ["prod"]\n'})
    assert told() == ["not looked at: 1 file left out by build constraints"]
    assert check().exit_code == 0


def test_a_package_that_is_not_in_the_tree_is_named() -> None:
    write(ROPED)
    status = check().exit_code
    assert missing() == [(ROPE, None)]
    assert told() == [f"not looked at: 1 package not in the tree ({ROPE})"]
    write({f"vendor/{ROPE}/rope.go": TEXT, "vendor/modules.txt": f"# {ROPE} v2.0.0\n"})
    assert (told(), missing(), status) == ([], [], 0)


def test_the_first_of_many_packages_are_named() -> None:
    paths = [f"example.org/rope{number}" for number in range(5)]
    ties = "".join(f"\trope{number}.Tie(ferry)\n" for number in range(5))
    imports = "".join(f'\t"{path}"\n' for path in reversed(paths))
    write(with_edits((STRATEGY, WIPE, f"{WIPE}{ties}"), (STRATEGY, RUNTIME, f"{RUNTIME}{imports}")))
    assert [package for package, _ in missing()] == paths
    assert told() == [f"not looked at: 5 packages not in the tree ({', '.join(paths[:3])} and 2 more)"]


def test_links_that_lead_out_of_the_tree_are_named(tmp_path: Path) -> None:
    write({**ROPED, "pkg/here/here.go": "package here\n"})
    write({"rope/v2/rope.go": TEXT}, tmp_path / "elsewhere")
    Path("vendor/example.org").symlink_to(tmp_path / "elsewhere")
    Path("pkg/out").symlink_to(tmp_path / "elsewhere")
    Path("pkg/in").symlink_to(Path("pkg/here").absolute())
    Path("pkg/round").symlink_to(Path("pkg/round").absolute())
    assert missing() == [(None, "pkg/out"), (ROPE, f"vendor/{ROPE}")]
    (line,) = told()
    assert line == (
        f"not looked at: 1 package not in the tree ({ROPE}); "
        f"2 links out of the tree not followed (pkg/out, vendor/{ROPE})"
    )
    assert check().exit_code == 0


def test_links_out_of_a_tree_without_go_are_nobody_s_business(tmp_path: Path) -> None:
    write({"app.py": "x = 1\n"})
    Path("data").symlink_to(tmp_path)
    assert (told(), missing()) == ([], [])


def test_the_gate_and_a_merge_of_shares_tell_it_too() -> None:
    write({**ROPED, **OTHER_BUILDS})
    (line,) = told()
    assert line in CliRunner().invoke(main, ["gate", "--static"]).stdout.splitlines()
    whole = report()
    for number in (1, 2):
        Path(f"{number}.json").write_text(check("--format", "json", "--shard", f"{number}/2").stdout)
    result = CliRunner().invoke(main, ["merge", "1.json", "2.json", "--format", "json"])
    merged: dict[str, Any] = json.loads(result.stdout)
    assert merged["missing"] == whole["missing"] != []
    assert merged["summary"] == whole["summary"]


def test_an_answer_is_not_remembered_where_a_module_changes() -> None:
    write(with_edits((STRATEGY, WIPE, "")))
    assert {each["object"].partition("/pkg")[0] for each in report()["findings"]} == {"ex.org/harbour"}
    write({"go.mod": "module ex.org/quay\n"})
    assert {each["object"].partition("/pkg")[0] for each in report()["findings"]} == {"ex.org/quay"}
