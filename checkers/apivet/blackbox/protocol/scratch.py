"""A copy of the project in which hooks run: what they write and delete there is noted, and put back."""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from apivet.blackbox.limits import CHANGED_FILES
from apivet.blackbox.protocol.models import Assignment

#: Bytes that are copied at once.
_PIECE: Final = 1 << 30
_CACHES: Final = "__pycache__"
#: The state of a path: changed content, another file in its place, or other permissions show in it.
_Facts = tuple[int, ...]


class ProjectFiles(Struct, frozen=True):
    """The files of a project, links too, by their paths below its ``root``."""

    root: str
    files: tuple[str, ...]


class Scratch:
    """One worker's copy of a tree, with a temporary directory beside it."""

    def __init__(self, tree: ProjectFiles, above: str) -> None:
        self.root = tree.root
        self._above = above
        self._parent = os.getppid()
        self.directory = os.path.realpath(tempfile.mkdtemp(prefix="w", dir=above))
        self.copy = os.path.join(self.directory, os.path.basename(tree.root) or "project")
        self._temporary = os.path.join(self.directory, "tmp")
        self._kept = os.path.join(self.directory, "kept")
        os.mkdir(self.copy)
        os.mkdir(self._temporary)
        self._sources: dict[str, str] = {}
        for name in tree.files:
            if self._copied(os.path.join(tree.root, name), name):
                self._sources[name] = os.path.join(tree.root, name)
        self._facts = dict(_facts_below(self.copy))

    def _copied(self, source: str, name: str) -> bool:
        """Copy a file; a link only where it stays inside."""
        target = os.path.join(self.copy, name)
        with contextlib.suppress(OSError):
            mode = os.lstat(source).st_mode
            if not os.path.isdir(os.path.dirname(target)):
                os.makedirs(os.path.dirname(target))
            if stat.S_ISLNK(mode):
                if self.inside(os.path.realpath(source)) is None:
                    return False
                pointed = os.readlink(source)
                os.symlink(self.inside(pointed) or pointed, target)
            elif stat.S_ISREG(mode):
                _copy(source, target, stat.S_IMODE(mode))
            elif stat.S_ISDIR(mode):  # a repository inside of this one
                shutil.copytree(source, target, symlinks=True, ignore=shutil.ignore_patterns(".git", _CACHES))
            else:
                return False
            return True
        return False

    def enter(self) -> None:
        """Let this process, and those that it starts, be at the place in the copy that it is at in the tree."""
        os.chdir(self.inside(os.path.realpath(os.getcwd())) or self.copy)
        os.environ.update({"PWD": os.getcwd(), **dict.fromkeys(("TMPDIR", "TEMP", "TMP"), self._temporary)})
        searched = os.environ.get("PYTHONPATH")
        if searched:  # of the processes that hooks start
            os.environ["PYTHONPATH"] = os.pathsep.join(map(self._import_path, searched.split(os.pathsep)))
        tempfile.tempdir = None
        sys.path[:] = [self._import_path(path) for path in sys.path]
        sys.path_importer_cache.clear()

    def _import_path(self, path: str) -> str:
        inside = self.inside(os.path.realpath(path)) if path else None
        return inside if inside is not None and os.path.isdir(inside) else path

    def inside(self, path: str) -> str | None:
        """The path in the copy that stands for one in the tree."""
        if path == self.root:
            return self.copy
        return self.copy + path[len(self.root) :] if path.startswith(self.root + os.sep) else None

    def here(self, path: str) -> str:
        """The same, and any other path as it is."""
        return self.inside(os.path.realpath(path)) or path if path else path

    def relocated(self, work: Assignment) -> Assignment:
        """A strategy as it lies in the copy."""
        declaration = work.declaration
        if declaration is not None:
            members = tuple(
                (notion, replace(source_slice, source=self.here(source_slice.source)))
                for notion, source_slice in declaration.members
            )
            declaration = replace(declaration, members=members)
        partner = self.relocated(work.partner) if work.partner is not None else None
        roots = tuple(map(self.here, work.roots))
        return replace(work, source=self.here(work.source), roots=roots, declaration=declaration, partner=partner)

    # -------------------------------------------------------------------------------------------------- what changes

    def keep(self) -> None:
        """Take what has changed so far, when the project was imported, for what there is from now on."""
        for name in self._changed():
            path = os.path.join(self.copy, name)
            self._sources.pop(name, None)
            if os.path.isfile(path) and not os.path.islink(path):
                self._sources[name] = os.path.join(self._kept, name)
                os.makedirs(os.path.dirname(self._sources[name]), exist_ok=True)
                _copy(path, self._sources[name], stat.S_IMODE(os.stat(path).st_mode))
        self._facts = dict(_facts_below(self.copy))

    def restore(self) -> str:
        """Put everything back. Returns a sentence about what was changed, if something was."""
        with os.scandir(self._temporary) as entries:
            if next(entries, None) is not None:
                _remove(self._temporary)
                os.mkdir(self._temporary)
        if not os.path.isdir(self.copy):
            os.makedirs(self.copy)
        told = {}
        for name in self._changed():
            path, source = os.path.join(self.copy, name), self._sources.get(name)
            is_there = os.path.lexists(path)
            _remove(path)
            if source is not None:
                self._copied(source, name)
            elif name in self._facts:
                os.makedirs(path, exist_ok=True)
            if _CACHES not in name.split(os.sep):
                done = "writes" if name in self._facts else "creates"
                told[name] = f"{done if is_there else 'deletes'} {name}"
        if not told:
            return ""
        self._facts = dict(_facts_below(self.copy))
        names = [name for name in told if not any(name.startswith(other + os.sep) for other in told)]
        more = f" and {len(names) - CHANGED_FILES} more" if len(names) > CHANGED_FILES else ""
        listed = ", ".join(told[name] for name in names[:CHANGED_FILES])
        return f"its code {listed}{more}: in a copy of the project, which is put back"

    def _changed(self) -> list[str]:
        """The paths that are not as they were; of directories, those that are new, gone, or no directories."""
        now = dict(_facts_below(self.copy))
        return sorted(name for name in {*now, *self._facts} if now.get(name) != self._facts.get(name))

    def close(self) -> None:
        """Remove it; the directory above as well, where nobody is left who would, and this was the last in it."""
        os.chdir(os.sep)
        _remove(self.directory)
        if os.getppid() != self._parent:
            with contextlib.suppress(OSError):
                os.rmdir(self._above)


