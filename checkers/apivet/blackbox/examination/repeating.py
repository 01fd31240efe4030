"""A violation that is seen again: by the same strategy, by one that is made anew, or by one that is made anew and has
had some of the calls that came before. A strategy may remember those; what it takes of them belongs to the case."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from apivet.blackbox.objects.access import same
from apivet.blackbox.project.hooks import CHANCE
from apivet.blackbox.properties.chances import asks_chance
from apivet.blackbox.properties.trial import HookTrial, Violation
from apivet.blackbox.rig.running import HookCall, Laboratory
from apivet.vocabulary import CREATE

#: So often a violation is tried again before it is told.
AGAIN: Final = 3
#: A case of more calls convinces nobody.
_LONGEST: Final = 8
_LENGTHS: Final = (1, 2, 4, 8, 16, 32, 64)


def seen_again(lab: Laboratory, trial: HookTrial, latest: Sequence[HookCall]) -> tuple[int, HookTrial]:
    """In how many of three more runs a violation is seen again, and the question with the calls that it takes."""
    if asks_chance(lab):  # it decides otherwise each time
        return sum(_is_seen(lab, trial, number) for number in range(1, 1 + AGAIN)), trial
    times = sum(_is_seen(lab, trial) for _ in range(AGAIN))
    if times == AGAIN and _is_seen_alone(lab, trial):
        return times, trial
    after = _with_calls(lab, trial, latest)
    if after is not None and all(_is_seen(lab, afresh(lab, after)) for _ in range(AGAIN)):
        return AGAIN, after
    anew = 0
    for _ in range(AGAIN if times < AGAIN else 0):
        lab.renew()
        anew += _is_seen(lab, trial)
    return max(times, anew), trial


def _is_seen(lab: Laboratory, trial: HookTrial, number: int = 0) -> bool:
    """Whether it is seen, where chance decides as this number says."""
    lab.forget()
    try:
        with CHANCE.drawn(CHANCE.number + number):
            return isinstance(trial.answer(lab), Violation)
    except Exception:
        return False


def _is_seen_alone(lab: Laboratory, trial: HookTrial) -> bool:
    """Whether a strategy that is made anew, and knows nothing of these objects, shows it as well."""
    lab.renew()
    return _is_seen(lab, afresh(lab, trial))


def afresh(lab: Laboratory, trial: HookTrial) -> HookTrial:
    """The same question about objects of other names, which nobody has seen before."""
    given = trial.given
    objects = [given.obj, given.old, given.twin, *(each for call in given.before for each in (call.obj, call.old))]
    obj, old, twin, *others = lab.under_new_name(*objects)
    before = [
        replace(call, obj=first, old=second) for call, first, second in zip(given.before, others[::2], others[1::2])
    ]
    return trial.on(replace(given, obj=obj, old=old, twin=twin, before=tuple(before)))


def _with_calls(lab: Laboratory, trial: HookTrial, latest: Sequence[HookCall]) -> HookTrial | None:
    """The question with the calls that it takes, as few as it can be; ``None`` where none of them make it."""
    names = [lab.name_of(obj) for obj in (trial.given.obj, trial.given.old) if obj is not None]
    of_same = [call for call in latest if any(same(lab.name_of(call.obj), name) for name in names)]
    creates = [call for call in latest if call.hook == CREATE]
    for calls in (latest, of_same, creates):
        for length in dict.fromkeys(min(length, len(calls)) for length in _LENGTHS if calls):
            after = _after(trial, calls[-length:])
            if _is_seen(lab, afresh(lab, after)):
                return _shortened(lab, after)
    return None


def _after(trial: HookTrial, calls: Sequence[HookCall]) -> HookTrial:
    return trial.on(replace(trial.given, before=tuple(calls)))


def _shortened(lab: Laboratory, trial: HookTrial) -> HookTrial | None:
    """With no call that can be left out, and as little as can be in each; ``None`` where too many are left."""
    for call in trial.given.before:
        fewer = _after(trial, [each for each in trial.given.before if each is not call])
        if fewer.given.before and _is_seen(lab, afresh(lab, fewer)):
            trial = fewer
    if len(trial.given.before) > _LONGEST:
        return None
    for index, call in enumerate(trial.given.before):
        for smaller in _smaller(lab, call, trial):
            calls = [*trial.given.before[:index], smaller, *trial.given.before[index + 1 :]]
            if _is_seen(lab, afresh(lab, _after(trial, calls))):
                trial = _after(trial, calls)
                break
    return trial


def _smaller(lab: Laboratory, call: HookCall, trial: HookTrial) -> Iterator[HookCall]:
    """The call with the objects that the question is about anyway."""
    given: Any = trial.given
    if call.old is None:
        yield from (replace(call, obj=obj) for obj in (given.old, given.obj) if obj is not None)
    elif given.old is not None:
        yield replace(call, obj=given.obj, old=given.old)


__all__ = ["AGAIN", "afresh", "seen_again"]
