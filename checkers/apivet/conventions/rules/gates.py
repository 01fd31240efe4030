"""Gated fields go with their gates, and with nothing else (contract section 5)."""

from __future__ import annotations

from functools import partial

from apivet.conventions import gates, ungated
from apivet.conventions.rule import EVERY_ROLE, HookRule
from apivet.conventions.subject import WHOLE
from apivet.program.role import Role
from apivet.vocabulary import CREATE, UPDATE

_rule = partial(HookRule, about=(WHOLE,), slices_itself=True, by_field=True)

NOT_DROPPED = _rule(gates.NOT_DROPPED, EVERY_ROLE, (CREATE, UPDATE), gates.judge_not_dropped)
IN_USE = _rule(gates.IN_USE, EVERY_ROLE, (UPDATE,), gates.judge_in_use)
ENABLED = _rule(gates.ENABLED, EVERY_ROLE, (CREATE, UPDATE), gates.judge_enabled)
UNGATED = _rule(ungated.UNGATED, (Role.MAIN, Role.OTHER), (CREATE, UPDATE), ungated.judge_ungated, ("spec",))
