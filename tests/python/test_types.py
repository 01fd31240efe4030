"""Classes are understood as types, in every form of declaration."""

from __future__ import annotations

import sys

import pytest
from sources_as_text import workspace_from_text

from apivet.program import model, syntax

HEADER = """
import attr, attrs, collections, dataclasses, enum, functools, msgspec, pydantic, typing
from dataclasses import dataclass, field, KW_ONLY, InitVar
from typing import *  # brings every name that it does not have, too
class Part:
    x: int
class FeatureGate: ...
GATE = "Constant"
class Gates(str, enum.Enum):
    MEMBER = "Member"
T = TypeVar("T")
Count = NewType("Count", int)
Parts = list[Part]
Maybe = Optional[Part]
class Color(enum.Enum):
    RED = "red"
class Text(str): ...
"""


def type_of(source: str, name: str = "C") -> model.Type:
    found = workspace_from_text({"m.py": HEADER + source}).type(f"m.{name}")
    assert found is not None
    return found


def shown(shape: model.Shape) -> str:
    if isinstance(shape, model.ListOf):
        return f"[{shown(shape.element)}]"
    if isinstance(shape, model.MapOf):
        return f"{{{shown(shape.value)}}}"
    return shape.dotted if isinstance(shape, model.Named) else f"{type(shape).__name__} {shape.name}"


@pytest.mark.parametrize(
    ("annotation", "shape", "optional"),
    [
        ("int", "Scalar int", False),
        ("Part", "m.Part", False),
        ("'Part'", "m.Part", False),
        ("Optional['Part']", "m.Part", True),
        ("Part | None", "m.Part", True),
        ("Union[None, Part]", "m.Part", True),
        ("list[Part]", "[m.Part]", False),
        ("tuple[Part, ...]", "[m.Part]", False),
        ("tuple[int, Part]", "[Unknown ?]", False),
        ("Sequence[str]", "[Scalar str]", False),
        ("dict[str, list[Part]]", "{[m.Part]}", False),
        ("Mapping[str, Part] | None", "{m.Part}", True),
        ("Annotated[Part | None, 'text']", "m.Part", True),
        ("Required[Part]", "m.Part", False),
        ("Literal['a', None]", "Scalar Literal", True),
        ("Any", "Unknown Any", True),
        ("object", "Unknown object", True),
        ("T", "Unknown T", False),
        ("Count", "Scalar int", False),
        ("Parts", "[m.Part]", False),
        ("Maybe", "m.Part", True),
        ("Color", "Scalar Color", False),
        ("Text", "Scalar Text", False),
        ("int | str", "Scalar int | str", False),
        ("int | Part", "Unknown union", False),
        ("Undefined", "Unknown Undefined", False),
        ("'not ( python'", "Unknown ?", False),
    ],
)
def test_annotations_have_shapes(annotation: str, shape: str, optional: bool) -> None:
    declared = type_of(f"class C:\n    f: {annotation}\n").field("f")
    assert declared is not None
    assert (shown(declared.shape), declared.optional) == (shape, optional)


def test_an_alias_of_itself_is_unknown() -> None:
    declared = type_of("A = Optional['B']\nB = list['A']\nclass C:\n    f: A\n").field("f")
    assert declared is not None
    assert declared.optional


