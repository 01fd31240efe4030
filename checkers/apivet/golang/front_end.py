"""Go, through the port: what is said here of a tree is worked out in the modules below.

What only a file that is judged needs is imported when the first one is: trees without API servers never parse one.
"""

from __future__ import annotations

import functools
import importlib.util
import os
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from apivet.golang.collect import collect, is_of_tests, is_walked, sources_below
from apivet.golang.constraints import TAGS, is_built, is_generated
from apivet.golang.facts import (
    MARKS,
    OWN,
    GoFacts,
    GoSummary,
    facts_of,
    made_of,
    marks_in,
    summarise,
    types_with_hooks,
)
from apivet.golang.files import SYNTAX_ERROR, Disk, Files, Overlaid
from apivet.golang.layout import Groups
from apivet.golang.looks import (
    DOT_IMPORTS,
    GENERATED,
    HOOKS_OF,
    NOT_BUILT,
    OF_TESTS,
    REGISTERS,
    RESETS,
    TAKES,
    look_at,
)
from apivet.golang.modules import Modules, is_source, is_vendored
from apivet.golang.outside_modules import assumed_module
from apivet.golang.prose import without_prose
from apivet.program.baseline import Baseline
from apivet.program.collecting import matcher
from apivet.program.files import Collection, SourceError, SourceFile, display_path, is_below, read
from apivet.program.front_end import (
    NOT_WALKED,
    ChosenFiles,
    Disabling,
    FoundTypes,
    Interest,
    Look,
    Looks,
    Scope,
    Unit,
    whole_file,
)
from apivet.program.groups import Group
from apivet.program.parts_read import FileDigests, PartsRead
from apivet.verdicts import Problem, Unfollowed

if TYPE_CHECKING:
    from apivet.git import Repository
    from apivet.golang.program import GoProgram
    from apivet.golang.revision import RevisionFiles


#: The reasons for which a file is passed over that programs may be built of, by the words about it.
_CAUSES: Final = {
    NOT_BUILT: "it belongs to another build",
    GENERATED: "its header says that it is generated",
    OF_TESTS: "its package is called as those of tests are",
}


@functools.cache
def can_parse() -> bool:
    """Whether the extra that reads Go is installed."""
    return all(importlib.util.find_spec(name) is not None for name in ("tree_sitter", "tree_sitter_go"))


