"""Ways in which Python carries a value from what the caller sent into what is stored.

Each carrier leaves something of the caller's status in ``out``, each sink stores something of ``out``. Every pair is
run on objects that differ in nothing but the caller's status: where they store different statuses, the hook leaks. No
such hook may be said to hold.
"""

from __future__ import annotations

import copy
import os
import sys
import types
from collections.abc import Sequence
from typing import Any

import pytest
from handed_on import HANDED_ON
from orders_and_aliases import ORDERS, REVERSED, SHOWN_BY_ANOTHER, TURNED_KEYS
from sources_as_text import workspace_from_text

from apivet.config.model import Config
from apivet.conventions import judge
from apivet.verdicts import Verdict

pytestmark = pytest.mark.long

PRELUDE = """
from __future__ import annotations

import array
import asyncio
import collections
import contextlib
import contextvars
import copy
import ctypes
import decimal
import enum
import functools
import gc
import hashlib
import heapq
import inspect
import io
import itertools
import json
import operator
import os
import queue
import random
import re
import statistics
import string
import struct
import sys
import tempfile
import textwrap
import types
import warnings
import weakref
from collections import ChainMap, Counter, OrderedDict, UserDict, UserList, defaultdict, deque
from contextlib import suppress
from copy import deepcopy
from dataclasses import asdict, astuple, dataclass, field, fields, replace
from types import MappingProxyType, SimpleNamespace
from typing import Any, Optional


@dataclass
class Meta:
    name: str = ""
    labels: dict[str, str] = field(default_factory=dict)
    generation: int = 0


@dataclass
class Spec:
    kind: str = ""
    crew: list[str] = field(default_factory=list)
    cargo: dict[str, int] = field(default_factory=dict)


@dataclass
class Status:
    count: int = 0
    note: str = ""
    notes: list[str] = field(default_factory=list)
    marks: dict[str, int] = field(default_factory=dict)
    when: Optional[str] = None


@dataclass
class Boat:
    metadata: Meta = field(default_factory=Meta)
    spec: Spec = field(default_factory=Spec)
    status: Status = field(default_factory=Status)


GLOBAL = {}
CURRENT = contextvars.ContextVar("current", default="")


class Box:
    shared = ""

    def __init__(self, held: Any = None) -> None:
        self.held = held

    def get(self) -> Any:
        return self.held


class Weighed:
    def __init__(self, weight: int) -> None:
        self.weight = weight

    def __len__(self) -> int:
        return self.weight

    def __contains__(self, wanted: int) -> bool:
        return wanted == self.weight

    def __lt__(self, other: Weighed) -> bool:
        return self.weight < other.weight

    def __add__(self, other: Any) -> int:
        return self.weight + 1

    def __call__(self) -> int:
        return self.weight

    def __getitem__(self, key: Any) -> int:
        return self.weight

    def __iter__(self) -> Any:
        return iter(range(self.weight))

    def __str__(self) -> str:
        return "w" * self.weight

    def __getattr__(self, name: str) -> int:
        return self.__dict__["weight"]


def wipe(boat: Boat) -> None:
    boat.status = Status()


def same(value: Any) -> Any:
    return value


def is_big(number: int) -> bool:
    return number > 1


def remember(value: Any, known: list[Any] = []) -> list[Any]:
    known.clear()
    known.append(value)
    return known


def counting(most: int) -> Any:
    number = 0
    while number < most:
        yield number
        number += 1


def lookup(table: Any, key: Any) -> Any:
    try:
        return table[key]
    except LookupError:
        return "none"



class Left:
    def __init__(self, note):
        self.note = note

    def __del__(self):
        GLOBAL["left"] = self.note


class Mirror:
    def __getattribute__(self, name):
        return GLOBAL.get("mirror", 0)


class Guarded:
    def __init__(self):
        self.x = 1

    def __delattr__(self, name):
        GLOBAL["gone"] = name


class Numbered:
    def __init__(self, number):
        self.number = number

    def __index__(self):
        GLOBAL["asked"] = self.number
        return min(self.number, 3)

    def __reversed__(self):
        GLOBAL["asked"] = self.number
        return iter([self.number])


class Hashed:
    def __init__(self, number):
        self.number = number

    def __hash__(self):
        GLOBAL["asked"] = self.number
        return 1

    def __eq__(self, other):
        GLOBAL["asked"] = self.number
        return True


class Named:
    def __new__(cls, note):
        GLOBAL["asked"] = note
        return object.__new__(cls)

    def __init__(self, note):
        pass


class Slot:
    def __get__(self, owner, kind=None):
        return GLOBAL.get("slot", 0)

    def __set__(self, owner, value):
        GLOBAL["slot"] = value

    def __delete__(self, owner):
        GLOBAL["slot"] = "gone"


class Slotted:
    x = Slot()


REMEMBERED = ""


def tell_remembered():
    return REMEMBERED


def remembering(value):
    global REMEMBERED
    REMEMBERED = value


def tell_default(value=""):
    return value


def tell_attr():
    return tell_attr.value


def read_shared():
    return Box.shared


def read_global():
    return GLOBAL.get("x")


class Registry:
    table = {}
    kept = []

    @classmethod
    def put(cls, value):
        cls.value = value

    @classmethod
    def tell(cls):
        return cls.value

    @staticmethod
    def told():
        return Registry.table.get("x")


class Holder:
    pass


class Missing(dict):
    def __missing__(self, key):
        return key


class Lazy:
    def __init__(self, sent):
        self._sent = sent

    @property
    def sent(self):
        return self._sent

    @functools.cached_property
    def cached(self):
        return self._sent


class Desc:
    def __get__(self, instance, owner):
        return instance._held

    def __set__(self, instance, value):
        instance._held = value


class Described:
    held = Desc()


class Noisy:
    def __init__(self, seen):
        self.seen = seen

    def __eq__(self, other):
        self.seen.append(other)
        return False

    def __bool__(self):
        self.seen.append(1)
        return True

    def __hash__(self):
        return 1

    def __str__(self):
        self.seen.append("s")
        return "s"

    def __format__(self, spec):
        self.seen.append(spec)
        return "s"

    def __lt__(self, other):
        self.seen.append("lt")
        return True

    def __len__(self):
        self.seen.append(1)
        return 3

    def __iter__(self):
        self.seen.append(1)
        return iter(())

    def __enter__(self):
        self.seen.append("e")
        return self

    def __exit__(self, *_):
        self.seen.append("x")

    def __getattr__(self, name):
        return name


class Trouble(Exception):
    def __init__(self, sent):
        super().__init__("trouble")
        self.sent = sent

class Shelf:
    def __init__(self):
        self.kept = None

    def __setitem__(self, key, value):
        self.kept = value

    def __delitem__(self, key):
        self.kept = key


class Restoring:
    def __init__(self, boat):
        self.boat, self.sent = boat, boat.status

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.boat.status = self.sent


class Telling:
    def __setattr__(self, name, value):
        super().__setattr__(name, value)
        GLOBAL[name] = value


class Colour(enum.Enum):
    RED = 1


@dataclass
class Doubled:
    count: int = 0
    twice: int = 0

    def __post_init__(self):
        self.twice = self.count * 2


@functools.cache
def cached(number):
    return [number]


class Told(type):
    def __call__(cls, *args):
        GLOBAL["made"] = args
        return 1

    def __setattr__(cls, name, value):
        GLOBAL[name] = value

    def __setitem__(cls, key, value):
        GLOBAL[key] = value


class Hearing(metaclass=Told):
    pass


class Asked(type):
    def __getattr__(cls, name):
        return GLOBAL["asked"]

    def __getitem__(cls, key):
        return GLOBAL["asked"]

    def __len__(cls):
        return GLOBAL["asked"]

    def __contains__(cls, key):
        return GLOBAL["asked"] > key

    def __iter__(cls):
        return iter(range(GLOBAL["asked"]))

    def __lt__(cls, other):
        return GLOBAL["asked"] < other

    def __add__(cls, other):
        return GLOBAL["asked"]

    def __str__(cls):
        return "k" * GLOBAL["asked"]

    def __instancecheck__(cls, value):
        return GLOBAL["asked"] > 1

    def __enter__(cls):
        return GLOBAL["asked"]

    def __exit__(cls, *_):
        pass

    @property
    def most(cls):
        return GLOBAL["asked"]

    def tell(cls):
        return GLOBAL["asked"]


class Answering(metaclass=Asked):
    pass


class AnsweringToo(Answering):
    pass


WRITTEN = 1


def tell_written(*, more=0):
    return WRITTEN, more


TURNS = itertools.count()


def make_park():
    held = []
    return held.append, held.pop


put, take = make_park()


@functools.lru_cache(maxsize=None)
def nothing(number):
    return 0


class Locker(UserDict):
    pass


class Answers(defaultdict):
    def __missing__(self, key):
        return self.kept


class Refusal(ValueError):
    pass


class Late(Refusal):
    pass


class Swallowing:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.error = error
        return True


def noting(function):
    calls = []

    def inner(*given):
        calls.append(given)
        return function(*given)

    inner.calls = calls
    return inner


@noting
def noted(value):
    return 0


class Echo:
    def __init__(self, said):
        self.said = said

    def __getattr__(self, name):
        return self.said
"""


def _pieces(text: str) -> list[str]:
    """Pieces of hooks, with blank lines between them."""
    return [piece.strip("\n") for piece in text.split("\n\n") if piece.strip()]


