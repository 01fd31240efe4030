"""The status is the server's: what a caller put there makes no difference, and what was stored stays (contract
section 4)."""

from __future__ import annotations

from collections.abc import Iterator

from apivet.blackbox.experiments.trial import Answer, Result, Trial, Violation, all_gates, gate_states, twins
from apivet.blackbox.laboratory import CREATE, UPDATE, Given, Laboratory, is_unset, is_zero

WIPED = "status-not-wiped-on-create"
KEPT = "status-not-kept-on-update"


def trials(lab: Laboratory) -> Iterator[Trial]:
    """Two callers send the same but for the status."""
    status = lab.words.status
    if not lab.parts.status:
        return
    for gates, (obj, twin, old) in gate_states(lab, twins(lab, status)):
        yield Trial(WIPED, status, CREATE, Given(obj, None, twin, gates), _wiped)
        yield Trial(KEPT, status, UPDATE, Given(obj, old, twin, gates), _kept)
    obj, _, old = twins(lab, status)[0]
    gates = all_gates(lab, True)
    for _, twin in lab.variants(obj, old, status):
        yield Trial(WIPED, status, CREATE, Given(obj, None, twin, gates), _wiped)
        yield Trial(KEPT, status, UPDATE, Given(obj, old, twin, gates), _kept)


def _wiped(lab: Laboratory, given: Given) -> Result:
    seen = lab.create(given)
    if seen.stored is None:
        return Answer.REFUSED
    path = lab.interference(CREATE, given, lab.words.status, seen)
    return Answer.HOLDS if path is None else Violation(f"what the caller sent decides what is stored as {path}")


def _kept(lab: Laboratory, given: Given) -> Result:
    seen = lab.update(given)
    if seen.stored is None:
        return Answer.REFUSED
    status = lab.words.status
    path = lab.interference(UPDATE, given, status, seen)
    if path is not None:
        return Violation(f"what the caller sent decides what is stored as {path}")
    before, stored = seen.before.leaves(status), seen.stored.leaves(status)
    used = [path for path, value in before.items() if not is_zero(value)]
    lost = [path for path in used if is_unset(stored, path)]
    if lost and len(lost) == len(used):
        return Violation(f"{lost[0]} was stored and is lost")
    # To clear a field or two of the old status is a server's choice; nobody can tell from outside.
    return Answer.UNDECIDED if lost else Answer.HOLDS
