"""The state of an editor's session, without the protocol: open documents, their projects, what is found."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from msgspec import Struct, field

from apivet import catalogue
from apivet.catalogue import Catalogue
from apivet.check.buffers import OpenProject, entry_of
from apivet.config import Config, ConfigError, ConfigFinder
from apivet.config.reading import CONFIG_FILES
from apivet.front_ends import tree_of, trees
from apivet.program.files import SourceError
from apivet.verdicts import Finding, Problem


class Document(Struct, frozen=True):
    """An open document as it was at some version."""

    uri: str
    path: str
    version: int | None
    text: str


class Told(Struct, frozen=True):
    """The results for one version of a document: its findings, or the problem that leaves it unjudged."""

    document: Document
    findings: tuple[Finding, ...] = ()
    problem: Problem | None = None
    project: OpenProject | None = None


class Session(Struct):
    """Open documents and their projects. Used by one thread."""

    root: Path
    documents: dict[str, Document] = field(default_factory=dict)
    _projects: dict[tuple[str, str | None, str], OpenProject] = field(default_factory=dict)
    _finder: ConfigFinder | None = None
    _files: dict[str, object] = field(default_factory=dict)
    #: Diagnostics reported for each document last, with the state of all that they rested on.
    _last: dict[str, tuple[Told, object]] = field(default_factory=dict)

    def open(self, document: Document) -> None:
        """Take in a document as it is now."""
        self.documents[document.uri] = document
        for project in self._projects.values():
            project.hold(document.path, document.text.encode("utf-8", "surrogatepass"))

    def close(self, uri: str) -> None:
        """Let go of a document: what lies on disk counts again."""
        document = self.documents.pop(uri, None)
        self._last.pop(uri, None)
        if document is not None:
            for project in self._projects.values():
                project.hold(document.path, None)

    def touched(self, paths: Iterable[str]) -> None:
        """Take note of files that were made, changed or removed on disk."""
        for path in paths:
            if os.path.basename(path) in CONFIG_FILES:
                self._finder = None
            for project in self._projects.values():
                project.touched(path)

    def judge(self, document: Document, is_stale: Callable[[], bool] = lambda: False) -> Told | None:
        """The results for a document, where they may be others than those before; ``None`` where they are not, or where
        nobody wants to know any more."""
        try:
            project = self.project_of(document.path)
        except ConfigError as error:
            return Told(document, problem=Problem(document.path, error.lines[0], 1))
        if project is None or self.last(document) is not None:
            return None
        try:
            found = project.findings(document.path, is_stale)
        except SourceError as error:
            return Told(document, problem=error.problem, project=project)
        if found is None:
            return None
        told = Told(document, tuple(found), project=project)
        self._last[document.uri] = told, (project, project.state_of(document.path))
        return told

    def last(self, document: Document) -> Told | None:
        """The latest results for a document, as far as they still hold."""
        told, state = self._last.get(document.uri, (None, None))
        if told is None or told.document is not document or told.project is None:
            return None
        project = self.project_of(document.path)
        return told if project is not None and state == (project, project.state_of(document.path)) else None

    def project_of(self, path: str) -> OpenProject | None:
        """The project of a source file, as its configuration is now; ``None`` where it is in no language that is
        judged. Raises :class:`~apivet.config.ConfigError`."""
        config = self._config(path)
        source = tree_of(path, trees(config, config.root if config.file else str(self.root)))
        if not source.takes(path):
            return None
        key = (config.root, config.file, source.language)
        known = self._projects.get(key)
        if known is None or known.config != config or not known.is_current():
            known = self._projects[key] = OpenProject(config, source)
            for document in self.documents.values():
                known.hold(document.path, document.text.encode("utf-8", "surrogatepass"))
        return known

    def rules(self, uri: str) -> Catalogue:
        """The rules that a document is judged by, those of plug-ins that its project names among them."""
        try:
            return catalogue.load(self._config(self.documents[uri].path).plugins)
        except (ConfigError, KeyError):
            return catalogue.load()

    def _config(self, path: str) -> Config:
        """The configuration of a file, read again where any that was read has changed since."""
        if self._finder is None or any(entry_of(file) != entry for file, entry in self._files.items()):
            self._finder, self._files = ConfigFinder(self.root), {}
        config = self._finder.of(path)
        if config.file is not None:
            self._files.setdefault(config.file, entry_of(config.file))
        return config
