"""Gated fields go with their gates, and with nothing else (contract section 5)."""

from __future__ import annotations

from apivet.conventions import gates, ungated
from apivet.conventions.rule import EVERY_ROLE, HookRule
from apivet.conventions.subject import WHOLE
from apivet.program.role import Role
from apivet.vocabulary import CREATE, UPDATE

NOT_DROPPED = HookRule(
    gates.NOT_DROPPED, EVERY_ROLE, (CREATE, UPDATE), gates.judge_not_dropped, about=(WHOLE,), slices_itself=True
)
IN_USE = HookRule(gates.IN_USE, EVERY_ROLE, (UPDATE,), gates.judge_in_use, about=(WHOLE,), slices_itself=True)
ENABLED = HookRule(gates.ENABLED, EVERY_ROLE, (CREATE, UPDATE), gates.judge_enabled, about=(WHOLE,), slices_itself=True)
UNGATED = HookRule(
    ungated.UNGATED,
    (Role.MAIN, Role.OTHER),
    (CREATE, UPDATE),
    ungated.judge_ungated,
    ("spec",),
    about=(WHOLE,),
    slices_itself=True,
    takes_long=True,
)
