"""The promises about what a storage may offer besides: kept by one in memory, and each broken by one that is not."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import pytest

from apivet.blackbox.storage import concurrency, options
from apivet.blackbox.storage_conformance import Check, NotOfferedError, StorageUnderTest, run_check
from apivet.storage import updating
from apivet.storage.results import CheckResult, result_of


class TakenError(Exception):
    pass


class MissingError(Exception):
    pass


class ConflictError(Exception):
    pass


@dataclass(frozen=True)
class Berth:
    name: str
    version: int = 0
    labels: frozenset[str] = frozenset()


@dataclass
class Harbour:
    """Berths by their whole key, the events of all of them, and the moments at which some are gone."""

    berths: dict[str, Berth] = field(default_factory=dict)
    events: list[tuple[str, str, Berth]] = field(default_factory=list)
    ends: dict[str, int] = field(default_factory=dict)
    now: int = 0


class HarbourUnderTest(StorageUnderTest):
    already_exists, not_found, conflict = TakenError, MissingError, ConflictError

    def __init__(self, broken: str = "") -> None:
        self.harbour = Harbour()
        self.broken = broken
        self.prefix = "berths/ns/"

    # ------------------------------------------------------------------------------------------------ in general

    def new_object(self, name: str) -> Berth:
        return Berth(name)

    def key(self, name: str) -> str:
        return self.prefix + name

    def mark(self, obj: Berth, text: str) -> Berth:
        return replace(obj, labels=obj.labels | {text})

    def marks(self, obj: Berth) -> frozenset[str]:
        return obj.labels

    def name_of(self, obj: Berth) -> str:
        return obj.name

    def version_text(self, obj: Berth) -> str:
        return str(obj.version)

    def _sweep(self) -> None:
        """Time goes by: a look at the harbour is a tick."""
        self.harbour.now += 1
        for key in [key for key, end in self.harbour.ends.items() if end <= self.harbour.now]:
            if self.broken != "never ends":
                del self.harbour.ends[key]
                self.harbour.berths.pop(key, None)

    def _write(self, kind: str, key: str, berth: Berth) -> Berth:
        stored = replace(berth, version=len(self.harbour.events) + 1)
        self.harbour.events.append((kind, key, stored))
        if kind == "DELETED":
            del self.harbour.berths[key]
        else:
            self.harbour.berths[key] = stored
        return stored

    def create(self, obj: Berth) -> Berth:
        if self.key(obj.name) in self.harbour.berths:
            raise TakenError(obj.name)
        return self._write("ADDED", self.key(obj.name), obj)

    def get(self, name: str) -> Berth:
        self._sweep()
        if self.key(name) not in self.harbour.berths:
            raise MissingError(name)
        return self.harbour.berths[self.key(name)]

    def update(self, name: str, change: Callable[[Any], Any], *, uid: Any = None, version: Any = None) -> Berth:
        return self._write("MODIFIED", self.key(name), change(self.get(name)))

    def delete(
        self, name: str, *, uid: Any = None, version: Any = None, validate: Callable[[Any], Any] = lambda obj: None
    ) -> Berth:
        berth = self.get(name)
        validate(berth)
        return self._write("DELETED", self.key(name), berth)

    def list(self, limit: int | None = None, token: str = "") -> Any:
        self._sweep()
        is_mine = bool if self.broken == "pages go on" and token else self._is_mine
        keys = [key for key in sorted(self.harbour.berths) if is_mine(key) and key > token]
        page = keys[:limit]
        more = SimpleNamespace(continue_token=page[-1] if len(page) < len(keys) else "", remaining_item_count=None)
        return SimpleNamespace(items=[self.harbour.berths[key] for key in page], metadata=more)

    def count(self) -> int:
        return len(self.list().items)

    def watch(self, version: str = "") -> Callable[[], Any]:
        at = [int(version) if version else len(self.harbour.events)]
        is_mine = bool if self.broken == "replays all" and version else self._is_mine

        def poll() -> Any:
            found = [(kind, berth) for kind, key, berth in self.harbour.events[at[0] :] if is_mine(key)]
            at[0] = len(self.harbour.events)
            return found

        return poll

    def _is_mine(self, key: str) -> bool:
        return key.startswith(self.prefix.rstrip("/") if self.broken == "prefix" else self.prefix)

    # ------------------------------------------------------------------------------------------------ besides

    def namespace(self, name: str) -> HarbourUnderTest:
        made = copy(self)
        made.prefix = f"berths/{name}/"
        return made

    def get_or_none(self, name: str) -> Berth | None:
        try:
            return self.get(name)
        except MissingError:
            if self.broken == "raises":
                raise
            return Berth(name) if self.broken == "makes one" else None

    def create_for(self, obj: Berth, seconds: int) -> Berth:
        created = self.create(obj)
        ticks = {"ends at once": 0, "ends soon": 2}.get(self.broken, 3)
        self.harbour.ends[self.key(obj.name)] = self.harbour.now + ticks
        return created

    def update_from(self, name: str, cached: Berth, change: Callable[[Any], Any]) -> Berth:
        if self.broken == "refuses stale" and self.get(name) != cached:
            raise ConflictError(name)
        try:
            changed = change(cached)
        except ConflictError:
            if self.broken == "believes a refusal" or self.get(name) == cached:
                raise
            changed = change(self.get(name))
        if self.broken == "stores stale":
            return self._write("MODIFIED", self.key(name), changed)
        newest = self.get(name)
        return self._write("MODIFIED", self.key(name), changed if newest == cached else change(newest))

    def delete_from(self, name: str, cached: Berth, validate: Callable[[Any], Any]) -> Berth:
        newest = self.get(name)
        try:
            validate(cached)
        except ConflictError:
            if self.broken == "believes a validation" or newest == cached:
                raise
        if newest != cached and self.broken != "validates stale":
            validate(newest)
        return self._write("DELETED", self.key(name), newest)


CHECKS: list[Check] = [check for name, check in vars(options).items() if name.startswith("check_")]


@pytest.mark.parametrize("check", CHECKS)
def test_a_storage_that_offers_it_keeps_it(check: Check) -> None:
    assert run_check(check, HarbourUnderTest()) is None


@pytest.mark.parametrize(
    ("broken", "check"),
    [
        ("raises", options.check_ignore_not_found),
        ("makes one", options.check_ignore_not_found),
        ("never ends", options.check_time_to_live),
        ("ends at once", options.check_time_to_live),
        ("stores stale", options.check_stale_cached_object),
        ("refuses stale", options.check_stale_cached_object),
        ("believes a refusal", options.check_stale_cached_refusal),
        ("validates stale", options.check_stale_cached_deletion),
        ("believes a validation", options.check_stale_cached_validation),
        ("ends soon", options.check_time_to_live),
        ("prefix", options.check_namespaces_that_begin_alike),
        ("pages go on", options.check_namespaces_that_begin_alike),
        ("replays all", options.check_namespaces_that_begin_alike),
    ],
)
def test_one_that_does_not_fails_its_own_check(broken: str, check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(options, "_GRACE", 0.2)
    assert run_check(check, HarbourUnderTest(broken)) is not None


class Unwatched(HarbourUnderTest):
    """It tells nobody of changes; an update that changes nothing is a new version, and a deletion never misses."""

    def watch(self, version: str = "") -> Any:
        raise NotOfferedError

    def version_of(self, obj: Berth) -> int:
        return obj.version

    def delete(self, name: str, *, validate: Callable[[Any], Any] = lambda obj: None, **_: Any) -> Berth:
        berth = self.get(name)
        validate(berth)
        self.harbour.berths.pop(self.key(name), None)
        return berth


def test_one_without_watches_is_asked_for_all_else() -> None:
    found = result_of(options.check_namespaces_that_begin_alike, Unwatched())
    assert found == CheckResult(None, None, is_offered=False)
    for check in (updating.check_update_without_change, concurrency.check_delete_of_what_goes):
        assert result_of(check, Unwatched()).wrong
    assert result_of(options.check_namespaces_that_begin_alike, Unwatched("prefix")).wrong
