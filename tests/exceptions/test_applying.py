"""Findings that are covered are marked; exceptions that are not in order are findings themselves."""

from __future__ import annotations

import datetime

import pytest

from apivet.catalogue import load
from apivet.exceptions.applying import Exceptions
from apivet.exceptions.entries import parse_exceptions
from apivet.exceptions.owners import Owners, parse_owners, read_owners
from apivet.verdicts import Finding, Location, Verdict

SHOWN = "exceptions/exceptions.toml"
TODAY = datetime.date(2026, 1, 15)
OWNERS = parse_owners(b"approvers:\n- approver@example.org\n", "exceptions/OWNERS")
RULE = "status-not-wiped-on-create"
ACTIVE = frozenset({RULE})


def finding(object_: str = "x.Y", field: str | None = "status", rule: str = RULE) -> Finding:
    return Finding(rule, Verdict.VIOLATED, Location("x.py", 3), object_, "status is stored", field)


def exceptions(*entries: str, owners: Owners = OWNERS) -> Exceptions:
    text = "version = 1\n" + "".join(f"[[exception]]\n{entry}\n" for entry in entries)
    file = parse_exceptions(text.encode(), SHOWN, load())
    return Exceptions(file, owners, TODAY)


def entry(
    object_: str = "x.Y", field: str | None = "status", approver: str = "approver@example.org", more: str = ""
) -> str:
    lines = [f'rule = "{RULE}"', f'object = "{object_}"', 'reason = "Kept."']
    lines += [f'field = "{field}"'] if field else []
    lines += [f'approved-by = "{approver}"'] if approver else []
    return "\n".join([*lines, more])


def told(found: list[Finding]) -> list[tuple[str, int]]:
    return [(each.rule, each.location.line) for each in found]


def test_a_covered_finding_is_marked_with_the_entry_and_kept() -> None:
    covered, other = exceptions(entry()).mark([finding(), finding("x.Z")])
    assert covered.suppressed_by == "exceptions/exceptions.toml:2"
    assert other.suppressed_by is None


@pytest.mark.parametrize(
    "unlike",
    [finding("x.YZ"), finding(field="spec"), finding(field=None), finding(rule="status-not-kept-on-update")],
)
def test_rule_object_and_field_must_all_fit(unlike: Finding) -> None:
    assert exceptions(entry()).mark([unlike]) == [unlike]


def test_an_entry_without_a_field_is_for_a_finding_without_one() -> None:
    without = exceptions(entry(field=None))
    assert without.mark([finding(field=None)])[0].suppressed_by is not None
    assert without.mark([finding()])[0].suppressed_by is None


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (entry(more="expires = 2026-01-14"), "exception-expired"),
        (entry(approver="stranger@example.org"), "exception-unapproved"),
        (entry(approver=""), "exception-unapproved"),
        (entry(more="why = 1"), "exception-invalid"),
    ],
)
def test_an_entry_that_is_not_in_order_is_a_finding_and_suppresses_nothing(text: str, rule: str) -> None:
    broken = exceptions(text)
    assert told(broken.findings()) == [(rule, 2)]
    assert broken.findings()[0].object == "x.Y"
    assert broken.mark([finding()])[0].suppressed_by is None


def test_on_its_last_day_it_holds() -> None:
    last = exceptions(entry(more="expires = 2026-01-15"))
    assert last.findings() == []
    assert last.mark([finding()])[0].suppressed_by is not None


def test_of_duplicates_none_suppresses() -> None:
    twice = exceptions(entry(), entry())
    assert [rule for rule, _ in told(twice.findings())] == ["exception-invalid"] * 2
    assert twice.mark([finding()])[0].suppressed_by is None


def test_an_invalid_entry_is_a_finding_and_no_problem() -> None:
    both = exceptions(entry(), entry("x.Z", more="why = 1"))
    assert [found.rule for found in both.findings()] == ["exception-invalid"]
    assert both.problems() == []


def test_unused_entries_are_told_where_their_rule_was_judged() -> None:
    both = exceptions(entry(), entry("x.Gone"))
    assert told(both.unused([finding()], ACTIVE)) == [("exception-unused", 9)]
    assert both.unused([finding()], frozenset()) == []


def test_an_entry_for_an_unproven_finding_is_used() -> None:
    unproven = Finding(RULE, Verdict.UNPROVEN, Location("x.py", 3), "x.Y", "not known", "status")
    assert exceptions(entry()).unused([unproven], ACTIVE) == []


@pytest.mark.parametrize(
    ("owners", "reason"),
    [
        (OWNERS, "'stranger@example.org' is not among the approvers in exceptions/OWNERS"),
        (read_owners("/nonexistent/OWNERS", "exceptions/OWNERS"), "as there is no exceptions/OWNERS"),
    ],
)
def test_the_finding_says_why_an_approver_does_not_count(owners: Owners, reason: str) -> None:
    (unapproved,) = exceptions(entry(approver="stranger@example.org"), owners=owners).findings()
    assert reason in unapproved.message


@pytest.mark.parametrize("data", [b"approvers: [", b"- a@example.org\n"])
def test_approvers_that_cannot_be_read_are_a_problem_and_no_finding(data: bytes) -> None:
    unread = exceptions(entry(), owners=parse_owners(data, "exceptions/OWNERS"))
    assert unread.findings() == []
    assert [problem.path for problem in unread.problems()] == ["exceptions/OWNERS"]
    assert unread.mark([finding()])[0].suppressed_by is None
    assert unread.state(unread.file.entries[0]) == "unapproved"


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"- a@example.org\n", "must have a list of texts called 'approvers'"),
        (b"approvers: a@example.org\n", "must have a list of texts called 'approvers'"),
        (b"approvers: [1]\n", "must have a list of texts called 'approvers'"),
        (b"approvers: !!python/object:x.Y {}\n", "is not valid YAML (line 1)"),
        (b"\xff\xfe\x00", "is not valid YAML"),
        (b"", None),
        (b"approvers: []\nreviewers: [b]\n", None),
    ],
)
def test_owners_that_cannot_be_used(data: bytes, problem: str | None) -> None:
    owners = parse_owners(data, "exceptions/OWNERS")
    assert (owners.problem or "").startswith(problem or "")
    assert bool(owners.problem) == bool(problem)
    told_problems = [each.message for each in exceptions(entry(), owners=owners).problems()]
    assert told_problems == ([owners.problem] if problem else [])
