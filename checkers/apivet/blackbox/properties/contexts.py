"""The rules hold whatever the context of a request says, who asks and in which role, and whatever the machine does:
when, and where."""

from __future__ import annotations

import contextlib
import datetime
import itertools
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from apivet.blackbox.limits import CONTEXTS, GUESSED_NAMES
from apivet.blackbox.objects.neighbours import in_order
from apivet.blackbox.objects.paths import is_plain, nodes_of, value_at
from apivet.blackbox.project.bystanders import ANSWERS, TRUTH, VARIABLE
from apivet.blackbox.project.machine import LONG_AGO, MACHINE, NAME, NUMBER, TIME
from apivet.blackbox.properties.disuse import without
from apivet.blackbox.properties.trial import HookTrial, Invariant, all_gates, pairs
from apivet.blackbox.properties.values import mentioned_places
from apivet.blackbox.rig.running import Given, Rig
from apivet.vocabulary import CREATE

#: The names by which code comes to environment variables.
_ENVIRONMENTS: Final = frozenset(("environ", "environb", "getenv"))
#: Constants that may be times; the units in which numbers may be, and the middle of the seconds that are.
_TIMES: Final = (datetime.datetime, datetime.date, int, float, str)
_UNITS: Final = (1, 10**3, 10**6, 10**9)
_MIDDLE: Final = 2**32
#: Times that are tried whatever the code says: how many, and the days between them.
_MANY: Final = 24 * 7
_DAYS: Final = 159
#: All minutes, all hours of each day of the week, all days and months, before this year and after: seconds since 1970.
_MOMENTS: Final = tuple(
    (
        LONG_AGO
        + datetime.timedelta(
            number * _DAYS,
            hours=number * 5 % 24,
            minutes=number % 60,
            seconds=number * 7 % 60,
            milliseconds=number * 17,
        )
    ).timestamp()
    for number in range(_MANY)
)
#: Numbers of the machine that are tried whatever the code says.
_FEW: Final = 4
#: Answers of which there is but one each: code asks whether it is the very one.
_SINGLE: Final = (True, None)


def trials(rig: Rig, invariants: Sequence[Invariant]) -> Iterator[HookTrial]:
    """Invariants of every run, with contexts that say what the code compares with. An update sends something else,
    and what is stored; with gates off, also where that uses no gated field."""
    obj, old = pairs(rig)[0]
    unused = [without(rig, rig.assignment.gated, old)] if rig.assignment.gated else []
    for answers in itertools.chain(contexts(rig, obj), machines(rig)):
        for state in (True, False) if rig.assignment.known_gates else (True,):
            gates = all_gates(rig, state)
            for invariant in invariants:
                befores = [(obj, None)] if invariant.hook == CREATE else [(obj, old), (old, old)]
                befores += [(obj, each) for each in unused if invariant.hook != CREATE and not state]
                for sent, before in befores:
                    given = Given(sent, before, None, gates, answers)
                    if invariant.applies(rig, given):
                        yield invariant.on(given)


def contexts(rig: Rig, obj: Any = None) -> Iterator[Mapping[str, Any]]:
    """The answers of contexts that make a difference, as far as the strategy was heard to ask for it, with this
    object: the truth of everything, all names at once, and each name alone. An answer may be what makes the code ask
    for something else: so it is heard again after each."""
    known: list[Mapping[str, Any]] = []
    while len(known) < CONTEXTS:
        answers = next((each for each in _contexts(rig, obj) if each not in known), None)
        if answers is None:
            return
        known.append(answers)
        yield answers


def machines(rig: Rig) -> Iterator[Mapping[str, Any]]:
    """The answers of machines that make a difference, as far as the code was heard to ask: times that it compares with,
    and others in all months, days and hours; names and numbers that it speaks of."""
    constants = rig.mentions.constants
    asked: dict[str, Iterable[Any]] = {
        TIME: (*map(_seconds, (value for kind in _TIMES for value in constants.get(kind, ()))), *_MOMENTS),
        NAME: constants.get(str, ()),
        NUMBER: (*(each for each in constants.get(int, ()) if each >= 0), *range(_FEW)),
    }
    for name, values in asked.items():
        if name in MACHINE.heard:
            yield from ({name: value} for value in dict.fromkeys(values) if value not in (None, ""))


