"""Results of earlier runs, kept by content, so that an unchanged file costs one look at its directory entry.

One JSON file per working directory, in the user's cache directory. It is data and nothing else: whatever cannot be read
is as good as absent, and a run never fails because of it.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import sys
import time
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from apivet import __version__, plugins
from apivet.catalogue import pages_directory
from apivet.config import Config
from apivet.documents import read_file
from apivet.program.files import newest_in
from apivet.records import read, write

#: A file that changed this short a time ago may change again without its time stamp showing it.
_TOO_FRESH = 2_000_000_000

_IGNORE_ALL = "# Written by apivet. Nothing in here is worth keeping under version control.\n*\n"


class Remembered(Struct):
    """Cached results for one file's content. ``stamp`` is the directory entry's view of it, ``None`` where that cannot
    be trusted; ``examined``, ``summary``, ``judged`` and ``read`` are plain
    values, as written by :mod:`apivet.records`: the last says which parts of it answers about other files rest on."""

    stamp: list[int] | None
    digest: str
    examined: Any = None
    summary: Any = None
    judged: Any = None
    read: Any = None


def default_directory() -> str | None:
    """The user's cache directory: a run leaves nothing in the tree that it looks at. Who has an empty home directory is
    given none, and not that of the account."""
    import platformdirs

    if os.environ.get("HOME") == "" and not os.environ.get("XDG_CACHE_HOME"):
        return None
    return platformdirs.user_cache_dir("apivet")


def directory_for(config: Config) -> str | None:
    """The directory of a project's cache; ``None`` where there is none: no home directory, an odd platform."""
    try:
        return config.cache_dir or default_directory()
    except Exception:
        return None


class Cache:
    """The memory of one working directory. ``path`` of ``None`` remembers nothing beyond this run."""

    def __init__(
        self,
        path: str | None,
        key: str,
        files: dict[str, Remembered],
        choices: Any = None,
        baseline: Any = None,
        earlier: Any = None,
    ) -> None:
        self.path = path
        self.key = key
        self.files = files
        self.choices: dict[str, Any] = choices if isinstance(choices, dict) else {}
        self.baseline = baseline
        self.earlier = earlier
        self._changed = False
        #: The files about which something is new, for those who share it.
        self._new: set[str] = set()

    @classmethod
    def open(cls, config: Config) -> Cache:
        """The cache for a run with this configuration, empty where nothing usable is there."""
        key = _key(config)
        if not config.cache:
            return cls(None, key, {})
        directory = directory_for(config)
        if directory is None:
            return cls(None, key, {})
        # What types are compared with enters every answer: runs with a revision and without one alternate.
        told = (os.getcwd(), sys.version, config.root, *(["since"] if config.since is not None else []))
        place = hashlib.sha256("\0".join(told).encode("utf-8", "replace"))
        path = os.path.join(directory, f"{place.hexdigest()[:24]}.json")
        return cls(path, key, *_load(path, key))

    def recall(self, path: str, stamp: list[int] | None) -> Remembered | None:
        """The cached results for the file, if it has not changed since."""
        known = self.files.get(path)
        return known if known and stamp is not None and known.stamp == stamp else None

    def remember(self, path: str, known: Remembered) -> None:
        """Keep this for the next run."""
        self.files[path] = known
        self._new.add(path)
        self._changed = True

    def remember_summary(self, path: str, summary: Any) -> None:
        """Keep the summary of a file whose content is known."""
        self.files[path].summary = summary
        self._new.add(path)
        self._changed = True

    def remember_judged(self, path: str, judged: Any) -> None:
        """Keep what was judged of a file whose content is known."""
        self.files[path].judged = judged
        self._new.add(path)
        self._changed = True

    def remember_read(self, path: str, read: Any) -> None:
        """Keep which parts of a file whose content is known answers about others rest on."""
        self.files[path].read = read
        self._new.add(path)
        self._changed = True

    def remember_choice(self, language: str, choice: Any) -> None:
        """Keep which files of the tree can matter, of those in one language."""
        self.choices[language] = choice
        self._changed = True

    def remember_baseline(self, baseline: Any) -> None:
        """Keep the API types of an earlier revision."""
        self.baseline = baseline
        self._changed = True

    def remember_earlier(self, earlier: Any) -> None:
        """Keep the rows of an earlier revision."""
        self.earlier = earlier
        self._changed = True

    def found_out(self) -> FoundOut | None:
        """The results that are new since this was asked last: a process of several that share a cache hands them to the
        one that writes it."""
        if self.path is None or not self._new:
            return None
        rows = {path: _row(self.files[path]) for path in sorted(self._new) if path in self.files}
        self._new.clear()
        return FoundOut(self.path, self.key, rows, dict(self.choices))

    def forget_all_but(self, paths: Iterable[str]) -> None:
        """Drop files that are gone; for runs that saw the whole tree."""
        kept = set(paths)
        gone = [path for path in self.files if path not in kept]
        for path in gone:
            del self.files[path]
            self._changed = True

    def save(self) -> None:
        """Write the file in one step, so that a run at the same time reads the old or the new one."""
        if self.path is None or not self._changed:
            return
        rows = {path: _row(known) for path, known in self.files.items()}
        document = {"key": self.key, "files": rows, "choices": self.choices, "baseline": self.baseline}
        document["earlier"] = self.earlier
        temporary = f"{self.path}.{os.getpid()}"
        try:
            _make_directory(os.path.dirname(self.path))
            with open(temporary, "wb") as stream:
                stream.write(write(document))
            os.replace(temporary, self.path)
            self._changed = False
            _prune(os.path.dirname(self.path), self.path)
        except (OSError, ValueError):
            _remove_quietly(temporary)


