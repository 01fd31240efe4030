"""The base of a change: the revision that it is judged against, which it can't alter.

Files are read from git's objects. Links count for nothing, as they may lead to what is no part of the revision.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass, field, replace
from typing import Any, Final

from apivet.documents import read_file
from apivet.git import NoHistoryError, Repository, ShallowError
from apivet.git_process import GitError

#: Files that decide what a gate says; where one of them is not committed yet, the work tree is the change.
TELLING: Final = (
    *(".py", ".pyi", ".go", "go.mod", "go.work", "vendor/modules.txt"),
    *(".toml", ".sig", "OWNERS", "allowed_signers"),
)
#: Variables that services for CI set, each of them one.
SERVICES: Final = (
    "CI",
    "CI_COMMIT_BEFORE_SHA",
    "BUILD_BUILDID",
    "JENKINS_URL",
    "TEAMCITY_VERSION",
    "CODEBUILD_BUILD_ID",
)
_COMMIT: Final = re.compile(r"(?!0+$)[0-9a-f]{40,64}")
_DEEPEN: Final = (
    "run 'git fetch --unshallow' first, or have all of it fetched ('fetch-depth: 0' for actions/checkout, "
    "'GIT_DEPTH: 0' for GitLab)"
)


@dataclass(frozen=True, slots=True)
class Base:
    """The revision that a change is judged against. ``remark`` says why it is not the one that was asked for."""

    repository: Repository
    commit: str
    remark: str = ""
    _known: dict[str, bytes | None] = field(default_factory=dict, compare=False, repr=False)
    _moved: dict[str, str] = field(default_factory=dict, compare=False, repr=False)
    _tops: dict[str, str | None] = field(default_factory=dict, compare=False, repr=False)

    def seen_from(self, directory: str) -> Base | None:
        """The same base for another directory of the work tree, that of a submodule too: what was there before the
        change is what the repository around it had. ``None`` where it lies elsewhere."""
        repository = self.repository.seen_from(directory)
        return replace(self, repository=repository, _tops={}) if repository is not None else None

    @property
    def short(self) -> str:
        """The commit as people write it."""
        return self.commit[:12]

    def below_top(self, path: str) -> str:
        """A path as the repository writes it; one that lies outside begins with two dots. Links inside the repository
        are not followed: the change may have made them."""
        path = os.path.abspath(path)
        top = self._top_around(path)
        return os.path.relpath(path, top).replace(os.sep, "/") if top is not None else f"../{path}"

    def _top_around(self, path: str) -> str | None:
        """The outermost directory on the way to a path that is the top of the repository, under whatever name."""
        if path not in self._tops:
            above = os.path.dirname(path)
            found = self._top_around(above) if above != path else None
            if found is None and os.path.realpath(path) == self.repository.top:
                found = path
            self._tops[path] = found
        return self._tops[path]

    def holds(self, path: str) -> bool:
        """Whether a path lies in the repository, so that a change may alter what is there."""
        return not self.below_top(path).startswith("../")

    def look(self, *paths: str) -> None:
        """Read several files at once, for those who ask for them one by one."""
        unknown = [path for path in map(self.below_top, paths) if path not in self._known]
        self._known.update(self.repository.read_each(self.commit, unknown))

    def former(self, path: str) -> str:
        """The place that a file would have had, where a directory above it was moved by the change."""
        below_top = self.below_top(path)
        parts = below_top.split("/")[:-1]
        for number in range(1, len(parts) + 1):
            directory = "/".join(parts[:number]) + "/"
            if directory not in self._moved:
                self._moved[directory] = self.repository.former(self.commit, directory)
            if self._moved[directory] != directory:
                moved = self._moved[directory] + below_top[len(directory) :]
                return os.path.join(self.repository.top, *moved.split("/"))
        return path

    def read(self, path: str) -> bytes | None:
        """The content that a file had, wherever it lies in the repository; ``None`` where there was no such file."""
        if not self.holds(path):
            return None
        self.look(path)
        return self._known[self.below_top(path)]


def find_base(directory: str, revision: str | None) -> Base:
    """The base of the change in a directory: the revision that is given, else where the history left the default
    branch. Raises :class:`~apivet.git.GitError`."""
    try:
        repository = Repository(directory)
    except GitError as error:
        # What to do instead is advice for those who compare types.
        raise type(error)(str(error).partition(";")[0]) from None
    try:
        commit = repository.commit(revision) if revision is not None else repository.branching_point(_default_branch())
        if commit != repository.head():
            return Base(repository, commit)
        return _before(repository, commit)
    except GitError as error:
        raise ShallowError(f"{error}; {_DEEPEN}") if repository.is_shallow else error from None


def _before(repository: Repository, head: str) -> Base:
    """The base of a change that has been committed already, where everything that is to be its base has it: the commit
    before the push, as far as anybody knows it, else the first parent."""
    pushed = _pushed_over()
    if pushed is None and not _is_in_ci() and repository.differs(head, TELLING):
        return Base(
            repository, head, f"the change is what is not committed yet: the base is the last commit, {head[:12]}"
        )
    if pushed is not None and pushed != head:
        try:
            commit = repository.commit(pushed)
            return Base(repository, commit, f"{_itself(head)}: the base is the commit before the push, {commit[:12]}")
        except GitError:
            if repository.is_shallow:
                raise ShallowError(f"this clone is too shallow to have the commit before the push, {pushed}") from None
    parent = repository.parent(head)
    if parent is None and repository.is_shallow:
        raise ShallowError(f"this clone is too shallow to have the commit before {head[:12]}")
    if parent is None:
        raise NoHistoryError(f"{_itself(head)}, and there is no commit before it")
    return Base(repository, parent, f"{_itself(head)}: the base is the commit before it, {parent[:12]}")


def _itself(head: str) -> str:
    return f"the revision to compare with, {head[:12]}, is the change itself"


def _is_in_ci() -> bool:
    """Whether a service runs this, where nobody edits the work tree: what differs there a checkout or a build made."""
    return bool(_event()) or any(os.environ.get(name, "") not in ("", "0", "false") for name in SERVICES)


def _pushed_over() -> str | None:
    """The commit that a branch was at before the push that this run is for, as the hosting service tells it."""
    event = _event()
    told = os.environ.get("CI_COMMIT_BEFORE_SHA", "") if not event else event.get("before")
    if "pull_request" in event or not isinstance(told, str) or not _COMMIT.fullmatch(told):
        return None
    return told


def _default_branch() -> str | None:
    """The name of the branch that changes go to, as the hosting service tells it: anybody may push one called main."""
    repository = _event().get("repository")
    told = repository.get("default_branch") if isinstance(repository, dict) else os.environ.get("CI_DEFAULT_BRANCH")
    return told if isinstance(told, str) and told else None


def _event() -> dict[str, Any]:
    """The event that a workflow was started by; an empty one where there is none."""
    path = os.environ.get("GITHUB_EVENT_PATH")
    try:
        event = json.loads(read_file(path)) if path else {}
    except (OSError, ValueError, RecursionError):
        return {}
    return event if isinstance(event, dict) else {}
