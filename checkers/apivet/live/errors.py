"""Why a run against a server ends, or a resource of it can't be tried further: one clear line each."""

from __future__ import annotations


class LiveError(Exception):
    """A run that can't go on; its text is one line for the user, without secrets."""


class ConnectionLostError(LiveError):
    """A server that does not answer, or not in time."""


class StoppedError(LiveError):
    """A request that is not sent any more, as the run was told to end."""


class BudgetExhaustedError(LiveError):
    """A resource that has had all its requests."""


class NotOwnedError(LiveError):
    """A write that would have met an object which the run has not made. It is never sent."""


class DryRunIgnoredError(LiveError):
    """A server that stores dry runs, met by a run that may store nothing."""
