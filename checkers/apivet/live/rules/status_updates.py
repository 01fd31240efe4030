"""Status updates: nothing but the status changes, and the generation stays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from apivet.live.exchanges import Exchange, generation, shown
from apivet.live.paths import ABSENT, get
from apivet.live.rules.judging import Breach, Judge, JudgedExchange, has_spec
from apivet.live.survey import LiveSubject
from apivet.live.values import CLIENTS_METADATA, NO_PAYLOAD


def _has_status_endpoint(subject: LiveSubject) -> bool:
    return subject.resource.has_status


def _has_payload(subject: LiveSubject) -> bool:
    named = subject.schema.properties if subject.schema else {}
    return subject.resource.has_status and any(name not in NO_PAYLOAD for name in named)


def _payload_kept(exchange: Exchange) -> JudgedExchange:
    changed = exchange.sent_changes(*exchange.payload())
    stored = exchange.stored_changes(*exchange.payload())
    breaches = tuple(
        Breach(path, f"stored {shown(get(exchange.after, path))}, before {shown(get(exchange.before, path))}")
        for path in stored
    )
    return JudgedExchange(bool(changed), breaches if changed else (), len(changed))


def _metadata_kept(name: str) -> Callable[[Exchange], JudgedExchange]:
    path = ("metadata", name)

    def look(exchange: Exchange) -> JudgedExchange:
        before, sent, after = (_plain(get(each, path)) for each in (exchange.before, exchange.sent, exchange.after))
        breach = Breach(path, f"stored {shown(after)}, before {shown(before)}")
        return JudgedExchange(sent != before, (breach,) if sent != before and after != before else ())

    return look


def _asks_of(name: str) -> Callable[[Exchange], bool]:
    return lambda exchange: exchange.is_status_update and ("metadata", name) in exchange.changed


def _plain(value: object) -> object:
    """The value, where nothing and an empty part are the same."""
    return ABSENT if value in (None, {}, []) else value


def _generation_kept(exchange: Exchange) -> JudgedExchange:
    before, after = generation(exchange.before), generation(exchange.after)
    breach = Breach(("metadata", "generation"), f"the generation was {before or 'absent'}, and is {after or 'absent'}")
    return JudgedExchange(bool(exchange.sent_changes("status")), (breach,) if before != after else ())


def _is_status_update(exchange: Exchange) -> bool:
    return exchange.is_status_update


JUDGES: Final = (
    Judge(
        "spec-not-kept-on-status-update",
        "{field} is not kept on a status update: the caller's value is stored",
        "spec",
        _has_payload,
        _is_status_update,
        _payload_kept,
    ),
    *(
        Judge(
            "metadata-not-reset-on-status-update",
            "{field} is not reset to the stored value on a status update: the caller's value is stored",
            f"metadata.{name}",
            _has_status_endpoint,
            _asks_of(name),
            _metadata_kept(name),
            field=f"metadata.{name}",
        )
        for name in CLIENTS_METADATA
    ),
    Judge(
        "generation-bumped-on-status-update",
        "the generation moves on a status update",
        "metadata.generation",
        lambda subject: _has_status_endpoint(subject) and has_spec(subject),
        _is_status_update,
        _generation_kept,
    ),
)
