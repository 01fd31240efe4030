"""Hooks that look at a part, put it right, and do something with what they saw: each is run with what the caller may
have had there, and judged.

None may be said to keep the part where two runs that differ in the caller's alone store another one. A seed draws them.
"""

from __future__ import annotations

import os
import random
import re
import sys
import types
from collections.abc import Iterator
from itertools import islice
from textwrap import indent
from typing import Any, Final, NamedTuple

import pytest
from parts_put_back import CONTENTS, MENDS, Content
from sources_as_text import workspace_from_text

from apivet.config.model import Config
from apivet.conventions import judge
from apivet.verdicts import Verdict

_SEED = os.environ.get("APIVET_SEED", "2026")
#: Hooks that a run draws of each content and place.
_DRAWN = int(os.environ.get("APIVET_DRAWN", "20"))


class _Place(NamedTuple):
    """Where a part is put right: the strategy, its hook, the part, and what is right there."""

    strategy: str
    hook: str
    part: str
    right: str
    rule: str


_PLACES: Final = {
    "status on update": _Place("Strategy", "update", "status", "old.status", "status-not-kept-on-update"),
    "status on create": _Place("Strategy", "create", "status", "Status()", "status-not-wiped-on-create"),
    "spec on status update": _Place("StatusStrategy", "update", "spec", "old.spec", "spec-not-kept-on-status-update"),
}
_PRELUDE = """
from __future__ import annotations

import collections
import copy
import itertools
from dataclasses import dataclass, field, fields, replace


@dataclass
class Meta:
    generation: int = 0


@dataclass
class Note:
    name: str = ""
    text: str = ""


@dataclass
class Box:
    name: str = ""
    words: list[str] = field(default_factory=list)


@dataclass
class Spec:
    {spec}


@dataclass
class Status:
    {status}


@dataclass
class Crane:
    metadata: Meta = field(default_factory=Meta)
    spec: Spec = field(default_factory=Spec)
    status: Status = field(default_factory=Status)

"""
_HOOKS = {
    "create": """

class No{number}{strategy}:
    def prepare_for_create(self, ctx: object, obj: Crane) -> None:
{body}
""",
    "update": """

class No{number}{strategy}:
    def prepare_for_update(self, ctx: object, obj: Crane, old: Crane) -> None:
{body}
""",
}


def _written(text: str, place: _Place) -> str:
    """A line of the tables as it is in a hook of the place."""
    right = "right.kept" if place.hook == "create" else f"old.{place.part}.kept"
    text = re.sub(r"\bP\b", f"obj.{place.part}.kept", text)
    text = re.sub(r"\bO\b", right, text)
    text = re.sub(r"\bPart\b", place.part.title(), text)
    return re.sub(r"\bobj\.part\b", f"obj.{place.part}", text).replace("'part'", f"'{place.part}'")


def _bodies(content: Content, place: _Place) -> Iterator[str]:
    drawn = random.Random(f"{_SEED}-{content.annotation}-{place.rule}")
    while True:
        parts = [f"right = {place.right}", drawn.choice(content.looks)]
        parts += [drawn.choice(MENDS), drawn.choice(content.uses)]
        yield "\n".join(_written(each, place) for each in parts)


class _Shown(NamedTuple):
    """The result of runs: whether what the caller had makes a difference, and whether what is right was changed."""

    comes_back: bool
    is_changed: bool


def _shown(module: types.ModuleType, content: Content, place: _Place, hook: Any) -> _Shown:
    part_type = getattr(module, place.part.title())
    comes_back = is_changed = False
    for old in content.samples:
        stored = set()
        for each in content.samples:
            part, right, expected = (part_type(eval(text, module.__dict__)) for text in (each, old, old))
            obj, before = (module.Crane(**{place.part: given}) for given in (part, right))
            try:
                hook(None, obj, *[before][: place.hook == "update"])
            except Exception:
                continue  # what is refused is not stored
            stored.add(repr(getattr(obj, place.part)))
            is_changed |= place.hook == "update" and getattr(obj, place.part) != expected
        comes_back |= len(stored) > 1
    return _Shown(comes_back, is_changed)


def _wrong(content: Content, place: _Place, bodies: list[str]) -> Iterator[tuple[Verdict, str]]:
    declared = f"kept: {content.annotation} = {content.default}"
    source = _PRELUDE.format(**{"spec": "size: int = 0", "status": "size: int = 0", place.part: declared})
    for number, body in enumerate(bodies):
        source += _HOOKS[place.hook].format(number=number, strategy=place.strategy, body=indent(body, " " * 8))
    module = types.ModuleType("cranes")
    sys.modules["cranes"] = module
    exec(compile(source, "cranes.py", "exec"), module.__dict__)
    workspace = workspace_from_text({"cranes.py": source})
    rows = judge(workspace.contents("cranes.py"), workspace, Config()).rows
    verdicts = {row.object.rpartition(".")[2]: row.verdict for row in rows if row.rule == place.rule}
    for number, body in enumerate(bodies):
        name = f"No{number}{place.strategy}"
        hook = getattr(getattr(module, name)(), f"prepare_for_{place.hook}")
        shown = _shown(module, content, place, hook)
        is_broken = shown.is_changed if place.part == "spec" else shown.comes_back
        if (verdicts[name] is Verdict.HOLDS and is_broken) or (verdicts[name] is Verdict.VIOLATED and not any(shown)):
            yield verdicts[name], body


@pytest.mark.long
@pytest.mark.parametrize("place", _PLACES)
@pytest.mark.parametrize("name", CONTENTS)
def test_what_is_done_with_what_was_seen_is_judged_as_it_runs(name: str, place: str) -> None:
    """No hook of those that were drawn is said to keep what runs show to come back."""
    content, where = CONTENTS[name], _PLACES[place]
    wrong = _wrong(content, where, list(islice(_bodies(content, where), _DRAWN)))
    assert [body for verdict, body in wrong if verdict is Verdict.HOLDS] == []