BRANCHES = _pieces("""
out = "busy" if obj.status.count else "idle"

out = "idle"
if obj.status.count:
    out = "busy"

out = obj.status.count and "busy"

out = obj.status.count or "idle"

out = not obj.status.count

out = obj.status.count > 1

out = 1 < obj.status.count < 5

out = obj.status.note == "full"

out = obj.status.when is not None

out = "a" in obj.status.notes

out = "a" not in obj.status.marks

out = obj.status == Status()

out = bool(obj.status.notes)

if obj.status.count:
    obj.spec.kind = "busy"
out = obj.spec.kind

if obj.status.count:
    obj.spec.crew.append("mate")
out = len(obj.spec.crew)

if obj.status.count:
    obj.spec.crew = []
out = bool(obj.spec.crew)

if obj.status.count:
    obj.metadata.labels["busy"] = "yes"
out = "busy" in obj.metadata.labels

flag = True
if obj.status.count:
    flag = False
out = "on" if flag else "off"

first = "x" if obj.status.count else "y"
second = "1" if first == "x" else "2"
out = second

match obj.status.count:
    case 0:
        out = "none"
    case 1 | 2:
        out = "few"
    case _:
        out = "many"

match obj.status:
    case Status(note="full"):
        out = "full"
    case _:
        out = "other"

match obj.status.count:
    case found:
        out = found

match obj.status:
    case Status(count=found):
        out = found

match obj.status.notes:
    case [first, *_]:
        out = first
    case _:
        out = "none"

match {"n": obj.status.count}:
    case {"n": found}:
        out = found

match (obj.status.count, 1):
    case (found, 1):
        out = found

match obj.status.count:
    case number if number > 1:
        out = "many"
    case _:
        out = "few"

out = "none"
while obj.status.count:
    out = "some"
    break

out = 0
while out < obj.status.count:
    out += 1

left = obj.status.count
out = ""
while left:
    left -= 1
    out += "x"

out = 0
for note in obj.status.notes:
    out += 1

out = "none"
for note in obj.status.notes:
    out = "some"

out = "none"
for note in obj.status.notes:
    break
else:
    out = "empty"

out = 0
for number in range(obj.status.count):
    out = number

if (sent := obj.status.count) > 1:
    out = "many"
else:
    out = "few"

out = [(sent := obj.status.count), sent][1]

out = {True: "busy", False: "idle"}[obj.status.count > 0]

out = ["idle", "busy"][obj.status.count > 0]

out = ("idle", "busy")[bool(obj.status.count)]

out = {0: "none"}.get(obj.status.count, "some")

table = {"full": 1}
out = table.get(obj.status.note)

table = {"full": 1}
out = table.pop(obj.status.note, None)

table = {"full": 1, "": 2}
table.pop(obj.status.note, None)
out = len(table)

table = {"full": 1}
table[obj.status.note] = 2
out = table["full"]

table = {"full": 1}
table.setdefault(obj.status.note, 2)
out = len(table)

table = {}
table[obj.status.note] = 1
out = "full" in table

items = ["a", "full"]
out = items.count(obj.status.note)

items = ["a", "b", "c", "d", "e"]
out = items[obj.status.count]

items = ["a", "b", "c", "d", "e"]
out = items[obj.status.count:]

items = ["a", "b", "c", "d", "e"]
del items[obj.status.count]
out = items[0]

items = ["a", "b", "c", "d", "e"]
out = items.pop(obj.status.count)

items = ["a", "b", "c", "d", "e"]
items.insert(obj.status.count, "x")
out = items[0]

items = ["a", "b"]
items[bool(obj.status.count)] = "x"
out = items[0]

items = ["a", "full"]
if obj.status.note in items:
    items.remove(obj.status.note)
out = len(items)

out = 0
if len(list("longships")) == 9:
    out = obj.status.count

out = 0
for letter in "lighthouse keepers":
    if letter == "k":
        out = obj.status.count

out = obj.status.count if "k" in list("lighthouse keepers") else 0
""")

ARITHMETIC = _pieces("""
out = "-".join(obj.status.note if obj.status.count else "xy")

out = obj.status.count

out = obj.status.count + 1

out = -obj.status.count

out = ~obj.status.count

out = obj.status.count * 2

out = 7 // (obj.status.count + 1)

out = 2 ** obj.status.count

out = obj.status.count % 2

out = divmod(obj.status.count, 2)

out = obj.status.count << 1

out = obj.status.count | 8

out = 1
out += obj.status.count

out = ""
out += obj.status.note

out = []
out += obj.status.notes

out = {}
out |= obj.status.marks

out = obj.status.note.upper()

out = obj.status.note + "!"

out = "x" * obj.status.count

out = [0] * obj.status.count

out = f"{obj.status.note}"

out = f"{obj.status.count:>3}"

out = f"{obj.status.count!r}"

out = f"{1:{obj.status.count + 1}}"

out = "%s" % obj.status.note

out = "%d-%s" % (obj.status.count, obj.status.note)

out = "%(n)s" % {"n": obj.status.note}

out = "{}".format(obj.status.note)

out = "{n}".format(n=obj.status.note)

out = "{0.count}".format(obj.status)

out = "{n}".format_map({"n": obj.status.note})

out = string.Template("$n").substitute(n=obj.status.note)

out = format(obj.status.count, "d")

out = "".join(obj.status.notes)

out = "-".join([obj.status.note, "x"])

out = obj.status.note.join(["a", "b"])

out = str(obj.status.note)

out = repr(obj.status)

out = ascii(obj.status.note)

out = hash(obj.status.note)

out = hash((obj.status.note, 1))

out = len(obj.status.note)

out = len(obj.status.notes)

out = len(obj.status.marks)

out = abs(obj.status.count)

out = round(obj.status.count)

out = int(obj.status.count)

out = float(obj.status.count)

out = bin(obj.status.count)

out = hex(obj.status.count)

out = chr(65 + obj.status.count)

out = bytes(obj.status.count)

out = complex(obj.status.count)

out = obj.status.note.encode()

out = obj.status.note.startswith("f")

out = obj.status.note.split("u")

out = "full".replace(obj.status.note or "z", "")

out = "abcdef".center(obj.status.count + 7)

out = min(obj.status.count, 2)

out = max(obj.status.count, 2)

out = max([obj.status.count, 1])

out = min([5, 6], key=lambda number: abs(number - obj.status.count - 4))

out = max(["a", "full"], key=lambda word: word == obj.status.note)

out = sorted(["a", "b"], key=lambda word: word == "a" and obj.status.count)

out = sorted([1, 2], reverse=obj.status.count > 1)

out = sorted([obj.status.count, 2])

words = ["a", "b"]
words.sort(key=lambda word: word == "a" and obj.status.count)
out = words

words = ["a", "b"]
words.sort(reverse=obj.status.count > 1)
out = words[0]

words = ["a", "b"]
if obj.status.count:
    words.reverse()
out = words

out = max([], default=obj.status.count)

out = sum([obj.status.count, 1])

out = sum([], obj.status.count)

out = pow(2, obj.status.count)

out = any([obj.status.count])

out = all([1, obj.status.count])

out = any(note == "a" for note in obj.status.notes)

out = all(note == "a" for note in obj.status.notes)

out = isinstance(obj.status.when, str)

out = type(obj.status.when).__name__

out = type(obj.status.when) is str

out = json.dumps(asdict(obj.status))

out = json.loads(json.dumps(obj.status.count))

out = re.sub("x", obj.status.note, "axb")

out = re.sub("x", lambda found: obj.status.note, "axb")

out = bool(re.match("f", obj.status.note))

out = textwrap.dedent(obj.status.note)

out = statistics.mean([obj.status.count, 1])

out = operator.add(obj.status.count, 1)

out = operator.attrgetter("count")(obj.status)

out = operator.attrgetter("status.count")(obj)

out = operator.itemgetter("n")({"n": obj.status.count})

out = operator.methodcaller("upper")(obj.status.note)

out = functools.reduce(operator.add, [obj.status.count, 1])

out = functools.reduce(lambda one, two: one + two, obj.status.notes, "")

out = functools.partial(same, obj.status.count)()

out = getattr(obj.status, "count")

out = getattr(obj, "status").count

out = getattr(obj.status, "none", obj.status.count)

out = hasattr(obj.status.when, "upper")

out = vars(obj.status)["count"]

out = obj.status.__dict__["count"]

out = asdict(obj.status)["count"]

out = astuple(obj.status)[0]

out = [getattr(obj.status, each.name) for each in fields(obj.status)][0]

out = deepcopy(obj.status).count

out = copy.copy(obj).status.count

out = replace(obj.status, note="").count

out = eval("obj.status.count")

out = locals()["obj"].status.count

sent = obj.status.count
out = locals()["sent"]

sent = obj.status.count
out = vars()["sent"]

sent = obj.status.count
out = dir()[0] + str(eval("sent"))

out = obj.status.count.__add__(1)

out = obj.status.count.bit_length()

out = obj.status.note.__len__()

out = object.__getattribute__(obj.status, "count")

out = Status.__eq__(obj.status, Status())

out = str.upper(obj.status.note)

out = list.__len__(obj.status.notes)
""")

