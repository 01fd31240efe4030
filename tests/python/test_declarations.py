"""Annotations are read exactly, wherever the names in them come from."""

from __future__ import annotations

import sys

import pytest
from sources_as_text import workspace_from_text

from apivet.program import model
from apivet.program.annotations import UNSAID, Declared, Unclear, spelled
from apivet.python.program import Workspace

DATA = "from dataclasses import dataclass\nfrom typing import *\n"


def type_of(sources: dict[str, str] | str, dotted: str = "m.C") -> model.Type:
    workspace = workspace_from_text({"m.py": DATA + sources} if isinstance(sources, str) else sources)
    return found_in(workspace, dotted)


def found_in(workspace: Workspace, dotted: str) -> model.Type:
    found = workspace.type(dotted)
    assert found is not None
    return found


def told(type_: model.Type) -> dict[str, str]:
    return {item.name: spelled(item.annotation) for item in type_.fields}


def test_what_is_written_is_kept_as_it_stands() -> None:
    found = type_of(
        "class Ä: ...\n@dataclass\nclass C:\n"
        "    a: Optional['Ä'] = None\n    b: 'list[ Ä ]'\n    c: dict[\n        str,\n        int,\n    ]\n"
    )
    assert [item.written for item in found.fields] == ["Optional['Ä']", "'list[ Ä ]'", "dict[ str, int, ]"]
    assert told(found) == {"a": "m.Ä | None", "b": "list[m.Ä]", "c": "dict[str, int]"}


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_lines_may_end_in_any_way(newline: str) -> None:
    found = type_of({"m.py": newline.join(("class C:", "    a: int", "    b: 'str'", ""))})
    assert [item.written for item in found.fields] == ["int", "'str'"]


def test_text_in_another_encoding_is_shown_right() -> None:
    workspace = workspace_from_text({"m.py": ""})
    source = "# coding: latin-1\nclass Ä: ...\nclass C:\n    ä: Ä; b: 'Ä'\n"
    workspace.files._buffers[workspace.absolute("m.py")] = source.encode("latin-1")
    assert [item.written for item in found_in(workspace, "m.C").fields] == ["Ä", "'Ä'"]


def test_names_lead_through_imports_and_exports() -> None:
    sources = {
        "pkg/__init__.py": "from pkg.parts import Part as Piece\nfrom . import parts as pieces\n",
        "pkg/parts.py": "class Part: ...\nParts = list[Part]\nclass Outer:\n    class Inner: ...\n",
        "m.py": (
            "from __future__ import annotations\nfrom typing import TYPE_CHECKING\nimport pkg.parts as p, datetime as dt\n"
            "from decimal import Decimal as D\nimport elsewhere\nfrom elsewhere.types import Thing\n"
            "if TYPE_CHECKING:\n    from pkg import Piece, pieces\nelse:\n    Piece = object\n"
            "class C:\n    a: Piece\n    b: p.Part\n    c: pieces.Parts\n    d: dt.datetime\n    e: D\n"
            "    f: elsewhere.types.Thing\n    g: Thing\n    h: p.Outer.Inner\n"
        ),
    }
    assert told(type_of(sources)) == {
        "a": "pkg.parts.Part",
        "b": "pkg.parts.Part",
        "c": "list[pkg.parts.Part]",
        "d": "datetime.datetime",
        "e": "decimal.Decimal",
        "f": "elsewhere.types.Thing",
        "g": "elsewhere.types.Thing",
        "h": "pkg.parts.Outer.Inner",
    }


TRIED = "try:\n    from {} import Text\nexcept ImportError:\n    {}\n"


@pytest.mark.parametrize(
    ("bound", "expected"),
    [
        (TRIED.format("fancy", "Text = str"), "Text: it depends on what can be imported"),
        (TRIED.format("fancy", "from plain import Text"), "Text: it depends on what can be imported"),
        (TRIED.format("typing", "Text = str"), "str"),
        (TRIED.format("typing_extensions", "from typing import Text"), "str"),
        (TRIED.format("fancy", "raise"), "fancy.Text"),
        ("if TYPE_CHECKING:\n    from fancy import Text\nelse:\n    Text = str\n", "str"),
        ("if TYPE_CHECKING:\n    from fancy import Text\n", "fancy.Text"),
        ("if not TYPE_CHECKING:\n    Text = int\nelse:\n    from fancy import Text\n", "int"),
    ],
)
def test_a_name_is_what_it_is_when_the_program_runs(bound: str, expected: str) -> None:
    found = type_of(f"from typing import TYPE_CHECKING\n{bound}class C:\n    a: Text\n").fields[0].annotation
    assert (f"{found.text}: {found.reason}" if isinstance(found, Unclear) else spelled(found)) == expected


