"""State that outlives one call of a hook: nothing of what one caller sent may come out of it in another's object.

Each strategy is run over sequences of calls that differ in nothing but the status that the first caller sends. Where
another status is stored then, in the last call, the rule of that call may not be said to hold.
"""

from __future__ import annotations

import itertools
import os
import sys
import types
from typing import Any

import pytest
from sources_as_text import workspace_from_text
from tests.effects.test_leaks import KEPT, PRELUDE, SPECS, STATUSES, WIPED, Context, _plain

from apivet.config.model import Config
from apivet.conventions import judge
from apivet.verdicts import Verdict

#: Strategies that leave a status somewhere, and find it again.
PARKING = """
SEEN = []
class S:
    def prepare_for_create(self, ctx, obj: Boat):
        SEEN.append(obj.status.note)
        obj.status = Status()
        obj.status.note = SEEN[0]
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        obj.status = old.status
####
SEEN = []
class S:
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = Status(notes=list(SEEN))
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        SEEN.append(obj.status.note)
        obj.status = old.status
####
LAST = {}
class S:
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = Status(note=LAST.get("note", ""))
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        LAST["note"] = obj.status.note
        obj.status = old.status
####
LAST = {}
class S:
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = Status()
        if "note" in LAST:
            obj.status.note = LAST["note"]
        LAST["note"] = ""
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        LAST["note"] = obj.status.note
        obj.status = old.status
####
class S:
    last = None
    def prepare_for_create(self, ctx, obj: Boat):
        sent, self.last = self.last, obj.status
        obj.status = sent or Status()
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        obj.status = old.status
####
class S:
    def __init__(self):
        self.last = None
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = Status()
        if self.last is not None:
            obj.status = self.last
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        self.last = obj.status
        obj.status = old.status
####
class S:
    def __init__(self):
        self.last = None
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = Status(note=self.last or "")
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        self.note(obj)
        obj.status = old.status
    def note(self, obj):
        self.last = obj.status.note
####
class S:
    last = Status()
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = copy.deepcopy(self.last)
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        self.last.note = obj.status.note
        obj.status = old.status
####
class S:
    seen = []
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = Status(notes=list(self.seen))
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        self.seen.append(obj.status.note)
        obj.status = old.status
####
class S:
    seen = []
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = Status(notes=list(S.seen))
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        S.seen.append(obj.status.note)
        obj.status = old.status
####
class S:
    seen = ""
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = Status(note=S.seen)
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        S.seen = obj.status.note
        obj.status = old.status
####
class S:
    seen = ""
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = Status(note=self.seen)
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        type(self).seen = obj.status.note
        obj.status = old.status
####
LAST = ""
class S:
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = Status(note=LAST)
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        global LAST
        LAST = obj.status.note
        obj.status = old.status
####
LAST = Status()
class S:
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = copy.deepcopy(LAST)
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        LAST.note = obj.status.note
        obj.status = old.status
####
SEEN = []
def park(value):
    SEEN.append(value)
class S:
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = Status(notes=list(SEEN))
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        park(obj.status.note)
        obj.status = old.status
####
SEEN = []
def park(where, value):
    where.append(value)
class S:
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = Status(notes=list(SEEN))
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        park(SEEN, obj.status.note)
        obj.status = old.status
####
SEEN = []
class S:
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = Status(notes=list(SEEN))
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        seen = SEEN
        seen += [obj.status.note]
        obj.status = old.status
####
SEEN = [""]
class S:
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = Status(notes=list(SEEN))
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        SEEN[0] = obj.status.note
        obj.status = old.status
####
SEEN = {"a": []}
class S:
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = Status(notes=list(SEEN["a"]))
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        SEEN["a"].append(obj.status.note)
        obj.status = old.status
####
SEEN = deque()
class S:
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = Status(notes=list(SEEN))
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        SEEN.append(obj.status.note)
        obj.status = old.status
####
SEEN = SimpleNamespace(last="")
class S:
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = Status(note=SEEN.last)
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        SEEN.last = obj.status.note
        obj.status = old.status
####
SEEN = set()
class S:
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = Status()
        if "x" in SEEN or SEEN:
            obj.status.count = len(SEEN)
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        SEEN.add(obj.status.note)
        if obj.status.count:
            SEEN.add("b")
        obj.status = old.status
####
class S:
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = Status(note=getattr(self, "last", ""))
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        self.last = obj.status.note
        obj.status = old.status
####
class S:
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = Status(note=self.__dict__.get("last", ""))
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        self.__dict__["last"] = obj.status.note
        obj.status = old.status
####
class S:
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = Status()
        if hasattr(self, "last"):
            obj.status.note = self.last
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        setattr(self, "last", obj.status.note)
        obj.status = old.status
####
def remembered(value, seen=[]):
    if value is not None:
        seen.append(value)
    return seen
class S:
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = Status(notes=list(remembered(None)))
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        remembered(obj.status.note)
        obj.status = old.status
####
CACHE = {}
def cached(key, value):
    if key not in CACHE:
        CACHE[key] = value
    return CACHE[key]
class S:
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = Status(note=cached("n", ""))
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        cached("n", obj.status.note)
        obj.status = old.status
####
class Store:
    def __init__(self):
        self.items = {}
    def put(self, k, v):
        self.items[k] = v
    def get(self, k):
        return self.items.get(k, "")
STORE = Store()
class S:
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = Status(note=STORE.get("n"))
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        STORE.put("n", obj.status.note)
        obj.status = old.status
####
class Store:
    def __init__(self):
        self.last = None
    def put(self, v):
        self.last = v
class S:
    def __init__(self):
        self.store = Store()
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = Status(note=self.store.last or "")
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        self.store.put(obj.status.note)
        obj.status = old.status
####
class S:
    def __init__(self):
        self.last = []
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = Status(notes=list(self.last))
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        park(self, obj.status.note)
        obj.status = old.status
def park(strategy, note):
    strategy.last.append(note)
####
class S:
    def __init__(self):
        self.last = None
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = Status(note=self.last or "")
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        park(self, obj.status.note)
        obj.status = old.status
def park(strategy, note):
    strategy.last = note
####
CURRENT_NOTE = contextvars.ContextVar("n", default="")
class S:
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = Status(note=CURRENT_NOTE.get())
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        CURRENT_NOTE.set(obj.status.note)
        obj.status = old.status
####
class S:
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = Status(note=os.environ.get("PARKED_N", ""))
        os.environ.pop("PARKED_N", None)
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        os.environ["PARKED_N"] = obj.status.note
        obj.status = old.status
####
class S:
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = Status()
        self.parked(obj)
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        note = obj.status.note
        def parked(boat):
            boat.status.note = note
        self.parked = parked
        obj.status = old.status
    def parked(self, boat):
        pass
####
def tell():
    return ""
tell.last = ""
class S:
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = Status(note=tell.last)
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        tell.last = obj.status.note
        obj.status = old.status
####
def gen():
    got = ""
    while True:
        new = yield got
        if new is not None: got = new
g = gen(); next(g)
class S:
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = Status(note=next(g))
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        g.send(obj.status.note)
        obj.status = old.status
####
class Base:
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        self.note = obj.status.note
        obj.status = old.status
class S(Base):
    note = ""
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = Status(note=self.note)
####
@dataclass
class S:
    seen: list = field(default_factory=list)
    last: Optional[str] = None
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = Status(note=self.last or "", notes=list(self.seen))
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        self.last = obj.status.note
        self.seen.append(obj.status.note)
        obj.status = old.status
####
class S:
    def __init__(self):
        self.last = ""
        self.inner = self
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = Status(note=self.last)
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        self.inner.last = obj.status.note
        obj.status = old.status
####
EMPTY = Status()
class S:
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = EMPTY
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        EMPTY.notes.append(obj.status.note)
        obj.status = old.status
####
EMPTY = []
class S:
    def prepare_for_create(self, ctx, obj: Boat):
        note = obj.status.note
        obj.status = Status(notes=EMPTY)
        obj.spec.crew.extend(obj.status.notes)
        obj.status.notes.append(note)
        obj.status = Status(notes=list(EMPTY[:-1]))
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        obj.status = old.status
####
class S:
    def __init__(self):
        self.last = None
    def validate(self, ctx, obj: Boat):
        self.last = obj.status
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = self.last or Status()
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        self.validate(ctx, obj)
        obj.status = old.status
"""

