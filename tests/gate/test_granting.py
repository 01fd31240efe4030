"""An exception is easily asked for, and only one that can count."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from changes import APPROVER, CRANES, OBJECT, STRANGER, WIPED, WIPES, Repository, in_days
from click.testing import CliRunner, Result

from apivet.cli import main

FILE = "exceptions/exceptions.toml"
REASON = ("--reason", 'It has "always" been so.')
APPROVED = (*REASON, "--approved-by", APPROVER)


@pytest.fixture(name="broken", autouse=True)
def _broken(server: Repository) -> Repository:
    server.mend(CRANES, WIPES, "")
    return server


def add(*arguments: str, status: int = 0) -> Result:
    result = CliRunner().invoke(main, ["exceptions", "add", *arguments])
    assert result.exit_code == status, result.output
    return result


def listed() -> list[dict[str, Any]]:
    result = CliRunner().invoke(main, ["exceptions", "list", "--format", "json"])
    assert result.exit_code == 0, result.output
    rows: list[dict[str, Any]] = json.loads(result.stdout)
    return rows


def checks(*arguments: str) -> int:
    return CliRunner().invoke(main, ["check", *arguments]).exit_code


def test_an_entry_is_written_and_counts(broken: Repository) -> None:
    assert checks() == 1
    told = add(WIPED, OBJECT, *APPROVED, "--expires", str(in_days(10)))
    assert told.stderr == f"1 entry written to {FILE}\n"
    assert checks() == 0
    (row,) = listed()
    assert [row[key] for key in ("rule", "object", "field", "approved-by", "state", "used", "age")] == [
        WIPED, OBJECT, "status", APPROVER, "in force", True, None,
    ]  # fmt: skip
    assert row["reason"] == REASON[1]
    assert checks("--no-exceptions") == 1
    broken.commit()
    assert broken.run().exit_code == 0
    assert broken.run("--no-exceptions").exit_code == 1
    assert [row["age"] for row in listed()] == [0]


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("# Ours.\nversion = 1 # for good\n\n# Old ones follow.\n", ""),
        ("version = 1", ""),
        ("", ""),
        (None, ""),
        ("version = 1\r\n# Windows\r\n", ""),
        ("\ufeffversion = 1\n", ""),
        ('version = 1\nexception = [{rule = "boilerplate-hook", object = "x.Y", field = "z", reason = "r"}]\n', ""),
        (
            'version = 1\n\n[[exception]]  # one\nrule = "boilerplate-hook"\nobject = "x.Y"\nfield = "z"\nreason = "r"  # so\n',
            "",
        ),
    ],
    ids=["comments", "no line end", "empty", "none", "windows", "mark", "inline", "entries"],
)
def test_what_is_there_stays(broken: Repository, text: str | None, rest: str) -> None:
    path = broken.top / FILE
    if text is None:
        path.unlink()
    else:
        path.write_bytes(text.encode())
    before = len(listed())
    add(WIPED, OBJECT, *APPROVED)
    assert len(listed()) == before + 1
    assert {row["state"] for row in listed()} <= {"in force", "unapproved"}
    now = path.read_bytes().decode("utf-8-sig")
    for line in (text or "").removeprefix("\ufeff").splitlines():
        assert "exception = [" in line or line in now
    assert text is None or ("\r\n" in text) == ("\r\n" in now)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["status-not-wiped", OBJECT], "did you mean 'status-not-wiped-on-create'?"),
        ([WIPED, "yard.registry.crane.CranStrategy"], f"did you mean '{OBJECT}'?"),
        ([WIPED, OBJECT, "--field", "spec"], "nothing is found for 'spec'"),
        (["status-not-kept-on-update", OBJECT], "nothing of status-not-kept-on-update is found"),
        ([WIPED, OBJECT, "--approved-by", STRANGER], f"'{STRANGER}' is not among the approvers"),
        ([WIPED, OBJECT, "--approved-by", "inez@example.org"], f"did you mean '{APPROVER}'?"),
        ([WIPED, OBJECT, "--expires", "2020-01-01"], "2020-01-01 has passed"),
        (["exception-unused", OBJECT], "there can be none from it"),
        (["gate-weakened", "pyproject.toml", "exclude"], "needs a last day"),
        (["gate-weakened", "pyproject.toml", "exclude", "--expires", str(in_days(100))], "after 90 days at most"),
        ([WIPED], "name a RULE and an OBJECT"),
        (["--all"], "needs --reason and --expires"),
    ],
)
def test_what_would_not_count_is_refused(broken: Repository, arguments: list[str], said: str) -> None:
    before = broken.read(FILE)
    result = add(*arguments, *REASON, status=2)
    assert said in result.stderr
    assert broken.read(FILE) == before


@pytest.mark.parametrize("asked", [[WIPED, OBJECT], ["--all", "--expires", str(in_days(9))]])
def test_a_reason_says_something(broken: Repository, asked: list[str]) -> None:
    before = broken.read(FILE)
    assert "--reason: is blank" in add(*asked, "--reason", " ", status=2).stderr
    assert "--reason: is blank" in add(*asked, "--reason", "\u200b", status=2).stderr
    names = sorted(path.name for path in Path("exceptions").iterdir())
    assert "must be UTF-8" in add(*asked, "--reason", "a\udcff", status=2).stderr
    assert sorted(path.name for path in Path("exceptions").iterdir()) == names
    assert broken.read(FILE) == before


def test_all_leaves_what_waits_for_an_approver(broken: Repository) -> None:
    add(WIPED, OBJECT, *REASON)
    add("--all", "--expires", str(in_days(9)), *APPROVED)
    assert broken.read(FILE).count(f'rule = "{WIPED}"') == 1


def test_the_same_is_not_asked_for_twice(broken: Repository) -> None:
    add(WIPED, OBJECT, *APPROVED)
    assert f"{FILE}:3 is for the same already" in add(WIPED, OBJECT, *APPROVED, status=2).stderr


def test_an_approver_may_be_filled_in_later(broken: Repository) -> None:
    assert "before an approver fills in approved-by" in add(WIPED, OBJECT, *REASON).stderr
    assert [row["state"] for row in listed()] == ["unapproved"]


def test_a_change_can_be_excepted(broken: Repository) -> None:
    add("gate-weakened", "pyproject.toml", "exclude", *APPROVED, "--expires", str(in_days(30)))
    (row,) = listed()
    assert (row["state"], row["used"]) == ("in force", None)


def test_all_of_today_can_be_excepted_at_once(broken: Repository) -> None:
    broken.mend(CRANES, "        obj.status = old.status\n", "")
    broken.mend("yard/apis/crane/types.py", "    reach: int", "    reach: str")
    assert checks() == 1
    add("--all", "--expires", str(in_days(200)), *APPROVED)
    assert checks() == 0
    rows = listed()
    assert {row["used"] for row in rows} == {True}
    assert [row["object"] for row in rows] == sorted(row["object"] for row in rows), "those of one object together"
    add("--all", "--expires", str(in_days(200)), *APPROVED)
    assert len(listed()) == len(rows), "nothing is left"


def test_what_is_not_needed_any_more_is_listed_so(broken: Repository) -> None:
    add(WIPED, OBJECT, *APPROVED)
    broken.mend(CRANES, "        obj.metadata.generation = 1\n", f"{WIPES}        obj.metadata.generation = 1\n")
    assert [row["used"] for row in listed()] == [False]
    assert " no" in CliRunner().invoke(main, ["exceptions", "list"]).stdout
