"""Status belongs to the server (contract section 4)."""

from __future__ import annotations

from apivet.conventions import status
from apivet.conventions.rule import HookRule
from apivet.program.role import Role
from apivet.vocabulary import CREATE, UPDATE

WIPED = HookRule(status.WIPED, (Role.MAIN,), (CREATE,), status.judge_wiped_on_create, ("status",), about=("status",))
KEPT = HookRule(status.KEPT, (Role.MAIN,), (UPDATE,), status.judge_kept_on_update, ("status",), about=("status",))
