"""Places in documents: written, read, followed and changed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apivet.live.paths import ABSENT, Path, differences, field_name, get, leaves, parse, put, remove, render

DOCUMENT: dict[str, Any] = {"spec": {"ports": [{"port": 1}, {"port": 2}], "labels": {"a.b/c": "d"}}, "x": None}


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("spec.ports[0].port", ("spec", "ports", 0, "port")),
        ("metadata.labels[a.b/c]", ("metadata", "labels", "a.b/c")),
        ("spec['a b'].c", ("spec", "a b", "c")),
        ("[0].a", (0, "a")),
        ("", ()),
        ("..a..", ("a",)),
        ("a[", ("a",)),
    ],
)
def test_paths_are_read_as_servers_write_them(text: str, path: Path) -> None:
    assert parse(text) == path


def test_paths_are_written_as_they_are_read() -> None:
    for path, _ in leaves(DOCUMENT):
        assert parse(render(path)) == path
    assert field_name(("spec", "ports", 1, "port")) == "spec.ports[*].port"


def test_values_are_put_where_nothing_was() -> None:
    assert put({}, ("a", 0, "b"), 1) == {"a": [{"b": 1}]}
    assert put({"a": "text"}, ("a", "b"), 1) == {"a": {"b": 1}}
    assert put({"a": [1]}, ("a", 5), 2) == {"a": [1, 2]}
    assert remove(DOCUMENT, ("spec", "ports", 0)) == {**DOCUMENT, "spec": {**DOCUMENT["spec"], "ports": [{"port": 2}]}}
    assert remove(DOCUMENT, ("nothing", "here")) == DOCUMENT


def test_nothing_changes_the_document_itself() -> None:
    before = repr(DOCUMENT)
    put(DOCUMENT, ("spec", "ports", 0, "port"), 3)
    remove(DOCUMENT, ("spec",))
    assert repr(DOCUMENT) == before


def test_differences_are_leaves_that_are_not_the_same() -> None:
    assert differences({"a": 1, "b": {"c": 2}}, {"a": 1.0, "b": {}}) == (("b", "c"),)
    assert differences({"a": True}, {"a": 1}) == (("a",),)
    assert differences({"a": list(range(12))}, {"a": []})[-1] == ("a", 11)


JSON: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(min_size=1), inner),
    max_leaves=6,
)


@settings(max_examples=15)
@given(st.dictionaries(st.text(min_size=1), JSON))
def test_every_leaf_can_be_read_and_changed(document: dict[str, Any]) -> None:
    assert differences(document, document) == ()
    for path, value in leaves(document):
        assert get(document, path) == value
        assert get(put(document, path, "changed"), path) == "changed"
        assert get(remove(document, path), path) is ABSENT or isinstance(path[-1], int)


@given(st.text(max_size=60))
def test_any_text_can_be_read_as_a_path(text: str) -> None:
    assert all(isinstance(step, (str, int)) for step in parse(text))
