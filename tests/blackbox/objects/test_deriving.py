"""A field of a class may hold an object of one that derives from it, where the code can tell the two."""

from __future__ import annotations

import pytest
from tests.blackbox.conftest import watched_in

HEAD = """
from __future__ import annotations
from dataclasses import dataclass, field
@dataclass
class Meta:
    name: str = ""
@dataclass
class Oven:
    heat: int = 0
@dataclass
class Gas(Oven):
    bottle: str = ""
@dataclass
class Wood(Oven):
    logs: int = field(kw_only=True)
@dataclass(slots=True)
class Kiln(Wood):
    clay: bool = False
class Hidden:
    @dataclass
    class Electric(Oven):
        volts: int = 230
@dataclass
class Spec:
    oven: Oven = field(default_factory=Oven)
    others: list[Oven] = field(default_factory=list)
    size: int = 0
@dataclass
class Status:
    lit: bool = False
@dataclass
class Bakery:
    metadata: Meta = field(default_factory=Meta)
    spec: Spec = field(default_factory=Spec)
    status: Status = field(default_factory=Status)
class Base:
    def keeps(self, obj): return False
    def differs(self, obj, old): return False
    def prepare_for_create(self, ctx, obj: Bakery) -> None:
        if not self.keeps(obj):
            obj.status = Status()
    def prepare_for_update(self, ctx, obj: Bakery, old: Bakery) -> None:
        if not self.differs(obj, old):
            obj.status = old.status
"""
#: Questions of hooks about a field, by which an object of a derived class is told.
KEEPS = {
    "Instance": "isinstance(obj.spec.oven, Gas)",
    "NeedsMore": "isinstance(obj.spec.oven, Wood)",
    "FurtherDown": "isinstance(obj.spec.oven, Kiln)",
    "InsideOfAnother": "isinstance(obj.spec.oven, Hidden.Electric)",
    "OneOfSeveral": "isinstance(obj.spec.oven, (Gas, Wood))",
    "NotOfItsOwn": "type(obj.spec.oven) is not Oven",
    "ByName": "obj.spec.oven.__class__.__name__ != 'Oven'",
    "Element": "isinstance(obj.spec.others[0], Gas) if obj.spec.others else False",
}
HOLD = {
    "OfAnyClass": "not isinstance(obj.spec.oven, Oven)",
    "OfAnUnrelatedClass": "isinstance(obj.spec.oven, Status)",
    "NoOther": "type(obj.spec.size) is Gas",
}
APART = """
class ApartStrategy(Base):
    def differs(self, obj, old): return type(obj.spec.oven) is not type(old.spec.oven)
"""


def _strategy(name: str, asked: str) -> str:
    return f"class {name}Strategy(Base):\n    def keeps(self, obj): return {asked}\n"


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    strategies = [_strategy(name, asked) for name, asked in {**KEEPS, **HOLD}.items()]
    report = watched_in(tmp_path_factory.mktemp("bakery"), {"bakery.py": HEAD + "".join((*strategies, APART))})
    return {f"{row['object'].removeprefix('bakery.')} {row['rule']}": row["verdict"] for row in report["verdicts"]}


@pytest.mark.parametrize("name", KEEPS)
def test_an_object_of_a_derived_class_is_sent(name: str, verdicts: dict[str, str]) -> None:
    assert verdicts[f"{name}Strategy status-not-wiped-on-create"] == "violated"


def test_classes_of_the_two_objects_may_differ(verdicts: dict[str, str]) -> None:
    assert verdicts["ApartStrategy status-not-kept-on-update"] == "violated"


@pytest.mark.parametrize("name", HOLD)
def test_no_object_of_another_class_is_sent(name: str, verdicts: dict[str, str]) -> None:
    assert verdicts[f"{name}Strategy status-not-wiped-on-create"] == "holds"
