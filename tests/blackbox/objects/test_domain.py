"""Values that a declaration allows, and those that no caller could send."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Literal, NewType

import attrs
import pytest
from attrs import validators
from typing_extensions import NotRequired, Required, TypedDict

from apivet.blackbox.limits import DRAWN
from apivet.blackbox.objects import drawing
from apivet.blackbox.objects.bounds import demands_of
from apivet.blackbox.objects.domain import admits
from apivet.blackbox.objects.paths import Key

Nautical = NewType("Nautical", int)


class Colour(Enum):
    RED = "red"
    GREEN = "green"


class Lens(TypedDict):
    order: int
    maker: NotRequired[str]


class Horn(TypedDict, total=False):
    tone: Required[str]
    volume: int


@dataclass
class Tower:
    mode: Literal["fixed", "flash", 3, None] = "fixed"
    colour: Literal[Colour.RED] = Colour.RED
    lens: Lens = field(default_factory=lambda: {"order": 1, "maker": "fresnel"})
    horn: Horn = field(default_factory=lambda: {"tone": "low"})
    at: tuple[int, int] = (5, 6)
    sectors: tuple[int, ...] = (1,)
    reach: Nautical = Nautical(9)
    sight: float = 1.5
    keeper: str | None = "ida"
    lights: dict[str, Literal[1, 2]] = field(default_factory=lambda: {"main": 1})


@dataclass
class Shore:
    tower: Tower
    most: int = 40

    def __post_init__(self) -> None:
        if self.tower.reach > self.most:
            raise ValueError("nobody sees that far")
        if self.tower.keeper is not None:
            self.tower.keeper = self.tower.keeper.lower()


@pytest.mark.parametrize(
    ("steps", "allowed", "refused"),
    [
        (("mode",), ["flash", 3, None], ["flashing", 4, True, ""]),
        (("colour",), [Colour.RED], [Colour.GREEN]),
        (("lens",), [{"order": 2}], [{}, {"maker": "fresnel"}, {"order": "first"}]),
        (("lens", Key("order")), [7], ["seven"]),
        (("horn",), [{"tone": "high"}], [{}, {"volume": 3}]),
        (("at",), [(1, 2)], [(1,), (1, 2, 3), ()]),
        (("sectors",), [(), (1, 2, 3)], [("north",)]),
        (("sight",), [3, 2.5], ["far"]),
        (("keeper",), [None, "tom"], [4]),
        (("lights",), [{}, {"spare": 2}], [{"spare": 3}]),
        (("lights", Key("main")), [2], [3]),
    ],
)
def test_the_words_of_a_declaration_count(steps: tuple[Any, ...], allowed: list[Any], refused: list[Any]) -> None:
    assert [value for value in allowed if not admits(Tower(), steps, value)] == []
    assert [value for value in refused if admits(Tower(), steps, value)] == []


def test_what_is_there_against_its_declaration_says_that_nobody_looks() -> None:
    assert admits(Tower(mode="unheard of"), ("mode",), "flashing")  # type: ignore[arg-type]


@pytest.mark.parametrize(("steps", "value", "is_allowed"), [
    (("tower", "reach"), 40, True),
    (("tower", "reach"), 41, False),
    (("tower", "keeper"), "tom", True),
    (("tower", "keeper"), "TOM", False),
])  # fmt: skip
def test_an_object_further_out_has_a_say_too(steps: tuple[Any, ...], value: object, is_allowed: bool) -> None:
    assert admits(Shore(Tower()), steps, value) is is_allowed


@attrs.define
class Bell:
    weight: int = attrs.field(validator=[validators.ge(20), validators.lt(30)])
    metal: str = attrs.field(validator=validators.in_(["bronze", "steel"]))
    code: str = attrs.field(validator=validators.matches_re("[a-c]{2}-[0-9]"))
    name: str | None = attrs.field(validator=validators.optional(validators.max_len(4)))


def test_validators_of_attrs_are_bounds() -> None:
    numbers = range(40)
    made = [
        Bell(*(demands_of(Bell)[name][kind].fit(kind, value, number) for name, kind, value in (
            ("weight", "int", 1000 + number), ("metal", "str", "tin"), ("code", "str", "tin"), ("name", "str", "a" * 9),
        )))
        for number in numbers
    ]  # fmt: skip
    assert {bell.metal for bell in made} == {"bronze", "steel"}
    assert not admits(made[0], ("metal",), "tin")
    assert not admits(made[0], ("name",), "value")


def test_one_drawing_serves_many_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    drawings: list[str] = []

    def counted(strategy: Any, what: str, number: int) -> list[Any]:
        drawings.append(what)
        return drawn(strategy, what, number)

    drawn = drawing._drawn
    monkeypatch.setattr(drawing, "_drawn", counted)
    pattern = r"^[A-Z]{3}-[0-9]{4}$"
    texts = [drawing.matching(pattern, 0, None, number) for number in range(40)]
    assert drawings == [pattern]
    assert len(set(texts)) == 40
    assert all(re.search(pattern, text) for text in texts)
    assert drawing.matching(pattern, 0, None, DRAWN) not in texts
