"""Strategies, their roles and their object types are found."""

from __future__ import annotations

import ast
from dataclasses import dataclass

import pytest
from sources_as_text import workspace_from_text

from apivet.program.contents import Strategy
from apivet.program.role import Role
from apivet.python.discover.object_types import hook_parameters
from apivet.python.source.statements import CodeScope, StatementLowering
from apivet.verdicts import Confidence
from apivet.vocabulary import HubMapping, Vocabulary

TYPES = """
from dataclasses import dataclass, field
@dataclass
class Meta:
    name: str = ""
@dataclass
class Spec:
    size: int = 0
@dataclass
class Widget:
    metadata: Meta = field(default_factory=Meta)
    spec: Spec = field(default_factory=Spec)
    status: str = ""
@dataclass
class Gadget(Widget): ...
@dataclass
class Loose:
    metadata: dict
    spec: Spec
@dataclass
class Bare:
    spec: Spec
"""
HEADER = """
from abc import abstractmethod
from typing import Annotated, Any, Generic, Optional, Protocol, TypeVar, cast
from types_ import Bare, Gadget, Loose, Widget
import types_
T = TypeVar("T")
"""


def strategies(source: str, **others: str) -> dict[str, Strategy]:
    sources = {"types_.py": TYPES, "m.py": HEADER + source, **{f"{name}.py": text for name, text in others.items()}}
    return {item.type.name: item for item in workspace_from_text(sources).contents("m.py").strategies}


def object_type(source: str) -> str | None:
    found = strategies(source)
    assert "S" in found
    declared = found["S"].object_type
    return declared.name if declared is not None else None


CREATE = "    def prepare_for_create(self, obj"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (f"class S:\n{CREATE}: Widget): ...\n", "Widget"),
        (f"class S:\n{CREATE}: 'Widget'): ...\n", "Widget"),
        (f"class S:\n{CREATE}: Optional[Widget]): ...\n", "Widget"),
        (f"class S:\n{CREATE}: Annotated[Widget, 'x']): ...\n", "Widget"),
        (f"class S:\n{CREATE}: types_.Widget): ...\n", "Widget"),
        ("class S:\n    def prepare_for_update(self, obj, old: Widget): ...\n", "Widget"),
        (f"class B(Generic[T]):\n{CREATE}: T): ...\nclass S(B[Widget]): ...\n", "Widget"),
        (f"class A(Generic[T]):\n{CREATE}: T): ...\nclass B(A[T]): ...\nclass S(B[Widget]): ...\n", "Widget"),
        (f"from framework import Base\nclass S(Base[Widget]):\n{CREATE}): ...\n", "Widget"),
        (f"class S:\n{CREATE}: Any):\n        w = cast(Widget, obj)\n", "Widget"),
        (f"class S:\n{CREATE}):\n        w = cast('Widget', obj)\n", "Widget"),
        (f"class S:\n{CREATE}):\n        assert isinstance(obj, Widget)\n", "Widget"),
        (f"class S:\n{CREATE}):\n        if not isinstance(obj, Widget): raise TypeError\n", "Widget"),
        (f"class S:\n{CREATE}):\n        w: Widget = obj\n", "Widget"),
        (f"class S:\n    object_type = Widget\n{CREATE}): ...\n", "Widget"),
        (f"class S:\n    object_type = Gadget\n{CREATE}: Widget): ...\n", "Gadget"),
        (f"class S:\n    object_type = Bare\n{CREATE}: Widget): ...\n", "Widget"),
        (f"class B:\n{CREATE}: Widget): ...\nclass S(B):\n{CREATE}): ...\n", "Widget"),
        (
            "def wipe(self, obj: Widget): ...\nclass S:\n    object_type = Widget\n    prepare_for_create = wipe\n",
            "Widget",
        ),
        (f"class S:\n{CREATE}):\n        obj.status = None\n", None),
    ],
)
def test_the_object_type_is_found(source: str, expected: str | None) -> None:
    assert object_type(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        f"class S(Protocol):\n{CREATE}: Widget): ...\n",
        f"class S:\n    @abstractmethod\n{CREATE}: Widget): ...\n",
        f"class S:\n{CREATE}: Widget):\n        raise NotImplementedError\n",
        f"class S:\n{CREATE}: Loose): ...\n",
        f"class S:\n{CREATE}: Bare): ...\n",
        f"class S:\n{CREATE}: dict): obj['status'] = 1\n",
        f"class S:\n{CREATE}): obj.filter().order_by()\n",
        f"class S:\n{CREATE}: Any): obj.status = 1\nclass D(S): ...\n",
        f"class S:\n{CREATE}): obj.status = 1\nclass D(S): ...\n",
        "class S:\n    def prepare(self, obj: Widget): ...\n",
    ],
)
def test_other_classes_are_no_strategies(source: str) -> None:
    assert "S" not in strategies(source)


def test_a_base_with_a_type_of_its_own_is_a_strategy_besides_its_subclasses() -> None:
    assert set(strategies(f"class S:\n{CREATE}: Widget): ...\nclass D(S): ...\n")) == {"S", "D"}


