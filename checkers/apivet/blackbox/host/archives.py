"""A project's files as an archive: the same files make the same bytes, so that their hash names them.

An archive comes from elsewhere, and what unpacks it holds it to its hash and trusts none of its names: nothing is
written but below the directory that it is unpacked into, and no link leads out of that.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import re
import shutil
import stat
import tarfile
import tempfile
import time
import zlib
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from apivet.blackbox.protocol.scratch import ProjectFiles
from apivet.program.files import newest_in

_GIT: Final = ".git"
#: A bound on what an archive unpacks to: twice what a project may hold that hooks get a copy of.
_MOST: Final = 1_000_000_000
_OURS: Final = re.compile(r"[0-9a-f]{64}")
#: Number of projects that stay unpacked, and seconds since its last use in which any does.
_KEPT, _UNUSED = 8, 86_400


class ArchiveError(Exception):
    """An archive that is not unpacked, and why."""


class Archive(Struct, frozen=True):
    """A project's files, compressed. The hash is of what is in them, of their names and of whether they can be run."""

    digest: str
    data: bytes

    @classmethod
    def of(cls, tree: ProjectFiles) -> Archive:
        """The archive of a tree's files."""
        plain = _packed(tree)
        return cls(_digest(plain), zlib.compress(plain, 1))

    def unpacked(self, above: str) -> str:
        """The directory with the files, below another one, which has them once however often they are asked for. One
        whose files are no longer those of the archive is made anew. Raises :class:`ArchiveError`."""
        plain = self._plain()
        names = tuple(member.name for member in _members(plain))
        place = os.path.join(os.path.realpath(above), self.digest)
        if _holds(place, names, self.digest):
            os.utime(place)
            return place
        os.makedirs(above, mode=0o700, exist_ok=True)
        _prune(above)
        fresh = tempfile.mkdtemp(prefix=".new-", dir=above)
        try:
            _unpack(plain, fresh)
            return _moved(fresh, place, names, self.digest)
        finally:
            shutil.rmtree(fresh, ignore_errors=True)

    def _plain(self) -> bytes:
        unpacking = zlib.decompressobj()
        try:
            plain = unpacking.decompress(self.data, _MOST)
        except zlib.error as error:
            raise ArchiveError(f"the archive is damaged: {error}") from None
        if unpacking.unconsumed_tail or _digest(plain) != self.digest:
            raise ArchiveError("the archive is not the one that its hash names")
        return plain


def _prune(above: str) -> None:
    """Remove the projects that were not used for a day, but for some."""
    with contextlib.suppress(OSError):
        for entry in unpacked_in(above)[_KEPT:]:
            if time.time() - entry.stat().st_mtime > _UNUSED:
                shutil.rmtree(entry.path, ignore_errors=True)


def unpacked_in(above: str) -> list[os.DirEntry[str]]:
    """The projects that are unpacked below a directory, those that were used last first."""
    return newest_in(above, _OURS, are_directories=True)


def _digest(plain: bytes) -> str:
    return hashlib.sha256(plain).hexdigest()


def _moved(fresh: str, place: str, names: tuple[str, ...], digest: str) -> str:
    """The directory at its place: the first of several processes that unpack at once puts it there."""
    with contextlib.suppress(OSError):
        os.rename(fresh, place)
        return place
    if _holds(place, names, digest):
        return place
    with tempfile.TemporaryDirectory(prefix=".old-", dir=os.path.dirname(place)) as old:
        with contextlib.suppress(OSError):
            os.rename(place, os.path.join(old, "files"))
        with contextlib.suppress(OSError):
            os.rename(fresh, place)
    if _holds(place, names, digest):
        return place
    raise ArchiveError(f"{place} cannot be written")


def _holds(place: str, names: tuple[str, ...], digest: str) -> bool:
    """Whether a directory has the files that this hash is of, and is no link to one."""
    if not os.path.isdir(place) or os.path.islink(place):
        return False
    try:
        return _digest(_packed(ProjectFiles(place, names))) == digest and _count(place) == len(names)
    except OSError:
        return False


def _count(place: str) -> int:
    """The number of files, and of directories with nothing in them."""
    return sum(len(_ends(directory, directories, files)) for directory, directories, files in os.walk(place))


def _ends(directory: str, directories: list[str], files: list[str]) -> list[str]:
    links = [name for name in directories if os.path.islink(os.path.join(directory, name))]
    is_empty = not directories and not files
    return [*files, *links, *([""] if is_empty else [])]


