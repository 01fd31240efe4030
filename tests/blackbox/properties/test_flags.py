"""Flags are asked as a server asks them: coroutines are waited for, properties go by the gates of then."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner
from tests.blackbox.conftest import Watch

from apivet.cli import main

VALVES = """
from __future__ import annotations

from dataclasses import dataclass

GATES = {"Backflow": False}


def enabled(gate: str) -> bool:
    return GATES[gate]


@dataclass
class Meta:
    name: str = ""
    generation: int = 0


@dataclass
class Spec:
    bore: int = 0


@dataclass
class Valve:
    metadata: Meta
    spec: Spec


class Hooks:
    def prepare_for_create(self, obj: Valve) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Valve, old: Valve) -> None:
        obj.metadata.generation = old.metadata.generation + (obj.spec != old.spec)


class AwaitedStrategy(Hooks):
    async def allow_create_on_update(self) -> bool:
        return False

    async def allow_unconditional_update(self, ctx) -> bool:
        return False

    def default_garbage_collection_policy(self) -> object:
        return object()


class ReadStrategy(Hooks):
    @property
    def allow_create_on_update(self) -> bool:
        return enabled("Backflow")

    @property
    def allow_unconditional_update(self) -> bool:
        return enabled("Backflow") or True
"""


def test_coroutines_are_waited_for_and_properties_read_under_the_gates(watched: Watch) -> None:
    report = watched({"valves.py": VALVES}, gates="valves")
    verdicts = {(row["object"].rpartition(".")[2], row["rule"]): row["verdict"] for row in report["verdicts"]}
    assert verdicts["AwaitedStrategy", "allow-create-on-update-not-default"] == "holds"
    assert verdicts["AwaitedStrategy", "allow-unconditional-update-not-default"] == "violated"
    assert verdicts["ReadStrategy", "allow-create-on-update-not-default"] == "violated"
    assert verdicts["ReadStrategy", "allow-unconditional-update-not-default"] == "holds"
    assert not any(" at 0x" in each["message"] for each in report["findings"])
    assert not any(" at 0x" in case for case in report["cases"].values())


ASKING = """
from __future__ import annotations
import dataclasses
from dataclasses import dataclass
@dataclass
class Meta:
    name: str = ""
    generation: int = 0
@dataclass
class Spec:
    bore: int = 0
@dataclass
class Valve:
    metadata: Meta
    spec: Spec
@dataclass
class Caller:
    name: str = "nobody"
    version: str = "v1"
class Hooks:
    def prepare_for_create(self, ctx, obj: Valve) -> None:
        obj.metadata.generation = 1
    def prepare_for_update(self, ctx, obj: Valve, old: Valve) -> None:
        obj.metadata.generation = old.metadata.generation + (obj.spec != old.spec)
class NamedStrategy(Hooks):
    def allow_create_on_update(self, ctx) -> bool:
        return ctx.user.name == "plumber"
class VersionStrategy(Hooks):
    async def default_garbage_collection_policy(self, ctx) -> str:
        return "OrphanDependents" if ctx.request_info.api_version in ("v1alpha1", "v1beta1") else "DeleteDependents"
class DeclaredStrategy(Hooks):
    def allow_unconditional_update(self, ctx: Caller) -> bool:
        return ctx.version != "v1beta1"
class NestedStrategy(Hooks):
    def allow_create_on_update(self, ctx) -> bool:
        return ctx.zone == "north" and "fitters" in ctx.headers.get("X-Teams", "").split(",")
class ConstantStrategy(Hooks):
    def allow_create_on_update(self, ctx) -> bool:
        return ctx.user.name == "plumber" and ctx.user.name == "fitter"
"""
TOLD = {
    "Named": "allow-create-on-update-not-default",
    "Version": "garbage-collection-policy-not-default",
    "Declared": "allow-unconditional-update-not-default",
    "Nested": "allow-create-on-update-not-default",
}


def test_flags_are_asked_by_whoever_asks_for_hooks(watched: Watch) -> None:
    report = watched({"valves.py": ASKING})
    violated = {
        (row["object"].rpartition(".")[2], row["rule"]) for row in report["verdicts"] if row["verdict"] == "violated"
    }
    assert violated == {(f"{name}Strategy", rule) for name, rule in TOLD.items()}
    finding = next(each for each in report["findings"] if each["object"].endswith("NamedStrategy"))
    assert 'context={"name": "plumber"}' in report["cases"][finding["fingerprint"]]


DEPOTS = """
import enum
from dataclasses import dataclass


class Policy(str, enum.Enum):
    DELETE = "DeleteDependents"
    ORPHAN = "Orphan"


class Kind(enum.Enum):
    DELETE = "DeleteDependents"
    DELETE_DEPENDENTS = 2


@dataclass
class Meta:
    name: str = ""


@dataclass
class Depot:
    metadata: Meta
"""
GIVEN = {
    "ATextStrategy": ("default_garbage_collection_policy = Policy.DELETE", "holds"),
    "AnotherTextStrategy": ("default_garbage_collection_policy = Policy.ORPHAN", "violated"),
    "AMemberOfThatValueStrategy": ("default_garbage_collection_policy = Kind.DELETE", "violated"),
    "AMemberOfThatNameStrategy": ("default_garbage_collection_policy = Kind.DELETE_DEPENDENTS", "holds"),
    "NothingStrategy": ("default_garbage_collection_policy = None", "violated"),
    "NeitherStrategy": ("allow_create_on_update = None", "violated"),
    "ZeroStrategy": ("allow_create_on_update = 0", "violated"),
    "YesStrategy": ("allow_unconditional_update = 'yes'", "violated"),
}


def test_both_halves_say_the_same_of_flags_that_are_no_plain_ones(tmp_path: Path) -> None:
    classes = [
        f"\n\nclass {name}:\n    {given}\n\n    def prepare_for_create(self, obj: Depot) -> None: ...\n"
        for name, (given, _) in GIVEN.items()
    ]
    (tmp_path / "depots.py").write_text(DEPOTS + "".join(classes))
    for half in ("check", "blackbox"):
        result = CliRunner().invoke(main, [half, "--format", "json", str(tmp_path / "depots.py")])
        rows = json.loads(result.stdout)["verdicts"]
        flags = {row["object"].rpartition(".")[2]: row["verdict"] for row in rows if "not-default" in row["rule"]}
        assert flags == {name: verdict for name, (_, verdict) in GIVEN.items()}, half
