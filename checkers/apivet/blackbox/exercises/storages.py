"""A project's storage, held to what every storage promises."""

from __future__ import annotations

from apivet.blackbox.exercises.live import resolve, told
from apivet.blackbox.exercises.models import StorageAssignment
from apivet.blackbox.live.hooks import CannotRunError
from apivet.blackbox.messages import Examined
from apivet.blackbox.storage_conformance import CHECKS, StorageUnderTest, run_check


def exercise_storage(assignment: StorageAssignment) -> Examined:
    """Every check, each on a storage of its own."""
    make = resolve(assignment.target)
    failures: list[str] = []
    for check in CHECKS:
        try:
            made = make()
        except Exception as refusal:
            raise CannotRunError(f"it can't be made: {told(refusal)}") from None
        if not isinstance(made, StorageUnderTest):
            raise CannotRunError(f"it makes a {type(made).__name__}, and no StorageUnderTest")
        failure = run_check(check, made)
        if failure is not None:
            failures.append(f"{check.__name__}: {failure}")
    return Examined(runs=len(CHECKS), failures=tuple(failures))
