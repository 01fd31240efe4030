"""Every declaration, made for real: what the model says of a class is what the running interpreter says of it."""

from __future__ import annotations

import dataclasses
import enum
import importlib.util
import inspect
import random
import sys
import types
import typing
import uuid
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import attrs
import msgspec
import pydantic
import pytest
import typing_extensions
from sources_as_text import workspace_from_text

from apivet.program.annotations import (
    ANYTHING,
    ELLIPSIS,
    NONE,
    UNSAID,
    Annotation,
    Applied,
    Declared,
    Only,
    OutsideClass,
    TypeVariable,
    one_of,
)
from apivet.python.annotations.canonical import bare, name_of

HEADER = """
import abc, attr, attrs, collections, dataclasses, datetime, decimal, enum, functools, msgspec, pydantic, typing, uuid
import collections.abc as cabc
from dataclasses import KW_ONLY, InitVar, dataclass, field
from pydantic.dataclasses import dataclass as checked
from typing import (
    AbstractSet, Annotated, Any, Callable, ClassVar, DefaultDict, Deque, Dict, Final, FrozenSet, Generic, Iterable, List,
    Literal, Mapping, NamedTuple, NewType, Optional, Protocol, Sequence, Set, Tuple, Type, TypedDict, TypeVar, Union,
)
from typing_extensions import NotRequired, ReadOnly, Required, TypeAliasType
T = TypeVar("T")
U = TypeVar("U")
Count = NewType("Count", int)
class Color(enum.Enum):
    RED = "red"
    BLUE = "blue"
class Part:
    x: int
class Box(Generic[T]):
    content: T
Parts = list[Part]
Maybe = Optional[T]
Pair = tuple[T, U]
Short = TypeAliasType("Short", list[int])
api_type = functools.partial(dataclass, slots=True, frozen=True)
SETTINGS = {"slots": True}
def own_type(cls=None, *, slots=True, frozen=False, **rest):
    def make(cls):
        return dataclass(slots=slots, frozen=frozen, **rest)(cls)
    return make if cls is None else make(cls)
"""

TYPES = (
    "int", "str", "Part", "'Part'", "Optional[Part]", "Part | None", "Optional['Part']", "list['Part']", "List[int]",
    "Dict[str, int]", "dict[str, list[Part | None]]", "Sequence[str]", "cabc.Sequence[str]", "Mapping[str, 'Part']",
    "tuple[int, ...]", "tuple[int, str]", "Tuple[int, ...]", "Tuple[()]", "set[int]", "FrozenSet[str]", "Deque[int]",
    "DefaultDict[str, int]", "AbstractSet[int]", "Iterable[int]", "Callable[[int, str], bool]", "Callable[..., int]",
    "type[Part]", "Type[Part]", "Any", "object", "None", "Union[int, str, None]", "int | str | None",
    "Union[int, Union[str, int]]", "Literal['a', 'b']", "Literal['a', None]", "Literal[1, True, 'x']", "Literal[-1]",
    "Literal[Color.RED]", "Annotated[int, 'text']", "Annotated[Optional[int], 'text']", "Count", "list[Count]", "Color",
    "Parts", "Optional[Parts]", "Maybe[int]", "Pair[int, str]", "Box[int]", "Box[Part]", "Box[Box[int]]",
    "datetime.datetime", "uuid.UUID", "decimal.Decimal", "bytes", "float", "bool", "list[Any]", "typing.Text",
)  # fmt: skip


# ------------------------------------------------------------------------------------------------ the live side


@contextmanager
def imported(directory: Path, source: str) -> Iterator[types.ModuleType]:
    """The module that a source makes when it is run. It is known by its name for as long as annotations are read."""
    name = f"declared_{uuid.uuid4().hex}"
    path = directory / f"{name}.py"
    path.write_text(source)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        with warnings.catch_warnings():
            # Old ways of declaring are deprecated, and still in use.
            warnings.simplefilter("ignore")
            spec.loader.exec_module(module)
        yield module
    finally:
        del sys.modules[name]


