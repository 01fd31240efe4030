"""Flags are asked as a server asks them: coroutines are waited for, properties go by the gates of then."""

from __future__ import annotations

from tests.blackbox.conftest import Watch

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
