"""Failing cases of conversions, codecs, transformers and hooks are scripts: they fail again until the code is mended."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from apivet.blackbox.protocol.case_files import file_name
from apivet.cli import main

pytestmark = pytest.mark.long

TYPES = """\
from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""
    labels: dict[str, str] = field(default_factory=dict)


@dataclass
class Lamp:
    api_version: str = "lamps/v1"
    kind: str = "Lamp"
    metadata: Meta = field(default_factory=Meta)
    color: str = ""
    strategy: str = ""
    watts: int | None = None


@dataclass
class HubLamp:
    api_version: str = "lamps/__internal"
    kind: str = "Lamp"
    metadata: Meta = field(default_factory=Meta)
    color: str = ""
    strategy: str = ""
    watts: int | None = None


@dataclass
class Tube:
    metadata: Meta
    length: int
    kind: str = "Tube"

    def assign_properties_to(self, dst: HubTube) -> None:
        dst.length = self.length

    def assign_properties_from(self, src: Lamp) -> None:
        self.length = 0


@dataclass
class HubTube:
    metadata: Meta
    length: int
    kind: str = "Tube"
"""
CONVERSIONS = """\
from __future__ import annotations

from lamps import HubLamp, HubTube, Lamp, Meta, Tube


def convert_lamp_to_hublamp(src: Lamp, dst: HubLamp, scope: object) -> None:
    dst.metadata = src.metadata
    dst.color = src.color.upper()
    dst.strategy = src.strategy
    dst.watts = src.watts or 1


def convert_hublamp_to_lamp(src: HubLamp, dst: Lamp, *, scope: object) -> None:
    dst.metadata = src.metadata
    dst.color = src.color
    dst.watts = src.watts


class Converter:
    async def convert_tube_to_hubtube(self, src: Tube) -> HubTube:
        return HubTube(src.metadata, src.length)

    @staticmethod
    def convert_hubtube_to_tube(src: HubTube) -> Tube:
        return Tube(Meta(src.metadata.name), src.length)
"""
FORMATS = """\
from __future__ import annotations

import dataclasses
import json

from lamps import HubLamp, Lamp, Meta


class Documents:
    def __init__(self, kind: type) -> None:
        self.kind = kind

    def encode(self, obj) -> bytes:
        return json.dumps({**dataclasses.asdict(obj), "strategy": ""}).encode()

    def decode(self, document: bytes):
        values = json.loads(document)
        return self.kind(**{**values, "metadata": Meta(**values["metadata"])})


def documents(kind: type) -> Documents | None:
    return Documents(kind) if kind is Lamp else None


class Texts:
    def encode(self, obj: Lamp) -> str:
        return json.dumps(dataclasses.asdict(obj))

    def decode(self, document: bytes, kind: type) -> object:
        raise ValueError("never")
"""
SEALING = """\
import os


class Short:
    def to_storage(self, document: bytes) -> bytes:
        return document[:5000]

    def from_storage(self, stored: bytes) -> bytes:
        return stored


class Stripping:
    async def transform_to_storage(self, document: bytes, context: str) -> bytes:
        return document.strip()

    async def transform_from_storage(self, stored: bytes, context: str) -> tuple[bytes, bool]:
        return stored, False


class Movable:
    def encrypt(self, document: bytes, place: bytes) -> bytes:
        return os.urandom(4) + document

    def decrypt(self, stored: bytes, place: bytes) -> bytes:
        return stored[4:]
"""
#: What mends the tree, with the case that each of them mends: file, old text, new text.
MENDING = {
    "metadata.labels": ("conversions.py", "Meta(src.metadata.name)", "src.metadata"),
    "convert_hublamp_to_lamp": ("conversions.py", "dst.color = src.color\n", "dst.strategy, dst.color = src.strategy, src.color\n"),
    "-color-": ("conversions.py", ".upper()", ""),
    "-watts-": ("conversions.py", " or 1", ""),
    "assign_properties_to": (
        "conversions.py",
        "        return HubTube(src.metadata, src.length)",
        "        made = HubTube(src.metadata, 0)\n        src.assign_properties_to(made)\n        return made",
    ),
    "assign_properties_from": (
        "conversions.py",
        "        return Tube(",
        "        Tube(Meta(), 0).assign_properties_from(src)\n        return Tube(",
    ),
    "Documents": ("formats.py", ', "strategy": ""', ""),
    "documents": ("formats.py", ', "strategy": ""', ""),
    "Texts": ("formats.py", 'raise ValueError("never")', "return kind(**json.loads(document) | {'metadata': Meta()})"),
    "Short": ("sealing.py", "document[:5000]", "document"),
    "Stripping": ("sealing.py", "document.strip()", "document"),
    "Movable": ("sealing.py", "return stored[4:]", 'return stored[4:] if place.endswith(b"/here") else b""'),
}  # fmt: skip


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(main, ["blackbox", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def apart(path: Path) -> subprocess.CompletedProcess[str]:
    """The script by itself, in the project's directory: it says itself where the project lies."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run([sys.executable, str(path)], capture_output=True, text=True, env=environment, timeout=60)