class GoTree:
    """The Go sources below a directory."""

    language: Final = "Go"
    summary: Final = GoSummary

    def __init__(self, scope: Scope, root: str, texts: Mapping[str, bytes] = MappingProxyType({})) -> None:
        self.scope = scope
        self.root = root
        self._texts = texts

    def __reduce__(self) -> tuple[type[GoTree], tuple[Scope, str, dict[str, bytes]]]:
        return GoTree, (self.scope, self.root, dict(self._texts))

    def with_texts(self, texts: Mapping[str, bytes]) -> GoTree:
        return GoTree(self.scope, self.root, texts)

    @functools.cached_property
    def _files(self) -> Files:
        return Overlaid(Disk(), self._texts)

    @functools.cached_property
    def _tags(self) -> frozenset[str]:
        return TAGS.union(self.scope.go_tags)

    @functools.cached_property
    def _modules(self) -> Modules:
        return Modules(os.path.realpath(self.root), (), self._files)

    @functools.cached_property
    def _groups(self) -> Groups:
        return Groups(self._modules, self._files, self.scope.hubs)

    @functools.cached_property
    def _groups_by_directory(self) -> dict[str, tuple[Group, ...]]:
        return {}

    def takes(self, path: str) -> bool:
        return path.endswith(".go")

    def collect(self, paths: Sequence[str]) -> Collection:
        found = collect(paths, self.scope.exclude, self.root, self.scope.root)
        found = replace(found, problems=sorted([*found.problems, *self._nameless_modules(found.files)]))
        return found if can_parse() else replace(found, files=[], passed_over=tuple(found.files))

    def _nameless_modules(self, files: Iterable[SourceFile]) -> Iterator[Problem]:
        """Files of modules in which nobody can tell what the packages of some files are called."""
        directories = sorted({os.path.dirname(file.absolute) for file in files})
        for path in dict.fromkeys(filter(None, map(self._modules.nameless_above, directories))):
            yield Problem(display_path(path, self.root), "names no module")

    def overlooks(self, path: str, top: str, read: Callable[[], bytes]) -> str | None:
        if not is_source(os.path.basename(path)) or is_vendored(path):
            return None
        data = read()
        if not types_with_hooks(data):
            return None
        if not is_walked(path, top):
            return NOT_WALKED.format(os.path.dirname(display_path(path, self.root)))
        causes = [_CAUSES[word] for word in self.look(path, data) if word in _CAUSES]
        return f"has hooks and is passed over: {causes[0]}; exclude it at the base if that is meant" if causes else None

    def elsewhere(self, module: str, path: str) -> str | None:
        return self._modules.elsewhere(module, os.path.dirname(path))

    def syntax_problem(self, path: str, data: bytes) -> Problem | None:
        from apivet.golang.problems import problem_with

        return problem_with(path, data)

    def reads_around(self, problem: Problem) -> bool:
        return problem.message.startswith(SYNTAX_ERROR)

    def units(self, path: str, data: bytes) -> tuple[Unit, ...]:
        problem = self.syntax_problem(display_path(path, self.root), data)
        if problem is not None:
            raise SourceError(problem)
        return (whole_file(data.decode("utf-8", "surrogateescape")),)

    def disablings(self, data: bytes, symbols: dict[str, str]) -> tuple[Disabling, ...]:
        from apivet.golang.disablings import disablings

        return disablings(data, symbols)

    def significant(self, data: bytes) -> bytes:
        return without_prose(data)

    def digests_read(self, path: str, data: bytes, reads: Sequence[PartsRead]) -> FileDigests:
        from apivet.golang.source import digests_read

        return digests_read(path, data, reads)

    def interest(self, data: bytes, existing: frozenset[str], among: Interest = Interest.ANY) -> Interest:
        return Interest.OWN if marks_in(data) & OWN else Interest.NONE

    def imports(self, data: bytes) -> tuple[()]:
        return ()  # files matter by their own words, and those that are chosen by their packages

    def groups_of(self, path: str) -> tuple[Group, ...]:
        directory = os.path.dirname(path)
        if directory not in self._groups_by_directory:
            self._groups_by_directory[directory] = self._groups.of_directory(directory)
        return self._groups_by_directory[directory]

    def names_around(self, directory: str) -> tuple[str, ...]:
        return (*filter(is_source, self._files.names(directory)), *self._modules.marks_above(directory))

    def _read(self, file: SourceFile) -> bytes | Problem:
        text = self._texts.get(file.absolute)
        return read(file) if text is None else text

    def _is_built(self, file: SourceFile, data: bytes) -> bool:
        return is_built(os.path.basename(file.path), data, self._tags)

    def look(self, path: str, data: bytes) -> Look:
        return look_at(os.path.basename(path), data, self._tags)

    def has_hooks(self, look: Look) -> bool:
        return "hooks" in look

    def _looks(
        self, files: Sequence[SourceFile], looks: Looks | None
    ) -> Iterator[tuple[SourceFile, frozenset[str] | Problem]]:
        """The files, each with the look at it, or the problem with reading it."""
        taken = looks(files) if looks is not None else {}
        for file in files:
            known = taken.get(file.absolute)
            data = self._read(file) if known is None else b""
            if isinstance(data, Problem):
                yield file, data
            else:
                yield file, frozenset(self.look(file.absolute, data) if known is None else known)

    def choose(
        self, files: Sequence[SourceFile], existing: frozenset[str], looks: Looks | None = None
    ) -> tuple[ChosenFiles, tuple[Problem, ...]]:
        checked, summarised, registering, problems, not_built = [], [], [], [], 0
        somewhere = set()
        beside: list[tuple[SourceFile, frozenset[str]]] = []
        hooked = defaultdict[str, set[str]](set)
        for file, said in self._looks(files, looks):
            if isinstance(said, Problem):
                problems.append(said)
                continue
            if NOT_BUILT in said:
                not_built += 1
                continue
            is_grouped = bool(self.groups_of(file.absolute))
            if not (said & MARKS or is_grouped) or OF_TESTS in said:
                beside += [(file, said)] if said.isdisjoint((OF_TESTS, GENERATED)) else []
                continue
            if GENERATED in said and "registers" not in said:  # generated code registers types that people wrote
                continue
            summarised.append(file)
            if GENERATED in said:
                registering.append(file)
                continue
            hooked[os.path.dirname(file.absolute)] |= _names(HOOKS_OF, said)
            beside.append((file, said))
            if said & OWN or is_grouped or ("asks" in said and self.scope.feature_gates):
                checked.append(file)
            if "registers" in said:
                registering.append(file)
            if "supports" in said:
                somewhere.add("support tags")
            if RESETS in said:
                somewhere.add("reset fields")
        known = frozenset(checked)
        checked += (declaring := [file for file in self._declaring(beside, hooked) if file not in known])
        choice = ChosenFiles(
            tuple(checked),
            tuple(dict.fromkeys((*summarised, *declaring))),
            tuple(registering),
            (),
            tuple(sorted(somewhere)),  # type: ignore[arg-type]
            not_built,
        )
        return choice, tuple(problems)

    def _declaring(
        self, files: Iterable[tuple[SourceFile, frozenset[str]]], hooked: dict[str, set[str]]
    ) -> list[SourceFile]:
        """The files that may declare a type with hooks in another file of its package, or one that is made of such a
        type; ``hooked`` are the names of these by their directories, to which those that are found so are added."""
        waiting, found, known = list(files), list[SourceFile](), -1
        while (names := sum(map(len, hooked.values()))) != known:
            known, everywhere = names, frozenset[str]().union(*hooked.values())
            told = [(each, self._may_declare(*each, hooked, everywhere)) for each in waiting]
            waiting = [each for each, is_found in told if not is_found]
            found += [file for (file, _), is_found in told if is_found]
            for file in found:
                hooked[os.path.dirname(file.absolute)] |= made_of(self._data(file), everywhere)
        return found

    def _may_declare(
        self, file: SourceFile, said: frozenset[str], hooked: Mapping[str, set[str]], everywhere: frozenset[str]
    ) -> bool:
        own = hooked.get(os.path.dirname(file.absolute), frozenset[str]())
        if DOT_IMPORTS in said:
            own = {*own, *(name for name in everywhere if name[:1].isupper())}
        return not everywhere.isdisjoint(_names(TAKES, said)) or (bool(own) and self._mentions(file, own))

    def _mentions(self, file: SourceFile, types: Iterable[str]) -> bool:
        pattern = rf"\b(?:{'|'.join(map(re.escape, sorted(types)))})\b"
        return re.search(pattern.encode(), self._data(file)) is not None

    def _data(self, file: SourceFile) -> bytes:
        """The bytes of a file; none where it can't be read, which was told."""
        data = self._read(file)
        return b"" if isinstance(data, Problem) else data

    def summarise(self, path: str, data: bytes, *, is_far: bool = False) -> GoSummary:
        return summarise(path, data)

    def facts(self, summaries: Iterable[GoSummary], choice: ChosenFiles) -> tuple[GoFacts, tuple[Unfollowed, ...]]:
        directories = sorted({os.path.dirname(file.absolute) for file in choice.summarised})
        above = {each: self._modules.module_above(self._files.real(each)) for each in directories}
        alone = [each.absolute for each in choice.summarised if above[os.path.dirname(each.absolute)] is None]
        assumed = assumed_module(self._modules.root, map(self._files.real, alone), self._files)
        checked = [file.absolute for file in choice.checked]
        modules = {each.directory for each in (*above.values(), assumed) if each is not None}
        return replace(facts_of(summaries, checked, choice.somewhere, modules), assumed=assumed), ()

    def with_registering(self, facts: GoFacts, files: Sequence[SourceFile], looks: Looks | None = None) -> GoFacts:
        found = (file.absolute for file, said in self._looks(files, looks) if REGISTERS in said)  # type: ignore[operator]
        return replace(facts, registering=tuple(sorted({*facts.registering, *found})))

    def with_users(
        self,
        facts: GoFacts,
        checked: Sequence[SourceFile],
        known: Sequence[SourceFile],
        looks: Looks | None = None,
    ) -> GoFacts:
        said = self._looks(checked, looks)
        strategies = [file for file, each in said if not isinstance(each, Problem) and "hooks" in each]
        directories = {self._files.real(os.path.dirname(file.absolute)) for file in strategies}
        above = (*map(self._modules.module_above, sorted(directories)), facts.assumed)
        tops = {each.directory for each in above if each is not None}
        seen = {file.absolute for file in known}
        paths = (path for top in sorted(tops) for path in sources_below(top, self._files, self._is_excluded))
        return facts.with_stores(self._stores_in([path for path in paths if path not in seen], looks))

    def _stores_in(self, paths: Sequence[str], looks: Looks | None) -> Iterator[GoSummary]:
        files = [SourceFile(display_path(path, self.root), path) for path in paths]
        for file, said in self._looks(files, looks):
            if not isinstance(said, Problem) and "stores" in said and said.isdisjoint((GENERATED, NOT_BUILT)):
                yield summarise(file.absolute, self._files.read(file.absolute) or b"")

    @functools.cached_property
    def _is_excluded(self) -> Callable[[str], bool]:
        return matcher(self.scope.exclude, self.scope.root)

    def program(self, facts: GoFacts, baseline: Baseline | None = None) -> GoProgram:
        from apivet.golang.program import GoProgram

        return GoProgram(self.scope, facts, self.root, self._files, baseline=baseline)

    def open(self, files: Sequence[SourceFile]) -> GoProgram:
        return self.program(GoFacts(checked=tuple(sorted(file.absolute for file in files))))

    def class_names(self, data: bytes) -> list[str]:
        from apivet.golang.problems import type_names

        return type_names(data)

    def types(self, files: Sequence[SourceFile], name: str) -> FoundTypes:
        likely = self._likely_to_hold_types(files)
        if not likely:  # and perhaps nothing to read it with
            return FoundTypes(Baseline(name, ()), ())
        from apivet.golang.api_types import baseline_of

        return FoundTypes(baseline_of(self.open(likely), (file.absolute for file in likely), name), ())

    def _likely_to_hold_types(self, files: Sequence[SourceFile]) -> list[SourceFile]:
        return [file for file in files if self._may_hold_types(file)]

    def _may_hold_types(self, file: SourceFile) -> bool:
        data = self._read(file)
        if isinstance(data, Problem) or is_generated(data) or is_of_tests(data) or not self._is_built(file, data):
            return False
        return bool(self.groups_of(file.absolute)) or "objects" in marks_in(data) or b"ListMeta" in data

    def types_at(self, repository: Repository, commit: str, directory: str, name: str) -> FoundTypes:
        tree = self.at(repository, commit, directory)
        return tree.types(tree.collect([directory]).files, name)

    def at(self, repository: Repository, commit: str, directory: str) -> GoRevision:
        from apivet.golang.revision import revision_files

        return GoRevision(self.scope, self.root, revision_files(repository, commit, directory))

    def idle_mappings(self, files: Sequence[SourceFile]) -> Iterator[tuple[int, str]]:
        return self._groups.idle_mappings(sorted({os.path.dirname(file.absolute) for file in files}))

    def registers_gates(self, file: SourceFile, module: str) -> bool:
        directory = os.path.dirname(file.absolute)
        path = self._modules.import_path(self._files.real(directory))
        names = (path, display_path(directory, self.root))
        return module.replace("/", ".") in (name.replace("/", ".") for name in names)

    def is_test(self, path: str) -> bool:
        return path.endswith("_test.go")


