"""Trials of the storage below a resource: each promise on objects of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

from apivet.live.bench import ResourceBench
from apivet.live.errors import ConnectionLostError, LiveError, StoppedError
from apivet.live.exchanges import ABOUT_STORAGE, Exchange
from apivet.live.ledger import Ledger, SeenBreach
from apivet.live.rules.judging import Breach, Judge
from apivet.live.rules.storages import PROMISES, STORAGE_JUDGES
from apivet.live.storage import ServedStorage, StorageRefusalError
from apivet.storage.judging import NonconformityError
from apivet.storage.results import Check
from apivet.storage.subject import NotOfferedError
from apivet.verdicts import Trials

#: How often a broken promise is tried again.
_AGAIN: Final = 3


class _Outcome(Struct, frozen=True):
    wrong: str = ""
    unclear: str = ""
    storage: ServedStorage | None = None


def try_storage(bench: ResourceBench, ledger: Ledger, document: dict[str, Any], domain: str, name: str = "") -> None:
    """Have each promise kept, or the one of a name."""
    numbers = iter(range(10_000))

    def outcome(check: Check) -> _Outcome:
        return _made(check, ServedStorage(bench, document, domain, next(numbers)))

    for check, judge in zip(PROMISES, STORAGE_JUDGES):
        if name in ("", judge.field) and any(account.judge is judge for account in ledger.accounts):
            _try(judge, ledger, lambda check=check: outcome(check))  # type: ignore[misc]


def _try(judge: Judge, ledger: Ledger, make: Callable[[], _Outcome]) -> None:
    first = make()
    if first.unclear:
        ledger.note(judge, Trials(tried=1), reason=first.unclear)
        return
    if not first.wrong or first.storage is None or not first.storage.log:
        ledger.note(judge, Trials(1, 1, 1))
        return
    seen = 1 + sum(bool(make().wrong) for _ in range(_AGAIN))
    if seen == 1:
        ledger.note(judge, Trials(1, 1, 0), reason="flaky: it was seen broken once, and not again")
        return
    log = tuple(first.storage.log)
    exchange = Exchange(log[-1], {}, about=f"{ABOUT_STORAGE}{judge.field}", log=log)
    flaky = "" if seen == _AGAIN + 1 else f"{seen} of {_AGAIN + 1}"
    ledger.note(judge, Trials(1, 1, 1), SeenBreach(Breach((), first.wrong), exchange, flaky))


def _made(check: Check, storage: ServedStorage) -> _Outcome:
    """The outcome of a check; whatever it was, its objects are removed. Raises where the run is to end."""
    wrong = unclear = ""
    try:
        check(storage)
    except NonconformityError as error:
        wrong = " ".join(str(error).split())
    except NotOfferedError:
        unclear = "the server shows too little: selectors, or versions that are numbers, are missing"
    except StorageRefusalError as error:  # where the check has not asked for it
        unclear = f"the server refuses a call that is in order: {error}"
    except LiveError as error:
        storage.failure = storage.failure or error
    finally:
        if not isinstance(storage.failure, (ConnectionLostError, StoppedError)):
            storage.close()
    if isinstance(storage.failure, (ConnectionLostError, StoppedError)):
        raise storage.failure
    # A check may take any exception for a broken promise.
    return _Outcome("", str(storage.failure), storage) if storage.failure else _Outcome(wrong, unclear, storage)