CONTAINERS = _pieces("""
memo = {}
deepcopy(obj.status, memo)
out = [each.count for each in memo.values() if isinstance(each, Status)]

out = [obj.status.count]

out = [obj.status.count][0]

out = {"n": obj.status.count}

out = {"n": obj.status.count}["n"]

out = {obj.status.note: 1}

out = {str(obj.status.count): 1}

out = {f"k{obj.status.count}": "v"}

out = {obj.status.note}

out = frozenset([obj.status.note])

out = {k: 1 for k in [obj.status.note]}

out = {obj.status.note: 1 for _ in "a"}

out = {k: v for k, v in [(obj.status.note, 1)]}

out = {k: 1 for k in "ab" if k != obj.status.note and obj.status.count}

out = {k: 1 for k in ("a", "full") if k == obj.status.note}

out = [1 for k in ("a", "full") if k == obj.status.note]

out = [k for k in ("a", "full") if k != obj.status.note]

out = [1 for note in obj.status.notes]

out = ["" for _ in range(obj.status.count)]

out = [0 for _ in obj.status.note]

out = {n: 0 for n in range(obj.status.count)}

out = {number for number in range(obj.status.count)}

out = sum(1 for note in obj.status.notes)

out = len([note for note in obj.status.notes if note])

out = list(obj.status.notes)

out = list(obj.status.note)

out = list(obj.status.marks)

out = list(obj.status.marks.values())

out = list(obj.status.marks.items())

out = sorted(obj.status.marks)

out = tuple(obj.status.notes)

out = set(obj.status.notes)

out = dict(obj.status.marks)

out = dict(n=obj.status.count)

out = dict([("n", obj.status.count)])

out = dict([(obj.status.note, 1)])

out = dict(zip(obj.status.notes, obj.status.notes))

out = dict.fromkeys(obj.status.notes, 1)

out = dict.fromkeys(["n"], obj.status.count)

out = {**obj.status.marks}

out = {"x": 1, **obj.status.marks}

out = {"x": 1} | obj.status.marks

out = [*obj.status.notes]

out = ["x", *obj.status.notes]

first, *rest = [1, obj.status.count]
out = rest

out, _ = obj.status.count, 1

(out,) = [obj.status.count]

[_, out] = 1, obj.status.count

out = obj.status.notes[:1]

out = obj.status.notes[::-1]

out = obj.status.note[0:2]

out = obj.status.notes + ["x"]

out = reversed(obj.status.notes)
out = list(out)

out = list(enumerate(obj.status.notes))

out = [number for number, _ in enumerate(obj.status.notes)]

out = list(zip([1, 2, 3], obj.status.notes))

out = [one for one, _ in zip([1, 2, 3], obj.status.notes)]

out = list(itertools.zip_longest([1], obj.status.notes))

out = list(map(len, obj.status.notes))

out = list(map(lambda note: 1, obj.status.notes))

out = list(filter(None, obj.status.notes))

out = list(filter(lambda word: word == obj.status.note, ["a", "full"]))

out = list(itertools.chain(obj.status.notes, ["x"]))

out = list(itertools.chain.from_iterable([obj.status.notes]))

out = list(itertools.islice([1, 2, 3, 4], obj.status.count))

out = list(itertools.repeat("x", obj.status.count))

out = list(itertools.takewhile(lambda number: number < obj.status.count, [0, 1, 2]))

out = list(itertools.dropwhile(lambda number: number < obj.status.count, [0, 1, 2]))

out = list(itertools.compress(["a", "b"], [obj.status.count, 1]))

out = list(itertools.accumulate([1, obj.status.count]))

out = [key for key, _ in itertools.groupby(obj.status.notes)]

out = list(itertools.product(obj.status.notes, [1]))

out = list(itertools.starmap(pow, [(2, obj.status.count)]))

out = next(iter(obj.status.notes), "none")

out = next((note for note in obj.status.notes), "none")

out = next((1 for note in obj.status.notes), "none")

out = next(iter([obj.status.count]))

out = dict(ChainMap(obj.status.marks))

out = dict(ChainMap({"n": obj.status.count}))

out = ChainMap({}, obj.status.marks).get("a")

out = dict(Counter(obj.status.notes))

out = Counter(obj.status.notes)["a"]

out = Counter(obj.status.notes).most_common(1)

out = list(Counter(obj.status.notes).elements())

out = Counter(obj.status.note).total()

out = dict(MappingProxyType(obj.status.marks))

out = MappingProxyType({"n": obj.status.count})["n"]

out = dict(OrderedDict(obj.status.marks))

out = OrderedDict(n=obj.status.count)["n"]

counts = defaultdict(int)
counts["n"] += obj.status.count
out = dict(counts)

counts = defaultdict(int)
counts["n"] += obj.status.count
out = counts["n"]

counts = defaultdict(int)
for note in obj.status.notes:
    counts[note] += 1
out = dict(counts)

counts = Counter()
counts["n"] += obj.status.count
out = counts["n"]

counts = Counter()
counts.update(obj.status.notes)
out = counts["a"]

queue = deque()
queue.append(obj.status.count)
out = queue.popleft()

queue = deque([obj.status.count])
out = queue[0]

queue = deque(obj.status.notes, maxlen=1)
out = list(queue)

queue = deque([1, 2, 3])
queue.rotate(obj.status.count)
out = queue[0]

queue = deque(maxlen=2)
queue.extend(obj.status.notes)
out = len(queue)

out = list(collections.deque(obj.status.notes))

out = UserDict({"n": obj.status.count})["n"]

out = list(UserList([obj.status.count]))

held = SimpleNamespace(n=obj.status.count)
out = held.n

held = SimpleNamespace()
held.n = obj.status.count
out = held.n

held = io.StringIO()
held.write(obj.status.note)
out = held.getvalue()

held = io.StringIO(obj.status.note)
out = held.read()

held = array.array("i", [obj.status.count])
out = held[0]

held = array.array("i")
held.append(obj.status.count)
out = held[0]

held = bytearray()
held.append(obj.status.count)
out = bytes(held)

heap = []
heapq.heappush(heap, obj.status.count)
out = heap[0]

heap = [obj.status.count]
out = heapq.heappop(heap)

out = heapq.nlargest(1, [1, obj.status.count])

out = heapq.nsmallest(1, [5, 6], key=lambda number: abs(number - obj.status.count - 4))

point = collections.namedtuple("point", "x y")(obj.status.count, 1)
out = point.x

items = []
items.append(obj.status.count)
out = items

items = []
items.extend(obj.status.notes)
out = items

items = [1]
items[0] = obj.status.count
out = items

items = [1, 2]
items[:] = [obj.status.count]
out = items

items = [1, 2]
items[0:1] = obj.status.notes
out = items

items = {}
items["n"] = obj.status.count
out = items

items = {}
items[obj.status.note] = 1
out = items

items = {}
items.update(obj.status.marks)
out = items

items = {}
items.update(n=obj.status.count)
out = items

items = {}
items.update([(obj.status.note, 1)])
out = items

items = {}
items.setdefault("n", obj.status.count)
out = items

items = {}
items.setdefault("n", []).append(obj.status.count)
out = items

items = set()
items.add(obj.status.count)
out = items

items = {1, 2}
items.discard(obj.status.count)
out = items

out = {1, 2} & {obj.status.count}

out = {1, 2} - {obj.status.count}

out = {1, 2}.issuperset({obj.status.count})

out = {1}.union({obj.status.count})

out = obj.status.marks.keys() & {"a"}

out = dict(same(obj.status.marks))

out = list(same(obj.status.notes))

out = dict(ctx.frob(obj.status.marks))

out = list(ctx.frob(obj.status.notes))

out = set(ctx.frob(obj.status.notes))

out = {}
out.update(ctx.frob(obj.status.marks))

items = []
ctx.fill(items, obj.status.notes)
out = len(items)

table = ctx.frob({"full": 1, "": 2, "f": 3})
out = table[obj.status.note]

out = 0
for note in ctx.frob(obj.status.notes):
    out += 1

out = ["" for _ in ctx.frob(obj.status.notes)]

out = [number for number, _ in enumerate(ctx.frob(obj.status.notes))]

out = sum(1 for _ in ctx.frob(obj.status.notes))

out = len(ctx.frob(obj.status.notes))

out = [*ctx.frob(obj.status.notes)]

out = {**ctx.frob(obj.status.marks)}

out = "some" if ctx.frob(obj.status.notes) else "none"

""")

