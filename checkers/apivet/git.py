"""Earlier states of a tree, asked of the ``git`` command; nothing is checked out.

A repository's configuration can name commands that git runs: hooks, filters, monitors, programs to fetch with. Whoever
wrote the tree under check wrote that, too, so none of them is run.
"""

from __future__ import annotations

import datetime
import functools
import hashlib
import os
import re
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

_DIRECTORY: Final = "040000"
_LINK: Final = "120000"
_MODULE: Final = "160000"
#: Longest time for one question, in seconds.
_PATIENCE: Final = 300.0
#: Settings that hold whatever the configuration says, in which commands may stand.
_SETTINGS: Final = (
    *("core.quotePath=false", "core.fsmonitor=false", "core.hooksPath=/dev/null", "core.alternateRefsCommand="),
    *("core.sshCommand=false", "core.gitProxy=", "core.askPass=", "credential.helper=", "diff.external="),
    *("core.pager=cat", "protocol.allow=never", "submodule.recurse=false", "gc.auto=0", "maintenance.auto=false"),
)
#: Variables that lead git elsewhere, or name commands.
_UNSET: Final = frozenset(
    ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_NAMESPACE", "GIT_PREFIX")
    + ("GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_EXTERNAL_DIFF", "GIT_ASKPASS", "GIT_SSH")
    + ("GIT_SSH_COMMAND", "GIT_PROXY_COMMAND", "GIT_PAGER")
)
#: Replaced objects count as what they are, and missing ones are not fetched, by older versions of git neither.
_SET: Final = {
    "LC_ALL": "C",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_GRAFT_FILE": os.devnull,
    "GIT_ALLOW_PROTOCOL": "none",
}
#: Where changes go, as far as a repository tells: the first of these that there is.
_DEFAULT_BRANCHES: Final = (
    "refs/remotes/origin/HEAD",
    "refs/remotes/origin/main",
    "refs/remotes/origin/master",
    "refs/heads/main",
    "refs/heads/master",
)


#: The name in front of what git understands besides: ``main`` of ``main~2``.
_NAME: Final = re.compile(r"[^~^@:]+")
#: Where a name is looked for before git looks for tags: anybody who may push a tag can call it like a branch.
_BRANCHES: Final = ("refs/heads/{}", "refs/remotes/{}", "refs/remotes/origin/{}")


class GitError(Exception):
    """Why git could not answer, and what to do about it: one line."""


class ShallowError(GitError):
    """The part of the history that is here does not reach back far enough."""


class NoBranchError(GitError):
    """The repository has a history and no branch that changes would go to."""


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """A file of a revision: its path below the top of the repository, and the name of its content."""

    path: str
    blob: str


