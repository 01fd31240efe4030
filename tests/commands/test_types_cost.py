"""``apivet types cost``: which pairs there are, how they stand, and figures that belong to them."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from apivet.cli import main

HUB = """\
from __future__ import annotations

import enum
from dataclasses import dataclass

import attrs
from pydantic import BaseModel

from apis.apps.v1.types import Scale


class Policy(str, enum.Enum):
    ALWAYS = "Always"


@dataclass(slots=True)
class Container:
    image: str
    command: str


@dataclass(slots=True)
class Pod:
    name: str
    containers: list[Container]


@dataclass(slots=True)
class Spec:
    replicas: int


@dataclass(slots=True)
class Deployment:
    spec: Spec


class Model(BaseModel):
    size: int


@dataclass(slots=True)
class Base:
    first: int


@dataclass(slots=True)
class Split(Base):
    second: int
"""
SERVED = (
    HUB.replace("from apis.apps.v1.types import Scale\n", "").replace("replicas: int", "replicas: int | None")
    + "\n\n@dataclass(slots=True)\nclass Scale:\n    replicas: int\n"
)


@pytest.fixture(autouse=True)
def _tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write("pyproject.toml", "[tool.apivet]\n")
    write("apis/apps/types.py", HUB)
    write("apis/apps/v1/types.py", SERVED)


def write(name: str, text: str) -> None:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def cost(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["types", "cost", *arguments], prog_name="apivet")


def costs(*arguments: str) -> dict[str, Any]:
    result = cost("--format", "json", *arguments)
    assert result.exit_code == 0, result.stderr
    document: dict[str, Any] = json.loads(result.stdout)
    return document


def test_each_pair_is_listed_with_how_its_types_stand() -> None:
    document = costs()
    states = {pair["hub"].rpartition(".")[2]: pair["state"] for pair in document["pairs"]}

    assert states == {
        "Base": "identical",
        "Container": "identical",
        "Deployment": "differs inside",
        "Model": "identical",
        "Pod": "identical",
        "Policy": "identical",
        "Scale": "aliased",
        "Spec": "differs",
        "Split": "identical",
    }
    names = [pair["hub"] for pair in document["pairs"]]
    assert names == sorted(names)
    assert document["summary"] == {
        "pairs": 9,
        "aliased": 1,
        "identical": 6,
        "differs": 1,
        "differs_inside": 1,
        "unproven": 0,
    }
    (inside,) = [pair for pair in document["pairs"] if pair["state"] == "differs inside"]
    assert inside["through"] == "apis.apps.types.Spec.replicas"


def test_what_can_be_done_for_a_pair_has_figures() -> None:
    pairs = {pair["hub"].rpartition(".")[2]: pair for pair in costs("--objects", "500")["pairs"]}

    pod = pairs["Pod"]
    assert pod["objects_in_sample"] == 2
    assert pod["copy"]["ns_per_object"] > pod["retag"]["ns_per_object"] > 0
    assert pod["copy"]["bytes_per_object"] > pairs["Container"]["copy"]["bytes_per_object"] > 0
    assert pod["retag"]["bytes_per_object"] == 0
    assert pod["copy"]["ms_per_list"] == pytest.approx(pod["copy"]["ns_per_object"] * 500 / 1e6, abs=0.001)
    assert pod["copy"]["bytes_per_list"] == pod["copy"]["bytes_per_object"] * 500
    assert pairs["Spec"]["copy"] is not None
    assert (pairs["Spec"]["retag"], pairs["Spec"]["retag_refused"]) == (None, "not identical")
    assert pairs["Scale"]["copy"] is pairs["Scale"]["retag"] is None
    assert pairs["Scale"]["alias"]["bytes_per_list"] == 0
    assert pairs["Policy"]["copy"] is None


def test_a_refusal_of_the_interpreter_is_told_in_its_words() -> None:
    pairs = {pair["hub"].rpartition(".")[2]: pair for pair in costs("--pair", "Split")["pairs"]}

    assert pairs["Split"]["retag"] is None
    assert "object layout differs" in pairs["Split"]["retag_refused"]
    shown = cost("--pair", "Split").stdout
    assert re.search(r"apis\.apps\.types\.Split .* refused", shown)
    assert "dataclass, slotted, slots split over base classes: this interpreter refuses to retag: " in shown


def test_a_kind_on_one_side_only_makes_types_identical_that_cannot_be_retagged() -> None:
    write("apis/apps/types.py", "from dataclasses import dataclass\n\n\n@dataclass(slots=True)\nclass A:\n    x: int\n")
    write("apis/apps/v1/types.py", Path("apis/apps/types.py").read_text() + "    kind: str = 'A'\n")

    (pair,) = costs()["pairs"]
    assert pair["state"] == "identical"
    assert "object layout differs" in pair["retag_refused"]
    assert "dataclass, slotted, api_version or kind on one side only: this interpreter refuses" in cost().stdout


def test_the_table_ends_with_the_counts() -> None:
    result = cost()

    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].split()[:4] == ["hub", "type", "served", "state"]
    assert lines[-1] == "9 pairs: 1 aliased, 6 identical, 2 differ (1 only through nested types)"
    assert "Only this is free." in result.stdout
    assert "apis.apps.types.Deployment differs only through apis.apps.types.Spec.replicas" in lines


def test_a_library_that_is_missing_is_stood_in_for_and_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("apivet.costs.standins._installed", lambda library: False)

    assert costs("--pair", "Model")["stand_ins"] == {"pydantic": "dataclass"}
    assert "pydantic is not installed here: a dataclass class stood in for it." in cost("--pair", "Model").stdout


def test_nobodys_code_is_imported() -> None:
    write("apis/apps/types.py", "raise SystemExit('imported')\n" + HUB)
    write("apis/__init__.py", "raise SystemExit('imported')\n")

    assert cost().exit_code == 0


@pytest.mark.parametrize("name", ["Pod", "apis.apps.types.Pod", "apis.apps.v1.types.Pod"])
def test_a_pair_can_be_chosen_by_any_of_its_names(name: str) -> None:
    assert [pair["hub"] for pair in costs("--pair", name)["pairs"]] == ["apis.apps.types.Pod"]


def test_a_pair_that_there_is_not_is_one_clear_line() -> None:
    result = cost("--pair", "Podd")

    assert result.exit_code == 2
    assert result.stderr == "--pair: there is no hub or served type 'Podd'; did you mean 'Pod'?\n"


def test_no_pair_at_all_is_one_clear_line() -> None:
    write("other/models.py", "class Model:\n    size: int\n")
    result = cost("other")

    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("other: no hub and served pair found; ")


def test_a_path_that_there_is_not_is_one_clear_line() -> None:
    result = cost("nowhere")

    assert result.exit_code == 2
    assert result.stderr == "nowhere: no such file or directory\n"


def test_a_broken_hub_is_told_and_the_others_are_measured() -> None:
    write("apis/batch/types.py", "class Job(\n")
    write("apis/batch/v1/types.py", "class Job:\n    size: int\n")
    result = cost()

    assert result.exit_code == 2
    assert "9 pairs:" in result.stdout
    assert result.stderr.startswith("apis/batch/types.py:1: ")


def test_a_mapping_in_the_configuration_is_followed() -> None:
    hub = '[[tool.apivet.hub]]\nhub = "server.{rest}"\nserved = "client.{rest}"\ntypes = { "{name}" = "V1{name}" }\n'
    write("pyproject.toml", f"[tool.apivet]\n\n{hub}")
    write("server/flows.py", "import attrs\n\n\n@attrs.define\nclass Flow:\n    name: str\n")
    write("client/flows.py", "import attrs\n\n\n@attrs.define\nclass V1Flow:\n    name: str\n")

    (pair,) = costs("server", "client")["pairs"]
    assert (pair["hub"], pair["served"], pair["state"]) == ("server.flows.Flow", "client.flows.V1Flow", "identical")


NOBODY = ("-c", "user.name=a", "-c", "user.email=a@example.org")


def commit() -> None:
    for arguments in (["init", "-q", "-b", "main"], ["add", "-A"], [*NOBODY, "commit", "-q", "-m", "1"]):
        subprocess.run(["git", *arguments], check=True)


def test_a_revision_is_compared_with() -> None:
    commit()
    for name in ("apis/apps/types.py", "apis/apps/v1/types.py"):
        text = Path(name).read_text()
        text = text.replace("class Base:\n    first: int", "class Base:\n    first: int\n    more: int")
        write(name, text.replace("class Container:", "class Box:").replace("[Container]", "[Box]"))
    document = costs("--since", "main")
    since = document["since"]
    assert (since["revision"], len(since["commit"])) == ("main", 40)
    assert since["changed"] == ["apis.apps.types.Base", "apis.apps.types.Split"]
    assert (since["new"], since["gone"]) == (["apis.apps.types.Box"], ["apis.apps.types.Container"])
    now, before = ({row["hub"]: row for row in rows} for rows in (document["pairs"], since["pairs"]))
    assert all(now[hub] == before[hub] for hub in now.keys() & before.keys() - set(since["changed"]))
    base = "apis.apps.types.Base"
    assert now[base]["copy"]["bytes_per_object"] > before[base]["copy"]["bytes_per_object"]
    assert costs("--since", "main", "--pair", "Container")["since"]["gone"] == ["apis.apps.types.Container"]


def test_each_pair_that_is_another_has_a_row_with_what_it_was() -> None:
    commit()
    write("apis/apps/types.py", HUB.replace("class Container:", "class Box:").replace("[Container]", "[Box]"))
    write("apis/apps/v1/types.py", SERVED.replace("class Container:", "class Box:").replace("[Container]", "[Box]"))
    lines = cost("--since", "main").stdout.splitlines()
    shown = [line.split()[:4] for line in lines]
    new = [line[:3] for line in shown].index(["apis.apps.types.Box", "v1", "identical"])
    assert shown[new + 1] == ["at", "main", "none"]
    gone = shown.index(["apis.apps.types.Container", "v1", "gone"])
    assert shown[gone + 1] == ["at", "main", "v1", "identical"]
    assert lines[-1].startswith("since main: 0 changed, 1 new, 1 gone, 8 as they were; to copy an object of each pair ")
    assert "main" not in cost().stdout
    assert costs()["since"] is None


def test_a_revision_that_can_not_be_read_is_told() -> None:
    assert "--since main: this is not a git repository" in cost("--since", "main").stderr
    write("apis/batch/types.py", "class Job(\n")
    write("apis/batch/v1/types.py", "class Job:\n    size: int\n")
    commit()
    write("apis/batch/types.py", "class Job:\n    size: int\n")
    result = cost("--since", "HEAD")
    assert (result.exit_code, result.stderr[:28]) == (2, "HEAD:apis/batch/types.py:1: ")
    assert "--since nope: there is no revision 'nope'" in cost("--since", "nope").stderr
