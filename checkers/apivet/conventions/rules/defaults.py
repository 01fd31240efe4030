"""A few flags have standard values (contract section 4)."""

from __future__ import annotations

from functools import partial

from apivet.conventions import defaults
from apivet.conventions.rule import MemberRule
from apivet.program.role import Role


def _flag(symbol: str, member: str) -> MemberRule:
    """The flag has the value that the configuration calls its default, on every path."""
    return MemberRule(symbol, (Role.MAIN,), member, partial(defaults.judge_flag, symbol, member))


CREATE_ON_UPDATE = _flag("allow-create-on-update-not-default", "allow_create_on_update")
UNCONDITIONAL_UPDATE = _flag("allow-unconditional-update-not-default", "allow_unconditional_update")
GARBAGE_COLLECTION = _flag("garbage-collection-policy-not-default", "default_garbage_collection_policy")
