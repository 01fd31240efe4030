"""Comments that try to switch off a rule are found, and others are left alone."""

from __future__ import annotations

import pytest

from apivet.golang.disablings import disablings as go_disablings
from apivet.program.front_end import Disabling
from apivet.python.files.disablings import disablings

SYMBOLS = {"status-not-wiped-on-create": "status-not-wiped-on-create", "E9701": "status-not-wiped-on-create"}
RULE = "status-not-wiped-on-create"


def found(source: str) -> list[tuple[str, str, int]]:
    return [(each.rule, each.scope, each.line) for each in disablings(source.encode(), SYMBOLS)]


@pytest.mark.parametrize(
    "comment",
    [
        "# pylint: disable=status-not-wiped-on-create",
        "# pylint:disable=E9701",
        "# pylint: disable-next=unused-argument, E9701",
        "# type: ignore  # pylint: disable=E9701  # for now",
        "# noqa: E9701",
        "# NOQA:E501,E9701",
        "# NoQA: E9701",
        "# ruff: noqa: E9701",
    ],
)
def test_comments_that_name_a_rule(comment: str) -> None:
    assert found(f"x = 1  {comment}\n") == [(RULE, "", 1)]


@pytest.mark.parametrize(
    "source",
    [
        "x = 1  # noqa\n",
        "x = 1  # pylint: disable=all\n",
        "x = 1  # pylint: enable=E9701\n",
        "x = 1  # pylint: disable=E970\n",
        "x = 1  # E9701\n",
        "x = '# pylint: disable=E9701'\n",
        "# noqa: E501 the word E9701x\n",
    ],
)
def test_comments_that_do_not(source: str) -> None:
    assert found(source) == []


def test_each_is_told_with_the_class_and_function_around_it() -> None:
    source = """
class A:  # noqa: E9701
    @decorated  # noqa: E9701
    def f(self):
        if True:
            pass  # noqa: E9701
    x = 1  # noqa: E9701
async def g():
    def h(): return 1  # noqa: E9701
y = 1  # noqa: E9701
"""
    assert [scope for _, scope, _ in found(source)] == ["A", "A.f", "A.f", "A", "g.h", ""]


def test_columns_count_bytes() -> None:
    (only,) = disablings("é = 1  # noqa: E9701\n".encode(), SYMBOLS)
    assert only == Disabling(RULE, "", 1, 8, 21)


def test_a_comment_that_names_two_rules_is_told_for_each_once() -> None:
    symbols = {**SYMBOLS, "E9702": "status-not-kept-on-update"}
    told = disablings(b"x = 1  # noqa: E9701, E9702, E9701\n", symbols)
    assert [each.rule for each in told] == [RULE, "status-not-kept-on-update"]


def test_broken_source_is_the_parsers_business() -> None:
    assert found("x = (  # noqa: E9701\n") == [(RULE, "", 1)]
    assert found("'''  # noqa: E9701\n") == []


@pytest.mark.parametrize("language", ["go", "python"])
def test_files_that_speak_to_linters_of_other_rules_are_not_taken_apart(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unexpected(*_: object) -> None:
        raise AssertionError("a file was taken apart")

    monkeypatch.setattr("apivet.python.files.disablings.tokenize.tokenize", unexpected)
    monkeypatch.setattr("apivet.golang.disablings.parsed", unexpected)
    if language == "python":
        assert disablings(b"x = 'E9701'  # noqa: E501\ny = 'status-not-wiped-on-create'\n", SYMBOLS) == ()
    else:
        assert go_disablings(b"package x\n//nolint:errcheck\nvar E9701 = 3 //nolint: gosec // E9701\n", SYMBOLS) == ()
