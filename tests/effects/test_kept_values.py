"""Ways to keep, copy, rebuild and compare the same value: each is run on several objects to show that the value stays
what it was, and is never said to be *violated*. Most are proven.

Beside them stand near misses, which lose something: each is run to show that it does, and is never said to hold.
"""

from __future__ import annotations

import copy
import itertools
import textwrap
import types
from collections.abc import Iterator
from typing import Any

import pytest
from sources_as_text import workspace_from_text

from apivet.config import Config
from apivet.conventions import judge
from apivet.verdicts import Verdict

MODULE = """
from __future__ import annotations

import copy
import enum
import functools
import itertools
import operator
from collections import OrderedDict
from copy import deepcopy
from dataclasses import asdict, dataclass, field, fields, replace
from itertools import zip_longest
from operator import attrgetter, itemgetter
from typing import Any, Literal, Optional


class Line(enum.Enum):
    NORTH = "north"
    SOUTH = "south"


@dataclass
class Meta:
    labels: dict[str, str] = field(default_factory=dict)
    finalizers: list[str] = field(default_factory=list)
    generation: int = 0


@dataclass
class Brake:
    force: int = 0
    locked: bool = False


@dataclass
class Wagon:
    load: str = ""
    axles: int = 0


@dataclass
class TrainSpec:
    name: str = ""
    cars: int = 0
    speed: float = 0.0
    express: bool = False
    limit: Optional[int] = None
    line: Line = Line.NORTH
    side: Literal["left", "right"] = "left"
    seal: bytes = b""
    stops: list[str] = field(default_factory=list)
    times: list[int] = field(default_factory=list)
    tags: dict[str, str] = field(default_factory=dict)
    wagons: list[Wagon] = field(default_factory=list)
    brake: Brake = field(default_factory=Brake)
    spare: Optional[Brake] = None


@dataclass
class TrainStatus:
    delay: int = 0
    notes: list[str] = field(default_factory=list)
    brake: Brake = field(default_factory=Brake)
    wagons: list[Wagon] = field(default_factory=list)
    marks: dict[str, str] = field(default_factory=dict)


@dataclass
class Train:
    metadata: Meta = field(default_factory=Meta)
    spec: TrainSpec = field(default_factory=TrainSpec)
    status: TrainStatus = field(default_factory=TrainStatus)


class {name}:
    def prepare_for_create(self, obj: Train) -> None:
{create}

    def prepare_for_update(self, obj: Train, old: Train) -> None:
{update}
"""


def pieces(text: str) -> list[str]:
    """Bodies of hooks, with blank lines between them."""
    return [piece.strip("\n") for piece in textwrap.dedent(text).split("\n\n") if piece.strip()]