def test_the_name_of_a_class_is_that_of_where_it_is_declared() -> None:
    sources = {"served.py": "class T:\n    x: int\n", "hub.py": "import served\nT = served.T\nclass C:\n    t: T\n"}
    assert told(type_of(sources, "hub.C")) == {"t": "served.T"}


@pytest.mark.parametrize(
    ("annotation", "reason"),
    [
        ("Missing", "nothing binds the name"),
        ("list[Missing]", "nothing binds the name"),
        ("Twice", "what it is bound to can't be told"),
        ("3", "it is no type"),
        ("make()", "it is computed"),
        ("'not ( python'", "it is no type"),
        ("Optional", "it says nothing without arguments"),
    ],
)
def test_what_can_not_be_made_out_says_why(annotation: str, reason: str) -> None:
    source = f"from typing import Optional\nTwice = int\nTwice += 1\nclass C:\n    f: {annotation}\n"
    field = type_of({"m.py": source}).fields[0]
    inner = getattr(field.annotation, "arguments", [field.annotation])[-1]
    assert isinstance(inner, Unclear)
    assert inner.reason == reason


def test_fields_that_nothing_is_said_of() -> None:
    found = type_of("import attr, collections\n@attr.s\nclass C:\n    a = attr.ib()\n")
    assert found.fields[0].annotation == UNSAID
    assert found.fields[0].written == ""


# -------------------------------------------------------------------------------------------------------- generics


GENERIC = """
T = TypeVar("T")
U = TypeVar("U")
class Spec: ...
@dataclass
class Box(Generic[T]):
    content: T
    more: list[T] | None
@dataclass
class Two(Generic[T, U]):
    first: T
    second: dict[str, U]
"""


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("class C(Box[Spec]): ...", {"content": "m.Spec", "more": "list[m.Spec] | None"}),
        ("class C(Box['C']): ...", {"content": "m.C", "more": "list[m.C] | None"}),
        ("class C(Box): ...", {"content": "T", "more": "list[T] | None"}),
        ("class C(Box[Optional[U]], Generic[U]): ...", {"content": "U | None", "more": "list[U | None] | None"}),
        ("class C(Two[U, int], Generic[U]): ...", {"first": "U", "second": "dict[str, int]"}),
        ("class D(Two[U, T]): ...\nclass C(D[int, str]): ...", {"first": "int", "second": "dict[str, str]"}),
        (
            "class C(Box[int], Two[str, Box[Spec]]): ...",
            {"first": "str", "second": "dict[str, m.Box[m.Spec]]", "content": "int", "more": "list[int] | None"},
        ),
        (
            "class C:\n    a: Box[Spec]\n    b: Two[int, Box['C']]",
            {"a": "m.Box[m.Spec]", "b": "m.Two[int, m.Box[m.C]]"},
        ),
    ],
)
def test_type_variables_mean_what_they_are_applied_to(source: str, expected: dict[str, str]) -> None:
    source = "".join(
        f"@dataclass\n{line}\n" if line.startswith("class") else f"{line}\n" for line in source.split("\n")
    )
    assert told(type_of(GENERIC + source)) == expected


def test_an_applied_class_is_found_by_its_name() -> None:
    workspace = workspace_from_text({"m.py": DATA + GENERIC + "class C:\n    a: Box[Spec | None]\n    b: Box[Spec]\n"})
    assert told(found_in(workspace, "m.C"))["a"] == "m.Box[m.Spec | None]"
    assert told(found_in(workspace, "m.Box[m.Spec]")) == {"content": "m.Spec", "more": "list[m.Spec] | None"}


def test_a_variable_that_may_be_none_makes_its_field_optional() -> None:
    found = type_of(GENERIC + "@dataclass\nclass C(Box[Spec | None]): ...\n")
    assert [(item.name, item.optional) for item in found.fields] == [("content", True), ("more", True)]


def test_self_is_the_class() -> None:
    found = type_of("@dataclass\nclass C:\n    next: Optional['Self']\n") if sys.version_info >= (3, 11) else None
    assert found is None or told(found) == {"next": "m.C | None"}


