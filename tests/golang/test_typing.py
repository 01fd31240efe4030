"""Packages, declarations and static types of small Go trees."""

from __future__ import annotations

from pathlib import Path

from apivet.golang.declarations import FunctionDeclaration, VariableDeclaration
from apivet.golang.files import Disk
from apivet.golang.modules import Modules
from apivet.golang.packages import Package, Packages
from apivet.golang.types import Array, Basic, Func, Map, Named, Pointer, Slice, TypeParameter, UnknownType
from apivet.golang.typing import Typing


def tree(root: Path, files: dict[str, str]) -> Typing:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    disk = Disk()
    return Typing(Packages(str(root), Modules(str(root), [str(root)], disk), disk))


def package(typing: Typing, path: str) -> Package:
    found = typing.packages.package(path)
    assert found is not None
    return found


def test_fields_are_found_at_the_least_depth(tmp_path: Path) -> None:
    typing = tree(
        tmp_path,
        {
            "go.mod": "module ex.org/shop\n",
            "base/base.go": "package base\ntype Meta struct { Name string; Size *int32 }\nfunc (m *Meta) Rename(n string) {}\n",
            "shop.go": 'package shop\nimport "ex.org/shop/base"\ntype Order struct { base.Meta; Size []int }\ntype Rush struct { *Order }\n',
        },
    )
    rush = typing.named("ex.org/shop", "Rush")
    size, name = typing.select(rush, "Size"), typing.select(rush, "Name")
    assert size is not None
    assert size.field is not None
    assert size.field.type == Slice(Basic("int"))
    assert name is not None
    assert [each.name for each in name.path] == ["Order", "Meta"]
    rename = typing.select(rush, "Rename")
    assert rename is not None
    assert rename.owner == Named("ex.org/shop/base", "Meta")
    assert rename.signature == Func((Basic("string"),))
    assert typing.method_names(rush) == ("Rename",)
    assert typing.select(rush, "Colour") is None
    assert not typing.hides(rush)


def test_two_of_one_depth_select_nothing(tmp_path: Path) -> None:
    typing = tree(
        tmp_path,
        {
            "go.mod": "module m\n",
            "m.go": "package m\ntype A struct{ X int }\ntype B struct{ X int }\ntype C struct { A; B }\n",
        },
    )
    assert typing.select(Named("m", "C"), "X") is None


def test_what_is_outside_hides_names(tmp_path: Path) -> None:
    typing = tree(
        tmp_path,
        {"go.mod": "module m\n", "m.go": 'package m\nimport "far.org/away/v2"\ntype C struct { away.Thing }\n'},
    )
    (embedded,) = typing.struct(Named("m", "C")).fields  # type: ignore[union-attr]
    assert (embedded.name, embedded.type) == ("Thing", Named("far.org/away/v2", "Thing"))
    assert typing.hides(Named("m", "C"))


def test_aliases_are_the_type_and_circles_end(tmp_path: Path) -> None:
    typing = tree(
        tmp_path,
        {
            "go.mod": "module m\n",
            "m.go": "package m\ntype A = B\ntype B struct{}\ntype C = D\ntype D = C\ntype E F\ntype F E\n",
        },
    )
    assert typing.named("m", "A") == Named("m", "B")
    assert isinstance(typing.named("m", "C"), UnknownType)
    assert isinstance(typing.underlying(Named("m", "E")), UnknownType)


def test_generic_types_take_their_arguments(tmp_path: Path) -> None:
    text = "package m\ntype Pair[K comparable, V any] struct { Key K; All map[K][]V }\ntype P struct { Pair[string, *int] }\nfunc (p Pair[A, B]) First() A { return p.Key }\nfunc Of[T any](x [2]T) T { return x[0] }\n"
    typing = tree(tmp_path, {"go.mod": "module m\n", "m.go": text})
    all_, first = typing.select(Named("m", "P"), "All"), typing.select(Named("m", "P"), "First")
    assert all_ is not None
    assert all_.field is not None
    assert all_.field.type == Map(Basic("string"), Slice(Pointer(Basic("int"))))
    assert first is not None
    assert first.signature == Func((), (Basic("string"),))
    declared = package(typing, "m").find("Of")
    assert isinstance(declared, FunctionDeclaration)
    assert typing.signature(declared) == Func((Array("2", TypeParameter("T")),), (TypeParameter("T"),))


def test_constants_repeat_the_line_above(tmp_path: Path) -> None:
    typing = tree(
        tmp_path, {"go.mod": "module m\n", "m.go": "package m\ntype F int\nconst (\n\tA F = 1 << iota\n\t_\n\tB\n)\n"}
    )
    constant = package(typing, "m").constants["B"]
    assert constant.iota == 2
    assert constant.value_node is not None
    assert constant.value_node.text == b"1 << iota"
    assert constant.type_node is not None
    assert typing.of(constant.type_node, constant.file) == Named("m", "F")


