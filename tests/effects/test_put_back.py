"""What a hook stores of the old object where a gate is off (contract section 5)."""

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

WHOLES = {
    "the spec": "obj.spec = old.spec",
    "a copy of the spec": "import copy\n    obj.spec = copy.deepcopy(old.spec)",
    "each field": """
    for name in ("replicas", "image", "mode", "parts", "burst", "limit"):
        setattr(obj.spec, name, getattr(old.spec, name))
    """,
}


@pytest.mark.parametrize("statement", WHOLES.values(), ids=WHOLES)
def test_a_spec_that_is_put_back_as_a_whole_is_not_cleared(statement: str, broken: Broken) -> None:
    assert broken(f"if not enabled('Burst'):\n    {statement.strip()}\n{REST}") == set()


SINGLED_OUT = {
    "put back alone": "obj.spec.limit = old.spec.limit",
    "cleared where the old object has none": "if old.spec.limit is None:\n        obj.spec.limit = None",
    "cleared": "obj.spec.limit = None",
    "another field's value": "obj.spec.limit = old.spec.burst",
    "a whole new spec": "obj.spec = Spec()",
    "a list": "obj.spec.parts = old.spec.parts",
}


@pytest.mark.parametrize("statement", SINGLED_OUT.values(), ids=SINGLED_OUT)
def test_a_field_that_is_singled_out_is_cleared(statement: str, broken: Broken) -> None:
    assert "ungated-field-dropped" in broken(f"if not enabled('Burst'):\n    {statement}\n{REST}")


def test_a_default_that_a_gate_chooses_clears_nothing(broken: Broken) -> None:
    update = 'if obj.spec.limit is None:\n    obj.spec.limit = 3 if enabled("Burst") else 4\n'
    assert broken(update + REST) == set()


ANOTHER_FIELD = {
    "always": "obj.spec.burst = old.spec.limit",
    "where the caller leaves it out": "if obj.spec.limit is None:\n    obj.spec.burst = old.spec.limit",
    "where it is set": "if old.spec.limit is not None:\n    obj.spec.burst = old.spec.limit",
    "computed": "obj.spec.burst = old.spec.replicas + 1",
    "from an element": "for part in old.spec.parts:\n    obj.spec.burst = part.number",
}


@pytest.mark.parametrize("statement", ANOTHER_FIELD.values(), ids=ANOTHER_FIELD)
def test_another_field_of_the_old_object_is_no_drop(statement: str, broken: Broken) -> None:
    assert "gated-field-not-dropped" in broken(f"{REST}\n{statement}\n")


OWN_FIELD = {
    "the field": "if not enabled('Burst'):\n    obj.spec.burst = old.spec.burst",
    "the spec": "obj.spec = old.spec",
    "another that is not set": "if not enabled('Burst') and old.spec.limit is None:\n    obj.spec.burst = old.spec.limit",
    "the elements": "obj.spec.parts = [part for part in old.spec.parts]",
}


@pytest.mark.parametrize("statement", OWN_FIELD.values(), ids=OWN_FIELD)
def test_the_old_objects_own_unused_field_is_one(statement: str, broken: Broken) -> None:
    assert "gated-field-not-dropped" not in broken(f"{REST}\n{statement}\n")