#: A strategy with a method besides its hooks, which others call; ways in which that leaves something to them.
REMEMBERING = """
def put(strategy, note):
    strategy.last = note
class S:
    last = ""
    box = Box("")
    {remember}
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = Status(note=self.last + self.box.held)
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        obj.status = replace(old.status, note=self.last + self.box.held)
"""
WAYS = (
    "def remember(self, boat: Boat): self.last = boat.status.note",
    "def remember(self, boat: Boat): self.last, _ = boat.status.note, 1",
    "def remember(self, boat: Boat): type(self).last = boat.status.note",
    "def remember(self, boat: Boat): self.__class__.last = boat.status.note",
    "def remember(self, boat: Boat): S.last = boat.status.note",
    "def remember(self, boat: Boat): self.box.held = boat.status.note",
    "def remember(self, boat: Boat): self.box.__dict__['held'] = boat.status.note",
    "def remember(self, boat: Boat): setattr(self, 'last', boat.status.note)",
    "def remember(self, boat: Boat): put(self, boat.status.note)",
    "def remember(self, boat: Boat):\n        me = self\n        me.last = boat.status.note",
    "def remember(self, boat: Boat):\n        for self.last in [boat.status.note]: pass",
    "@classmethod\n    def remember(cls, boat: Boat): cls.last = boat.status.note",
    "@staticmethod\n    def remember(boat: Boat): S.last = boat.status.note",
)

