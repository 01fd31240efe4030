"""Exceptions that a handler takes."""

from __future__ import annotations

import builtins

from apivet.program import model
from apivet.python.names.resolver import Resolver


def takes(resolver: Resolver, module: str, raised: str | None, caught: str | None) -> bool:
    """Whether a handler for ``caught`` certainly takes an exception named ``raised`` (``None``: any)."""
    if caught is None or caught in ("Exception", "BaseException") or raised == caught:
        return True
    if raised is None:
        return False
    above = {raised}
    entity = resolver.resolve(module, raised)
    if isinstance(entity, model.Type):
        above |= {base.name for base in resolver.ancestry(entity)}
    for name in tuple(above):
        builtin = getattr(builtins, name, None)
        if isinstance(builtin, type):
            above |= {base.__name__ for base in builtin.__mro__}
    return caught in above