def _facts_below(directory: str, below: str = "") -> Iterator[tuple[str, _Facts]]:
    try:
        entries = list(os.scandir(directory))
    except PermissionError:
        os.chmod(directory, 0o700)
        entries = list(os.scandir(directory))
    except OSError:
        return
    for entry in entries:
        name = below + entry.name
        facts = entry.stat(follow_symlinks=False)
        if stat.S_ISDIR(facts.st_mode):
            yield name, (facts.st_ino,)
            yield from _facts_below(entry.path, name + os.sep)
        else:
            yield name, (facts.st_ino, facts.st_mode, facts.st_size, facts.st_mtime_ns, facts.st_ctime_ns)


def _copy(source: str, target: str, mode: int) -> None:
    """Copy a file; file systems that can share its content until it is changed do."""
    with open(source, "rb", buffering=0) as reading, open(target, "wb", buffering=0) as writing:
        try:
            while os.copy_file_range(reading.fileno(), writing.fileno(), _PIECE):
                pass
        except (AttributeError, OSError):  # there is no such call, or not between these file systems
            shutil.copyfileobj(reading, writing)
        os.chmod(target, mode)


def _remove(path: str) -> None:
    with contextlib.suppress(OSError):
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path, ignore_errors=True)
        else:
            os.remove(path)
