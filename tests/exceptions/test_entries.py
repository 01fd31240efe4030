"""Exceptions are read with their lines, and everything wrong with them is told."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from apivet.catalogue import Catalogue, load
from apivet.exceptions.entries import ExceptionsFile, parse_exceptions, read_exceptions

SHOWN = "exceptions/exceptions.toml"


@pytest.fixture(name="rules")
def _rules() -> Catalogue:
    return load()


def parse(text: str) -> ExceptionsFile:
    return parse_exceptions(text.encode(), SHOWN, load())


def entry(**values: str | None) -> str:
    """An entry as text; a value of ``None`` leaves the key out."""
    facts: dict[str, str | None] = {
        "rule": '"status-not-wiped-on-create"',
        "object": '"apis.node.NodeStrategy"',
        "field": '"status"',
        "reason": '"Agents register themselves."',
        "approved-by": '"approver@example.org"',
    }
    facts.update({key.replace("_", "-"): value for key, value in values.items()})
    return "[[exception]]\n" + "".join(f"{key} = {value}\n" for key, value in facts.items() if value is not None)


def errors(text: str) -> list[str]:
    return [error for each in parse("version = 1\n" + text).entries for error in each.errors]


def test_an_entry_is_read_whole() -> None:
    file = parse("version = 1\n\n" + entry(issue='"https://example.org/1"', expires="2027-06-30"))
    (only,) = file.entries
    assert only.line == 3
    assert only.key == ("status-not-wiped-on-create", "apis.node.NodeStrategy", "status")
    assert (only.reason, only.approved_by) == ("Agents register themselves.", "approver@example.org")
    assert (only.issue, only.expires) == ("https://example.org/1", datetime.date(2027, 6, 30))
    assert only.errors == ()


def test_it_holds_on_its_last_day_and_no_longer() -> None:
    (only,) = parse("version = 1\n" + entry(expires="2027-06-30")).entries
    assert not only.expired(datetime.date(2027, 6, 30))
    assert only.expired(datetime.date(2027, 7, 1))


ODD_LAYOUT = r"""version = 1
# [[exception]]
[[exception]] # first
rule = "status-not-wiped-on-create"
object = 'x.Y'
reason = '''
[[exception]]
it's '''
  [[ "exception" ]] # second
rule = "status-not-kept-on-update"
object = "x.\"Y" # a "quote
reason = """
ODD_LAYOUT += '''"""
[[exception]] with a \\""" quote
"""
[['exception']] # third
'''


def test_each_entry_knows_its_line_whatever_stands_between() -> None:
    file = parse(ODD_LAYOUT)
    assert file.problem is None
    lines = ODD_LAYOUT.splitlines()
    assert [lines[each.line - 1].split("# ")[1] for each in file.entries] == ["first", "second", "third"]


def test_entries_of_an_inline_array_have_its_line() -> None:
    file = parse('version = 1\n\nexception = [{rule = "E9701", object = "x.Y", reason = "r"}, {}]\n')
    assert [each.line for each in file.entries] == [3, 3]
    assert file.entries[0].rule == "status-not-wiped-on-create"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (entry(rule='"status-not-wipped-on-create"'), "there is no rule 'status-not-wipped-on-create'; did you mean "),
        (entry(rule=None), "'rule' is missing"),
        (entry(rule='"exception-unused"'), "'exception-unused' is about exceptions; there can be none from it"),
        (entry(object=None), "'object' is missing"),
        (entry(object='"apis.*"'), "'object' has a wildcard"),
        (entry(field='"*"'), "'field' has a wildcard"),
        (entry(field='""'), "'field' is blank; leave it out"),
        (entry(field="1"), "'field' must be a text in quotes"),
        (entry(reason=None), "'reason' is missing"),
        (entry(reason='" "'), "'reason' is blank"),
        (entry(reason='"\\u00a0\\u200b"'), "'reason' is blank"),
        (entry(approved_by="true"), "'approved-by' must be a text in quotes"),
        (entry(issue="1"), "'issue' must be a text in quotes"),
        (entry(expires='"2027-06-30"'), "'expires' must be a date such as 2027-06-30, without quotes"),
        (entry(expires="2027-06-30T10:00:00Z"), "'expires' must be a date such as 2027-06-30"),
        (entry(expires="10:00:00"), "'expires' must be a date such as 2027-06-30"),
        (entry(approved_by=None, approver='"a@example.org"'), "unknown key 'approver'; did you mean 'approved-by'?"),
        (entry(approved_by=None, path='"apis/node.py"'), "unknown key 'path'"),
    ],
)
def test_what_makes_an_entry_invalid(text: str, error: str) -> None:
    (told,) = errors(text)
    assert told.startswith(error)


def test_all_errors_of_an_entry_are_told() -> None:
    assert len(errors(entry(rule='"nonsense"', object='"*"', reason=None, expires='"soon"'))) == 4


def test_a_field_of_a_lists_elements_is_no_wildcard() -> None:
    assert errors(entry(field='"spec.containers[*].image"')) == []


def test_an_entry_without_an_approver_is_not_invalid() -> None:
    assert errors(entry(approved_by=None)) == []


def test_of_duplicates_each_is_invalid_even_under_another_name_of_the_rule() -> None:
    file = parse("version = 1\n" + entry() + entry(rule='"E9701"', reason='"Another."') + entry(field='"spec"'))
    assert [each.errors for each in file.entries] == [
        ("duplicates the entry on line 8; of duplicates none counts",),
        ("duplicates the entry on line 2; of duplicates none counts",),
        (),
    ]


@pytest.mark.parametrize("text", ["", "\n# nothing yet\n", "\ufeff", "\ufeffversion = 1\n", "version = 1\n"])
def test_no_exceptions(text: str) -> None:
    assert parse(text) == ExceptionsFile(SHOWN)


def test_no_file(tmp_path: Path, rules: Catalogue) -> None:
    assert read_exceptions(str(tmp_path / "none.toml"), SHOWN, rules) == ExceptionsFile(SHOWN)


def test_a_directory_in_its_place(tmp_path: Path, rules: Catalogue) -> None:
    assert read_exceptions(str(tmp_path), SHOWN, rules).problem == "cannot be read: Is a directory"


@pytest.mark.parametrize(
    ("text", "problem", "line"),
    [
        ("version = 1\n[[exception]\n", "not valid TOML: ", 2),
        ("version = 2\n", "has the unknown version 2; this apivet reads version 1", 0),
        ('version = "1"\n', "has the unknown version '1'", 0),
        ("version = true\n", "has the unknown version True", 0),
        (entry(), "has no version; begin it with 'version = 1'", 0),
        ("version = 1\n[[exceptions]]\n", "has unknown keys: 'exceptions'; did you mean 'exception'?", 0),
        ("version = 1\n[exception]\n", "must hold its entries as [[exception]] tables", 0),
        ("version = 1\nexception = [1]\n", "must hold its entries as [[exception]] tables", 0),
        ("version = 1\nexpires = 2027-13-45\n", "not valid TOML", None),
    ],
)
def test_a_file_that_cannot_be_used(text: str, problem: str, line: int | None) -> None:
    file = parse(text)
    assert file.entries == ()
    assert file.problem is not None
    assert file.problem.startswith(problem)
    assert line is None or file.problem_line == line
