"""Small strategies over one type, judged from their source."""

from __future__ import annotations

import textwrap
from collections.abc import Callable

import pytest
from sources_as_text import workspace_from_text

from apivet.config import Config
from apivet.conventions import judge
from apivet.verdicts import Verdict

TYPES = """
from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Annotated


class FeatureGate:
    def __init__(self, name): ...


def enabled(gate: str) -> bool: ...


class Mode(enum.Enum):
    FAST = "fast"
    SLOW = "slow"


@dataclass
class Meta:
    labels: dict[str, str] = field(default_factory=dict)
    generation: int = 0
    share: float = 0.0
    most: float | None = None


@dataclass
class Part:
    number: int = 0
    alias: Annotated[str | None, FeatureGate("Alias")] = None


@dataclass
class Spec:
    replicas: int = 0
    image: str | None = None
    mode: Mode = Mode.FAST
    parts: list[Part] = field(default_factory=list)
    burst: Annotated[int | None, FeatureGate("Burst")] = None
    limit: int | None = None


@dataclass
class Status:
    phase: str = ""


@dataclass
class Widget:
    metadata: Meta
    spec: Spec
    status: Status
"""

#: The verdicts of a strategy: the worst of each rule over its fields.
Judged = dict[str, Verdict]
_WORST = (Verdict.HOLDS, Verdict.UNPROVEN, Verdict.VIOLATED)


def _judged(methods: str) -> Judged:
    source = "from types_ import *\n\nclass Strategy:\n" + textwrap.indent(textwrap.dedent(methods), "    ")
    workspace = workspace_from_text({"types_.py": TYPES, "strategy.py": source})
    rows = judge(workspace.contents("strategy.py"), workspace, Config()).rows
    worst: Judged = {}
    for row in rows:
        worst[row.rule] = max(worst.get(row.rule, Verdict.HOLDS), row.verdict, key=_WORST.index)
    return worst


@pytest.fixture
def judged() -> Callable[[str], Judged]:
    """The verdicts of a strategy with these methods, over ``Widget``."""
    return _judged


@pytest.fixture
def broken() -> Callable[[str], set[str]]:
    """The rules that an update hook with this body breaks, on updates."""

    def of(update: str) -> set[str]:
        create = """
            def prepare_for_create(self, obj: Widget):
                obj.status = Status()
                obj.metadata.generation = 1
                if not enabled("Burst"):
                    obj.spec.burst = None
                if not enabled("Alias"):
                    for part in obj.spec.parts:
                        part.alias = None
            """
        hook = "def prepare_for_update(self, obj: Widget, old: Widget):\n"
        body = textwrap.indent(textwrap.dedent(update), "    ")
        rows = _judged(textwrap.dedent(create) + hook + body)
        return {rule for rule, verdict in rows.items() if verdict is Verdict.VIOLATED} - {"boilerplate-hook"}

    return of
