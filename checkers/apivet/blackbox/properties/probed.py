"""The rules hold where what the code compares comes out otherwise: each hook is called on probes, which note what they
are compared with, and then run on objects for which the answer is another one."""

from __future__ import annotations

import contextlib
import datetime
import enum
import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct, field
from msgspec.structs import replace

from apivet.blackbox.limits import PROBED_ELEMENTS, PROBED_OBJECTS, PROBED_STARTS, PROBES
from apivet.blackbox.objects.access import ABSENT, force, read, same, write
from apivet.blackbox.objects.copying import copied
from apivet.blackbox.objects.neighbours import in_order
from apivet.blackbox.objects.paths import value_at, with_value_at
from apivet.blackbox.objects.probes.base import Comparisons, Wish
from apivet.blackbox.objects.probes.lists import ListProbe
from apivet.blackbox.objects.probes.making import PROBED, probe
from apivet.blackbox.objects.probes.mappings import MappingProbe
from apivet.blackbox.objects.snapshots import are_alike
from apivet.blackbox.project.bystanders import ANSWERS, CONTEXT
from apivet.blackbox.project.machine import MACHINE, TIME
from apivet.blackbox.project.stand_ins import Place, places_in, standing_in
from apivet.blackbox.properties.trial import HookTrial, Invariant, all_gates, pairs
from apivet.blackbox.properties.trimming import trimmed
from apivet.blackbox.properties.values import looked_for, mentioned_places
from apivet.blackbox.rig.running import Given, Rig
from apivet.blackbox.rig.variations import variants
from apivet.paths import Key, Path
from apivet.vocabulary import CREATE

_OBJ: Final = "obj"
_OLD: Final = "old"


class _Requested(Struct, frozen=True):
    """The objects that a hook is called with, and the answers of its context; ``depth`` is how many values were changed
    to come there."""

    obj: Any
    old: Any
    depth: int = 0
    answers: Mapping[str, Any] = field(default_factory=dict)

    def at(self, name: str, steps: Path) -> Any:
        """The value in one place."""
        return self.answers.get(steps[0]) if name == CONTEXT else value_at(self.side(name), steps)

    def side(self, name: str) -> Any:
        """The object of this name."""
        return self.obj if name == _OBJ else self.old

    def changed(self, rig: Rig, name: str, steps: Path, value: Any) -> _Requested | None:
        """The same with another value in one place; ``None`` where it may not have that."""
        if name == CONTEXT:
            return replace(self, depth=self.depth + 1, answers={**self.answers, steps[0]: value})
        there = self.side(name)
        present = value_at(there, steps)
        if type(present) is float:
            value = float(value)
        if type(value) is not type(present) or not rig.alternatives.takes(there, steps, value):
            return None
        other = with_value_at(there, steps, value)
        return replace(self, **{name: other}, depth=self.depth + 1)


def trials(rig: Rig, invariants: Sequence[Invariant]) -> Iterator[HookTrial]:
    """Trials of the invariants, with objects that were found so."""
    for hook in rig.hooks:
        asked = [each for each in invariants if (each.hook == CREATE) == (hook == CREATE)]
        for state in (True, False) if rig.assignment.known_gates else (True,):
            gates = all_gates(rig, state)
            for start in _starts(rig, hook) if asked else ():
                for request in itertools.islice(_requests(rig, hook, gates, start), PROBED_OBJECTS):
                    for sent in (request.obj, *_changed_besides(rig, request)):
                        given = Given(sent, request.old, None, gates, request.answers)
                        yield from (each.on(given) for each in asked if each.applies(rig, given))