class Repository:
    """The repository that a directory is in. ``top`` is the top of its work tree, ``prefix`` leads from there to the
    directory (empty, or with a slash at its end)."""

    def __init__(self, directory: str) -> None:
        self.directory = directory
        answer = self._ask("rev-parse", "--show-toplevel", "--show-prefix")
        if answer.returncode:
            raise GitError(_why_no_repository(answer.stderr))
        top, _, prefix = os.fsdecode(answer.stdout).partition("\n")
        self.top = os.path.realpath(top)
        self.prefix = prefix.rstrip("\n")

    def commit(self, revision: str) -> str:
        """The full name of the commit that a revision means. Raises :class:`GitError`."""
        if not revision.strip() or "\0" in revision or revision.startswith("-"):
            raise GitError(f"'{revision}' is no revision; name a branch, a tag or a commit")
        answer = self._ask("rev-parse", "--verify", f"{self._branch_first(revision)}^{{commit}}")
        name = answer.stdout.decode().strip()
        if answer.returncode == 0 and name:
            # A damaged or incomplete repository knows names of commits that it does not have.
            if self._ask("cat-file", "-e", f"{name}^{{tree}}").returncode == 0:
                return name
            raise GitError(f"the commit '{revision}' is not whole in this repository; {self._how_to_get(revision)}")
        complaint = answer.stderr.decode("utf-8", "replace")
        if "ambiguous" in complaint:
            raise GitError(f"the revision '{revision}' is ambiguous: several objects begin like that; write more of it")
        if self._ask("cat-file", "-e", revision).returncode == 0:
            raise GitError(f"'{revision}' is no commit; name a branch, a tag or a commit")
        raise GitError(f"there is no revision '{revision}' in this repository; {self._how_to_get(revision)}")

    def branching_point(self) -> str:
        """The commit at which the work tree's history left the default branch. Raises :class:`GitError`."""
        for name in _DEFAULT_BRANCHES:
            branch = self._ask("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}").stdout.decode().strip()
            if not branch:
                continue
            answer = self._ask("merge-base", "HEAD", branch)
            commit = answer.stdout.decode().strip()
            if answer.returncode == 0 and commit:
                return commit
            if self.is_shallow:
                raise ShallowError(f"this clone is too shallow to tell where the history left {_short(name)}")
            raise GitError(f"the history has nothing in common with {_short(name)}")
        if self.is_shallow:
            raise ShallowError("this clone is too shallow to have a default branch (origin's HEAD, main or master)")
        missing = "this repository has no default branch (origin's HEAD, main or master)"
        has_commits = self._ask("rev-parse", "--verify", "--quiet", "HEAD^{commit}").returncode == 0
        raise NoBranchError(missing) if has_commits else GitError(missing)

    def _branch_first(self, revision: str) -> str:
        """The revision, in full where it begins with the name of a branch."""
        name = _NAME.match(revision)
        if name is None or name[0] == "HEAD" or re.fullmatch(r"[0-9a-f]{40,64}", name[0]):
            return revision
        for place in _BRANCHES:
            reference = place.format(name[0])
            if self._ask("show-ref", "--verify", "--quiet", reference).returncode == 0:
                return reference + revision[name.end() :]
        return revision

    @functools.cached_property
    def is_shallow(self) -> bool:
        """Whether the history ends before it began."""
        return self._ask("rev-parse", "--is-shallow-repository").stdout.strip() == b"true"

    def head(self) -> str | None:
        """The commit that the work tree was checked out from, where there is one."""
        return self._ask("rev-parse", "--verify", "--quiet", "HEAD^{commit}").stdout.decode().strip() or None

    def parent(self, commit: str) -> str | None:
        """The first parent of a commit, as far as the history is here."""
        return self._ask("rev-parse", "--verify", "--quiet", f"{commit}^1^{{commit}}").stdout.decode().strip() or None

    def tree(self, commit: str) -> str:
        """The name of all files of a commit together."""
        return self._ask("rev-parse", "--verify", "--quiet", f"{commit}^{{tree}}").stdout.decode().strip()

    def read(self, commit: str, path: str) -> bytes | None:
        """The content of a file of a commit, by its path below the top; ``None`` where it has no such file."""
        return self.read_each(commit, [path])[path]

    def read_each(self, commit: str, paths: Iterable[str]) -> dict[str, bytes | None]:
        """The contents of several files of a commit, by their paths below the top; ``None`` for one that it has not."""
        wanted = list(dict.fromkeys(paths))
        blobs = {entry.path: entry.blob for entry in self.entries(commit, *wanted)} if wanted else {}
        contents = self.contents(blob for path, blob in blobs.items() if path in wanted)
        return {path: contents[blobs[path]] if path in blobs else None for path in wanted}

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
        answer = self._ask("ls-files", "-z", "--full-name", "--others", "--exclude-standard", "--", ":/")
        return any(os.fsdecode(name).endswith(suffixes) for name in answer.stdout.split(b"\0"))

    def _how_to_get(self, revision: str) -> str:
        if self.is_shallow:
            return f"this is a shallow clone: try 'git fetch --depth=1 origin {revision}' or 'git fetch --unshallow'"
        if self._ask("rev-parse", "--verify", "--quiet", "HEAD").returncode:
            return "it has no commit yet"
        return "see 'git branch --all' and 'git tag', or fetch it first"

    def entries(self, commit: str, *below: str) -> list[TreeEntry]:
        """The files of a commit, or those at or below some paths, links and submodules left out."""
        answer = self._ask("ls-tree", "-r", "-z", "--full-tree", commit, *(["--", *below] if below else []))
        if answer.returncode:
            raise GitError(f"cannot list the files of '{commit}': {_first_line(answer.stderr)}")
        found = []
        for row in answer.stdout.split(b"\0"):
            facts, _, path = row.partition(b"\t")
            mode, kind, blob = (*facts.decode().split(" "), "", "")[:3]
            if kind == "blob" and mode not in (_DIRECTORY, _LINK, _MODULE):
                found.append(TreeEntry(os.fsdecode(path), blob))
        return found

    def moved_into(self, directory: str, entries: Iterable[TreeEntry]) -> Iterator[str]:
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
                    is_same = _are_alike(contents[entry.blob], stream.read())
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
        wanted = list(dict.fromkeys(blobs))
        if not wanted:
            return {}
        answer = self._ask("cat-file", "--batch", given="".join(f"{blob}\n" for blob in wanted).encode())
        if answer.returncode:
            raise GitError(f"cannot read the files of the revision: {_first_line(answer.stderr)}")
        return _batch(answer.stdout)

    def line_dates(self, commit: str, path: str) -> list[datetime.date]:
        """The day on which each line of a file of a commit was committed. Raises :class:`GitError`."""
        seen = os.path.relpath(os.path.join(self.top, path), os.path.realpath(self.directory))
        answer = self._ask("blame", "--line-porcelain", "--no-textconv", commit, "--", seen)
        if answer.returncode:
            raise GitError(f"cannot tell how old '{path}' is: {_first_line(answer.stderr)}")
        rows = (row.split(b" ") for row in answer.stdout.split(b"\n") if row.startswith(b"committer-time "))
        return [datetime.datetime.fromtimestamp(int(row[1]), datetime.timezone.utc).date() for row in rows]

    def files(self) -> list[str]:
        """The files below the directory that are tracked, or that nobody has said to ignore. Raises
        :class:`GitError`."""
        answer = self._ask("ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate")
        if answer.returncode:
            raise GitError(f"cannot list the files of the work tree: {_first_line(answer.stderr)}")
        return [os.fsdecode(name).rstrip("/") for name in answer.stdout.split(b"\0") if name]

    def _ask(self, *arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        command = ["git", "--no-replace-objects", *(item for each in _SETTINGS for item in ("-c", each)), *arguments]
        environment = {name: value for name, value in os.environ.items() if name not in _UNSET} | _SET
        try:
            return subprocess.run(
                command, cwd=self.directory, input=given, capture_output=True, timeout=_PATIENCE, env=environment
            )
        except FileNotFoundError:
            if not os.path.isdir(self.directory):
                raise GitError(f"there is no directory '{self.directory}'") from None
            raise GitError("the command 'git' is not there; install it, or commit an apivet.lock instead") from None
        except (OSError, ValueError) as error:
            raise GitError(f"the command 'git' cannot be run: {error}") from None
        except subprocess.TimeoutExpired:
            raise GitError(f"git gave no answer in {_PATIENCE:.0f} seconds") from None


def is_in_repository(directory: str) -> bool:
    """Whether a directory is in the work tree of a repository."""
    try:
        Repository(directory)
    except GitError:
        return False
    return True


def _batch(data: bytes) -> dict[str, bytes]:
    """The answers of ``git cat-file --batch``: a line of name, kind and size, then so many bytes and a line end."""
    found = {}
    place = 0
    while place < len(data):
        end = data.index(b"\n", place)
        header = data[place:end].decode().split(" ")
        if len(header) != 3:
            raise GitError(f"the repository lacks a file's content ({header[0]}); run 'git fsck', or fetch it again")
        size = int(header[2])
        found[header[0]] = data[end + 1 : end + 1 + size]
        place = end + 1 + size + 1
    return found


def _are_alike(before: bytes, now: bytes) -> bool:
    """Whether at least half of the lines of two files are the same."""
    if before == now:
        return True
    lines, others = set(before.splitlines()), set(now.splitlines())
    return bool(lines & others) and 2 * len(lines & others) >= max(len(lines), len(others))


def _why_no_repository(complaint: bytes) -> str:
    text = complaint.decode("utf-8", "replace")
    if "dubious ownership" in text:
        return "git does not trust this repository, as it is somebody else's; see 'safe.directory' in 'git help config'"
    if "not a git repository" in text or "must be run in a work tree" in text:
        return "this is not a git repository; run it in one, or commit an apivet.lock instead"
    return f"git cannot say what repository this is: {_first_line(complaint)}"


def _short(reference: str) -> str:
    return reference.removeprefix("refs/remotes/").removeprefix("refs/heads/")


def _first_line(complaint: bytes) -> str:
    lines = complaint.decode("utf-8", "replace").strip().splitlines()
    return lines[0].removeprefix("fatal: ") if lines else "git does not say why"
