"""Answers of earlier runs, which are only believed while nothing changed of what they rest on."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import os
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any, Final, Union

from msgspec import Struct
from msgspec.structs import replace

from apivet.cache import Cache, digest_of
from apivet.check.judged_file import JudgedFile
from apivet.check.shown_lines import moved
from apivet.program.baseline import Baseline
from apivet.program.files import SourceFile, bytes_at, display_path
from apivet.program.front_end import SourceTree
from apivet.program.parts_read import FileRead, PartsRead, ShownLine
from apivet.records import MismatchError, decode, encode, read, write


class _KeptAnswer(Struct, frozen=True, array_like=True):
    """An answer as the cache has it: the digest of all that it may rest on, that of all that it does rest on, the files
    and of each the part that this is, the lines that it shows, each with the place of its file, and its text."""

    state: str
    key: str
    paths: list[Union[int, str]]
    parts: list[int]
    shown: list[tuple[int, ShownLine]]
    answer: str


class _KeptParts(Struct, frozen=True, array_like=True):
    """The parts of a file that answers rest on as the cache has them: the digest of its content, the text of the parts,
    their digests, and the lines on which the declarations begin of which lines are shown."""

    content: str
    reads: str
    digests: list[Union[str, None]]
    starts: dict[str, int]


class Answers:
    """Answers about the files of a tree, kept in a cache as long as all that they depend on stays as it is. The files
    that they rest on are kept as numbers, of which the tree's paths are the meaning: of Kubernetes' answers, nine
    tenths were paths."""

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
        self._contents = FileContents(digests, tree, cache, read_beside)
        self._paths = sorted(digests)
        self._facts = _tree_digest(facts, baseline, self._paths)
        self._numbers = {path: number for number, path in enumerate(self._paths)}
        #: The answers that hold, by the file and the unit.
        self._recalled_as: dict[str, dict[str, _KeptAnswer]] = {}

    def recall(self, file: SourceFile) -> dict[str, JudgedFile]:
        """The answers about a file that are known, by their units. Lines that they show are where they are now."""
        known = self._cache.files.get(file.absolute)
        rows = known.judged if known is not None and isinstance(known.judged, list) else []
        found: dict[str, JudgedFile] = {}
        now = self._recalled_as[file.absolute] = {}
        is_new = False
        for row in rows:
            try:
                former = decode(_KeptAnswer, row)
                kept, judged = self._recalled(file, former)
            except (MismatchError, IndexError, KeyError):
                continue
            if judged is not None:
                found[judged.unit], now[judged.unit] = judged, kept
                is_new = is_new or kept is not former
        if is_new:
            self._remember(file.absolute, now.values())
        return found

    def _recalled(self, file: SourceFile, kept: _KeptAnswer) -> tuple[_KeptAnswer, JudgedFile | None]:
        """An answer as it is now, and as it is to be kept; none where it does not hold any more."""
        paths = [each if isinstance(each, str) else self._paths[each] for each in kept.paths]
        judged = read(JudgedFile, kept.answer)
        state = self._state(file.absolute, paths)
        if state != kept.state:
            if kept.key != self._key(file.absolute, zip(paths, kept.parts)):
                return kept, None
            judged, shown = self._moved(judged, kept, paths)
            answer = kept.answer if shown == kept.shown else write(judged).decode()
            kept = replace(kept, state=state, answer=answer, shown=shown)
        consulted = tuple(path for path in dict.fromkeys(paths) if path != file.absolute)
        return kept, replace(judged, consulted=consulted)

    def _moved(
        self, judged: JudgedFile, kept: _KeptAnswer, paths: Sequence[str]
    ) -> tuple[JudgedFile, list[tuple[int, ShownLine]]]:
        """An answer with its lines where they are now, and these."""
        moves: dict[tuple[str, int], int] = {}
        shown = []
        for place, line in kept.shown:
            start = self._contents.start(paths[place], line.declaration)
            now = replace(line, line=line.line + start - line.start, start=start)
            shown.append((place, now))
            if now != line:
                moves[display_path(paths[place], self._tree.root), line.line] = now.line
        return moved(judged, moves) if moves else judged, shown

    def keep(self, file: SourceFile, units: Mapping[str, JudgedFile], new: Container[str]) -> None:
        """Keep answers about the units of a file whose content the cache knows; those that are not ``new`` were
        recalled."""
        if file.absolute in self._cache.files:
            former = self._recalled_as[file.absolute]
            with contextlib.suppress(MismatchError):
                kept = [self._kept(file, judged) if name in new else former[name] for name, judged in units.items()]
                self._remember(file.absolute, kept)

    def close(self) -> None:
        """Keep what is known of files."""
        self._contents.keep()

    def _remember(self, path: str, kept: Iterable[_KeptAnswer]) -> None:
        self._cache.remember_judged(path, [encode(each) for each in kept])

    def _kept(self, file: SourceFile, judged: JudgedFile) -> _KeptAnswer:
        in_part = {each.path for each in judged.parts_read}
        whole = [path for path in (file.absolute, *judged.consulted) if path not in in_part]
        paths = [*whole, *(each.path for each in judged.parts_read)]
        parts = [*(ALL for _ in whole), *map(self._contents.place, judged.parts_read)]
        in_parts = [(place, each) for place, each in enumerate(judged.parts_read, len(whole)) if parts[place] != ALL]
        shown = [(place, line) for place, each in in_parts for line in each.shown]
        state, key = self._state(file.absolute, paths), self._key(file.absolute, zip(paths, parts))
        numbers = [self._numbers.get(path, path) for path in paths]
        answer = write(replace(judged, consulted=(), parts_read=())).decode()
        return _KeptAnswer(state, key, numbers, parts, shown, answer)

    def _state(self, path: str, consulted: Iterable[str]) -> str:
        """The digest of all that an answer about a file may depend on."""
        whole = self._contents.whole
        return self._digest(path, [whole[each] for each in consulted])

    def _key(self, path: str, rests: Iterable[tuple[str, int]]) -> str:
        """The digest of all that an answer about a file does depend on: of each file, all or a part."""
        return self._digest(path, [self._contents.part(each, place) for each, place in rests])

    def _digest(self, path: str, rest: Iterable[str]) -> str:
        key = "\0".join((self._facts, path, *rest, *map(repr, self._tree.groups_of(path))))
        return digest_of(key.encode("utf-8", "surrogatepass"))


class _Digests(dict[str, str]):
    """Digests by paths, each worked out when it is first asked for."""

    def __init__(self, work: Callable[[str], str]) -> None:
        super().__init__()
        self._work = work

    def __missing__(self, path: str) -> str:
        self[path] = found = self._work(path)
        return found


#: The number of parts of a file above which they are forgotten when it changes: most are of answers that are gone.
_MOST_PARTS: Final = 1000
#: The place of all that is in a file.
ALL: Final = -1


class FileContents:
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

    def start(self, path: str, declaration: str) -> int:
        """The line on which a declaration of a file begins, by its digest. Raises ``KeyError``."""
        return self._parts_of(path).starts[declaration]

    def place(self, part: FileRead) -> int:
        """The place of a part, which is known from now on."""
        return self._parts_of(part.path).place(part) if part.path in self._digests else ALL

    def keep(self) -> None:
        """Keep the parts that are known in the cache."""
        for path, parts in self._parts.items():
            if parts.is_new and path in self._cache.files:
                self._cache.remember_read(path, encode(parts.kept(self._digests[path])))

    def _parts_of(self, path: str) -> _PartsOfFile:
        if path not in self._parts:
            entry = self._cache.files.get(path)
            self._parts[path] = self._recalled(path, entry.read if entry is not None else None)
        return self._parts[path]

    def _recalled(self, path: str, kept: Any) -> _PartsOfFile:
        """The parts that are kept of a file, with their digests in it as it is now."""
        try:
            known = decode(_KeptParts, kept)
            if known.content == self._digests.get(path):
                return _PartsOfFile(known.reads, known.digests, known.starts)
            data = self._read(path)
            is_known = data is not None and digest_of(self._tree.significant(data)) == self._digests.get(path)
            if data is None or not is_known or len(known.digests) > _MOST_PARTS:
                return _PartsOfFile()
            again = self._tree.digests_read(path, data, read(list[PartsRead], known.reads))
        except MismatchError:
            return _PartsOfFile()
        found = _PartsOfFile(known.reads, again.digests, again.starts)
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

    def __init__(
        self, text: str = "[]", digests: Sequence[str | None] = (), starts: Mapping[str, int] | None = None
    ) -> None:
        self._text = text
        self.digests = list(digests)
        #: The lines on which declarations begin of which lines are shown, by their digests.
        self.starts = dict(starts or {})
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
            self.starts.update((line.declaration, line.start) for line in part.shown)
            self.is_new = True
        return place

    def kept(self, content: str) -> _KeptParts:
        """All of it, of a file with that content."""
        return _KeptParts(content, write(self.reads).decode(), self.digests, self.starts)


def _tree_digest(facts: Any, baseline: Baseline | None, paths: Sequence[str]) -> str:
    """The digest that each answer depends on: facts about the tree, the baseline of its types, and which files there
    are, as a new one may be what a name leads to."""
    digest = hashlib.sha256(json.dumps(encode(facts)).encode())
    digest.update(baseline.digest.encode() if baseline is not None else b"-")
    for path in paths:
        digest.update(path.encode("utf-8", "surrogatepass") + b"\0")
    return digest.hexdigest()