CALLS = _pieces("""
out = []
asdict(obj, dict_factory=lambda pairs: out.append(dict(pairs).get("count")) or dict(pairs))

out = same(obj.status.count)

out = same(value=obj.status.count)

out = same(*[obj.status.count])

out = same(**{"value": obj.status.count})

out = is_big(obj.status.count)

out = (lambda: obj.status.count)()

out = (lambda sent: sent)(obj.status.count)

out = (lambda sent=obj.status.count: sent)()

def tell():
    return obj.status.count
out = tell()

def tell(sent=obj.status.count):
    return sent
out = tell()

def tell():
    nonlocal out
    out = obj.status.count
out = 0
tell()

def outer():
    sent = obj.status.count
    def inner():
        return sent
    return inner
out = outer()()

def tell(*given, **named):
    return given, named
out = tell(obj.status.count)[0]

def tell(*given, **named):
    return named
out = tell(n=obj.status.count)

def tell():
    yield obj.status.count
out = list(tell())

def tell():
    yield from obj.status.notes
out = list(tell())

def tell():
    got = yield
    yield got
running = tell()
next(running)
out = running.send(obj.status.count)

def tell():
    try:
        return "x"
    finally:
        obj.spec.kind = str(obj.status.count)
tell()
out = obj.spec.kind

out = list(counting(obj.status.count))

out = sum(counting(obj.status.count))

out = [0 for _ in counting(obj.status.count)]

out = remember(obj.status.count)[0]

out = lookup({"full": 1}, obj.status.note)

out = lookup([1, 2], obj.status.count)

out = Box(obj.status.count).held

out = Box(obj.status.count).get()

box = Box()
box.held = obj.status.count
out = box.held

box = Box()
setattr(box, "held", obj.status.count)
out = box.held

box = Box()
setattr(box, "he" + "ld", obj.status.count)
out = box.held

box = Box()
vars(box)["held"] = obj.status.count
out = box.held

box = Box()
box.__dict__.update(held=obj.status.count)
out = box.held

box = Box()
object.__setattr__(box, "held", obj.status.count)
out = box.held

Box.shared = obj.status.count
out = Box.shared

class Inner:
    sent = obj.status.count
out = Inner.sent

class Inner:
    sent = obj.status.count
    def tell(self):
        return self.sent
out = Inner().tell()

class Inner:
    def tell(self, sent=obj.status.count):
        return sent
out = Inner().tell()

out = type("Made", (), {"sent": obj.status.count}).sent

self.sent = obj.status.count
out = self.sent

GLOBAL["sent"] = obj.status.count
out = GLOBAL["sent"]

global SENT
SENT = obj.status.count
out = SENT

same.sent = obj.status.count
out = same.sent

CURRENT.set(obj.status.count)
out = CURRENT.get()

out = Weighed(obj.status.count)()

out = len(Weighed(obj.status.count))

out = 1 in Weighed(obj.status.count)

out = Weighed(obj.status.count) < Weighed(2)

out = Weighed(obj.status.count) + 1

out = Weighed(obj.status.count)["x"]

out = list(Weighed(obj.status.count))

out = [0 for _ in Weighed(obj.status.count)]

out = str(Weighed(obj.status.count))

out = f"{Weighed(obj.status.count)}"

out = bool(Weighed(obj.status.count))

out = Weighed(obj.status.count).other

out = sorted([Weighed(2), Weighed(obj.status.count)])[0].weight

out = max(Weighed(2), Weighed(obj.status.count)).weight

try:
    out = {"full": 1}[obj.status.note]
except KeyError:
    out = "none"

out = "none"
try:
    {"full": 1}[obj.status.note]
    out = "some"
except KeyError:
    pass

try:
    {}[obj.status.note]
except KeyError as error:
    out = error.args[0]

try:
    {}[obj.status.note]
except KeyError as error:
    out = str(error)

try:
    raise ValueError(obj.status.note)
except ValueError as error:
    out = error.args[0]

try:
    raise ValueError(obj.status.note)
except ValueError as error:
    out = str(error)

try:
    raise ValueError(obj.status.note)
except ValueError as error:
    out = f"{error}"

try:
    if obj.status.count:
        raise ValueError
    out = "idle"
except ValueError:
    out = "busy"

try:
    out = 1 // obj.status.count
except ZeroDivisionError:
    out = "none"

out = "some"
try:
    1 // obj.status.count
except ZeroDivisionError:
    out = "none"

out = "some"
with suppress(ZeroDivisionError):
    1 // obj.status.count
    out = "none"

out = "some"
try:
    [0][obj.status.count]
except IndexError:
    out = "none"

out = "some"
try:
    int(obj.status.note or "1")
except ValueError:
    out = "none"

out = "some"
try:
    obj.status.when.upper()
except AttributeError:
    out = "none"

out = "some"
try:
    assert obj.status.count
except AssertionError:
    out = "none"

out = "some"
try:
    [first] = obj.status.notes
except ValueError:
    out = "none"

out = "some"
try:
    obj.status.notes.index("a")
except ValueError:
    out = "none"

out = "some"
try:
    next(iter(obj.status.notes))
except StopIteration:
    out = "none"

out = "some"
try:
    getattr(Box, obj.status.note or "get")
except AttributeError:
    out = "none"

out = "some"
try:
    ctx.check(obj.status.count)
except ValueError:
    out = "none"

try:
    out = "some"
    1 // obj.status.count
except ZeroDivisionError:
    pass
else:
    out = "fine"

out = "some"
try:
    if obj.status.count:
        raise KeyError
except LookupError:
    out = "none"
finally:
    done = True

with contextlib.ExitStack() as stack:
    out = stack.enter_context(contextlib.nullcontext(obj.status.count))

with contextlib.nullcontext(obj.status.count) as out:
    pass

with contextlib.closing(io.StringIO(obj.status.note)) as held:
    out = held.read()

out = asyncio.run(asyncio.sleep(0, obj.status.count))

async def tell():
    return obj.status.count
out = asyncio.run(tell())

@functools.lru_cache
def tell(sent):
    return sent
out = tell(obj.status.count)

@functools.wraps(same)
def tell():
    return obj.status.count
out = tell()

out = next(filter(lambda number: number >= obj.status.count, [0, 1, 2, 3, 4, 5]))

out = [lambda: obj.status.count][0]()

out = {"tell": lambda: obj.status.count}["tell"]()

out = types.MethodType(same, obj.status.count)()

out = Box.get(Box(obj.status.count))

out = Box.get(SimpleNamespace(held=obj.status.count))
""")

#: What an unseen call gave, and what the library makes, used as containers.
UNSEEN_CONTAINERS = _pieces("""
held = ctx.frob([])
if obj.status.count:
    held.append(1)
out = bool(held)

counts = defaultdict(list)
counts["n"].append(obj.status.count)
out = counts["n"]

counts = defaultdict(list)
counts["n"].append(obj.status.count)
out = dict(counts)

counts = defaultdict(list)
counts[obj.status.note].append(1)
out = list(counts)

counts = defaultdict(lambda: obj.status.count)
out = counts["n"]

counts = defaultdict(list)
counts[1].append(obj.status.count)
out = counts[1]

held = {}
ChainMap(held)["n"] = obj.status.count
out = held["n"]

type.__setattr__(Box, "shared", obj.status.count)
out = read_shared()

table = {}
table[obj.spec.kind] = lambda: obj.status.count
out = table["b"]()
""")

#: Names of modules, classes and functions that are set.
NAMESPACES = _pieces("""
global SENT_HERE
SENT_HERE = obj.status.count
out = [value for name, value in globals().copy().items() if name == "SENT_HERE"]

globals()["REMEMBERED"] = obj.status.count
out = REMEMBERED

globals()["REMEMBERED"] = obj.status.count
out = tell_remembered()

globals()["FRESH"] = obj.status.count
out = FRESH

globals().update(REMEMBERED=obj.status.count)
out = tell_remembered()

globals().update({"REMEMBERED": obj.status.count})
out = REMEMBERED

remembering(obj.status.count)
out = globals()["REMEMBERED"]

module = __import__("sys").modules[__name__]
setattr(module, "REMEMBERED", obj.status.count)
out = tell_remembered()

import sys
setattr(sys.modules[__name__], "REMEMBERED", obj.status.count)
out = tell_remembered()

import sys
sys.modules[__name__].REMEMBERED = obj.status.count
out = REMEMBERED

import sys
sys.remembered = obj.status.count
out = sys.remembered

import boats
boats.REMEMBERED = obj.status.count
out = tell_remembered()

import boats
setattr(boats, "REMEMBERED", obj.status.count)
out = boats.REMEMBERED

import boats
vars(boats)["REMEMBERED"] = obj.status.count
out = REMEMBERED

import builtins
builtins.remembered = obj.status.count
out = builtins.remembered

json.remembered = obj.status.count
out = json.remembered

tell_default.__defaults__ = (obj.status.count,)
out = tell_default()

tell_attr.__dict__["value"] = obj.status.count
out = tell_attr()

vars(tell_attr)["value"] = obj.status.count
out = tell_attr.value

Box.shared = obj.status.count
out = Box().shared

Box.fresh = obj.status.count
out = Box().fresh

Box.get = lambda self: obj.status.count
out = Box().get()

Box.__str__ = lambda self: str(obj.status.count)
out = str(Box())

Registry.put(obj.status.count)
out = Registry().value

Registry.put(obj.status.count)
out = vars(Registry)["value"]

Registry.put(obj.status.count)
out = Registry.__dict__["value"]

Registry.table["x"] = obj.status.count
out = Registry.told()

Registry.table["x"] = obj.status.count
out = Registry().table["x"]

Registry().kept.append(obj.status.count)
out = Registry.kept[-1]

Registry().kept.append(obj.status.count)
out = Registry().kept[-1]

Registry.kept.append(obj.status.count)
out = Registry.kept.pop()

sent = ""
def tell():
    return sent
tell.__closure__[0].cell_contents = obj.status.count
out = tell()

sent = ""
def tell():
    return sent
tell.__closure__[0].cell_contents = obj.status.count
out = sent

def tell():
    return obj.status.count
kept = tell()
def told():
    return tell.__closure__[0].cell_contents.status.count
out = told()
""")

#: Classes that are made in the hook.
CLASS_BODIES = _pieces("""
def put(cls, value):
    cls.kept = value
class K:
    store = classmethod(put)
K().store(obj.status.count)
out = K.kept

class K:
    def put(cls, value):
        cls.kept = value
    put = classmethod(put)
K().put(obj.status.count)
out = K.kept

class K:
    if obj.status.count:
        flag = 1
out = hasattr(K, "flag")

class K:
    for note in obj.status.notes:
        pass
out = hasattr(K, "note")

class K:
    if obj.status.count:
        def tell(self):
            return 1
out = hasattr(K(), "tell")

class K:
    try:
        flag = 1 // obj.status.count
    except ZeroDivisionError:
        flag = -1
out = K.flag

class K:
    seen = []
    seen.append(obj.status.count)
out = K.seen

seen = []
class K:
    seen.append(obj.status.count)
out = seen

class K:
    obj.spec.kind = str(obj.status.count)
out = obj.spec.kind

class K:
    (a := obj.status.count)
out = K.a

class K:
    a = 1
    a += obj.status.count
out = K.a

class K:
    a = 1
    if obj.status.count:
        del a
out = hasattr(K, "a")

class Meta2(type):
    def __call__(cls):
        return obj.status.count
class K(metaclass=Meta2):
    pass
out = K()

class K:
    def __init_subclass__(cls, sent=0, **kw):
        cls.sent = sent
class L(K, sent=obj.status.count):
    pass
out = L.sent

class K:
    def __set_name__(self, owner, name):
        owner.sent = obj.status.count
class L:
    x = K()
out = L.sent

class K:
    def __class_getitem__(cls, item):
        return obj.status.count
out = K[1]

K = types.new_class("K", (), {}, lambda ns: ns.update(flag=obj.status.count))
out = K.flag

class Manager:
    async def __aenter__(self):
        return obj.status.count
    async def __aexit__(self, *_):
        pass
async def enter():
    async with Manager() as found:
        return found
out = asyncio.run(enter())

class Inner:
    locals()["v"] = obj.status.count
out = Inner.v

class Inner:
    v = 1
    vars().update(v=obj.status.count)
out = Inner().v

class Inner:
    exec("v = obj.status.count", {"obj": obj}, locals())
out = Inner.v

class Inner:
    [locals() for _ in [1]][0]["w"] = 3
    v = obj.status.count
out = Inner.v

def sneak(where):
    where["v"] = obj.status.count
class Inner:
    sneak(locals())
out = Inner.v

class Inner:
    sys._getframe().f_locals["v"] = obj.status.count
out = Inner.v

class Inner:
    inspect = __import__("inspect")
    inspect.currentframe().f_locals["v"] = obj.status.count
out = Inner.v
""")

