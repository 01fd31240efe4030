"""Python, through the port: what is said here of a tree is worked out in the rooms below.

What only a file that is judged needs is imported when the first one is: most runs find everything in the cache.
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from apivet.program.baseline import Baseline
from apivet.program.files import Collection, SourceFile, display_path, is_below, read
from apivet.program.front_end import NOT_WALKED, ChosenFiles, Disabling, FoundTypes, Interest, Look, Looks, Scope, Unit
from apivet.program.groups import Group
from apivet.program.parts_read import FileDigests, PartsRead
from apivet.python.files.choosing import registering_files, relevant_files
from apivet.python.files.collect import PassedOver, collect, is_python, is_script, parse_problem
from apivet.python.files.compiled import is_compiled, source_replaced
from apivet.python.files.disablings import disablings
from apivet.python.files.groups import ApiGroups
from apivet.python.files.import_graph import imports_in
from apivet.python.files.layout import SOURCES, Layout, is_registry, is_test
from apivet.python.files.prefilter import FileRelevance
from apivet.python.files.spelling import as_read
from apivet.python.files.tree_facts import FileSummary, TreeFacts
from apivet.python.source.parsing import parse_once
from apivet.python.source.units import units
from apivet.verdicts import Problem, Unfollowed

if TYPE_CHECKING:
    from apivet.git import Repository
    from apivet.python.files.revision import PythonRevisionFiles
    from apivet.python.program import Workspace


_NOT_CALLED_PYTHON: Final = (
    "is a script whose name does not end with .py, and there is something to judge in it: name it on the command line, "
    "or call it so"
)
_REPLACES: Final = (
    "Python imports this instead of {}, which is what is judged: delete it, have git ignore it, or exclude it at the "
    "base if that is meant"
)
#: A class statement at the top level of a module.
_CLASS: Final = re.compile(rb"^class[ \t]+([A-Za-z_]\w*)", re.MULTILINE)


class PythonTree:
    """The Python sources below a directory."""

    language: Final = "Python"
    summary: Final = FileSummary

    def __init__(self, scope: Scope, root: str, texts: Mapping[str, bytes] = MappingProxyType({})) -> None:
        self.scope = scope
        self.root = root
        self._texts = texts

    def __reduce__(self) -> tuple[type[PythonTree], tuple[Scope, str, dict[str, bytes]]]:
        return PythonTree, (self.scope, self.root, dict(self._texts))

    def with_texts(self, texts: Mapping[str, bytes]) -> PythonTree:
        return PythonTree(self.scope, self.root, texts)

    @functools.cached_property
    def _project(self) -> str:
        return os.path.realpath(self.scope.root)

    @functools.cached_property
    def _groups(self) -> ApiGroups:
        return ApiGroups.of_tree(self.root, self.scope.source_roots, self.scope.hubs)

    @functools.cached_property
    def _relevance(self) -> FileRelevance:
        return FileRelevance(self.scope.vocabulary)

    @functools.cached_property
    def _passed_over(self) -> PassedOver:
        return PassedOver(self.scope.hubs)

    def _look(self, file: SourceFile) -> bytes | Problem:
        text = self._texts.get(file.absolute)
        return read(file) if text is None else text

    def _words(self, file: SourceFile) -> bytes | Problem:
        """The bytes in which a file's words are looked for."""
        found = self._look(file)
        return found if isinstance(found, Problem) else as_read(found)

    def takes(self, path: str) -> bool:
        return is_python(path)

    def collect(self, paths: Sequence[str]) -> Collection:
        return collect(paths, self.scope.exclude, self.root, self.scope.hubs, self.scope.root)

    def overlooks(self, path: str, top: str, read: Callable[[], bytes]) -> str | None:
        if is_compiled(path):
            data = read()
            source = source_replaced(path, data) if data else None
            return _REPLACES.format(os.path.basename(source)) if source is not None else None
        if not is_python(path) or path == top:
            return None
        is_come_to = not self._passed_over.has(os.path.dirname(path), top, self.root)
        if is_come_to and path.endswith(SOURCES):
            return None
        data = read()
        if not self.interest(data, frozenset(), Interest.OWN) & Interest.OWN:
            return None
        if is_come_to:
            return _NOT_CALLED_PYTHON if path.endswith(".pyw") or is_script(data) else None
        return NOT_WALKED.format(os.path.dirname(display_path(path, self.root)))

    def elsewhere(self, module: str, path: str) -> str | None:
        return None  # sources that are imported first are told by the doubts about their strategies

    def syntax_problem(self, path: str, data: bytes) -> Problem | None:
        return parse_problem(path, data)

    def reads_around(self, problem: Problem) -> bool:
        return False

    def units(self, path: str, data: bytes) -> tuple[Unit, ...]:
        return units(parse_once(path, data), data.decode("utf-8", "surrogateescape"))

    def disablings(self, data: bytes, symbols: dict[str, str]) -> tuple[Disabling, ...]:
        return disablings(data, symbols)

    def significant(self, data: bytes) -> bytes:
        return data

    def imports(self, data: bytes) -> tuple[object, ...]:
        return tuple(imports_in(as_read(data)))

    def digests_read(self, path: str, data: bytes, reads: Sequence[PartsRead]) -> FileDigests:
        return FileDigests([None] * len(reads), {})

    def interest(self, data: bytes, existing: frozenset[str], among: Interest = Interest.ANY) -> Interest:
        return self._relevance.interest(as_read(data), existing, among)

    def groups_of(self, path: str) -> tuple[Group, ...]:
        return self._groups.of(path)

    def names_around(self, directory: str) -> tuple[str, ...]:
        return self._groups.layout.names_around(directory)

    def look(self, path: str, data: bytes) -> Look:
        return ()

    def has_hooks(self, look: Look) -> bool:
        return False

    def choose(
        self, files: Sequence[SourceFile], existing: frozenset[str], looks: Looks | None = None
    ) -> tuple[ChosenFiles, tuple[Problem, ...]]:
        grouped = frozenset(file.absolute for file in files if self._groups.of(file.absolute))
        words, gates = self.scope.vocabulary, self.scope.feature_gates
        tests = frozenset(file.absolute for file in files if self._is_test(file.absolute))
        chosen = relevant_files(files, words, gates, self._words, grouped=grouped, existing=existing, tests=tests)
        choice = ChosenFiles(
            tuple(chosen.checked),
            tuple(chosen.summarised),
            tuple(chosen.registering),
            tuple(chosen.patching),
            tuple(sorted(chosen.somewhere)),
            tests_in_use=tuple(chosen.tests_in_use),
            far=tuple(chosen.far),
            heirs=tuple(chosen.heirs),
        )
        return choice, tuple(chosen.problems)

    def _is_test(self, path: str) -> bool:
        """Whether a file is a test of this tree: where the tree itself lies says nothing."""
        return is_test(display_path(path, self._project))

    def summarise(self, path: str, data: bytes, *, is_far: bool = False) -> FileSummary:
        from apivet.python.discover.summaries import summarise

        return summarise(path, data, self.scope, is_far=is_far)

    def facts(self, summaries: Iterable[FileSummary], choice: ChosenFiles) -> tuple[TreeFacts, tuple[Unfollowed, ...]]:
        in_use = {file.absolute for file in choice.tests_in_use}
        facts = TreeFacts.merge(
            (
                each if each.path in in_use or not self._is_test(each.path) else replace(each, replaced=())
                for each in summaries
            ),
            registering=tuple(file.absolute for file in choice.registering),
            patching=tuple(file.absolute for file in choice.patching),
            somewhere=choice.somewhere,
            heirs=choice.heirs,
        )
        places = (Unfollowed(display_path(path, self.root), line) for path, line in facts.boundless)
        return replace(facts, boundless=(), top=self._top), tuple(places)

    @property
    def _top(self) -> str:
        """The directory that the outermost package around the project lies in."""
        top = self.root
        while os.path.isfile(os.path.join(top, "__init__.py")) and os.path.dirname(top) != top:
            top = os.path.dirname(top)
        return top

    def with_registering(self, facts: TreeFacts, files: Sequence[SourceFile], looks: Looks | None = None) -> TreeFacts:
        return replace(
            facts, registering=tuple(sorted(file.absolute for file in registering_files(files, self._words)))
        )

    def with_users(
        self,
        facts: TreeFacts,
        checked: Sequence[SourceFile],
        known: Sequence[SourceFile],
        looks: Looks | None = None,
    ) -> TreeFacts:
        return facts

    def program(self, facts: TreeFacts, baseline: Baseline | None = None) -> Workspace:
        from apivet.python.program import Workspace

        workspace = Workspace(self.scope, facts, self.root, baseline=baseline)
        for path, data in self._texts.items():
            workspace.override(path, data.decode("utf-8", "surrogateescape"))
        return workspace

    def open(self, files: Sequence[SourceFile]) -> Workspace:
        directories = sorted({os.path.dirname(file.absolute) for file in files})
        return self.program(TreeFacts(directories=tuple(directories)))

    def class_names(self, data: bytes) -> list[str]:
        return [name.decode("ascii") for name in _CLASS.findall(data)]

    def types(self, files: Sequence[SourceFile], name: str) -> FoundTypes:
        from apivet.python.api_types import types_of

        return types_of(self.scope, [file.absolute for file in files], self.root, name)

    def types_at(self, repository: Repository, commit: str, directory: str, name: str) -> FoundTypes:
        from apivet.python.api_types import types_of
        from apivet.python.files.revision import revision_files, sources_below

        files = revision_files(repository, commit, directory)
        root = os.path.realpath(self.root)
        paths = sources_below(files, directory, self.scope, root)
        files.load(paths)
        return types_of(self.scope, paths, root, name, files)

    def at(self, repository: Repository, commit: str, directory: str) -> PythonRevision:
        from apivet.python.files.revision import revision_files

        return PythonRevision(self.scope, self.root, revision_files(repository, commit, directory), directory)

    def idle_mappings(self, files: Sequence[SourceFile]) -> Iterator[tuple[int, str]]:
        return self._groups.idle_mappings([file.absolute for file in files])

    def registers_gates(self, file: SourceFile, module: str) -> bool:
        return is_registry(display_path(file.absolute, self.root), (module,))

    def is_test(self, path: str) -> bool:
        return is_test(path)


