"""Flags: creating on update, updating without a version, and the fate of dependents, each by one request."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from apivet.config.model import Defaults
from apivet.live.exchanges import ABOUT_ABSENT, ABOUT_DELETE, ABOUT_UNVERSIONED, Exchange
from apivet.live.paths import get
from apivet.live.rules.judging import Breach, Judge, JudgedExchange
from apivet.live.survey import LiveSubject

_ORPHAN: Final = "orphan"
_DELETES: Final = "DeleteDependents"


def judges(defaults: Defaults) -> tuple[Judge, ...]:
    """The judges of flags, for what they are to be."""
    orphans = defaults.default_garbage_collection_policy != _DELETES
    return (
        Judge(
            "allow-create-on-update-not-default",
            "an update of an object that does not exist "
            + ("creates none" if defaults.allow_create_on_update else "creates it"),
            "allow_create_on_update",
            _can_update,
            _about(ABOUT_ABSENT),
            lambda exchange: _judged(_creates_on_update(exchange), defaults.allow_create_on_update, exchange),
            takes_refusals=True,
        ),
        Judge(
            "allow-unconditional-update-not-default",
            "an update without a resourceVersion is "
            + ("refused" if defaults.allow_unconditional_update else "carried out"),
            "allow_unconditional_update",
            _can_update,
            _about(ABOUT_UNVERSIONED),
            lambda exchange: _judged(_updates_unversioned(exchange), defaults.allow_unconditional_update, exchange),
            takes_refusals=True,
        ),
        Judge(
            "garbage-collection-policy-not-default",
            "a delete that says nothing of dependents " + ("deletes" if orphans else "orphans") + " them",
            "default_garbage_collection_policy",
            lambda subject: "delete" in subject.resource.verbs,
            _about(ABOUT_DELETE),
            lambda exchange: _judged(_orphans(exchange), orphans, exchange),
        ),
    )


def _can_update(subject: LiveSubject) -> bool:
    return "update" in subject.resource.verbs


def _about(word: str) -> Callable[[Exchange], bool]:
    return lambda exchange: exchange.about == word


def _judged(found: bool | None, expected: bool, exchange: Exchange) -> JudgedExchange:
    """The judgement of an exchange: decided only where ``found`` is not ``None``."""
    note = f"answered {exchange.request.answer.words if not exchange.is_accepted else exchange.request.answer.status}"
    breaches = (Breach((), note),) if found is not None and found is not expected else ()
    return JudgedExchange(found is not None, breaches)


def _creates_on_update(exchange: Exchange) -> bool | None:
    status = exchange.request.answer.status
    return True if status in (200, 201) else False if status == 404 else None


def _updates_unversioned(exchange: Exchange) -> bool | None:
    answer = exchange.request.answer
    if answer.accepted:
        return True
    names_version = "resourceversion" in answer.message.replace("_", "").lower() or any(
        "resourceversion" in cause.field.lower() for cause in answer.causes
    )
    return False if answer.status == 409 or (names_version and 400 <= answer.status < 500) else None


def _orphans(exchange: Exchange) -> bool | None:
    finalizers = get(exchange.after, ("metadata", "finalizers"))
    return isinstance(finalizers, list) and _ORPHAN in finalizers
