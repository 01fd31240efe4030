"""The program that a front end makes of sources: what rules and the interpreter ask, and the files behind it."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Protocol

from apivet.program.contents import Contents, Strategy
from apivet.program.conversions import Conversion
from apivet.program.model import Entity, Program, Type
from apivet.program.parts_read import FileRead
from apivet.verdicts import Missing, Problem


class SourceProgram(Program, Protocol):
    """A program, and the files that it is read from. Paths are absolute."""

    def contents(self, path: str, *, with_gate_uses: bool = True) -> Contents:
        """The declarations of a file and, unless nobody asks, the places where it uses gates. Raises
        :class:`~apivet.program.files.SourceError` where it can't be used."""

    def dotted(self, path: str) -> str:
        """The name of the module that a file holds."""

    def display(self, path: str) -> str:
        """A path as it is printed."""

    def class_name(self, dotted: str) -> str:
        """The name of a type without what it is applied to, where it is generic."""

    def override(self, path: str, text: str | None) -> None:
        """Let a file hold an editor's unsaved text; ``None`` for what lies on disk now. What does not rest on the file
        is not read again."""

    def is_apart(self, strategy: Strategy) -> bool:
        """Whether a strategy can be judged apart from the rest of its file. What is judged then rests on all by which
        it was found."""

    def reset_dependencies(self) -> None:
        """Forget which files were consulted so far."""

    def dependencies(self) -> frozenset[str]:
        """The files that were consulted since, and the directories that were looked at for others."""

    def parts_read(self, shown: Mapping[str, frozenset[int]]) -> tuple[FileRead, ...]:
        """The parts of files that were read since, where these are told apart from others, with the lines that are
        ``shown`` of some."""

    def setters(self) -> frozenset[str]:
        """The files, as they are printed, that set something of what was asked for since and lies in another file."""

    def missing(self) -> Sequence[Missing]:
        """The packages that were asked for since, and are not in the tree."""

    def problems(self, paths: Container[str] | None = None) -> Sequence[Problem]:
        """Problems with files (of these, where some are given) that were to be read and can't be used."""

    def named(self, path: str, name: str) -> Entity | None:
        """The entity that a name (``Outer.Inner``) means. Raises :class:`~apivet.program.files.SourceError`."""

    def types_bound(self, module: str) -> Sequence[str]:
        """The names of a module, its own and those that it takes from elsewhere, that may be those of types."""

    # ------------------------------------------------------------------------------------------ for the black box

    def classes(self, path: str) -> tuple[Type, ...]:
        """Every class of a file, inner ones too, in the order of the source; nothing where it can't be used."""

    def all_conversions(self, path: str) -> tuple[Conversion, ...]:
        """Every conversion of a file, generated ones too; nothing where it can't be used."""

    def file_of(self, module: str) -> str | None:
        """The file of a module, as it is printed; ``None`` where the tree has no such module."""

    def binds(self, module: str, name: str) -> bool:
        """Whether a module has a name of its own, or one that it takes from elsewhere."""

    def gate_names(self) -> frozenset[str]:
        """The gates that are registered, or that fields are tagged with."""