def fields_of(class_: Any, form: str) -> dict[str, Any]:
    """Names and types of the fields of a class, in order, as its library has them."""
    if form == "dataclass":
        return {item.name: item.type for item in dataclasses.fields(class_)}
    if form == "attrs":
        return {item.name: item.type for item in attrs.fields(class_)}
    if form == "pydantic":
        return {name: item.annotation for name, item in class_.model_fields.items()}
    hints = typing_extensions.get_type_hints(class_, include_extras=False)
    if form == "msgspec":
        return {name: hints[name] for name in class_.__struct_fields__}
    if form == "namedtuple":
        return {name: hints.get(name) for name in class_._fields}
    if form == "typeddict":
        return dict(class_.__annotations__)
    return {name: hint for name, hint in hints.items() if not str(hint).startswith("typing.ClassVar")}


def is_slotted(class_: Any, form: str) -> bool:
    """Whether an instance has no dict."""
    return form == "typeddict" or class_.__dictoffset__ == 0


def slots_of(class_: Any) -> tuple[tuple[str, ...], ...]:
    """The slots that each class adds, base classes first."""
    found: list[tuple[str, ...]] = []
    for base in reversed(class_.__mro__):
        own = base.__dict__.get("__slots__", ())
        if own and base.__module__ not in ("msgspec", "typing", "builtins"):
            names = (own,) if isinstance(own, str) else tuple(own)
            if sys.version_info < (3, 11) and "__dataclass_fields__" in vars(base):
                # Python 3.10 gives a data class a second slot for each field that has one in a base class.
                names = tuple(name for name in names if not any(name in above for above in found))
            if names:
                found.append(names)
    return tuple(found)


def is_frozen(class_: Any, form: str) -> bool:
    """Whether fields can't be set."""
    if form == "dataclass":
        return bool(class_.__dataclass_params__.frozen)
    if form == "attrs":
        return bool(class_.__setattr__.__name__ == "_frozen_setattrs")
    if form == "pydantic":
        return bool(class_.model_config.get("frozen", False))
    if form == "msgspec":
        return bool(class_.__struct_config__.frozen)
    return form == "namedtuple"


def annotation_of(hint: Any, module: types.ModuleType) -> Annotation:
    """A type of the running interpreter, told exactly. Names of the module are those of the tree."""
    while isinstance(hint, (str, typing.ForwardRef)):
        hint = eval(hint if isinstance(hint, str) else hint.__forward_arg__, vars(module))
    while hasattr(hint, "__supertype__"):
        hint = hint.__supertype__
    if type(hint).__name__ == "TypeAliasType":
        return annotation_of(hint.__value__, module)
    if hint is None or hint is type(None):
        return NONE
    if hint is Ellipsis:
        return ELLIPSIS
    if hint is Any:
        return ANYTHING
    if isinstance(hint, typing.TypeVar):
        return TypeVariable(hint.__name__)
    origin = typing_extensions.get_origin(hint)
    if origin is not None:
        return _applied(hint, origin, module)
    if hasattr(hint, "__pydantic_generic_metadata__") and hint.__pydantic_generic_metadata__["origin"]:
        made = hint.__pydantic_generic_metadata__
        return Applied(_class(made["origin"], module), tuple(annotation_of(item, module) for item in made["args"]))
    if inspect.isclass(hint):
        named = _class(hint, module)
        return named if isinstance(named, Declared) else bare(named.name)
    if getattr(hint, "__origin__", None) is not None:
        # ``typing.List`` without arguments
        return bare(name_of(hint.__origin__))
    raise AssertionError(f"a type that is not known here: {hint!r}")


def _applied(hint: Any, origin: Any, module: types.ModuleType) -> Annotation:
    arguments = typing_extensions.get_args(hint)
    if arguments == ((),):  # Tuple[()] up to Python 3.10
        arguments = ()
    if origin in (typing.Annotated, typing.Final, typing_extensions.Required, typing_extensions.NotRequired):
        return annotation_of(arguments[0], module)
    if origin in (typing.Union, types.UnionType):
        return one_of(tuple(annotation_of(item, module) for item in arguments))
    if origin is typing.Literal:
        return one_of(tuple(_value(item, module) for item in arguments))
    if arguments and isinstance(arguments[0], list):
        arguments = (*arguments[0], *arguments[1:])
    return Applied(_class(origin, module), tuple(annotation_of(item, module) for item in arguments))


