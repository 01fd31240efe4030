"""Whether the value that is stored of a field is the one that the caller sent."""

from __future__ import annotations

from typing import Any

from apivet.effects.arithmetic import Possible, may_differ
from apivet.effects.values import (
    CALLER,
    EARLIER,
    LAST,
    ORDER,
    Computed,
    Constant,
    Decision,
    Exists,
    GateOn,
    Input,
    IsNone,
    Member,
    Path,
    Structure,
    Truthy,
    values_of,
)
from apivet.effects.view import View

#: Decisions that leave what a value is open, once it is there.
_ON_PRESENCE = (Exists, GateOn, IsNone, Truthy)


def is_callers(view: View, value: Any, place: Path) -> bool | None:
    """Whether a value that is stored at a place is what the caller sent there; ``None`` where that can't be told.

    An object that the caller sent stays the caller's when parts of it are changed: they are fields of their own."""
    sent = Input(CALLER, place)
    if _is_sent(view, value, sent):
        return True
    if isinstance(value, Computed):
        other = may_differ(view, value, sent)
        if other is not Possible.OPEN:
            return other is Possible.NO
    if isinstance(value, (Computed, Constant, Input, Member)) and not view.depends(value, CALLER, place):
        is_given = isinstance(value, Input) and value.root != CALLER
        return None if is_given or _is_asked_about(view, place) else False
    return None


def _is_sent(view: View, value: Any, sent: Input) -> bool:
    if view.same(value, sent):
        return True
    if isinstance(value, Input):
        return value.root == sent.root and _any_elements(value.path) == _any_elements(sent.path)
    if not isinstance(value, Structure) or any(name == ORDER for name, _ in value.fields):
        return False
    if value.entries is None:
        return view.same(view.leaf(value.base), sent)
    keys = {key for key, present, _ in value.entries if view.leaf(present)}
    if not keys <= {LAST, EARLIER}:
        return False
    for key in (LAST, EARLIER):
        is_there = view.decide(Exists(sent, LAST)) and view.decide(Exists(sent, key))
        if is_there is not (key in keys) or (is_there and not _is_sent(view, view.step(value, key), sent.child(key))):
            return False
    return True


def _any_elements(path: Path) -> Path:
    """A path without telling one element of a container from another: what became of others may move one."""
    return tuple(LAST if segment == EARLIER else segment for segment in path)


def _is_asked_about(view: View, place: Path) -> bool:
    """Whether something was decided on what the caller sent that may have left one value alone."""
    return any(_narrows(view, decision, place) for decision in view.assumptions.answers)


def _narrows(view: View, decision: Decision, place: Path) -> bool:
    plain = [value for value in values_of(decision) if isinstance(value, Input)]
    if isinstance(decision, _ON_PRESENCE) and len(plain) == len(values_of(decision)):
        return False
    return any(view.depends(value, CALLER, place) for value in values_of(decision))
