"""Copies hold what objects held, share what was not changed, and share nothing that can be changed later."""

from __future__ import annotations

import collections
import copy
import random
from dataclasses import dataclass, field
from typing import Any

import attrs
import msgspec
import pydantic
import pytest

from apivet.blackbox.objects.copying import copied, shallow
from apivet.blackbox.objects.shared_copies import shared_copy
from apivet.blackbox.objects.snapshots import are_alike, leaves_of


@dataclass
class Berth:
    number: int = 1
    tags: list[str] = field(default_factory=lambda: ["quiet", "low"])
    prices: dict[str, int] = field(default_factory=lambda: {"day": 3, "night": 5})


@dataclass(slots=True)
class SlottedBerth:
    number: int = 1
    tags: list[str] = field(default_factory=lambda: ["quiet", "low"])
    prices: dict[str, int] = field(default_factory=lambda: {"day": 3, "night": 5})


@dataclass
class CheckedBerth(Berth):
    def __post_init__(self) -> None:
        self.number = self.number or 1


@attrs.define
class AttrsBerth:
    number: int = 1
    tags: list[str] = attrs.field(factory=lambda: ["quiet", "low"])
    prices: dict[str, int] = attrs.field(factory=lambda: {"day": 3, "night": 5})


@attrs.define
class ConvertedBerth:
    number: int = attrs.field(default=1, converter=int)
    tags: list[str] = attrs.field(factory=lambda: ["quiet", "low"])
    prices: dict[str, int] = attrs.field(factory=lambda: {"day": 3, "night": 5})


class PydanticBerth(pydantic.BaseModel):
    number: int = 1
    tags: list[str] = ["quiet", "low"]
    prices: dict[str, int] = {"day": 3, "night": 5}
    _seen: list[int] = pydantic.PrivateAttr(default_factory=list)


class StructBerth(msgspec.Struct):
    number: int = 1
    tags: list[str] = msgspec.field(default_factory=lambda: ["quiet", "low"])
    prices: dict[str, int] = msgspec.field(default_factory=lambda: {"day": 3, "night": 5})


class FrozenBerth(msgspec.Struct, frozen=True):
    number: int = 1
    tags: list[str] = msgspec.field(default_factory=lambda: ["quiet", "low"])
    prices: dict[str, int] = msgspec.field(default_factory=lambda: {"day": 3, "night": 5})


class PlainBerth:
    def __init__(self) -> None:
        self.number = 1
        self.tags = ["quiet", "low"]
        self.prices = {"day": 3, "night": 5}


class NarrowBerth:
    __slots__ = ("__key", "number", "prices", "tags")

    def __init__(self) -> None:
        self.number = 1
        self.tags = ["quiet", "low"]
        self.prices = {"day": 3, "night": 5}
        self.__key = ["k"]

    @property
    def key(self) -> list[str]:
        return self.__key


class Tally(dict[str, int]):
    """A mapping of a class of its own."""


KINDS: dict[str, Any] = {
    kind.__name__: kind
    for kind in (
        *(Berth, SlottedBerth, CheckedBerth, AttrsBerth, ConvertedBerth, PydanticBerth, StructBerth, FrozenBerth),
        *(PlainBerth, NarrowBerth),
    )
}


@dataclass
class Dock:
    """An object around the others."""

    berths: list[Any]
    spare: Any = None
    named: dict[str, Any] = field(default_factory=dict)
    marks: set[str] = field(default_factory=lambda: {"a"})
    pair: tuple[Any, ...] = ()


def dock(kind: Any) -> Dock:
    return Dock([kind(), kind()], kind(), {"first": kind()}, {"a"}, (kind(), 2))


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_what_was_not_changed_is_the_very_same(kind: Any) -> None:
    given = dock(kind)
    assert shared_copy(copied(given), given) is given or kind is FrozenBerth
    stored = copied(given)
    stored.berths[1] = copied(given.berths[1])
    stored.spare = None
    taken = shared_copy(stored, given)
    assert taken is not given
    assert taken.spare is None
    assert kind is FrozenBerth or (taken.berths is given.berths and taken.named is given.named)


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_what_is_changed_later_is_not_changed_in_it(kind: Any) -> None:
    given = dock(kind)
    stored = copied(given)
    stored.berths[0].tags.append("new")
    stored.named["second"] = stored.berths[1]
    taken = shared_copy(stored, given)
    before = leaves_of(copied(taken))
    for berth in (*stored.berths, stored.spare, *stored.named.values(), stored.pair[0]):
        berth.tags.append("later")
        berth.prices["later"] = 0
    stored.berths.clear()
    stored.marks.add("later")
    assert leaves_of(taken) == before
    assert taken.berths[0].tags == ["quiet", "low", "new"]
    assert leaves_of(given) == leaves_of(dock(kind))


def numbered(kind: Any, number: int) -> Any:
    """A berth that has no part in common with one of another number."""
    made = kind()
    made.number, made.tags, made.prices = number, [f"tag {number}"], {f"day {number}": 1000 * number}
    return made


#: Kinds whose objects can be changed. Mistakes that one hides show in another.
CHANGEABLE = pytest.mark.parametrize(
    "kind", [Berth, SlottedBerth, CheckedBerth, AttrsBerth, ConvertedBerth, StructBerth, PlainBerth]
)


@CHANGEABLE
def test_what_is_put_back_is_the_very_same_as_in_the_old_object(kind: Any) -> None:
    given = Dock([numbered(kind, 1)], numbered(kind, 2), {"first": numbered(kind, 3)})
    old = Dock([numbered(kind, 4)], numbered(kind, 5), {"second": numbered(kind, 6)}, {"b"}, (numbered(kind, 7), 1))
    before, stored = copied(old), copied(given)
    stored.spare, stored.named, stored.marks, stored.pair = before.spare, before.named, before.marks, before.pair
    taken = shared_copy(stored, given, old)
    assert taken.berths is given.berths
    for part in ("spare", "named", "marks", "pair"):
        assert getattr(taken, part) is getattr(old, part)
    assert shared_copy(before, given, old) is old