def _value(value: Any, module: types.ModuleType) -> Annotation:
    if value is None:
        return NONE
    if isinstance(value, enum.Enum):
        enum_ = Declared(f"m.{type(value).__qualname__}")
        return Only(enum_.dotted, f"{type(value).__name__}.{value.name}", enum_)
    return Only(type(value).__name__, repr(value))


def _class(class_: Any, module: types.ModuleType) -> OutsideClass | Declared:
    if class_.__module__ == module.__name__:
        return Declared(f"m.{class_.__qualname__}")
    return OutsideClass(name_of(class_))


def form_of(class_: Any) -> str:
    """How a class is declared."""
    if dataclasses.is_dataclass(class_):
        return "dataclass"
    if attrs.has(class_):
        return "attrs"
    if issubclass(class_, pydantic.BaseModel):
        return "pydantic"
    if issubclass(class_, msgspec.Struct):
        return "msgspec"
    if typing_extensions.is_typeddict(class_):
        return "typeddict"
    if issubclass(class_, tuple) and hasattr(class_, "_fields"):
        return "namedtuple"
    return "enum" if issubclass(class_, enum.Enum) else "plain"


_HELPERS = ("Part", "Color", "Box")


def check(directory: Path, source: str, first: str = "") -> int:
    """Compare every class that the source declares; how many there are."""
    whole = first + HEADER + source
    workspace = workspace_from_text({"m.py": whole})
    compared = 0
    with imported(directory, whole) as module:
        for name, class_ in vars(module).items():
            if not isinstance(class_, type) or class_.__module__ != module.__name__ or not name.isidentifier():
                continue
            if name in _HELPERS or getattr(class_, "_is_protocol", False):
                continue
            found = workspace.type(f"m.{name}")
            assert found is not None, name
            assert found.form == form_of(class_), name
            expected: dict[str, Any] = fields_of(class_, found.form)
            assert [item.name for item in found.fields] == list(expected), (name, source)
            for item in found.fields:
                hint = expected[item.name]
                meant = UNSAID if hint is None and item.annotation == UNSAID else annotation_of(hint, module)
                assert item.annotation == meant, (name, item.name, item.written)
            assert found.slotted == is_slotted(class_, found.form), (name, source)
            assert found.frozen == is_frozen(class_, found.form), (name, source)
            if found.slotted and found.form not in ("typeddict", "namedtuple"):
                assert found.slots == slots_of(class_), (name, source)
            compared += 1
    return compared


BODIES = {
    "dataclass": "@dataclass\nclass C:\n    f: {}\n",
    "attrs": "@attrs.define\nclass C:\n    f: {}\n",
    "pydantic": "class C(pydantic.BaseModel, arbitrary_types_allowed=True):\n    f: {}\n",
    "msgspec": "class C(msgspec.Struct):\n    f: {}\n",
    "typeddict": "class C(TypedDict):\n    f: {}\n",
    "namedtuple": "class C(NamedTuple):\n    f: {}\n",
    "plain": "class C:\n    f: {}\n",
}


@pytest.mark.parametrize("form", BODIES)
@pytest.mark.parametrize("annotation", TYPES)
def test_annotations_are_what_they_are_at_run_time(tmp_path: Path, annotation: str, form: str) -> None:
    assert check(tmp_path, BODIES[form].format(annotation)) == 1


@pytest.mark.parametrize("form", ["dataclass", "pydantic", "attrs", "typeddict"])
def test_annotations_that_are_not_evaluated_mean_the_same(tmp_path: Path, form: str) -> None:
    assert all(
        check(tmp_path, BODIES[form].format(item), "from __future__ import annotations\n") for item in TYPES[:12]
    )


