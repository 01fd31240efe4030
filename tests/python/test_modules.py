"""Names lead from one module to another."""

from __future__ import annotations

from pathlib import Path

import pytest
from sources_as_text import workspace_from_text

from apivet.program import model, syntax
from apivet.program.annotations import spelled
from apivet.program.contents import Contents
from apivet.program.files import SourceError
from apivet.program.front_end import DefaultScope
from apivet.python.files.tree_facts import TreeFacts
from apivet.python.program import Workspace


def name_of(entity: model.Entity) -> str:
    if isinstance(entity, model.Global):
        return f"{entity.module}:{entity.name}"
    return f"{type(entity).__name__} {entity.dotted}"


@pytest.mark.parametrize(
    ("source", "name", "expected"),
    [
        ("from copy import deepcopy as dc", "dc", "External copy.deepcopy"),
        ("import a.b as c", "c", "Module a.b"),
        ("import a.b", "a", "Module a"),
        ("from a.b import C", "C", "Type a.b.C"),
        ("from a import C", "C", "Type a.b.C"),
        ("from a import b", "b", "Module a.b"),
        ("from a import *", "C", "Type a.b.C"),
        ("from typing import *\nfrom pydantic import *", "Union", "External typing.Union"),
        ("from typing import *\nfrom pydantic import *", "BaseModel", "External pydantic.BaseModel"),
        ("from pydantic import *\nfrom typing import *", "Field", "External pydantic.Field"),
        ("from a.stars import *", "C", "Type a.b.C"),
        ("from a.stars import *", "_hidden", "Function a.stars._hidden"),
        ("from a.stars import *", "unlisted", "External unlisted"),
        ("from a.b import C\nD = C", "D", "Type a.b.C"),
        ("import a.b\nD = a.b.C", "D", "Type a.b.C"),
        (
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from a.b import C\nelse:\n    C = object",
            "C",
            "Type a.b.C",
        ),
        ("try:\n    from fast import C\nexcept ImportError:\n    from a.b import C", "C", "Type a.b.C"),
        ("try:\n    from a.b import C\nexcept ImportError:\n    C = None", "C", "Type a.b.C"),
        ("if x:\n    def f(): return 1\nelse:\n    def f(): return 2", "f", "m:f"),
        ("def f(): return 1\ndef f(): return 2", "f", "Function m.f"),
        ("", "len", "External builtins.len"),
        ("", "nothing", "External nothing"),
        ("from a.b import missing", "missing", "External a.b.missing"),
        ("from a.loop import x", "x", "External a.loop.x"),
    ],
)
def test_names_are_followed(source: str, name: str, expected: str) -> None:
    workspace = workspace_from_text(
        {
            "m.py": source,
            "a/__init__.py": "from .b import C\n",
            "a/b.py": "class C: ...\n",
            "a/stars.py": "from a.b import C\n__all__ = ['C', '_hidden']\ndef _hidden(): ...\ndef unlisted(): ...\n",
            "a/loop.py": "from a.pool import x\n",
            "a/pool.py": "from a.loop import x\n",
        }
    )
    assert name_of(workspace.resolve("m", name)) == expected


def test_a_variable_bound_once_has_its_value() -> None:
    workspace = workspace_from_text(
        {"m.py": "one = f()\ntwo = 1\ntwo = 2\nif one:\n    three = 1\nelse:\n    three = 2\n"}
    )
    values = {name: workspace.resolve("m", name) for name in ("one", "two", "three")}
    assert isinstance(values["one"], model.Global)
    assert isinstance(values["one"].value, syntax.Call)
    assert isinstance(values["two"], model.Global)
    assert isinstance(values["two"].value, syntax.Literal)
    assert isinstance(values["three"], model.Global)
    assert values["three"].value is None


def test_a_variable_that_a_function_rebinds_has_no_known_value() -> None:
    workspace = workspace_from_text({"m.py": "x = 1\ndef f():\n    global x\n    x = 2\n"})
    found = workspace.resolve("m", "x")
    assert isinstance(found, model.Global)
    assert found.value is None


