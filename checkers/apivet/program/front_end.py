"""The port: what a run asks of a language's front end, and nothing else.

A :class:`FrontEnd` stands for a language. For a project it gives a :class:`SourceTree`, which says which files are its,
takes a cheap look at bytes, and puts together what has to be known of all files before one is judged; and from that a
:class:`~apivet.program.source_program.SourceProgram`, which the conventions judge. Everything that is handed from one
of these to another is plain data, which can be sent to a worker and kept by content. The model of programs is not
needed until a file is judged.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

from msgspec import Struct

from apivet.program.baseline import Baseline
from apivet.program.files import Collection, SourceFile
from apivet.program.groups import Group, Something
from apivet.program.parts_read import FileDigests, PartsRead
from apivet.verdicts import Problem, Unfollowed
from apivet.vocabulary import HubMapping, Vocabulary

if TYPE_CHECKING:
    from apivet.git import Repository
    from apivet.program.source_program import SourceProgram


class Scope(Protocol):
    """The part of the configuration that decides which sources there are, and how they are read. ``exclude`` are
    patterns as in the ``.gitignore`` of ``root``, the directory of the configuration."""

    @property
    def root(self) -> str: ...
    @property
    def vocabulary(self) -> Vocabulary: ...
    @property
    def source_roots(self) -> tuple[str, ...]: ...
    @property
    def feature_gates(self) -> tuple[str, ...]: ...
    @property
    def go_tags(self) -> tuple[str, ...]: ...
    @property
    def exclude(self) -> tuple[str, ...]: ...
    @property
    def hubs(self) -> tuple[HubMapping, ...]: ...


class DefaultScope:
    """The scope of a project that configures nothing."""

    root: str = ""
    vocabulary = Vocabulary()
    source_roots: tuple[str, ...] = ()
    feature_gates: tuple[str, ...] = ()
    go_tags: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    hubs: tuple[HubMapping, ...] = ()


class Interest(enum.Flag):
    """Reasons, seen in the bytes of one file, to look at it more closely.

    ``OWN``: it has something to judge, whatever the rest of the tree holds. ``GATES``: it may ask for a gate, or
    speaks of strategies. ``DERIVES``: it has a class that may inherit its hooks. ``PATCHES``: it may add to classes of
    others.
    """

    NONE = 0
    OWN = enum.auto()
    GATES = enum.auto()
    DERIVES = enum.auto()
    PATCHES = enum.auto()
    ANY = OWN | GATES | DERIVES | PATCHES


class ChosenFiles(Struct, frozen=True):
    """The files of a tree that can matter: those to judge, those that the facts come from, those that may make types
    known to a scheme, those that may add to classes of others; what there is somewhere in the tree; how many files
    belong to other builds; the tests that other code imports; those of the summarised that are ``far`` from what is
    judged; and the names of types that others derive from, each with the path of a file that has one of these."""

    checked: tuple[SourceFile, ...] = ()
    summarised: tuple[SourceFile, ...] = ()
    registering: tuple[SourceFile, ...] = ()
    patching: tuple[SourceFile, ...] = ()
    somewhere: tuple[Something, ...] = ()
    not_built: int = 0
    tests_in_use: tuple[SourceFile, ...] = ()
    far: tuple[SourceFile, ...] = ()
    heirs: tuple[tuple[str, str], ...] = ()


class Disabling(Struct, frozen=True):
    """One rule named in one comment; ``scope`` is the class or function around it, seen from the module. Columns count
    bytes."""

    rule: str
    scope: str
    line: int
    column: int
    end_column: int


def rules_named(names: str, symbols: Mapping[str, str]) -> list[str]:
    """The symbols of the rules that a comment lists, each once for each of its names. ``symbols`` maps symbols and ids
    to symbols."""
    return [symbols[name] for name in dict.fromkeys(re.split(r"[\s,]+", names)) if name in symbols]


class Unit(Struct, frozen=True):
    """A piece of a file that can be judged by itself: a definition, by the ``names`` that it goes by in the file, with
    all of the file that it may rest on. The ``text`` has each line where the file has it, and blank ones for the rest;
    ``first`` and ``end`` bound the definition's own lines, from 0. ``parts`` are the pieces that are there, each with
    its first line. One that ``is_whole`` is the file: whatever is found there is its."""

    names: tuple[str, ...]
    text: str
    first: int
    end: int
    parts: tuple[tuple[int, str], ...]
    is_whole: bool = False


def whole_file(text: str) -> Unit:
    """A file that is not cut into pieces."""
    return Unit((), text, 0, text.count("\n") + 1, ((0, text),), is_whole=True)


class FoundTypes(Struct, frozen=True):
    """The API types of a tree, and the problems with files that have some, or that they lead to."""

    baseline: Baseline
    problems: tuple[Problem, ...]


#: Words that the bytes and the name of a file say of it, by which a front end chooses among files without reading them.
Look: TypeAlias = tuple[str, ...]
#: The looks at files, by their absolute paths: taken where nobody took one. Files that can't be read have none.
Looks: TypeAlias = Callable[[Sequence[SourceFile]], Mapping[str, Look]]


#: The reason for which files of a directory are not judged, to be completed with it.
NOT_WALKED: Final = (
    "no walk looks into {}, and there is something to judge in it: name that directory on the command line, "
    "or move the file"
)


class SourceTree(Protocol):
    """The sources of one language below a directory, as a project configures them. Nothing is read before it is asked
    for, and it can be sent to a worker."""

    @property
    def language(self) -> str:
        """The front end's name."""

    @property
    def root(self) -> str:
        """The directory that names and printed paths are seen from."""

    def with_texts(self, texts: Mapping[str, bytes]) -> SourceTree:
        """The same sources, with an editor's texts in the place of files, by their absolute paths."""

    def takes(self, path: str) -> bool:
        """Whether a file that somebody names is meant to be of this language, as far as its name tells."""

    def collect(self, paths: Sequence[str]) -> Collection:
        """The source files below the given paths (contract section 9)."""

    def overlooks(self, path: str, top: str, read: Callable[[], bytes]) -> str | None:
        """The reason for which a run over ``top`` does not judge a file below it, and what to do, where programs may
        use what is to be judged in it all the same; else ``None``. ``read`` gives its bytes."""

    def elsewhere(self, module: str, path: str) -> str | None:
        """The directory that programs take a module from, or the name of what they take it from, where that need not be
        the file at a path, in which it lies in the tree; else ``None``."""

    def syntax_problem(self, path: str, data: bytes) -> Problem | None:
        """The problem with the encoding or the syntax of a file with these bytes; ``path`` is as it is printed."""

    def reads_around(self, problem: Problem) -> bool:
        """Whether what is sound in a file is judged in spite of such a problem with its syntax."""

    def units(self, path: str, data: bytes) -> tuple[Unit, ...]:
        """The pieces of a file that can be judged by themselves: what is found in all of them is what is found in the
        file. Raises :class:`~apivet.program.files.SourceError` where it can't be parsed."""

    def disablings(self, data: bytes, symbols: dict[str, str]) -> tuple[Disabling, ...]:
        """The comments of a file that name one of the rules. ``symbols`` maps symbols and ids to symbols."""

    def significant(self, data: bytes) -> bytes:
        """The bytes of a file that its verdicts, and those of others, rest on."""

    def digests_read(self, path: str, data: bytes, reads: Sequence[PartsRead]) -> FileDigests:
        """The digests of parts that were read of a file at a path, with these bytes; ``None`` for those that can't be
        told apart from the rest."""

    def imports(self, data: bytes) -> tuple[Any, ...]:
        """The imports of a file, as far as they decide which other files matter."""

    def interest(self, data: bytes, existing: frozenset[str], among: Interest = Interest.ANY) -> Interest:
        """The interest of a file by its bytes alone, ``among`` the reasons that are asked for at least. ``existing``
        are names of types that were there before the change under check."""

    def groups_of(self, path: str) -> tuple[Group, ...]:
        """The API groups that the module at a path is part of, which the layout alone tells."""

    def names_around(self, directory: str) -> tuple[str, ...]:
        """The names in a directory, and in those above it, that decide which files the names in sources there lead
        to: a file that is not there yet may be in the way of one that is."""

    def look(self, path: str, data: bytes) -> Look:
        """The look at a file with these bytes: it depends on nothing else but the configuration."""

    def has_hooks(self, look: Look) -> bool:
        """Whether the look at a file says that it most likely has hooks: it then takes long to be judged."""

    def choose(
        self, files: Sequence[SourceFile], existing: frozenset[str], looks: Looks | None = None
    ) -> tuple[ChosenFiles, tuple[Problem, ...]]:
        """The files among these that can matter, and the problems with those that can't be read."""

    @property
    def summary(self) -> type:
        """The record (see :mod:`apivet.records`) that :meth:`summarise` gives."""

    def summarise(self, path: str, data: bytes, *, is_far: bool = False) -> Any:
        """Summarise one file as far as it matters for others: by its bytes and the configuration alone, and where it
        ``is_far`` from all that is judged, what matters there."""

    def facts(self, summaries: Iterable[Any], choice: ChosenFiles) -> tuple[Any, tuple[Unfollowed, ...]]:
        """Facts about the whole tree that are needed before one file can be judged: a record. And the places at which
        the tree sets something of which neither the object nor the name can be told: no verdict rests on these."""

    def with_registering(self, facts: Any, files: Sequence[SourceFile], looks: Looks | None = None) -> Any:
        """These facts, with all files among these that may make types of API groups known to a scheme."""

    def with_users(
        self, facts: Any, checked: Sequence[SourceFile], known: Sequence[SourceFile], looks: Looks | None = None
    ) -> Any:
        """These facts, with what the project says elsewhere of how strategies of the ``checked`` files are used, where
        the language tells it apart from them; the ``known`` files are in the facts already."""

    def program(self, facts: Any, baseline: Baseline | None = None) -> SourceProgram:
        """The program, as those facts and what it is compared with let it be judged."""

    def open(self, files: Sequence[SourceFile]) -> SourceProgram:
        """The program of these files, in which names can be looked up. Nothing is read yet."""

    def class_names(self, data: bytes) -> Sequence[str]:
        """The names of the types that a file with these bytes declares at its top level."""

    def types(self, files: Sequence[SourceFile], name: str) -> FoundTypes:
        """The API types that these files declare or lead to; ``name`` is that of the state they are in."""

    def types_at(self, repository: Repository, commit: str, directory: str, name: str) -> FoundTypes:
        """The API types of a revision, as they would be seen if its files lay below ``directory``. Raises
        :class:`~apivet.git.GitError`."""

    def at(self, repository: Repository, commit: str, directory: str) -> RevisionTree:
        """The sources of a revision, as they would be seen if its files lay below ``directory``. Raises
        :class:`~apivet.git.GitError`."""

    def idle_mappings(self, files: Sequence[SourceFile]) -> Iterable[tuple[int, str]]:
        """The hub mappings that lead from no module of these files to another one: their numbers in the configuration,
        from 1, and why."""

    def registers_gates(self, file: SourceFile, module: str) -> bool:
        """Whether a file is a module that the configuration names as one that registers gates."""

    def is_test(self, path: str) -> bool:
        """Whether a file is a test, as far as its printed path tells."""


class RevisionTree(SourceTree, Protocol):
    """The sources of an earlier revision, which lie in a repository."""

    def read(self, path: str) -> bytes:
        """The bytes that a file had."""


class FrontEnd(Protocol):
    """A language."""

    @property
    def name(self) -> str:
        """Its name, for people."""

    @property
    def is_run(self) -> bool:
        """Whether the black box can run its hooks."""

    def tree(self, scope: Scope, root: str) -> SourceTree:
        """The sources below a directory."""