#: What stands in the place of a field of the old spec, of the same value.
SAME_FIELDS = {
    "name": """
        str(was.name)
        "" + was.name
        was.name + ""
        f"{was.name}"
        was.name[:]
        was.name[0:]
        was.name or ""
        was.name if was.name else ""
        was.name if was.name is not None else "none"
        copy.copy(was.name)
        deepcopy(was.name)
        "".join([was.name])
        getattr(was, "name")
        vars(was)["name"]
        "%s" % was.name
        "{}".format(was.name)
        max(was.name, was.name)
        (was.name, 1)[0]
        {"it": was.name}["it"]
        {"it": was.name}.get("it", "")
        [was.name][-1]
        next(iter([was.name]))
        attrgetter("name")(was)
        attrgetter("spec.name")(old)
        itemgetter("name")(vars(was))
        functools.reduce(lambda one, other: one + other, [was.name], "")
        (lambda it: it)(was.name)
        """,
    "cars": """
        int(was.cars)
        was.cars + 0
        0 + was.cars
        was.cars - 0
        was.cars * 1
        1 * was.cars
        +was.cars
        -(-was.cars)
        was.cars or 0
        was.cars if was.cars else 0
        min(was.cars, was.cars)
        sum([was.cars])
        int(str(was.cars))
        was.cars // 1
        round(was.cars)
        """,
    "speed": """
        float(was.speed)
        was.speed * 1
        was.speed + 0
        was.speed or 0.0
        """,
    "express": """
        bool(was.express)
        not not was.express
        True if was.express else False
        was.express is True
        was.express == True
        was.express and True
        was.express or False
        was.express != False
        bool(int(was.express))
        {True: True, False: False}[was.express]
        (False, True)[was.express]
        """,
    "limit": """
        was.limit if was.limit is not None else None
        None if was.limit is None else was.limit
        None if was.limit is None else int(was.limit)
        None if was.limit is None else was.limit + 0
        was.limit or (0 if was.limit == 0 else None)
        """,
    "line": """
        Line(was.line)
        Line(was.line.value)
        Line[was.line.name]
        {Line.NORTH: Line.NORTH, Line.SOUTH: Line.SOUTH}[was.line]
        Line.NORTH if was.line is Line.NORTH else Line.SOUTH
        """,
    "side": """
        "left" if was.side == "left" else "right"
        "right" if was.side != "left" else "left"
        str(was.side)
        {"left": "left", "right": "right"}[was.side]
        {"left": "left"}.get(was.side, "right")
        """,
    "seal": """
        bytes(was.seal)
        was.seal or b""
        b"" + was.seal
        """,
    "stops": """
        list(was.stops)
        [*was.stops]
        was.stops[:]
        was.stops[0:]
        was.stops[::1]
        was.stops[:len(was.stops)]
        was.stops[0:len(was.stops)]
        was.stops.copy()
        copy.copy(was.stops)
        deepcopy(was.stops)
        [stop for stop in was.stops]
        [str(stop) for stop in was.stops]
        [was.stops[i] for i in range(len(was.stops))]
        [was.stops[i] for i in range(0, len(was.stops))]
        [was.stops[i] for i, _ in enumerate(was.stops)]
        [stop for _, stop in enumerate(was.stops)]
        [one for one, _ in zip(was.stops, was.stops)]
        list(map(str, was.stops))
        list(map(lambda stop: stop, was.stops))
        list(tuple(was.stops))
        list(iter(was.stops))
        list(itertools.chain(was.stops))
        list(itertools.chain(was.stops, []))
        list(filter(lambda stop: True, was.stops))
        was.stops + []
        [] + was.stops
        was.stops * 1
        was.stops or []
        was.stops if was.stops else []
        list(reversed(list(reversed(was.stops))))
        was.stops[:1] + was.stops[1:]
        list(list(list(was.stops)))
        [stop for stops in [was.stops] for stop in stops]
        """,
    "times": """
        list(map(int, was.times))
        [int(time) for time in was.times]
        [time + 0 for time in was.times]
        [time or 0 for time in was.times]
        [was.times[i] for i in range(len(was.times))]
        """,
    "tags": """
        dict(was.tags)
        {**was.tags}
        {**{}, **was.tags}
        was.tags.copy()
        copy.copy(was.tags)
        deepcopy(was.tags)
        {key: value for key, value in was.tags.items()}
        {key: was.tags[key] for key in was.tags}
        {str(key): str(value) for key, value in was.tags.items()}
        dict(was.tags.items())
        dict(list(was.tags.items()))
        dict(sorted(was.tags.items()))
        dict(reversed(was.tags.items()))
        dict(zip(was.tags, was.tags.values()))
        dict(zip(was.tags.keys(), was.tags.values()))
        dict(OrderedDict(was.tags))
        OrderedDict(was.tags)
        {key: was.tags[key] for key in sorted(was.tags)}
        {} | was.tags
        was.tags | {}
        was.tags | was.tags
        was.tags or {}
        dict((key, value) for key, value in was.tags.items())
        """,
    "wagons": """
        [Wagon(it.load, it.axles) for it in was.wagons]
        [Wagon(load=it.load, axles=it.axles) for it in was.wagons]
        [replace(it) for it in was.wagons]
        [replace(it, load=it.load) for it in was.wagons]
        [replace(Wagon(), load=it.load, axles=it.axles) for it in was.wagons]
        [copy.copy(it) for it in was.wagons]
        [deepcopy(it) for it in was.wagons]
        [Wagon(**vars(it)) for it in was.wagons]
        [Wagon(**asdict(it)) for it in was.wagons]
        [Wagon(str(it.load), int(it.axles)) for it in was.wagons]
        list(map(copy.copy, was.wagons))
        list(map(lambda it: Wagon(it.load, it.axles), was.wagons))
        [Wagon(was.wagons[i].load, was.wagons[i].axles) for i in range(len(was.wagons))]
        """,
    "brake": """
        Brake(was.brake.force, was.brake.locked)
        Brake(locked=was.brake.locked, force=was.brake.force)
        Brake(**vars(was.brake))
        Brake(**asdict(was.brake))
        Brake(**{**vars(was.brake), "force": was.brake.force})
        Brake(**{f.name: getattr(was.brake, f.name) for f in fields(Brake)})
        replace(was.brake)
        replace(was.brake, force=was.brake.force)
        replace(Brake(), **asdict(was.brake))
        copy.copy(was.brake)
        Brake(was.brake.force + 0, bool(was.brake.locked))
        """,
    "spare": """
        None if was.spare is None else Brake(was.spare.force, was.spare.locked)
        was.spare and Brake(was.spare.force, was.spare.locked)
        Brake(was.spare.force, was.spare.locked) if was.spare else None
        was.spare if was.spare is None else replace(was.spare)
        copy.copy(was.spare)
        was.spare or None
        """,
}