@pytest.mark.parametrize(
    ("form", "source"),
    [
        (
            "dataclass",
            "@dataclass\nclass C:\n    a: int\n    b: list = field(default_factory=list)\n    c: ClassVar[int] = 1\n    d: InitVar[int] = 1",
        ),
        ("dataclass", "@dataclasses.dataclass(slots=True, frozen=True)\nclass C:\n    a: int\n    b: int = 1"),
        (
            "dataclass",
            "api_type = functools.partial(dataclass, slots=True)\n@api_type\nclass C:\n    a: int\n    b: int = 1",
        ),
        (
            "dataclass",
            "def api_type(cls):\n    return dataclass(slots=True)(cls)\n@api_type\nclass C:\n    a: int\n    b: int = 1",
        ),
        ("attrs", "@attrs.define\nclass C:\n    a: int\n    b: int = attrs.field(factory=list)"),
        (
            "attrs",
            "@attr.s\nclass C:\n    a = attr.ib(type=int)\n    b = attr.ib(default=attr.Factory(list))\n    c = 3",
        ),
        (
            "pydantic",
            "class C(pydantic.BaseModel):\n    model_config = {}\n    a: int\n    b: int = pydantic.Field(default_factory=list)\n    _c: int = pydantic.PrivateAttr()",
        ),
        (
            "pydantic",
            "class Base(pydantic.BaseModel): ...\nclass C(Base):\n    a: int = pydantic.Field(...)\n    b: int = 1",
        ),
        (
            "msgspec",
            "class C(msgspec.Struct, kw_only=True):\n    a: int\n    b: list = msgspec.field(default_factory=list)",
        ),
        ("typeddict", "class C(TypedDict, total=False):\n    a: Required[int]\n    b: NotRequired[int]"),
        ("namedtuple", "class C(NamedTuple):\n    a: int\n    b: int = 1"),
        ("namedtuple", "class C(NamedTuple('C', [('a', int), ('b', str)])): ..."),
        ("namedtuple", "class C(collections.namedtuple('C', 'a b')): ..."),
        ("plain", "class C:\n    __slots__ = ('a', 'b')\n    a: int\n    b: int"),
        (
            "plain",
            "class C:\n    def __init__(self, a: int, b=None):\n        self.a = a\n        self.b: list[int] = b or []\n        self.c = 1",
        ),
    ],
)
def test_every_form_of_declaration_has_its_fields(form: str, source: str) -> None:
    found = type_of(source + "\n")
    assert found.form == form
    assert [declared.name for declared in found.fields] == ["a", "b"]
    assert found.structured


def test_a_class_without_declarations_is_not_structured() -> None:
    assert not type_of("class C:\n    def f(self): ...\n").structured


def test_enums_have_members() -> None:
    found = type_of("", "Color")
    assert found.form == "enum"
    value = found.attributes["RED"]
    assert isinstance(value, syntax.Literal)
    assert value.value == "red"


def test_protocols_are_told_apart_from_what_implements_them() -> None:
    source = "class P(Protocol):\n    x: int\nclass C(P):\n    y: int\n"
    assert type_of(source, "P").form == "protocol"
    assert type_of(source).form == "plain"


def test_inherited_fields_come_first_and_keep_their_place() -> None:
    found = type_of("@dataclass\nclass B:\n    a: int\n    b: int\n@dataclass\nclass C(B):\n    c: int\n    a: str\n")
    assert [(item.name, shown(item.shape), item.owner) for item in found.fields] == [
        ("a", "Scalar str", "m.C"),
        ("b", "Scalar int", "m.B"),
        ("c", "Scalar int", "m.C"),
    ]


def test_defaults_and_factories_are_told_apart() -> None:
    found = type_of(
        "@dataclass\nclass C:\n    a: int\n    b: int = 1\n    c: int = field(default=2)\n    d: list = field(default_factory=list)\n"
    )
    assert [(item.default is not None, item.factory is not None) for item in found.fields] == [
        (False, False),
        (True, False),
        (True, False),
        (False, True),
    ]


def test_keyword_only_fields_are_marked() -> None:
    found = type_of("@dataclass\nclass C:\n    a: int\n    b: int = field(kw_only=True)\n    _: KW_ONLY\n    c: int\n")
    assert [item.keyword_only for item in found.fields] == [False, True, True]


