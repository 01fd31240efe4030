"""The conformance suite: a storage that keeps its promises passes every check, and each broken one fails its own."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from importlib import import_module
from pkgutil import iter_modules
from types import SimpleNamespace
from typing import Any

import pytest

from apivet import storage
from apivet.blackbox import storage as in_process
from apivet.blackbox.storage_conformance import CHECKS, Check, NonconformityError, StorageUnderTest, run_check
from apivet.storage import updating
from sample_apiserver.testing import config_maps


class AlreadyThereError(Exception):
    pass


class MissingError(Exception):
    pass


class ConflictError(Exception):
    pass


@dataclass
class Note:
    name: str
    uid: str
    version: int = 0
    labels: frozenset[str] = frozenset()


@dataclass
class Notes:
    """A storage in memory, written for these tests; each of its switches breaks one promise."""

    broken: str = ""
    notes: dict[str, Note] = field(default_factory=dict)
    history: list[tuple[str, Note]] = field(default_factory=list)

    def create(self, note: Note) -> Note:
        if note.name in self.notes and self.broken != "overwrites":
            raise AlreadyThereError
        if note.version and self.broken != "takes versions":
            raise ValueError("it was stored before")
        return self.write("ADDED", note)

    def write(self, kind: str, note: Note) -> Note:
        stored = replace(note, version=len(self.history) + 1)
        if self.broken == "one version" and stored.version > 1:
            stored.version = 1
        if self.broken == "forgets" and kind == "ADDED":
            stored.labels = frozenset()
        self.history.append((kind, stored))
        self.notes[note.name] = stored
        return stored if self.broken == "shares" else replace(stored)

    def get(self, name: str) -> Note:
        if name not in self.notes:
            raise KeyError(name) if self.broken == "raises something else" else MissingError
        return self.notes[name] if self.broken == "shares" else replace(self.notes[name])

    def check(self, note: Note, uid: str | None, version: str | None) -> None:
        stale = version is not None and version != str(note.version)
        if self.broken != "ignores versions" and stale:
            raise ConflictError
        if self.broken != "ignores uids" and uid is not None and uid != note.uid:
            raise ConflictError

    def update(self, name: str, change: Callable[[Note], Note], uid: str | None, version: str | None) -> Note:
        while True:
            note = self.get(name)
            self.check(note, uid, version)
            changed = change(copy.copy(note))
            if changed.labels == note.labels and self.broken != "writes the same":
                return note
            if self.get(name).version != note.version and self.broken != "loses updates":
                if self.broken == "gives up":
                    raise ConflictError
                continue
            return self.write("MODIFIED", changed)

    def delete(self, name: str, uid: str | None, version: str | None, validate: Callable[[Note], object]) -> Note:
        while True:
            note = self.get(name)
            self.check(note, uid, version)
            if self.broken != "asks nobody":
                validate(replace(note))
            if self.get(name).version != note.version and self.broken != "asks once":
                continue
            deleted = self.write("DELETED", self.notes[name])
            if self.broken != "deletes nothing":
                del self.notes[name]
            return note if self.broken == "old version" else deleted

    def page(self, limit: int | None, token: str) -> tuple[list[Note], str, int | None]:
        revision, after = token.split("/") if token else (str(len(self.history)), "")
        if self.broken == "moves on" or not token:
            revision = str(len(self.history))
        state: dict[str, Note] = {}
        for kind, note in self.history[: int(revision)]:
            if kind == "MODIFIED" and self.broken == "old list":
                continue
            state[note.name] = note
            if kind == "DELETED":
                del state[note.name]
        found = sorted((note for note in state.values() if note.name > after), key=lambda note: note.name)
        if self.broken == "from the start" and limit is not None:
            found = sorted(state.values(), key=lambda note: note.name)
        page = [replace(note) for note in (found if limit is None else found[:limit])]
        rest = len(found) - len(page)
        if self.broken == "counts wrong":
            return page, f"{revision}/{page[-1].name}" if rest else "", rest + 1
        return page, f"{revision}/{page[-1].name}" if rest else "", rest


class NotesUnderTest(StorageUnderTest):
    """How the checks speak to these notes: nothing about them is as the suite expects it by default."""

    already_exists, not_found, conflict = AlreadyThereError, MissingError, ConflictError

    def __init__(self, broken: str = "") -> None:
        self.storage = Notes(broken)

    def new_object(self, name: str) -> Note:
        return Note(name, f"uid-of-{name}")

    def mark(self, obj: Note, text: str) -> Note:
        obj.labels |= {text}
        return obj

    def marks(self, obj: Note) -> frozenset[str]:
        return obj.labels

    def name_of(self, obj: Note) -> str:
        return obj.name

    def uid_of(self, obj: Note) -> str:
        return obj.uid

    def version_of(self, obj: Note) -> int:
        return obj.version

    def version_text(self, obj: Note) -> str:
        return str(obj.version)

    def create(self, obj: Note) -> Note:
        return self.storage.create(obj)

    def get(self, name: str) -> Note:
        return self.storage.get(name)

    def updating(
        self, name: str, change: Callable[[Any], Any], *, uid: str | None = None, version: str | None = None
    ) -> Note:
        return self.storage.update(name, change, uid, version)

    def delete(
        self,
        name: str,
        *,
        uid: str | None = None,
        version: str | None = None,
        validate: Callable[[Any], Any] = lambda obj: None,
    ) -> Note:
        return self.storage.delete(name, uid, version, validate)

    def list(self, limit: int | None = None, token: str = "") -> Any:
        items, rest, remaining = self.storage.page(limit, token)
        return SimpleNamespace(
            items=items, metadata=SimpleNamespace(continue_token=rest, remaining_item_count=remaining)
        )

    def watch(self, version: str = "") -> Callable[[], list[tuple[str, Any]]]:
        notes, position = self.storage, [int(version or "0")]
        first = [("ADDED", note) for note in notes.notes.values()] if not version else []
        if not version:
            position[0] = len(notes.history)

        def poll() -> list[tuple[str, Any]]:
            events = [*first, *notes.history[position[0] :]]
            first.clear()
            if notes.broken != "tells twice":
                position[0] = len(notes.history)
            if notes.broken == "tells backwards":
                events.reverse()
            is_hidden = notes.broken == "hides deletions"
            return [(kind, replace(note)) for kind, note in events if kind != "DELETED" or not is_hidden]

        return poll

    def count(self) -> int:
        return len(self.storage.history if self.storage.broken == "counts writes" else self.storage.notes)


def failing(broken: str) -> dict[str, str]:
    outcomes = {check.__name__: run_check(check, NotesUnderTest(broken)) for check in CHECKS}
    return {name: failure for name, failure in outcomes.items() if failure is not None}


@pytest.mark.parametrize("check", CHECKS)
def test_the_sample_servers_storage_keeps_every_promise(check: Check) -> None:
    subject = config_maps()
    try:
        check(subject)
    finally:
        subject.close()


@pytest.mark.parametrize("check", CHECKS)
def test_so_does_a_storage_of_another_shape(check: Check) -> None:
    check(NotesUnderTest())


@pytest.mark.parametrize(
    ("broken", "check", "told"),
    [
        ("forgets", "check_created_is_there", "expected the label 'first' to be stored"),
        ("overwrites", "check_create_twice", "to raise AlreadyThereError; it returned Note"),
        ("takes versions", "check_create_with_version", "expected a create of an object with a version to be refused"),
        ("raises something else", "check_missing", "to raise MissingError; saw KeyError"),
        (
            "shares",
            "check_results_are_copies",
            "expected a change of what a create returned to stay there; saw it in what is stored, at labels",
        ),
        ("one version", "check_update", "expected a version above 1; saw 1"),
        ("writes the same", "check_update_without_change", "expected version 1 to stay; saw 2"),
        ("ignores versions", "check_stale_write_conflicts", "an update of a stale version to raise ConflictError"),
        ("ignores uids", "check_stale_write_conflicts", "an update of another uid to raise ConflictError"),
        ("loses updates", "check_update_retried", "expected both changes, 'ours' and 'theirs'; saw ['ours']"),
        ("gives up", "check_update_retried", "expected no exception; saw ConflictError"),
        ("old version", "check_delete", "expected a version above 1; saw 1"),
        ("deletes nothing", "check_delete", "a get of what was deleted to raise MissingError"),
        ("ignores versions", "check_delete_preconditions", "a deletion of a stale version to raise ConflictError"),
        ("asks nobody", "check_delete_validated", "a deletion whose validation raises to raise RefusedError"),
        ("asks once", "check_delete_validated_again", "expected the validation of the newer state"),
        ("tells backwards", "check_watch_in_order", "expected the events [('ADDED', 'one'), ('ADDED', 'two')"),
        ("tells twice", "check_watch_in_order", "expected each event once"),
        ("hides deletions", "check_watch_from_the_start", "expected [('DELETED', 'one')] afterwards; saw []"),
        ("counts writes", "check_count", "expected the counts [0, 1, 2, 3, 3, 2]; saw [0, 1, 2, 3, 4, 5]"),
        ("old list", "check_list", "expected the newest state of 'one'; saw []"),
        ("moves on", "check_list_in_pages", "over all pages; saw"),
        ("from the start", "check_list_in_pages", "expected the pages to come to an end"),
        ("counts wrong", "check_list_in_pages", "expected 3 remaining objects; saw 4"),
        ("one version", "check_versions_grow", "expected versions that grow with every write; saw [1, 1"),
    ],
)
def test_a_promise_that_is_broken_is_told_with_what_was_seen(broken: str, check: str, told: str) -> None:
    assert told in failing(broken)[check]


def test_an_update_that_stores_what_was_refused_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    def swallow(self: Notes, name: str, change: Callable[[Note], Note], uid: str | None, version: str | None) -> Note:
        note = self.notes[name]
        try:
            change(note)
        finally:
            self.write("MODIFIED", note)
        return note

    monkeypatch.setattr(Notes, "update", swallow)
    with pytest.raises(NonconformityError, match="expected nothing to be stored; saw"):
        updating.check_update_refused(NotesUnderTest())


def test_every_check_is_made_and_says_what_it_is_about() -> None:
    rooms = (storage, in_process)
    modules = [
        import_module(f"{room.__name__}.{found.name}") for room in rooms for found in iter_modules(room.__path__)
    ]
    written = [value for module in modules for name, value in vars(module).items() if name.startswith("check_")]
    assert len(CHECKS) == len(set(CHECKS)) == len(written)
    assert set(CHECKS) == set(written)
    assert all(check.__doc__ for check in CHECKS)
