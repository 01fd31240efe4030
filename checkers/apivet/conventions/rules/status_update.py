"""A status update changes the status alone (contract section 4)."""

from __future__ import annotations

from functools import partial

from apivet.conventions import status_update
from apivet.conventions.rule import HookRule
from apivet.program.role import Role
from apivet.vocabulary import UPDATE

_rule = partial(HookRule, roles=(Role.STATUS,), hooks=(UPDATE,))

SPEC = _rule(status_update.SPEC, question=status_update.judge_spec_kept, parts=("payload",), about=("payload",))
METADATA = _rule(
    status_update.METADATA, question=status_update.judge_metadata_reset, parts=("metadata",), about=("metadata",)
)
GENERATION = _rule(
    status_update.GENERATION,
    question=status_update.judge_generation_kept,
    parts=("generation",),
    about=("generation",),
)
