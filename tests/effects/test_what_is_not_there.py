"""Statements of a ``try`` that fail because something is not there: a name, an attribute, a parameter, an element. The
handler then runs, so that what it leaves out is never said to be done; what is there leaves no doubt."""

from __future__ import annotations

import textwrap
from typing import Final

import pytest
from hook_pieces import PRELUDE
from test_differential import judged
from watched_hooks import MAIN, Watch

from apivet.verdicts import Verdict

HEAD: Final = """
import abc
import collections
import dataclasses
import enum
import json
from typing import NamedTuple


class Narrow:
    __slots__ = ("near",)

    def __init__(self):
        self.near = 1


@dataclass(frozen=True)
class Fixed:
    near: int = 0


class Told:
    far: int = 3

    @property
    def near(self):
        return 1


class Pair(NamedTuple):
    near: int = 0


class Side(enum.Enum):
    LEFT = 1


class Unmade(abc.ABC):
    @abc.abstractmethod
    def make(self): ...


class Cut:
    def __iter__(self):
        return iter(())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None


class Bare:
    pass


@dataclass
class Open:
    near: int = 0


def joined(one, other=0):
    return one


def doubled(times):
    return 1 << times


"""
SHAPES: Final = {
    "before": "try:\n    {}\n    obj.status = old.status\nexcept Exception:\n    pass",
    "named": "kept = obj.status\ntry:\n    {}\n    kept = old.status\nexcept Exception:\n    pass\nobj.status = kept",
    "else": "try:\n    {}\nexcept Exception:\n    pass\nelse:\n    obj.status = old.status",
    "called": "def go():\n    {}\n    obj.status = old.status\ntry:\n    go()\nexcept Exception:\n    pass",
    "suppressed": "with suppress(Exception):\n    {}\n    obj.status = old.status",
}
FAILING: Final = """
os.nothing
Widget.nothing
Told.nothing
Side.RIGHT
obj.nothing
type(obj).nothing
int.nothing
getattr(os, "nothing")
no_such_name
taken = no_such_name
no_such_name.part
Narrow().far = 1
Fixed().near = 2
setattr(Fixed(), "near", 2)
Told().near = 3
Pair().near = 4
Side.LEFT = 2
del obj.nothing
joined(1, 2, 3)
joined()
joined(1, more=2)
(lambda: 1)(2)
Widget(nothing=1)
WidgetStatus("a", 1, None, 4)
Pair(1, 2)
Unmade()
{}.pop("a")
{"a": 1}["b"]
one, other = 1, 2, 3
int("x")
None.part
len(3)
iter(3)
all(3)
isinstance(1, 2)
for each in 3: pass
[each for each in None]
for each in Told(): pass
obj["spec"]
obj.spec["size"]
with None: pass
with Told(): pass
import no_such_module
from no_such_module import part
len(Bare())
list(obj)
iter(Bare())
dict(obj)
any(obj.spec)
collections.deque(3)
-"a"
-Bare()
-obj
~"a"
abs("a")
round(obj)
1 << -1
doubled(-1)
0 ** -1
10.0 ** 400
[] + ()
[] + None
{} + {}
[] * []
"a" * obj
1 @ 2
obj < old
{} < {}
Bare() < Bare()
1 in 3
1 in None
1 in obj
1 in "a"
{[]: 1}
{[]}
{Open()}
{obj: 1}
{([], 1)}
{each: 1 for each in [[]]}
[] in {}
{}.get([])
set().add([])
held = {}; held[[]] = 1
set([[]])
dict.fromkeys([[]])
sorted([1, "a"])
sorted([Bare(), Bare()])
max([{}, {}])
range(1, 2, 0)
range("a")
range(obj)
replace(obj, nope=1)
replace(obj.spec, size=1, nope=2)
for each in obj: pass
[*obj]
"abc"[::0]
[1][::0]
held = (1,); held[0] = 1
held = "a"; held[0] = "b"
held = 3; held[0] = 1
held = 3; held.part = 1
f"{old.spec.size:q}"
f"{old.metadata.name:d}"
f"{old.spec.ports:>4}"
f"{old:>4}"
f"{old.spec.template:>4}"
"{:d}".format(old.metadata.name)
"{0.nothing}".format(3)
"%d" % old.metadata.name
"%s %s" % (old.metadata.name,)
json.dumps(old)
json.dumps(vars(old))
json.dumps({"a": {1, 2}})
json.dumps([b"a"])
{**old.spec}
{**old.spec.ports}
[*old.spec.size]
{*old.spec.ports}
max(*old.spec.size)
dict(**old.spec.ports)
dict([(1, 2, 3)])
getattr(old.metadata.name, "nothing")
getattr(old.metadata.labels, "append")
old.metadata.labels.nothing
[each.nothing for each in old.metadata.labels]
old.spec.ports.keys()
int(3, 16)
len(each for each in ())
reversed(each for each in ())
reversed({1})
next([1], None)
enumerate([], "a")
map(str, old.spec.size)
filter(None, old.spec.size)
sorted(old.spec.ports)
sorted([2, 1], key=lambda each: "a" if each == 1 else each)
max(old.spec.ports, key=lambda each: {each.number})
frozenset(old.spec.ports)
hash((old.metadata.name, old.spec.ports))
[1] < ["a"]
[old.metadata.name] < [old.spec.size]
(old.metadata.name, old.spec.ports) < (obj.metadata.name, obj.spec.ports)
old.spec.size + old.metadata.name
old.spec.size < old.metadata.name
old.status.note < "a"
old.status.note + "a"
len(old.status.note)
~3.5
Side.LEFT < Side.LEFT
len([], [])
old.metadata.name.split(old.spec.size)
old.metadata.name.startswith(old.spec.size)
old.metadata.name.join(old.spec.ports)
"é".encode("ascii")
[1].pop("a")
{}.update(old.spec.size)
{}.update([(1, 2, 3)])
[1, "a"].sort()
old.spec.ports.sort()
old.metadata.labels.get(old.spec.ports)
old.metadata.labels.append(1)
dataclasses.replace(3)
dataclasses.asdict(3)
dataclasses.asdict(Widget)
dataclasses.fields(3)
vars([])
super(3)
memoryview("a")
(each for each in old.spec.size)
for each in old.spec.size: pass
for each in old.spec.template: pass
for each in old.spec.ports: each < each
"""
PASSING: Final = """
os.sep
json.JSONDecodeError
Told.far
Side.LEFT
type(obj)
int.from_bytes
joined(1, 2)
joined(1, other=2)
joined(other=1, one=2)
(lambda one: 1)(2)
Widget()
WidgetStatus("a", 1, None)
Pair(1)
Narrow().near = 1
Told().far = 1
{"a": 1}.pop("a")
{}.pop("a", None)
[each for each in vars(obj)]
len("abc")
isinstance(1, int)
for each in (): pass
[each for each in ()]
for each in Cut(): pass
with Cut(): pass
import json
list(Cut())
len([obj])
-1
-old.spec.size
doubled(3)
1 < 2
"a" < "b"
1 in [1]
"a" in "abc"
{1: 2}
{(1, "a"): 2}
{Bare(): 1}
{Fixed(): 1}
{}.get("a")
set().add(1)
sorted([2, 1])
sorted(["b", "a"])
max([1, 2])
range(1, 2)
range(old.spec.size)
replace(obj)
f"{old.spec.size:>5} {old.metadata.name:>5} {2.5:.2f}"
f"{old.spec.size:d} {len(old.spec.ports):03d}"
"{:>5} {}".format(old.metadata.name, old.spec.size)
json.dumps(old.metadata.labels)
json.dumps([old.metadata.name, old.spec.size, old.status.note])
json.dumps(dataclasses.asdict(Port(old.spec.size)))
{**old.metadata.labels}
{**vars(old)}
[*old.metadata.name]
getattr(old.metadata.name, "upper")
dict(**{"a": 1})
dict([(1, 2)])
dict(a=1)
str(old)
hash(old.metadata.name)
hash((old.metadata.name, old.spec.size))
sorted(old.metadata.labels)
sorted(old.metadata.labels.items())
sorted(old.spec.ports, key=lambda each: each.number)
max(old.metadata.labels, default="")
set(old.metadata.labels)
{old.metadata.name: 1}
{Side.LEFT: 1}
list(map(str, old.metadata.labels))
old.metadata.name in old.metadata.labels
old.metadata.labels.get(old.metadata.name)
old.metadata.name.upper()
old.status.note and len(old.status.note)
old.status.note is not None and old.status.note < "a"
[each.number for each in old.spec.ports]
[each.upper() for each in old.metadata.labels]
for each in old.metadata.name: pass
for each in old.spec.ports: each.number
dataclasses.fields(Widget)
dataclasses.asdict(old)
next(iter(old.metadata.labels), None)
"""


def _lines(text: str) -> list[str]:
    return text.strip().splitlines()


def _source(statement: str, shape: str) -> str:
    body = textwrap.indent(SHAPES[shape].format(statement), "        ")
    return f"{PRELUDE}{HEAD}class {MAIN}:\n    def prepare_for_update(self, ctx, obj: Widget, old: Widget):\n{body}\n"


KEY: Final = (MAIN, "status-not-kept-on-update", "status")


@pytest.mark.parametrize("statement", _lines(FAILING))
def test_what_runs_where_something_is_missing_is_not_overlooked(statement: str) -> None:
    for shape in SHAPES:
        source = _source(statement, shape)
        assert KEY in Watch(source).watch(), f"{statement} does not fail"
        assert judged(source)[KEY] is not Verdict.HOLDS, shape


@pytest.mark.parametrize("statement", _lines(PASSING))
def test_what_is_there_leaves_no_doubt(statement: str) -> None:
    source = _source(statement, "else")
    assert KEY not in Watch(source).watch(), f"{statement} fails"
    assert judged(source)[KEY] is Verdict.HOLDS