DECLARATIONS = {
    "options": """
@dataclass(slots=True)
class A:
    a: int
@dataclass(slots=True)
class B(A):
    b: int
    a: str
@dataclass
class C(A):
    c: int
@dataclass(slots=True)
class D(C):
    d: int
@dataclasses.dataclass(frozen=True, **SETTINGS)
class E:
    e: int
@api_type
class F:
    f: int
@api_type(frozen=False)
class G:
    g: int
@own_type
class H:
    h: int
@own_type(frozen=True, slots=False)
class I:
    i: int
@own_type(kw_only=True)
class J:
    j: int
@checked
class K:
    k: int
@checked(frozen=True, slots=True)
class L:
    l: int
""",
    "what is no field": """
@dataclass
class A:
    a: int
    b: ClassVar[int] = 1
    c: "ClassVar[int]" = 1
    d: InitVar[int] = 1
    _e: int = 2
    _: KW_ONLY
    f: list[int] = field(default_factory=list)
    g = 3
@dataclass
class B(A):
    h: int = 2
class C(B):
    i: int = 3
@dataclass
class D(C):
    j: int = 3
@dataclass
class E(Part):
    k: int = 3
class F(pydantic.BaseModel):
    model_config = {"frozen": True}
    a: int
    _b: int = 1
    c: ClassVar[int] = 1
    d: int = pydantic.Field(default=1)
    e: str = pydantic.PrivateAttr("x") if False else "y"
class G(F):
    f: Annotated[int, pydantic.Field(gt=1)] = 3
""",
    "diamonds of data classes": """
@dataclass
class A:
    x: int
    y: int
@dataclass
class B(A):
    x: str
@dataclass
class C(A):
    z: int
@dataclass
class D(C, B):
    w: int
    y: bytes
@dataclass
class E(B, C):
    v: int
class Plain:
    p: int
@dataclass
class F(Plain, B):
    q: int
""",
    "pydantic": """
class A(pydantic.BaseModel):
    x: int
    y: int
class B(A):
    x: str
class C(A, frozen=True):
    c: int
class Mixin:
    m: int
class D(C, B, Mixin):
    d: int
class E(D):
    model_config = pydantic.ConfigDict(frozen=False)
    y: str
class F(pydantic.BaseModel):
    class Config:
        frozen = True
class G(F):
    g: int
class Off(pydantic.BaseModel):
    model_config = {"frozen": False}
class H(F, Off):
    h: int
class I(pydantic.BaseModel, Generic[T]):
    i: T
    j: list[T]
class J(I[int]):
    k: str
class K(pydantic.BaseModel):
    l: I[Color] | None
    model_config = dict(arbitrary_types_allowed=True)
class L(pydantic.RootModel[list[int]]):
    pass
class M(pydantic.BaseModel):
    a: pydantic.StrictStr
    b: pydantic.PositiveInt | None
    c: pydantic.UUID4
    d: pydantic.constr(min_length=1)
    e: pydantic.conlist(int, min_length=1)
    f: pydantic.StrictBool
    g: Optional[pydantic.NonNegativeInt] = None
""",
    "attrs": """
@attrs.define
class A:
    x: int
    y: int
@attrs.define
class B(A):
    z: int
    x: str
@attrs.define(slots=False)
class C:
    c: int
@attrs.define
class D(C):
    d: int
@attrs.frozen
class E:
    e: int
@attrs.define
class F(E):
    f: int
@attrs.define(frozen=True, weakref_slot=False)
class G:
    g: int
@attr.s
class H:
    a: int
    b: int = attr.ib()
    c = attr.ib(type=str)
@attr.s(auto_attribs=True, slots=True)
class I:
    a: int
    b: int = attr.ib(default=1)
    c: ClassVar[int] = 3
@attr.s
class J(H):
    d = attr.ib(type=int)
    b = attr.ib(type=int)
@attrs.define
class K:
    a: int
    b = attrs.field(type=int)
@attr.dataclass
class L:
    a: int
@attr.s
class M1:
    a = attr.ib(type=int)
    b = attr.ib(type=int)
@attr.s
class M2(M1):
    c = attr.ib(type=int)
    a = attr.ib(type=str)
@attr.s
class M3(M1):
    d = attr.ib(type=int)
@attr.s
class M4(M3, M2):
    e = attr.ib(type=int)
@attr.s(collect_by_mro=True)
class M5(M3, M2):
    e = attr.ib(type=int)
class N(E):
    n: int = 1
class Slotted:
    __slots__ = ("a",)
@attrs.define
class O(Slotted):
    a: int
    b: int
@attrs.define
class P:
    a: int
    @functools.cached_property
    def b(self):
        return 1
""",
    "msgspec": """
class A(msgspec.Struct, kw_only=True):
    a: int
    b: int = 1
class B(A):
    c: int
    a: str
class C(msgspec.Struct, frozen=True):
    a: int
    z: int
class D(C):
    b: int
class E(C, frozen=False):
    b: int
class F(msgspec.Struct, dict=True):
    f: int
class G(F):
    g: int
class H(D, kw_only=True):
    x: int
    a: str
class I(H):
    y: int
    k: ClassVar[int] = 2
class Mixin:
    def hello(self): ...
class J(Mixin, msgspec.Struct):
    j: int
class Bare:
    __slots__ = ()
class K(Bare, msgspec.Struct):
    k: int
""",
    "typed dicts": """
class A(TypedDict):
    a: int
    b: int
class B(TypedDict):
    c: int
    b: int
class C(B, A):
    d: Required[int]
class D(TypedDict, total=False):
    e: NotRequired[Part]
    f: Annotated[int, "text"]
E = TypedDict("E", {"class": int, "x-y": "Part", "z": Optional[str]})
F = TypedDict("F", {"a": int}, total=False)
class G(E):
    g: int
""",
    "named tuples": """
class A(NamedTuple):
    a: int
    b: "Part" = None
class B(A):
    c: int = 3
class C(A):
    __slots__ = ()
D = NamedTuple("D", [("a", int), ("b", Optional[str])])
E = collections.namedtuple("E", "a b, c")
F = collections.namedtuple("F", ["a", "b"], defaults=[1])
class G(NamedTuple("G", [("a", int)])):
    x: int = 1
class H(collections.namedtuple("H", "a b")):
    __slots__ = ()
""",
    "plain": """
class A:
    __slots__ = ("a", "b")
    a: int
    b: int
class B(A):
    __slots__ = "c"
    c: int
class C(A):
    d: int
class D(B):
    __slots__ = {"e": "what it is"}
    e: int
    a: str
class E(abc.ABC):
    __slots__ = ["f"]
    f: int
class F(Generic[T]):
    __slots__ = ("g",)
    g: T
class G(F):
    __slots__ = ()
class H(D):
    __slots__ = ("__dict__",)
class I:
    a: int
    b: ClassVar[int]
class J(I):
    a: str
    c: int
class K(I):
    d: int
class L(K, J):
    e: int
class P(Protocol):
    __slots__ = ()
class Q(P):
    __slots__ = ("q",)
    q: int
""",
}


