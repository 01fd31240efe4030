"""Changes that a comparison overlooks: both objects in the state that it asks about, and one thing changed besides."""

from __future__ import annotations

from typing import Any

import pytest
from tests.blackbox.conftest import watched_in

HIVES = """
    from __future__ import annotations

    import math
    from dataclasses import dataclass, field, replace
    from datetime import date
    from typing import Annotated


    class FeatureGate:
        def __init__(self, name: str) -> None:
            self.name = name


    _ON: set[str] = set()


    def enabled(name: str) -> bool:
        return name in _ON


    @dataclass
    class Meta:
        name: str = ""
        generation: int = 0


    @dataclass
    class Frame:
        bees: int = 0
        cells: int = 0


    @dataclass
    class Roof:
        colour: str = "red"
        slates: int = 9


    @dataclass
    class Spec:
        sealed: bool = False
        season: str = ""
        keeper: str = ""
        boxes: int = 0
        warmth: float = 0.0
        founded: date = date(2020, 2, 3)
        frames: list[Frame] = field(default_factory=list)
        honey: dict[str, int] = field(default_factory=dict)
        queens: Annotated[dict[str, int], FeatureGate("Queens")] = field(default_factory=dict)
        flowers: list[str] = field(default_factory=list)
        roof: Roof = field(default_factory=Roof)


    @dataclass
    class Status:
        phase: str = ""
        weight: int = 0
        visits: list[str] = field(default_factory=list)


    @dataclass
    class Hive:
        metadata: Meta = field(default_factory=Meta)
        spec: Spec = field(default_factory=Spec)
        status: Status = field(default_factory=Status)


    def less(honey: dict[str, int]) -> dict[str, int]:
        left = dict(honey)
        if "clover" in left:
            del left["clover"]
        return left


    class Base:
        def prepare_for_create(self, ctx, obj: Hive) -> None:
            obj.status = Status(visits=self.first_visits(obj.status.visits))
            if not enabled("Queens"):
                self.drop(obj.spec)
            obj.metadata.generation = 1

        def prepare_for_update(self, ctx, obj: Hive, old: Hive) -> None:
            if self.keeps_status(obj.status, old.status) and not self.is_respelled(obj.spec, old.spec):
                obj.status = old.status
            if not enabled("Queens") and not old.spec.queens:
                self.drop(obj.spec)
            if self.differs(obj.spec, old.spec):
                obj.metadata.generation = old.metadata.generation + 1
            self.finish(obj.spec, old.spec)

        def first_visits(self, visits):
            return []

        def drop(self, spec) -> None:
            spec.queens = {}

        def finish(self, new, was) -> None:
            pass

        def keeps_status(self, new, was) -> bool:
            return True

        def is_respelled(self, new, was) -> bool:
            return False

        def differs(self, new, was) -> bool:
            return new != was

        def settled(self, spec):
            return replace(spec, frames=[each for each in spec.frames if each.bees])


    class ConformingStrategy(Base):
        def differs(self, new, was) -> bool:
            return bool(self.season(new) != self.season(was)) or new != was

        def season(self, spec):
            told = sorted([*spec.honey]), {*spec.flowers}, {**spec.honey, **spec.queens}, spec.roof == Roof(), spec.sealed
            return spec.season == "winter", f"{spec.keeper}-{spec.boxes}", min(spec.boxes, 40), sum(spec.honey.values()), told
"""
#: The comparison of two texts that equal numbers may not have in common.
ROUNDED = 'f"{new.warmth:.1f}" != f"{was.warmth:.1f}"'
#: Comparisons of two specs that take some changes for none.
COMPARISONS = (
    'not (new.season == "winter" and was.season == "winter" and new.boxes == was.boxes) and new != was',
    '(new.season, was.season) != ("winter", "winter") and new != was',
    "(new.keeper, new.season) != (was.keeper, was.season) or min(new.boxes, 4000) != min(was.boxes, 4000)",
    "replace(new, boxes=min(new.boxes, 4_000_000)) != replace(was, boxes=min(was.boxes, 4_000_000))",
    "replace(new, warmth=max(new.warmth, 9)) != replace(was, warmth=max(was.warmth, 9))",
    'f"{new.keeper}{new.boxes}" != f"{was.keeper}{was.boxes}"',
    '"/".join((new.keeper, new.season)) != "/".join((was.keeper, was.season))',
    "(new.keeper + new.season != was.keeper + was.season or replace(new, keeper='', season='') != replace(was, keeper='', season=''))",
    "sorted(new.honey.values()) != sorted(was.honey.values()) or new.honey.keys() != was.honey.keys()",
    "sum(each.bees for each in new.frames) != sum(each.bees for each in was.frames)",
    "replace(new, honey=less(new.honey)) != replace(was, honey=less(was.honey))",
    "replace(new, honey={k: v for k, v in new.honey.items() if k != 'lime'}) != replace(was, honey={k: v for k, v in was.honey.items() if k != 'lime'})",
    "not math.isclose(new.warmth, was.warmth)",
    ROUNDED,
    "replace(new, founded=new.founded.replace(day=1)) != replace(was, founded=was.founded.replace(day=1))",
    "replace(new, founded=new.founded.month) != replace(was, founded=was.founded.month)",
    "replace(new, founded=new.founded.weekday()) != replace(was, founded=was.founded.weekday())",
    "new != was and not (len(new.flowers) < 3 and {*new.flowers} == {*was.flowers} == {*was.flowers[:1]})",
    "new != was and not (new.roof == was.roof == Roof())",
    # Values that are set to zero in both.
    "self.settled(new) != self.settled(was)",
)
#: Other hooks' mistakes, with the rule that each breaks.
MISTAKES = (
    ("status-not-wiped-on-create", "first_visits(self, visits)", "visits[12:]"),
    ("status-not-kept-on-update", "keeps_status(self, new, was)", "new.weight != was.weight or new.phase != was.phase"),
    (
        "status-not-kept-on-update",
        "is_respelled(self, new, was)",
        "new.keeper != was.keeper and new.keeper.lower() == was.keeper.lower()",
    ),
    (
        "gated-field-not-dropped",
        "drop(self, spec)",
        "[spec.queens.pop(name) for name, bees in [*spec.queens.items()] if bees]",
    ),
    (
        "generation-bumped-without-spec-change",
        "differs(self, new, was)",
        "new != was or [*new.honey] != [*was.honey]",
    ),
    (
        "generation-bumped-without-spec-change",
        "differs(self, new, was)",
        "new != was or new.honey | new.queens != {**was.queens, **was.honey}",
    ),
    (
        "generation-compared-too-early",
        "finish(self, new, was)",
        "was.sealed and vars(new).update({**vars(was), 'boxes': new.boxes, 'queens': new.queens})",
    ),
    (
        "generation-compared-too-early",
        "finish(self, new, was)",
        "len({each.bees for each in new.frames}) == 1 and new.frames.sort(key=lambda each: each.cells)",
    ),
)


