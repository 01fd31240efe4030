"""``None`` where a declaration allows it: in a field of any value, beside another default, under a key, among elements;
and a key that holds it beside one that is missing."""

from __future__ import annotations

from typing import Any

import pytest
from tests.blackbox.conftest import watched_in

ORGANS = """
    from __future__ import annotations

    from dataclasses import asdict, dataclass, field, replace
    from typing import Any, NotRequired, Optional, TypedDict


    @dataclass
    class Meta:
        name: str = ""
        generation: int = 0


    @dataclass
    class Stop:
        feet: Optional[int] = 8
        family: str = "flute"


    class Tuning(TypedDict):
        pitch: int
        comma: NotRequired[Optional[str]]
        tuner: NotRequired[str]


    @dataclass
    class Spec:
        wind: Any = "bellows"
        case: object = "oak"
        builder: str = ""
        pedals: Optional[int] = 27
        stops: list[Stop] = field(default_factory=list)
        notes: list = field(default_factory=list)
        repairs: dict[str, Optional[int]] = field(default_factory=dict)
        visits: dict[str, int] = field(default_factory=dict)
        tuning: Tuning = field(default_factory=lambda: {"pitch": 440})


    @dataclass
    class Status:
        phase: str = ""


    @dataclass
    class Organ:
        metadata: Meta = field(default_factory=Meta)
        spec: Spec = field(default_factory=Spec)
        status: Status = field(default_factory=Status)


    def told(value: dict) -> dict:
        return {key: each for key, each in value.items() if each is not None}


    class Base:
        def prepare_for_create(self, obj: Organ) -> None:
            if not self.skips(obj.spec):
                obj.status = Status()
            obj.metadata.generation = 1

        def prepare_for_update(self, obj: Organ, old: Organ) -> None:
            obj.status = old.status
            changed = self.differ(obj.spec, old.spec)
            obj.spec = self.settled(obj.spec)
            if changed:
                obj.metadata.generation = old.metadata.generation + 1

        def skips(self, spec: Spec) -> bool:
            return False

        def differ(self, new: Spec, was: Spec) -> bool:
            return new != was

        def settled(self, spec: Spec) -> Spec:
            return spec


    class StatusBase:
        def prepare_for_update(self, obj: Organ, old: Organ) -> None:
            obj.metadata, obj.spec = old.metadata, self.kept(old.spec)

        def kept(self, spec: Spec) -> Spec:
            return spec
"""
#: Of each hook that asks for ``None``: its base and method, what it returns, and the rule that it breaks, if any.
ASKING = (
    ("Base", "skips(self, spec)", "spec.wind is None", "status-not-wiped-on-create"),
    ("Base", "skips(self, spec)", "spec.case is None", "status-not-wiped-on-create"),
    ("Base", "skips(self, spec)", "spec.builder is None", None),
    ("Base", "skips(self, spec)", "None in spec.notes", "status-not-wiped-on-create"),
    ("Base", "skips(self, spec)", 'spec.repairs.get("reeds", 0) is None', "status-not-wiped-on-create"),
    ("Base", "skips(self, spec)", 'spec.visits.get("reeds", 0) is None', None),
    (
        "Base",
        "differ(self, new, was)",
        "replace(new, tuning={}) != replace(was, tuning={}) or told(new.tuning) != told(was.tuning)",
        "generation-not-bumped-on-spec-change",
    ),
    (
        "Base",
        "differ(self, new, was)",
        'new != was or new.tuning.get("tuner") != was.tuning.get("tuner")',
        None,
    ),
    (
        "Base",
        "settled(self, spec)",
        "Spec(**told(vars(spec)))",
        "generation-compared-too-early",
    ),
    ("Base", "settled(self, spec)", "replace(spec)", None),
    ("StatusBase", "kept(self, spec)", "Spec(**told(vars(spec)))", "spec-not-kept-on-status-update"),
    (
        "StatusBase",
        "kept(self, spec)",
        "replace(spec, stops=[Stop(**told(vars(each))) for each in spec.stops])",
        "spec-not-kept-on-status-update",
    ),
    ("StatusBase", "kept(self, spec)", "replace(spec, tuning={**spec.tuning})", None),
)


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], str]:
    classes = "".join(
        f"class Case{number}{base.removesuffix('Base')}Strategy({base}):\n    def {head}:\n        return {body}\n\n\n"
        for number, (base, head, body, _) in enumerate(ASKING)
    )
    files = {"organs.py": ORGANS, "cases.py": f"from organs import *\n\n\n{classes}"}
    report: dict[str, Any] = watched_in(tmp_path_factory.mktemp("organs"), files)
    return {(row["object"].rpartition(".")[2], row["rule"]): row["verdict"] for row in report["verdicts"]}


@pytest.mark.parametrize("number", range(len(ASKING)))
def test_none_is_sent_where_it_may_be(seen: dict[tuple[str, str], str], number: int) -> None:
    base, _, _, rule = ASKING[number]
    name = f"Case{number}{base.removesuffix('Base')}Strategy"
    broken = {rule for (strategy, rule), verdict in seen.items() if strategy == name and verdict == "violated"}
    assert broken == ({rule} if rule else set())