@pytest.fixture(name="tree", scope="module")
def _tree(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A project in which everything is broken, and the cases of all of it."""
    root = tmp_path_factory.mktemp("tree")
    (root / "pyproject.toml").write_text(
        '[tool.apivet]\ncache = false\n[tool.apivet.blackbox]\ncodecs = ["formats.documents"]\n'
    )
    for name, text in (
        ("lamps.py", TYPES),
        ("conversions.py", CONVERSIONS),
        ("formats.py", FORMATS),
        ("sealing.py", SEALING),
    ):
        (root / name).write_text(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        result = run("--seed", "1", "--save", "kept", "-j", "1", ".")
        assert result.exit_code == 1, result.output
        (root / "told").write_text(result.stderr)
        (root / "found").write_text(result.stdout)
        yield root


def kept(tree: Path, part: str) -> Path:
    found = [path for path in sorted((tree / "kept").iterdir()) if part in path.name and "Hub" not in path.name]
    assert found, sorted(path.name for path in (tree / "kept").iterdir())
    return found[0].relative_to(tree)


def test_each_finding_has_a_case_and_each_case_is_told_of(tree: Path) -> None:
    names = sorted(path.name for path in (tree / "kept").iterdir())
    assert {name.partition("--")[0] for name in names} == {
        "codec-round-trip-loses-data",
        "conversion-hook-wrong-type",
        "round-trip-loses-data",
        "transformer-not-inverse",
    }
    lines = (tree / "told").read_text().splitlines()
    assert sorted(lines[:-1]) == [f"kept/{name}" for name in names]
    assert lines[-1] == f"{len(names)} cases kept in kept; --replay FILE runs one again"
    assert f" {len(names)} violated" in (tree / "found").read_text().splitlines()[-1]


@pytest.mark.parametrize("part", MENDING)
def test_a_case_is_broken_until_the_code_is_mended(tree: Path, part: str) -> None:
    name, old, new = MENDING[part]
    path, source = kept(tree, part), tree / name
    broken = source.read_text()
    assert broken.count(old) == 1
    result = run("--replay", str(path))
    assert result.exit_code == 1, result.output
    assert " is broken: " in result.stdout.splitlines()[-1]
    alone = apart(path)
    assert (alone.returncode, alone.stdout) == (1, result.stdout), alone.stderr
    source.write_text(broken.replace(old, new))
    try:
        mended = run("--replay", str(path))
        assert mended.exit_code == 0, mended.output
        assert mended.stdout.splitlines()[-1].endswith(" holds")
        alone = apart(path)
        assert (alone.returncode, alone.stdout) == (0, mended.stdout), alone.stderr
    finally:
        source.write_text(broken)


@pytest.mark.parametrize(
    ("part", "name", "old", "new", "told"),
    [
        ("-watts-", "lamps.py", "class HubLamp", "class Light", "can't be run: ImportError: cannot import name 'HubLamp'"),
        ("-watts-", "lamps.py", "    watts: int | None = None\n", "", "can't be run: TypeError: "),
        ("Short", "sealing.py", "class Short", "class Long", "can't be run: ImportError: cannot import name 'Short'"),
        ("assign_properties_from", "lamps.py", "def assign_properties_from", "def other", "Tube has no assign_properties_from"),
        ("Documents", "formats.py", "def encode", "def dump", "can't be run: AttributeError: "),
    ],
)  # fmt: skip
def test_what_a_case_is_about_may_be_gone(tree: Path, part: str, name: str, old: str, new: str, told: str) -> None:
    path, source = kept(tree, part), tree / name
    before = source.read_text()
    assert old in before
    source.write_text(before.replace(old, new))
    try:
        result = run("--replay", str(path))
    finally:
        source.write_text(before)
    assert result.exit_code == 2, result.output
    (line,) = result.stderr.splitlines()
    assert line.startswith(str(path))
    assert told in line
    assert line.count(path.name) == 1


def test_cases_that_lie_in_the_tree_are_no_part_of_it(tree: Path) -> None:
    result = run("--seed", "1", "--save", "kept", ".")
    assert not [line for line in result.stdout.splitlines() if line.startswith("kept")]
    assert "earlier" not in result.stderr


def test_cases_of_earlier_runs_stay(tree: Path) -> None:
    before = {path.name for path in (tree / "kept").iterdir()}
    result = run("--seed", "1", "--save", "kept", "--select", "transformer-not-inverse", ".")
    assert result.stderr.splitlines()[-1] == (
        f"3 cases kept in kept; --replay FILE runs one again; {len(before) - 3} of earlier runs left as they are"
    )
    assert {path.name for path in (tree / "kept").iterdir()} == before


def test_a_directory_that_is_none_is_one_line(tree: Path) -> None:
    result = run("--seed", "1", "--save", "lamps.py", "--select", "transformer-not-inverse", ".")
    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1] == "--save lamps.py: lamps.py cannot be written: File exists"


def test_names_tell_apart_what_looks_alike() -> None:
    one = file_name("rule", "a.B", "spec.x[*]", "0123456789abcdef")
    assert one == "rule--a.B--spec.x--01234567.py"
    long = file_name("rule", "a." * 300, None, "0123456789abcdef")
    assert len(long) < 255
    assert long.endswith("--01234567.py")