class FoundOut(Struct, frozen=True):
    """Results for a cache: where that lies, its key, and the rows of files."""

    path: str
    key: str
    rows: dict[str, list[Any]]
    choices: dict[str, Any]


def share(results: Iterable[FoundOut]) -> None:
    """Write what several processes found out into their caches."""
    by_cache: dict[tuple[str, str], list[FoundOut]] = {}
    for each in results:
        by_cache.setdefault((each.path, each.key), []).append(each)
    for (path, key), several in by_cache.items():
        cache = Cache(path, key, *_load(path, key))
        for each in several:
            cache.choices.update(each.choices)
            for file, row in each.rows.items():
                cache.remember(file, _joined(cache.files.get(file), Remembered(*row)))
        cache.save()


def _joined(known: Remembered | None, new: Remembered) -> Remembered:
    """The results of two processes about one content."""
    if known is None or known.digest != new.digest:
        return new
    examined = new.examined if new.examined is not None else known.examined
    summary = new.summary if new.summary is not None else known.summary
    judged = new.judged if new.judged is not None else known.judged
    return Remembered(new.stamp or known.stamp, new.digest, examined, summary, judged, new.read or known.read)


def _row(known: Remembered) -> list[Any]:
    return [known.stamp, known.digest, known.examined, known.summary, known.judged, known.read]


def stamp_of(path: str) -> list[int] | None:
    """The directory entry's figures for a file: if none of them changed, neither did the content."""
    try:
        entry = os.stat(path)
    except (OSError, ValueError):
        return None
    if time.time_ns() - max(entry.st_mtime_ns, entry.st_ctime_ns) < _TOO_FRESH:
        return None
    return [entry.st_size, entry.st_mtime_ns, entry.st_ctime_ns, entry.st_ino]


def digest_of(data: bytes) -> str:
    """The name of a content."""
    return hashlib.sha256(data).hexdigest()


def _key(config: Config) -> str:
    """A digest of all besides the files that results depend on; apivet's own sources too, as in a checkout they change
    while the version does not."""
    sources = []
    for top in (os.path.dirname(os.path.abspath(__file__)), pages_directory()):
        pending = [os.fspath(top)]
        while pending:
            with os.scandir(pending.pop()) as entries:
                for entry in entries:
                    if entry.name.endswith((".py", ".md", ".go")):
                        stat = entry.stat()
                        sources.append(f"{entry.path} {stat.st_size} {stat.st_mtime_ns}")
                    elif entry.is_dir(follow_symlinks=False) and entry.name != "__pycache__":
                        pending.append(entry.path)
    plugged = (f"{plugin.located.name} {plugin.source} {plugin.digest}" for plugin in plugins.load(config.plugins))
    parts = (__version__, sys.version, config.digest(), *plugged, *sorted(sources))
    return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()


def _load(path: str, key: str) -> tuple[dict[str, Remembered], Any, Any, Any]:
    try:
        document = read(dict, read_file(path))
        if document.get("key") != key:
            return {}, None, None, None
        rows = document["files"].items()
        files = {file: Remembered(*row) for file, row in rows if _is_row(row)}
        return files, document.get("choices"), document.get("baseline"), document.get("earlier")
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {}, None, None, None


def _is_row(row: Any) -> bool:
    return isinstance(row, list) and len(row) == 6 and isinstance(row[1], str)


def _make_directory(directory: str) -> None:
    if os.path.isdir(directory):
        return
    os.makedirs(directory, exist_ok=True)
    with open(os.path.join(directory, ".gitignore"), "w", encoding="utf-8") as stream:
        stream.write(_IGNORE_ALL)


#: Names of cache files, and of those that are being written.
_OURS = re.compile(r"[0-9a-f]{24}\.json(\.\d+)?")
#: The most that all caches together may hold, in files and bytes.
_MOST_FILES, _MOST_BYTES = 100, 500_000_000


def caches_in(directory: str) -> list[os.DirEntry[str]]:
    """The files of all caches in a directory, those that were written last first."""
    return newest_in(directory, _OURS)


def _prune(directory: str, kept: str) -> None:
    """Remove the caches of other projects that were not written for longest, where all together hold too much."""
    size = 0
    for number, entry in enumerate(caches_in(directory)):
        with contextlib.suppress(OSError):
            size += entry.stat().st_size
        if (number >= _MOST_FILES or size > _MOST_BYTES) and entry.path != kept:
            _remove_quietly(entry.path)


def _remove_quietly(path: str) -> None:
    with contextlib.suppress(OSError):
        os.remove(path)
