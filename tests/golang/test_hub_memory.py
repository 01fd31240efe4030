"""Hub types in Go that lie in memory as their served types do, whatever the types in them are called."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.golang.ferries import HUB, HUB_TYPES, SERVED_TYPES, SERVER, report, rows, write

BOTH = """
type Pair[K comparable, V any] struct { Key K; Value V }
type Counted[T any] struct { Number int }
type Inner struct { X int }
type Word string
type Namer interface { Name() string }
"""
#: Types of one field, in the hub and in the served version, and the verdict.
PAIRS = [
    ("Inner", "struct { X int }", "holds"),
    ("struct { X int }", "struct { X int }", "holds"),
    ("Inner", "struct { X int8 }", "violated"),
    ("Inner", "struct { Y int }", "violated"),
    ("[]*Inner", "[]*struct { X int }", "holds"),
    ("func(Inner)", "func(struct { X int })", "holds"),
    ("struct { A struct { B Inner } }", "struct { A struct { B struct { X int } } }", "holds"),
    ("struct { A func(Inner); B chan Inner }", "struct { A func(struct { X int }); B chan Inner }", "holds"),
    ("struct { A func(...Inner) }", "struct { A func([]Inner) }", "violated"),
    ("struct { X, Y int }", "struct { Y, X int }", "violated"),
    ("struct { X Unheard }", "struct { X Unheard }", "unproven"),
    ("Pair[string, int]", "struct { Key string; Value int }", "holds"),
    ("Pair[string, int]", "struct { Key string; Value int8 }", "violated"),
    ("Pair[string, Inner]", "Pair[string, struct { X int }]", "holds"),
    ("Pair[string, int]", "Pair[int, string]", "violated"),
    ("Pair[string, func(int)]", "Pair[string, func(string)]", "violated"),
    ("Counted[string]", "Counted[int]", "holds"),
    # A value of an interface also says which interface it was made as, and is compared with that.
    ("Namer", "interface { Name() string }", "violated"),
    ("error", "interface { Error() string }", "violated"),
    ("interface { Take(Word) }", "interface { Take(string) }", "violated"),
    ("interface { Take(...int) }", "interface { Take([]int) }", "violated"),
    ("interface { Namer; error }", "interface { Error() string; Name() string }", "holds"),
    ("interface { Namer; Take() }", "interface { Take() }", "violated"),
    ("interface { unheard.Of; Take() }", "interface { Take() }", "unproven"),
    ("interface { any }", "any", "holds"),
    # Fields without a name take room.
    ("struct { X int8; _ int64; Y int8 }", "struct { X int8; _ int64; Y int8 }", "holds"),
    ("struct { X int8; _ Word; Y int8 }", "struct { X int8; _ string; Y int8 }", "holds"),
    ("struct { X int8; _ int64; Y int8 }", "struct { X int8; _ int32; Y int8 }", "violated"),
    ("struct { X int8; _ int64; Y int8 }", "struct { X int8; Y int8; _ int64 }", "violated"),
    ("struct { X int8; _ int64; Y int8 }", "struct { X int8; Y int8 }", "violated"),
    ("struct { X int8; _ Inner }", "struct { X int8; _ struct { X int } }", "holds"),
    ("struct { X int8; _ Inner }", "struct { X int8; _ struct { X int8 } }", "violated"),
    ("struct { X int8; _ Unheard }", "struct { X int8; _ Unheard }", "unproven"),
]


def _write(directory: Path, monkeypatch: pytest.MonkeyPatch, hub: str, served: str) -> None:
    monkeypatch.chdir(directory)
    monkeypatch.setenv("XDG_CACHE_HOME", str(directory / "cache"))
    files = dict(SERVER)
    files[HUB_TYPES] += BOTH + hub
    files[SERVED_TYPES] += BOTH + served
    write(files)


def test_types_of_fields(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sides = [
        "".join(f"type T{number} struct {{ F {pair[side]} }}\n" for number, pair in enumerate(PAIRS)) for side in (0, 1)
    ]
    _write(tmp_path, monkeypatch, *sides)
    told = rows()
    assert [(*pair[:2], told[f"{HUB}.T{number}", "hub-type-differs"]) for number, pair in enumerate(PAIRS)] == PAIRS


def test_declared_types_with_blank_fields(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _write(tmp_path, monkeypatch, "type Gap struct { X int8; _ int64; Y int8 }", "type Gap struct { X, Y int8 }")
    assert rows()[f"{HUB}.Gap", "hub-type-differs"] == "violated"


def test_a_field_that_is_there_twice_is_where_it_is_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _write(tmp_path, monkeypatch, "type Gap struct { X, Y int8; Y int8 }", "type Gap struct { X, Y int8 }")
    assert rows()[f"{HUB}.Gap", "hub-type-differs"] == "holds"


def test_differences_are_told_of_declared_types(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hub = "type Box[T any] struct { A T; B int }\ntype Held struct { F Box[string] }\ntype Holder struct { F Inner }"
    served = "type Box[T any] struct { A T; B int8 }\ntype Held struct { F Box[string] }\ntype Holder struct { F struct { X int8 } }"
    _write(tmp_path, monkeypatch, hub, served)
    assert [(each["object"].removeprefix(f"{HUB}."), each["field"]) for each in report()["findings"]] == [
        ("Box", "b"),
        ("Holder", "f"),
    ]
    assert rows()[f"{HUB}.Held", "hub-type-differs"] == "violated"


@pytest.mark.parametrize(("served", "told"), [("*metav1.Status", "holds"), ("*metav1.Patch", "unproven")])
def test_types_of_a_package_that_the_tree_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, served: str, told: str
) -> None:
    _write(tmp_path, monkeypatch, "type Told struct { F *metav1.Status }", f"type Told struct {{ F {served} }}")
    shutil.rmtree("vendor")
    assert rows()[f"{HUB}.Told", "hub-type-differs"] == told
