"""An entry that is written out reads back as what was asked for."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from apivet.catalogue import load
from apivet.exceptions.entries import is_blank, parse_exceptions
from apivet.exceptions.writing import entry_text

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(lambda text: not is_blank(text))


@given(reason=TEXTS, approver=TEXTS.filter(lambda text: text == text.strip()))
def test_whatever_the_texts_hold(reason: str, approver: str) -> None:
    text = entry_text("status-not-wiped-on-create", "x.Y", "status", reason, approver, expires="2027-06-30")
    file = parse_exceptions(("version = 1\n" + text).encode(), "exceptions.toml", load())
    assert file.problem is None
    (entry,) = file.entries
    assert (entry.reason, entry.approved_by, entry.errors) == (reason, approver, ())
    assert entry.line == 2


def test_what_is_not_given_is_left_out() -> None:
    assert entry_text("boilerplate-hook", "x.Y", None, "Kept.", "a@example.org") == (
        '[[exception]]\nrule = "boilerplate-hook"\nobject = "x.Y"\nreason = "Kept."\napproved-by = "a@example.org"\n'
    )
