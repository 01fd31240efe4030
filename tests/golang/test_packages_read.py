"""Files beside those that are judged: what is wrong with the ones that were read is a problem, too."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.golang.ferries import SERVER, STRATEGY, WIPE, check, report, with_edits, write

BESIDE = "pkg/registry/ferry/beside.go"


@pytest.fixture(autouse=True)
def _tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tree").mkdir()
    monkeypatch.chdir(tmp_path / "tree")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def problems() -> list[tuple[str, str, int]]:
    """The problems, twice the same: from nothing, and from what is remembered."""
    first, second = (report()["problems"] for _ in range(2))
    assert first == second
    return [(each["path"], each["message"], check().exit_code) for each in first]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("package ferry\n\nfunc help(a int {\n}\n", "syntax error"),
        ("func help() {}\n", "syntax error: no package clause"),
        ("package boats\n", "is of package boats, the other files of its directory are of ferry"),
    ],
)
def test_a_file_of_a_judged_package_that_is_wrong_is_a_problem(text: str, message: str) -> None:
    write({**SERVER, "pkg/registry/ferry/zone.go": "package ferry\n", BESIDE: text})
    ((path, said, code),) = problems()
    assert (path, code) == (BESIDE, 2)
    assert said.startswith(message)
    write({BESIDE: "package ferry\n"})
    assert problems() == []


def test_a_strategy_whose_file_is_of_another_package_does_not_go_unseen() -> None:
    write({**SERVER, BESIDE: "package boats\n"})
    assert problems() == [(STRATEGY, "is of package ferry, the other files of its directory are of boats", 2)]


def test_what_is_nested_too_deeply_is_told_in_words() -> None:
    write(with_edits((STRATEGY, WIPE, f"{WIPE}\t_ = {'(' * 9000}1{')' * 9000}\n")))
    told = [each["message"] for each in report()["findings"] if each["verdict"] == "unproven"]
    assert told
    assert all("nested too deeply" in each for each in told)


@pytest.mark.parametrize("value", ["all[key.Of][0]", "all[0]", "all[key.Of][all[0]]", "pick(3)", "3"])
def test_an_address_of_any_value_is_no_syntax_error(value: str) -> None:
    write({**SERVER, BESIDE: f"package ferry\n\nfunc help() {{\n\tkeep(new({value}))\n}}\n"})
    assert problems() == []
