"""Entries of mappings that no filled object has, and answers of contexts that go with each other or with the object."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.blackbox.conftest import watched_in

KILNS = """
    from __future__ import annotations

    import copy
    import json
    from dataclasses import dataclass, field


    @dataclass
    class Request:
        user: str = "someone"
        dry_run: bool = False
        forced: bool = False
        level: int = 0


    @dataclass
    class Meta:
        name: str = ""
        namespace: str = ""


    @dataclass
    class Budget:
        limits: dict[str, int] = field(default_factory=dict)


    @dataclass
    class Spec:
        owner: str = ""
        shelves: int = 0
        fuel: dict[str, int] = field(default_factory=dict)
        labels: dict[str, str] = field(default_factory=dict)
        zones: dict[str, dict[str, int]] = field(default_factory=dict)
        budget: Budget = field(default_factory=Budget)
        hooks: list[str] = field(default_factory=list)
        tools: frozenset[str] = frozenset()


    @dataclass
    class Kiln:
        metadata: Meta = field(default_factory=Meta)
        spec: Spec = field(default_factory=Spec)
        status: str = ""


    class Base:
        def lets_through(self, ctx, obj, old) -> bool:
            return False

        def prepare_for_create(self, ctx, obj: Kiln) -> None:
            obj.status = ""

        def prepare_for_update(self, ctx, obj: Kiln, old: Kiln) -> None:
            if not self.lets_through(ctx, obj, old):
                obj.status = old.status


    class OwnBase(Base):
        def prepare_for_update(self, ctx: Request, obj: Kiln, old: Kiln) -> None:
            super().prepare_for_update(ctx, obj, old)


    class PickyStrategy(Base):
        def prepare_for_update(self, ctx, obj: Kiln, old: Kiln) -> None:
            if type(obj.spec.fuel) is not dict or any(type(key) is not str for key in obj.spec.labels):
                raise TypeError("exact types only")
            obj.status = old.status


    class CarefulStrategy(Base):
        def prepare_for_update(self, ctx, obj: Kiln, old: Kiln) -> None:
            before = copy.deepcopy(obj.spec.fuel)
            fuel = obj.spec.fuel = {key: before[key] for key in sorted(obj.spec.fuel)}
            fuel["gas"] = fuel.pop("gas", 0) + fuel.setdefault("wood", 1)
            obj.spec.labels = json.loads(json.dumps(copy.copy(obj.spec.labels) | dict(old.spec.labels)))
            if ctx.user == obj.spec.owner and "admins" in ctx.groups and ctx.level > len(fuel):
                obj.spec.labels["by"] = "owner"
            obj.status = old.status
