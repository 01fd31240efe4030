"""Shortcomings: what servers lack that others have, and what stands in for it, for the report's head."""

from __future__ import annotations

import threading
from typing import Final

from apivet.live.answers import ServerAnswer
from apivet.live.resources import CORE

CREATED_WITH_200: Final = "answers creates with 200, which counts as 201"
OBJECTS_WITHOUT_UID: Final = "gives objects no uid: the run's label and name stand for it"
NO_PUT: Final = "takes no PUT: objects are updated by merge patches, and updates of absent objects are not judged"
NO_CAUSES: Final = "gives refusals no causes: places are taken from their messages"
PLAIN_TEXT: Final = "words refusals as plain text, of which only the words are read"
NO_MANAGED_FIELDS: Final = "tells no managed fields: what server-side apply owns is not judged"


class Shortcomings:
    """The shortcomings of the servers behind each API group; threads may note them."""

    def __init__(self) -> None:
        self._noted: dict[str, set[str]] = {}
        self._refuted: dict[str, set[str]] = {}
        self._lock = threading.Lock()

    def note(self, group: str, words: str) -> None:
        """Note one."""
        with self._lock:
            self._noted.setdefault(words, set()).add(group or CORE)

    def refute(self, group: str, words: str) -> None:
        """Note that a group's server does not lack it, whatever single answers do."""
        with self._lock:
            self._refuted.setdefault(words, set()).add(group or CORE)

    def note_answer(self, group: str, answer: ServerAnswer) -> None:
        """Note what a refusal lacks."""
        if answer.status == 422 and not answer.causes and answer.object:
            self.note(group, NO_CAUSES)
        elif 400 <= answer.status < 500 and answer.document is None and answer.text:
            self.note(group, PLAIN_TEXT)

    def has(self, group: str, words: str) -> bool:
        """Whether it was noted of a group."""
        with self._lock:
            return (group or CORE) in self._noted.get(words, ())

    def lines(self) -> list[str]:
        """A line for each, with the groups."""
        left = {words: groups - self._refuted.get(words, set()) for words, groups in sorted(self._noted.items())}
        return [
            f"the server of {'group' if len(groups) == 1 else 'groups'} {', '.join(sorted(groups))} {words}"
            for words, groups in left.items()
            if groups
        ]
