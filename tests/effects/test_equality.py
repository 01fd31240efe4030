"""``==`` of two specs, whose types compare in ways of their own: what differs unseen is not bumped for."""

from __future__ import annotations

import textwrap

import pytest
from sources_as_text import workspace_from_text

from apivet.config import Config
from apivet.conventions import judge
from apivet.verdicts import Verdict

NOT_BUMPED, UNASKED = "generation-not-bumped-on-spec-change", "generation-bumped-without-spec-change"

MODULE = """
from __future__ import annotations

from dataclasses import asdict, dataclass, field

import attrs
import msgspec
from pydantic import BaseModel


@dataclass
class Meta:
    generation: int = 0


{spec}


@dataclass
class Widget:
    metadata: Meta
    spec: Spec


class Strategy:
    def prepare_for_create(self, obj: Widget) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if {condition}:
            obj.metadata.generation = old.metadata.generation + 1
"""


def broken(spec: str, condition: str = "obj.spec != old.spec") -> set[str]:
    """The rules about the bump that are broken, where the spec is of a type declared so."""
    source = MODULE.format(spec=textwrap.dedent(spec), condition=condition)
    workspace = workspace_from_text({"widgets.py": source})
    rows = judge(workspace.contents("widgets.py"), workspace, Config()).rows
    return {row.rule for row in rows if row.verdict is not Verdict.HOLDS} & {NOT_BUMPED, UNASKED}


BY_FIELDS = {
    "a dataclass": "@dataclass\nclass Spec:\n    size: int = 0",
    "an attrs class": "@attrs.define\nclass Spec:\n    size: int = 0",
    "a pydantic model": "class Spec(BaseModel):\n    size: int = 0",
    "a msgspec struct": "class Spec(msgspec.Struct):\n    size: int = 0",
    "one that inherits": "@dataclass\nclass Base:\n    size: int = 0\n\nclass Spec(Base):\n    pass",
    "a method over all fields": """
        class Spec:
            def __init__(self, size: int = 0, image: str = "") -> None:
                self.size: int = size
                self.image: str = image

            def __eq__(self, other: object) -> bool:
                if not isinstance(other, Spec):
                    return NotImplemented
                return self.size == other.size and self.image == other.image
        """,
    "a type inside itself": "@dataclass\nclass Spec:\n    size: int = 0\n    inner: Spec | None = None",
}


@pytest.mark.parametrize("spec", BY_FIELDS.values(), ids=BY_FIELDS)
def test_specs_that_compare_all_fields_tell_every_change(spec: str) -> None:
    assert broken(spec) == set()


BY_SOME = {
    "a field left out": "@dataclass\nclass Spec:\n    size: int = 0\n    image: str = field(default='', compare=False)",
    "a field left out by attrs": """
        @attrs.define
        class Spec:
            size: int = 0
            image: str = attrs.field(default="", eq=False)
        """,
    "a field left out inside": """
        @dataclass
        class Part:
            image: str = field(default="", compare=False)

        @dataclass
        class Spec:
            part: Part
        """,
    "a field left out of elements": """
        @dataclass
        class Part:
            image: str = field(default="", compare=False)

        @dataclass
        class Spec:
            parts: list[Part]
        """,
    "a method over one field": """
        @dataclass
        class Spec:
            size: int = 0
            image: str = ""

            def __eq__(self, other: object) -> bool:
                return isinstance(other, Spec) and self.size == other.size
        """,
}


@pytest.mark.parametrize("spec", BY_SOME.values(), ids=BY_SOME)
def test_specs_that_compare_some_fields_miss_changes(spec: str) -> None:
    assert NOT_BUMPED in broken(spec)
    assert broken(spec, "asdict(obj.spec) != asdict(old.spec)") == set()


BY_IDENTITY = {
    "a dataclass without ==": "@dataclass(eq=False)\nclass Spec:\n    size: int = 0",
    "an attrs class without ==": "@attrs.define(eq=False)\nclass Spec:\n    size: int = 0",
    "a plain class": "class Spec:\n    size: int\n    def __init__(self, size: int = 0) -> None:\n        self.size = size",
}


@pytest.mark.parametrize("spec", BY_IDENTITY.values(), ids=BY_IDENTITY)
def test_specs_that_equal_themselves_only_always_differ(spec: str) -> None:
    assert broken(spec) == {UNASKED}
    assert broken(spec, "vars(obj.spec) != vars(old.spec)") == set()
    assert broken(spec, "obj.spec.size != old.spec.size") == set()


#: Views that equal themselves alone, of equal mappings too.
VALUES = (
    "vars(obj.spec).values() != vars(old.spec).values()",
    "obj.spec.__dict__.values() != old.spec.__dict__.values()",
    "asdict(obj.spec).values() != asdict(old.spec).values()",
    "not vars(obj.spec).values() == vars(old.spec).values()",
)


@pytest.mark.parametrize("condition", VALUES)
def test_values_of_equal_mappings_are_never_equal(condition: str) -> None:
    spec = "@dataclass\nclass Spec:\n    size: int = 0\n    tags: dict[str, int] = field(default_factory=dict)"
    assert broken(spec, condition) == {UNASKED}
    assert broken(spec, "list(vars(obj.spec).values()) != list(vars(old.spec).values())") == set()
