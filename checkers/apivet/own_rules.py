"""Names for authors of rules (docs/own-rules.md). They stay from version to version, every other module of apivet may
change. Each is loaded when it is first asked for: processes that run hooks need no interpreter, and a check needs no
rig."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from apivet.blackbox.objects.access import Marker as Marker
    from apivet.blackbox.objects.access import read as read
    from apivet.blackbox.objects.filling import Choice as Choice
    from apivet.blackbox.properties.interference import interference as interference
    from apivet.blackbox.properties.trial import TWIN_START as TWIN_START
    from apivet.blackbox.properties.trial import Invariant as Invariant
    from apivet.blackbox.properties.trial import Observed as Observed
    from apivet.blackbox.properties.trial import Property as Property
    from apivet.blackbox.properties.trial import Result as Result
    from apivet.blackbox.properties.trial import Violation as Violation
    from apivet.blackbox.properties.trial import pairs as pairs
    from apivet.blackbox.rig.running import Given as Given
    from apivet.blackbox.rig.running import Rig as Rig
    from apivet.conventions.rule import HookRule as HookRule
    from apivet.conventions.rule import MemberRule as MemberRule
    from apivet.conventions.rule import ModuleRule as ModuleRule
    from apivet.conventions.rule import Registered as Registered
    from apivet.conventions.rulings import HOLDS as HOLDS
    from apivet.conventions.rulings import Answer as Answer
    from apivet.conventions.rulings import Bench as Bench
    from apivet.conventions.rulings import Question as Question
    from apivet.conventions.rulings import unproven as unproven
    from apivet.conventions.rulings import violated as violated
    from apivet.effects.values import CALLER as CALLER
    from apivet.effects.values import OLD as OLD
    from apivet.effects.values import Input as Input
    from apivet.effects.view import View as View
    from apivet.program.role import Role as Role
    from apivet.vocabulary import CREATE as CREATE
    from apivet.vocabulary import UPDATE as UPDATE

#: The module that each name is taken from.
HOMES: Final[Mapping[str, str]] = {
    **dict.fromkeys(("CREATE", "UPDATE"), "vocabulary"),
    **dict.fromkeys(("Given", "Rig"), "blackbox.rig.running"),
    **dict.fromkeys(("Marker", "read"), "blackbox.objects.access"),
    **dict.fromkeys(("Choice",), "blackbox.objects.filling"),
    **dict.fromkeys(("interference",), "blackbox.properties.interference"),
    **dict.fromkeys(
        ("TWIN_START", "Invariant", "Observed", "Property", "Result", "Violation", "pairs"), "blackbox.properties.trial"
    ),
    **dict.fromkeys(("HookRule", "MemberRule", "ModuleRule", "Registered"), "conventions.rule"),
    **dict.fromkeys(("HOLDS", "Answer", "Bench", "Question", "unproven", "violated"), "conventions.rulings"),
    **dict.fromkeys(("CALLER", "OLD", "Input"), "effects.values"),
    **dict.fromkeys(("View",), "effects.view"),
    **dict.fromkeys(("Role",), "program.role"),
}


def __getattr__(name: str) -> Any:
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"apivet.{HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(HOMES)
