"""Failing cases of earlier runs, in ``.apivet/cases`` beside the configuration: what chance has found once is tried
again, whatever chance finds then.

They are scripts, as ``--save`` writes them, and run where the project's code does. Whatever the directory holds that
this module did not write is left alone, and a link is never followed: the tree under check may hold anything. The gate
does not read it.
"""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from apivet.blackbox.protocol.case_files import file_name, subject_of
from apivet.blackbox.protocol.models import Assignment
from apivet.config import Config
from apivet.documents import read_file
from apivet.verdicts import Verdict
from apivet.watched import Watched

_PLACE: Final = (".apivet", "cases")
_IGNORE_ALL: Final = "# Written by apivet. Nothing in here is worth keeping under version control.\n*\n"
_OURS: Final = re.compile(r"[A-Za-z0-9_.-]+--[0-9a-f]{8}\.py")
#: More cases of one strategy, or larger ones, are not tried again.
_MOST, _LARGEST = 20, 1 << 20


class _Kept(Struct, frozen=True):
    """A case in a file: the strategy and the rule that it is about."""

    path: str
    strategy: str
    rule: str
    text: str


class EarlierCases:
    """The cases of one project; without a configuration, or where it remembers nothing, there are none."""

    def __init__(self, config: Config | None = None) -> None:
        self._root = config.root if config is not None and config.cache else None

    def with_cases(self, assignments: Sequence[Assignment]) -> list[Assignment]:
        """Each strategy with what broke it before."""
        by_strategy: dict[str, list[str]] = {}
        for kept in self._kept():
            by_strategy.setdefault(kept.strategy, []).append(kept.text)
        return [replace(each, cases=tuple(by_strategy.get(each.name, ())[:_MOST])) for each in assignments]

    def keep(self, watched: Watched) -> None:
        """Keep what broke now, and of what was tried again nothing else. A place that can't be written is left."""
        if self._root is None:
            return
        wanted = {
            file_name(finding.rule, finding.object, finding.field, finding.fingerprint): case
            for finding in watched.report.findings
            if finding.verdict is Verdict.VIOLATED
            and (case := watched.cases.get(finding.fingerprint))
            and _is_of_strategy(case)
        }
        incomplete = {each.object for each in watched.unexercised}
        judged = {(row.object, row.rule) for row in watched.report.judgements if row.object not in incomplete}
        with contextlib.suppress(OSError):
            for kept in self._kept():
                if (kept.strategy, kept.rule) in judged and os.path.basename(kept.path) not in wanted:
                    os.remove(kept.path)
            for name, text in wanted.items():
                self._write(name, text)

    def _directory(self, *, make: bool = False) -> str | None:
        """The directory, where it is one of the project's own, and no link."""
        place = self._root
        for step in _PLACE:
            if place is None:
                return None
            place = os.path.join(place, step)
            if make and not os.path.lexists(place):
                os.mkdir(place)
                if step == _PLACE[0]:
                    _replace(os.path.join(place, ".gitignore"), _IGNORE_ALL)
            if os.path.islink(place) or not os.path.isdir(place):
                return None
        return place

    def _write(self, name: str, text: str) -> None:
        directory = self._directory(make=True)
        if directory is not None:
            _replace(os.path.join(directory, name), text)

    def _kept(self) -> Iterator[_Kept]:
        directory = self._directory()
        if directory is None:
            return
        with contextlib.suppress(OSError):
            for name in sorted(os.listdir(directory)):
                path = os.path.join(directory, name)
                if not _OURS.fullmatch(name) or os.path.islink(path) or not os.path.isfile(path):
                    continue
                if os.path.getsize(path) > _LARGEST:
                    continue
                with contextlib.suppress(OSError, ValueError):
                    data = read_file(path)
                    subject = subject_of(data)
                    if subject is not None:
                        yield _Kept(path, subject[0], subject[1], data.decode())


def _is_of_strategy(case: str) -> bool:
    """Whether chance had a part in it: everything else is tried in the same way each time."""
    with contextlib.suppress(ValueError):
        return subject_of(case.encode()) is not None
    return False


def _replace(path: str, text: str) -> None:
    """Write a file that other runs may be reading; what was there, a link too, is replaced."""
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=os.path.dirname(path), delete=False) as file:
        file.write(text)
    os.replace(file.name, path)
