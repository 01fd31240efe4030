"""Layouts that decorators, bases and metaclasses decide about which can't be looked into, or just so."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Verdicts = Callable[..., dict[tuple[str, str], str]]

HEAD = """
from dataclasses import dataclass
from functools import total_ordering
from typing import final
import abc
import outside
from apis import marks
"""
MARKS = """
from dataclasses import dataclass
from functools import partial
import outside

SEEN = []
BY_NAME = {}
packed = partial(dataclass, slots=True)


def listed(cls):
    SEEN.append(cls)
    BY_NAME[cls.__name__] = cls
    return cls


def titled(title):
    outside.look_up(title)

    def mark(cls):
        cls.title = title
        return cls

    return mark


def record(cls=None, *, frozen=False):
    def make(plain):
        made = dataclass(plain, frozen=frozen)
        outside.tell(made)
        return made

    return make if cls is None else make(cls)


def stamped(cls):
    cls.__annotations__["stamp"] = int
    return dataclass(cls)


def handed_out_first(cls):
    outside.tell(cls)
    return dataclass(cls)


def rewritten(cls):
    return outside.rewrite(cls)


def derived(cls):
    return type(cls.__name__, (cls,), {"__slots__": ()})


class Catalogue:
    def entry(self, cls):
        SEEN.append(cls)
        return cls

    def replaced(self, cls):
        return outside.rewrite(cls)


catalogue = Catalogue()
"""


def _tree(hub: str, served: str) -> dict[str, str]:
    """A hub type and its served type, each with a head such as ``@dataclass|(outside.Base)``."""
    files = {"apis/__init__.py": "", "apis/marks.py": MARKS}
    for place, head in (("types.py", hub), ("v1/types.py", served)):
        decorators, _, bases = head.partition("|")
        lines = [*decorators.split(), f"class Crate{bases}:", "    width: int", "    label: str"]
        files[f"apis/depot/{place}"] = HEAD + "\n".join(lines) + "\n"
    return files


@pytest.mark.parametrize(
    ("hub", "served", "verdict"),
    [
        # What is known, in the tree and outside of it.
        ("@marks.listed @dataclass", "@dataclass", "holds"),
        ("@marks.titled('crate') @dataclass", "@dataclass", "holds"),
        ("@marks.record", "@dataclass", "holds"),
        ("@marks.record(frozen=True)", "@dataclass", "violated"),
        ("@marks.packed", "@dataclass(slots=True)", "holds"),
        ("@marks.packed", "@dataclass", "violated"),
        ("@marks.catalogue.entry @dataclass", "@dataclass", "holds"),
        ("@final @total_ordering @dataclass", "@dataclass", "holds"),
        ("@dataclass|(abc.ABC)", "@dataclass|(metaclass=abc.ABCMeta)", "holds"),
        # What can't be looked into, on one side, or differently on both.
        ("@outside.packed @dataclass", "@dataclass", "unproven"),
        ("@outside.packed", "@outside.sealed", "unproven"),
        ("@outside.record", "@dataclass", "unproven"),
        ("@outside.dataclass", "@dataclass", "unproven"),
        ("@outside.made(1) @dataclass", "@outside.made(2) @dataclass", "unproven"),
        ("@dataclass(slots=outside.PACKED)", "@dataclass", "unproven"),
        ("@marks.stamped", "@dataclass", "unproven"),
        ("@marks.handed_out_first", "@dataclass", "unproven"),
        ("@marks.rewritten @dataclass", "@dataclass", "unproven"),
        ("@marks.derived @dataclass", "@dataclass", "unproven"),
        ("@marks.catalogue.replaced @dataclass", "@dataclass", "unproven"),
        ("@dataclass|(metaclass=outside.Meta)", "@dataclass", "unproven"),
        ("@dataclass|(outside.Mixin)", "@dataclass", "unproven"),
        ("@dataclass|(outside.Protocol)", "@dataclass", "unproven"),
        ("@dataclass(slots=True)|(outside.Base)", "@dataclass|(outside.Base)", "unproven"),
        ("@dataclass(slots=True)|(outside.Base)", "@dataclass(slots=True)", "unproven"),
        ("|(outside.Base)", "@dataclass", "unproven"),
        # The same on both sides does the same to both.
        ("@outside.packed @dataclass", "@outside.packed @dataclass", "holds"),
        ("@outside.made(1) @dataclass", "@outside.made(1) @dataclass", "holds"),
        ("@outside.packed @dataclass(slots=True)", "@outside.packed @dataclass", "unproven"),
        ("@dataclass(slots=True)|(outside.Base)", "@dataclass(slots=True)|(outside.Base)", "holds"),
    ],
)
def test_what_can_not_be_looked_into_leaves_the_layout_open(
    hub: str, served: str, verdict: str, verdicts: Verdicts
) -> None:
    found = verdicts(_tree(hub, served))
    assert found["hub-type-differs", "apis.depot.types.Crate"] == verdict


def test_fields_that_differ_do_so_under_the_same_decorator_too(verdicts: Verdicts) -> None:
    files = _tree("@outside.packed @dataclass", "@outside.packed @dataclass")
    files["apis/depot/types.py"] = files["apis/depot/types.py"].replace("width: int", "width: float")
    assert verdicts(files)["hub-type-differs", "apis.depot.types.Crate"] == "violated"
