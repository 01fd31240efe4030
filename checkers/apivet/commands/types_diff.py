"""``apivet types diff``: two types side by side."""

from __future__ import annotations

from apivet.commands.options import UnusableError, read_config
from apivet.commands.tables import print_json
from apivet.commands.type_names import TypeLookup
from apivet.conventions.hub_comparison import TypeComparison
from apivet.reports.side_by_side import print_side_by_side
from apivet.reports.two_types import Side, side_by_side
from apivet.verdicts import Verdict

#: As of ``diff``: the same, different, trouble.
_STATUSES = {Verdict.HOLDS: 0, Verdict.VIOLATED: 1, Verdict.UNPROVEN: 2}


def diff(hub: str, served: str, *, format_: str, config: str | None) -> int:
    """Print both types and what differs."""
    names = TypeLookup(read_config(config))
    sides = [Side(name, names.find(name)) for name in (hub, served)]
    try:
        two = side_by_side(sides[0], sides[1], TypeComparison(names.program))
    except LookupError as error:
        raise UnusableError([str(error)]) from None
    if format_ == "json":
        print_json(two.document())
    else:
        print_side_by_side(two)
    return _STATUSES[two.compared.verdict]
