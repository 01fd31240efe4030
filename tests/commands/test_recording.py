"""What is written down of types that bring their own codec, and what a change of them is called."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from apivet.cli import main

pytestmark = pytest.mark.long

BUOYS = """
from pydantic import BaseModel, ConfigDict, Field
import msgspec


class Meta(BaseModel):
    name: str = ""


class Spec(BaseModel):
    model_config = ConfigDict(populate_by_name=True)
    color: str = ""
    anchor_ip: str = Field(default="", alias="anchorIP")
    depth: int = 0


class Buoy(BaseModel):
    kind: str = "Buoy"
    metadata: Meta = Meta()
    spec: Spec = Spec()


class Tag(msgspec.Struct):
    name: str = ""


class Raft(msgspec.Struct):
    metadata: Tag
    kind: str = "Raft"
    planks: list[int] = []
    length: int = 0
"""


@pytest.fixture(name="tree")
def _tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pyproject.toml").write_text("[tool.apivet]\ncache = false\n")
    (tmp_path / "buoys.py").write_text(BUOYS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(main, ["blackbox", *arguments, "."])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_a_field_more_leaves_all_other_values_as_they_are(tree: Path) -> None:
    assert run("--record", "kept").exit_code == 0
    assert run("--compare", "kept").exit_code == 0
    changed = BUOYS.replace('    color: str = ""\n', '    bell: int = 0\n    color: str = ""\n')
    (tree / "buoys.py").write_text(
        changed.replace('    kind: str = "Raft"\n', '    kind: str = "Raft"\n    dry: bool = False\n')
    )
    result = run("--compare", "kept")
    assert result.exit_code == 1
    found = json.loads(run("--compare", "kept", "--format", "json").stdout)["findings"]
    assert [(each["object"], each["field"]) for each in found] == [("buoys.Buoy", "spec.bell"), ("buoys.Raft", "dry")]


def test_another_name_is_told_as_such(tree: Path) -> None:
    assert run("--record", "kept").exit_code == 0
    (tree / "buoys.py").write_text(BUOYS.replace("anchorIP", "anchorIp"))
    result = run("--compare", "kept")
    assert result.exit_code == 1
    assert "kept/buoys.Buoy.json: spec.anchorIP is called spec.anchorIp now" in result.stdout
    assert "internal error" not in result.output


def test_who_has_no_codec_is_told_what_one_is(tree: Path) -> None:
    (tree / "buoys.py").write_text(
        "from dataclasses import dataclass\n\n\n@dataclass\nclass Meta:\n    name: str\n\n\n"
        "@dataclass\nclass Buoy:\n    metadata: Meta\n"
    )
    result = run("--record", "kept")
    assert result.exit_code == 2
    assert "encode(obj) -> bytes" in result.stderr
    assert "decode(data) -> obj" in result.stderr


# ------------------------------------------------------------------------------------ serialized-output-changed


def compared(tree: Path, source: str, *more: str) -> list[tuple[str, str | None, str]]:
    """The object, the field and the message of each finding about a tree whose documents are recorded."""
    (tree / "buoys.py").write_text(source)
    result = run("--compare", "kept", "--format", "json", *more)
    report = json.loads(result.stdout)
    assert {row["rule"] for row in report["verdicts"]} <= {"serialized-output-changed"}
    assert result.exit_code == int(report["summary"]["violated"] > 0)
    return [(each["object"], each["field"], each["message"]) for each in report["findings"]]


@pytest.fixture(name="kept")
def _kept(tree: Path) -> Path:
    assert run("--record", "kept").exit_code == 0
    return tree


def test_a_finding_names_the_type_the_document_the_field_both_values_and_what_to_do(kept: Path) -> None:
    path = kept / "kept" / "buoys.Buoy.minimal.json"
    path.write_text(path.read_text().replace('"depth":0', '"depth":7'))
    ((type_, field, message),) = compared(kept, BUOYS)
    assert (type_, field) == ("buoys.Buoy", "spec.depth")
    assert "kept/buoys.Buoy.minimal.json: spec.depth is 0; it was 7" in message
    assert message.endswith("if that is meant, write it down anew with 'apivet blackbox --record kept'")


@pytest.mark.parametrize(
    ("old", "new", "fields"),
    [
        ("    depth: int = 0\n", "", ["spec.depth"]),
        ("depth: int = 0", "depth: float = 0", ["spec.depth"]),
        ("depth: int = 0", 'depth: int = Field(default=0, serialization_alias="Depth")', ["spec.depth"]),
        ("planks: list[int]", "planks: list[str]", ["planks[*]"]),
        ("class Raft(msgspec.Struct):", 'class Raft(msgspec.Struct, rename="camel", tag="raft"):', ["type"]),
        ('    color: str = ""\n', '    color: str = ""\n    hull: Meta = Meta()\n', ["spec.hull"]),
        ('    color: str = ""\n', '    color: str = ""\n    hulls: list[Meta] = []\n', ["spec.hulls"]),
    ],
    ids=["removed", "spelled", "renamed", "elements", "tagged", "structure", "list"],
)
def test_each_change_is_one_finding(kept: Path, old: str, new: str, fields: list[str]) -> None:
    assert old in BUOYS
    assert [field for _, field, _ in compared(kept, BUOYS.replace(old, new))] == fields


def test_keys_in_another_order_are_told(kept: Path) -> None:
    swapped = BUOYS.replace(
        "    planks: list[int] = []\n    length: int = 0\n", "    length: int = 0\n    planks: list[int] = []\n"
    )
    assert swapped != BUOYS
    ((type_, field, message),) = compared(kept, swapped)
    assert (type_, field) == ("buoys.Raft", None)
    assert "those stand in another order" in message


@pytest.mark.parametrize(
    "field",
    [
        "    # +k8s:featureGate=Bell\n    bell: int | None = None\n",
        "    # +k8s:featureGate=Bell\n    bell: bool = False\n",
        '    # +k8s:featureGate=Bell\n    bell: Meta | None = Field(default=None, alias="theBell")\n',
        "    # +k8s:featureGate=Bell\n    bells: list[Meta] = []\n",
        "    # +k8s:featureGate=Bell\n    bells: dict[str, Meta] = {}\n",
    ],
)
def test_a_field_with_a_gate_that_the_record_lacks_is_no_change(kept: Path, field: str) -> None:
    assert compared(kept, BUOYS.replace("    depth: int", f"{field}    depth: int")) == []


def test_a_gate_excuses_no_other_change(kept: Path) -> None:
    gated = '    # +k8s:featureGate=Bell\n    bell: int | None = None\n    depth: int = Field(default=0, serialization_alias="Depth")\n'
    found = compared(kept, BUOYS.replace("    depth: int = 0\n", gated))
    assert [field for _, field, _ in found] == ["spec.depth"]
    # What was recorded with a gate is as much a promise as any other field.
    (kept / "buoys.py").write_text(BUOYS.replace("    depth: int", "    # +k8s:featureGate=Depth\n    depth: int"))
    assert run("--record", "kept").exit_code == 0
    assert [field for _, field, _ in compared(kept, BUOYS.replace("    depth: int = 0\n", ""))] == ["spec.depth"]


def test_a_constant_more_leaves_what_is_recorded_as_it_is(tree: Path) -> None:
    enum = "import enum\n\n\nclass Kind(enum.Enum):\n    RED = 'red'\n    GREEN = 'green'\n"
    source = f"{enum}{BUOYS.replace('depth: int = 0', 'light: Kind = Kind.RED')}"
    (tree / "buoys.py").write_text(source)
    assert run("--record", "kept").exit_code == 0
    for count in range(4):
        source = source.replace("    GREEN = 'green'\n", f"    GREEN = 'green'\n    MORE{count} = 'more{count}'\n")
        assert compared(tree, source) == []


def test_a_type_without_a_record_is_unproven_and_one_that_went_is_violated(kept: Path) -> None:
    (kept / "buoys.py").write_text(BUOYS.replace("class Raft", "class Float"))
    report = json.loads(run("--compare", "kept", "--format", "json").stdout)
    verdicts = {row["object"]: row["verdict"] for row in report["verdicts"]}
    assert verdicts == {"buoys.Buoy": "holds", "buoys.Float": "unproven", "buoys.Raft": "violated"}
    told = {each["object"]: each["message"] for each in report["findings"]}
    assert "'apivet blackbox --record kept' writes it down" in told["buoys.Float"]
    assert "was recorded, and nothing is serialized under that name any more" in told["buoys.Raft"]


FLARES = """
import marshal
from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""