def test_packages_are_found_where_modules_lie(tmp_path: Path) -> None:
    typing = tree(
        tmp_path,
        {
            "go.mod": "module ex.org/main\nreplace (\n\tex.org/lib => ./elsewhere // here\n)\n",
            "go.work": "use (\n\t.\n\t./staging/src/ex.org/api\n)\n",
            "main.go": "package main\n",
            "elsewhere/go.mod": "module ex.org/lib\n",
            "elsewhere/deep/d.go": "package deep\n",
            "staging/src/ex.org/api/go.mod": "module ex.org/api\n",
            "staging/src/ex.org/api/v1/a.go": "package v1\n",
            "vendor/far.org/x/v3/x.go": "package y\n",
            "nested/go.mod": "module ex.org/nested\n",
            "nested/n.go": "package nested\n",
        },
    )
    packages = typing.packages
    assert package(typing, "ex.org/lib/deep").directory == str(tmp_path / "elsewhere/deep")
    assert package(typing, "ex.org/api/v1").name == "v1"
    assert packages.name("far.org/x/v3") == "y"
    assert packages.package("ex.org/main/nothing") is None
    nested = packages.package_at(str(tmp_path / "nested"))
    assert nested is not None
    assert nested.path == "ex.org/nested"
    assert [packages.name(path) for path in ("gopkg.in/yaml.v3", "a.b/go-cmp/cmp", "a.b/go-bar", "a.b/c/v6")] == [
        "yaml", "cmp", "bar", "c",
    ]  # fmt: skip


def test_links_lead_to_one_package_and_never_out(tmp_path: Path) -> None:
    (tmp_path / "away").mkdir()
    (tmp_path / "away/a.go").write_text("package away\n")
    root = tmp_path / "in"
    typing = tree(
        root,
        {
            "go.mod": "module m\n",
            "staging/src/ex.org/api/go.mod": "module ex.org/api\n",
            "staging/src/ex.org/api/a.go": "package api\n",
        },
    )
    (root / "vendor/ex.org").mkdir(parents=True)
    (root / "vendor/ex.org/api").symlink_to(root / "staging/src/ex.org/api")
    (root / "vendor/out").symlink_to(tmp_path / "away")
    (root / "vendor/round").symlink_to(root / "vendor/round")
    assert package(typing, "ex.org/api").directory == str(root / "staging/src/ex.org/api")
    assert typing.packages.modules.import_path(str(root / "vendor/ex.org/api")) == "ex.org/api"
    assert typing.packages.package("out") is None
    assert typing.packages.package("round") is None


def test_one_system_is_built(tmp_path: Path) -> None:
    typing = tree(
        tmp_path,
        {
            "go.mod": "module m\n",
            "a_windows.go": "package m\nvar A = 1\n",
            "a_linux.go": "package m\nvar A = 2\n",
            "b.go": "//go:build !linux || (ignore && go1.5)\n\npackage m\nvar B = 1\n",
            "c.go": "// Text.\n\n//go:build linux && !arm64\n\npackage m\nvar C = 1\n",
            "c_test.go": "package m\nvar D = 1\n",
        },
    )
    found = {name: package(typing, "m").find(name) for name in "ABCD"}
    assert {name for name, each in found.items() if each is not None} == {"A", "C"}
    assert isinstance(found["A"], VariableDeclaration)
    assert found["A"].value_node is not None
    assert found["A"].value_node.text == b"2"


def test_broken_declarations_are_left_out_and_known(tmp_path: Path) -> None:
    typing = tree(
        tmp_path,
        {
            "go.mod": "module m\n",
            "m.go": "\ufeffpackage m\r\ntype A struct {\r\n\tX int\r\n}\r\nfunc (a A) Bad() { if { }\r\n}\r\nfunc Good() {}\r\nfunc (a A) Worse(int {\r\n}\r\n",
        },
    )
    found = package(typing, "m")
    assert found.type("A") is not None
    assert found.method("A", "Bad") is not None
    assert found.method("A", "Worse") is None
    assert found.is_broken("Worse", "A")


def test_generated_code_is_read_when_nothing_else_has_the_name(tmp_path: Path) -> None:
    typing = tree(
        tmp_path,
        {
            "go.mod": "module m\n",
            "m.go": "package m\ntype A struct { B }\n",
            "zz.go": "// Code generated by x. DO NOT EDIT.\n\npackage m\ntype B struct { C int }\nfunc (a *A) DeepCopy() *A { return a }\n",
        },
    )
    assert typing.select(Named("m", "A"), "C") is not None
    copied = typing.select(Named("m", "A"), "DeepCopy")
    assert copied is not None
    assert copied.signature == Func((), (Pointer(Named("m", "A")),))
    assert typing.method_names(Named("m", "A")) == ()