#: Strategies that remember something, of which nothing of a status comes out.
INNOCENT = """
class S:
    def __init__(self):
        self.cache = {}
        self.count = 0
        self.clerk = None
    def prepare_for_create(self, ctx, obj: Boat):
        self.count += 1
        if self.clerk is None:
            self.clerk = Box("x")
        kind = obj.spec.kind
        if kind not in self.cache:
            self.cache[kind] = kind.upper()
        obj.status = Status(note=self.cache[kind])
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        self.seen = obj.status
        obj.status = old.status
####
SEEN = []
class S:
    def prepare_for_create(self, ctx, obj: Boat):
        SEEN.append(obj.status.note)
        obj.status = Status()
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        SEEN.append(obj.metadata.name)
        obj.status = old.status
####
class S:
    notes = {}
    def remember(self, boat: Boat):
        self.notes[boat.metadata.name] = boat.status.note
    def prepare_for_create(self, ctx, obj: Boat):
        obj.status = Status()
    def prepare_for_update(self, ctx, obj: Boat, old: Boat):
        obj.status = old.status
"""


def _strategies(text: str) -> list[str]:
    return [piece.strip("\n") for piece in text.split("\n####\n")]


def _verdicts(strategy: str) -> dict[str, Verdict]:
    config = Config()
    workspace = workspace_from_text({"boats.py": f"{PRELUDE}\n\n{strategy}\n"}, config)
    rows = judge(workspace.contents(os.path.join(workspace.root, "boats.py")), workspace, config).rows
    return {row.rule: row.verdict for row in rows if row.object.endswith(".S")}


def _stored(strategy: str, hooks: tuple[str, ...], sent: dict[str, Any]) -> object:
    """The status that the last of several calls stores, where the first caller sends this one."""
    module = types.ModuleType("boats")
    sys.modules["boats"] = module
    exec(compile(f"{PRELUDE}\n\n{strategy}\n", "boats.py", "exec"), module.__dict__)
    made: Any = module.__dict__

    def boat(status: dict[str, Any]) -> Any:
        return made["Boat"](made["Meta"]("b"), made["Spec"](**SPECS[0]), made["Status"](**status))

    instance, last = made["S"](), None
    for number, hook in enumerate(hooks):
        last = boat(dict(sent) if number == 0 else {"note": "other"})
        if hook == "remember":
            instance.remember(last)
            continue
        old = () if hook == WIPED else (boat({"count": 7, "note": "old"}),)
        method = instance.prepare_for_create if hook == WIPED else instance.prepare_for_update
        last = method(Context(), last, *old) or last
    return _plain(last.status) if last is not None else None


def _leaking(strategy: str) -> set[str]:
    """The rules that are broken by what an earlier caller sent."""
    found = set()
    others = ("remember",) if "def remember(" in strategy else ()
    for hooks in itertools.product((WIPED, KEPT, *others), (WIPED, KEPT)):
        stored = [_stored(strategy, hooks, sent) for sent in STATUSES]
        if any(other != stored[0] for other in stored[1:]):
            found.add(hooks[-1])
    return found


@pytest.mark.parametrize(
    "strategy", [*_strategies(PARKING), *(REMEMBERING.replace("{remember}", way).strip() for way in WAYS)]
)
def test_what_earlier_callers_sent_is_never_said_to_stay_away(strategy: str) -> None:
    leaking = _leaking(strategy)
    assert leaking, "nothing is carried from one call to another"
    verdicts = _verdicts(strategy)
    assert [rule for rule in sorted(leaking) if verdicts[rule] is Verdict.HOLDS] == []


@pytest.mark.parametrize("strategy", _strategies(INNOCENT))
def test_what_is_remembered_and_not_stored_leaves_verdicts_alone(strategy: str) -> None:
    assert not _leaking(strategy)
    verdicts = _verdicts(strategy)
    assert {verdicts[WIPED], verdicts[KEPT]} == {Verdict.HOLDS}