@dataclass
class Flare:
    metadata: Meta = field(default_factory=Meta)
    color: str = "red"


class Codec:
    def encode(self, obj: Flare) -> bytes:
        return marshal.dumps([obj.metadata.name, *[value for key, value in vars(obj).items() if key != "metadata"]])

    def decode(self, data: bytes) -> Flare:
        name, *rest = marshal.loads(data)
        return Flare(Meta(name), *rest)
"""


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("", "", [("holds", None)]),
        ('color: str = "red"', 'color: str = "red"\n    height: int = 0', [("violated", "height")]),
        (
            'color: str = "red"',
            'color: str = "red"\n    # +featureGate=Height\n    height: int = 0',
            [("unproven", None)],
        ),
        ("return Flare(Meta(name), *rest)", "return Flare(Meta(name))", [("holds", None)]),
        ("marshal.dumps([obj", "marshal.dumps([obj.color, obj", [("violated", None)]),
        ("marshal.dumps([", "b'2' + marshal.dumps([", [("violated", None)]),
    ],
    ids=["same", "new", "gated", "lossy", "shifted", "other"],
)
def test_what_a_format_of_ones_own_is_read_as_tells_the_fields(
    tree: Path, old: str, new: str, expected: list[tuple[str, str | None]]
) -> None:
    (tree / "buoys.py").write_text(FLARES)
    assert run("--record", "kept").exit_code == 0
    (tree / "buoys.py").write_text(FLARES.replace(old, new))
    rows = json.loads(run("--compare", "kept", "--format", "json").stdout)["verdicts"]
    assert [(row["verdict"], row["field"]) for row in rows] == expected


@pytest.mark.parametrize("command", ["blackbox", "gate"])
def test_the_configured_directory_is_compared_without_being_asked(kept: Path, command: str) -> None:
    (kept / "pyproject.toml").write_text('[tool.apivet]\ncache = false\n[tool.apivet.blackbox]\ngolden = "kept"\n')
    arguments = [command, "--format", "json", "--seed", "1", "--fail-on", "refactor", "."]
    rows = json.loads(CliRunner().invoke(main, arguments).stdout)["verdicts"]
    own = {row["object"]: row for row in rows if row["rule"] == "serialized-output-changed"}
    assert {name: row["verdict"] for name, row in own.items()} == {"buoys.Buoy": "holds", "buoys.Raft": "holds"}
    assert all((row["tried"], row["stored"], row["effective"]) == (2, 2, 2) for row in own.values())
    (kept / "buoys.py").write_text(BUOYS.replace("anchorIP", "anchorIp"))
    result = CliRunner().invoke(main, arguments)
    found = [each for each in json.loads(result.stdout)["findings"] if each["rule"] == "serialized-output-changed"]
    assert [(each["field"], each["path"]) for each in found] == [("spec.anchorIP", "buoys.py")]
    assert result.exit_code == 1
    ignored = CliRunner().invoke(main, [*arguments, "--ignore", "serialized-output-changed"])
    assert "serialized-output-changed" not in ignored.stdout


def test_a_configured_directory_without_documents_is_a_problem(tree: Path) -> None:
    (tree / "pyproject.toml").write_text('[tool.apivet]\ncache = false\n[tool.apivet.blackbox]\ngolden = "kept"\n')
    result = run("--seed", "1")
    assert result.exit_code == 2
    assert "kept: golden: No such file or directory" in result.stderr
    (tree / "kept").mkdir()
    assert "'apivet blackbox --record kept' writes them" in run("--seed", "1").stderr
