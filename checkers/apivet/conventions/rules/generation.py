"""Generation counts what was asked for (contract section 4). The default strategy sets it behind all hooks."""

from __future__ import annotations

from functools import partial

from apivet.conventions import generation
from apivet.conventions.rule import HookRule, Registered
from apivet.conventions.subject import CREATE, UPDATE, WHOLE
from apivet.program.contents import Role

_rule = partial(
    HookRule, roles=(Role.MAIN,), parts=("spec", "generation"), registered=Registered.SETTLED, about=("generation",)
)

SET = _rule(generation.SET, hooks=(CREATE,), question=generation.judge_set_on_create)
BUMPED = _rule(generation.BUMPED, hooks=(UPDATE,), question=generation.judge_bumped, looks_back=True)
UNCHANGED = _rule(generation.UNCHANGED, hooks=(UPDATE,), question=generation.judge_unchanged, looks_back=True)
#: It is about what spec was when it was compared: no change of anything is passed over.
_early = partial(_rule, about=(WHOLE,))
EARLY = _early(generation.EARLY, hooks=(UPDATE,), question=generation.judge_early)
