"""``apivet types diff``: two types found by their names, side by side, and what keeps them apart."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from apivet.cli import main
from apivet.reports.alignment import aligned

HUB = """\
from __future__ import annotations

import enum
from dataclasses import dataclass

from apis.apps.v1.types import Scale


class Policy(str, enum.Enum):
    ALWAYS = "Always"
    NEVER = "Never"


@dataclass
class PodSpec:
    image: str
    replicas: int
    node: str = ""
    zone: str = ""
    policy: Policy = Policy.ALWAYS
    legacy: str = ""


@dataclass
class Deployment:
    name: str
    spec: PodSpec
    kind: str = "Deployment"


@dataclass
class Probe:
    period: int


def make() -> Probe:
    return Probe(1)


limit = 3
"""

SERVED = """\
from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Optional


class Policy(str, enum.Enum):
    ALWAYS = "Always"
    NEVER = "never"
    ONCE = "Once"


@dataclass
class PodSpec:
    image: str
    replicas: Optional[int]
    zone: str = ""
    node: str = ""
    policy: Policy = Policy.ALWAYS
    host_users: Optional[bool] = None


@dataclass
class Deployment:
    name: str
    spec: PodSpec
    kind: str = "Deployment"


@dataclass
class Probe:
    period: int = 10


@dataclass
class Scale:
    replicas: int


@dataclass(frozen=True)
class Fixed:
    period: int
