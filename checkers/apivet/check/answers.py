"""Answers of earlier runs, which are only believed while nothing changed of what they rest on."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import os
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from apivet.cache import Cache, digest_of
from apivet.check.judged_file import JudgedFile
from apivet.program.baseline import Baseline
from apivet.program.files import SourceFile, bytes_at, display_path
from apivet.program.front_end import SourceTree
from apivet.program.parts_read import FileRead, PartsRead
from apivet.records import MismatchError, encode, read, write

#: The beginning of a line's number behind a path.
_LINE: Final = re.compile(r":\d")


class Answers:
    """Answers about the files of a tree, kept in a cache as long as all that they depend on stays as it is. The files
    that were consulted are kept as numbers, of which the tree's paths are the meaning: of Kubernetes' answers, nine
    tenths were paths. An answer depends on the whole of those of which it shows lines."""

    def __init__(
        self,
        facts: Any,
        tree: SourceTree,
        baseline: Baseline | None,
        digests: dict[str, str],
        cache: Cache,
        read_beside: Callable[[str], bytes | None] = bytes_at,
    ) -> None:
        self._cache = cache
        self._tree = tree
        self._contents = FileDigests(digests, tree, cache, read_beside)
        self._paths = sorted(digests)
        self._facts = _tree_digest(facts, baseline, self._paths)
        self._numbers = {path: number for number, path in enumerate(self._paths)}

    def recall(self, file: SourceFile) -> JudgedFile | None:
        """The answer about a file, where it is known."""
        known = self._cache.files.get(file.absolute)
        if known is None or not isinstance(known.judged, list) or len(known.judged) != 5:
            return None
        state, key, text, numbers, places = known.judged
        try:
            paths = [each if isinstance(each, str) else self._paths[each] for each in numbers]
            now = self._state(file.absolute, paths)
            if now != state:
                if key != self._key(file.absolute, list(zip(paths, places))):
                    return None
                self._cache.remember_judged(file.absolute, [now, key, text, numbers, places])
            return replace(read(JudgedFile, text), consulted=tuple(dict.fromkeys(paths)))
        except (MismatchError, IndexError, TypeError):
            return None

    def keep(self, new: Iterable[tuple[SourceFile, JudgedFile]]) -> None:
        """Keep answers about files whose contents the cache knows."""
        for file, judged in new:
            if file.absolute in self._cache.files:
                self._keep(file, judged)
        self._contents.keep()

    def _keep(self, file: SourceFile, judged: JudgedFile) -> None:
        shown = self._shown(file, judged)
        parts = [(each.path, self._contents.place(each)) for each in judged.parts_read if each.path not in shown]
        in_part = {path for path, _ in parts}
        rests = [*((path, ALL) for path in judged.consulted if path not in in_part), *parts]
        state, key = self._state(file.absolute, [path for path, _ in rests]), self._key(file.absolute, rests)
        numbers = [self._numbers.get(path, path) for path, _ in rests]
        with contextlib.suppress(MismatchError):
            text = write(replace(judged, consulted=(), parts_read=())).decode()
            self._cache.remember_judged(file.absolute, [state, key, text, numbers, [place for _, place in rests]])

    def _state(self, path: str, consulted: Iterable[str]) -> str:
        """The digest of all that an answer about a file may depend on."""
        whole = self._contents.whole
        return self._digest(path, [whole[each] for each in consulted])

    def _key(self, path: str, rests: Iterable[tuple[str, int]]) -> str:
        """The digest of all that an answer about a file does depend on: of each file, all or a part."""
        return self._digest(path, [self._contents.part(each, place) for each, place in rests])

    def _digest(self, path: str, rest: Iterable[str]) -> str:
        key = "\0".join((self._facts, self._contents.whole[path], *rest, *map(repr, self._tree.groups_of(path))))
        return digest_of(key.encode("utf-8", "surrogatepass"))

    def _shown(self, file: SourceFile, judged: JudgedFile) -> frozenset[str]:
        """The files besides its own of which an answer shows lines: all that were consulted where it shows lines of one
        that goes by none of their names, or has a fix."""
        if any(finding.fix is not None for finding in judged.findings):
            return frozenset(judged.consulted)
        found = {finding.location.path for finding in judged.findings}
        found.update(step.path for finding in judged.findings for step in finding.witness)
        found.update(problem.path for problem in judged.problems)
        texts = [finding.message for finding in judged.findings if _LINE.search(finding.message)]
        if not texts and found <= {file.path}:
            return frozenset()
        names = {display_path(path, self._tree.root): path for path in judged.consulted}
        found.update(name for name in (*names, file.path) if any(f"{name}:" in text for text in texts))
        is_told = all(any(f"{name}:" in text for name in found) for text in texts)
        is_known = is_told and found <= {*names, file.path}
        return frozenset(names[name] for name in found & names.keys()) if is_known else frozenset(judged.consulted)


class _Digests(dict[str, str]):
    """Digests by paths, each worked out when it is first asked for."""

    def __init__(self, work: Callable[[str], str]) -> None:
        super().__init__()
        self._work = work

    def __missing__(self, path: str) -> str:
        self[path] = found = self._work(path)
        return found


#: The place of all that is in a file.
ALL: Final = -1


class FileDigests:
    """Digests of files, each behind the file's path, with one of the names around it: of the checked ones as surveyed,
    of others as they are read. A directory has none of its own."""

    def __init__(
        self, digests: dict[str, str], tree: SourceTree, cache: Cache, read: Callable[[str], bytes | None]
    ) -> None:
        self._digests = digests
        self._tree = tree
        self._cache = cache
        self._read = read
        self._around: dict[str, str] = {}
        #: The digests of all that is significant in files.
        self.whole = _Digests(self._whole)
        #: The parts that are read of files.
        self._parts: dict[str, _PartsOfFile] = {}

    def _whole(self, path: str) -> str:
        digest = self._digests.get(path)
        data = self._read(path) if digest is None else None
        digest = digest_of(data) if data is not None else digest
        directory = path if digest is None else os.path.dirname(path)
        return f"{path} {digest} {self._names_around(directory)}"

    def part(self, path: str, place: int) -> str:
        """The digest of what was read of a file: the part that has this place among those that are known."""
        digest = self._parts_of(path).digests[place] if place != ALL else None
        return self.whole[path] if digest is None else f"{path} {digest} {self._names_around(os.path.dirname(path))}"

    def place(self, part: FileRead) -> int:
        """The place of a part, which is known from now on."""
        return self._parts_of(part.path).place(part) if part.path in self._digests else ALL

    def keep(self) -> None:
        """Keep the parts that are known in the cache."""
        for path, parts in self._parts.items():
            if parts.is_new and path in self._cache.files:
                self._cache.remember_read(path, parts.written(self._digests[path]))

    def _parts_of(self, path: str) -> _PartsOfFile:
        if path not in self._parts:
            entry = self._cache.files.get(path)
            self._parts[path] = self._recalled(path, entry.read if entry is not None else None)
        return self._parts[path]

    def _recalled(self, path: str, kept: Any) -> _PartsOfFile:
        """The parts that are kept of a file, with their digests in it as it is now."""
        if not isinstance(kept, list) or len(kept) != 3:
            return _PartsOfFile()
        content, text, digests = kept
        found = _PartsOfFile(text, digests)
        if content != self._digests.get(path):
            data = self._read(path)
            if data is None or digest_of(self._tree.significant(data)) != self._digests.get(path):
                return _PartsOfFile()
            found.digests = self._tree.digests_read(path, data, found.reads)
            found.is_new = True
        return found

    def _names_around(self, directory: str) -> str:
        if directory not in self._around:
            names = "\0".join(self._tree.names_around(directory))
            self._around[directory] = digest_of(names.encode("utf-8", "surrogateescape"))
        return self._around[directory]


class _PartsOfFile:
    """The parts of one file that answers rest on, and the digest of each, ``None`` where it can't be told apart from
    the rest. They are read when somebody asks for more than a digest."""

    def __init__(self, text: str = "[]", digests: Sequence[str | None] = ()) -> None:
        self._text = text
        self.digests = list(digests)
        #: Whether the cache does not have it so.
        self.is_new = False

    @functools.cached_property
    def reads(self) -> list[PartsRead]:
        """The parts, by their places."""
        return read(list[PartsRead], self._text)

    @functools.cached_property
    def _places(self) -> dict[PartsRead, int]:
        return {part: place for place, part in enumerate(self.reads)}

    def place(self, part: FileRead) -> int:
        """The place of a part, which is added where it is not among them."""
        place = self._places.setdefault(part.read, len(self.digests))
        if place == len(self.digests):
            self.reads.append(part.read)
            self.digests.append(part.digest)
            self.is_new = True
        return place

    def written(self, content: str) -> list[Any]:
        """All of it as plain values, of a file with that content."""
        return [content, write(self.reads).decode(), self.digests]


def _tree_digest(facts: Any, baseline: Baseline | None, paths: Sequence[str]) -> str:
    """The digest that each answer depends on: facts about the tree, the baseline of its types, and which files there
    are, as a new one may be what a name leads to."""
    digest = hashlib.sha256(json.dumps(encode(facts)).encode())
    digest.update(baseline.digest.encode() if baseline is not None else b"-")
    for path in paths:
        digest.update(path.encode("utf-8", "surrogatepass") + b"\0")
    return digest.hexdigest()
