"""Generation counts what was asked for (contract section 4). The default strategy sets it behind all hooks."""

from __future__ import annotations

from functools import partial

from apivet.conventions import generation
from apivet.conventions.rule import HookRule, Registered
from apivet.program.role import Role
from apivet.vocabulary import CREATE, UPDATE

_rule = partial(
    HookRule, roles=(Role.MAIN,), parts=("spec", "generation"), registered=Registered.SETTLED, about=("generation",)
)

SET = _rule(generation.SET, hooks=(CREATE,), question=generation.judge_set_on_create)
BUMPED = _rule(generation.BUMPED, hooks=(UPDATE,), question=generation.judge_bumped, looks_back=True)
UNCHANGED = _rule(generation.UNCHANGED, hooks=(UPDATE,), question=generation.judge_unchanged, looks_back=True)
EARLY = _rule(generation.EARLY, hooks=(UPDATE,), question=generation.judge_early)
