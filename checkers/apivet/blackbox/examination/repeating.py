"""A violation that is seen again: by the same strategy, by one that is made anew, or by one that is made anew and has
had some of the calls that came before. A strategy may remember those; what it takes of them belongs to the case."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec.structs import replace

from apivet.blackbox.objects.access import same
from apivet.blackbox.properties.randomness import asks_randomness, chances
from apivet.blackbox.properties.trial import HookTrial, Violation
from apivet.blackbox.rig.running import HookCall, Rig
from apivet.vocabulary import CREATE

#: So often a violation is tried again before it is reported.
AGAIN: Final = 3
#: A case of more calls convinces nobody.
_LONGEST: Final = 8
_LENGTHS: Final = (1, 2, 4, 8, 16, 32, 64)


def seen_again(rig: Rig, trial: HookTrial, latest: Sequence[HookCall]) -> tuple[int, HookTrial]:
    """In how many of three more runs a violation is seen again, and the question with the calls that it takes."""
    if asks_randomness(rig):  # it decides otherwise each time
        others = (trial.on(replace(trial.given, chance=chance)) for chance in chances(AGAIN, again=True))
        return sum(_is_seen(rig, other) for other in others), trial
    times = sum(_is_seen(rig, trial) for _ in range(AGAIN))
    if times == AGAIN and _is_seen_alone(rig, trial):
        return times, trial
    after = _with_calls(rig, trial, latest)
    if after is not None and all(_is_seen(rig, afresh(rig, after)) for _ in range(AGAIN)):
        return AGAIN, after
    anew = 0
    for _ in range(AGAIN if times < AGAIN else 0):
        rig.renew()
        anew += _is_seen(rig, trial)
    return max(times, anew), trial


def _is_seen(rig: Rig, trial: HookTrial) -> bool:
    """Whether it is seen."""
    rig.forget()
    try:
        return isinstance(trial.answer(rig), Violation)
    except Exception:
        return False


def _is_seen_alone(rig: Rig, trial: HookTrial) -> bool:
    """Whether a strategy that is made anew, and knows nothing of these objects, shows it as well."""
    rig.renew()
    return _is_seen(rig, afresh(rig, trial))


def afresh(rig: Rig, trial: HookTrial) -> HookTrial:
    """The same question about objects of other names, which nobody has seen before."""
    given = trial.given
    objects = [given.obj, given.old, given.twin, *(each for call in given.before for each in (call.obj, call.old))]
    obj, old, twin, *others = rig.under_new_name(*objects)
    before = [
        replace(call, obj=first, old=second) for call, first, second in zip(given.before, others[::2], others[1::2])
    ]
    return trial.on(replace(given, obj=obj, old=old, twin=twin, before=tuple(before)))


def _with_calls(rig: Rig, trial: HookTrial, latest: Sequence[HookCall]) -> HookTrial | None:
    """The question with the calls that it takes, as few as it can be; ``None`` where none of them make it."""
    names = [rig.name_of(obj) for obj in (trial.given.obj, trial.given.old) if obj is not None]
    of_same = [call for call in latest if any(same(rig.name_of(call.obj), name) for name in names)]
    creates = [call for call in latest if call.hook == CREATE]
    for calls in (latest, of_same, creates):
        for length in dict.fromkeys(min(length, len(calls)) for length in _LENGTHS if calls):
            after = _after(trial, calls[-length:])
            if _is_seen(rig, afresh(rig, after)):
                return _shortened(rig, after)
    return None


def _after(trial: HookTrial, calls: Sequence[HookCall]) -> HookTrial:
    return trial.on(replace(trial.given, before=tuple(calls)))


def _shortened(rig: Rig, trial: HookTrial) -> HookTrial | None:
    """With no call that can be left out, and as little as can be in each; ``None`` where too many are left."""
    for call in trial.given.before:
        fewer = _after(trial, [each for each in trial.given.before if each is not call])
        if fewer.given.before and _is_seen(rig, afresh(rig, fewer)):
            trial = fewer
    if len(trial.given.before) > _LONGEST:
        return None
    for index, call in enumerate(trial.given.before):
        for smaller in _smaller(rig, call, trial):
            calls = [*trial.given.before[:index], smaller, *trial.given.before[index + 1 :]]
            if _is_seen(rig, afresh(rig, _after(trial, calls))):
                trial = _after(trial, calls)
                break
    return trial


def _smaller(rig: Rig, call: HookCall, trial: HookTrial) -> Iterator[HookCall]:
    """The call with the objects that the question is about anyway."""
    given: Any = trial.given
    if call.old is None:
        yield from (replace(call, obj=obj) for obj in (given.old, given.obj) if obj is not None)
    elif given.old is not None:
        yield replace(call, obj=given.obj, old=given.old)


__all__ = ["AGAIN", "afresh", "seen_again"]