#: Special methods that do something besides.
SPECIAL_METHODS = _pieces("""
seen = []
obj.status.count == Noisy(seen)
out = seen

seen = []
if obj.status.count and Noisy(seen):
    pass
out = seen

seen = []
if obj.status.count:
    str(Noisy(seen))
out = seen

seen = []
f"{Noisy(seen):{obj.status.note}}"
out = seen

seen = []
format(Noisy(seen), obj.status.note)
out = seen

seen = []
if obj.status.count:
    sorted([Noisy(seen), Noisy(seen)])
out = seen

seen = []
if obj.status.count:
    len(Noisy(seen))
out = seen

seen = []
if obj.status.count:
    list(Noisy(seen))
out = seen

seen = []
if obj.status.count:
    bool(Noisy(seen))
out = seen

seen = []
not (obj.status.count and Noisy(seen))
out = seen

seen = []
any([obj.status.count and Noisy(seen)])
out = seen

seen = []
assert Noisy(seen) or True
if obj.status.count:
    assert Noisy(seen)
out = seen
""")

#: What runs code: exceptions, contexts, coroutines, functions that remember what they gave.
METACLASSES = _pieces("""
Hearing(obj.status.count)
out = GLOBAL["made"]

Hearing.seen = obj.status.count
out = GLOBAL["seen"]

setattr(Hearing, "seen", obj.status.count)
out = GLOBAL["seen"]

Hearing["seen"] = obj.status.count
out = GLOBAL["seen"]

GLOBAL["asked"] = obj.status.count
out = Answering.anything

GLOBAL["asked"] = obj.status.count
out = AnsweringToo[1]

GLOBAL["asked"] = obj.status.count
out = len(Answering)

GLOBAL["asked"] = obj.status.count
out = "big" if Answering else "small"

GLOBAL["asked"] = obj.status.count
out = 2 in Answering

GLOBAL["asked"] = obj.status.count
out = [1 for _ in AnsweringToo]

GLOBAL["asked"] = obj.status.count
out = Answering < 2

GLOBAL["asked"] = obj.status.count
out = Answering + 2

GLOBAL["asked"] = obj.status.count
out = f"{Answering}"

GLOBAL["asked"] = obj.status.count
out = isinstance(obj, Answering)

GLOBAL["asked"] = obj.status.count
with Answering as out:
    pass

GLOBAL["asked"] = obj.status.count
out = Answering.most

GLOBAL["asked"] = obj.status.count
out = type(Answering()).tell()

given = Answering
GLOBAL["asked"] = obj.status.count
out = list(given)

given = AnsweringToo
GLOBAL["asked"] = obj.status.count
out = given.most
""")

PARTS_OF_THINGS = _pieces("""
tell_written.__globals__["WRITTEN"] = obj.status.count
out = tell_written()

tell_written.__kwdefaults__["more"] = obj.status.count
out = tell_written()

held = tell_written.__kwdefaults__
held["more"] = obj.status.count
out = tell_written()

for _ in range(obj.status.count):
    next(TURNS)
out = next(TURNS)

turns = itertools.cycle("ab")
if obj.status.count == 1:
    next(turns)
out = next(turns)

box = Box()
box.__dict__ = {"kept": obj.status.count}
out = box.kept

box = Box()
held = vars(box)
held |= {"kept": obj.status.count}
out = box.kept

held = UserDict()
held.data["n"] = obj.status.count
out = held["n"]

held = UserList()
held.append(obj.status.count)
out = held.data[0]

if obj.status.count:
    nothing(obj.status.count)
out = nothing.cache_info()

with decimal.localcontext() as numbers:
    numbers.prec = obj.status.count + 1
    out = decimal.Decimal(1) / 7

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    warnings.warn(str(obj.status.count))
out = str(caught[0].message)

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    if obj.status.count:
        warnings.warn("some")
out = len(caught)

put(obj.status.count)
out = take()

digest = hashlib.sha1()
digest.update(str(obj.status.count).encode())
out = digest.hexdigest()

class Answer:
    def __getattr__(self, name):
        return obj.status.count
out = Answer().anything

class Answer(dict):
    def __missing__(self, key):
        return obj.status.count
out = Answer()["x"]

class Answer:
    def __enter__(self):
        return self
    def __exit__(self, *_):
        return bool(obj.status.count)
out = "swallowed"
try:
    with Answer():
        raise ValueError
except ValueError:
    out = "raised"

box = Box(1)
box.__class__ = type("Other", (Box,), {"get": lambda self: obj.status.count})
out = box.get()

out = range(obj.status.count).stop

made = __import__("dataclasses").make_dataclass("Made", [("n", int, obj.status.count)])
out = made().n

import builtins
builtins.everywhere = obj.status.count
out = everywhere

Box.__init__.__defaults__ = (obj.status.count,)
out = Box().held
""")

RUNNING = _pieces("""
it, out = (each for each in [1, obj.status.count]), 0
next(it)
for out in it:
    break

def g():
    yield 1
it, out = g(), 0
for _ in it:
    out = obj.status.count
for _ in it:
    out = 0

try:
    raise ValueError from Trouble(obj.status.count)
except ValueError as trouble:
    out = trouble.__cause__.sent

kept = Trouble(obj.status.count)
try:
    raise kept
except Trouble as trouble:
    out = trouble.sent

try:
    int(obj.status.note)
except ValueError as trouble:
    out = str(trouble)

context = contextvars.copy_context()
context.run(CURRENT.set, obj.status.note)
out = context[CURRENT]

context = contextvars.copy_context()
context.run(CURRENT.set, obj.status.note)
out = context.run(CURRENT.get)

remember(obj.status.count)
out = remember.__defaults__[0]

remember(obj.status.count)
out = remember.__defaults__[0][0]

cached(1).append(obj.status.count)
out = cached(1)[-1]

kept = cached(2)
kept.clear()
kept.append(obj.status.count)
out = cached(2)

items = iter([obj.status.count, 0])
out = list(iter(lambda: next(items), 0))

count = 0
def tick():
    global COUNT_
    COUNT_ = obj.status.count
    return 1
list(iter(tick, 1))
out = COUNT_

out = 1
try:
    list(zip([1], obj.status.notes, strict=True))
except ValueError:
    out = 2

async def tell():
    return obj.status.count
async def both():
    done, _ = await asyncio.wait({asyncio.ensure_future(tell())})
    return [d.result() for d in done]
out = asyncio.run(both())

async def tell():
    return obj.status.count
coro = tell()
try:
    coro.send(None)
except StopIteration as stop:
    out = stop.value

@contextlib.asynccontextmanager
async def manage():
    yield obj.status.count
async def enter():
    async with manage() as found:
        return found
out = asyncio.run(enter())
""")

#: Loops that go on, and what the library keeps.
KEPT = _pieces("""
held = Shelf()
held["n"] = obj.status.count
out = held.kept

held = Shelf()
del held[obj.status.count]
out = held.kept

held = Telling()
held.n = obj.status.count
out = GLOBAL["n"]

Colour.RED.sent = obj.status.count
out = Colour.RED.sent

Colour.sent = obj.status.count
out = Colour.sent

out = replace(Doubled(), count=obj.status.count).twice

os.environ["SENT"] = obj.status.note
out = os.getenv("SENT")

os.environ.update(SENT=obj.status.note)
out = os.environ.get("SENT")

random.seed(obj.status.count)
out = random.random()

with tempfile.TemporaryFile("w+") as file:
    file.write(obj.status.note)
    file.seek(0)
    out = file.read()

file = io.StringIO()
print(obj.status.note, file=file)
out = file.getvalue()

made = asyncio.Queue()
made.put_nowait(obj.status.count)
out = made.get_nowait()

items = bytearray(4)
struct.pack_into("i", items, 0, obj.status.count)
out = str(bytes(items))

sent = obj.status.count
out = sys._getframe().f_locals["sent"]

sent = obj.status
out = max(each.count for each in gc.get_objects() if isinstance(each, Status) and each is sent)

def turns():
    found = 0
    while True:
        found = yield found
given = turns()
next(given)
out = given.send(obj.status.count)

items = [[]] * 2
items[0].append(obj.status.count)
out = items[1]

out = len(frozenset([1, obj.status.count]))

out = 0
number = 0
while number < ctx.frob(9):
    number += 1
    if number == 7:
        out = obj.status.count

made = Box(0)
number = 0
while number < ctx.frob(9):
    number += 1
    if number == 7:
        made.held = obj.status.count
out = made.held

def turns():
    while True:
        yield obj.status.count
out = next(turns())

def turns():
    while True:
        yield obj.status.count
out = [sent for _, sent in zip([1], turns())]
""")

