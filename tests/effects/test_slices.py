"""Slices: what holds where only the code is followed that may matter holds, and much is decided only so."""

from __future__ import annotations

import itertools
import os
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from demanding_hooks import KINDS
from sources_as_text import workspace_from_text

from apivet.config import Config
from apivet.conventions import judge
from apivet.conventions import subject as asked
from apivet.conventions.registry import house
from apivet.conventions.rulings import Bench, Ruling
from apivet.conventions.strategy import StrategySubject
from apivet.effects.limits import CAUTIOUS, FULL, Limits
from apivet.effects.slices import Asked, SlicedRun
from apivet.verdicts import Verdict

pytestmark = pytest.mark.long

CASES = Path(__file__).parent.parent / "cases"
TYPES = """
from dataclasses import dataclass, field

@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0
    labels: dict[str, str] = field(default_factory=dict)

@dataclass
class Berth:
    length: int = 0

@dataclass
class HarbourSpec:
    depth: int = 0
    pilot: str = ""
    berths: list[Berth] = field(default_factory=list)
    first: Berth = field(default_factory=Berth)

@dataclass
class HarbourStatus:
    ships: int = 0
    names: list[str] = field(default_factory=list)
    last: Berth = field(default_factory=Berth)

@dataclass
class Harbour:
    metadata: ObjectMeta
    spec: HarbourSpec
    status: HarbourStatus
"""
STRATEGY = """
class HarbourStrategy:
    def prepare_for_create(self, ctx, obj: Harbour):
        obj.status = HarbourStatus()
        obj.metadata.generation = 1
{create}

    def prepare_for_update(self, ctx, obj: Harbour, old: Harbour):
        obj.status = old.status
{before}
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
{after}
"""
#: What was passed over since this was emptied.
Passed = list[str]


@pytest.fixture
def passed(monkeypatch: pytest.MonkeyPatch) -> Passed:
    """The code that slices pass over."""
    found: Passed = []
    original = SlicedRun._pass_over

    def noting(*given: object) -> object:
        result = original(*given)  # type: ignore[arg-type]
        found.extend([] if result is None else ["passed over"])
        return result

    monkeypatch.setattr(SlicedRun, "_pass_over", noting)
    return found


def harbour(helpers: str = "", create: str = "", before: str = "", after: str = "") -> str:
    bodies = (textwrap.indent(textwrap.dedent(body), " " * 8) for body in (create, before, after))
    filled = STRATEGY.format(**dict(zip(("create", "before", "after"), bodies)))
    return TYPES + textwrap.dedent(helpers) + filled


def subjects_of(source: str) -> Iterator[StrategySubject]:
    workspace = workspace_from_text({"apis.py": source})
    contents = workspace.contents(os.path.join(workspace.root, "apis.py"))
    for each in contents.strategies:
        given = (each.type, each.role, each.object_type, each.mentions, each.confidence)
        yield StrategySubject(*given, workspace, Config())


def in_both_ways(subject: StrategySubject) -> Iterator[tuple[str, list[Ruling], list[Ruling]]]:
    """The rulings of each rule that slices are for: as all code is followed, and in each slice."""
    for rule in house().of_hooks:
        if rule.about and rule.applies(subject):
            whole = Bench(subject)
            rule.question(whole)
            parts = tuple(way for part in rule.about for way in subject.ways_to(part))
            for is_bold in (False,) if () in parts else (False, True):
                narrow = Bench(subject.within(CAUTIOUS, Asked(parts, is_bold)))
                rule.question(narrow)
                yield rule.symbol, whole.rulings, narrow.rulings


def hold(rulings: list[Ruling]) -> bool:
    return all(ruling.verdict is Verdict.HOLDS for ruling in rulings)


def held_in_slices(source: str) -> set[str]:
    """The rules of a strategy that some slice shows to hold."""
    (subject,) = subjects_of(source)
    return {symbol for symbol, _, narrow in in_both_ways(subject) if hold(narrow)}


# ------------------------------------------------------------------------------------------------ what is decided


#: Sizes of kinds that take long at full size, of which a smaller one shows as much.
SMALLER = {"compared_fields": 40, "doubling_chain": 8, "nested_loops": 4, "drop_helpers": 2, "looping_validator": 5}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_what_asks_much_is_decided(kind: Callable[[int], str]) -> None:
    workspace = workspace_from_text({"ferries.py": kind(SMALLER.get(kind.__name__, KINDS[kind]))})
    rows = judge(workspace.contents("ferries.py"), workspace, Config()).rows
    told = {row.rule: row.verdict for row in rows if row.rule.startswith(("status-", "generation-"))}
    assert told
    assert Verdict.UNPROVEN not in told.values()


