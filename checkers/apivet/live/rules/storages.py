"""Storages: the promises that each keeps, and that an object is the same in every version."""

from __future__ import annotations

from typing import Final

from apivet.live.exchanges import ABOUT_VERSION, Exchange, shown
from apivet.live.paths import ABSENT, Path, differences, get, leaves
from apivet.live.rules.judging import Breach, Judge, JudgedExchange
from apivet.storage import creating, deleting, listing, updating, watching
from apivet.storage.results import Check, clause

STORAGE_RULE: Final = "storage-contract-broken"
ROUND_TRIP_RULE: Final = "round-trip-loses-data"

#: The promises that can be seen from outside. Those about callbacks and copies are for a storage in the same process; a
#: write that changes nothing may be one over HTTP.
PROMISES: Final[tuple[Check, ...]] = (
    creating.check_created_is_there,
    creating.check_create_returns_what_is_stored,
    creating.check_create_twice,
    creating.check_create_with_version,
    creating.check_missing,
    creating.check_names_that_begin_alike,
    updating.check_update,
    updating.check_stale_write_conflicts,
    updating.check_update_with_right_preconditions,
    updating.check_versions_grow,
    deleting.check_delete,
    deleting.check_delete_preconditions,
    deleting.check_delete_with_right_preconditions,
    watching.check_watch_in_order,
    watching.check_watch_from_the_start,
    watching.check_watch_from_a_version,
    watching.check_watched_as_it_was,
    watching.check_two_watches,
    watching.check_created_again_is_added,
    listing.check_list,
    listing.check_list_in_order,
    listing.check_list_in_pages,
    listing.check_pages_are_of_one_moment,
)
#: The promises that need more of a resource than that its objects can be made, read, changed and removed.
_NEEDS: Final = {"watching": "watch", "listing": "list"}
_COMPARED_METADATA: Final = ("labels", "annotations")


def promises(check: Check) -> Judge:
    """The row of a promise; what is found is entered by whoever has made the check."""
    verbs = {"list", "update", "delete", _NEEDS.get(check.__module__.rpartition(".")[2], "get")}
    name = clause(check)
    return Judge(
        STORAGE_RULE,
        f"the storage does not keep its promise {name}",
        name,
        lambda subject: verbs <= set(subject.resource.verbs),
        lambda exchange: False,
        lambda exchange: JudgedExchange(False),
        field=name,
    )


def _survives(exchange: Exchange) -> JudgedExchange:
    """Values that are as they were, in the version that it was written in."""
    lost = exchange.stored_changes(*exchange.payload(), "status")
    metadata = [("metadata", *path) for path in _metadata_changes(exchange)]
    breaches = tuple(
        Breach(path, f"read again {shown(get(exchange.after, path))}, before {shown(get(exchange.before, path))}")
        for path in (*lost, *metadata)
        if get(exchange.before, path) not in (ABSENT, None, "", 0, False)
    )
    payload = {name: exchange.before[name] for name in exchange.payload() if name in exchange.before}
    return JudgedExchange(True, breaches, sum(1 for _ in leaves(payload)))


def _metadata_changes(exchange: Exchange) -> list[Path]:
    def compared(document: object) -> dict[str, object]:
        return {name: get(document, ("metadata", name)) for name in _COMPARED_METADATA}

    before = {name: {} if value is ABSENT else value for name, value in compared(exchange.before).items()}
    after = {name: {} if value is ABSENT else value for name, value in compared(exchange.after).items()}
    return list(differences(before, after))


ROUND_TRIPS: Final = (
    Judge(
        ROUND_TRIP_RULE,
        "{field} does not survive a round trip through another version",
        "spec",
        lambda subject: bool(subject.other_versions),
        lambda exchange: exchange.about.startswith(ABOUT_VERSION),
        _survives,
    ),
)
STORAGE_JUDGES: Final = tuple(map(promises, PROMISES))