@CHANGEABLE
def test_what_is_put_together_of_both_shares_with_both(kind: Any) -> None:
    given = Dock([numbered(kind, 1), numbered(kind, 2)], numbered(kind, 3), {"first": numbered(kind, 4)})
    old = Dock([numbered(kind, 5), numbered(kind, 6)], None, {"first": numbered(kind, 7)})
    before, stored = copied(old), copied(given)
    stored.berths[0], stored.named["first"], stored.spare.tags = before.berths[0], before.named["first"], ["other"]
    taken = shared_copy(stored, given, old)
    assert taken.berths[0] is old.berths[0]
    assert taken.berths[1] is given.berths[1]
    assert taken.named is old.named
    assert taken.spare.prices is given.spare.prices
    stored.berths[1].tags.append("later")
    before.named["first"].tags.append("later")
    stored.spare.tags.append("later")
    assert [berth.number for berth in taken.berths] == [5, 2]
    assert (taken.named["first"].tags, taken.spare.tags) == (["tag 7"], ["other"])


@CHANGEABLE
def test_what_of_the_old_object_is_changed_and_stored_is_not_changed_in_it(kind: Any) -> None:
    given = Dock([numbered(kind, 1)])
    old = Dock([numbered(kind, 2), numbered(kind, 3)], numbered(kind, 4))
    before, stored = copied(old), copied(given)
    stored.berths, stored.spare = before.berths, before.spare
    stored.berths[0].tags.append("new")
    stored.spare.prices["night"] = 5
    taken = shared_copy(stored, given, old)
    stored.berths[0].tags.append("later")
    assert taken.berths[0].tags == ["tag 2", "new"]
    assert taken.berths[1] is old.berths[1]
    assert (taken.spare.prices, taken.spare.tags) == ({"day 4": 4000, "night": 5}, old.spare.tags)
    assert (old.berths[0].tags, old.spare.prices) == (["tag 2"], {"day 4": 4000})


def test_a_private_slot_and_private_attributes_are_kept() -> None:
    given = NarrowBerth()
    stored = copied(given)
    assert stored.key == ["k"]
    stored.key.append("other")
    assert shared_copy(stored, given).key == ["k", "other"]
    assert given.key == ["k"]
    model = PydanticBerth()
    changed = copied(model)
    changed._seen.append(1)
    taken = shared_copy(changed, model)
    changed._seen.append(2)
    assert taken._seen == [1]
    assert model._seen == []


def test_values_that_are_equal_and_not_the_same_are_those_that_are_stored() -> None:
    given = Dock([1, 0, -1.0, ""])
    stored = copied(given)
    stored.berths[:] = [True, False, -1, b""]
    assert [(type(item), item) for item in shared_copy(stored, given).berths] == [
        (type(item), item) for item in stored.berths
    ]


def test_keys_in_another_order_are_in_that_order() -> None:
    given = Dock([], named={"a": 1, "b": 2})
    stored = Dock([], named={"b": 2, "a": 1})
    assert list(shared_copy(stored, given).named) == ["b", "a"]


@pytest.mark.parametrize(
    "value", [collections.OrderedDict(a=[1]), collections.deque([[1]]), Tally(a=1), frozenset({(1,)}), object()]
)
def test_classes_with_ways_of_their_own_are_copied_in_those(value: Any) -> None:
    given = Dock([value])
    assert are_alike(shared_copy(copied(given), given), given)


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_at_random_it_holds_what_is_stored(kind: Any) -> None:
    chance = random.Random(7)
    for _ in range(50):
        given = dock(kind)
        stored = copied(given)
        for _ in range(chance.randint(0, 3)):
            chance.choice(CHANGES)(stored, chance)
        expected = copy.deepcopy(stored)
        assert are_alike(shared_copy(shared_copy(stored, given), dock(kind)), expected)
        assert are_alike(copied(stored), expected)


CHANGES: list[Any] = [
    lambda each, chance: each.berths.pop() if each.berths else None,
    lambda each, chance: each.berths.append(each.spare),
    lambda each, chance: each.named.update(more=chance.random()),
    lambda each, chance: each.named.pop("first", None),
    lambda each, chance: setattr(each, "spare", chance.choice([None, 1, "x", each.berths[:1]])),
    lambda each, chance: each.marks.add(str(chance.random())),
    lambda each, chance: setattr(each, "pair", each.pair[::-1]),
]


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_a_shallow_copy_shares_what_it_holds(kind: Any) -> None:
    given = kind()
    again = shallow(given)
    assert again is not given or kind is FrozenBerth
    assert again.tags is given.tags or kind is FrozenBerth
    if kind is not FrozenBerth:
        again.number = 9
        assert given.number == 1


def test_an_object_without_all_of_its_fields_is_copied_as_it_is() -> None:
    given = SlottedBerth()
    stored = copied(given)
    del stored.tags
    for again in (shared_copy(stored, given), copied(stored), shallow(stored)):
        assert not hasattr(again, "tags")
        assert again.prices == {"day": 3, "night": 5}


def test_a_shallow_copy_keeps_account_of_its_own_fields() -> None:
    class Open(pydantic.BaseModel):
        model_config = pydantic.ConfigDict(extra="allow")
        number: int = 1

    given = Open(depth=3)  # type: ignore[call-arg]
    again = shallow(given)
    again.depth = 4
    again.width = 5
    again.number = 6
    assert given.model_dump() == {"number": 1, "depth": 3}
    assert given.model_fields_set == {"depth"}
