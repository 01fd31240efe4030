"""Answers of earlier runs, which are only believed while nothing changed of what they rest on."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import os
import re
from collections.abc import Callable, Container, Iterable, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from apivet.cache import Cache, digest_of
from apivet.check.judged_file import JudgedFile
from apivet.program.baseline import Baseline
from apivet.program.files import SourceFile, bytes_at, display_path
from apivet.program.front_end import SourceTree
from apivet.program.parts_read import FileParts, FileRead, PartsRead
from apivet.records import MismatchError, decode, encode, read, write

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
        if known is None or not isinstance(known.judged, list) or len(known.judged) != 4:
            return None
        key, text, numbers, shown = known.judged
        try:
            judged = read(JudgedFile, text)
            consulted = tuple(each if isinstance(each, str) else self._paths[each] for each in numbers)
            is_so = key == self._key(file.absolute, consulted, frozenset(consulted[each] for each in shown))
        except (MismatchError, IndexError, TypeError):
            return None
        return replace(judged, consulted=consulted) if is_so else None

    def keep(
        self,
        new: Iterable[tuple[SourceFile, JudgedFile]],
        recalled: Iterable[tuple[SourceFile, JudgedFile]] = (),
    ) -> None:
        """Keep answers about files whose contents the cache knows. Those that were ``recalled`` hold as well: where
        more was read of a file now, they are told to rest on that, too."""
        found = list(new)
        changed = self._contents.take_in([each for _, judged in found for each in judged.looked_into])
        for file, judged in found:
            self._keep(file, judged)
        for file, judged in recalled:
            if not changed.isdisjoint(judged.consulted):
                self._keep(file, judged)

    def _keep(self, file: SourceFile, judged: JudgedFile) -> None:
        if file.absolute not in self._cache.files:
            return
        shown = self._shown(file, judged)
        key = self._key(file.absolute, judged.consulted, shown)
        numbers = [self._numbers.get(path, path) for path in judged.consulted]
        places = [place for place, path in enumerate(judged.consulted) if path in shown]
        with contextlib.suppress(MismatchError):
            text = write(replace(judged, consulted=(), looked_into=())).decode()
            self._cache.remember_judged(file.absolute, [key, text, numbers, places])

    def _key(self, path: str, consulted: Sequence[str], shown: Container[str]) -> str:
        """The cache key of an answer about a file: a digest of all that the answer depends on."""
        whole, parts = self._contents.whole, self._contents.parts
        rest = [whole[each] if each in shown else parts[each] for each in consulted]
        key = "\0".join((self._facts, whole[path], *rest, *map(repr, self._tree.groups_of(path))))
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
        #: The digests of what answers about others rest on in them.
        self.parts = _Digests(self._parts)

    def _whole(self, path: str) -> str:
        digest = self._digests.get(path)
        data = self._read(path) if digest is None else None
        digest = digest_of(data) if data is not None else digest
        directory = path if digest is None else os.path.dirname(path)
        return f"{path} {digest} {self._names_around(directory)}"

    def _parts(self, path: str) -> str:
        known = self._known(path)
        if known is None or known.digest is None:
            return self.whole[path]
        return f"{path} {known.digest} {self._names_around(os.path.dirname(path))}"

    def take_in(self, news: Iterable[FileRead]) -> frozenset[str]:
        """Take in what was read of files. The result are the paths of those that answers rest on in another way now."""
        found: dict[str, list[FileRead]] = {}
        for each in news:
            if each.path in self._digests:
                found.setdefault(each.path, []).append(each)
        before = {path: self.parts[path] for path in found}
        for path, told in found.items():
            self._take_in(path, told)
        return frozenset(path for path, digest in before.items() if self.parts[path] != digest)

    def _take_in(self, path: str, told: Sequence[FileRead]) -> None:
        known = self._known(path)
        former = known.read if known is not None else PartsRead()
        together = functools.reduce(PartsRead.and_also, (each.read for each in told), former)
        parsed = [each for each in told if each.parts is not None]
        named = [each.read for each in parsed] + ([former] if known is not None and known.digest else [])
        if together.is_whole or not named:
            self._remember(path, together, None)
        elif parsed and together.words <= frozenset[bytes]().union(*(each.words for each in named)):
            self._remember(path, together, parsed[0].parts)
        else:  # in which functions some words stand is not told
            self._look_again(path, together)

    def _known(self, path: str) -> _KnownParts | None:
        """The parts of a file that answers rest on, as its content is now."""
        entry = self._cache.files.get(path)
        if entry is None or entry.read is None or path not in self._digests:
            return None
        try:
            known = decode(_KnownParts, entry.read)
        except MismatchError:
            return None
        return known if known.content == self._digests[path] else self._look_again(path, known.read)

    def _look_again(self, path: str, read: PartsRead) -> _KnownParts | None:
        """Look for the parts that are read in the content of a file."""
        data = self._read(path)
        if data is None or digest_of(self._tree.significant(data)) != self._digests[path]:
            return None
        again = self._tree.parts_read(path, data, read)
        return self._remember(path, again.read, again.parts)

    def _remember(self, path: str, read: PartsRead, parts: FileParts | None) -> _KnownParts | None:
        """Keep which parts of a file are read."""
        if path not in self._cache.files:
            return None
        known = _KnownParts(self._digests[path], read, None if parts is None or read.is_whole else parts.digest(read))
        self._cache.remember_read(path, encode(known))
        self.parts.pop(path, None)
        return known

    def _names_around(self, directory: str) -> str:
        if directory not in self._around:
            names = "\0".join(self._tree.names_around(directory))
            self._around[directory] = digest_of(names.encode("utf-8", "surrogateescape"))
        return self._around[directory]


class _KnownParts(Struct, frozen=True):
    """The parts of a file that were read, where it had a ``content``, and their digest; ``None`` where these can't be
    told apart from the rest."""

    content: str
    read: PartsRead
    digest: str | None


def _tree_digest(facts: Any, baseline: Baseline | None, paths: Sequence[str]) -> str:
    """The digest that each answer depends on: facts about the tree, the baseline of its types, and which files there
    are, as a new one may be what a name leads to."""
    digest = hashlib.sha256(json.dumps(encode(facts)).encode())
    digest.update(baseline.digest.encode() if baseline is not None else b"-")
    for path in paths:
        digest.update(path.encode("utf-8", "surrogatepass") + b"\0")
    return digest.hexdigest()