def at_other_times(trials: Callable[[], Iterable[HookTrial]]) -> Iterator[HookTrial]:
    """The questions long ago and far ahead, where the code was heard to ask for the time: what it asks besides may be
    what decides then."""
    for moment in (_MOMENTS[0], _MOMENTS[-1]) if TIME in MACHINE.heard else ():
        for trial in trials():
            yield trial.on(replace(trial.given, context={**trial.given.context, TIME: moment}))


def _seconds(value: Any) -> float | None:
    """The moment that a constant tells, in seconds since 1970."""
    with contextlib.suppress(ValueError, OverflowError, OSError):
        if isinstance(value, str):
            value = datetime.datetime.fromisoformat(value)
        if type(value) is datetime.date:
            value = datetime.datetime(value.year, value.month, value.day)
        if isinstance(value, datetime.datetime):
            return value.timestamp()
        return next((value / unit for unit in _UNITS if abs(value / unit - _MIDDLE) < _MIDDLE), None)
    return None


def _contexts(rig: Rig, obj: Any) -> Iterator[Mapping[str, Any]]:
    names = [name for name in ANSWERS.heard if name != TRUTH and name in rig.mentions.names]
    told = {name: values for name in names if (values := _values(rig, name, obj))}
    guesses = rig.mentions.constants.get(str, ())[:GUESSED_NAMES]
    guessed = {name: guesses for name in names if name not in told and guesses}
    flags = {name: not value for name, value in ANSWERS.flags.items() if name in names}
    if TRUTH in ANSWERS.heard or told or guessed or flags:
        yield {TRUTH: True}
    yield from ({name: value} for name, value in flags.items())
    # What is but guessed may be something on the way to what is asked for: ``ctx.headers.get("a")``.
    together = told or guessed
    if len(together) > 1:
        yield {name: values[0] for name, values in together.items()}
    single = dict.fromkeys(names if rig.mentions.asks_which else (), _SINGLE)
    yield from (
        {name: value} for found in (told, single, guessed) for name, values in found.items() for value in values
    )
    yield from _environments(rig, obj)


def _environments(rig: Rig, obj: Any) -> Iterator[Mapping[str, Any]]:
    """The environment variables that the code may ask for, with what stands beside them in comparisons, and comes
    before it or after it; where that is nothing, any value is true, any text may be what is looked for in it, and it
    may be what a field is: all of them at once, and each alone."""
    if rig.mentions.names.isdisjoint(_ENVIRONMENTS):
        return
    texts = rig.mentions.constants.get(str, ())
    fields = [value for steps in mentioned_places(rig, obj) if type(value := value_at(obj, steps)) is str]
    asked: dict[str, list[str]] = {}
    for name in filter(str.isidentifier, texts):
        beside = [each for each in rig.mentions.around.get(name, ()) if type(each) in (str, int)]
        # One that is set is the project's, or the user's, to choose. What comes before or after is tried last.
        near = [] if name in os.environ else [each for value in beside for each in in_order(value)]
        told = dict.fromkeys((*beside, *near))
        guesses = ("1", *[text for text in texts if text not in ("", name)][:GUESSED_NAMES], *fields[:GUESSED_NAMES])
        asked[f"{VARIABLE}{name}"] = [*map(str, told or guesses)]
    if len(asked) > 1:
        yield {name: values[0] for name, values in asked.items()}
    turns = itertools.zip_longest(*([(name, value) for value in values] for name, values in asked.items()))
    yield from ({pair[0]: pair[1]} for turn in turns for pair in turn if pair is not None)


def _values(rig: Rig, name: str, obj: Any) -> Sequence[Any]:
    """The values that the code compares an answer with: constants, an object's field, or what is beside it."""
    mentions = rig.mentions
    fields = {other for pair in mentions.related if name in pair for other in pair}
    held = [value for steps, value in nodes_of(obj, ()) if steps and steps[-1] in fields and is_plain(value)]
    return (*mentions.compared.get(name, ()), *held) or mentions.around.get(name, ())
