"""API types of Go from the command line on: hubs against served types, tags, revisions and lock files."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.golang.ferries import HUB, HUB_TYPES, SERVED, SERVED_TYPES, SERVER, report, told, with_edits, write

from apivet.cli import main

DIFFERS, PERMUTED, MISSING, NEW = "hub-type-differs", "hub-fields-permuted", "hub-type-missing", "ungated-new-field"
DECK = "type Deck struct {\n\tCars  int32\n\tVans  int32\n}\n"
WIDER = (SERVED_TYPES, "Berths int32 ", "Berths int64 ")


@pytest.fixture(autouse=True)
def _tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tree").mkdir()
    monkeypatch.chdir(tmp_path / "tree")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def found_in(files: Mapping[str, str], *arguments: str) -> list[tuple[str, str]]:
    write(files)
    return told(report(*arguments))


# ------------------------------------------------------------------------------------------------ hubs and served


@pytest.mark.parametrize(
    ("edits", "findings"),
    [
        pytest.param([WIDER], [(DIFFERS, f"{HUB}.FerrySpec")], id="width"),
        pytest.param([(HUB_TYPES, "Vans  int32", "Vans  *int32")], [(DIFFERS, f"{HUB}.Deck")], id="pointer"),
        pytest.param([(HUB_TYPES, "Decks  []Deck", "Decks  map[string]Deck")], [(DIFFERS, f"{HUB}.FerrySpec")], id="map"),
        pytest.param([(HUB_TYPES, "\tVans  int32\n", "")], [(DIFFERS, f"{HUB}.Deck")], id="one less"),
        pytest.param(
            [(HUB_TYPES, "\tCars  int32\n\tVans  int32\n", "\tVans  int32\n\tCars  int32\n")],
            [(PERMUTED, f"{HUB}.Deck"), (DIFFERS, f"{HUB}.Deck")],
            id="permuted",
        ),
        pytest.param([(SERVED_TYPES, "", "\ntype Buoy struct {\n\tColour string\n}\n")], [(MISSING, f"{SERVED}.Buoy")], id="missing"),
        pytest.param(
            [(HUB_TYPES, "Cars  int32", "Cars  Count"), (HUB_TYPES, "", "\ntype Count int64\n")],
            [(DIFFERS, f"{HUB}.Deck")],
            id="a name for another type",
        ),
        pytest.param([(HUB_TYPES, "Cars  int32", "Cars  Count"), (HUB_TYPES, "", "\ntype Count int32\n")], [], id="a name for the type"),
        pytest.param([(HUB_TYPES, DECK, "type (\n\tDeck struct {\n\t\tCars, Vans int32\n\t}\n)\n")], [], id="grouped"),
        pytest.param([(HUB_TYPES, DECK, "type Deck = deck\n\ntype deck struct {\n\tCars, Vans int32\n}\n")], [], id="alias"),
        pytest.param(
            [(HUB_TYPES, DECK, "type Deck = v1.Deck\n"), (HUB_TYPES, "import metav1", 'import v1 "ex.org/harbour/pkg/apis/harbour/v1"\nimport metav1')],
            [],
            id="alias of the served type",
        ),
    ],
)  # fmt: skip
def test_hub_types_lie_in_memory_as_served_ones(
    edits: list[tuple[str, str, str]], findings: list[tuple[str, str]]
) -> None:
    assert sorted(found_in(with_edits(*edits), "--select", f"{DIFFERS},{PERMUTED},{MISSING}")) == sorted(findings)


def test_a_package_of_constants_is_no_hub() -> None:
    files = {name: text for name, text in SERVER.items() if not name.startswith("pkg/apis/harbour/") or "/v1/" in name}
    served = (SERVED_TYPES, "package v1", "// +k8s:deepcopy-gen=package\npackage v1")
    constants = {**files, HUB_TYPES: 'package harbour\n\nconst GroupName = "harbour.ex.org"\n'}
    rules = ("--select", f"{MISSING},support-generation-not-enabled")
    for hub, rows in ((constants, 0), (SERVER, 3)):
        write({**hub, SERVED_TYPES: SERVER[SERVED_TYPES].replace(*served[1:])})
        found = {row["rule"] for row in report(*rules)["verdicts"]}
        assert len(found) == min(rows, 2)


def test_what_is_not_in_the_tree_is_unproven() -> None:
    write(with_edits((SERVED_TYPES, "Decks  []Deck", "Decks  []Pontoon")))
    assert {finding["verdict"] for finding in report("--select", DIFFERS)["findings"]} == {"unproven"}


def test_the_preferred_version_is_what_counts() -> None:
    newer = SERVER[SERVED_TYPES].replace("package v1", "package v2").replace("Berths int32 ", "Berths int64 ")
    write({**SERVER, "pkg/apis/harbour/v2/types.go": newer})
    (finding,) = report("--select", DIFFERS)["findings"]
    assert (finding["object"], finding["field"], finding["line"]) == (f"{HUB}.FerrySpec", "berths", 14)
    assert finding["message"].endswith("`berths`: `int32` here, `int64` in v2")


def moved(files: Mapping[str, str], served: str, hub: str, module: str = "ex.org/harbour") -> dict[str, str]:
    """The files with the packages of types in other places, where ``served`` is one in the module or an import path."""
    places = (("pkg/apis/harbour/v1", served), ("pkg/apis/harbour", hub))
    found = {}
    for name, text in files.items():
        for before, after in places:
            path = after.rpartition("staging/src/")[2] if "staging" in after else f"ex.org/harbour/{after}"
            text, name = text.replace(f"ex.org/harbour/{before}", path), name.replace(before, after)
        found[name] = text.replace("ex.org/harbour", module)
    return found


def test_patterns_of_hubs_are_import_paths() -> None:
    table = (
        '[[tool.apivet.hub]]\nhub = "ex.org/harbour/internal/{rest}"\nserved = "ex.org/harbour/api/{rest}/{version}"\n'
    )
    files = moved(with_edits(WIDER), "api/harbour/v1", "internal/harbour")
    assert found_in(files) == []
    assert found_in({"pyproject.toml": table}) == [(DIFFERS, "ex.org/harbour/internal/harbour.FerrySpec")]
    assert report()["problems"] == []
    assert found_in({"pyproject.toml": f'{table}preferred = "v1"\n'}) != []
    assert report()["problems"] == []
    write({"pyproject.toml": f'{table}preferred = "v7"\n'})
    (problem,) = report()["problems"]
    assert "no served package is of the version that 'preferred' names, 'v7'" in problem["message"]
    assert problem["fatal"]


@pytest.mark.parametrize("staged", [{}, {"staging/src/k8s.io/api/go.mod": "module k8s.io/api\n"}])
def test_served_types_may_be_staged(staged: dict[str, str]) -> None:
    files = moved(with_edits(WIDER), "staging/src/k8s.io/api/harbour/v1", "pkg/apis/harbour", "k8s.io/kubernetes")
    assert found_in({**files, **staged}) == [(DIFFERS, "k8s.io/kubernetes/pkg/apis/harbour.FerrySpec")]


# ------------------------------------------------------------------------------------------- tags and earlier states


def with_winch(tag: str) -> dict[str, str]:
    """The server with one more field, below these lines."""
    return with_edits(
        (HUB_TYPES, "\tDecks  []Deck", f"{tag}\tWinch  int32\n\tDecks  []Deck"),
        (SERVED_TYPES, "\tDecks  []Deck", f'{tag}\tWinch  int32 `json:"winch"`\n\tDecks  []Deck'),
    )


UNGATED = [(NEW, f"{HUB}.FerrySpec"), (NEW, f"{SERVED}.FerrySpec")]


def git(*arguments: str) -> None:
    subprocess.run(
        ["git", "-c", "user.name=mate", "-c", "user.email=mate@example.org", "-c", "commit.gpgsign=false", *arguments],
        check=True,
        capture_output=True,
    )


def test_new_fields_are_told_against_a_revision_unless_a_tag_gates_them() -> None:
    write(SERVER)
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "As it was"]):
        git(*arguments)
    told_by_tag = {
        tag: found_in(with_winch(tag), "--since", "HEAD", "--select", NEW)
        for tag in (
            "",
            "\t// +featureGate=Moorings\n",
            "\t//+k8s:featureGate=Moorings\n",
            "\t// +k8s:ifEnabled(Moorings)=+k8s:required\n",
            "\t// +featureGate=Moorings\n\t//\n\t// +optional\n\t// Winch pulls.\n",
            "\t// On +featureGate=Moorings see below.\n",
            "\t// +featureGate=Moorings\n\n",
        )
    }
    assert list(told_by_tag.values()) == [UNGATED, [], [], [], [], UNGATED, UNGATED]


def test_new_fields_are_told_against_a_lock_file_of_import_paths() -> None:
    write(SERVER)
    assert CliRunner().invoke(main, ["types", "lock"]).exit_code == 0
    lock = Path("apivet.lock").read_text().splitlines()
    assert f"{SERVED}.Deck.cars: int32" in lock
    assert f"{HUB}.Ferry.metadata: k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta" in lock
    assert CliRunner().invoke(main, ["types", "lock", "--check"]).exit_code == 0
    assert found_in({}, "--select", NEW) == []
    assert found_in(with_winch(""), "--select", NEW) == UNGATED
    assert CliRunner().invoke(main, ["types", "lock", "--check"]).exit_code == 1
