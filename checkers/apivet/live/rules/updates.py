"""Updates: the status stays, and the generation counts the changes of spec."""

from __future__ import annotations

from typing import Final

from apivet.live.exchanges import Exchange, generation, shown
from apivet.live.paths import get
from apivet.live.rules.judging import Breach, Judge, JudgedExchange, has_spec, has_status

GENERATION: Final = ("metadata", "generation")


def _status_kept(exchange: Exchange) -> JudgedExchange:
    stored = exchange.stored_changes("status")
    breaches = tuple(
        Breach(path, f"stored {shown(get(exchange.after, path))}, before {shown(get(exchange.before, path))}")
        for path in stored
    )
    changed = exchange.sent_changes("status")
    return JudgedExchange(bool(changed), breaches if changed else (), len(changed))


def _bumped(exchange: Exchange) -> JudgedExchange:
    changed = exchange.stored_otherwise("spec")
    before, after = generation(exchange.before), generation(exchange.after)
    breach = Breach(changed[0] if changed else GENERATION, _counted(before, after))
    return JudgedExchange(bool(changed), (breach,) if changed and after != before + 1 else ())


def _not_bumped(exchange: Exchange) -> JudgedExchange:
    unchanged = exchange.is_unchanged("spec")
    before, after = generation(exchange.before), generation(exchange.after)
    about = exchange.changed[0] if exchange.changed else GENERATION
    return JudgedExchange(unchanged, (Breach(about, _counted(before, after)),) if unchanged and after != before else ())


def _counted(before: int, after: int) -> str:
    return f"the generation was {before or 'absent'}, and is {after or 'absent'}"


JUDGES: Final = (
    Judge(
        "status-not-kept-on-update",
        "{field} is not kept on an update",
        "status",
        has_status,
        lambda exchange: exchange.is_update,
        _status_kept,
    ),
    Judge(
        "generation-not-bumped-on-spec-change",
        "{field} is changed, and the generation is not one higher",
        "metadata.generation",
        has_spec,
        lambda exchange: exchange.is_update,
        _bumped,
        all_of_it="spec",
    ),
    Judge(
        "generation-bumped-without-spec-change",
        "the generation moves though spec stays as it is",
        "metadata.generation",
        has_spec,
        lambda exchange: exchange.is_update,
        _not_bumped,
    ),
)