#: Methods that the language runs where nobody calls them, and other ways round what is followed.
BEHIND_THE_BACK = _pieces("""
left = Left(obj.status.count)
del left
out = GLOBAL.get("left")

Left(obj.status.note)
out = GLOBAL.get("left")

GLOBAL["mirror"] = obj.status.count
out = Mirror().whatever

guarded = Guarded()
delattr(guarded, obj.status.note or "q")
out = GLOBAL["gone"]

out = ["a", "b", "c", "d"][Numbered(obj.status.count)]

[1, 2, 3, 4][Numbered(obj.status.count)]
out = GLOBAL["asked"]

reversed(Numbered(obj.status.count))
out = GLOBAL["asked"]

{Hashed(obj.status.count)}
out = GLOBAL["asked"]

{1: 2}.get(Hashed(obj.status.count))
out = GLOBAL.get("asked")

seen = set()
seen.add(Hashed(obj.status.count))
out = GLOBAL["asked"]

Named(obj.status.count)
out = GLOBAL["asked"]

Slotted().x = obj.status.count
out = Slotted().x

setattr(Slotted(), "x", obj.status.count)
out = GLOBAL["slot"]

slotted = Slotted()
if obj.status.count:
    del slotted.x
out = GLOBAL.get("slot")

os.environ["PARKED"] = obj.status.note
out = os.environ["PARKED"]

os.environ.update(PARKED=obj.status.note)
out = os.environ["PARKED"]

os.environ["PARKED"] = obj.status.note
out = os.path.expandvars("$PARKED")

sys.argv.append(obj.status.note)
out = sys.argv.pop()

def numbers():
    number = obj.status.count
    yield 1
running = numbers()
next(running)
out = running.gi_frame.f_locals["number"]

def told():
    heard = yield
    GLOBAL["heard"] = heard
hearing = told()
next(hearing)
with suppress(StopIteration):
    hearing.send(obj.status.note)
out = GLOBAL["heard"]

def told():
    try:
        yield
    except ValueError as error:
        GLOBAL["heard"] = error.args[0]
        yield
hearing = told()
next(hearing)
hearing.throw(ValueError(obj.status.note))
out = GLOBAL["heard"]

counted = iter([1, 2, 3])
if obj.status.count:
    next(counted)
out = next(counted)

def keep():
    GLOBAL["kept"] = obj.status.note
ctx.frob(keep)()
out = GLOBAL["kept"]

stack = contextlib.ExitStack()
def keep():
    GLOBAL["kept"] = obj.status.note
stack.callback(keep)
stack.close()
out = GLOBAL["kept"]

GLOBAL["x"] = obj.status.note
out = ctx.frob(read_global)()

waiting = functools.partial(same, obj.status.note)
out = waiting.args[0]

waiting = functools.partial(same, value=obj.status.note)
out = waiting.keywords["value"]

def around():
    REMEMBERED = ""
    def inside():
        global REMEMBERED
        REMEMBERED = obj.status.note
    inside()
    return REMEMBERED
around()
out = REMEMBERED

box = Box()
if obj.status.count:
    box.extra = 1
out = hasattr(box, "extra")

box = Box()
if obj.status.count:
    box.extra = 1
out = getattr(box, "extra", 0)

whole = bytearray(4)
view = memoryview(whole)
view[0] = obj.status.count
out = whole[0]

import decimal
decimal.getcontext().prec = obj.status.count + 1
out = str(decimal.Decimal(1) / decimal.Decimal(3))
decimal.getcontext().prec = 28

import decimal
decimal.setcontext(decimal.Context(prec=obj.status.count + 2))
out = str(decimal.Decimal(1) / 3)
decimal.getcontext().prec = 28

printed = io.StringIO()
with contextlib.redirect_stdout(printed):
    print(obj.status.note)
out = printed.getvalue()

printed = io.StringIO()
with contextlib.redirect_stdout(printed):
    sys.stdout.write(obj.status.note)
out = printed.getvalue()

class Phase(enum.Enum):
    SENT = obj.status.note
out = Phase.SENT.value

box = Box(1)
box.__class__ = Echo
box.said = obj.status.count
out = box.whatever

names = {1}
others = names
others ^= {obj.status.count}
out = names

names = {1, 3}
others = names
others -= {obj.status.count}
out = names

noted(obj.status.count)
out = noted.calls[-1]

async def tell():
    future = asyncio.get_running_loop().create_future()
    future.set_result(obj.status.count)
    return await future
out = asyncio.run(tell())

out = Box(obj.status.count).get.__self__.held

out = Box(0).get.__func__(Box(obj.status.count))

items = {}
dict.__setitem__(items, "n", obj.status.count)
out = items["n"]

items = []
list.append(items, obj.status.count)
out = items
""")

#: Exceptions of classes of the tree, and where they go.
RAISED = _pieces("""
out = Refusal(obj.status.note)

out = str(Refusal(obj.status.note))

try:
    raise Refusal(obj.status.note)
except ValueError as refusal:
    out = str(refusal)

try:
    raise Late(obj.status.note)
except (KeyError, ValueError) as refusal:
    out = refusal.args[0]

try:
    try:
        raise Late(obj.status.note)
    finally:
        done = True
except ValueError as refusal:
    out = str(refusal)

try:
    try:
        raise Late(obj.status.note)
    except Refusal:
        raise
except ValueError as refusal:
    out = str(refusal)

try:
    try:
        raise Refusal(obj.status.note)
    except Refusal:
        raise KeyError("x")
except KeyError as refusal:
    out = refusal.__context__.args[0]

def check(number):
    if number:
        raise Late(number)
out = "fine"
try:
    check(obj.status.count)
except ValueError:
    out = "late"

REFUSALS = (ValueError, KeyError)
out = "fine"
try:
    if obj.status.count:
        raise Late("x")
except REFUSALS:
    out = "late"

with Swallowing() as swallowing:
    raise Refusal(obj.status.note)
out = swallowing.error.args[0]

with Swallowing() as swallowing:
    if obj.status.count:
        raise Refusal("x")
out = swallowing.error is None
""")

GROUPS = {
    "branches": BRANCHES,
    "computing": ARITHMETIC,
    "containers": CONTAINERS,
    "calls": CALLS,
    "unseen containers": UNSEEN_CONTAINERS,
    "namespaces": NAMESPACES,
    "class bodies": CLASS_BODIES,
    "special methods": SPECIAL_METHODS,
    "metaclasses": METACLASSES,
    "parts of things": PARTS_OF_THINGS,
    "running": RUNNING,
    "kept": KEPT,
    "behind the back": BEHIND_THE_BACK,
    "raised": RAISED,
    "orders": _pieces(ORDERS),
    "shown by another": _pieces(SHOWN_BY_ANOTHER),
    "turned keys": [TURNED_KEYS + piece for piece in _pieces(REVERSED)],
}

#: What a sink does with ``out``, on create and on update.
CREATE_SINKS = _pieces("""
obj.status = Status()
obj.status.note = out

obj.status = Status(notes=[f"<{out}>"])

obj.status = Status(count=1 if out else 2)

obj.status = Status()
if out:
    obj.status.marks["x"] = 1

obj.status = Status()
obj.status.notes.append(str(out))
""")

UPDATE_SINKS = _pieces("""
obj.status = replace(old.status, note=str(out))

obj.status = deepcopy(old.status)
if out:
    obj.status.count += 1
""")

#: Hooks that leak as a whole: nothing of them is stored through ``out``.
LAZY = _pieces("""
number = float("nan")
if number == number:
    wipe(obj)

number = float("inf") - float("inf")
if number == number:
    wipe(obj)

number = decimal.Decimal("NaN")
if not number != number:
    wipe(obj)

if float("nan") in [1.0, float("nan")]:
    wipe(obj)

map(wipe, [obj])

filter(wipe, [obj])

(wipe(boat) for boat in [obj])

[(wipe(boat) for boat in [obj])]

def wiping():
    obj.status = Status()
    yield
wiping()

def wiping():
    yield
    obj.status = Status()
next(wiping())

def wiping():
    yield from (wipe(boat) for boat in [obj])
wiping()

functools.partial(wipe, obj)

async def wiping():
    obj.status = Status()
wiping()

lambda: wipe(obj)

zip(map(wipe, [obj]), [1])

enumerate(map(wipe, [obj]))

itertools.chain(map(wipe, [obj]))

itertools.starmap(wipe, [(obj,)])

reversed([lambda: wipe(obj)])

later = map(wipe, [obj])

later = map(wipe, [obj])
if later:
    pass

iter(map(wipe, [obj]))

bool(map(wipe, [obj]))

str(map(wipe, [obj]))

id(wipe(boat) for boat in [obj])

contextlib.suppress(ValueError)
map(wipe, [obj])

itertools.islice(map(wipe, [obj]), 1)

[map(wipe, [obj])]

{"later": map(wipe, [obj])}

any(map(lambda boat: boat, []))
map(wipe, [obj])

list(map(wipe, []))

next(map(wipe, [copy.copy(obj), obj]))

for _ in map(wipe, [copy.copy(obj), obj]):
    break

any(number == 1 or wipe(obj) for number in [1, 2])

all(number == 2 and not wipe(obj) for number in [1, 2])

later = iter([wipe, wipe])

given = map(wipe, [copy.copy(obj), obj])
next(given)

given = (boat for boat in [obj])
list(given)
for boat in given:
    wipe(boat)

given = iter([obj])
next(given)
for boat in given:
    wipe(boat)

given = zip([obj])
list(given)
[wipe(boat) for (boat,) in given]

given = map(same, [obj])
1 in given
[wipe(boat) for boat in given]

given = filter(None, [obj])
sum(1 for _ in given)
for boat in given:
    wipe(boat)

def boats():
    yield obj
given = boats()
list(given)
for boat in given:
    wipe(boat)

given = reversed([obj])
list(given)
for boat in given:
    wipe(boat)

given = enumerate([obj])
dict(given)
for _, boat in given:
    wipe(boat)
""")

