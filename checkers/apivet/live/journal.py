"""The journal: which objects a run means to make, has made, and has removed, on disk before the server hears of it."""

from __future__ import annotations

import json
import os
import re
import secrets
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from platformdirs import user_state_path

from apivet.documents import reason
from apivet.live.errors import LiveError, NotOwnedError
from apivet.live.resources import Resource

_VERSION: Final = 1
#: Stands for the uid of an object in servers that give none: the run's label and name tell it from others.
NO_UID: Final = "-"
_RUN: Final = re.compile(r"[0-9a-z]{4,20}")


class ObjectKey(Struct, frozen=True):
    """The one place of an object."""

    resource: Resource
    namespace: str
    name: str

    def __str__(self) -> str:
        return "/".join(part for part in (str(self.resource), self.namespace, self.name) if part)


class JournalEntry(Struct):
    """An object that the run meant to make: ``uid`` is empty as long as no answer told it."""

    key: ObjectKey
    uid: str = ""
    gone: bool = False


class Journal:
    """The entries of one run, in the order of creation. Every line is on disk before a method returns."""

    def __init__(self, path: Path, run: str, server: str, label: str) -> None:
        self.path = path
        self.run = run
        self.server = server
        self.label = label
        self.entries: list[JournalEntry] = []
        self._numbers: dict[ObjectKey, int] = {}
        self._lock = threading.Lock()

    @classmethod
    def begin(cls, server: str, label: str, directory: Path | None = None) -> Journal:
        """A journal for a new run."""
        run = secrets.token_hex(4)
        path = (directory or default_directory()) / f"{run}.jsonl"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(exist_ok=False)
        except OSError as error:
            raise LiveError(f"the journal {path} can't be written: {reason(error)}") from None
        journal = cls(path, run, server, label)
        journal._write({"version": _VERSION, "run": run, "server": server, "label": label})
        return journal

    @classmethod
    def read(cls, name: str, directory: Path | None = None) -> Journal:
        """The journal of an earlier run, by the run's id or the file's path; more can be noted in it."""
        path = (directory or default_directory()) / f"{name}.jsonl" if _RUN.fullmatch(name) else Path(name)
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            raise LiveError(f"there is no journal of a run '{name}' ({path})") from None
        documents = list(_documents(lines))
        head = documents[0] if documents else {}
        if head.get("version") != _VERSION or not isinstance(head.get("run"), str):
            raise LiveError(f"{path} is no journal that this apivet can read")
        journal = cls(path, head["run"], str(head.get("server", "")), str(head.get("label", "")))
        for document in documents[1:]:
            journal._replay(document)
        return journal

    def intend(self, key: ObjectKey) -> None:
        """Note that an object is about to be made. Its name must be the run's."""
        if self.run not in key.name:
            raise NotOwnedError(f"{key}: the name is none of this run's")
        with self._lock:
            resource = key.resource
            self._write(
                {
                    "intent": {
                        "group": resource.group,
                        "version": resource.version,
                        "resource": resource.name,
                        "kind": resource.kind,
                        "namespaced": resource.namespaced,
                        "namespace": key.namespace,
                        "name": key.name,
                    }
                }
            )
            self._add(key)

    def made(self, key: ObjectKey, uid: str) -> None:
        """Note that the object was made, and which it is."""
        with self._lock:
            number = self._numbers[key]
            self._write({"made": number, "uid": uid})
            self.entries[number].uid = uid

    def gone(self, key: ObjectKey) -> None:
        """Note that the object is not there, or no longer, however often it was meant to be made."""
        with self._lock:
            for number, entry in enumerate(self.entries):
                if entry.key == key and not entry.gone:
                    self._write({"gone": number})
                    entry.gone = True

    def uid_of(self, key: ObjectKey) -> str:
        """The uid of an object that the run has made; empty where it has not."""
        with self._lock:
            number = self._numbers.get(key)
            return "" if number is None or self.entries[number].gone else self.entries[number].uid

    @property
    def left(self) -> list[JournalEntry]:
        """Entries of objects that may still be there, the latest first."""
        return [entry for entry in reversed(self.entries) if not entry.gone]

    def close(self) -> None:
        """Remove the file where nothing is left: it has done its work."""
        if not self.left:
            self.path.unlink(missing_ok=True)

    def _add(self, key: ObjectKey) -> None:
        self._numbers[key] = len(self.entries)
        self.entries.append(JournalEntry(key))

    def _write(self, document: dict[str, Any]) -> None:
        try:
            with open(self.path, "a", encoding="utf-8") as stream:
                stream.write(json.dumps(document, sort_keys=True) + "\n")
                stream.flush()
                os.fsync(stream.fileno())
        except OSError as error:
            raise LiveError(f"the journal {self.path} can't be written: {reason(error)}") from None

    def _replay(self, document: dict[str, Any]) -> None:
        intent, made, gone = document.get("intent"), document.get("made"), document.get("gone")
        if isinstance(intent, dict):
            words = {name: str(intent.get(name, "")) for name in ("group", "version", "resource", "kind")}
            resource = Resource(
                words["group"], words["version"], words["resource"], words["kind"], intent.get("namespaced") is True
            )
            self._add(ObjectKey(resource, str(intent.get("namespace", "")), str(intent.get("name", ""))))
        elif isinstance(made, int) and made < len(self.entries):
            self.entries[made].uid = str(document.get("uid", ""))
        elif isinstance(gone, int) and gone < len(self.entries):
            self.entries[gone].gone = True


def _documents(lines: list[str]) -> Iterator[dict[str, Any]]:
    """The lines that are whole: the last one may have been cut off by what ended the run."""
    for line in lines:
        try:
            document = json.loads(line)
        except ValueError:
            continue
        if isinstance(document, dict):
            yield document


def default_directory() -> Path:
    """The directory with the journals of runs that left something behind."""
    return user_state_path("apivet") / "live"
