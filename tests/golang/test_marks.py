"""Words in the bytes of a file, by which files are chosen."""

from __future__ import annotations

import re

import pytest

from apivet.golang import facts
from apivet.golang.constraints import TAGS
from apivet.golang.looks import look_at
from apivet.golang.prose import without_prose


class Searched:
    """A pattern that counts the bytes in which it is searched for."""

    def __init__(self, pattern: re.Pattern[bytes]) -> None:
        self.pattern = pattern
        self.bytes = 0

    def search(self, data: bytes) -> re.Match[bytes] | None:
        self.bytes += len(data)
        return self.pattern.search(data)


def test_marks_are_searched_for_in_the_lines_that_may_have_them(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [
        "package v1",
        *["\tfill(spec.Name, other.Name)"] * 1000,
        '\tmetav1.ObjectMeta `json:"metadata"`',
        "x.ObjectMeta.Name",
    ]
    words, pattern = facts._MARKS["objects"]
    searched = Searched(pattern)
    monkeypatch.setitem(facts._MARKS, "objects", (words, searched))  # type: ignore[arg-type]
    for ending in ("\n", "\r\n"):
        assert "objects" in facts.marks_in(ending.join(lines).encode())
        assert "objects" not in facts.marks_in(ending.join(lines[:-2] + lines[-1:]).encode())
    assert searched.bytes < 250


@pytest.mark.parametrize(
    "much",
    ["x", "\n", ")", ") ", "\n//\n", "// a\n", "\t", "\n\t", "a.", "{ ", "a.B[", "/", "func ", "Convert_"],
    ids=repr,
)
def test_much_of_the_same_takes_a_moment(much: str) -> None:
    """A pattern that goes through a text from each of its places takes hours here."""
    text = (
        f"package ferry\n// PrepareForCreate ObjectMeta struct +k8s:featureGate=Sails\nvar text = `{much * 200_000}`\n"
    )
    for data in (text.encode(), (much * 200_000 + text + "\n" + much * 200_000).encode()):
        look_at("ferry.go", data, TAGS)
        facts.summarise("ferry.go", data)
        without_prose(data)
