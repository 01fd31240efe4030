"""Ways to write a value down again: what is stored is then equal to what it was, and may not be called another one.

Each rewrite is run on several objects, and stores on each what the stored object held. Whatever the interpreter makes
of it, it may not say that a rule is violated.
"""

from __future__ import annotations

import copy
import os
import sys
import types
from typing import Any

import pytest
from sources_as_text import workspace_from_text

from apivet.config.model import Config
from apivet.conventions import judge
from apivet.verdicts import Verdict

PRELUDE = """
from __future__ import annotations

import copy
import functools
import itertools
import types
from collections import OrderedDict
from copy import deepcopy
from dataclasses import asdict, dataclass, field, fields, replace
from typing import get_type_hints


@dataclass
class Meta:
    labels: dict[str, str] = field(default_factory=dict)
    generation: int = 0


@dataclass
class Spec:
    rows: list[str] = field(default_factory=list)
    seed: int = 0


@dataclass
class Status:
    grown: int = 0


@dataclass
class Bed:
    metadata: Meta = field(default_factory=Meta)
    spec: Spec = field(default_factory=Spec)
    status: Status = field(default_factory=Status)


def same(value):
    return value


def each(values):
    for value in values:
        yield value


def every(values):
    yield from values
"""

LISTS = """
xs
xs[:]
xs[::1]
[*xs]
list(xs)
list(iter(xs))
list(tuple(xs))
list(list(xs))
[x for x in xs]
[x for x in [*xs]]
[x for _, x in enumerate(xs)]
[x for x, _ in zip(xs, xs)]
list(x for x in xs)
list(each(xs))
list(every(xs))
[*each(xs)]
[*every(each(xs))]
list(map(same, xs))
list(map(lambda x: x, xs))
list(filter(lambda x: True, xs))
list(itertools.chain(xs))
list(itertools.chain([], xs))
[] + xs
xs + []
xs.copy()
copy.copy(xs)
deepcopy(xs)
same(xs)
same(list(xs))
(lambda: xs)()
[xs][0]
{"xs": xs}["xs"]
(xs, 1)[0]
xs if xs else xs
next(iter([xs]))
list({"xs": xs}.values())[0]
types.SimpleNamespace(xs=xs).xs
xs[::-1][::-1]
list(reversed(xs[::-1]))
xs[:1] + xs[1:]
[xs[0], *xs[1:]] if xs else xs
[xs[0]] + xs[1:] if xs else []
(lambda first, *rest: [first, *rest])(*xs) if xs else xs
[*xs[:2], *xs[2:]]
[xs[position] for position in range(len(xs))]
[xs[position] for position, _ in enumerate(xs)]
[x for x in xs if x in xs]
[x for some in [xs] for x in some]
[str(x) for x in xs]
list(map(str, xs))
[f"{x}" for x in xs]
[x or x for x in xs]
xs * 1
list(itertools.chain.from_iterable([xs]))
list(itertools.starmap(same, zip(xs)))
""".strip().split("\n")

MAPPINGS = """
m
dict(m)
{**m}
{**m, **m}
m | {}
m | m
{} | m
m.copy()
copy.copy(m)
deepcopy(m)
dict(m.items())
dict([*m.items()])
dict(list(m.items()))
dict(iter(m.items()))
dict((key, value) for key, value in m.items())
dict([(key, value) for key, value in m.items()])
dict(each(m.items()))
{key: value for key, value in m.items()}
{key: m[key] for key in m}
{key: m[key] for key in m.keys()}
{key: value for key, value in each(m.items())}
dict(zip(m, m.values()))
dict(zip(m.keys(), m.values()))
dict(types.MappingProxyType(m))
same(m)
dict(sorted(m.items()))
{key: m[key] for key in sorted(m)}
{**{}, **m}
dict(map(lambda pair: (pair[0], pair[1]), m.items()))
dict(filter(lambda pair: True, m.items()))
{str(key): str(value) for key, value in m.items()}
(lambda given: given)(m)
[m][0]
next(iter([m]))
""".strip().split("\n")

SPECS = """
old.spec
replace(old.spec)
replace(old.spec, seed=old.spec.seed)
replace(obj.spec, rows=old.spec.rows, seed=old.spec.seed)
copy.copy(old.spec)
deepcopy(old.spec)
deepcopy(old).spec
Spec(rows=old.spec.rows, seed=old.spec.seed)
Spec(old.spec.rows, old.spec.seed)
Spec(rows=[*old.spec.rows], seed=old.spec.seed)
Spec(rows=list(each(old.spec.rows)), seed=old.spec.seed)
Spec(**vars(old.spec))
Spec(**{"rows": old.spec.rows, "seed": old.spec.seed})
getattr(old, "spec")
vars(old)["spec"]
[old.spec for _ in range(1)][0]
next(bed.spec for bed in [old])
[bed.spec for bed in each([old])][0]
next(each([old])).spec
next(map(lambda bed: bed.spec, [old]))
min([old.spec], key=lambda spec: spec.seed)
Spec(**{name: getattr(old.spec, name) for name in get_type_hints(Spec)})
Spec(*map(old.spec.__getattribute__, Spec.__dataclass_fields__))
Spec(**{each.name: getattr(old.spec, each.name) for each in fields(Spec)})
replace(old.spec, rows=[x for x in old.spec.rows], seed=int(old.spec.seed))
functools.reduce(lambda spec, name: replace(spec, **{name: getattr(old.spec, name)}), ("rows", "seed"), Spec())
""".strip().split("\n")