def test_dotted_names_are_located() -> None:
    workspace = workspace_from_text(
        {
            "p/__init__.py": "",
            "p/m.py": "class A:\n    class B:\n        def f(self): ...\ndef g():\n    class L: ...\n",
        }
    )
    assert name_of(workspace.locate("p.m.A.B.f")) == "Function p.m.A.B.f"
    assert name_of(workspace.locate("p.m.g.L")) == "Type p.m.g.L"
    assert name_of(workspace.locate("p.m")) == "Module p.m"
    assert name_of(workspace.locate("copy.deepcopy")) == "External copy.deepcopy"


@pytest.mark.parametrize(
    ("files", "path", "dotted"),
    [
        (["apis/widget/strategy.py"], "apis/widget/strategy.py", "apis.widget.strategy"),
        (["pkg/__init__.py", "pkg/m.py"], "pkg/m.py", "pkg.m"),
        (["src/pkg/__init__.py", "src/pkg/m.py"], "src/pkg/m.py", "pkg.m"),
        (["sub-project/pkg/__init__.py", "sub-project/pkg/m.py"], "sub-project/pkg/m.py", "pkg.m"),
        (["code/pyproject.toml", "code/pkg/__init__.py", "code/pkg/m.py"], "code/pkg/m.py", "pkg.m"),
        (["code/apivet.toml", "code/pkg/__init__.py", "code/pkg/m.py"], "code/pkg/m.py", "pkg.m"),
        (["pkg/__init__.py"], "pkg/__init__.py", "pkg"),
    ],
)
def test_modules_are_named_from_their_import_root(tmp_path: Path, files: list[str], path: str, dotted: str) -> None:
    for name in files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    workspace = Workspace(DefaultScope(), TreeFacts(), str(tmp_path))
    assert workspace.layout.dotted(str(tmp_path / path)) == dotted


def test_imports_show_where_a_namespace_begins(tmp_path: Path) -> None:
    directory = tmp_path / "fixtures" / "apis" / "widget"
    directory.mkdir(parents=True)
    (directory / "types.py").write_text("class Widget: ...\n")
    (directory / "strategy.py").write_text("import types\nfrom apis.widget.types import Widget\n")
    workspace = Workspace(DefaultScope(), TreeFacts(), str(tmp_path))
    workspace.contents(str(directory / "strategy.py"))
    assert name_of(workspace.resolve("apis.widget.strategy", "Widget")) == "Type apis.widget.types.Widget"
    assert name_of(workspace.resolve("apis.widget.strategy", "types")) == "External types"


def test_configured_source_roots_decide(tmp_path: Path) -> None:
    class Configured(DefaultScope):
        source_roots = ("lib/deep",)

    directory = tmp_path / "lib" / "deep" / "ns" / "pkg"
    directory.mkdir(parents=True)
    (directory / "__init__.py").write_text("")
    workspace = Workspace(Configured(), TreeFacts(), str(tmp_path))
    assert workspace.layout.dotted(str(directory / "__init__.py")) == "ns.pkg"


def test_two_projects_with_one_package_name_do_not_mix(tmp_path: Path) -> None:
    for project in ("one", "two"):
        package = tmp_path / project / "src" / "pkg"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text("")
        (package / "types.py").write_text(f"class {project.title()}: ...\n")
        (package / "use.py").write_text(f"from pkg.types import {project.title()}\n")
    workspace = Workspace(DefaultScope(), TreeFacts(), str(tmp_path))
    for project in ("one", "two", "one"):
        workspace.contents(str(tmp_path / project / "src" / "pkg" / "use.py"))
        assert name_of(workspace.resolve("pkg.use", project.title())) == f"Type pkg.types.{project.title()}"


def test_dependencies_are_those_consulted_even_when_remembered() -> None:
    workspace = workspace_from_text(
        {"a.py": "from b import X\n", "b.py": "from c import X\n", "c.py": "class X: ...\n", "d.py": ""}
    )
    for _ in range(2):
        workspace.reset_dependencies()
        workspace.resolve("a", "X")
        assert {Path(path).name for path in workspace.dependencies()} == {"a.py", "b.py", "c.py"}


