"""Who may approve exceptions from a change: the approvers as they stood before it (contract section 8).

A change that brings an exception cannot bring the approver, too: ``OWNERS`` is read at the base revision, and so is the
setting that says which file that is.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from apivet.catalogue import Catalogue
from apivet.config import Config
from apivet.documents import DocumentError, parse_toml
from apivet.exceptions.applying import Exceptions
from apivet.exceptions.entries import read_exceptions, relative
from apivet.exceptions.owners import Owners, parse_owners
from apivet.git import GitError, Repository


@dataclass(frozen=True, slots=True)
class Base:
    """The revision that a change is judged against."""

    repository: Repository
    commit: str

    @property
    def short(self) -> str:
        """The commit as people write it."""
        return self.commit[:12]


def exceptions_against(config: Config, rules: Catalogue, revision: str | None) -> Exceptions:
    """The exceptions of the working tree, with the approvers of the base revision: the one that is given, else where
    the history left the default branch. Where there is no telling, nobody is an approver. Raises
    :class:`~apivet.git.GitError` for a revision that is given and is none."""
    file = read_exceptions(config.exceptions_path, relative(config.exceptions_path), rules)
    shown = relative(config.owners_path)
    base = _given(config, revision) if revision is not None else None
    owners = Owners(shown)
    if file.entries:
        try:
            base = base or _default(config)
            owners = _owners_at(base, config)
        except GitError as error:
            owners = Owners(f"base revision to read {shown} at ({error}; --base names one)", missing=True)
    return Exceptions.as_of_today(file, owners)


def plugins_at_base(file: Path, revision: str | None) -> tuple[str, ...] | None:
    """The plug-ins that a configuration named before the change: no change brings or drops the rules that it is judged
    by. ``None`` where there is no telling a change, as the file is in no repository."""
    config = Config(root=str(file.parent), file=str(file))
    try:
        repository = _repository(config)
    except GitError:
        return None
    try:
        base = _default(config) if revision is None else Base(repository, repository.commit(revision))
        settings = _settings(base, config)
    except GitError:
        return ()
    if settings is None:
        return None
    names = settings.get("plugins")
    return tuple(name for name in names if isinstance(name, str)) if isinstance(names, list) else ()


def _given(config: Config, revision: str) -> Base:
    repository = _repository(config)
    return Base(repository, repository.commit(revision))


def _default(config: Config) -> Base:
    repository = _repository(config)
    return Base(repository, repository.branching_point())


def _repository(config: Config) -> Repository:
    try:
        return Repository(config.root)
    except GitError as error:
        # What to do instead is advice for those who compare types.
        raise GitError(str(error).partition(";")[0]) from None


def _owners_at(base: Base, config: Config) -> Owners:
    path = _owners_path(base, config)
    shown = f"{path} at the base revision {base.short}"
    if path.startswith(".."):
        return Owners(f"{path} in the repository", missing=True)
    data = base.repository.read(base.commit, path)
    return Owners(shown, missing=True) if data is None else parse_owners(data, shown)


def _owners_path(base: Base, config: Config) -> str:
    """Where the approvers were listed then, below the top of the repository."""
    root = os.path.realpath(config.root)
    settings = _settings(base, config)
    if settings is None:
        return _below_top(base, config.owners_path)
    owners, exceptions = settings.get("owners"), settings.get("exceptions")
    if isinstance(owners, str):
        return _below_top(base, os.path.join(root, owners))
    listed = exceptions if isinstance(exceptions, str) else "exceptions/exceptions.toml"
    return _below_top(base, os.path.join(root, os.path.dirname(listed), "OWNERS"))


def _settings(base: Base, config: Config) -> dict[str, Any] | None:
    """``[tool.apivet]`` as it was; ``None`` where the configuration is none of the repository's."""
    if config.file is None:
        return {}
    directory, name = os.path.split(config.file)
    path = _below_top(base, os.path.join(os.path.realpath(directory), name))
    if path.startswith(".."):
        return None
    try:
        document = parse_toml(base.repository.read(base.commit, path) or b"")
    except DocumentError:
        return {}
    tools = document.get("tool")
    own = tools.get("apivet") if isinstance(tools, dict) else None
    return own if isinstance(own, dict) else {}


def _below_top(base: Base, path: str) -> str:
    """A path as the repository writes it; one that lies outside begins with two dots."""
    try:
        return os.path.relpath(os.path.normpath(path), base.repository.top).replace(os.sep, "/")
    except ValueError:
        return f"../{path}"
