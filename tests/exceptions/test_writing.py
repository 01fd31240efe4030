"""An entry that is written out reads back as what was asked for."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apivet.catalogue import load
from apivet.exceptions.entries import is_blank, parse_exceptions
from apivet.exceptions.writing import append_entries, entry_text, with_serial

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


ENTRY = entry_text("boilerplate-hook", "x.Y", None, "Kept.", "a@example.org")


@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8])
@pytest.mark.parametrize(
    "text",
    [
        "version = 1  # grüne\n",
        "version = 1\r\n# a\r\n",
        "version = 1\r\n# a\n# b\r\n",
        "version = 1\nexception = []\n",
    ],
)
def test_all_that_was_there_stays_byte_for_byte(tmp_path: Path, text: str, mark: bytes) -> None:
    path = tmp_path / "exceptions.toml"
    before = mark + text.encode()
    path.write_bytes(before)
    append_entries(str(path), [ENTRY])
    after = path.read_bytes()
    assert after.startswith(before.removesuffix(b"[]\n"))
    assert [each.object for each in parse_exceptions(after, "exceptions.toml", load()).entries] == ["x.Y"]
    assert with_serial(str(path), None) == 1
    lines = path.read_bytes().splitlines(keepends=True)
    added = b"serial = 1" + (b"\r\n" if b"\r\n" in before else b"\n")
    assert lines[1] == added
    assert b"".join([lines[0], *lines[2:]]) == after