@pytest.mark.parametrize("name", DECLARATIONS)
def test_declarations_are_what_they_are_at_run_time(tmp_path: Path, name: str) -> None:
    assert check(tmp_path, DECLARATIONS[name]) >= 4


# ------------------------------------------------------------------------------------------------- made-up classes

HEADS = {
    "dataclass": ("@dataclass{}\nclass {}{}:\n", ("", "(slots=True)", "(frozen=False)", "(kw_only=True)")),
    "frozen dataclass": ("@dataclass{}\nclass {}{}:\n", ("(frozen=True)", "(frozen=True, slots=True)")),
    "attrs": ("@{}\nclass {}{}:\n", ("attrs.define", "attrs.define(slots=False)", "attrs.frozen", "attr.s")),
    "old attrs": ("@{}\nclass {}{}:\n", ("attr.s", "attr.s(slots=True)", "attr.s(collect_by_mro=True)", "attr.s")),
    "msgspec": ("class {1}{2}:{0}\n", ("", "", "")),
    "pydantic": ("class {1}{2}:{0}\n", ("", "", "\n    model_config = {'frozen': True}")),
    "typeddict": ("class {1}{2}:{0}\n", ("",)),
    "plain": ("class {1}{2}:{0}\n", ("", "\n    __slots__ = ()", "")),
}
ROOTS = {"msgspec": ["msgspec.Struct"], "pydantic": ["pydantic.BaseModel"], "typeddict": ["TypedDict"]}
SIMPLE = ("int", "str", "Color", "list[int]", "dict[str, Color] | None", "tuple[int, ...]")