@pytest.mark.parametrize(
    "code",
    [
        "for berth in obj.spec.berths:\n    if berth.length < 0: raise ValueError(berth.length)",
        "if obj.spec.depth: obj.spec.pilot = obj.spec.pilot.strip()",
        "if obj.spec.depth: obj.spec.berths.append(Berth(obj.spec.depth))",
        "while obj.spec.depth < 9: obj.spec.depth += 1",
        "tidy(obj.spec)",
        "check(obj)",
    ],
)
def test_what_lies_elsewhere_is_passed_over(code: str, passed: Passed) -> None:
    helpers = """
    def tidy(spec):
        for berth in spec.berths:
            berth.length = max(berth.length, 0)
        if not spec.pilot:
            spec.pilot = "nobody"

    def check(harbour):
        missing = [each for each in harbour.spec.berths if not each.length]
        if missing and not harbour.metadata.name:
            raise ValueError("no name")
    """
    rules = held_in_slices(harbour(helpers, create=code, before=code))
    assert passed
    assert {"status-not-kept-on-update", "generation-not-bumped-on-spec-change"} <= rules
    assert {"generation-bumped-without-spec-change", "generation-set-on-create"} - rules == {"generation-set-on-create"}


# ------------------------------------------------------------------------------------------------- what is not so

#: Ways to bring the caller's status back, or to change what the old object has, that a footprint must not miss.
CHANNELS = {
    "plainly": ("def h(o, s): o.status = s", "sent = obj.status", "h(obj, sent)"),
    "through a part": ("def h(o, s): o.status.last.length = s.ships", "sent = obj.status", "h(obj, sent)"),
    "in a list": ("def h(o, s):\n    for each in [o]: each.status = s", "sent = obj.status", "h(obj, sent)"),
    "in a tuple": ("def h(o, s):\n    a, b = (o, s)\n    a.status = b", "sent = obj.status", "h(obj, sent)"),
    "by a name": ("def h(o, s): setattr(o, 'status', s)", "sent = obj.status", "h(obj, sent)"),
    "by a computed name": ("def h(o, s, n): setattr(o, n, s)", "sent = obj.status", "h(obj, sent, obj.spec.pilot)"),
    "in the mapping": ("def h(o, s): o.__dict__['status'] = s", "sent = obj.status", "h(obj, sent)"),
    "in the variables": ("def h(o, s): vars(o)['status'] = s", "sent = obj.status", "h(obj, sent)"),
    "by its fields": ("def h(o, s): o.status.names.extend(s.names)", "sent = obj.status", "h(obj, sent)"),
    "by a helper's helper": (
        "def g(a, b): a.names = b\ndef h(o, s): g(o.status, s.names)",
        "sent = obj.status",
        "h(obj, sent)",
    ),
    "by a closure": (
        "def h(o, s):\n    def put(): o.status = s\n    put()",
        "sent = obj.status",
        "h(obj, sent)",
    ),
    "by a callback": ("def g(a, b): a.status = b\ndef h(f, o, s): f(o, s)", "sent = obj.status", "h(g, obj, sent)"),
    "by a lambda": ("def h(o, s): (lambda: setattr(o, 'status', s))()", "sent = obj.status", "h(obj, sent)"),
    "by a variable of the module": (
        "KEPT = []\ndef keep(s): KEPT.append(s)\ndef h(o): o.status = KEPT[-1]",
        "keep(obj.status)",
        "h(obj)",
    ),
    "where it raises": (
        "def h(o, s):\n    if o.spec.depth: raise ValueError\n    o.spec.depth = 1",
        "sent = obj.status",
        "try:\n    h(obj, sent)\nexcept ValueError:\n    obj.status = sent",
    ),
    "by an alias": (
        "def h(b, s): b.length = s",
        "sent = obj.status.ships",
        "obj.spec.first = obj.status.last\nh(obj.spec.first, sent)",
    ),
    "by an alias of its own": (
        "def h(o, s):\n    o.spec.first = o.status.last\n    o.spec.first.length = s",
        "sent = obj.status.ships",
        "h(obj, sent)",
    ),
    "by what it gives": ("def h(o):\n    return o.status.last", "sent = obj.status.ships", "h(obj).length = sent"),
    "by what it gives in a list": (
        "def h(o):\n    return [o.status]",
        "sent = obj.status",
        "h(obj)[0].names = sent.names",
    ),
    "by a holder": (
        "@dataclass\nclass Box:\n    inner: HarbourStatus\ndef h(o, s):\n    Box(o.status).inner.names = s.names",
        "sent = obj.status",
        "h(obj, sent)",
    ),
    "by a comprehension": (
        "def h(o, s): [each.names.append(s.names[0]) for each in [o.status]]",
        "sent = obj.status",
        "h(obj, sent)",
    ),
    "by one that calls itself": (
        "def h(o, s, n):\n    if n: h(o, s, n - 1)\n    else: o.status = s",
        "sent = obj.status",
        "h(obj, sent, 2)",
    ),
    "by a default": (
        "def h(o, s, kept=[]):\n    kept.append(s)\n    o.status = kept[0]",
        "sent = obj.status",
        "h(obj, sent)",
    ),
    "in a loop": ("", "sent = obj.status", "for each in [obj]:\n    each.status = sent"),
    "in a variable": (
        "",
        "sent = obj.status\nnow = obj.spec.first",
        "if obj.spec.depth:\n    now = obj.status.last\nnow.length = sent.ships",
    ),
    "by which it is": ("", "sent = obj.status", "n = 0\nif sent.ships:\n    n = 1\nobj.status.ships = n"),
    "by a class with code": (
        "class Pier:\n    held: HarbourStatus\n    def update(self, s): self.held.names = s.names\n"
        "def h(p, s): p.update(s)",
        "sent = obj.status",
        "p = Pier()\np.held = obj.status\nh(p, sent)",
    ),
}