#: Other ways to store the old spec, on status updates.
SAME_SPEC = pieces("""
    obj.spec = old.spec

    obj.spec = TrainSpec(**vars(old.spec))

    obj.spec = TrainSpec(**{**vars(obj.spec), **vars(old.spec)})

    obj.spec = replace(obj.spec, **vars(old.spec))

    for f in fields(TrainSpec):
        setattr(obj.spec, f.name, getattr(old.spec, f.name))

    for f in fields(TrainSpec):
        if getattr(obj.spec, f.name) != getattr(old.spec, f.name):
            setattr(obj.spec, f.name, getattr(old.spec, f.name))

    for name, value in vars(old.spec).items():
        setattr(obj.spec, name, value)

    for f in fields(TrainSpec):
        if f.name != "brake":
            setattr(obj.spec, f.name, getattr(old.spec, f.name))
    obj.spec.brake.force = old.spec.brake.force
    obj.spec.brake.locked = old.spec.brake.locked

    if any(getattr(obj.spec, f.name) != getattr(old.spec, f.name) for f in fields(TrainSpec)):
        obj.spec = old.spec

    if not all(getattr(obj.spec, f.name) == getattr(old.spec, f.name) for f in fields(TrainSpec)):
        obj.spec = deepcopy(old.spec)

    if obj.spec != old.spec:
        obj.spec = old.spec

    wagons = []
    for it in old.spec.wagons:
        wagons.append(Wagon(it.load, it.axles))
    obj.spec = replace(old.spec, wagons=wagons)

    tags = {}
    for key in old.spec.tags:
        tags[key] = old.spec.tags[key]
    obj.spec = replace(old.spec, tags=tags)

    stops = obj.spec.stops
    stops[:] = old.spec.stops
    obj.spec = replace(old.spec, stops=stops)

    stops = obj.spec.stops
    del stops[:]
    stops += old.spec.stops
    obj.spec = replace(old.spec, stops=stops)

    tags = obj.spec.tags
    tags["seen"] = "yes"
    tags.clear()
    tags.update(old.spec.tags)
    obj.spec = replace(old.spec, tags=tags)

    obj.__dict__["spec"] = old.spec

    obj.spec.__dict__.update(old.spec.__dict__)

    keep = copy.copy(old)
    obj.spec = keep.spec
""")

SAME_STATUS = pieces("""
    obj.status.brake.force = old.status.brake.force
    obj.status.brake.locked = old.status.brake.locked
    obj.status.wagons = [Wagon(it.load, it.axles) for it in old.status.wagons]
    obj.status.marks = dict(sorted(old.status.marks.items()))
    obj.status.delay = int(old.status.delay)
    obj.status.notes = old.status.notes[0:]

    obj.status = TrainStatus(
        delay=old.status.delay,
        notes=list(old.status.notes),
        brake=Brake(old.status.brake.force, old.status.brake.locked),
        wagons=[Wagon(it.load, it.axles) for it in old.status.wagons],
        marks={key: value for key, value in old.status.marks.items()},
    )

    obj.status = TrainStatus(**vars(old.status))

    obj.status = replace(old.status, brake=replace(old.status.brake))

    obj.status.brake = Brake(**asdict(old.status.brake))
    for name in ("delay", "notes", "wagons", "marks"):
        setattr(obj.status, name, getattr(old.status, name))

    obj.status.marks.clear()
    obj.status.marks.update(old.status.marks)
    obj.status = replace(old.status, marks=obj.status.marks)
""")

