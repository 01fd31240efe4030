"""A project as an archive: the same files, the same bytes; and nothing is written where it has no business."""

from __future__ import annotations

import hashlib
import io
import os
import tarfile
import time
import zlib
from pathlib import Path

import pytest

from apivet.blackbox.host.archives import Archive, ArchiveError
from apivet.blackbox.protocol.scratch import ProjectFiles


@pytest.fixture
def tree(tmp_path: Path) -> ProjectFiles:
    root = tmp_path / "tree"
    (root / "pkg").mkdir(parents=True)
    (root / "empty").mkdir()
    (root / "pkg/a.py").write_text("A = 1\n")
    (root / "run.sh").write_text("true\n")
    (root / "run.sh").chmod(0o755)
    (root / "link.py").symlink_to("pkg/a.py")
    (root / "absolute.py").symlink_to(root / "pkg/a.py")
    (root / "out").symlink_to("/etc/passwd")
    return ProjectFiles(str(root), ("run.sh", "pkg/a.py", "link.py", "absolute.py", "out", "empty", "gone.py"))


def test_it_holds_the_files_and_nothing_of_the_machine(tree: ProjectFiles, tmp_path: Path) -> None:
    archive = Archive.of(tree)
    os.utime(Path(tree.root, "pkg/a.py"), (1, 1))
    assert Archive.of(ProjectFiles(tree.root, tuple(reversed(tree.files)))) == archive
    home = Path(archive.unpacked(str(tmp_path / "trees")))
    assert home.name == archive.digest
    names = sorted(path.relative_to(home).as_posix() for path in home.rglob("*"))
    assert names == ["absolute.py", "empty", "link.py", "pkg", "pkg/a.py", "run.sh"]
    assert (home / "absolute.py").read_text() == (home / "link.py").read_text() == "A = 1\n"
    assert (home / "absolute.py").resolve() == (home / "pkg/a.py").resolve()
    assert os.access(home / "run.sh", os.X_OK)
    assert not os.access(home / "pkg/a.py", os.X_OK)


def test_it_is_unpacked_once(tree: ProjectFiles, tmp_path: Path) -> None:
    archive = Archive.of(tree)
    home = archive.unpacked(str(tmp_path / "trees"))
    before = os.stat(home).st_ino
    assert archive.unpacked(str(tmp_path / "trees")) == home
    assert os.stat(home).st_ino == before
    assert os.listdir(tmp_path / "trees") == [archive.digest]


def test_projects_that_nobody_uses_go(tree: ProjectFiles, tmp_path: Path) -> None:
    trees = tmp_path / "trees"
    for number in range(12):
        (trees / f"{number:064x}").mkdir(parents=True)
        age = 0 if number == 11 else 100_000 + number
        os.utime(trees / f"{number:064x}", (0, time.time() - age))
    (trees / "mine").mkdir()
    archive = Archive.of(tree)
    archive.unpacked(str(trees))
    left = {path.name for path in trees.iterdir()}
    assert left == {"mine", archive.digest, f"{11:064x}", *(f"{number:064x}" for number in range(7))}


@pytest.mark.parametrize("change", ["edit", "add", "remove", "link"])
def test_files_that_were_changed_are_unpacked_anew(change: str, tree: ProjectFiles, tmp_path: Path) -> None:
    archive = Archive.of(tree)
    home = Path(archive.unpacked(str(tmp_path / "trees")))
    if change == "edit":
        (home / "pkg/a.py").write_text("A = 2\n")
    elif change == "add":
        (home / "pkg/sitecustomize.py").write_text("")
    elif change == "remove":
        (home / "pkg/a.py").unlink()
    else:
        home.rename(tmp_path / "moved")
        home.symlink_to(tmp_path / "moved")
    again = Path(archive.unpacked(str(tmp_path / "trees")))
    assert not again.is_symlink()
    assert (again / "pkg/a.py").read_text() == "A = 1\n"
    assert [path.name for path in (again / "pkg").iterdir()] == ["a.py"]


def made(*members: tuple[str, bytes, str]) -> Archive:
    """An archive that somebody else has made."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        for name, kind, target in members:
            member = tarfile.TarInfo(name)
            member.type, member.linkname = kind, target
            archive.addfile(member)
    plain = data.getvalue()
    return Archive(hashlib.sha256(plain).hexdigest(), zlib.compress(plain))


@pytest.mark.parametrize(
    "members",
    [
        [("../out.py", tarfile.REGTYPE, "")],
        [("pkg/../../out.py", tarfile.REGTYPE, "")],
        [("/out.py", tarfile.REGTYPE, "")],
        [("C:/out.py", tarfile.REGTYPE, "")],
        [("..\\out.py", tarfile.REGTYPE, "")],
        [("a", tarfile.SYMTYPE, "/etc/passwd")],
        [("pkg/a", tarfile.SYMTYPE, "../../out")],
        [("a", tarfile.SYMTYPE, "b"), ("a/out.py", tarfile.REGTYPE, "")],
        [("a/out.py", tarfile.REGTYPE, ""), ("a", tarfile.SYMTYPE, "b")],
        [("a", tarfile.LNKTYPE, "/etc/passwd")],
        [("a", tarfile.CHRTYPE, "")],
        [("a", tarfile.FIFOTYPE, "")],
        [("a", tarfile.REGTYPE, ""), ("a", tarfile.REGTYPE, "")],
        [("./a", tarfile.REGTYPE, "")],
    ],
)
def test_members_that_lie_elsewhere_are_refused(members: list[tuple[str, bytes, str]], tmp_path: Path) -> None:
    with pytest.raises(ArchiveError):
        made(*members).unpacked(str(tmp_path / "trees"))
    assert [path for path in tmp_path.rglob("*") if path.name != "trees"] == []


def test_one_that_is_not_what_its_hash_says_is_refused(tree: ProjectFiles, tmp_path: Path) -> None:
    archive = Archive.of(tree)
    for wrong in (Archive("0" * 64, archive.data), Archive(archive.digest, b"no archive")):
        with pytest.raises(ArchiveError):
            wrong.unpacked(str(tmp_path / "trees"))
