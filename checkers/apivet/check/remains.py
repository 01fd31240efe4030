"""The types, functions and fields of an earlier revision that are still there, wherever they were moved."""

from __future__ import annotations

import functools
import os
import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from apivet.base import Base
from apivet.cache import Cache, digest_of, stamp_of
from apivet.check.earlier import Earlier
from apivet.config import Config
from apivet.front_ends import collect, tree_of, trees
from apivet.program.files import SourceFile, bytes_at, display_path
from apivet.program.front_end import ChosenFiles, Interest
from apivet.verdicts import Location, RowSubject, Unfollowed

if TYPE_CHECKING:
    from apivet.check.remaining_types import RemainingTypes


class Remains:
    """The tree as it is now, asked for what an earlier revision had. It is only read where something is asked, and what
    the ``cache`` of a run over it knows not at all."""

    def __init__(self, config: Config, base: Base, directory: str, earlier: Earlier, cache: Cache) -> None:
        self._base = base
        self._cache = cache
        self._directory = directory
        self._files = dict(earlier.files)
        self._touched: dict[str, bool] = {}
        self._root = os.getcwd()
        self._trees = trees(config, self._root)
        self._run = frozenset(tree.language for tree in trees(config, self._root, only_run=True))

    def has(self, dotted: str) -> bool:
        """Whether a type is there: as it was called, or in a file that the change has made or altered."""
        return self.is_where_it_was(dotted) or self.has_anew(dotted)

    def is_where_it_was(self, dotted: str) -> bool:
        """Whether a type is there under its name."""
        return self._types.type(dotted) is not None

    def has_anew(self, dotted: str) -> bool:
        """Whether the change declares a class of that last name where there was none."""
        return dotted.rpartition(".")[2] in self._new_names

    def has_file(self, path: str) -> bool:
        """Whether there is a file at a path, as it is printed."""
        return os.path.isfile(path)

    def is_left_out(self, path: str) -> bool:
        """Whether a file is not checked out, though the commit has it: the work tree is sparse."""
        return self._base.below_top(path) in self._left_out

    @functools.cached_property
    def _left_out(self) -> frozenset[str]:
        return frozenset(self._base.repository.left_out())

    def has_in(self, subject: RowSubject) -> bool:
        """Whether the file of a subject still declares something of its name."""
        return self._declares(subject.path, subject.name.rpartition(".")[2])

    def hidden(self, subject: RowSubject, judged: frozenset[str]) -> str | None:
        """The path of a file beside a subject that declares it as well, and that the change has had passed over: by a
        constraint on what it is built for, say. Those that are ``judged`` are not."""
        directory = os.path.dirname(subject.path)
        try:
            names = sorted(os.listdir(directory or "."))
        except OSError:
            return None
        for path in (os.path.join(directory, each).replace(os.sep, "/") for each in names):
            if path not in judged and self._is_passed_over(path):
                if self._declares(path, subject.name.rpartition(".")[2]):
                    return path
        return None

    def elsewhere(self, subject: RowSubject, judged: frozenset[str]) -> str | None:
        """The place that programs take the module of a subject from since the change, where nothing of it is among what
        is ``judged``."""
        module, path = subject.object.removesuffix(subject.name).rstrip("."), os.path.abspath(subject.path)
        place = tree_of(path, self._trees).elsewhere(module, path)
        if place is None or (shown := display_path(place, self._root)) in map(os.path.dirname, judged):
            return None
        then = tree_of(path, self._trees).at(self._base.repository, self._base.commit, self._directory)
        return shown if then.elsewhere(module, path) is None else None

    def _is_passed_over(self, path: str) -> bool:
        """Whether a file that speaks of something to judge is not judged, and is another than at the base."""
        tree = tree_of(path, self._trees)
        data = bytes_at(path) if tree.takes(path) else None
        if (
            data is None
            or Interest.OWN not in tree.interest(data, frozenset(), Interest.OWN)
            or self._base.read(path) == data
        ):
            return False
        choice, problems = tree.choose([SourceFile(path, os.path.abspath(path))], frozenset())
        return not choice.checked and not problems

    def _declares(self, path: str, name: str) -> bool:
        data = bytes_at(path) or b""
        if name in tree_of(path, self._trees).class_names(data):
            return True
        return re.search(rb"\b(?:def|func|class|type)[ \t]+" + re.escape(name.encode()) + rb"\b", data) is not None

    def is_run(self, path: str) -> bool:
        """Whether the black box can run the hooks of a file."""
        return tree_of(path, self._trees).language in self._run

    def place_of(self, dotted: str) -> Location | None:
        """The location of a type, or of the type that has a field."""
        found = self._types.type(dotted) or self._types.type(dotted.rpartition(".")[0])
        return found.location if found is not None else None

    def owner_of_field(self, dotted: str, name: str) -> str | None:
        """The type that has a field of that name, among all that a type reaches."""
        return self._types.owner_of_field(dotted, name)

    def new_among(self, now: Sequence[Unfollowed], then: Sequence[Unfollowed]) -> list[Unfollowed]:
        """The places of ``now`` whose lines are none of those ``then``, wherever they stood, nor of the same file, when
        that could reach less."""
        left = Counter(_line(self._base.read(os.path.abspath(each.path)), each.line) for each in then)
        new = []
        for each in now:
            line = _line(bytes_at(each.path), each.line)
            new += [(each, line)] if left[line] <= 0 else []
            left[line] -= 1
        before = {path: self._unfollowed_at_base(path) for path in {each.path for each, _ in new}}
        return [each for each, line in new if line not in before[each.path]]

    def _unfollowed_at_base(self, path: str) -> frozenset[bytes]:
        """The lines of a file at the base that set what can't be told, whatever the file could reach."""
        absolute = os.path.abspath(path)
        data, tree = self._base.read(absolute), tree_of(path, self._trees)
        if data is None:
            return frozenset()
        alone = ChosenFiles(tests_in_use=(SourceFile(path, absolute),))
        _, places = tree.facts([tree.summarise(absolute, data)], alone)
        return frozenset(_line(data, each.line) for each in places)

    def is_touched(self, path: str) -> bool:
        """Whether a file is another than at the base."""
        if path not in self._touched:
            absolute = os.path.abspath(path)
            known = self._cache.recall(absolute, stamp_of(absolute))
            digest = known.digest if known is not None else digest_of(bytes_at(path) or b"")
            self._touched[path] = self._files.get(path) != digest
        return self._touched[path]

    @functools.cached_property
    def _types(self) -> RemainingTypes:
        # What holds a program takes longer to import than a gate that need not ask it takes as a whole.
        from apivet.check.remaining_types import RemainingTypes

        collections = collect([self._directory], self._trees)
        return RemainingTypes([tree.open(each.files) for tree, each in collections if each.files])

    @functools.cached_property
    def _new_names(self) -> frozenset[str]:
        """The classes that files declare which did not at the base, wherever they lie in the project."""
        repository = self._base.repository
        changed = []
        for name in repository.files():
            place = os.path.join(repository.directory, name)
            if any(tree.takes(place) for tree in self._trees):
                if self.is_touched(display_path(os.path.abspath(place), self._root)):
                    changed.append(place)
        self._base.look(*changed)
        names: set[str] = set()
        for place in changed:
            tree = tree_of(place, self._trees)
            then = tree.class_names(self._base.read(place) or b"")
            names.update(name for name in tree.class_names(bytes_at(place) or b"") if name not in then)
        return frozenset(names)


def _line(data: bytes | None, number: int) -> bytes:
    """A line of a file, without what stands around it."""
    lines = (data or b"").splitlines()
    return lines[number - 1].strip() if 0 < number <= len(lines) else b""