WIPED = pieces("""
    sent, obj.status = obj.status, TrainStatus()
    def turned():
        yield 1
        yield 2
    turns = turned()
    for _ in turns:
        pass
    for _ in turns:
        obj.status = sent

    obj.status = TrainStatus()

    obj.status.brake.force = 0
    obj.status.brake.locked = False
    obj.status.delay = 0
    obj.status.notes = obj.status.notes[:0]
    obj.status.wagons = []
    obj.status.marks.clear()

    obj.status.brake.force, obj.status.brake.locked = 0, False
    obj.status.delay = 0
    del obj.status.notes[:]
    obj.status.wagons[:] = []
    obj.status.marks = {}

    for f in fields(Brake):
        setattr(obj.status.brake, f.name, f.default)
    obj.status = replace(TrainStatus(), brake=Brake())

    obj.status = TrainStatus(**{**vars(obj.status), **vars(TrainStatus())})

    obj.status.brake = replace(obj.status.brake, force=0, locked=False)
    obj.status = replace(obj.status, delay=0, notes=[], wagons=[], marks={})
""")

#: Conditions that are true exactly where the specs differ; ``a`` and ``b`` are the caller's and the old one.
DIFFERS = pieces("""
    a != b

    not a == b

    vars(a) != vars(b)

    asdict(a) != asdict(b)

    any(getattr(a, f.name) != getattr(b, f.name) for f in fields(TrainSpec))

    any(vars(a)[k] != vars(b)[k] for k in vars(a))

    any(vars(a)[k] != vars(b)[k] for k in set(vars(a)) | set(vars(b)))

    replace(a, tags=dict(sorted(a.tags.items()))) != replace(b, tags=dict(sorted(b.tags.items())))

    replace(a, wagons=[Wagon(it.load, it.axles) for it in a.wagons]) != b

    replace(a, stops=a.stops[0:], times=list(map(int, a.times)), name=str(a.name)) != b

    a.stops[:] != b.stops or replace(a, stops=[]) != replace(b, stops=[])

    any(x != y for x, y in zip_longest(a.times, b.times)) or replace(a, times=[]) != replace(b, times=[])

    len(a.times) != len(b.times) or any(x != y for x, y in zip(a.times, b.times)) or replace(a, times=[]) != replace(b, times=[])

    dict(sorted(a.tags.items())) != b.tags or replace(a, tags={}) != replace(b, tags={})

    set(a.tags) != set(b.tags) or any(a.tags[k] != b.tags[k] for k in a.tags) or replace(a, tags={}) != replace(b, tags={})

    a.tags.keys() != b.tags.keys() or any(a.tags[k] != b.tags[k] for k in a.tags) or replace(a, tags={}) != replace(b, tags={})

    (a.name, a.brake) != (b.name, b.brake) or replace(a, name="", brake=Brake()) != replace(b, name="", brake=Brake())

    int(a.cars) != b.cars + 0 or replace(a, cars=0) != replace(b, cars=0)

    [a] != [b]

    a not in (b,)
""")

