"""Paths in objects are written in one way, and taken apart as they were written."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apivet.paths import EACH, Key, extended, holder, lies_in, of_each, render, steps

WRITTEN = [
    (("spec",), "spec"),
    (("spec", "berths", 0, "name"), "spec.berths[0].name"),
    (("spec", "berths", EACH, "name"), "spec.berths[*].name"),
    (("metadata", "labels", Key("port.example/side")), "metadata.labels['port.example/side']"),
    (("spec", "tides", Key(3)), "spec.tides[3]"),
    # TypedDicts have fields whose names are no identifiers.
    (("spec", "max-draught", "value"), "spec['max-draught'].value"),
    ((0, "name"), "[0].name"),
    ((), ""),
]


@pytest.mark.parametrize(("path", "text"), WRITTEN)
def test_text(path: tuple[Any, ...], text: str) -> None:
    assert render(path) == text
    assert "".join(steps(text)) == text
    assert len(steps(text)) == len(path)


@pytest.mark.parametrize(
    ("text", "around"),
    [
        ("spec.berths[0].name", "spec.berths[0]"),
        ("spec.berths[0]", "spec.berths"),
        ("metadata.labels['a.b[c]']", "metadata.labels"),
        ("""metadata.labels["it's"]""", "metadata.labels"),
        ("spec", ""),
        ("", ""),
    ],
)
def test_holder(text: str, around: str) -> None:
    assert holder(text) == around


def test_elements_are_all_alike_to_a_finding() -> None:
    assert of_each("spec.berths[12].cranes['a[b]'].name") == "spec.berths[*].cranes[*].name"
    assert of_each("spec.berths[*].name") == "spec.berths[*].name"
    assert of_each("spec.name") == "spec.name"


def test_an_element_is_no_field() -> None:
    assert of_each("spec.berths[3]") == of_each("spec.berths['a']") == of_each("spec.berths[1]['b']") == "spec.berths"
    assert of_each("[0]") == EACH
    assert of_each("spec.berths[0].cranes[1]") == "spec.berths[*].cranes"


@pytest.mark.parametrize(
    ("text", "around", "is_in"),
    [
        ("spec.berths", "spec.berths", True),
        ("spec.berths[0]", "spec.berths", True),
        ("spec.berths.count", "spec.berths", True),
        ("spec.berthsize", "spec.berths", False),
        ("spec", "spec.berths", False),
    ],
)
def test_lying_in(text: str, around: str, is_in: bool) -> None:
    assert lies_in(text, around) is is_in


STEPS = st.one_of(st.from_regex(r"[a-z_]{1,8}", fullmatch=True), st.text(), st.integers(0, 99), st.text().map(Key))


@given(st.lists(STEPS, min_size=1))
def test_each_step_is_found_again(path: list[Any]) -> None:
    text = render(path)
    assert render(path[:-1]) == holder(text)
    assert lies_in(text, holder(text)) or not holder(text)
    assert text == extended(holder(text), path[-1])
    assert len(steps(of_each(f"{text}.name"))) == len(path) + 1