"""


@pytest.fixture(autouse=True)
def _tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COLUMNS", raising=False)
    write("pyproject.toml", "[tool.apivet]\n")
    write("apis/apps/types.py", HUB)
    write("apis/apps/v1/types.py", SERVED)


def write(name: str, text: str) -> None:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def diff(hub: str, served: str, *options: str) -> Result:
    return CliRunner().invoke(main, ["types", "diff", hub, served, *options], prog_name="apivet")


def of(name: str) -> tuple[str, str]:
    return f"apis.apps.types.{name}", f"apis.apps.v1.types.{name}"


def table(result: Result) -> dict[str, str]:
    """The sign of each field, by what stands on its line."""
    lines = result.stdout.split("\n\n")[0].splitlines()[4:]
    return {" ".join(line[1:].split()): line[:1] for line in lines if not line.strip().startswith("(")}


# ---------------------------------------------------------------------------------------------- what is shown


def test_every_field_has_a_line_and_what_became_of_it_a_sign() -> None:
    result = diff(*of("PodSpec"))

    assert result.exit_code == 1
    rows = table(result)
    legend = rows.popitem()
    assert legend[0].split(" < ")[0] == "other type"
    assert rows == {
        "image: str image: str": " ",
        "replicas: int replicas: Optional[int]": "!",
        "node: str": "~",
        "zone: str zone: str": " ",
        "policy: Policy policy: Policy": "*",
        "legacy: str": "<",
        "host_users: Optional[bool]": ">",
    }
    assert "(differs through Policy.NEVER)" in result.stdout


def test_differences_are_told_in_sentences_with_both_places() -> None:
    result = diff(*of("PodSpec"))

    assert "not memory-identical: 4 differences\n" in result.stdout
    assert "  `replicas`: `int` here, `Optional[int]` in v1\n" in result.stdout
    assert "    apis/apps/types.py:17  apis/apps/v1/types.py:17\n" in result.stdout
    assert "hub: apis.apps.types.PodSpec at apis/apps/types.py:15\n" in result.stdout
    assert "served: apis.apps.v1.types.PodSpec at apis/apps/v1/types.py:15\n" in result.stdout


def test_a_type_that_differs_only_inside_says_through_what() -> None:
    result = diff(*of("Deployment"))

    assert result.exit_code == 1
    assert table(result)["spec: PodSpec spec: PodSpec"] == "*"
    assert "(differs through PodSpec." in result.stdout
    assert "not memory-identical, but only through apis.apps.types.PodSpec." in result.stdout


def test_identical_types_are_status_0() -> None:
    result = diff(*of("Probe"))

    assert result.exit_code == 0
    assert "\nmemory-identical\n" in result.stdout


def test_one_class_under_two_names_is_identical() -> None:
    result = diff(*of("Scale"))

    assert result.exit_code == 0
    assert "the same class: both names stand for apis.apps.v1.types.Scale" in result.stdout


def test_a_layout_that_differs_is_marked() -> None:
    result = diff("apis.apps.types.Probe", "apis.apps.v1.types.Fixed")

    assert result.exit_code == 1
    line = next(line for line in result.stdout.splitlines() if "frozen" in line)
    assert re.fullmatch(r"!  dataclass +dataclass, frozen", line)


def test_the_members_of_enums_are_shown_with_their_values() -> None:
    result = diff(*of("Policy"))

    assert result.exit_code == 1
    rows = table(result)
    assert rows["ALWAYS = 'Always' ALWAYS = 'Always'"] == " "
    assert rows["NEVER = 'Never' NEVER = 'never'"] == "!"
    assert rows["ONCE = 'Once'"] == ">"


def test_what_cannot_be_told_is_neither_identical_nor_different() -> None:
    write("apis/apps/types.py", "import vendor\nimport attrs\n\n\n@attrs.define\nclass A:\n    x: vendor.Thing\n")
    write("apis/apps/v1/types.py", "import other\nimport attrs\n\n\n@attrs.define\nclass A:\n    x: other.Thing\n")
    result = diff(*of("A"))

    assert result.exit_code == 2
    assert "can't be told" in result.stdout
    assert any(line.startswith("?") for line in result.stdout.splitlines())


def test_json_has_everything_that_the_table_has() -> None:
    result = diff(*of("PodSpec"), "--format", "json")
    document: dict[str, Any] = json.loads(result.stdout)

    assert result.exit_code == 1
    assert document["verdict"] == "violated"
    assert document["identical"] is False
    assert document["hub"]["class"] == "apis.apps.types.PodSpec"
    assert (document["hub"]["path"], document["hub"]["line"]) == ("apis/apps/types.py", 15)
    names = [(field["hub"] or field["served"])["name"] for field in document["fields"]]
    states = [field["state"] for field in document["fields"]]
    expected = {"image": "same", "replicas": "type", "zone": "same", "policy": "nested", "host_users": "lacking"}
    assert expected.items() <= dict(zip(names, states)).items()
    assert states.count("order") == 2
    assert {each["kind"] for each in document["differences"]} == {"type", "order", "lacking", "extra"}


def test_the_output_is_the_same_every_time() -> None:
    assert diff(*of("PodSpec")).stdout == diff(*of("PodSpec")).stdout


# ------------------------------------------------------------------------------------------------------- names


@pytest.mark.parametrize("separator", [":", "::"])
def test_a_type_can_be_named_by_its_file(separator: str) -> None:
    result = diff(f"apis/apps/types.py{separator}Probe", f"apis/apps/v1/types.py{separator}Probe")

    assert result.exit_code == 0


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "apis.apps.types.Prob",
            "there is no type 'apis.apps.types.Prob' in this tree; did you mean 'apis.apps.types.Probe'?",
        ),
        ("Fixed", "there is no type 'Fixed' in this tree; did you mean 'apis.apps.v1.types.Fixed'?"),
        ("nowhere.at.All", "there is no type 'nowhere.at.All' in this tree"),
        ("apis.apps.types", "'apis.apps.types' is a module, not a type"),
        ("apis.apps.types.make", "'apis.apps.types.make' is a function, not a type"),
        ("apis.apps.types.limit", "'apis.apps.types.limit' is a variable, not a type"),
        ("apis/apps/types.py:Prob", "apis/apps/types.py: there is no class 'Prob'; did you mean 'Probe'?"),
        ("apis/apps/typos.py:Probe", "apis/apps/typos.py: no such file"),
        ("apis/apps/types.py:make", "'apis/apps/types.py:make' is a function, not a type"),
        ("", "there is no type '' in this tree"),
    ],
)
def test_a_name_that_is_no_type_is_one_clear_line(name: str, message: str) -> None:
    result = diff(name, "apis.apps.v1.types.Probe")

    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr == message + "\n"


def test_a_file_that_is_broken_is_one_clear_line() -> None:
    write("apis/apps/types.py", "class Broken(\n")
    result = diff("apis/apps/types.py:Broken", "apis.apps.v1.types.Probe")

    assert result.exit_code == 2
    assert re.fullmatch(r"apis/apps/types\.py:1: .+\n", result.stderr)


# -------------------------------------------------------------------------------------------------- terminals


def on_terminal(columns: int, *arguments: str) -> str:
    """What the command shows on a terminal of so many columns."""
    leader, follower = pty.openpty()
    environment = {**os.environ, "COLUMNS": str(columns), "TERM": "xterm-256color"}
    environment.pop("NO_COLOR", None)
    process = subprocess.Popen(
        [sys.executable, "-m", "apivet", "types", "diff", *arguments], stdout=follower, stderr=follower, env=environment
    )
    os.close(follower)
    shown = b""
    while True:
        try:
            chunk = os.read(leader, 65536)
        except OSError:
            break
        if not chunk:
            break
        shown += chunk
    os.close(leader)
    process.wait()
    return shown.decode().replace("\r\n", "\n")


def test_a_narrow_terminal_wraps_and_cuts_nothing_off() -> None:
    write(
        "apis/apps/types.py",
        "class A:\n    labels: dict[str, list[tuple[int, str, bytes, float, complex, bool, object]]]\n",
    )
    write(
        "apis/apps/v1/types.py",
        "class A:\n    labels: dict[str, list[tuple[int, str, bytes, float, complex, bool, int]]]\n",
    )
    shown = re.sub(r"\x1b\[[0-9;]*m", "", on_terminal(50, *of("A")))
    lines = shown.split("\nnot memory-identical")[0].splitlines()

    assert max(len(line.rstrip()) for line in lines) <= 50
    text = "".join(line[3:26].strip() for line in lines[4:])
    assert "labels:dict[str,list[tuple[int,str,bytes,float,complex,bool,object]]]" in text.replace(" ", "")


def test_colours_are_for_terminals_only() -> None:
    assert "\x1b[" in on_terminal(80, *of("PodSpec"))
    assert "\x1b[" not in diff(*of("PodSpec")).stdout


# -------------------------------------------------------------------------------------------------- alignment


@pytest.mark.parametrize(
    ("here", "there", "lines"),
    [
        ("", "", ""),
        ("ab", "ab", "a=a b=b"),
        ("a", "", "a<"),
        ("", "a", ">a"),
        ("abd", "acd", "a=a b< >c d=d"),
        ("abc", "acb", "a=a b< c=c >b"),
        ("abcde", "eabcd", ">e a=a b=b c=c d=d e<"),
    ],
)
def test_names_are_aligned_as_in_a_diff(here: str, there: str, lines: str) -> None:
    shown = []
    for left, right in aligned(here, there):
        one, other = here[left] if left is not None else "", there[right] if right is not None else ""
        shown.append(f"{one}={other}" if one and other else f"{one}<" if one else f">{other}")

    assert " ".join(shown) == lines


def test_types_with_thousands_of_fields_are_aligned_at_once() -> None:
    names = [f"f{number}" for number in range(20_000)]

    assert len(aligned(names, names[::-1])) == 2 * len(names) - 1
