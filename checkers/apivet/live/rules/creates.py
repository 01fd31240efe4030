"""Creates: the caller's status is not stored, and the generation begins with 1."""

from __future__ import annotations

from typing import Final

from apivet.live.exchanges import Exchange, generation, shown
from apivet.live.paths import ABSENT, get
from apivet.live.rules.judging import Breach, Judge, JudgedExchange, has_spec, has_status


def _status_wiped(exchange: Exchange) -> JudgedExchange:
    sent = exchange.sent.get("status", ABSENT)
    stored = exchange.stored_changes("status")
    breaches = tuple(Breach(path, f"stored {shown(get(exchange.after, path))}") for path in stored)
    return JudgedExchange(sent not in (ABSENT, None, {}), breaches, len(exchange.sent_changes("status")))


def _generation_set(exchange: Exchange) -> JudgedExchange:
    sent, stored = get(exchange.sent, ("metadata", "generation")), generation(exchange.after)
    breach = Breach(("metadata", "generation"), f"stored {stored or 'no generation'}")
    return JudgedExchange(sent not in (ABSENT, None, 1), () if stored == 1 else (breach,))


JUDGES: Final = (
    Judge(
        "status-not-wiped-on-create",
        "{field} that the caller sent on create is stored",
        "status",
        has_status,
        lambda exchange: exchange.is_create and "status" in exchange.sent,
        _status_wiped,
    ),
    Judge(
        "generation-not-set-on-create",
        "the generation is not 1 after a create",
        "metadata.generation",
        has_spec,
        lambda exchange: exchange.is_create,
        _generation_set,
    ),
)