# ------------------------------------------------------------------------------------------------------------ packing


def _packed(tree: ProjectFiles) -> bytes:
    """The files one after the other, by name, with nothing of the machine or of the time that they are from."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name in sorted({each for given in tree.files for each in _below(tree.root, given)}):
            _add(archive, tree.root, name)
    return data.getvalue()


def _below(root: str, name: str) -> Iterator[str]:
    """A file; of a directory (a repository inside of this one) the files in it, or itself where it is empty."""
    path = os.path.join(root, name)
    if not os.path.isdir(path) or os.path.islink(path):
        yield name
        return
    found = False
    for directory, directories, files in os.walk(path):
        directories[:] = [each for each in directories if each not in (_GIT, "__pycache__")]
        for each in _ends(directory, directories, [file for file in files if file != _GIT]):
            found = True
            yield os.path.normpath(os.path.relpath(os.path.join(directory, each), root))
    if not found:
        yield name


def _add(archive: tarfile.TarFile, root: str, name: str) -> None:
    path = os.path.join(root, name)
    try:
        mode = os.lstat(path).st_mode
    except OSError:
        return  # gone since it was listed
    member = tarfile.TarInfo(name.replace(os.sep, "/"))
    member.mode = 0o755 if mode & stat.S_IXUSR else 0o644
    if stat.S_ISLNK(mode):
        target = os.readlink(path)
        inside = os.path.realpath(os.path.join(os.path.dirname(path), target))
        base = os.path.realpath(root)
        if inside != base and not inside.startswith(base + os.sep):
            return
        member.type, member.mode = tarfile.SYMTYPE, 0o777
        member.linkname = os.path.relpath(inside, os.path.dirname(os.path.join(base, name))).replace(os.sep, "/")
        archive.addfile(member)
    elif stat.S_ISDIR(mode):
        member.type, member.mode = tarfile.DIRTYPE, 0o755
        archive.addfile(member)
    elif stat.S_ISREG(mode):
        with open(path, "rb") as file:
            content = file.read()
        member.size = len(content)
        archive.addfile(member, io.BytesIO(content))


# ---------------------------------------------------------------------------------------------------------- unpacking


def _members(plain: bytes) -> list[tarfile.TarInfo]:
    """The members of an archive. Raises :class:`ArchiveError` where one has no business in it."""
    try:
        with tarfile.open(fileobj=io.BytesIO(plain), mode="r:") as archive:
            members = archive.getmembers()
    except tarfile.TarError as error:
        raise ArchiveError(f"the archive is damaged: {error}") from None
    links = {member.name for member in members if member.issym()}
    for member in members:
        parts = member.name.split("/")
        above = {"/".join(parts[:at]) for at in range(1, len(parts))}
        is_inside = not {"", ".", ".."} & {*parts} and not os.path.isabs(member.name) and "\\" not in member.name
        if not is_inside or ":" in parts[0] or above & links or len({member.name} | above) < len(parts):
            raise ArchiveError(f"the archive holds {member.name!r}, which lies elsewhere")
        if not (member.isreg() or member.isdir() or member.issym()):
            raise ArchiveError(f"the archive holds {member.name!r}, which is neither a file nor a link")
        if member.issym() and not _leads_inside(member):
            raise ArchiveError(f"the archive holds {member.name!r}, a link that leads elsewhere")
    if len({member.name for member in members}) < len(members):
        raise ArchiveError("the archive holds a name twice")
    return members


def _leads_inside(member: tarfile.TarInfo) -> bool:
    if os.path.isabs(member.linkname) or "\\" in member.linkname:
        return False
    target = os.path.normpath(os.path.join(os.path.dirname(member.name), member.linkname))
    return target != ".." and not target.startswith(".." + os.sep)


def _unpack(plain: bytes, directory: str) -> None:
    """Write the files, and then the links, so that nothing is written through one."""
    members = _members(plain)
    with tarfile.open(fileobj=io.BytesIO(plain), mode="r:") as archive:
        for member in sorted(members, key=lambda each: (each.issym(), each.name)):
            path = os.path.join(directory, *member.name.split("/"))
            os.makedirs(path if member.isdir() else os.path.dirname(path), exist_ok=True)
            if member.issym():
                os.symlink(member.linkname, path)
            elif member.isreg():
                content = archive.extractfile(member)
                assert content is not None
                with open(path, "xb") as file:
                    file.write(content.read())
                os.chmod(path, member.mode & 0o755)