def _starts(rig: Rig, hook: str) -> Iterator[_Requested]:
    """Requests to begin with: all is changed, and nothing is; and all that have another value of a kind that takes no
    probe, a member of an enum or a flag of the context say: what the code compares after that is not come to
    without."""
    obj, old = (trimmed(rig, side) for side in pairs(rig)[0])
    # Where the time is asked for, it stays where it is, so that the same makes a difference whenever it is tried again.
    start = _Requested(obj, None if hook == CREATE else old, answers=MACHINE.today if TIME in MACHINE.heard else {})
    yield start
    if hook != CREATE:
        yield replace(start, obj=old)
    yield from _in_another_zone(rig, start)
    yield from itertools.islice(_told_otherwise(rig, start), PROBED_STARTS)
    yield from itertools.islice(_between_members(rig, start), PROBED_STARTS)
    yield from itertools.islice(_flagged_otherwise(rig, start), PROBED_STARTS)


def _in_another_zone(rig: Rig, request: _Requested) -> Iterator[_Requested]:
    """The request with moments that say nothing of their zone, where they do, or that say it: code that reckons with
    the one kind raises for the other, and comes to no comparison."""
    changed = request
    for name in (_OBJ, _OLD):
        there = request.side(name)
        for steps in mentioned_places(rig, there) if there is not None else ():
            present = value_at(there, steps)
            if isinstance(present, datetime.datetime):
                zone = datetime.timezone.utc if present.tzinfo is None else None
                changed = changed.changed(rig, name, steps, present.replace(tzinfo=zone)) or changed
    if changed is not request:
        yield replace(changed, depth=0)


def _flagged_otherwise(rig: Rig, request: _Requested) -> Iterator[_Requested]:
    """The request with all flags of the project's own context turned, and each alone."""
    turned = {name: not value for name, value in ANSWERS.flags.items() if name in rig.mentions.names}
    if len(turned) > 1:
        yield replace(request, answers={**request.answers, **turned})
    for name, value in turned.items():
        yield replace(request, answers={**request.answers, name: value})


def _told_otherwise(rig: Rig, request: _Requested) -> Iterator[_Requested]:
    """The request with another value in one place that takes no probe."""
    for name in (_OBJ, _OLD):
        there = request.side(name)
        for steps in mentioned_places(rig, there) if there is not None else ():
            present = value_at(there, steps)
            if type(present) in PROBED:
                continue
            few = rig.alternatives.each(there, steps) if isinstance(present, (bool, enum.Enum)) else ()
            for value in (*looked_for(rig, there, steps), *few):
                changed = request.changed(rig, name, steps, value)
                if changed is not None:
                    yield changed


def _between_members(rig: Rig, request: _Requested) -> Iterator[_Requested]:
    """The request with two members of an enum in the same place of both objects, those first that the code names."""
    for steps in mentioned_places(rig, request.old) if request.old is not None else ():
        present = value_at(request.old, steps)
        if isinstance(present, enum.Enum):
            members = dict.fromkeys((*looked_for(rig, request.old, steps), present, *type(present)))
            for stored, sent in itertools.permutations(members, 2):
                changed = request.changed(rig, _OLD, steps, stored)
                changed = changed and changed.changed(rig, _OBJ, steps, sent)
                if changed is not None:
                    yield changed


def _changed_besides(rig: Rig, request: _Requested) -> Iterator[Any]:
    """The caller's object with one leaf of the spec changed, where both have the same spec: a value that both have may
    decide which changes count."""
    spec = rig.words.spec
    if request.depth and rig.parts.spec and are_alike(read(request.obj, spec), read(request.old, spec)):
        yield from (changed for _, changed in variants(request.obj, pairs(rig)[0][0], spec))


def _requests(rig: Rig, hook: str, gates: dict[str, bool], start: _Requested) -> Iterator[_Requested]:
    """Requests in which something is compared otherwise than in the first one, those with few changes first."""
    pending = [start]
    #: Tried alone without probes; what makes no difference alone may make one beside another value, each way round.
    tried_alone = set(_known(rig, start))
    known: set[tuple[Any, ...]] = set()
    for request in itertools.islice(_taken(pending), PROBES):
        for wish in _wishes(rig, hook, request, gates):
            name, *steps = wish.place
            for value in in_order(wish.value) if wish.near else (wish.value,):
                key = replace(wish, value=value).identity[:-1]
                if key in known:
                    continue
                is_tried = not request.depth and key in tried_alone
                if not is_tried:
                    known.add(key)
                changed = request.changed(rig, name, tuple(steps), value)
                if changed is not None:
                    pending.append(changed)
                    if not is_tried:
                        yield changed


