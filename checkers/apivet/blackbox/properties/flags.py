"""The three flags of a strategy have their standard values (contract section 4)."""

from __future__ import annotations

import enum
import itertools
from collections.abc import Iterator

from msgspec.structs import replace

from apivet.blackbox.objects.wording import shown
from apivet.blackbox.project.bystanders import ANSWERS
from apivet.blackbox.properties.contexts import contexts, machines
from apivet.blackbox.properties.trial import Check, HookTrial, Observed, Property, Result, Violation
from apivet.blackbox.rig.running import Given, Rig
from apivet.vocabulary import UPDATE

FLAGS = {
    "allow_create_on_update": "allow-create-on-update-not-default",
    "allow_unconditional_update": "allow-unconditional-update-not-default",
    "default_garbage_collection_policy": "garbage-collection-policy-not-default",
}


def trials(rig: Rig) -> Iterator[HookTrial]:
    """Each flag that is there, asked with all gates on and off, and with contexts that say what the code asks for."""
    for notion, default in rig.assignment.flags:
        for state in (True, False):
            gates = dict.fromkeys(sorted(rig.assignment.known_gates), state)
            with rig.switches.set(gates):
                is_given = rig.gives(notion)
            if not is_given:
                continue
            yield from _asked(
                rig, HookTrial(FLAGS[notion], None, UPDATE, Given(None, None, None, gates), _is(notion, default))
            )


def _asked(rig: Rig, trial: HookTrial) -> Iterator[HookTrial]:
    """The question, and the same with contexts and machines that answer what was asked of the first one."""
    before = dict(ANSWERS.heard)
    ANSWERS.heard.clear()
    yield trial
    for answers in itertools.chain(contexts(rig), machines(rig)):
        yield trial.on(replace(trial.given, context=answers))
    ANSWERS.heard.update(before)


def _is(notion: str, default: object) -> Check:
    def check(rig: Rig, given: Given) -> Result:
        with rig.switches.set(given.gates):
            try:
                value = rig.answer(notion)
            except Exception:
                return Observed.REFUSED
        if _is_value(value, default):
            return Observed.HOLDS
        return Violation(f"it is {shown(value)}, and {default!r} is the default")

    return check


def _is_value(value: object, default: object) -> bool:
    if isinstance(default, bool):
        return value is default
    names = [value.name] if isinstance(value, enum.Enum) else []
    names += [str.__str__(value)] if isinstance(value, str) else []  # a member may be a text as well
    return _letters(str(default)) in map(_letters, names)


def _letters(text: str) -> str:
    return text.replace("_", "").replace("-", "").casefold()


PROPERTY = Property(tuple(FLAGS.values()), trials=trials)
