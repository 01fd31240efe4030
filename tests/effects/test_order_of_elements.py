"""Hooks that store something made of the elements of spec in status, in an order that the caller's status decides: the
order is a way for what the caller says of status to come back, and for sums and the like it is none.
"""

from __future__ import annotations

import copy
import random
import sys
import types
from itertools import product
from textwrap import indent
from typing import Any

import pytest
from sources_as_text import workspace_from_text

from apivet.config.model import Config
from apivet.conventions import judge
from apivet.verdicts import Verdict

_RULE = "status-not-kept-on-update"
_PRELUDE = """
from __future__ import annotations

import functools
import itertools
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Meta:
    generation: int = 0


@dataclass
class Slot:
    number: int = 0


@dataclass
class Spec:
    berths: list[int] = field(default_factory=list)
    tides: dict[str, int] = field(default_factory=dict)


@dataclass
class Status:
    seen: int = 0
    urgent: bool = False
    phase: str = ""
    taken: list[Any] = field(default_factory=list)
    slot: Slot = field(default_factory=Slot)


@dataclass
class Quay:
    metadata: Meta = field(default_factory=Meta)
    spec: Spec = field(default_factory=Spec)
    status: Status = field(default_factory=Status)

"""
_STRATEGY = """

class Strategy{number}:
    def prepare_for_create(self, ctx: object, obj: Quay) -> None:
        obj.status = Status()

    def prepare_for_update(self, ctx: object, obj: Quay, old: Quay) -> None:
        seen, urgent, berths, tides = obj.status.seen, obj.status.urgent, obj.spec.berths, obj.spec.tides
{order}
        obj.status = old.status
{use}
"""


def _blocks(text: str) -> tuple[str, ...]:
    return tuple(text.strip("\n").split("\n\n"))


#: Orders in which elements come.
_ORDERS = _blocks("""
if urgent:
    berths.reverse()
k = berths

k = sorted(berths) if urgent else berths

k = list(reversed(berths)) if urgent else list(berths)

k = sorted(berths, key=lambda berth: berth == seen)

k = sorted(berths, reverse=urgent)

k = berths[:: -1 if urgent else 1]

k = reversed(berths) if urgent else iter(berths)
""")
#: Values that come of the order.
_TOLD = _blocks("""
for berth in k:
    obj.status.seen = berth

for berth in k:
    obj.status.seen = berth
    break

last = 0
for berth in k:
    last = berth
obj.status.seen = last

for berth in k:
    if berth > 1:
        obj.status.phase = "full"
    elif berth < 1:
        obj.status.phase = "free"

was_high = False
for berth in k:
    was_high = berth > 1
obj.status.urgent = was_high

for berth in k:
    obj.status.slot.number = berth

for berth in k:
    obj.status.slot = Slot(berth)

for place, berth in enumerate(k):
    if place == 0:
        obj.status.seen = berth

for berth in k:
    if berth == 1:
        break
    obj.status.seen += 1

hand = 0
for berth in k:
    hand = hand * 2 + berth
obj.status.seen = hand

for berth in k:
    obj.status.seen = obj.status.seen * 2 + berth

for berth in k:
    if not obj.status.seen:
        obj.status.seen = berth

for berth in k:
    if not obj.status.seen:
        obj.status.seen = 1 if berth > 1 else 2

hand = 0
for berth in k:
    hand += hand % 2 + berth
obj.status.seen = hand

full = 0
for berth in k:
    full = full + 1 if berth > 1 else 0
obj.status.seen = full

hand = 1
for berth in k:
    hand = berth - hand
obj.status.seen = hand

text = ""
for berth in k:
    text += str(berth)
obj.status.phase = text

found = set()
for berth in k:
    if berth % 2 in found:
        continue
    found.add(berth % 2)
    obj.status.taken = [berth]

obj.status.seen = functools.reduce(lambda one, other: one * 2 + other, k, 0)

obj.status.seen = next((berth for berth in k if berth > 0), 0)

obj.status.phase = ",".join(map(str, k))

obj.status.taken.extend(k)

obj.status.taken = list(filter(None, k))

for berth in k:
    obj.status.taken.append(berth)

for berth in k:
    obj.status.taken = obj.status.taken + [berth]

grown = []
for berth in k:
    grown = [*grown, berth]
obj.status.taken = grown

for berth in k:
    one = []
    one.append(berth)
    obj.status.taken = one

obj.status.taken = list(itertools.islice(k, 1))

obj.status.taken = list(itertools.accumulate(k))

first, *_ = [*k, 0]
obj.status.seen = first
""")
#: Values that are the same in any order.
_UNTOLD = _blocks("""
for berth in k:
    obj.status.seen += berth

total = 0
for berth in k:
    total += berth
obj.status.seen = total

for berth in k:
    obj.status.seen -= berth

for berth in k:
    if berth > 1:
        obj.status.seen += berth

total = 0
for berth in k:
    if berth > 1:
        total += berth
    if berth > 2:
        total += 2
obj.status.seen = total

for berth in k:
    if berth > 1:
        obj.status.urgent = True

is_high = False
for berth in k:
    is_high = is_high or berth > 1
obj.status.urgent = is_high

are_high = True
for berth in k:
    are_high = are_high and berth > 1
obj.status.urgent = are_high

obj.status.urgent = any(berth > 1 for berth in k)

obj.status.seen = max(k, default=0)
""")
#: Orders in which names come.
_ORDERS_OF_NAMES = _blocks("""
k = dict(sorted(tides.items())) if urgent else dict(tides)

k = dict(sorted(tides.items(), key=lambda tide: tide[1] == seen))

k = {name: tides[name] for name in sorted(tides, reverse=urgent)}

if urgent and "a" in tides:
    tides["a"] = tides.pop("a")
k = tides

k = {}
for name in sorted(tides) if urgent else tides:
    k[name] = tides[name]
""")
#: Values that come of the order of a mapping.
_TOLD_OF_NAMES = _blocks("""
for name in k:
    obj.status.phase = name

for name, tide in k.items():
    obj.status.seen = tide

obj.status.taken = list(k.values())

obj.status.phase = ",".join(k)

obj.status.seen = next(iter(k.values()), 0)

obj.status.seen = next((tide for name, tide in k.items() if tide), 0)

obj.status.taken = list(k.keys())[:1]

last = [("", 0), *k.items()]
obj.status.phase = last[-1][0]
""")
#: Values that are told apart from what comes of the order, of lists that are one list in another order.
_OF_ONE_LIST = ("obj.status.seen = sum(k)", "obj.status.taken = sorted(k)", "obj.status.urgent = 1 in k")


