"""The rules hold whatever the context of a request says: who asks, and in which role."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from apivet.blackbox.experiments.trial import Invariant, Trial, all_gates, pairs
from apivet.blackbox.laboratory import CREATE, Given, Laboratory
from apivet.blackbox.live.bystanders import ANSWERS, TRUTH

#: So many contexts are tried, and so many of the code's texts for a name that it compares with nothing in sight.
_CONTEXTS: Final = 12
_GUESSES: Final = 4


def trials(lab: Laboratory, invariants: Sequence[Invariant]) -> Iterator[Trial]:
    """What is true of every run, with contexts that say what the code compares with."""
    obj, old = pairs(lab)[0]
    for answers in contexts(lab):
        for state in (True, False) if lab.assignment.known_gates else (True,):
            for invariant in invariants:
                before = None if invariant.hook == CREATE else old
                given = Given(obj, before, None, all_gates(lab, state), answers)
                if invariant.applies(lab, given):
                    yield invariant.on(given)


def contexts(lab: Laboratory) -> list[Mapping[str, Any]]:
    """What contexts may answer that makes a difference, as far as the hooks were heard to ask for it: each name alone,
    all at once, and the truth of everything else."""
    names = [name for name in ANSWERS.heard if name != TRUTH and name in lab.mentions.names]
    told = {name: values for name in names if (values := _values(lab, name))}
    found: list[Mapping[str, Any]] = [{name: value} for name, values in told.items() for value in values]
    if len(told) > 1:
        found.insert(0, {name: values[0] for name, values in told.items()})
    if TRUTH in ANSWERS.heard or found:
        found.insert(0, {TRUTH: True})
    return found[:_CONTEXTS]


def _values(lab: Laboratory, name: str) -> Sequence[Any]:
    compared = lab.mentions.compared.get(name)
    return compared or lab.mentions.constants.get(str, ())[:_GUESSES]
