"""The run over public Go trees: its table, and what it takes for wrong."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from benchmarks.ecosystem.go import run
from tests.golang.ferries import SERVER, STRATEGY, WIPE, with_edits, write

PLAIN = {"go.mod": "module ex.org/plain\n", "main.go": "package main\n\nfunc main() {}\n"}
COMMIT = "0123456789abcdef0123456789abcdef01234567"


@pytest.fixture
def listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


def table(directory: Path, capsys: pytest.CaptureFixture[str], **expected: str) -> tuple[int, list[list[str]]]:
    """The exit status, and the words of each line below the heading."""
    lines = [f"{name} https://example.org/{name} {COMMIT} {what} ." for name, what in expected.items()]
    (directory / "trees.txt").write_text("# A list.\n\n" + "\n".join(lines) + "\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run, "TREES", directory / "trees.txt")
        status = run.main([str(directory)])
    heading, *rest = capsys.readouterr().out.splitlines()
    assert heading.split() == ["tree", *run.COLUMNS]
    return status, [line.split() for line in rest]


def test_the_list_names_whole_commits() -> None:
    assert all(len(tree.commit) == 40 and tree.paths for tree in run.trees(run.TREES))
    assert {tree.has_servers for tree in run.trees(run.TREES)} == {True, False}


def test_trees_are_counted_and_findings_on_servers_are_none_of_our_mistakes(
    listed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(PLAIN, listed / "plain")
    write(with_edits((STRATEGY, WIPE, "")), listed / "server")
    status, (plain, server) = table(listed, capsys, plain="none", server="servers")
    assert plain[:-1] == ["plain", COMMIT[:10], "1", "0", "0", "0", "0", "0"]
    assert server[:4] == ["server", COMMIT[:10], "4", "2"]
    assert (int(server[4]) > 10, server[5:8], status) == (True, ["0", "1", "0"], 0)


def test_rows_where_no_server_is_and_problems_anywhere_are_wrong(
    listed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(SERVER, listed / "plain")
    write({**SERVER, STRATEGY: SERVER[STRATEGY] + "\nfunc (\n"}, listed / "server")
    status, lines = table(listed, capsys, plain="none", server="servers")
    told = [" ".join(line) for line in lines]
    assert status == 1
    assert any("has a row of status-not-wiped-on-create" in line for line in told)
    assert any(line.startswith(f"{STRATEGY}:") and "syntax error" in line for line in told)


def test_trees_that_are_not_at_hand_are_passed_over_in_words(listed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(SERVER, listed / "moved")
    subprocess.run(["git", "init", "-q", str(listed / "moved")], check=True)
    status, lines = table(listed, capsys, absent="none", moved="none")
    absent, moved = (" ".join(line) for line in lines)
    assert absent.startswith(
        f"absent passed over: {listed / 'absent'} is not there (git clone https://example.org/absent"
    )
    assert moved == f"moved passed over: {listed / 'moved'} is at no commit, not at {COMMIT[:10]}"
    assert status == 0
