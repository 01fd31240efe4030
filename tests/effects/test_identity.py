"""``is``: one object, and not merely an equal one."""

from __future__ import annotations

import textwrap
from collections.abc import Callable

import pytest

Broken = Callable[[str], set[str]]

REST = textwrap.dedent("""
    obj.status = old.status
    if not enabled("Burst") and old.spec.burst is None:
        obj.spec.burst = None
    if not enabled("Alias") and all(part.alias is None for part in old.spec.parts):
        for part in obj.spec.parts:
            part.alias = None
    if obj.spec != old.spec:
        obj.metadata.generation += 1
    """)

NEVER = ('old is ""', "old is 3", "old == 0", '"" is old', "old.spec is ()", "obj is old", "obj.spec is old.spec",
         "obj.spec.parts is old.spec.parts", "old.spec.parts is 3", "old is True",
         "old.status == 'Ready'", "obj.spec.parts == 7")  # fmt: skip


@pytest.mark.parametrize("condition", NEVER)
def test_things_of_different_kinds_are_never_one(condition: str, broken: Broken) -> None:
    assert broken(f"if {condition}:\n    obj.spec.burst = None\n{REST}") == set()


MAYBE = ('obj.spec.image is "a"', "obj.spec.replicas is 1000", "obj.spec.replicas is old.spec.replicas",
         "obj.spec.image is old.spec.image", "obj.spec.limit is None", "old.spec.mode is Mode.FAST",
         "obj.spec.burst is old.spec.burst")  # fmt: skip


@pytest.mark.parametrize("condition", MAYBE)
@pytest.mark.parametrize("word", ["is", "is not"])
def test_equal_numbers_and_texts_may_be_one_or_two(condition: str, word: str, broken: Broken) -> None:
    asked = condition.replace(" is ", f" {word} ")
    found = broken(f"if {asked}:\n    obj.spec.burst = None\n{REST}")
    assert "gated-field-dropped-when-enabled" in found


def test_what_is_one_is_equal(broken: Broken) -> None:
    update = """
        obj.status = old.status
        if obj.spec.limit is not old.spec.limit:
            obj.spec.limit = old.spec.limit
        obj.spec = Spec(limit=obj.spec.limit)
        if old.spec != obj.spec:
            obj.metadata.generation += 1
        obj.spec.limit = old.spec.limit
        """
    assert "generation-compared-too-early" not in broken(update)