RULES = ["generation-not-bumped-on-spec-change"] * len(COMPARISONS) + [rule for rule, _, _ in MISTAKES]


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], str]:
    bodies = [("differs(self, new, was)", each) for each in COMPARISONS] + [(head, body) for _, head, body in MISTAKES]
    classes = "".join(
        f"class Case{number}Strategy(Base):\n    def {head}:\n        return {body}\n\n\n"
        for number, (head, body) in enumerate(bodies)
    )
    files = {
        "hives.py": HIVES,
        "cases.py": f"import math\nfrom dataclasses import replace\n\nfrom hives import Base, Roof, less\n\n\n{classes}",
    }
    report: dict[str, Any] = watched_in(tmp_path_factory.mktemp("hives"), files)
    return {(row["object"].rpartition(".")[2], row["rule"]): row["verdict"] for row in report["verdicts"]}


@pytest.mark.parametrize(("number", "rule"), list(enumerate(RULES)))
def test_a_change_that_is_overlooked_is_seen(seen: dict[tuple[str, str], str], number: int, rule: str) -> None:
    assert seen[f"Case{number}Strategy", rule] == "violated"


def test_nothing_else_is_broken(seen: dict[tuple[str, str], str]) -> None:
    expected = {(f"Case{number}Strategy", rule) for number, rule in enumerate(RULES)}
    expected.add(
        (f"Case{COMPARISONS.index(ROUNDED)}Strategy", "generation-bumped-without-spec-change")
    )  # 0.0, and -0.0
    assert {key for key, verdict in seen.items() if verdict == "violated"} == expected
