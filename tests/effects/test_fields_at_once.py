"""``object.__dict__ = mapping``: all fields are set at once."""

from __future__ import annotations

from collections.abc import Callable

Broken = Callable[[str], set[str]]

REST = """
if not enabled("Burst") and old.spec.burst is None:
    obj.spec.burst = None
if not enabled("Alias") and all(part.alias is None for part in old.spec.parts):
    for part in obj.spec.parts:
        part.alias = None
if obj.spec != old.spec:
    obj.metadata.generation += 1
"""


def test_fields_that_are_another_objects(broken: Broken) -> None:
    update = """
import copy
new = copy.copy(obj)
new.status = {kept}
obj.__dict__ = new.__dict__
"""
    assert broken(update.format(kept="old.status") + REST) == set()
    assert broken(update.format(kept="Status()") + REST) == {"status-not-kept-on-update"}


def test_fields_of_a_mapping_are_not_looked_into(broken: Broken) -> None:
    assert broken("obj.__dict__ = load(obj, old)" + REST) == set()
