"""Runs of hooks under watch: objects go in, what is stored comes out as leaves to compare."""

from __future__ import annotations

import collections
import functools
import inspect
import types
from collections.abc import Callable, Iterable, Mapping
from operator import is_
from typing import Any, Final

from msgspec import Struct, field
from msgspec.structs import replace

from apivet.blackbox.limits import COMPARED_PAIRS, KEPT_RUNS, KNOWN_CALLS, NAMES_IN_VAIN
from apivet.blackbox.objects.access import ABSENT, Marker, are_equal, identity_of, read, same, speak
from apivet.blackbox.objects.copying import copied
from apivet.blackbox.objects.filling import Choice, Filler
from apivet.blackbox.objects.memo import Memo
from apivet.blackbox.objects.paths import get, put_in
from apivet.blackbox.objects.shared_copies import shared_copy
from apivet.blackbox.objects.snapshots import Snapshot, are_alike, first_difference
from apivet.blackbox.objects.wording import one_line
from apivet.blackbox.project.bystanders import ANSWERS
from apivet.blackbox.project.calling import CALLS
from apivet.blackbox.project.constants import Mentions, mentions_of, within_reach
from apivet.blackbox.project.coverage import Coverage
from apivet.blackbox.project.declared import live_strategy
from apivet.blackbox.project.hooks import (
    FIRST_DRAW,
    RANDOMNESS,
    CannotRunError,
    Hook,
    Loop,
    called_without_objects,
    finished,
    guarantee_generation,
)
from apivet.blackbox.project.machine import MACHINE
from apivet.blackbox.project.ownership import is_below
from apivet.blackbox.project.side_effects import MemoryWatch
from apivet.blackbox.project.switches import Switches
from apivet.blackbox.protocol.models import Assignment
from apivet.blackbox.protocol.observations import CodeLines
from apivet.blackbox.rig.alternatives import Alternatives
from apivet.blackbox.storage.stepping import Line, call_watched
from apivet.vocabulary import CREATE, UPDATE

#: Fields of the metadata that tell one object from another: a hook may know those that it has seen.
_IDENTITY: Final = ("name", "uid")


#: Runs after which is looked how much memory there is in use.
_UNLOOKED: Final = 4

# These three are made some hundred thousand times. They stay as they are; but to make frozen ones takes three times as
# long.


class Seen(Struct, eq=False):
    """One run of a hook: what the caller sent, what was stored before, and what is stored now (``None``: the hook
    refused, and nothing is). ``memo`` keeps what several questions want to know of it. It ``is_renamed`` where
    the object was refused under its own name, and is stored under another."""

    sent: Snapshot
    before: Snapshot
    stored: Snapshot | None
    refusal: str = ""
    memo: Memo = field(default_factory=Memo)
    is_renamed: bool = False

    def changed_by_caller(self, path: str) -> str | None:
        """The first path, at this one or below it, at which the caller sent something else than was stored; ``None``
        where there is none. Objects that are given have most of their parts in common, and these stay as they are."""
        one, other = self.before.at(path), self.sent.at(path)
        if one is other:
            return None
        key = identity_of(one), identity_of(other), path
        known = _COMPARED.get(key)
        if known is None or known[0] is not one or known[1] is not other:
            if len(_COMPARED) >= COMPARED_PAIRS:
                _COMPARED.clear()
            known = _COMPARED[key] = one, other, first_difference(one, other, path)
        return known[2]

    def is_left(self, part: str, path: str) -> bool:
        """Whether the caller sent what is equal to the value that was stored at a path of a part, if it is written
        otherwise (``2`` and ``2.0``, the member of an enum and its text), and the hook left it: so does one that puts
        back what differs."""
        assert self.stored is not None
        before, sent, stored = (side.leaves(part).get(path, ABSENT) for side in (self.before, self.sent, self.stored))
        return same(stored, sent) and not same(sent, before) and are_equal(sent, before)


#: The parts that were compared, by their identity, each pair with where it differs.
_COMPARED: Final[dict[tuple[int, int, str], tuple[Any, Any, str | None]]] = {}


