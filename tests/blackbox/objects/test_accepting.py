"""Classes of which it is known without a trial that they take what they are given."""

from __future__ import annotations

import dataclasses
from typing import Annotated, Any

import annotated_types
import attrs
import msgspec
import pydantic
import pytest

from apivet.blackbox.objects.accepting import looks_into, takes_anything


class Cargo(pydantic.BaseModel):
    tons: int = 1


class Ship(pydantic.BaseModel):
    cargo: Cargo
    holds: list[Cargo] = []
    by_name: dict[str, Cargo] = {}
    spare: Cargo | None = None
    anything: Any = None
    few: Annotated[list[Cargo], annotated_types.MaxLen(3)] = []


@pytest.mark.parametrize("field", ["cargo", "holds", "by_name", "spare"])
def test_a_model_takes_objects_of_other_models_as_they_are(field: str) -> None:
    assert not looks_into(Ship, field)


@pytest.mark.parametrize("field", ["anything", "few"])
def test_what_the_annotation_leaves_open_is_tried(field: str) -> None:
    assert looks_into(Ship, field)


def _with_a_validator() -> type:
    class Checked(Ship):
        @pydantic.model_validator(mode="after")
        def is_light(self) -> Checked:
            assert self.cargo.tons < 100
            return self

    return Checked


class ChecksAField(Ship):
    @pydantic.field_validator("cargo")
    @classmethod
    def is_light(cls, cargo: Cargo) -> Cargo:
        assert cargo.tons < 100
        return cargo


class MadeByHand(Ship):
    def __init__(self, **given: Any) -> None:
        super().__init__(**given)


class LooksAfterwards(Ship):
    def model_post_init(self, context: Any) -> None:
        assert self.cargo.tons < 100


class LooksAgain(Ship):
    model_config = pydantic.ConfigDict(revalidate_instances="always")


@pytest.mark.parametrize("kind", [_with_a_validator(), ChecksAField, MadeByHand, LooksAfterwards, LooksAgain])
def test_a_model_that_may_look_into_them_is_tried(kind: type) -> None:
    assert looks_into(kind, "cargo")


class Struct(msgspec.Struct):
    tons: int


class StructWithALook(msgspec.Struct):
    tons: int

    def __post_init__(self) -> None:
        assert self.tons < 100


@attrs.define
class Defined:
    tons: int


@dataclasses.dataclass
class WithALook:
    tons: int

    def __post_init__(self) -> None:
        assert self.tons < 100


class Plain:
    def __init__(self, tons: int) -> None:
        self.tons = tons


@pytest.mark.parametrize(
    ("kind", "takes"),
    [(Struct, True), (StructWithALook, False), (Defined, True), (WithALook, False), (Plain, False), (Cargo, False)],
)
def test_classes_that_store_whatever_they_are_given(kind: type, takes: bool) -> None:
    assert takes_anything(kind) is takes