def test_a_base_is_spared_for_a_subclass_in_another_file() -> None:
    source = f"class S:\n{CREATE}): obj.status = 1\n"
    assert "S" in strategies(source)
    assert "S" not in strategies(source, other="from m import S as Base\nclass D(Base): ...\n")
    assert "S" in strategies(source, other="from elsewhere import S\nclass D(S): ...\n")


def test_an_inferred_strategy_tells_what_it_mentions() -> None:
    found = strategies(
        "class S:\n    def prepare_for_update(self, ctx, new, existing):\n        n, e = new, existing\n        keep(n, e)\n"
        "        if 'spec' in new: pass\n"
        "def keep(a, b):\n    a.set_status(b.get_status())\n    a.metadata.generation = 1\n"
    )["S"]
    assert found.confidence is Confidence.INFERRED
    assert {"status", "spec", "metadata", "metadata.generation"} <= found.mentions


def test_a_sibling_status_strategy_counts_for_mentions() -> None:
    found = strategies(
        f"class S:\n{CREATE}): obj.spec.x = 1\n"
        "class SStatusStrategy(S):\n    def prepare_for_update(self, obj, old): obj.status = old.status\n"
        f"class WStrategy:\n{CREATE}): obj.spec.x = 1\n"
        "class WStatusStrategy:\n    def prepare_for_update(self, obj, old): obj.status = 1\n"
    )
    assert "status" in found["WStrategy"].mentions


@pytest.mark.parametrize(
    ("source", "role"),
    [
        (f"class S:\n{CREATE}: Widget): ...\n", Role.MAIN),
        (f"class S:\n    subresource = 'status'\n{CREATE}: Widget): ...\n", Role.STATUS),
        (f"class S:\n    subresource: str = 'scale'\n{CREATE}: Widget): ...\n", Role.OTHER),
        (f"SUB = 'scale'\nclass S:\n    subresource = SUB\n{CREATE}: Widget): ...\n", Role.OTHER),
        (f"class S:\n{CREATE}: Widget): ...\nregister(status_strategy=S())\n", Role.STATUS),
        (f"class S:\n{CREATE}: Widget): ...\ns = S()\nregister(strategy=None, status_strategy=s)\n", Role.STATUS),
        (f"class S:\n{CREATE}: Widget): ...\ns = S()\nstore.update_strategy = s\n", Role.MAIN),
        (f"class S:\n{CREATE}: Widget): ...\ns = S()\nstatus_store.update_strategy = s\n", Role.STATUS),
    ],
)
def test_roles(source: str, role: Role) -> None:
    assert strategies(source)["S"].role is role


def test_a_name_makes_a_status_strategy() -> None:
    found = strategies(f"class WidgetStatusStrategy:\n{CREATE}: Widget): ...\n")
    assert found["WidgetStatusStrategy"].role is Role.STATUS


@pytest.mark.parametrize(
    "other",
    [
        "from m import S\nregister(status_strategy=S())\n",
        "from m import make\ns = make()\nregister(status_strategy=s)\n",
        "from m import instance\ndef f():\n    status_store.update_strategy = instance\n",
        "import m\nregister(status_strategy=m.S())\n",
    ],
)
def test_bindings_in_other_files_count(other: str) -> None:
    source = f"class S:\n{CREATE}: Widget): ...\ninstance = S()\ndef make():\n    return S()\n"
    assert strategies(source, other=other)["S"].role is Role.STATUS


def test_words_of_a_vocabulary_are_understood() -> None:
    @dataclass(frozen=True)
    class Configured:
        vocabulary: Vocabulary = Vocabulary(prepare_for_create=("before_save",))
        source_roots: tuple[str, ...] = ()
        feature_gates: tuple[str, ...] = ()
        exclude: tuple[str, ...] = ()
        hubs: tuple[HubMapping, ...] = ()

    sources = {"types_.py": TYPES, "m.py": HEADER + "class S:\n    def before_save(self, obj: Widget): ...\n"}
    assert [item.type.name for item in workspace_from_text(sources, Configured()).contents("m.py").strategies] == ["S"]


@pytest.mark.parametrize(
    ("parameters", "hook", "expected"),
    [
        ("self, obj", "prepare_for_create", ("obj", None, None)),
        ("self, ctx, obj", "prepare_for_create", ("obj", None, "ctx")),
        ("self, obj, dry_run=False", "prepare_for_create", ("obj", None, None)),
        ("self, obj, old", "prepare_for_update", ("obj", "old", None)),
        ("self, a, b", "prepare_for_update", ("a", "b", None)),
        ("self, a, b, c", "prepare_for_update", ("b", "c", "a")),
        ("self, old_widget, new", "prepare_for_update", ("new", "old_widget", None)),
        ("self, ctx, existing, new", "prepare_for_update", ("new", "existing", "ctx")),
        ("self, ctx, obj, *, current", "prepare_for_update", ("obj", "current", "ctx")),
        ("self, *args", "prepare_for_create", (None, None, None)),
    ],
)
def test_hook_parameters(parameters: str, hook: str, expected: tuple[str | None, ...]) -> None:
    node = ast.parse(f"def f({parameters}): ...").body[0]
    assert isinstance(node, ast.FunctionDef)
    assert hook_parameters(StatementLowering(CodeScope("m.py", "m", "", "m.C", "m.C")).function(node), hook) == expected
