"""Arrays that are as long as a constant says: lengths are numbers, however they are written."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.golang.ferries import HUB, HUB_TYPES, SERVED_TYPES, SERVER, rows, write

from apivet.golang.constants import Constants
from apivet.golang.facts import GoFacts
from apivet.golang.files import Disk
from apivet.golang.program import GoProgram
from apivet.program.front_end import DefaultScope

CONSTANTS = """
const Size = 4
const %s = 5
const Wide = Size * 2
const Typed int = 3
const Word = "caf\u00e9"
const ( _ = iota; One; Two )
type Mark struct { metav1.TypeMeta; metav1.ObjectMeta; F [%s]byte }
"""
PAIRS = {
    "Size": [("Size", "holds"), ("4", "holds"), ("(Size)", "holds"), ("0x4", "holds"), ("Other", "violated")],
    "Wide": [("8", "holds"), ("1 << 3", "holds"), ("010", "holds"), ("10", "violated")],
    "Two": [("2", "holds"), ("One", "violated")],
    "Typed": [("3", "holds"), ("Two", "violated")],
    "len(Word)": [("5", "holds"), ("4", "violated"), ('len("tea") + 2', "holds"), ("len(`\\u`)", "violated")],
    "sha256.Size": [("32", "holds"), ("20", "violated"), ("sha256.Size", "holds"), ("len(Word)", "violated")],
    "unknown.Size": [("4", "unproven")],
}
CASES = [(hub, served, told) for hub, others in PAIRS.items() for served, told in others]


@pytest.mark.parametrize(("hub", "served", "told"), CASES)
def test_arrays_of_hub_and_served_types(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hub: str, served: str, told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    files = dict(SERVER)
    for types in (HUB_TYPES, SERVED_TYPES):
        files[types] = files[types].replace("import", 'import "crypto/sha256"\nimport', 1)
    files[HUB_TYPES] += CONSTANTS % ("Another", hub)
    files[SERVED_TYPES] += CONSTANTS % ("Other", served)
    write(files)
    assert rows()[f"{HUB}.Mark", "hub-type-differs"] == told


def test_constants_beyond_what_compiles_are_not_computed(tmp_path: Path) -> None:
    chain = "".join(
        f"const N{number + 1} = N{number} * N{number}\nconst T{number + 1} = T{number} + T{number}\n"
        for number in range(38)
    )
    (tmp_path / "go.mod").write_text("module ex.org/m\n", encoding="utf-8")
    (tmp_path / "m.go").write_text(f'package m\nconst N0 = 1 << 500\nconst T0 = "long"\n{chain}', encoding="utf-8")
    program = GoProgram(DefaultScope(), GoFacts(modules=(str(tmp_path),)), str(tmp_path), Disk())
    package = program.packages.package("ex.org/m")
    assert package is not None
    constants: Constants = program.typing.constants
    assert constants.value(package.constants["N0"]) is not None
    assert constants.value(package.constants["N38"]) is None
    assert constants.value(package.constants["T38"]) is None