@pytest.mark.parametrize("channel", CHANNELS)
def test_what_comes_back_is_never_passed_over(channel: str) -> None:
    helpers, first, last = CHANNELS[channel]
    source = harbour(helpers, create="pass", before="pass")
    for hook in ("prepare_for_create", "prepare_for_update"):
        head, name, rest = source.partition(hook)
        signature, colon, body = rest.partition("):\n")
        source = head + name + signature + colon + textwrap.indent(first, " " * 8) + "\n" + body
    pieces = source.split("        pass\n")
    source = textwrap.indent(last, " " * 8).join([pieces[0], "\n" + pieces[1]]) + "".join(pieces[2:])
    held = held_in_slices(source)
    assert "status-not-wiped-on-create" not in held


@pytest.mark.parametrize(
    ("helpers", "after"),
    [
        ("def h(o): o.spec.depth = 7", "h(obj)"),
        ("def h(s): s.first.length = 7", "h(obj.spec)"),
        ("def h(s): s.berths.sort(key=None)", "h(obj.spec)"),
        ("def h(m): m.generation = 1", "h(obj.metadata)"),
        ("def h(o): o.metadata = ObjectMeta()", "h(obj)"),
        ("", "if ctx: obj.spec.depth = 3"),
        ("", "for each in obj.spec.berths: each.length += 1"),
    ],
)
def test_what_is_changed_behind_the_comparison_is_not_passed_over_in_silence(helpers: str, after: str) -> None:
    assert not {"generation-not-bumped-on-spec-change", "generation-bumped-without-spec-change"} <= held_in_slices(
        harbour(helpers, after=after)
    )


def test_a_comparison_of_what_a_helper_left_is_not_taken_for_none() -> None:
    source = harbour("def h(o): o.spec.depth += 1", before="h(obj)", after="obj.spec.depth = 7")
    assert "generation-compared-too-early" not in held_in_slices(source)


def test_an_old_object_that_is_changed_is_no_old_object() -> None:
    helpers = "def h(o):\n    o.spec.depth = 7"
    assert "generation-not-bumped-on-spec-change" not in held_in_slices(harbour(helpers, before="h(old)"))


# ---------------------------------------------------------------------------------------------------- both ways


def sources_of_cases() -> list[Path]:
    """Each third case of one file, another third for whoever asks for it."""
    every = int(os.environ.get("APIVET_EVERY_CASE", "3"))
    return sorted(CASES.glob("*/*.py"))[::every]


@pytest.mark.parametrize("first", range(8))
def test_a_slice_says_what_is_said_of_the_whole(first: int) -> None:
    sliced = decided = 0
    for path in itertools.islice(sources_of_cases(), first, None, 8):
        for subject in subjects_of(path.read_text(encoding="utf-8")):
            for symbol, whole, narrow in in_both_ways(subject):
                decided += hold(whole)
                sliced += hold(narrow) and hold(whole)
                broken = [ruling for ruling in whole if ruling.verdict is Verdict.VIOLATED]
                assert not (hold(narrow) and broken), f"{path.name}: {subject.name}: {symbol}: {broken}"
    assert sliced > decided // 2


def test_budgets_are_named_with_the_place_where_they_ran_out(monkeypatch: pytest.MonkeyPatch) -> None:
    helpers = "def soundings(s):\n" + "".join(f"    s.depth = s.depth * {n}\n" for n in range(40)) + "    s()\n"
    source = harbour(helpers, create="soundings(obj.spec)", before="if obj.spec.depth: pass")
    (subject,) = subjects_of(source)
    tiny = Limits(FULL.nodes, 60, FULL.views)
    monkeypatch.setattr(asked, "CAUTIOUS", tiny)
    run = subject.within(tiny).trial("prepare_for_create")
    line = source.splitlines().index("        soundings(obj.spec)") + 1
    assert run.blocked is not None
    assert run.blocked.startswith(
        f"gave up in soundings() (called at {subject.location.path}:{line}): more than 60 steps"
    )
    assert "apivet blackbox" in run.blocked
