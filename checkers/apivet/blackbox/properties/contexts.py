"""The rules hold whatever the context of a request says: who asks, and in which role."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from apivet.blackbox.limits import CONTEXTS, GUESSED_NAMES
from apivet.blackbox.objects.paths import is_plain, nodes_of
from apivet.blackbox.project.bystanders import ANSWERS, TRUTH, VARIABLE
from apivet.blackbox.properties.disuse import without
from apivet.blackbox.properties.trial import HookTrial, Invariant, all_gates, pairs
from apivet.blackbox.rig.running import Given, Rig
from apivet.vocabulary import CREATE

#: The names by which code comes to environment variables.
_ENVIRONMENTS: Final = frozenset(("environ", "environb", "getenv"))
#: Answers of which there is but one each: code asks whether it is the very one.
_SINGLE: Final = (True, None)


def trials(rig: Rig, invariants: Sequence[Invariant]) -> Iterator[HookTrial]:
    """Invariants of every run, with contexts that say what the code compares with. An update sends something else,
    and what is stored; with gates off, also where that uses no gated field."""
    obj, old = pairs(rig)[0]
    unused = [without(rig, rig.assignment.gated, old)] if rig.assignment.gated else []
    for answers in contexts(rig, obj):
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


def _contexts(rig: Rig, obj: Any) -> Iterator[Mapping[str, Any]]:
    names = [name for name in ANSWERS.heard if name != TRUTH and name in rig.mentions.names]
    told = {name: values for name in names if (values := _values(rig, name, obj))}
    guesses = rig.mentions.constants.get(str, ())[:GUESSED_NAMES]
    guessed = {name: guesses for name in names if name not in told and guesses}
    if TRUTH in ANSWERS.heard or told or guessed:
        yield {TRUTH: True}
    # What is but guessed may be something on the way to what is asked for: ``ctx.headers.get("a")``.
    together = told or guessed
    if len(together) > 1:
        yield {name: values[0] for name, values in together.items()}
    single = dict.fromkeys(names if rig.mentions.asks_which else (), _SINGLE)
    yield from (
        {name: value} for found in (told, single, guessed) for name, values in found.items() for value in values
    )
    yield from _environments(rig)


def _environments(rig: Rig) -> Iterator[Mapping[str, Any]]:
    """The environment variables that the code may ask for, with what stands beside them in comparisons; where that is
    nothing, any value is true, and any text may be what is looked for in it."""
    if rig.mentions.names.isdisjoint(_ENVIRONMENTS):
        return
    texts = rig.mentions.constants.get(str, ())
    for name in filter(str.isidentifier, texts):
        told = [each for each in rig.mentions.around.get(name, ()) if type(each) is str]
        guesses = ("1", *[text for text in texts if text not in ("", name)][:GUESSED_NAMES])
        yield from ({f"{VARIABLE}{name}": value} for value in told or guesses)


def _values(rig: Rig, name: str, obj: Any) -> Sequence[Any]:
    """The values that the code compares an answer with: constants, an object's field, or what is beside it."""
    mentions = rig.mentions
    fields = {other for pair in mentions.related if name in pair for other in pair}
    held = [value for steps, value in nodes_of(obj, ()) if steps and steps[-1] in fields and is_plain(value)]
    return (*mentions.compared.get(name, ()), *held) or mentions.around.get(name, ())
