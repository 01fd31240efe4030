"""The words of the black box's half of a run, which a run without it needs as well."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from apivet.verdicts import Location, Report

#: Which runs fail where something was not exercised: those with ``--strict``; none, as no rule asks anything of it, or
#: it may not be what it looks like; all, as the project has asked for it by name.
Failing = Literal["never", "strict", "always"]


class Unexercised(Struct, frozen=True):
    """A strategy or the like that was not tried, or not to its end, and why; ``fails`` says which runs that fails.
    ``case`` is the call of a hook that came to no good end, as runnable Python."""

    object: str
    location: Location
    reason: str
    fails: Failing = "strict"
    case: str = ""


class Note(Struct, frozen=True):
    """A side effect of an object's code that is none of its purpose (it forked, it changed the environment)."""

    object: str
    location: Location
    note: str


class Storage(Struct, frozen=True):
    """A storage that was held to what every storage promises, and the promises that it does not keep."""

    object: str
    location: Location
    failures: tuple[str, ...]


class Watched(Struct):
    """The result of a run: the report, failures to try, what the tried ones did besides, and the failing cases as
    Python, by fingerprint, which import the project from its ``roots``. ``strategies`` and ``others`` (conversions,
    codecs and the like) count what was tried to its end, ``looking`` those of the former that have something to say
    only where they break a rule; ``runs`` counts calls of hooks."""

    report: Report
    seed: int
    unexercised: list[Unexercised] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    cases: dict[str, str] = field(default_factory=dict)
    runs: int = 0
    strategies: int = 0
    others: int = 0
    looking: int = 0
    storages: list[Storage] = field(default_factory=list)
    roots: tuple[str, ...] = ()

    def settle(self) -> None:
        """Sort all that stands beside the report, and say once what was said twice: whatever the order of work was."""
        self.unexercised = sorted(set(self.unexercised), key=lambda each: (*_place(each), each.reason, each.case))
        self.notes = sorted(set(self.notes), key=lambda each: (*_place(each), each.note))
        self.storages = sorted(self.storages, key=_place)

    def has_failed(self, *, strict: bool) -> bool:
        """Whether a storage breaks a promise, or something was not exercised that fails such a run."""
        failing = ("always", "strict") if strict else ("always",)
        return any(storage.failures for storage in self.storages) or any(
            each.fails in failing for each in self.unexercised
        )


def _place(each: Unexercised | Note | Storage) -> tuple[str, int, str]:
    return each.location.path, each.location.line, each.object