def _source(hooks: list[tuple[str, str]]) -> str:
    bodies = (tuple(indent(part, " " * 8) for part in hook) for hook in hooks)
    return _PRELUDE + "".join(
        _STRATEGY.format(number=number, order=order, use=use) for number, (order, use) in enumerate(bodies)
    )


def _verdicts(source: str) -> dict[str, Verdict]:
    workspace = workspace_from_text({"quays.py": source})
    rows = judge(workspace.contents("quays.py"), workspace, Config()).rows
    return {row.object.rpartition(".")[2]: row.verdict for row in rows if row.rule == _RULE}


def _comes_back(module: types.ModuleType, strategy: Any) -> bool:
    """Whether two runs that differ in the caller's status alone store another one."""
    draw = random.Random(2026)
    for round_ in range(30):
        berths = [draw.randrange(4) for _ in range(draw.choice((0, 1, 2, 3, 3)))]
        tides = {name: draw.randrange(4) for name in draw.sample("abcd", len(berths))}
        old = module.Status(draw.randrange(4) if round_ % 2 else 0)
        stored = set()
        for seen, urgent in product(range(4), (False, True)):
            obj = module.Quay(spec=module.Spec([*berths], {**tides}), status=module.Status(seen, urgent))
            strategy.prepare_for_update(None, obj, module.Quay(status=copy.deepcopy(old)))
            stored.add(repr(obj.status))
        if len(stored) > 1:
            return True
    return False


def _wrong(order: str, uses: list[str], told: tuple[str, ...]) -> list[tuple[Verdict, str]]:
    source = _source([(order, use) for use in uses])
    module = types.ModuleType("quays")
    sys.modules["quays"] = module
    exec(compile(source, "quays.py", "exec"), module.__dict__)
    verdicts, wrong = _verdicts(source), []
    for number, use in enumerate(uses):
        name = f"Strategy{number}"
        comes_back = _comes_back(module, getattr(module, name)())
        assert comes_back == (use in told), use
        if verdicts[name] is (Verdict.HOLDS if comes_back else Verdict.VIOLATED):
            wrong.append((verdicts[name], use))
    return wrong


@pytest.mark.parametrize("order", _ORDERS)
def test_an_order_that_the_caller_decides_is_no_status_that_is_kept(order: str) -> None:
    """No hook is said to keep the status of which runs show that it does not; nor the other way round."""
    assert _wrong(order, [*_TOLD, *_UNTOLD, *(_OF_ONE_LIST if "else" not in order else ())], _TOLD) == []


@pytest.mark.parametrize("order", _ORDERS_OF_NAMES)
def test_an_order_of_names_is_no_status_that_is_kept(order: str) -> None:
    """Names and values that a mapping shows come in its order."""
    assert _wrong(order, list(_TOLD_OF_NAMES), _TOLD_OF_NAMES) == []