class PythonRevision(PythonTree):
    """The Python sources that a revision had below a directory."""

    def __init__(self, scope: Scope, root: str, files: PythonRevisionFiles, directory: str) -> None:
        super().__init__(scope, os.path.realpath(root))
        self._files = files
        self._directory = directory

    def __reduce__(self) -> tuple[type[PythonRevision], tuple[Scope, str, PythonRevisionFiles, str]]:  # type: ignore[override]
        return PythonRevision, (self.scope, self.root, self._files, self._directory)

    @functools.cached_property
    def _groups(self) -> ApiGroups:
        return ApiGroups(Layout(self._files, self.root, tuple(self.scope.source_roots), ()), self.scope.hubs)

    def _look(self, file: SourceFile) -> bytes | Problem:
        return self.read(file.absolute)

    def read(self, path: str) -> bytes:
        return self._files.read(path)

    def collect(self, paths: Sequence[str]) -> Collection:
        from apivet.python.files.revision import sources_below

        scope = self.scope
        found = sources_below(self._files, self._directory, scope, self.root)
        self._files.load(found)
        tops = [os.path.realpath(path) for path in paths]
        chosen = [path for path in found if any(is_below(path, top) for top in tops)]
        return Collection([SourceFile(display_path(path, self.root), path) for path in chosen])

    def program(self, facts: TreeFacts, baseline: Baseline | None = None) -> Workspace:
        from apivet.python.program import Workspace

        return Workspace(self.scope, facts, self.root, files=self._files, baseline=baseline)


class _Python:
    name: Final = PythonTree.language
    is_run: Final = True

    def tree(self, scope: Scope, root: str) -> PythonTree:
        return PythonTree(scope, root)


PYTHON: Final = _Python()
