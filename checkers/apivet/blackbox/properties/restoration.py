"""Whether an update puts a field back to what was stored alone, or together with what is around it."""

from __future__ import annotations

from apivet.blackbox.objects.access import ABSENT, same
from apivet.blackbox.objects.snapshots import differing
from apivet.blackbox.rig.running import Seen
from apivet.paths import holder, lies_in, steps


def is_put_back(seen: Seen, place: str) -> bool:
    """Whether an update puts back what is around a field together with it, as far as can be told: nothing else is
    stored that the caller changed there. Where nothing else was changed there, what is around that tells."""
    assert seen.stored is not None
    top = steps(place)[0]
    before, sent, stored = (side.leaves(top) for side in (seen.before, seen.sent, seen.stored))
    changed = [path for path in differing(sent, before) if not lies_in(path, place)]
    around = place
    while around != top:
        around = holder(around)
        others = [path for path in changed if lies_in(path, around)]
        if others:
            return all(not same(stored.get(path, ABSENT), sent.get(path, ABSENT)) for path in others)
    return True
