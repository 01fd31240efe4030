"""A hook that does what the default does need not be written (contract section 4)."""

from __future__ import annotations

from apivet.conventions import boilerplate
from apivet.conventions.rule import HookRule, Registered
from apivet.program.role import Role
from apivet.vocabulary import CREATE, UPDATE

BOILERPLATE = HookRule(
    boilerplate.SYMBOL,
    (Role.MAIN, Role.STATUS),
    (CREATE, UPDATE),
    boilerplate.judge_boilerplate,
    registered=Registered.WRITTEN,
    looks_back=True,
    finds_in_all=True,
)