STATEMENTS = [
    piece.strip("\n")
    for piece in [
        "\nmade = []\nfor x in xs:\n    made.append(x)\nobj.spec.rows = made",
        "made = []\nfor x in each(xs):\n    made.append(x)\nobj.spec.rows = made",
        "made = []\nmade.extend(xs)\nobj.spec.rows = made",
        "made = []\nmade.extend(x for x in xs)\nobj.spec.rows = made",
        "made = []\nmade += xs\nobj.spec.rows = made",
        "made = [*xs]\nmade[:] = xs\nobj.spec.rows = made",
        "made = {}\nfor key, value in m.items():\n    made[key] = value\nobj.metadata.labels = made",
        "made = {}\nmade.update(m)\nobj.metadata.labels = made",
        "made = {}\nmade |= m\nobj.metadata.labels = made",
        "made = {}\nfor key in m:\n    made[key] = m[key]\nobj.metadata.labels = made",
        "made = {}\nmade.update((key, value) for key, value in m.items())\nobj.metadata.labels = made\n",
    ]
    if piece.strip()
]

BODIES = [
    *(f"obj.spec.rows = {each}" for each in LISTS),
    *(f"obj.metadata.labels = {each}" for each in MAPPINGS),
    *(f"obj.spec = {each}" for each in SPECS),
    *STATEMENTS,
]
RULES = ("spec-not-kept-on-status-update", "metadata-not-reset-on-status-update")


def _body(text: str) -> str:
    whole = f"xs, m = old.spec.rows, old.metadata.labels\nobj.spec = old.spec\nobj.metadata.labels = m\n{text}"
    return "\n".join("        " + line for line in whole.split("\n"))


def _objects(names: dict[str, Any]) -> list[tuple[Any, Any]]:
    """New and stored objects."""
    rows, labels = ([], ["a"], ["b", "a", "b"]), ({}, {"x": "1"}, {"z": "", "": "2", "y": "3"})
    beds = [names["Bed"](names["Meta"](dict(m)), names["Spec"](list(xs), len(xs))) for xs in rows for m in labels]
    sent = names["Bed"](names["Meta"]({"q": "9"}), names["Spec"](["sent"], 7))
    return [(copy.deepcopy(sent), bed) for bed in beds]


@pytest.fixture(scope="module")
def verdicts() -> dict[tuple[str, str], Verdict]:
    """The verdicts on the hooks, from one source."""
    source = PRELUDE + "".join(
        f'\n\nclass Hook{number}StatusStrategy:\n    subresource = "status"\n\n'
        f"    def prepare_for_update(self, ctx, obj: Bed, old: Bed):\n{_body(text)}\n"
        for number, text in enumerate(BODIES)
    )
    config = Config()
    workspace = workspace_from_text({"beds.py": source}, config)
    rows = judge(workspace.contents(os.path.join(workspace.root, "beds.py")), workspace, config).rows
    worst = (Verdict.HOLDS, Verdict.UNPROVEN, Verdict.VIOLATED)
    found: dict[tuple[str, str], Verdict] = {}
    for row in rows:
        key = (row.object.rpartition(".")[2], row.rule)
        found[key] = max(found.get(key, Verdict.HOLDS), row.verdict, key=worst.index)
    return found


def test_every_rewrite_stores_what_there_was() -> None:
    module = types.ModuleType("beds")
    sys.modules["beds"] = module
    names = module.__dict__
    exec(compile(PRELUDE, "beds.py", "exec"), names)
    for text in BODIES:
        exec("def hook(obj, old):\n" + _body(text), names)
        for obj, old in _objects(names):
            was = copy.deepcopy(old)
            names["hook"](obj, old)
            assert (obj.spec, obj.metadata.labels) == (was.spec, was.metadata.labels), text


@pytest.mark.parametrize("number", range(len(BODIES)), ids=BODIES)
def test_what_is_written_down_again_is_not_called_another_value(
    number: int, verdicts: dict[tuple[str, str], Verdict]
) -> None:
    for rule in RULES:
        assert verdicts[f"Hook{number}StatusStrategy", rule] is not Verdict.VIOLATED
