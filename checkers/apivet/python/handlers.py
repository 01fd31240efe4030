"""Which exceptions a handler takes."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING

from apivet.program import model

if TYPE_CHECKING:
    from apivet.python.modules import Workspace


def takes(workspace: Workspace, module: str, raised: str | None, caught: str | None) -> bool:
    """Whether a handler for ``caught`` certainly takes an exception named ``raised`` (``None``: any)."""
    if caught is None or caught in ("Exception", "BaseException") or raised == caught:
        return True
    if raised is None:
        return False
    above = {raised}
    entity = workspace.resolve(module, raised)
    if isinstance(entity, model.Type):
        above |= {base.name for base in workspace.ancestry(entity)}
    for name in tuple(above):
        builtin = getattr(builtins, name, None)
        if isinstance(builtin, type):
            above |= {base.__name__ for base in builtin.__mro__}
    return caught in above