#: What loses or changes something: for each field, in the place of the old one's.
OTHER_FIELDS = {
    "name": "str(was.cars)\nwas.name.strip()\nwas.name or 'none'\nwas.name[1:]\nwas.name + ' '",
    "cars": "was.cars + 1\nwas.cars or 1\nabs(was.cars - 4)\nmin(was.cars, 1)\n-was.cars",
    "express": "not was.express\nTrue",
    "limit": "was.limit or 0\nwas.limit or None\n0 if was.limit is None else was.limit",
    "line": "Line.NORTH\nLine.SOUTH if was.line is Line.NORTH else Line.NORTH",
    "side": '"left"\n"right" if was.side == "left" else "left"',
    "stops": "was.stops[1:]\nwas.stops[:1]\nwas.stops[::-1]\nsorted(was.stops)\n[s for s in was.stops if s]\n[was.stops[i] for i in range(len(was.stops) - 1)]\n[*was.stops, 'x']\n[was.stops[0], *was.stops[2:]] if was.stops else []\n[was.stops[-2], *was.stops[1:]] if was.stops[1:] else was.stops\nwas.stops * 2\nlist(map(str.upper, was.stops))"
    "\n[a for a, _ in zip(was.stops, range(2))]\n[a for a, _ in zip(was.stops, 'ab')]\nlist(map(lambda a, b: a, was.stops, [0, 0]))"
    "\n[a for a, _ in zip(was.stops, itertools.repeat(0, 2))]\n[a for a, _ in zip(was.stops, was.stops[1:])]",
    "times": "[t + 1 for t in was.times]\nlist(map(str, was.times))\nlist(map(operator.add, was.times, [0, 0]))",
    "tags": '{k: v for k, v in was.tags.items() if v}\n{**was.tags, "a": "1"}\n{k: "" for k in was.tags}\n{k: v for (k, v), _ in zip(was.tags.items(), range(1))}',
    "wagons": "[Wagon(it.load) for it in was.wagons]\n[Wagon(it.load, 0) for it in was.wagons]\nwas.wagons[1:]\n[Wagon(it.load, it.axles) for it in was.wagons if it.axles]",
    "brake": "Brake(was.brake.force)\nBrake(was.brake.force, not was.brake.locked)\nreplace(was.brake, force=0)",
    "spare": "was.spare or Brake()\nNone\nBrake() if was.spare is None else was.spare",
}

SAME = [(name, each) for name, texts in SAME_FIELDS.items() for each in textwrap.dedent(texts).strip().splitlines()]
OTHER = [(name, each) for name, texts in OTHER_FIELDS.items() for each in texts.splitlines()]

#: Not yet seen through: unproven.
UNSEEN = {
    '"".join([was.name])',
    '"%s" % was.name',
    '"{}".format(was.name)',
    "sum([was.cars])",
    "int(str(was.cars))",
    "round(was.cars)",
    "(False, True)[was.express]",
}

KEEP_METADATA = "obj.metadata = old.metadata"


def module(name: str, create: str = "pass", update: str = "pass") -> str:
    return (
        MODULE.replace("{name}", name)
        .replace("{create}", textwrap.indent(create, " " * 8))
        .replace("{update}", textwrap.indent(update, " " * 8))
    )


def verdict(source: str, rule: str) -> Verdict:
    """The worst verdict of a rule."""
    workspace = workspace_from_text({"trains.py": source})
    rows = judge(workspace.contents("trains.py"), workspace, Config()).rows
    return max(
        (row.verdict for row in rows if row.rule == rule),
        key=[*(Verdict.HOLDS, Verdict.UNPROVEN, Verdict.VIOLATED)].index,
    )


def run(source: str) -> types.ModuleType:
    made = types.ModuleType("trains")
    made.__dict__["__name__"] = "builtins"  # data classes look up their module
    exec(compile(source, "trains.py", "exec"), made.__dict__)
    return made


def objects(made: Any) -> Iterator[Any]:
    """Objects of which no two are alike, and between them every value of a field is told from its zero."""
    yield made.Train()
    spec = made.TrainSpec(
        "ic", 3, 2.5, True, 7, made.Line.SOUTH, "right", b"x", ["b", "a", ""], [3, 1, 2], {"b": "2", "a": ""},
        [made.Wagon("coal", 4), made.Wagon("ore", 0), made.Wagon("", 2)], made.Brake(5, True), made.Brake(1, True),
    )  # fmt: skip
    status = made.TrainStatus(9, ["x"], made.Brake(2, True), [made.Wagon("z", 1)], {"m": "n"})
    yield made.Train(made.Meta({"l": "m"}, ["f"], 4), spec, status)
    other = copy.deepcopy(spec)
    other.cars, other.limit, other.spare, other.stops, other.wagons = -2, 0, None, ["q"], [made.Wagon("oil", 6)]
    other.express, other.name = False, " late"
    yield made.Train(made.Meta({}, [], 1), other, made.TrainStatus(1))
    yield made.Train(made.Meta({}, [], 2), copy.deepcopy(spec), made.TrainStatus(0, [], made.Brake(0, True)))


