"""Gated fields of which no run says anything: nobody knows whether their gates were on when the hooks ran."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from apivet.blackbox.properties.gates import PROPERTY
from apivet.blackbox.rig.running import Rig

#: Words in the name of a gate's state besides the name of the gate.
_SWITCH: Final = frozenset(
    ("is", "has", "on", "use", "enable", "enabled", "feature", "features", "gate", "gates", "flag")
)
_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def why_unobserved(rig: Rig, rule: str, field: str | None) -> str:
    """Why what was seen of a gated field proves nothing, whichever way it went; empty where it does.

    Either ``set_gate`` has no effect, or the strategy goes by something else than a gate function: nothing asked for
    any of the field's gates, and the code mentions one. Where it does not, nothing reads the gate, and what was seen
    is so with the gate on and off.
    """
    gated = [item for item in rig.assignment.gated if item.dotted == field] if rule in PROPERTY.rules else []
    gates = [gate for item in gated for gate in item.gates]
    silent = rig.switches.never_asked((*gates, *(gate for item in gated for gate in item.around)))
    if not rig.switches.hears:
        return next(iter(silent.values()), "")
    if any(gate not in silent for gate in gates):
        return ""
    if gates and rig.switches.unknown:
        return f"a gate is asked for that nobody knows: {min(rig.switches.unknown)}"
    return next((silent[gate] for gate in gates if gate in rig.switches.asked_before or _is_read(rig, gate)), "")


def _is_read(rig: Rig, gate: str) -> bool:
    """Whether the strategy's code speaks of the gate, and asks no gate function for any: of one that does, the call is
    just never reached."""
    names = rig.mentions.names
    if not names.isdisjoint(rig.words.gate_functions):
        return False
    fields = {item.name for model in rig.assignment.types.values() for item in model.fields}
    return names.issuperset(gate.split(".")) or any(_means(name, gate) for name in names - fields)


def _means(name: str, gate: str) -> bool:
    """Whether a name or a text of the code is what the gate's state lies under: a constant or a variable of the
    environment that is called after the gate (``PORTS``, ``MY_FEATURE_PORTS``), or a switch (``ports_enabled``)."""
    words, wanted = list(_words(name)), list(_words(gate))
    if not wanted or not any(words[at : at + len(wanted)] == wanted for at in range(len(words))):
        return False
    others = {*words} - {*wanted}
    if name.isupper():
        return not others or not others.isdisjoint(_SWITCH)
    return bool(others) and others <= _SWITCH


def _words(name: str) -> Iterator[str]:
    found: Iterable[str] = _WORD.findall(name)
    return (word.lower() for word in found)