@pytest.mark.parametrize(
    ("declaration", "gates"),
    [
        ("f: Annotated[int, FeatureGate('A')] = 0", ("A",)),
        ("f: Annotated[int, FeatureGate(GATE)] = 0", ("Constant",)),
        ("f: Annotated[int | None, FeatureGate(Gates.MEMBER)] = None", ("Member",)),
        ("f: Optional[Annotated[int, FeatureGate(Gates.MEMBER.value)]] = None", ("Member",)),
        ("f: Annotated[int, FeatureGate('A'), FeatureGate('B')] = 0", ("A", "B")),
        ("f: Annotated[int, FeatureGate('')] = 0", ()),
        ("f: int = field(default=0, metadata={'feature_gate': 'A'})", ("A",)),
        ("f: int = field(default=0, metadata={'feature_gate': GATE, 'other': 'B'})", ("Constant",)),
        ("f: int = pydantic.Field(default=0, json_schema_extra={'feature_gate': 'A'})", ("A",)),
        ("f: Annotated[int, msgspec.Meta(extra_json_schema={'feature_gate': 'A'})] = 0", ("A",)),
        ("# +k8s:featureGate=A\n    f: int = 0", ("A",)),
        ("# +featureGate=A, B\n    # +optional\n    f: int = 0", ("A", "B")),
        ("# +k8s:featureGate=A\n    # +k8s:featureGate=B\n    f: int = 0", ("A", "B")),
        ("f: int = 0  # +featureGate=A", ("A",)),
        ("f: int = field(\n        default=0,  # +featureGate=A\n    )", ("A",)),
        ("# +featureGate=A\n\n    f: int = 0", ()),
        ("g: int = 0  # +featureGate=A\n    f: int = 0", ()),
        ("f: str = '# +featureGate=A'", ()),
        ("g: str = '''\n    # +featureGate=A\n    '''\n    f: int = 0", ()),
        ("# +featureGate=\n    f: int = 0", ()),
    ],
)
def test_gates_are_read_off_declarations(declaration: str, gates: tuple[str, ...]) -> None:
    declared = type_of(f"@dataclass\nclass C:\n    {declaration}\n").field("f")
    assert declared is not None
    assert declared.gates == gates


def test_a_setter_does_not_hide_its_property() -> None:
    found = type_of("class C:\n    @property\n    def p(self): return 1\n    @p.setter\n    def p(self, v): ...\n")
    assert set(found.methods) == {"p", "p.setter"}
    assert found.methods["p"].is_property


def test_overloads_are_no_methods() -> None:
    found = type_of("class C:\n    @overload\n    def f(self, a: int): ...\n    def f(self, a): return a\n")
    assert found.methods["f"].body != ()


def test_bases_outside_the_tree_are_told() -> None:
    assert type_of("import framework\nclass C(framework.Base): ...\n").has_unknown_base
    assert not type_of("class C(pydantic.BaseModel): ...\n").has_unknown_base


def test_nested_classes_are_found_from_annotations() -> None:
    declared = type_of("class C:\n    class D:\n        x: int\n    f: D\n").field("f")
    assert declared is not None
    assert shown(declared.shape) == "m.C.D"


@pytest.mark.skipif(sys.version_info < (3, 12), reason="type parameters are newer")
def test_new_style_generics_and_aliases() -> None:
    found = type_of("type Items = list[Part]\nclass C[U]:\n    a: U\n    b: Items\n")
    assert [shown(item.shape) for item in found.fields] == ["Unknown U", "[m.Part]"]


def test_types_that_refer_to_each_other_in_circles() -> None:
    sources = {
        "a.py": "from dataclasses import dataclass\nimport b\n@dataclass\nclass A:\n    own: 'A | None'\n    other: list['b.B']\n",
        "b.py": "from dataclasses import dataclass\nfrom a import A\n@dataclass\nclass B:\n    back: A\n    own: 'list[B]'\n",
    }
    workspace = workspace_from_text(sources)
    for name, shapes in (("a.A", ["a.A", "[b.B]"]), ("b.B", ["a.A", "[b.B]"])):
        found = workspace.type(name)
        assert found is not None
        assert [shown(item.shape) for item in found.fields] == shapes
