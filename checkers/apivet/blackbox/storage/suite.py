"""All checks, in the order in which a storage is written."""

from __future__ import annotations

from apivet.blackbox.storage import aliasing, concurrency, options, two_writers
from apivet.storage import creating, deleting, listing, updating, watching
from apivet.storage.results import Check, result_of
from apivet.storage.subject import StorageUnderTest

#: Every check, in the order in which a storage is written.
CHECKS: tuple[Check, ...] = (
    creating.check_nothing_at_first,
    creating.check_created_is_there,
    creating.check_create_returns_what_is_stored,
    creating.check_create_twice,
    creating.check_create_with_version,
    creating.check_missing,
    creating.check_names_that_begin_alike,
    aliasing.check_results_are_copies,
    updating.check_update,
    updating.check_update_returns_what_is_stored,
    updating.check_update_is_given_what_is_stored,
    updating.check_update_stores_what_is_returned,
    updating.check_update_without_change,
    updating.check_stale_write_conflicts,
    updating.check_update_with_right_preconditions,
    updating.check_update_refused,
    aliasing.check_refused_update_leaves_no_trace,
    aliasing.check_updated_are_copies,
    concurrency.check_update_retried,
    concurrency.check_update_retried_again,
    concurrency.check_update_preconditions_when_retried,
    concurrency.check_update_of_what_goes,
    deleting.check_delete,
    deleting.check_delete_preconditions,
    deleting.check_delete_with_right_preconditions,
    deleting.check_delete_validated,
    aliasing.check_validated_is_a_copy,
    concurrency.check_delete_validated_again,
    concurrency.check_delete_preconditions_when_retried,
    concurrency.check_delete_of_what_goes,
    watching.check_watch_in_order,
    watching.check_watch_from_the_start,
    watching.check_watch_from_a_version,
    watching.check_watched_as_it_was,
    watching.check_watched_deletion,
    watching.check_two_watches,
    watching.check_refused_is_not_told,
    watching.check_created_again_is_added,
    aliasing.check_watched_are_copies,
    listing.check_count,
    listing.check_list,
    listing.check_list_in_order,
    listing.check_list_in_pages,
    listing.check_pages_are_of_one_moment,
    aliasing.check_listed_are_copies,
    updating.check_versions_grow,
    options.check_ignore_not_found,
    options.check_time_to_live,
    options.check_stale_cached_object,
    options.check_stale_cached_refusal,
    options.check_stale_cached_deletion,
    options.check_stale_cached_validation,
    options.check_namespaces_that_begin_alike,
    two_writers.check_linearizable,
    two_writers.check_watched_over_two_connections,
)


def run_check(check: Check, subject: StorageUnderTest) -> str | None:
    """The failure that a check found, on one line; ``None`` where it found nothing. The storage is closed, and what is
    wrong with that is reported behind it."""
    result = result_of(check, subject)
    return "; ".join(each for each in (result.wrong, result.closing) if each is not None) or None
