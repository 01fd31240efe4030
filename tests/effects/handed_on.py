"""Bodies of hooks that give the caller's status back late: after more rounds, or calls inside each other, than anybody
follows, or in code that nobody sees run.

They are put to the test in ``test_leaks``.
"""

from __future__ import annotations

from itertools import product
from textwrap import indent
from typing import Final

_NAMES: Final = "abcdefghij"


def _each(text: str) -> str:
    return "\n".join(text.format(name) for name in _NAMES)


#: Places in which something is kept from one round to the next: the code that makes them, and how they are written.
_PLACES: Final = (
    ("class Shelf:\n" + indent(_each("{} = None"), "    "), "Shelf.{}"),
    ("def shelf():\n    pass\n" + _each("shelf.{} = None"), "shelf.{}"),
    ("here = globals()\n" + _each("here['kept_{}'] = None"), "here['kept_{}']"),
    ("shelf = SimpleNamespace()\n" + _each("shelf.{} = None"), "shelf.{}"),
    (_each("self.{} = None"), "self.{}"),
    (_each("{} = SimpleNamespace(v=None)"), "{}.v"),
    (_each("{} = [None]"), "{}[0]"),
    ("shelf = {}\n" + _each("shelf['{}'] = None"), "shelf['{}']"),
    (_each("GLOBAL['{}'] = None"), "GLOBAL['{}']"),
)
#: Ways to move something on.
_MOVES: Final = ("{to} = {of}", "if {of}:\n    {to} = {of}")
#: Ways to do something again and again.
_WAYS: Final = (
    "for _ in range(left):\n{}",
    "while left > 0:\n    left -= 1\n{}",
    "def again(left):\n    if left > 0:\n{}\n        again(left - 1)\nagain(left)",
    "again = lambda left: (step(), again(left - 1)) if left > 0 else None\ndef step():\n{}\nagain(left)",
    "def step():\n{}\n[step() for _ in range(left)]",
)
#: Code that gives the status back, of which each part is found without being handed over, and what runs it.
_PUTTING_BACK: Final = (
    ("class Shelf:\n    kept = (obj, obj.status)", "def put():\n    Shelf.kept[0].status = Shelf.kept[1]"),
    (
        "class Shelf:\n    kept = []\nShelf.kept.append((obj, obj.status))",
        "def put():\n    Shelf.kept[0][0].status = Shelf.kept[0][1]",
    ),
    ("Box.held_by_all = (obj, obj.status)", "def put():\n    Box.held_by_all[0].status = Box.held_by_all[1]"),
    (
        "Box.held_by_all = (obj, obj.status)",
        "class Putting(Box):\n    def __call__(self):\n        self.held_by_all[0].status = self.held_by_all[1]\nput = Putting()",
    ),
    (
        "Box.held_by_all = (obj, obj.status)",
        "class put(Box):\n    def __init__(self):\n        self.held_by_all[0].status = self.held_by_all[1]",
    ),
    ("same.kept = (obj, obj.status)", "def put():\n    same.kept[0].status = same.kept[1]"),
    ("globals()['kept_here'] = (obj, obj.status)", "def put():\n    kept_here[0].status = kept_here[1]"),
    ("GLOBAL['kept'] = (obj, obj.status)", "def put():\n    GLOBAL['kept'][0].status = GLOBAL['kept'][1]"),
    ("self.kept = (obj, obj.status)", "def put():\n    self.kept[0].status = self.kept[1]"),
)
_RUN_UNSEEN: Final = ("import timeit\ntimeit.timeit(put, number=1)", "import cProfile\ncProfile.Profile().runcall(put)")


#: Code that calls itself until it gives the status back.
_CALLING_ITSELF: Final = """
def one(left):
    if left:
        other(left - 1)
def other(left):
    if left > 1:
        one(left)
    else:
        obj.status = sent
one(9 * len(obj.spec.crew))

class Calling:
    def __call__(self, left):
        if left:
            self(left - 1)
        else:
            obj.status = sent
Calling()(9 * len(obj.spec.crew))

class Going:
    def __init__(self, boat, sent, left):
        self.boat, self.sent, self.left = boat, sent, left
    @property
    def on(self):
        self.left -= 1
        if self.left:
            self.on
        else:
            self.boat.status = self.sent
Going(obj, sent, 9 * len(obj.spec.crew)).on

class Nested:
    def __init__(self, left):
        if left:
            self.inner = Nested(left - 1)
        else:
            obj.status = sent
Nested(9 * len(obj.spec.crew))

def each(left):
    if left:
        yield from each(left - 1)
    else:
        obj.status = sent
    yield left
for _ in each(9 * len(obj.spec.crew)):
    pass

async def later(left):
    if left:
        await later(left - 1)
    else:
        obj.status = sent
asyncio.run(later(9 * len(obj.spec.crew)))

def given(boat, left):
    if left:
        functools.partial(given, boat)(left - 1)
    else:
        boat.status = sent
given(obj, 9 * len(obj.spec.crew))

def standing(left, boat=obj):
    if left:
        standing(left - 1)
    else:
        boat.status = sent
standing(9 * len(obj.spec.crew))

def found(left):
    return found(left - 1) if left else sent
obj.status = found(9 * len(obj.spec.crew))

def kept(left):
    if left:
        return kept(left - 1)
    here.append(sent)
here = []
kept(9 * len(obj.spec.crew))
obj.status = here[0]

def chosen(left):
    global CHOSEN
    if left:
        chosen(left - 1)
    else:
        CHOSEN = sent
CHOSEN = Status()
globals()["CHOSEN"] = Status()
chosen(9 * len(obj.spec.crew))
obj.status = globals()["CHOSEN"]

class Holding:
    held = None
    @classmethod
    def go(cls, left):
        if left:
            cls.go(left - 1)
        else:
            cls.held[0].status = cls.held[1]
Holding.held = (obj, sent)
Holding.go(9 * len(obj.spec.crew))
"""


def _in_rounds(made: str, place: str, way: str, move: str) -> str:
    first, *others = (place.format(name) for name in _NAMES)
    moves = [move.format(to=to, of=of) for of, to in zip([first, *others][-2::-1], others[::-1])]
    step = "\n".join([f"if {others[-1]}:\n    obj.status = {others[-1]}", *moves, f"{first} = sent"])
    depth = way.partition("{}")[0].count("if left > 0:\n") + 1
    looped = way.format(indent(step, "    " * depth))
    return f"{made}\nsent = obj.status\nwipe(obj)\nleft = len(obj.spec.crew) * 9\n{looped}"


HANDED_ON: Final = [
    *(f"sent = obj.status\nwipe(obj)\n{piece.strip()}" for piece in _CALLING_ITSELF.split("\n\n")),
    *(_in_rounds(*place, way, move) for place, way, move in product(_PLACES, _WAYS, _MOVES)),
    *(f"{kept}\nwipe(obj)\n{put}\n{run}" for (kept, put), run in product(_PUTTING_BACK, _RUN_UNSEEN)),
]