def test_an_alias_may_refer_to_itself() -> None:
    found = type_of("Json = Union[str, list['Json'], dict[str, 'Json']]\nclass C:\n    a: Json\n")
    assert told(found) == {"a": "str | list[itself] | dict[str, itself]"}


@pytest.mark.skipif(sys.version_info < (3, 12), reason="type parameters are newer")
def test_new_style_type_parameters() -> None:
    source = (
        "class Spec: ...\ntype Pair[A, B] = tuple[B, A]\ntype Tree = list[Tree | Spec]\n"
        "@dataclass\nclass Box[X]:\n    x: X\n    pair: Pair[X, int]\n"
        "@dataclass\nclass C(Box[Spec]):\n    tree: Tree\n    own: Box['C']\n"
    )
    assert told(type_of(source)) == {
        "x": "m.Spec",
        "pair": "tuple[int, m.Spec]",
        "tree": "list[itself | m.Spec]",
        "own": "m.Box[m.C]",
    }


# ------------------------------------------------------------------------------------------------------ everything


def test_classes_that_refer_to_each_other() -> None:
    sources = {
        "a.py": "from __future__ import annotations\nimport b\nclass A:\n    b: b.B\n    own: list[A]\n",
        "b.py": "from __future__ import annotations\nfrom a import A\nclass B:\n    a: A | None\n",
    }
    workspace = workspace_from_text(sources)
    assert told(found_in(workspace, "a.A")) == {"b": "b.B", "own": "list[a.A]"}
    assert told(found_in(workspace, "b.B")) == {"a": "a.A | None"}


def test_bases_in_a_circle_end() -> None:
    workspace = workspace_from_text({"m.py": "class A(B):\n    x: int\nclass B(A):\n    y: 'A'\n"})
    assert {"x", "y"} >= set(told(found_in(workspace, "m.A"))) >= {"x"}


def test_a_class_with_many_fields() -> None:
    found = type_of(
        "@dataclass\nclass C:\n" + "".join(f"    f{n}: Optional[list[int]] = None\n" for n in range(20_000))
    )
    assert len(found.fields) == 20_000
    assert found.fields[-1].location.line == 20_004


def test_a_long_chain_of_fields() -> None:
    lines = [f"class C{n}:\n    next: 'C{n + 1}'\n" for n in range(5000)]
    workspace = workspace_from_text({"m.py": "".join(lines) + "class C5000: ...\n"})
    for number in range(5000):
        assert found_in(workspace, f"m.C{number}").fields[0].annotation == Declared(f"m.C{number + 1}")


@pytest.mark.parametrize("base", ["", "(pydantic.BaseModel)", "(msgspec.Struct)"])
def test_a_long_chain_of_bases(base: str) -> None:
    lines = [f"class C{n}(C{n - 1}):\n    f{n}: int\n" for n in range(1, 1200)]  # longer than calls may nest
    source = f"import pydantic, msgspec\nclass C0{base}:\n    f0: int\n" + "".join(lines)
    assert len(type_of(source, "m.C1199").fields) == 1200


@pytest.mark.parametrize("written", ["{}", "'{}'", "list[{}]"])
def test_a_long_union(written: str) -> None:
    # The parser of 3.12 takes no deeper trees than that, whatever the recursion limit is.
    count = 1000 if sys.version_info[:2] == (3, 12) else 3000
    names = [f"A{n}" for n in range(count)]
    source = "".join(f"class {name}: ...\n" for name in names)
    found = type_of(source + f"@dataclass\nclass C:\n    f: {written.format(' | '.join(names))}\n")
    assert spelled(found.fields[0].annotation).count("m.A") == count


def test_methods_are_lowered_when_they_are_asked_for() -> None:
    found = type_of("class C:\n    x = [1]\n    def f(self): return 1\n    async def g(self): ...\n")
    assert list(found.methods) == ["f", "g"]
    assert "f" in found.methods
    assert "h" not in found.methods
    assert found.methods.get("h") is None
    method = found.methods.get("g")
    assert method is not None
    assert method.is_async
    assert found.methods["f"] is found.methods["f"]
    assert [function.name for function in found.methods.values()] == ["f", "g"]
    assert list(found.attributes.items()) == [("x", found.attributes["x"])]