def updates(source: str) -> Iterator[tuple[Any, Any, Any]]:
    """What an update hook stores, for every pair of objects: the caller's, the old one as it was, the stored one."""
    made = run(source)
    (strategy,) = (each for name, each in vars(made).items() if name.endswith("Strategy"))
    for obj, old in itertools.product(list(objects(made)), repeat=2):
        stored, was = copy.deepcopy(obj), copy.deepcopy(old)
        stored.metadata.generation = was.metadata.generation
        returned = strategy().prepare_for_update(stored, was)
        yield copy.deepcopy(obj), old, stored if returned is None else returned


def keeps_spec(body: str) -> str:
    return module("TrainStatusStrategy", update=f"{body}\n{KEEP_METADATA}")


@pytest.mark.parametrize(("name", "value"), SAME)
def test_a_field_that_is_the_same(name: str, value: str) -> None:
    source = keeps_spec(f"was = old.spec\nobj.spec = replace(old.spec, {name}={value})")
    assert all(stored.spec == old.spec for _, old, stored in updates(source))
    found = verdict(source, "spec-not-kept-on-status-update")
    assert found is not Verdict.VIOLATED
    assert found is Verdict.HOLDS or value in UNSEEN


@pytest.mark.parametrize(("name", "value"), OTHER)
def test_a_field_that_is_another(name: str, value: str) -> None:
    source = keeps_spec(f"was = old.spec\nobj.spec = replace(old.spec, {name}={value})")
    assert any(stored.spec != old.spec for _, old, stored in updates(source))
    assert verdict(source, "spec-not-kept-on-status-update") is not Verdict.HOLDS


#: Bodies that store a spec whose tags have the keys of the caller's, as many as there were.
OTHER_KEYS = (
    "sent.update(was)",
    "for key in sent:\n    sent[key] = was.get(key, '')",
    "for mine, its in zip(sent, was):\n    sent[mine] = was[its]",
    "sent = dict(zip(sent, was.values()))",
    "sent = {mine: was[its] for mine, its in zip(sent, was)}",
    "for key in was:\n    if key in sent:\n        sent[key] = was[key]",
)


@pytest.mark.parametrize("body", OTHER_KEYS)
def test_keys_of_as_many_elements_are_others(body: str) -> None:
    own = textwrap.indent(f"{body}\nobj.spec = replace(was_spec, tags=sent)", "    ")
    source = keeps_spec(
        "was_spec, was = old.spec, old.spec.tags\n"
        f"sent, obj.spec = obj.spec.tags, old.spec\nif len(sent) == len(was):\n{own}"
    )
    assert verdict(source, "spec-not-kept-on-status-update") is not Verdict.HOLDS


@pytest.mark.parametrize("body", SAME_SPEC)
def test_a_spec_that_is_the_same(body: str) -> None:
    source = keeps_spec(body)
    assert all(stored.spec == old.spec for _, old, stored in updates(source))
    assert verdict(source, "spec-not-kept-on-status-update") is Verdict.HOLDS


@pytest.mark.parametrize("body", SAME_STATUS)
def test_a_status_that_is_the_same(body: str) -> None:
    source = module("TrainStrategy", update=body)
    assert all(stored.status == old.status for _, old, stored in updates(source))
    assert verdict(source, "status-not-kept-on-update") is Verdict.HOLDS


@pytest.mark.parametrize("body", WIPED)
def test_a_status_that_is_wiped(body: str) -> None:
    source = module("TrainStrategy", create=body)
    made = run(source)
    for obj in objects(made):
        made.TrainStrategy().prepare_for_create(obj)
        assert obj.status == made.TrainStatus()
    assert verdict(source, "status-not-wiped-on-create") is Verdict.HOLDS


@pytest.mark.parametrize("condition", DIFFERS)
def test_specs_that_are_compared_in_other_words(condition: str) -> None:
    body = f"a, b = obj.spec, old.spec\nif {condition}:\n    obj.metadata.generation = old.metadata.generation + 1"
    source = module("TrainStrategy", update=body)
    for obj, old, stored in updates(source):
        assert stored.metadata.generation == old.metadata.generation + (obj.spec != old.spec)
    for rule in ("not-bumped-on-spec-change", "bumped-without-spec-change", "compared-too-early"):
        assert verdict(source, f"generation-{rule}") is not Verdict.VIOLATED
