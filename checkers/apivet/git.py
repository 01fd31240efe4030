"""Earlier states of a tree, asked of the ``git`` command; nothing is checked out."""

from __future__ import annotations

import contextlib
import copy
import datetime
import functools
import hashlib
import os
import re
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct, field

from apivet.git_process import GitError, GitObjects, ask, first_line

_DIRECTORY: Final = "40000"
#: Files of a tree, as git writes their kinds: anything else is a link, a submodule or a directory.
_FILES: Final = ("100644", "100755", "100664")
_LINK: Final = "120000"
_SUBMODULE: Final = "160000"
#: The most files that are asked about at once, which any system takes as arguments.
_AT_ONCE: Final = 200
#: Where changes go, as far as a repository tells: where its origin says, else the first of these that there is.
_TOLD_BY_ORIGIN: Final = "refs/remotes/origin/HEAD"
_USUAL: Final = (
    "refs/remotes/origin/main",
    "refs/remotes/origin/master",
    "refs/heads/main",
    "refs/heads/master",
)

_WELL_KNOWN: Final = "origin's HEAD, main or master"
#: The name in front of what git understands besides: ``main`` of ``main~2``.
_NAME: Final = re.compile(r"[^~^@:]+")
#: Where a name is looked for before git looks for tags: anybody who may push a tag can call it like a branch.
_BRANCHES: Final = ("refs/remotes/{}", "refs/heads/{}", "refs/remotes/origin/{}", "refs/remotes/{}/HEAD")


#: Commits that are looked at one by one; the first of those that one was made on top of, as git keeps it.
_FEW: Final = 16
_PARENT: Final = re.compile(rb"^parent (\w+)$", re.MULTILINE)


class NoHistoryError(GitError):
    """There is nothing earlier: no repository around a directory, or no commit in it."""


_NO_REPOSITORY: Final = "this is not a git repository; run it in one, or commit an apivet.lock instead"
_LACKING: Final = "run 'git fsck', or fetch it again"


class ShallowError(GitError):
    """The part of the history that is here does not reach back far enough."""


class NoBranchError(GitError):
    """The repository has a history and no branch that changes would go to."""


class TreeEntry(Struct, frozen=True):
    """A file of a revision: its path below the top of the repository, the name of its content, and its kind as git
    writes it."""

    path: str
    blob: str
    mode: str = _FILES[0]

    @property
    def is_link(self) -> bool:
        """Whether it is a symbolic link."""
        return self.mode == _LINK

    @property
    def is_submodule(self) -> bool:
        """Whether it is the commit of another repository, whose files lie here."""
        return self.mode == _SUBMODULE