def made_up(form: str, chooser: random.Random) -> str:
    """A few classes that derive from each other."""
    head, options = HEADS[form]
    names: list[str] = []
    source = []
    for name in ("A", "B", "C", "D", "E"):
        bases = chooser.sample(names, min(len(names), chooser.choice((0, 1, 1, 2)))) or ROOTS.get(form, [])
        body = [f"    {field}: {chooser.choice(SIMPLE)}" for field in chooser.sample("abcdef", chooser.randint(1, 3))]
        if form == "old attrs":
            body = [f"    {line.split(':')[0].strip()} = attr.ib(type={line.split(': ')[1]})" for line in body]
        chosen = chooser.choice(options)
        derived = f"({', '.join(bases)})" if bases else ""
        if chosen == "attr.s":
            body = [f"{line} = attr.ib()" if ": " in line else line for line in body]
        source.append(head.format(chosen, name, derived) + "\n".join(body) + "\n")
        names.insert(0, name)
    return "".join(source)


@pytest.mark.parametrize("form", HEADS)
def test_made_up_classes_are_what_they_are_at_run_time(tmp_path: Path, form: str) -> None:
    compared = 0
    for seed in range(60):
        source = made_up(form, random.Random(seed))
        try:
            with imported(tmp_path, HEADER + source):
                pass
        except (TypeError, ValueError):
            continue  # no such class can be made: bases that do not go together
        compared += check(tmp_path, source)
    assert compared >= 50


# ----------------------------------------------------------------------------------------------------------- enums

ENUMS = """
class A(enum.Enum):
    X = "x"
    Y = 2
    Z = (1, "z")
    _ignore_ = []
    def method(self): ...
class B(str, enum.Enum):
    X = "x"
    Y = "y"
class C(enum.IntEnum):
    ONE = 1
    TWO = enum.auto()
    THREE = enum.auto()
class D(enum.Enum):
    A = enum.auto()
    B = enum.auto()
    C = 10
    D = enum.auto()
class E(enum.Flag):
    A = enum.auto()
    B = enum.auto()
    C = 8
    D = enum.auto()
    AB = A | B
class Named(str, enum.Enum):
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return name
class F(Named):
    SomeName = enum.auto()
class G(enum.Enum):
    def _generate_next_value_(name, *rest):
        return name.lower()
    FIRST = enum.auto()
    SECOND = enum.auto()
class Told(str, enum.Enum):
    X = "x"
    def __str__(self):
        return self.value
TEXT = "text"
class Part(str, enum.Enum):
    A = B.X
    D = Told.X
    B = B.Y.value
    C = TEXT
class H(enum.Enum):
    A, B = 1, 2
    C = 1 << 4
    D = -1
    E = None
    F = True
    G = 1.5
    H = b"x"
    I = "a" "b"
class I(str, enum.Enum):
    A = enum.auto()
    B = enum.auto()
    C = 10
    D = True
    E = 1.5
    F = A
class J(float, enum.Enum):
    A = 1
    B = "2.5"
class K(int, enum.Enum):
    A = True
    B = "3"
    C = 4.0
class L(enum.IntFlag):
    A = True
"""


def test_members_of_enums_have_the_values_of_run_time(tmp_path: Path) -> None:
    source = "import enum\n" + ENUMS
    if sys.version_info >= (3, 11):
        source += "class S(enum.StrEnum):\n    SomeName = enum.auto()\n    OTHER = 'Other'\n"
    workspace = workspace_from_text({"m.py": source})
    with imported(tmp_path, source) as module:
        for name, class_ in vars(module).items():
            if isinstance(class_, type) and issubclass(class_, enum.Enum) and class_.__module__ == module.__name__:
                found = workspace.type(f"m.{name}")
                assert found is not None
                declared = {item.name: item.value for item in found.constants}
                assert declared == {key: repr(item.value) for key, item in class_.__members__.items()}, name
                above = next((base for base in class_.__bases__ if base.__module__ == module.__name__), class_)
                bases = [base.__module__ + "." + base.__name__ for base in above.__bases__]
                assert list(found.enum_bases) == [base.removeprefix("builtins.") for base in bases]
