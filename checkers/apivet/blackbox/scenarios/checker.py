"""The process in which a storage is checked, seen from inside.

It writes lines of JSON: ``begun`` at first, ``check`` with the name of the one that it begins, ``call`` with what that
calls, ``made`` with its result, and ``over`` with why there is no more and what the code did besides.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable

from apivet.blackbox.project.hooks import CannotRunError
from apivet.blackbox.project.scenario_calls import resolve, told
from apivet.blackbox.project.side_effects import changes, process_state
from apivet.blackbox.protocol.scenario_models import ImportedPlace
from apivet.blackbox.storage.suite import CHECKS
from apivet.storage.results import result_of
from apivet.storage.subject import StorageUnderTest, settled

#: As it is now, whatever the project's code makes of the module.
_text_of = json.JSONEncoder().encode


def main(arguments: list[str]) -> None:
    """Make all checks from one on: a file descriptor, the place of what makes the storage, and the check's number."""
    descriptor, module, qualified, first = arguments
    results = os.fdopen(int(descriptor), "wb", buffering=0)
    process = os.getpid()

    def say(kind: str, *words: object) -> None:
        if os.getpid() == process:  # and no fork of the code's making
            results.write(b"\n" + _text_of([kind, *words]).encode() + b"\n")

    say("begun")
    before = process_state()
    wrong = _wrong(ImportedPlace(module, qualified), int(first), say)
    say("over", wrong, changes(before))
    sys.stdout.flush()
    os._exit(0)  # whatever the code has left behind: it is not waited for


def _wrong(place: ImportedPlace, first: int, say: Callable[..., None]) -> str | None:
    """Make the checks. Returns why not all could be made."""
    try:
        make = resolve(place)
        for check in CHECKS[first:]:
            subject = _made(make)
            say("check", check.__name__)
            result = result_of(check, subject, lambda name: say("call", name))
            say("made", result.wrong, result.closing, result.is_offered)
    except CannotRunError as error:
        return " ".join(str(error).split())
    return None


def _made(make: Callable[[], object]) -> StorageUnderTest:
    if not callable(make):
        raise CannotRunError(f"it can't be made: a {type(make).__name__} can't be called")
    try:
        made = settled(make())
    except (Exception, SystemExit) as refusal:
        raise CannotRunError(f"it can't be made: {told(refusal)}") from None
    if not isinstance(made, StorageUnderTest):
        raise CannotRunError(f"it makes a {type(made).__name__}, and no StorageUnderTest")
    return made