class Repository:
    """The repository that a directory is in. ``top`` is the top of its work tree, ``prefix`` leads from there to the
    directory (empty, or with a slash at its end)."""

    def __init__(self, directory: str) -> None:
        if not os.path.isdir(directory):
            raise GitError(f"there is no directory '{directory}'")
        self.directory = directory
        self._shared = _around(os.path.realpath(directory))
        self.top, self._objects = self._shared.top, self._shared.objects
        below = os.path.relpath(os.path.realpath(directory), self.top).replace(os.sep, "/")
        if below.startswith("../"):
            raise NoHistoryError(_NO_REPOSITORY)
        self.prefix = "" if below == "." else f"{below}/"

    def seen_from(self, directory: str) -> Repository | None:
        """This repository as another directory of its work tree sees it; ``None`` where that lies elsewhere."""
        real = os.path.realpath(directory)
        if real != self.top and not real.startswith(self.top.rstrip(os.sep) + os.sep):
            return None
        other = copy.copy(self)
        below = os.path.relpath(real, self.top).replace(os.sep, "/")
        other.directory, other.prefix = directory, "" if below == "." else f"{below}/"
        return other

    def commit(self, revision: str) -> str:
        """The full name of the commit that a revision means. Raises :class:`GitError`."""
        if not revision.strip() or "\0" in revision or "\n" in revision or revision.startswith("-"):
            raise GitError(f"'{revision}' is no revision; name a branch, a tag or a commit")
        spelled = self._branch_first(revision)
        if spelled is None:
            raise self._unknown(revision)
        try:
            found = self._objects.find(f"{spelled}^{{commit}}")
        except GitError:
            # Git ends over some names that lead nowhere: the upstream of a branch that has none.
            if self._ask("rev-parse", "--verify", "--quiet", f"{spelled}^{{commit}}").returncode:
                raise self._unknown(revision) from None
            raise
        if found is not None:
            # A damaged or incomplete repository knows names of commits that it does not have.
            if self._objects.find(f"{found.name}^{{tree}}") is not None:
                return found.name
            raise GitError(f"the commit '{revision}' is not whole in this repository; {self._how_to_get(revision)}")
        complaint = self._ask("rev-parse", "--verify", f"{revision}^{{commit}}").stderr
        if b"ambiguous" in complaint:
            raise GitError(f"the revision '{revision}' is ambiguous: several objects begin like that; write more of it")
        if self._objects.find(revision) is not None:
            raise GitError(f"'{revision}' is no commit; name a branch, a tag or a commit")
        raise self._unknown(revision)

    def _unknown(self, revision: str) -> GitError:
        return GitError(f"there is no revision '{revision}' in this repository; {self._how_to_get(revision)}")

    def branching_point(self, default: str | None = None) -> str:
        """The commit at which the work tree's history left the default branch: the one of this name, where the origin
        says nothing else. Raises :class:`GitError`."""
        told = (f"refs/remotes/origin/{default}", f"refs/heads/{default}") if default is not None else _USUAL
        branches = self._references((_TOLD_BY_ORIGIN, *told))
        for name in (_TOLD_BY_ORIGIN, *told):
            if name not in branches:
                continue
            if self._has_just_left(branches[name]):
                return branches[name]
            answer = self._ask("merge-base", "HEAD", branches[name])
            commit = answer.stdout.decode().strip()
            if answer.returncode == 0 and commit:
                return commit
            if self.is_shallow:
                raise ShallowError(f"this clone is too shallow to tell where the history left {_short(name)}")
            raise NoBranchError(f"the history has nothing in common with {_short(name)}")
        if self.is_shallow:
            raise ShallowError(f"this clone is too shallow to have a default branch ({default or _WELL_KNOWN})")
        missing = f"this repository has no default branch ({default or _WELL_KNOWN})"
        raise NoBranchError(missing) if self.head() is not None else NoHistoryError(missing)

    def _has_just_left(self, commit: str) -> bool:
        """Whether the work tree's history is a few commits on top of this one: git takes longer to be asked."""
        place = self._objects.find("HEAD^{commit}")
        for _ in range(_FEW):
            if place is None or place.name == commit:
                break
            parent = _PARENT.search(place.data.partition(b"\n\n")[0])
            place = self._objects.find(parent[1].decode()) if parent is not None else None
        return place is not None and place.name == commit

    def _branch_first(self, revision: str) -> str | None:
        """The revision, in full where it begins with the name of a branch; ``None`` where it names a reference in full
        that is not there. What git would find instead anybody may have made."""
        name = _NAME.match(revision)
        if name is None or name[0] == "HEAD" or re.fullmatch(r"[0-9a-f]{40,64}", name[0]):
            return revision
        is_full = name[0].startswith("refs/")
        places = [name[0]] if is_full else [place.format(name[0]) for place in _BRANCHES]
        known = self._references(places)
        if name[0] == revision:  # whoever makes a change may call its branch as he likes
            places.sort(key=lambda place: known.get(place) == self.head())
        for place in places:
            if place in known:
                return place + revision[name.end() :]
        return None if is_full else revision

    def _references(self, names: Iterable[str]) -> dict[str, str]:
        """The references of exactly these names that there are, and what they lead to."""
        wanted = frozenset(names)
        answer = self._ask("for-each-ref", "--format=%(objectname) %(refname)", *sorted(wanted))
        rows = (os.fsdecode(row).split(" ", 1) for row in answer.stdout.splitlines() if b" " in row)
        return {name: leads_to for leads_to, name in rows if name in wanted}

    @functools.cached_property
    def is_shallow(self) -> bool:
        """Whether the history ends before it began."""
        return self._ask("rev-parse", "--is-shallow-repository").stdout.strip() == b"true"

    def head(self) -> str | None:
        """The commit that the work tree was checked out from, where there is one."""
        found = self._objects.find("HEAD^{commit}")
        return found.name if found is not None else None

    def parent(self, commit: str) -> str | None:
        """The first parent of a commit, as far as the history is here, which may have been fetched meanwhile."""
        return self._ask("rev-parse", "--verify", "--quiet", f"{commit}^1^{{commit}}").stdout.decode().strip() or None

    def read(self, commit: str, path: str) -> bytes | None:
        """The content of a file of a commit, by its path below the top; ``None`` where it has no such file."""
        return self.read_each(commit, [path])[path]

    def read_each(self, commit: str, paths: Iterable[str]) -> dict[str, bytes | None]:
        """The contents of several files of a commit, by their paths below the top; ``None`` for one that it has not."""
        blobs = {path: self._blob(commit, path) for path in dict.fromkeys(paths)}
        contents = self.contents(blob for blob in blobs.values() if blob is not None)
        return {path: contents[blob] if blob is not None else None for path, blob in blobs.items()}

    def _blob(self, commit: str, path: str) -> str | None:
        """The name of a file's content; ``None`` where a commit has no such file, or it lies behind a link."""
        place = f"{commit}^{{tree}}"
        *directories, last = path.split("/")
        for name in directories:
            mode, place = self._tree(place).get(name, ("", ""))
            if mode != _DIRECTORY:
                return None
        mode, blob = self._tree(place).get(last, ("", ""))
        return blob if mode in _FILES else None

    def _tree(self, name: str) -> dict[str, tuple[str, str]]:
        """The directory of that name: kind and object of each entry."""
        trees = self._shared.trees
        if name not in trees:
            found = self._objects.find(name)
            if found is None:
                raise GitError(f"cannot list the files of '{name}': {_LACKING}")
            trees[name] = dict(_entries_of(found.data, len(found.name) // 2))
        return trees[name]

    def changed(self, before: str, now: str) -> Iterator[TreeEntry]:
        """The files, links and submodules that a commit has otherwise than an earlier one, or anew."""
        return self._changed("", f"{before}^{{tree}}", f"{now}^{{tree}}")

    def _changed(self, above: str, before: str, now: str) -> Iterator[TreeEntry]:
        known = self._tree(before) if before else {}
        for name, (mode, place) in self._tree(now).items():
            if known.get(name) == (mode, place):
                continue
            if mode == _DIRECTORY:
                old_mode, old = known.get(name, ("", ""))
                yield from self._changed(f"{above}{name}/", old if old_mode == _DIRECTORY else "", place)
            else:
                yield TreeEntry(above + name, place, mode)

    def attributes(self, paths: Sequence[str], names: Sequence[str]) -> list[tuple[str, str]]:
        """The files that have one of these attributes, each with the first that it has."""
        found: dict[str, str] = {}
        for start in range(0, len(paths), _AT_ONCE):
            answer = self._ask("check-attr", "-z", *names, "--", *paths[start : start + _AT_ONCE])
            if answer.returncode:
                raise GitError(f"cannot tell the attributes of files: {first_line(answer.stderr)}")
            fields = [os.fsdecode(each) for each in answer.stdout.split(b"\0")]
            for path, name, value in zip(fields[::3], fields[1::3], fields[2::3]):
                if value not in ("unspecified", "unset"):
                    found.setdefault(path, f"{name}={value}")
        return list(found.items())

    def differs(self, commit: str, suffixes: tuple[str, ...]) -> bool:
        """Whether a file of the work tree whose name ends so is another than in a commit, or new. Git itself would run
        the filters that the repository names."""
        known = {entry.path: entry.blob for entry in self.entries(commit) if entry.path.endswith(suffixes)}
        for path, blob in known.items():
            try:
                with open(os.path.join(self.top, path), "rb") as stream:
                    data = stream.read()
            except OSError:
                return True
            new = hashlib.sha1 if len(blob) == 40 else hashlib.sha256
            if new(b"blob %d\0" % len(data) + data).hexdigest() != blob:
                return True
        answer = self._ask("ls-files", "-z", "--others", "--exclude-standard")
        return any(os.fsdecode(name).endswith(suffixes) for name in answer.stdout.split(b"\0"))

    def _how_to_get(self, revision: str) -> str:
        if self.is_shallow:
            return f"this is a shallow clone: try 'git fetch --depth=1 origin {revision}' or 'git fetch --unshallow'"
        if self.head() is None:
            return "it has no commit yet"
        return "see 'git branch --all' and 'git tag', or fetch it first"

    def entries(self, commit: str) -> list[TreeEntry]:
        """The files of a commit, links and submodules left out."""
        if commit not in self._shared.files:
            self._shared.files[commit] = self._listed(commit)
        return self._shared.files[commit]

    def _listed(self, commit: str) -> list[TreeEntry]:
        answer = self._ask("ls-tree", "-r", "-z", "--full-tree", commit)
        if answer.returncode:
            raise GitError(f"cannot list the files of '{commit}': {first_line(answer.stderr)}")
        found = []
        for row in answer.stdout.split(b"\0"):
            facts, _, path = row.partition(b"\t")
            mode, kind, blob = (*facts.decode().split(" "), "", "")[:3]
            if kind == "blob" and mode in _FILES:
                found.append(TreeEntry(os.fsdecode(path), blob))
        return found

    def former(self, commit: str, directory: str) -> str:
        """The place that a directory of the work tree had in a commit: the same, or the one that most of its files were
        moved from (empty for the top, or with a slash at its end)."""
        if not directory or self._has_directory(commit, directory):
            return directory
        origins = Counter(self._moved_into(directory, self.entries(commit)))
        return min(origins, key=lambda origin: (-origins[origin], origin)) if origins else directory

    def _has_directory(self, commit: str, directory: str) -> bool:
        place = f"{commit}^{{tree}}"
        for name in directory.strip("/").split("/"):
            mode, place = self._tree(place).get(name, ("", ""))
            if mode != _DIRECTORY:
                return False
        return True

    def _moved_into(self, directory: str, entries: Iterable[TreeEntry]) -> Iterator[str]:
        """Former directories of the files in a directory of the work tree (all with a slash at their ends), among
        these entries: for each file that is gone from a place where it was called the same, and was much the same, that
        place. Git itself would run the filters that the repository names."""
        now: dict[str, list[tuple[str, str]]] = {}
        for rest, path in self._files_below(directory):
            now.setdefault(rest.rpartition("/")[2], []).append((rest, path))
        found = []
        for entry in entries:
            for rest, path in now.get(entry.path.rpartition("/")[2], ()):
                if f"/{entry.path}".endswith(f"/{rest}"):
                    if not os.path.lexists(os.path.join(self.top, entry.path)):
                        found.append((entry, rest, path))
        contents = self.contents(entry.blob for entry, _, _ in found)
        for entry, rest, path in found:
            try:
                with open(path, "rb") as stream:
                    is_same = are_alike(contents[entry.blob], stream.read())
            except OSError:
                continue
            if is_same:
                yield entry.path[: len(entry.path) - len(rest)]

    def _files_below(self, directory: str) -> Iterator[tuple[str, str]]:
        """The files of the work tree below a directory: as seen from it, and where they are."""
        top = os.path.join(self.top, directory)
        for place, directories, files in os.walk(top):
            directories[:] = sorted(name for name in directories if not name.startswith("."))
            for name in sorted(files):
                path = os.path.join(place, name)
                if os.path.isfile(path):
                    yield os.path.relpath(path, top).replace(os.sep, "/"), path

    def contents(self, blobs: Iterable[str]) -> dict[str, bytes]:
        """The contents of that name, all asked for at once."""
        found = self._objects.find_each(blobs)
        missing = next((blob for blob, content in found.items() if content is None), None)
        if missing is not None:
            raise GitError(f"the repository lacks a file's content ({missing}); {_LACKING}")
        return {blob: content.data for blob, content in found.items() if content is not None}

    def line_dates(self, commit: str, path: str) -> list[datetime.date]:
        """The day on which each line of a file of a commit was committed. Raises :class:`GitError`."""
        answer = self._ask("blame", "--line-porcelain", "--no-textconv", commit, "--", path)
        if answer.returncode:
            raise GitError(f"cannot tell how old '{path}' is: {first_line(answer.stderr)}")
        rows = (row.split(b" ") for row in answer.stdout.split(b"\n") if row.startswith(b"committer-time "))
        return [datetime.datetime.fromtimestamp(int(row[1]), datetime.timezone.utc).date() for row in rows]

    def files(self) -> list[str]:
        """The files below the directory that are tracked, or that nobody has said to ignore. Raises
        :class:`GitError`."""
        below = ["--", self.prefix] if self.prefix else []
        answer = self._ask("ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate", *below)
        if answer.returncode:
            raise GitError(f"cannot list the files of the work tree: {first_line(answer.stderr)}")
        names = (os.fsdecode(name).rstrip("/") for name in answer.stdout.split(b"\0") if name)
        return [name[len(self.prefix) :] for name in names]

    def left_out(self) -> list[str]:
        """The files, by their paths below the top, that a sparse checkout leaves out of the work tree."""
        answer = self._ask("ls-files", "-z", "-t", "--cached")
        return [os.fsdecode(row[2:]) for row in answer.stdout.split(b"\0") if row.startswith(b"S ")]

    def _ask(self, *arguments: str) -> subprocess.CompletedProcess[bytes]:
        return ask(self.top, *arguments)


def is_below_repository(directory: str, here: str) -> bool:
    """Whether a directory lies in the work tree that another one is in."""
    try:
        return Repository(here).seen_from(directory) is not None
    except GitError:
        return False


def top_of(directory: str) -> str:
    """The top of the work tree that a directory lies in; itself, where it lies in none."""
    try:
        return Repository(directory).top
    except GitError:
        return directory


def is_in_repository(directory: str) -> bool:
    """Whether a directory is in the work tree of a repository."""
    try:
        Repository(directory)
    except GitError:
        return False
    return True


class _Shared(Struct, frozen=True):
    """A repository as all its directories share it: its objects, and what was read of them, which never changes."""

    top: str
    objects: GitObjects
    trees: dict[str, dict[str, tuple[str, str]]] = field(default_factory=dict)
    files: dict[str, list[TreeEntry]] = field(default_factory=dict)


def _around(directory: str) -> _Shared:
    """The repository that a directory is in. Only a ``.git`` makes one: git would also take files of certain names for
    one without a work tree, and those anybody can commit."""
    named = os.environ.get("GIT_CEILING_DIRECTORIES", "").split(os.pathsep)
    ceilings = {os.path.realpath(each) for each in named if each}
    place = directory
    while True:
        try:
            entry = os.stat(os.path.join(place, ".git"))
        except OSError:
            pass
        else:
            with contextlib.suppress(NoHistoryError):
                return _opened(place, entry.st_dev, entry.st_ino)
        above = os.path.dirname(place)
        if above == place or above in ceilings:
            raise NoHistoryError(_NO_REPOSITORY)
        place = above


@functools.lru_cache(maxsize=8)
def _opened(place: str, *identity: int) -> _Shared:
    """The repository whose ``.git``, of this identity, lies in a directory."""
    answer = ask(place, "rev-parse", "--show-toplevel")
    if answer.returncode:
        raise _why_no_repository(answer.stderr)
    top = os.path.realpath(os.fsdecode(answer.stdout).rstrip("\n"))
    return _Shared(top, GitObjects(top))


def _entries_of(data: bytes, size: int) -> Iterator[tuple[str, tuple[str, str]]]:
    """The entries of a directory as git keeps it: a kind, a name, and the bytes of an object's name, ``size`` of
    them."""
    place = 0
    while place < len(data):
        end = data.index(b"\0", place)
        mode, _, name = data[place:end].partition(b" ")
        place = end + 1 + size
        yield os.fsdecode(name), (mode.decode(), data[end + 1 : place].hex())


def are_alike(before: bytes, now: bytes) -> bool:
    """Whether at least half of the lines of two files are the same."""
    if before == now:
        return True
    lines, others = set(before.splitlines()), set(now.splitlines())
    return bool(lines & others) and 2 * len(lines & others) >= max(len(lines), len(others))


def _why_no_repository(complaint: bytes) -> GitError:
    text = complaint.decode("utf-8", "replace")
    if "dubious ownership" in text:
        return GitError(
            "git does not trust this repository, as it is somebody else's; see 'safe.directory' in 'git help config'"
        )
    if "not a git repository" in text or "must be run in a work tree" in text:
        return NoHistoryError(_NO_REPOSITORY)
    return GitError(f"git cannot say what repository this is: {first_line(complaint)}")


def _short(reference: str) -> str:
    return reference.removeprefix("refs/remotes/").removeprefix("refs/heads/")
