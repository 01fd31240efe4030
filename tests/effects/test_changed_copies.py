"""Hooks that change a copy of what one object has, compare it with what the other has, and raise the generation where
they differ: each is run on every pair of samples, and judged.

None may be said to hold where a run raises the generation of an object that did not change, or does not raise that of
one that did. Those that are written out are not violated either where no run does so. A seed draws the others.
"""

from __future__ import annotations

import copy
import os
import random
import re
import sys
import types
from collections.abc import Iterable, Iterator
from itertools import islice, product
from textwrap import indent
from typing import Any

import pytest
from changed_copies import KINDS, ONCE_WRONG, Kind
from nested_copies import NESTED
from sources_as_text import workspace_from_text

from apivet.config.model import Config
from apivet.conventions import judge
from apivet.verdicts import Verdict

#: Hooks of each kind that a run draws: those with one change, and those with two of them.
_DRAWN = {1: 20, 2: 10}
_KINDS = {**KINDS, **NESTED}
_SEED = os.environ.get("APIVET_SEED", "2026")
_RULES = ("generation-bumped-without-spec-change", "generation-not-bumped-on-spec-change")

_PRELUDE = """
from __future__ import annotations

import collections
import copy
import itertools
import json
from dataclasses import dataclass, field, replace


@dataclass
class Meta:
    generation: int = 0


@dataclass
class Part:
    name: str = ""
    note: str = ""


@dataclass
class Box:
    name: str = ""
    words: list[str] = field(default_factory=list)


@dataclass
class Spec:
    kept: {annotation} = {default}


@dataclass
class Silo:
    metadata: Meta = field(default_factory=Meta)
    spec: Spec = field(default_factory=Spec)

"""
_STRATEGY = """

class Strategy{number}:
    def prepare_for_create(self, ctx: object, obj: Silo) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, ctx: object, obj: Silo, old: Silo) -> None:
{body}
"""
_HOLDS = "holds, but not for"
_RAISE = "obj.metadata.generation = old.metadata.generation + 1"


def _named(text: str, **meant: str) -> str:
    return re.sub(r"\b[ABS]\b", lambda found: meant[found[0]], text)


def _hooks(kind: Kind, changes: int) -> Iterator[str]:
    """Bodies of hooks with so many changes, in an order of their own in each run."""
    drawn = random.Random(f"{_SEED}-{changes}-{kind.annotation}")
    while True:
        source, other = drawn.sample(["old.spec.kept", "obj.spec.kept"], 2)
        chosen = drawn.sample(kind.changes, changes)
        if source == "obj.spec.kept" and chosen[0].startswith("k = S\n"):
            continue  # it changes what is stored
        lines = [_named(each, S="k" if place else source) for place, each in enumerate(chosen)]
        new, former = (other, "k") if source == "old.spec.kept" else ("k", other)
        yield "\n".join([*lines, f"if {_named(drawn.choice(kind.comparisons), A=new, B=former)}:", f"    {_RAISE}"])


def _judged(source: str) -> dict[tuple[str, str], Verdict]:
    """The verdicts of each strategy, by its name and the rule."""
    workspace = workspace_from_text({"silos.py": source})
    rows = judge(workspace.contents("silos.py"), workspace, Config()).rows
    return {(row.object.rpartition(".")[2], row.rule): row.verdict for row in rows}


def _broken(kind: Kind, module: types.ModuleType, strategy: Any) -> dict[str, tuple[Any, Any]]:
    """The rules that some run breaks, with what the two objects had."""
    found: dict[str, tuple[Any, Any]] = {}
    made = [eval(each, module.__dict__) for each in kind.samples]
    for new, former in product(made, made):
        obj, old = (module.Silo(module.Meta(5), module.Spec(copy.deepcopy(each))) for each in (new, former))
        before = copy.deepcopy(old.spec)
        try:
            strategy.prepare_for_update(None, obj, old)
        except Exception:
            continue  # what is refused is not stored
        is_raised, is_changed = obj.metadata.generation != 5, obj.spec != before
        if is_raised is not is_changed:
            found.setdefault(_RULES[is_changed], (new, former))
    return found


def _mistakes(kind: Kind, hooks: Iterable[str]) -> Iterator[str]:
    """The verdicts that are wrong, with the hooks."""
    bodies = {f"Strategy{number}": body for number, body in enumerate(hooks)}
    source = _PRELUDE.format(annotation=kind.annotation, default=kind.default)
    for number, body in enumerate(bodies.values()):
        source += _STRATEGY.format(number=number, body=indent(body, " " * 8))
    module = types.ModuleType("silos")
    sys.modules["silos"] = module
    exec(compile(source, "silos.py", "exec"), module.__dict__)
    judged = _judged(source)
    for name, body in bodies.items():
        broken = _broken(kind, module, getattr(module, name)())
        if judged[name, "generation-compared-too-early"] is not Verdict.HOLDS:
            continue  # the others are about other values then
        for rule in _RULES:
            verdict = judged[name, rule]
            if verdict is Verdict.HOLDS and rule in broken:
                yield f"{rule} {_HOLDS} {broken[rule]}:\n{body}"
            if verdict is Verdict.VIOLATED and rule not in broken:
                yield f"{rule} is violated in no run:\n{body}"


@pytest.mark.long
@pytest.mark.parametrize("changes", _DRAWN)
@pytest.mark.parametrize("name", _KINDS)
def test_changed_copies_are_judged_as_they_run(name: str, changes: int) -> None:
    """No hook of those that were drawn is said to hold where a run breaks it."""
    kind = _KINDS[name]
    mistakes = _mistakes(kind, islice(_hooks(kind, changes), _DRAWN[changes]))
    assert [each for each in mistakes if _HOLDS in each] == []


@pytest.mark.parametrize("name", ONCE_WRONG)
def test_what_was_wrong_once_is_judged_as_it_runs(name: str) -> None:
    """No verdict is wrong of hooks of which one was."""
    hooks = (f"{body}\n    {_RAISE}" for body in ONCE_WRONG[name])
    assert list(_mistakes(_KINDS[name], hooks)) == []
