"""A strategy names the fields that it resets (contract section 4)."""

from __future__ import annotations

from apivet.conventions import reset_fields
from apivet.conventions.rule import EVERY_ROLE, HookRule, MemberRule, Registered
from apivet.vocabulary import UPDATE

MISMATCH = MemberRule(reset_fields.SYMBOL, EVERY_ROLE, "get_reset_fields", reset_fields.judge_named)
MISSING = HookRule(
    reset_fields.MISSING, EVERY_ROLE, (UPDATE,), reset_fields.judge_missing, registered=Registered.WRITTEN
)
