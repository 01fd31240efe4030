"""The outcome of one check."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from apivet.storage.call_log import CallLog
from apivet.storage.judging import NonconformityError
from apivet.storage.subject import NotOfferedError, StorageUnderTest

Check = Callable[[StorageUnderTest], None]


def clause(check: Check) -> str:
    """The promise that a check is about, as findings name it: ``stale-write-conflicts``."""
    return check.__name__.removeprefix("check_").replace("_", "-")


class CheckResult(Struct, frozen=True):
    """The outcome of one check: what it found wrong, and what was wrong with closing the storage behind it, on one line
    each, and ``None`` where nothing was. ``is_offered`` is false where the storage does not offer what it is about."""

    wrong: str | None
    closing: str | None
    is_offered: bool


def result_of(check: Check, subject: StorageUnderTest, hear: Callable[[str], object] = str) -> CheckResult:
    """Make a check. ``hear`` is told which call of the subject is under way. An interrupt is nobody's failure."""
    log = CallLog(subject, hear)
    try:
        wrong, is_offered = _failure(log, lambda: check(log.subject)), True
    except NotOfferedError:
        wrong, is_offered = None, False
    return CheckResult(wrong, _failure(log, log.subject.close), is_offered)


def _failure(log: CallLog, call: Callable[[], object]) -> str | None:
    try:
        call()
    except NonconformityError as failure:
        told = str(failure)
    except (KeyboardInterrupt, GeneratorExit, NotOfferedError):
        raise
    except BaseException as error:  # what ends a process is no way to answer
        told = f"expected no exception; saw {type(error).__name__}{log.place_of(error)}: {error}"
    else:
        return None
    return " ".join(told.split())