class HookCall(Struct, eq=False):
    """One call of a hook (the vocabulary's word for it), with all that it is given."""

    hook: str
    obj: Any
    old: Any = None
    gates: Mapping[str, bool] = field(default_factory=dict)
    context: Mapping[str, Any] = field(default_factory=dict)


class Given(Struct, eq=False):
    """The objects that a hook is run on. ``twin`` is a second caller's object, for experiments that compare two runs.
    ``before`` are the calls that a strategy which is made anew has to have had, where it remembers them."""

    obj: Any
    old: Any = None
    twin: Any = None
    gates: Mapping[str, bool] = field(default_factory=dict)
    #: Answers of the context where it is asked for something by name.
    context: Mapping[str, Any] = field(default_factory=dict)
    before: tuple[HookCall, ...] = ()
    #: Which of its runs it is, where chance decides.
    chance: int = 0
    #: The number of calls that came before and are no runs, where it takes a long series of them.
    series: int = 0


class Rig:
    """A live strategy, with everything that is needed to try it."""

    #: The mentions in its code, once that is read.
    mentions: Mentions

    def __init__(self, assignment: Assignment, filler: Filler, switches: Switches, factories: Any) -> None:
        self.assignment = assignment
        self.filler = filler
        self.switches = switches
        self.words = assignment.vocabulary
        speak((self.words.metadata, self.words.spec, self.words.status, self.words.generation))
        switches.known |= assignment.known_gates  # a partner's come on top
        self.parts = assignment.parts
        self.instance = live_strategy(assignment, filler, switches, factories)
        ANSWERS.forget()
        MACHINE.heard.clear()
        self._factories = factories
        self._hooks: dict[str, Hook | None] = {}
        self._code: dict[str, list[types.FunctionType]] = {}
        self.runs = 0
        #: The latest calls of each hook with the number of the run: it may remember them.
        self._latest: dict[str, collections.deque[tuple[int, HookCall]]] = {}
        #: Objects that were given names of their own, and how often in a row that was in vain.
        self._names = self._in_vain = 0
        self._loop = Loop()
        self._notes_lines = True
        self._memory = MemoryWatch()
        #: The objects that were given where chance decides.
        self._kept: list[Any] = []
        self._filled: dict[Choice, Any] = {}
        self._snapshots: dict[int, Snapshot] = {}
        self._mixed: dict[tuple[int, int, str], tuple[Any, Any, Any]] = {}
        #: By hook, objects and context, the runs, each with the answers to the gates that it asked for.
        self._seen: dict[tuple[Any, ...], tuple[Any, Any, list[tuple[list[tuple[str, bool]], Seen]]]] = {}
        #: The last request and its run: most ask for the very same run again.
        self._asked: tuple[Any, ...] = (None,)
        self._answer: Any = None
        #: The arguments of the last request, if that was all that a question is about.
        self._given: Given | None = None
        #: Objects that several families of experiments start from, made once.
        self.memo = Memo()

    def read_code(self) -> None:
        """Work out the mentions in the strategy's code, before any hook runs: what it then remembers of a caller is no
        constant. Nobody asks for those of a partner. What no hook comes to that is tried decides nothing: the hook of
        creates that a status strategy inherits."""
        code = [*type(self.instance).__mro__, *getattr(self.instance, "__dict__", {}).values()]
        fields = {item.name for model in self.assignment.types.values() for item in model.fields}
        idle = {*self.words.get_reset_fields, *(self.words.prepare_for_create if CREATE not in self.hooks else ())}
        but = self.assignment.known_gates | fields
        self.mentions = mentions_of(code, is_below(self.assignment.roots), but, idle)

    @functools.cached_property
    def _coverage(self) -> Coverage:
        """The lines that ran of the hooks and of what they call."""
        return Coverage(function for hook in self.hooks for function in self.code_of(hook))

    @property
    def hooks(self) -> tuple[str, ...]:
        """The hooks through which a caller's object comes to be stored."""
        return (CREATE, UPDATE) if self.assignment.role == "main" else (UPDATE,)

    def code_of(self, hook: str) -> list[types.FunctionType]:
        """The functions of a hook, and those of its class and its module that it calls."""
        found = self._code.get(hook)
        if found is None:
            member = self.member(hook)
            start = [] if member is None else [member]
            found = self._code[hook] = within_reach(start, type(self.instance), is_below(self.assignment.roots))
        return found

    def never_ran(self, hooks: Iterable[str]) -> list[CodeLines]:
        """The lines of these hooks, and of what they call, that no run came to."""
        found = [each for hook in hooks for each in self._coverage.never_ran(self.code_of(hook))]
        return list(dict.fromkeys(found))

    @functools.cached_property
    def alternatives(self) -> Alternatives:
        """Other values for the fields of these objects."""
        return Alternatives(self.filler, self.assignment.types, self.mentions.constants, self.assignment.object_type)

    @functools.cached_property
    def partner(self) -> Rig | None:
        """The strategy with which this one shares its objects, where there is one that can be made."""
        assignment = self.assignment.partner
        if assignment is None:
            return None
        try:
            partner = Rig(assignment, self.filler, self.switches, self._factories)
        except CannotRunError:
            return None
        partner._notes_lines = False  # nobody asks which of its lines ran
        return partner

    def forget(self) -> None:
        """Remember no run, so that each is made again."""
        self._seen.clear()
        self._asked, self._given = (None,), None

    def renew(self) -> None:
        """Go on with a strategy that is made anew, as far as its project makes more than one."""
        self.instance = live_strategy(self.assignment, self.filler, self.switches, self._factories)
        self._hooks.clear()
        self._code.clear()
        self.forget()

    def latest(self) -> list[HookCall]:
        """The latest calls of each hook, in their order."""
        numbered = [each for calls in self._latest.values() for each in calls]
        return [call for _, call in sorted(numbered, key=lambda each: each[0])]

    def name_of(self, obj: Any) -> Any:
        """The name of an object, if it has one."""
        return get(obj, (self.words.metadata, _IDENTITY[0]))

    def call_anew(self, calls: Iterable[HookCall]) -> None:
        """Have a strategy that is made anew do this much."""
        self.renew()
        for call in calls:
            with ANSWERS.given(call.context):
                self.run_again(call.hook, call.obj, call.old, call.gates)

    def close(self) -> None:
        """Give back what the hooks' loop holds."""
        if "_coverage" in self.__dict__:
            self._coverage.close()
        self._loop.close()
        if self.__dict__.get("partner") is not None:
            self.__dict__["partner"].close()

    # ------------------------------------------------------------------------------------------------------ hooks

    def member(self, notion: str) -> Any:
        """The strategy's member for a notion, under any of its names. One that can't even be read raises when it is
        called."""
        for name in self.words.names_of(notion):
            try:
                found = getattr(self.instance, name, None)
            except Exception as error:
                return _raising(error)
            if found is not None:
                return found
        return None

    def gives(self, notion: str) -> bool:
        """Whether the strategy has something for a notion, be it ``None``."""
        return self.member(notion) is not None or any(
            inspect.getattr_static(self.instance, name, Marker) is not Marker for name in self.words.names_of(notion)
        )

    def answer(self, notion: str) -> Any:
        """The strategy's answer for a notion now: the value that is there, or what is called or awaited for it."""
        for name in self.words.names_of(notion):
            if isinstance(inspect.getattr_static(type(self.instance), name, None), functools.cached_property):
                vars(self.instance).pop(name, None)  # worked out while the gates were others
        MACHINE.begin(RANDOMNESS.number)
        try:
            found = self.member(notion)
            value = called_without_objects(found, self._factories) if callable(found) else found
            return self._loop.result_of(finished(value)) if inspect.isawaitable(value) else value
        finally:
            MACHINE.end()

    def run(self, hook: str, obj: Any, old: Any, gates: Mapping[str, bool]) -> Seen:
        """Run a hook with copies of these objects. Several questions are asked of one run."""
        asked = hook, obj, old, gates, ANSWERS.now, RANDOMNESS.number
        if not all(map(is_, asked, self._asked)):
            self._answer, self._asked, self._given = self._known_run(hook, obj, old, gates), asked, None
        found: Seen = self._answer
        return found

    def _known_run(self, hook: str, obj: Any, old: Any, gates: Mapping[str, bool]) -> Seen:
        """The run of these objects that there was before, with the same answers to all that it asked, else a new
        one."""
        key = hook, identity_of(obj), identity_of(old), tuple(ANSWERS.now.items()), RANDOMNESS.number
        known = self._seen.pop(key, None)
        if known is None or known[0] is not obj or known[1] is not old:
            known = obj, old, []
            if len(self._seen) >= KEPT_RUNS:
                del self._seen[next(iter(self._seen))]
        self._seen[key] = known  # the latest comes last
        for answers, seen in known[2]:
            for gate, state in answers:
                if gates.get(gate, False) is not state:
                    break
            else:
                return seen
        self.switches.asked_lately.clear()
        seen = self._run_somehow(hook, obj, old, gates)
        asked = self.switches.asked_lately if self.switches.hears_each else {*gates, *self.switches.known}
        known[2].append(([(gate, gates.get(gate, False)) for gate in asked], seen))
        return seen

    def _run_somehow(self, hook: str, obj: Any, old: Any, gates: Mapping[str, bool]) -> Seen:
        """A run of a hook; where it refuses to create the object, one under another name, which may not be taken."""
        seen = self.run_again(hook, obj, old, gates)
        if hook != CREATE or seen.stored is not None or self._in_vain > NAMES_IN_VAIN:
            return seen
        again = self.run_again(hook, self.under_new_name(obj)[0], old, gates)
        self._in_vain = 0 if again.stored is not None else self._in_vain + 1
        return seen if again.stored is None else replace(again, is_renamed=True)

    def under_new_name(self, *objects: Any) -> list[Any]:
        """The objects under a name that none had before."""
        self._names += 1
        return [self._renamed(obj, f"-{self._names}") for obj in objects]

    def _renamed(self, obj: Any, suffix: str) -> Any:
        for name in _IDENTITY:
            value = ABSENT if obj is None else read(read(obj, self.words.metadata), name)
            if type(value) is str:
                obj = put_in(obj, (self.words.metadata,), name, f"{value}{suffix}")
        return obj

    def run_again(self, hook: str, obj: Any, old: Any, gates: Mapping[str, bool]) -> Seen:
        """Run a hook on copies of these objects, whether or not it ran on them before."""
        self.runs += 1
        latest = self._latest.get(hook)
        if latest is None:
            latest = self._latest[hook] = collections.deque(maxlen=KNOWN_CALLS)
        call = HookCall(hook, obj, old, gates, ANSWERS.now)
        latest.append((self.runs, call))
        bound = self._bound(hook)
        sent, before = self._copies(hook, obj, old)
        if RANDOMNESS.number != FIRST_DRAW:
            self._kept.append(sent)  # so that the next one lies somewhere else
        if bound is None:
            return Seen(self.snapshot_of(obj), self.snapshot_of(old), Snapshot(sent))
        states = self.switches.turn(gates)
        CALLS.begin(self.assignment.name, call)
        try:
            if not self._notes_lines or self._coverage.is_done:
                stored = bound.call(sent, before)
            else:
                with self._coverage.noting():
                    stored = bound.call(sent, before)
        finally:
            self.switches.turn_back(states)
        CALLS.end()
        if not self.runs % _UNLOOKED:
            self._memory.look()
        if stored.refusal is not None:
            return Seen(self.snapshot_of(obj), self.snapshot_of(old), None, one_line(stored.refusal))
        return Seen(self.snapshot_of(obj), self.snapshot_of(old), Snapshot(_stored_copy(stored.object, obj, old)))

    def _copies(self, hook: str, obj: Any, old: Any) -> tuple[Any, Any]:
        """The objects that a hook is given for these."""
        sent, before = copied(obj), copied(old)
        if hook == UPDATE and self.parts.generation:
            sent = guarantee_generation(sent, before, self.parts.generation)
        return sent, before

    def _bound(self, hook: str) -> Hook | None:
        """The hook; ``None`` where the strategy has none."""
        if hook not in self._hooks:
            function = self.member(hook)
            objects = 1 if hook == CREATE else 2
            self._hooks[hook] = None if function is None else Hook(function, objects, self._factories, self._loop)
        return self._hooks[hook]

    def call_on(self, hook: str, obj: Any, old: Any, gates: Mapping[str, bool]) -> None:
        """Call a hook on these very objects, and not on copies: what it does to them is nobody's business, and the call
        is no run."""
        bound = self._bound(hook)
        if bound is None:
            return
        states = self.switches.turn(gates)
        CALLS.begin(self.assignment.name, HookCall(hook, obj, old, gates, ANSWERS.now))
        try:
            bound.call(obj, old)
        finally:
            self.switches.turn_back(states)
        CALLS.end()

    def left_by_update(self, seen: Seen, gates: Mapping[str, bool]) -> Snapshot:
        """The old object as the hook leaves it when an update is made once more: hardly anyone asks, and to keep it of
        each run takes memory that the next run would else have had."""
        sent, before = self._copies(UPDATE, seen.sent.value, seen.before.value)
        self.call_on(UPDATE, sent, before, gates)
        return Snapshot(before)

    def when_first(self, seen: Seen, gates: Mapping[str, bool], path: str) -> Snapshot | None:
        """The caller's object as it is when an update, made once more, has first changed what it holds there in place;
        ``None`` where nothing runs after that, or nothing changes."""
        sent, before = self._copies(UPDATE, seen.sent.value, seen.before.value)
        steps = tuple(path.split("."))
        start = get(sent, steps)
        found: list[Snapshot] = []

        def look(_: Line) -> None:
            if not found and not same(get(sent, steps), start):
                found.append(Snapshot(copied(sent)))

        call_watched(lambda: self.call_on(UPDATE, sent, before, gates), look)
        return found[0] if found else None

    def snapshot_of(self, value: Any) -> Snapshot:
        """The snapshot of a given object. It stays as it is, so that it is looked at once for all runs."""
        known = self._snapshots.get(identity_of(value))
        if known is None or known.value is not value:
            if len(self._snapshots) >= KEPT_RUNS:
                del self._snapshots[next(iter(self._snapshots))]
            known = self._snapshots[identity_of(value)] = Snapshot(value)
        return known

    def create(self, given: Given) -> Seen:
        """Run a create."""
        return self._run_of(CREATE, given, None)

    def update(self, given: Given) -> Seen:
        """Run an update."""
        return self._run_of(UPDATE, given, given.old)

    def _run_of(self, hook: str, given: Given, old: Any) -> Seen:
        """The run of these objects, which several questions in a row are about."""
        asked = self._asked
        is_known = (
            given is self._given and asked[0] is hook and asked[4] is ANSWERS.now and asked[5] == RANDOMNESS.number
        )
        if not is_known:
            self.run(hook, given.obj, old, given.gates)
            self._given = given
        found: Seen = self._answer
        return found

    # ---------------------------------------------------------------------------------------------------- objects
    # They stay as they are: hooks run on copies, and what is made of one shares with it what has not been changed.

    def filled(self, choice: Choice) -> Any:
        """The filled object of this choice. Raises :class:`CannotFillError`."""
        if choice not in self._filled:
            self._filled[choice] = self.filler.make(self.assignment.object_type, choice)
        return self._filled[choice]

    def with_part(self, obj: Any, other: Any, part: str) -> Any:
        """The object with a part of another one: the same one each time, and itself where it has such a part, so that
        its runs are remembered."""
        key = identity_of(obj), identity_of(other), part
        known = self._mixed.get(key)
        if known is None or known[0] is not obj or known[1] is not other:
            if len(self._mixed) >= KEPT_RUNS:
                del self._mixed[next(iter(self._mixed))]
            *around, name = part.split(".")
            value = get(other, (*around, name))
            is_alike = are_alike(get(obj, (*around, name)), value)
            known = self._mixed[key] = obj, other, obj if is_alike else put_in(obj, tuple(around), name, value)
        return known[2]


def _stored_copy(stored: Any, obj: Any, old: Any) -> Any:
    """A copy of the stored object, as a server writes it down at once: the hook may hold on to it, and store the
    very same object again the next time, changed."""
    try:
        return shared_copy(stored, obj, old)
    except MemoryError:
        raise
    except Exception:
        return stored  # of what can't be copied there is but one


def _raising(error: Exception) -> Callable[..., Any]:
    def member(*arguments: object) -> Any:
        raise error

    return member