#: Hooks that wipe the status, and put it back by something that runs later, or in between.
RESTORED = _pieces("""
def g():
    yield 1
    obj.status = sent
sent = obj.status
for _ in g():
    wipe(obj)

def g():
    try:
        yield 1
    finally:
        obj.status = sent
sent = obj.status
for _ in g():
    wipe(obj)

def g():
    try:
        yield 1
    finally:
        obj.status = sent
sent = obj.status
it = g()
next(it)
wipe(obj)
del it

def g():
    try:
        yield 1
    except GeneratorExit:
        obj.status = sent
sent = obj.status
it = g()
1 in it
wipe(obj)

def g():
    try:
        yield from "ab"
    finally:
        obj.status = sent
def h():
    yield from g()
sent = obj.status
it = h()
for _ in it:
    break
wipe(obj)

def g():
    with Restoring(obj):
        yield 1
it = g()
next(it)
wipe(obj)

def g():
    try:
        yield 1
    finally:
        obj.status = sent
sent = obj.status
it = g()
next(it)
wipe(obj)
it = None
other = replace(obj)
return other

def g():
    yield 1
    obj.status = sent
    yield 2
sent = obj.status
it = g()
next(it)
wipe(obj)
next(it)

def g():
    yield 1
    obj.status.count = sent
    yield 2
sent = obj.status.count
it = g()
next(it)
wipe(obj)
next(it, None)

def g():
    sent = yield 1
    obj.status.count = sent
    yield 2
sent = obj.status.count
it = g()
next(it)
wipe(obj)
it.send(sent)

def g():
    try:
        yield 1
    finally:
        obj.status.count = sent
sent = obj.status.count
it = g()
next(it)
wipe(obj)
it.close()

def g():
    try:
        yield 1
    except ValueError:
        obj.status.count = sent
        yield 2
sent = obj.status.count
it = g()
next(it)
wipe(obj)
it.throw(ValueError())

def inner():
    yield 1
    obj.status.count = sent
def g():
    yield from inner()
sent = obj.status.count
for _ in g():
    wipe(obj)

def inner():
    yield 1
    return sent
def g():
    found = yield from inner()
    obj.status.count = found
sent = obj.status.count
for _ in g():
    wipe(obj)

@contextlib.contextmanager
def m():
    sent = obj.status
    yield
    obj.status = sent
with m():
    wipe(obj)

@contextlib.contextmanager
def m():
    sent = obj.status
    try:
        yield
    finally:
        obj.status = sent
with m():
    wipe(obj)
    return

@contextlib.contextmanager
def m():
    sent = obj.status
    yield
    obj.status = sent
with contextlib.ExitStack() as stack:
    stack.enter_context(m())
    wipe(obj)

sent = obj.status
with contextlib.ExitStack() as stack:
    stack.callback(setattr, obj, "status", sent)
    wipe(obj)

sent = obj.status
def back():
    obj.status = sent
with contextlib.ExitStack() as stack:
    stack.callback(back)
    wipe(obj)

sent = obj.status
stack = contextlib.ExitStack()
stack.callback(setattr, obj, "status", sent)
wipe(obj)
stack.close()

class M:
    def __enter__(self):
        return self
    def __exit__(self, *_):
        obj.status = sent
sent = obj.status
with contextlib.suppress(ValueError), M():
    wipe(obj)

class M:
    def __enter__(self):
        return self
    def __exit__(self, kind, *_):
        return True
with M():
    ctx.check(obj.status.count)
    wipe(obj)

list(zip([], (wipe(b) for b in [obj])))

list(zip([], map(wipe, [obj])))

for a, b in zip([], map(wipe, [obj])):
    pass

def g():
    yield 0
    wipe(obj)
list(zip(g(), []))

def g():
    yield 0
    yield 1
    wipe(obj)
dict(zip([1], g()))

sent = obj.status
wipe(obj)
getattr(ctx, "none", lambda: setattr(obj, "status", sent))()

sent = obj.status
wipe(obj)
ctx.frob([lambda: setattr(obj, "status", sent)])[0]()

sent = obj.status
wipe(obj)
table = {}
table[obj.spec.kind] = lambda: setattr(obj, "status", sent)
table[obj.spec.kind]()

sent = obj.status
wipe(obj)
table = {}
table[obj.spec.kind] = lambda: setattr(obj, "status", sent)
table["b"]()

sent = Status()
was = obj.status
def keep(*_):
    nonlocal sent
    sent = was
    return 1
json.dumps(Box(), default=keep)
obj.status = sent

sent = [Status()]
was = obj.status
class K:
    def act(self):
        sent[0] = was
ctx.frob(K()).act()
obj.status = sent[0]

sent = [Status()]
was = obj.status
class K:
    def act(self):
        sent[0] = was
ctx.frob(K)().act()
obj.status = sent[0]

number = 0
while True:
    number += 1
    if number > 20:
        break

def counted():
    number = 0
    while True:
        yield number
        number += 1
for number in counted():
    if number > 10:
        break

def counted():
    number = 0
    while True:
        yield number
        number += 1
numbers = counted()
obj.spec.kind = str(next(numbers))

sent = obj.status
obj.status = Status()
json.dumps([{1, 2}], default=lambda value: setattr(obj, "status", sent))

sent = obj.status
obj.status = Status()
asdict(obj, dict_factory=lambda pairs: setattr(obj, "status", sent) or dict(pairs))

sent = obj.status
obj.status = Status()
defaultdict(lambda: setattr(obj, "status", sent))["any"]

sent = obj.status
obj.status = Status()
print(end="", file=SimpleNamespace(write=lambda text: setattr(obj, "status", sent)))

sent = obj.status
obj.status = Status()
object.__getattribute__(obj, "__dict__")["status"] = sent

sent = obj.status
obj.status = Status()
class Made(setattr(obj, "status", sent) or object):
    pass

sent = obj.status
obj.status = Status()
Boat.__setattr__(obj, "status", sent)

sent = obj.status
obj.status = Status()
setter = type(obj).__setattr__
functools.partial(setter, obj)("status", sent)

sent = obj.status
obj.status = Status()
locals()["obj"].status = sent

sent = obj.status
obj.status = Status()
dict(vars())["obj"].status = sent

sent = obj.status
obj.status = Status()
[each for each in locals().values() if isinstance(each, Boat)][0].status = sent
""")

#: Code that finds the objects of calls that are running: beside it nothing is certain in its module.
FOUND_ANYWHERE = _pieces("""
def restore():
    setattr(sys._getframe(1).f_locals["obj"], "status", sent)
sent = obj.status
wipe(obj)
restore()

def restore():
    frame = inspect.currentframe().f_back
    frame.f_locals["obj"].status = sent
sent = obj.status
wipe(obj)
restore()

def restore():
    inspect.stack()[1].frame.f_locals["obj"].__dict__["status"] = sent
sent = obj.status
wipe(obj)
restore()

sent = obj.status
wipe(obj)
try:
    obj.missing
except AttributeError as error:
    error.__traceback__.tb_frame.f_locals["obj"].status = sent

sent = obj.status
wipe(obj)
for each in gc.get_objects():
    if isinstance(each, Boat) and each.spec is obj.spec:
        each.status = sent

sent = obj.status
wipe(obj)
spec = obj.spec
for each in gc.get_referrers(spec):
    if isinstance(each, Boat):
        each.status = sent
    elif isinstance(each, dict) and each.get("spec") is spec and "status" in each and "obj" not in each:
        each["status"] = sent

sent = obj.status
wipe(obj)
ctypes.cast(id(obj), ctypes.py_object).value.status = sent
""")

#: What makes another list of ``obj.spec.crew``, another mapping of ``obj.spec.cargo``.
SCRAMBLES = _pieces("""
obj.spec.crew = list(set(obj.spec.crew))

obj.spec.crew = list(frozenset(obj.spec.crew))

obj.spec.crew = list(dict.fromkeys(obj.spec.crew))

obj.spec.crew = list({mate: 1 for mate in obj.spec.crew})

obj.spec.crew = sorted(obj.spec.crew)

obj.spec.crew = sorted(obj.spec.crew, key=len)

obj.spec.crew = sorted(obj.spec.crew, reverse=True)

obj.spec.crew = list(sorted(obj.spec.crew))

obj.spec.crew = deepcopy(sorted(obj.spec.crew))

obj.spec.crew = sorted(obj.spec.crew).copy()

obj.spec.crew = [mate for mate in sorted(obj.spec.crew)]

obj.spec.crew = [mate for mate in reversed(obj.spec.crew)]

obj.spec.crew = [mate for mate in {*obj.spec.crew}]

obj.spec.crew = [mate for _, mate in enumerate(sorted(obj.spec.crew))]

obj.spec.crew = [one for one, _ in zip(reversed(obj.spec.crew), obj.spec.crew)]

obj.spec.crew = [*{*obj.spec.crew}]

obj.spec.crew = [*{mate for mate in obj.spec.crew}]

obj.spec.crew = [*sorted(obj.spec.crew)]

obj.spec.crew = [*reversed(obj.spec.crew)]

obj.spec.crew = list(reversed(obj.spec.crew))

obj.spec.crew = list(iter(reversed(obj.spec.crew)))

obj.spec.crew = list(map(str, reversed(obj.spec.crew)))

obj.spec.crew = list(filter(bool, reversed(obj.spec.crew)))

obj.spec.crew = list(itertools.chain(sorted(obj.spec.crew), []))

obj.spec.crew = obj.spec.crew[::-1]

obj.spec.crew = obj.spec.crew[::2]

obj.spec.crew = sorted(obj.spec.crew) + []

obj.spec.crew.sort()

obj.spec.crew.sort(key=len)

obj.spec.crew.reverse()

obj.spec.crew[:] = sorted(obj.spec.crew)

obj.spec.crew[:] = set(obj.spec.crew)

obj.spec.crew[:] = obj.spec.crew[::-1]

obj.spec.crew[::-1] = obj.spec.crew[:]

random.shuffle(obj.spec.crew)

other = obj.spec.crew
other.reverse()

other = obj.spec.crew[:]
other.sort()
obj.spec.crew = other

other = []
for mate in sorted(obj.spec.crew):
    other.append(mate)
obj.spec.crew = other

other = []
other.extend(reversed(obj.spec.crew))
obj.spec.crew = other

other = []
other += sorted(obj.spec.crew)
obj.spec.crew = other

other = []
for mate in obj.spec.crew:
    other.insert(0, mate)
obj.spec.crew = other

other = []
while obj.spec.crew:
    other.append(obj.spec.crew.pop())
obj.spec.crew = other

def turned():
    for mate in reversed(obj.spec.crew):
        yield mate
obj.spec.crew = list(turned())

def in_order():
    yield from sorted(obj.spec.crew)
obj.spec.crew = [*in_order()]

obj.spec.cargo = {key.upper(): load for key, load in obj.spec.cargo.items()}

obj.spec.cargo = {key + "x": load for key, load in obj.spec.cargo.items()}

obj.spec.cargo = {load: key for key, load in obj.spec.cargo.items()}

obj.spec.cargo = {key: load for key, load in obj.spec.cargo.items() if key}

obj.spec.cargo = {key: load for key, load in obj.spec.cargo.items() if key != "b"}

obj.spec.cargo = {key: load for key, load in obj.spec.cargo.items() if key.startswith("a")}

obj.spec.cargo = {key: load for key, load in obj.spec.cargo.items() if load}

obj.spec.cargo = dict((key.upper(), load) for key, load in obj.spec.cargo.items())

obj.spec.cargo = dict(zip(obj.spec.cargo.values(), obj.spec.cargo))

obj.spec.cargo = dict.fromkeys(obj.spec.cargo, 1)

obj.spec.cargo = {key: 1 for key in obj.spec.cargo}

obj.spec.cargo = {**obj.spec.cargo, obj.spec.kind: 1}

obj.spec.cargo = obj.spec.cargo | {obj.spec.kind: 1}

obj.spec.cargo[obj.spec.kind] = 1

obj.spec.cargo.update({obj.spec.kind: 1})

obj.spec.cargo.setdefault(obj.spec.kind, 1)

obj.spec.cargo.pop(obj.spec.kind, None)

if obj.spec.kind in obj.spec.cargo:
    del obj.spec.cargo[obj.spec.kind]

other = {}
for key, load in obj.spec.cargo.items():
    other[key.upper()] = load
obj.spec.cargo = other

other = {}
for key, load in obj.spec.cargo.items():
    if key > "a":
        other[key] = load
obj.spec.cargo = other
""")