def test_an_unsaved_buffer_replaces_the_file(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text("x = 1\n")
    workspace = Workspace(DefaultScope(), TreeFacts(), str(tmp_path))
    assert name_of(workspace.resolve("m", "y")) == "External y"
    workspace.override(str(tmp_path / "m.py"), "y = 1\n")
    assert name_of(workspace.resolve("m", "y")) == "m:y"


def test_a_broken_module_is_only_an_error_where_it_is_checked() -> None:
    workspace = workspace_from_text({"a.py": "from b import X\n", "b.py": "def (\n"})
    assert workspace.contents("a.py") == Contents(module="a")
    assert name_of(workspace.resolve("a", "X")) == "External b.X"
    with pytest.raises(SourceError) as error:
        workspace.contents("b.py")
    assert (error.value.problem.path, error.value.problem.line) == ("b.py", 1)


def test_memory_stays_flat() -> None:
    sources = {f"m{number}.py": f"class C{number}: ...\n" for number in range(600)}
    workspace = workspace_from_text(sources)
    for path in sources:
        workspace.contents(path)
    assert len(workspace._modules) < 300


def test_inheritance_cycles_are_cut() -> None:
    workspace = workspace_from_text({"m.py": "class A(B):\n    x: int\nclass B(A):\n    y: int\nclass C(C): ...\n"})
    found = workspace.type("m.A")
    assert found is not None
    assert [item.name for item in workspace.ancestry(found)] == ["A", "B"]
    assert workspace.contents("m.py").types == ()


def test_ancestry_is_the_method_resolution_order() -> None:
    workspace = workspace_from_text({"m.py": "class A: ...\nclass B(A): ...\nclass C(A): ...\nclass D(B, C): ...\n"})
    found = workspace.type("m.D")
    assert found is not None
    assert [item.name for item in workspace.ancestry(found)] == ["D", "B", "C", "A"]


def test_a_test_of_the_python_version_is_decided_for_the_one_that_runs() -> None:
    source = (
        "import sys\nfrom dataclasses import dataclass\n"
        "if sys.version_info >= (3, 99):\n    Size = bytes\nelif sys.version_info >= (3, 8):\n    Size = int\n"
        "else:\n    Size = str\n"
        "@dataclass\nclass Widget:\n    size: Size\n"
    )
    widget = workspace_from_text({"m.py": source}).type("m.Widget")
    assert widget is not None
    assert [spelled(field.annotation) for field in widget.fields] == ["int"]


def test_a_helper_of_a_private_module_is_not_handed_on() -> None:
    helpers = """
from dataclasses import dataclass
from enum import Enum


@dataclass
class Printable:
    def show(self) -> str:
        return ""


@dataclass
class Oar:
    length: int = 0


class Side(Enum):
    PORT = "port"
"""
    types = "from ._helpers import Oar, Printable, Side\n\n\nclass Boat(Printable):\n    oars: list[Oar]\n"
    workspace = workspace_from_text({"apis/row/v1/_helpers.py": helpers, "apis/row/v1/types.py": types})
    assert [each.name for each in workspace.declared_in("apis.row.v1.types")] == ["Oar", "Side", "Boat"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("from fair import Quay\nfrom foul import *\n", "foul.Quay"),
        ("from foul import *\nfrom fair import Quay\n", "fair.Quay"),
        ("from fair import Quay\nfrom foul import *\nfrom fair import Quay\n", "fair.Quay"),
        ("from fair import Quay; from foul import *\n", "foul.Quay"),
        ("from fair import Quay\nfrom shy import *\n", "fair.Quay"),
        ("from fair import Quay\nfrom elsewhere import *\n", "fair.Quay"),
        ("class Quay: ...\nfrom foul import *\nfrom shy import *\n", "foul.Quay"),
    ],
)
def test_of_an_import_and_a_star_the_later_one_binds_the_name(text: str, expected: str) -> None:
    files = {
        "port.py": text,
        "fair.py": "class Quay: ...\n",
        "foul.py": "class Quay: ...\n",
        "shy.py": "__all__ = ['Crane']\nclass Quay: ...\nclass Crane: ...\n",
    }
    found = workspace_from_text(files).resolve("port", "Quay")
    assert isinstance(found, model.Type)
    assert found.dotted == expected
