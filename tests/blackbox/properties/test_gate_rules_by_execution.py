"""Every way to drop a gated field, of a small grid: what both halves say is what running the hooks shows."""

from __future__ import annotations

import itertools
import sys
import types
from collections.abc import Iterator
from typing import Any

import pytest

from apivet.check.observing import observe
from apivet.check.run import run
from apivet.config import load_config

HEAD = """
from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Annotated

STATES = {"Glow": False}


class FeatureGate:
    def __init__(self, name: str) -> None:
        self.name = name


def enabled(gate: str) -> bool:
    return STATES[gate]


@dataclass
class Meta:
    name: str = ""


@dataclass
class LampSpec:
    wick: Annotated[int | None, FeatureGate("Glow")] = None
    flame: Annotated[int | None, FeatureGate("Glow")] = None
    shade: int | None = None


@dataclass
class Lamp:
    metadata: Meta = field(default_factory=Meta)
    spec: LampSpec = field(default_factory=LampSpec)
"""

CLASS = """

class Lamp{number}Strategy:
    def prepare_for_create(self, obj: Lamp) -> None:
        self.drop(obj, Lamp())

    def prepare_for_update(self, obj: Lamp, old: Lamp) -> None:
        self.drop(obj, old)

    def drop(self, obj: Lamp, old: Lamp) -> None:
        if {gate} and {use}:
            {shape}
"""

GATES = ('not enabled("Glow")', 'enabled("Glow")', "True")
USES = (
    "True",
    "old.spec.wick is None",
    "old.spec.wick is None and old.spec.flame is None",
    "old.spec.shade is None",
    "not old.spec.wick",
    "obj.spec.shade is None",
)
SHAPES = (
    "obj.spec.wick = obj.spec.flame = None",
    "obj.spec = replace(obj.spec, wick=None)",
    "obj.spec = LampSpec(shade=obj.spec.shade)",
    "obj.spec = LampSpec(flame=obj.spec.flame)",
    "obj.spec.shade = None",
    "obj.spec.wick, obj.spec.flame = 0, None",
)
GRID = list(itertools.product(GATES, USES, SHAPES))

GATED = ("wick", "flame")
NOT_DROPPED, IN_USE, ENABLED, UNGATED = (
    "gated-field-not-dropped",
    "gated-field-dropped-in-use",
    "gated-field-dropped-when-enabled",
    "ungated-field-dropped",
)
Spec = tuple["int | None", ...]
#: Values of a field: nothing, and a use that looks like nothing.
VALUES = (None, 0, 7)


class Oracle:
    """One strategy's hooks, run with every state of the gate over all small objects."""

    def __init__(self, module: types.ModuleType, number: int) -> None:
        self.module = module
        self.strategy = vars(module)[f"Lamp{number}Strategy"]()

    def stored(self, on: bool, sent: Spec, old: Spec | None) -> Any:
        lamp, spec = self.module.Lamp, self.module.LampSpec
        self.module.STATES["Glow"] = on
        obj = lamp(spec=spec(*sent))
        if old is None:
            self.strategy.prepare_for_create(obj)
        else:
            self.strategy.prepare_for_update(obj, lamp(spec=spec(*old)))
        return obj.spec

    def violated(self) -> dict[tuple[str, str], set[str]]:
        """The rules that some run breaks, by field; a rule is *open* where the use of a field without the gate decides."""
        found: dict[tuple[str, str], set[str]] = {}
        kept: dict[tuple[str, bool, Spec, Spec | None], set[bool]] = {}
        for sent, old in _objects():
            off, on = (self.stored(state, sent, old) for state in (False, True))
            for index, name in enumerate(GATED):
                if sent[index] is None:
                    continue
                if old is None or (old[0] is None and old[1] is None):
                    kept.setdefault((name, old is None, sent, None), set()).add(getattr(off, name) is not None)
                elif old[index] is not None and getattr(off, name) != sent[index]:
                    found.setdefault((IN_USE, name), set()).add("violated")
                if getattr(on, name) != sent[index]:
                    found.setdefault((ENABLED, name), set()).add("violated")
            if sent[2] and (off.shade is None) != (on.shade is None):
                found.setdefault((UNGATED, "shade"), set()).add("violated")
        for (name, *_), ends in kept.items():
            if True in ends:
                found.setdefault((NOT_DROPPED, name), set()).add("open" if False in ends else "violated")
        return found


def _objects() -> Iterator[tuple[Spec, Spec | None]]:
    specs = list(itertools.product(VALUES, repeat=3))
    for sent in specs:
        yield sent, None
        for old in specs:
            yield sent, old


@pytest.fixture(scope="module")
def judged(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[types.ModuleType, dict[str, Any], dict[str, Any]]]:
    place = tmp_path_factory.mktemp("lamps")
    classes = [
        CLASS.format(number=number, gate=gate, use=use, shape=shape) for number, (gate, use, shape) in enumerate(GRID)
    ]
    source = HEAD + "".join(classes)
    (place / "lamps.py").write_text(source)
    (place / "pyproject.toml").write_text("[tool.apivet]\n")
    module = types.ModuleType("lamps")
    sys.modules["lamps"] = module
    exec(compile(source, "lamps.py", "exec"), vars(module))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(place)
        config = load_config(place).on_command_line(jobs=2)
        static = run([], config)
        watched = observe([], config, seed=1).report
        yield module, _rows(static), _rows(watched)
    del sys.modules["lamps"]


def _rows(report: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for row in report.judgements:
        found.setdefault(row.object.rpartition(".")[2], {})[row.rule, row.field] = row.verdict.value
    return found


@pytest.mark.parametrize("number", range(len(GRID)), ids=lambda number: " & ".join(GRID[number]))
def test_both_halves_say_what_happens(
    judged: tuple[types.ModuleType, dict[str, Any], dict[str, Any]], number: int
) -> None:
    module, static, watched = judged
    name = f"Lamp{number}Strategy"
    truth = Oracle(module, number).violated()
    for half, rows in (("static", static[name]), ("black box", watched[name])):
        for rule in (NOT_DROPPED, IN_USE, ENABLED):
            for field in GATED:
                said = rows[rule, f"spec.{field}"]
                assert said in _right(truth.get((rule, field), set())), (half, rule, field)
        said = rows.get((UNGATED, "spec.shade"), rows.get((UNGATED, None)))
        if half == "black box" and GRID[number][0] == "True":
            assert said == "unproven"  # no gate was asked for that it could have turned
            continue
        assert said in _right(truth.get((UNGATED, "shade"), set())), (half, UNGATED)


def _right(ends: set[str]) -> tuple[str, ...]:
    if "violated" in ends:
        return ("violated",)
    return ("unproven", "violated") if "open" in ends else ("holds",)