def _body(piece: str) -> str:
    return "\n".join("        " + line for line in piece.split("\n"))


CREATE, UPDATE = "prepare_for_create(self, ctx, obj: Boat)", "prepare_for_update(self, ctx, obj: Boat, old: Boat)"
WIPED, KEPT = "status-not-wiped-on-create", "status-not-kept-on-update"
BUMPED = ("generation-not-bumped-on-spec-change", "generation-compared-too-early")
#: What the caller sends, in one object and in the others.
STATUSES: tuple[dict[str, Any], ...] = (
    {},
    {"count": 1, "note": "full", "notes": ["a"], "marks": {"a": 1}, "when": "now"},
    {"count": 3, "note": "f", "notes": ["b", "a", "b"], "marks": {"b": 2, "c": 3}},
)
SPECS: tuple[dict[str, Any], ...] = (
    {"kind": "b", "crew": ["mate", "ann", "mate"], "cargo": {"b": 2, "": 3}},
    {"kind": "ab", "crew": ["a", "zoe", "bob"], "cargo": {"b": 1, "ab": 0}},
    {"kind": "c", "crew": ["zoe", "ann"], "cargo": {"x": 7}},
)


class Context:
    """A collaborator that nobody can see through."""

    def frob(self, value: Any) -> Any:
        return value

    def fill(self, items: list[Any], values: list[Any]) -> None:
        items.extend(values)

    def check(self, number: int) -> None:
        if number > 1:
            raise ValueError(number)


class Boats:
    """The module of the prelude, and hooks in it."""

    def __init__(self) -> None:
        module = types.ModuleType("boats")
        sys.modules["boats"] = module
        self.names = module.__dict__
        exec(compile(PRELUDE, "boats.py", "exec"), self.names)

    def make(self, spec: dict[str, Any], status: dict[str, Any]) -> Any:
        """A fresh object."""
        names = self.names
        parts = names["Spec"](**copy.deepcopy(spec)), names["Status"](**copy.deepcopy(status))
        return names["Boat"](names["Meta"]("b"), *parts)

    def stored(self, head: str, body: str, *objects: Any) -> Any:
        """What a hook stores, or ``None`` where it refuses."""
        exec(f"def {head}:\n" + _body(body), self.names)
        try:
            result = self.names[head.partition("(")[0]](types.SimpleNamespace(), Context(), *objects)
        except Exception:
            return None
        return objects[0] if result is None else result


def _plain(value: Any) -> object:
    """A value without identities."""
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(item) for item in value]
    if isinstance(value, (str, int, float, complex, bytes, type(None))):
        return value
    return [_plain(item) for item in vars(value).items()] if hasattr(value, "count") else type(value).__name__


def _judged(hooks: Sequence[tuple[str, str, str]]) -> dict[tuple[int, str], Verdict]:
    """The verdicts on hooks, each with its parameters, its body and the attributes of its class, from one source."""
    source = PRELUDE + "".join(
        f"\n\nclass Hook{number}Strategy:\n{attributes}    def {head}:\n{_body(body)}\n"
        for number, (head, body, attributes) in enumerate(hooks)
    )
    config = Config()
    workspace = workspace_from_text({"boats.py": source}, config)
    rows = judge(workspace.contents(os.path.join(workspace.root, "boats.py")), workspace, config).rows
    numbers = {f"Hook{number}Strategy": number for number in range(len(hooks))}
    return {
        (numbers[name], row.rule): row.verdict for row in rows if (name := row.object.rpartition(".")[2]) in numbers
    }


def _leaks(boats: Boats, head: str, body: str) -> bool:
    """Whether another status of the caller's is stored as another one."""
    old = () if head is CREATE else (boats.make(SPECS[0], {"count": 7, "note": "old", "notes": ["o"]}),)
    found = (boats.stored(head, body, boats.make(SPECS[0], sent), *copy.deepcopy(old)) for sent in STATUSES)
    stored = [_plain(boat.status) for boat in found if boat is not None]
    return any(other != stored[0] for other in stored[1:])


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.filterwarnings("ignore")
def test_what_carries_the_callers_status_is_never_said_to_hold(group: str) -> None:
    hooks: list[tuple[str, str]] = []
    for number, carrier in enumerate(GROUPS[group]):
        sinks = CREATE_SINKS[0], CREATE_SINKS[1 + number % (len(CREATE_SINKS) - 1)]
        hooks += [(CREATE, f"{carrier}\n{sink}") for sink in sinks]
        hooks.append((UPDATE, f"{carrier}\n{UPDATE_SINKS[number % len(UPDATE_SINKS)]}"))
    boats = Boats()
    verdicts = _judged([(*hook, "") for hook in hooks])
    leaking = [_leaks(boats, *hook) for hook in hooks]
    assert all(any(leaking[first : first + 3]) for first in range(0, len(hooks), 3)), "a carrier carries nothing"
    silent = [
        body
        for number, (head, body) in enumerate(hooks)
        if leaking[number] and verdicts[number, WIPED if head is CREATE else KEPT] is Verdict.HOLDS
    ]
    assert not silent, "\n\n".join(["said to hold:", *silent])


@pytest.mark.filterwarnings("ignore")
def test_what_never_runs_wipes_nothing() -> None:
    boats = Boats()
    assert all(_leaks(boats, CREATE, body) for body in LAZY)
    verdicts = _judged([(CREATE, body, "") for body in LAZY])
    silent = [body for number, body in enumerate(LAZY) if verdicts[number, WIPED] is Verdict.HOLDS]
    assert not silent, "\n\n".join(["said to hold:", *silent])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("bodies", [RESTORED, FOUND_ANYWHERE, HANDED_ON], ids=["in between", "anywhere", "handed on"])
def test_what_runs_later_or_in_between_is_seen(bodies: list[str]) -> None:
    boats = Boats()
    assert all(_leaks(boats, CREATE, body) for body in bodies)
    verdicts = _judged([(CREATE, body, "") for body in bodies])
    silent = [body for number, body in enumerate(bodies) if verdicts[number, WIPED] is Verdict.HOLDS]
    assert not silent, "\n\n".join(["said to hold:", *silent])


def test_what_is_put_in_another_order_or_under_other_keys_is_not_the_same() -> None:
    boats = Boats()
    kept = [f"obj.spec = deepcopy(old.spec)\nobj.metadata.labels = old.metadata.labels\n{body}" for body in SCRAMBLES]
    bump = "obj.status = old.status\nif obj.spec != old.spec:\n    obj.metadata.generation += 1"
    bumped = [f"{bump}\n{body}" for body in SCRAMBLES]
    for body in kept:
        pairs = [(boats.make(spec, {}), boats.make(spec, {})) for spec in SPECS]
        found = [(boats.stored(UPDATE, body, obj, copy.deepcopy(old)), old) for obj, old in pairs for _ in range(5)]
        assert any(stored is not None and stored.spec != old.spec for stored, old in found), body
    subresource = '    subresource = "status"\n'
    verdicts = _judged([*((UPDATE, body, subresource) for body in kept), *((UPDATE, body, "") for body in bumped)])
    silent = [
        body
        for number, body in enumerate(SCRAMBLES)
        if verdicts[number, "spec-not-kept-on-status-update"] is Verdict.HOLDS
        or all(verdicts[len(kept) + number, rule] is Verdict.HOLDS for rule in BUMPED)
    ]
    assert not silent, "\n\n".join(["said to hold:", *silent])
