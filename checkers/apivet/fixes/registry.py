"""All fixes, found by being there."""

from __future__ import annotations

import functools

from apivet.fixes import families
from apivet.fixes.proposal import Fix
from apivet.rule_objects import objects_in


@functools.cache
def fixes() -> dict[str, Fix]:
    """The fixes by the symbols of their rules."""
    return {fix.symbol: fix for fix in objects_in(families, Fix)}