"""
#: Conditions under which a hook lets the caller's status through.
OF_ENTRIES = (
    "obj.spec.fuel.get('gas', 0) > 900000",
    "old.spec.fuel.get('gas', 0) < -5",
    "obj.spec.budget.limits.get('heat', 0) >= 12 * obj.spec.shelves + 1",
    "any(name == 'gas' and amount > 900000 for name, amount in obj.spec.fuel.items())",
    "obj.spec.fuel.get(obj.spec.owner, 0) > 31",
    "obj.spec.zones.get('left', {}).get('top', 0) > 4711",
    "'gas' in obj.spec.fuel and obj.spec.fuel.get('oil', 0) > 2 * obj.spec.fuel['gas'] > 2000",
    "obj.spec.fuel.setdefault(obj.metadata.name + '/gas', 0) == 77",
    "sorted(obj.spec.fuel)[0] == 'gas' and obj.spec.fuel.pop('gas') > 43210",
)
OF_ANSWERS = (
    "ctx.dry_run and ctx.user == obj.spec.owner",
    "ctx.forced and not ctx.dry_run and ctx.user == f'{obj.metadata.namespace}:{obj.metadata.name}'",
    "ctx.level > 7 and ctx.user == obj.spec.owner",
    "ctx.level == obj.spec.shelves and ctx.dry_run",
    "ctx.user != old.spec.owner and ctx.user == obj.spec.owner and ctx.forced",
)
OF_ANY_CONTEXT = (
    "ctx.flags.get('dry-run') and ctx.user.name == obj.spec.owner",
    "obj.spec.owner == ctx.user and ctx.is_admin()",
    "'admins' in ctx.groups and ctx.user == obj.spec.owner",
    "obj.spec.owner in ctx.groups and ctx.level == obj.spec.shelves",
    "ctx.may(obj.spec.owner) and ctx.forced",
)
#: Containers that have as much as the stored one and something else besides, or that instead.
NEARLY = (
    "set(obj.spec.fuel) > set(old.spec.fuel) and old.spec.fuel",
    "set(obj.spec.fuel) < set(old.spec.fuel) and obj.spec.fuel",
    "set(obj.spec.labels) == set(old.spec.labels) and obj.spec.labels != old.spec.labels",
    "len(obj.spec.hooks) > 1 and obj.spec.hooks[0] == obj.spec.hooks[-1]",
    "obj.spec.hooks and obj.spec.hooks == old.spec.hooks[:-1]",
    "obj.spec.tools > old.spec.tools and old.spec.tools",
    "obj.spec.tools < old.spec.tools and obj.spec.tools",
)
LEAKS = (
    *(("Base", each) for each in (*OF_ENTRIES, *OF_ANSWERS, *OF_ANY_CONTEXT)),
    *(("OwnBase", each) for each in OF_ANSWERS),
)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    classes = "".join(
        f"class Leak{number}Strategy({base}):\n    def lets_through(self, ctx, obj, old):\n        return {condition}\n\n"
        for number, (base, condition) in enumerate(LEAKS)
    )
    files = {"kilns.py": KILNS, "leaks.py": f"from kilns import Base, OwnBase\n\n\n{classes}"}
    return watched_in(tmp_path_factory.mktemp("kilns"), files)


@pytest.mark.parametrize("number", range(len(LEAKS)), ids=[f"{base}: {condition}" for base, condition in LEAKS])
def test_the_entry_or_the_answer_is_found(number: int, report: dict[str, Any]) -> None:
    found = {each["object"] for each in report["findings"]}
    assert f"leaks.Leak{number}Strategy" in found


@pytest.mark.parametrize("condition", [*NEARLY, "ctx.forced"])
def test_what_a_strategy_asks_is_found_where_it_is_alone(condition: str, tmp_path: Path) -> None:
    strategy = f"""
    class KilnStrategy:
        def prepare_for_create(self, ctx: Request, obj: Kiln) -> None:
            obj.status = str()

        def prepare_for_update(self, ctx: Request, obj: Kiln, old: Kiln) -> None:
            sent = obj.status
            obj.status = sent if {condition} else old.status
    """
    types = KILNS[: KILNS.index("    class Base:")].replace('"someone"', '""')
    report = watched_in(tmp_path, {"kilns.py": f"{types}{strategy}"})
    assert [each["rule"] for each in report["findings"]] == ["status-not-kept-on-update"]


def test_hooks_that_rebuild_mappings_are_none_the_worse(report: dict[str, Any]) -> None:
    conforming = {"kilns.Base", "kilns.OwnBase", "kilns.PickyStrategy", "kilns.CarefulStrategy"}
    rows = [row for row in report["verdicts"] if row["object"] in conforming]
    assert {row["object"] for row in rows} == conforming
    assert {row["verdict"] for row in rows} == {"holds"}


def test_a_mapping_that_is_empty_no_more_is_told_by_its_entry(tmp_path: Path) -> None:
    touching = """
        from dataclasses import dataclass, field


        @dataclass
        class Meta:
            labels: dict[str, str] = field(default_factory=dict)


        @dataclass
        class Cart:
            metadata: Meta = field(default_factory=Meta)
            spec: int = 0
            status: int = 0


        class CartStatusStrategy:
            def prepare_for_update(self, ctx, obj: Cart, old: Cart) -> None:
                obj.spec, obj.metadata = old.spec, old.metadata
                obj.metadata.labels["touched"] = "yes"
    """
    (found,) = watched_in(tmp_path, {"carts.py": touching})["findings"]
    assert "metadata.labels.touched is stored as 'yes', and was absent" in found["message"]