def _taken(pending: list[_Requested]) -> Iterator[_Requested]:
    """The requests, and those that come to them meanwhile."""
    while pending:
        yield pending.pop(0)


def _known(rig: Rig, request: _Requested) -> Iterator[tuple[Any, ...]]:
    """The values that are tried without probes: what the code has for constants."""
    for name in (_OBJ, _OLD):
        obj = request.side(name)
        for steps in mentioned_places(rig, obj) if obj is not None else ():
            for value in looked_for(rig, obj, steps):
                if type(value) in PROBED:
                    yield (name, *steps), type(value), value


def _wishes(rig: Rig, hook: str, request: _Requested, gates: dict[str, bool]) -> list[Wish]:
    """The values for which the hook would compare otherwise than for this request."""
    comparisons = Comparisons()
    obj, old = (_probing(rig, request.side(name), name, comparisons) for name in (_OBJ, _OLD))
    forgetting = rig.memo.of(_forgetting, rig, hook)
    with ANSWERS.given(request.answers), ANSWERS.noted(comparisons), standing_in(forgetting):
        rig.call_on(hook, obj, old, gates)
    comparisons.is_open = False
    return [wish for wish in comparisons.wishes.values() if not _is_there(request, wish)]


def _forgetting(rig: Rig, hook: str) -> list[Place]:
    """The places in which a hook finds functions that forget probes."""
    return [place for function in rig.code_of(hook) for place in places_in(function)]


def _is_there(request: _Requested, wish: Wish) -> bool:
    name, *steps = wish.place
    return not wish.near and same(request.at(name, tuple(steps)), wish.value)


def _probing(rig: Rig, given: Any, name: str, comparisons: Comparisons) -> Any:
    """A copy of an object with probes for all that the code mentions of it, as far as its classes take them."""
    obj = copied(given)
    # A container comes after all that is in it.
    for steps in reversed(list(_all_places(rig, given)) if given is not None else ()):
        value = value_at(given, steps)
        probing = probe(value, (name, *steps), comparisons)
        if isinstance(probing, (ListProbe, MappingProbe)):
            probing = probing.holding(value_at(obj, steps))
        if probing is not value:
            with contextlib.suppress(Exception):  # its class takes the exact type alone
                obj = _with_probe(obj, steps, probing)
    return obj


def _with_probe(obj: Any, steps: Path, probing: Any) -> Any:
    """An object with a probe in one place. It equals what was there, so that no class may refuse it, nor make something
    else of it, as those do that validate what is set."""
    holder, step = value_at(obj, steps[:-1]), steps[-1]
    if isinstance(holder, tuple):
        return with_value_at(obj, steps, probing)
    if not isinstance(step, str):
        holder[step.key if isinstance(step, Key) else step] = probing
        return obj
    with contextlib.suppress(Exception):
        write(holder, step, probing)
    if read(holder, step) is not probing:
        force(holder, step, probing)
    return obj


def _all_places(rig: Rig, obj: Any) -> Iterator[Path]:
    """The places that the code mentions, and the same ones in the other elements of a list: which of them it compares
    is for the code to say."""
    for steps in mentioned_places(rig, obj):
        yield steps
        index = next((at for at, step in enumerate(steps) if isinstance(step, int)), len(steps))
        elements = value_at(obj, steps[:index])
        for each in range(1, min(len(elements), PROBED_ELEMENTS)) if type(elements) is list and steps[index:] else ():
            other = (*steps[:index], each, *steps[index + 1 :])
            if value_at(obj, other) is not ABSENT:
                yield other