def _names(beginning: str, words: Iterable[str]) -> set[str]:
    """The names in those words about a file that begin so."""
    return {word.removeprefix(beginning) for word in words if word.startswith(beginning)}


class GoRevision(GoTree):
    """The Go sources that a revision had below a directory."""

    def __init__(self, scope: Scope, root: str, files: RevisionFiles) -> None:
        super().__init__(scope, os.path.realpath(root))
        self._revision = files

    def __reduce__(self) -> tuple[type[GoRevision], tuple[Scope, str, RevisionFiles]]:  # type: ignore[override]
        return GoRevision, (self.scope, self.root, self._revision)

    @functools.cached_property
    def _files(self) -> Files:
        return self._revision

    def _read(self, file: SourceFile) -> bytes | Problem:
        return self.read(file.absolute)

    def _stores_in(self, paths: Sequence[str], looks: Looks | None) -> Iterator[GoSummary]:
        self._revision.load(paths)
        return super()._stores_in(paths, looks)

    def read(self, path: str) -> bytes:
        """The bytes that a file had."""
        return self._revision.read(path) or b""

    def collect(self, paths: Sequence[str]) -> Collection:
        tops = [os.path.realpath(path) for path in paths]
        files = [SourceFile(display_path(path, self.root), path) for path in self._revision.paths]
        chosen = [
            file
            for file in files
            if is_source(os.path.basename(file.path))
            and any(is_below(file.absolute, top) and is_walked(file.absolute, top) for top in tops)
            and not self._is_excluded(file.absolute)
        ]
        if not can_parse():
            return Collection(passed_over=tuple(sorted(chosen)))
        self._revision.load(file.absolute for file in chosen)
        return Collection(sorted(chosen))


class _Go:
    name: Final = GoTree.language
    is_run: Final = False

    def tree(self, scope: Scope, root: str) -> GoTree:
        return GoTree(scope, root)


GO: Final = _Go()
