"""Random hub types against random served types: the verdict is what the imported classes say.

Served types are made up, the hub's are the same with something done to some of them, and each side is spelled in its
own way: other names for the same type, fields moved into a base, classes spread over modules, names for served classes.
"""

from __future__ import annotations

import dataclasses
import enum
import importlib
import json
import random
import sys
import types
import typing
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import attr
import msgspec
import pydantic
import pytest
import typing_extensions
from click.testing import CliRunner

from apivet.cli import main

GROUPS: Final = 60
PACKAGE: Final = "hub_differential"

#: Decorator, base class and switches of each form.
FORMS: Final[dict[str, tuple[str, str, tuple[str, ...]]]] = {
    "dataclass": ("@dataclass", "", ("frozen=True", "slots=True", "kw_only=True")),
    "attrs": ("@attrs.define", "", ("frozen=True", "slots=False", "kw_only=True")),
    "pydantic": ("", "pydantic.BaseModel", ("frozen=True",)),
    "msgspec": ("", "msgspec.Struct", ("frozen=True", "kw_only=True")),
    "typed dict": ("", "TypedDict", ("total=False",)),
    "named tuple": ("", "NamedTuple", ()),
    "plain": ("", "", ()),
}
ATOMS: Final = (
    "int", "str", "bool", "bytes", "Any", "object", "Stamp", "Count", "Label", "Level", "Meta", "datetime.datetime",
    "Literal['a']", "Literal['a', 'b']", "Literal['b', 'a', None]", "Literal[1]", "Literal[True]",
)  # fmt: skip
COMMON: Final = """
import dataclasses, enum
from typing import Generic, NewType, Optional, TypeVar
Count = NewType("Count", int)
Label = str
T = TypeVar("T")
Maybe = Optional[T]
class Level(enum.Enum):
    LOW = "low"
@dataclasses.dataclass
class Stamp:
    seconds: int
@dataclasses.dataclass
class Meta:
    name: str
@dataclasses.dataclass
class Box(Generic[T]):
    content: T
"""
IMPORTS: Final = """from __future__ import annotations
import attrs, datetime, msgspec, pydantic, typing
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Dict, List, Literal, NamedTuple, Optional, Tuple, Union
from typing_extensions import TypedDict
"""


# --------------------------------------------------------------------------------------------------- making types up


@dataclass(frozen=True)
class Term:
    """A type, whatever way it is spelled: an atom, a class by its name, or a container of others."""

    kind: str
    name: str = ""
    parts: tuple[Term, ...] = ()


@dataclass(frozen=True)
class FieldMade:
    name: str
    type: Term
    has_default: bool = False


@dataclass(frozen=True)
class TypeMade:
    """A class; its first ``inherited`` fields are declared by a base of the same form."""

    name: str
    form: str
    switches: frozenset[str]
    fields: tuple[FieldMade, ...]
    inherited: int = 0


class Maker:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.names = [f"Type{index}" for index in range(self.random.randint(1, 4))]

    def served(self) -> list[TypeMade]:
        return [self._type(name) for name in self.names]

    def hub(self, served: list[TypeMade]) -> list[TypeMade]:
        """The same types, with something done to nearly half of them."""
        return [self._moved(self._changed(type_)) for type_ in served]

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def _type(self, name: str) -> TypeMade:
        form = self.random.choice(list(FORMS))
        fields = [FieldMade(f"field_{index}", self._term()) for index in range(self.random.randint(1, 5))]
        required = self.random.randint(0, len(fields)) if self.chance(0.4) else len(fields)
        fields[required:] = [replace(field, has_default=True) for field in fields[required:]]
        return TypeMade(name, form, frozenset(it for it in FORMS[form][2] if self.chance(0.2)), tuple(fields))

    def _term(self, depth: int = 0) -> Term:
        kinds = (
            ["atom"] * 5 + ["class"] * 2 + (["optional", "list", "dict", "tuple", "union", "box"] if depth < 3 else [])
        )
        kind = self.random.choice(kinds)
        if kind in ("atom", "class"):
            return Term(kind, self.random.choice(ATOMS if kind == "atom" else self.names))
        return Term(kind, parts=tuple(self._term(depth + 1) for _ in range(3 if kind == "union" else 1)))

    def _changed(self, type_: TypeMade) -> TypeMade:
        fields = list(type_.fields)
        index = self.random.randrange(len(fields))
        change = self.random.choice(
            [""] * 9 + ["extra", "lacking", "other", "order", "name", "optional", "switch", "form"]
        )
        if change == "extra":
            fields.insert(index, FieldMade("extra", self._term()))
        elif change == "lacking" and len(fields) > 1:
            del fields[index]
        elif change == "other":
            fields[index] = replace(fields[index], type=self._term())
        elif change == "order":
            fields.append(fields.pop(index))
        elif change == "name":
            fields[index] = replace(fields[index], name="renamed")
        elif change == "optional":
            fields[index] = replace(fields[index], type=Term("optional", parts=(fields[index].type,)))
        elif change == "switch" and FORMS[type_.form][2]:
            type_ = replace(type_, switches=type_.switches ^ {self.random.choice(FORMS[type_.form][2])})
        elif change == "form":
            type_ = replace(type_, form=self.random.choice(list(FORMS)), switches=frozenset())
        first = next((place for place, field in enumerate(fields) if field.has_default), len(fields))
        fields[first:] = [replace(field, has_default=True) for field in fields[first:]]
        return replace(type_, fields=tuple(fields))

    def _moved(self, type_: TypeMade) -> TypeMade:
        if type_.form == "named tuple" or not self.chance(0.25):
            return type_
        return replace(type_, inherited=self.random.randint(1, len(type_.fields)))


# --------------------------------------------------------------------------------------------------- spelling them


class Spelling:
    def __init__(self, source: random.Random) -> None:
        self.random = source

    def of(self, term: Term) -> str:
        if term.kind == "atom":
            return self._one_of(term.name, term.name, f"Annotated[{term.name}, 'noted']")
        if term.kind == "class":
            return term.name
        parts = [self.of(part) for part in term.parts]
        inner = parts[0]
        if term.kind == "optional":
            return self._one_of(f"Optional[{inner}]", f"{inner} | None", f"Union[None, {inner}]", f"Maybe[{inner}]")
        if term.kind == "union":
            self.random.shuffle(parts)
            return self._one_of(f"Union[{', '.join(parts)}]", " | ".join(parts))
        container = {
            "list": self._one_of("list[{}]", "List[{}]", "typing.List[{}]"),
            "dict": self._one_of("dict[str, {}]", "Dict[str, {}]"),
            "tuple": self._one_of("tuple[{}, ...]", "Tuple[{}, ...]"),
            "box": "Box[{}]",
        }
        return container[term.kind].format(inner)

    def module(self, declared: list[TypeMade], common: str, before: str = "") -> str:
        shared = self._one_of("*", "Box, Count, Label, Level, Maybe, Meta, Stamp")
        lines = [IMPORTS + f"from {common} import {shared}", before]
        for type_ in declared:
            base = f"Base{type_.name}"
            if type_.inherited:
                lines += self._class(type_, base, "", type_.fields[: type_.inherited])
                lines += self._class(type_, type_.name, base, type_.fields[type_.inherited :])
            else:
                lines += self._class(type_, type_.name, "", type_.fields)
        return "\n".join([*lines, ""])

    def _class(self, type_: TypeMade, name: str, base: str, fields: tuple[FieldMade, ...]) -> Iterator[str]:
        decorator, root, _ = FORMS[type_.form]
        switches = sorted(type_.switches)
        if decorator:
            yield f"{decorator}({', '.join(switches)})" if switches else decorator
            switches = []
        if type_.form == "pydantic" and not base:
            switches.append("arbitrary_types_allowed=True")
        yield f"class {name}({', '.join(filter(None, [base or root, *switches]))}):"
        yield self._one_of("    pass", '    """Words."""')
        if type_.form in ("dataclass", "attrs", "pydantic", "msgspec", "plain") and self.random.random() < 0.1:
            yield "    LIMIT: ClassVar[int] = 3"
        for field in fields:
            default = " = None" if field.has_default and type_.form != "typed dict" else ""
            yield f"    {field.name}: {self.of(field.type)}{default}"

    def _one_of(self, *texts: str) -> str:
        return self.random.choice(texts)


def _write_group(maker: Maker, root: Path, package: str) -> None:
    """A group with a hub and one served version, either of which may be a package that spreads its types."""
    chance, spelling = maker.chance, Spelling(maker.random)
    served = maker.served()
    aliased = [name for name in maker.names if chance(0.15)]
    own = [type_ for type_ in maker.hub(served) if type_.name not in aliased]
    files = {"__init__.py": "", "common.py": COMMON, "v1/__init__.py": ""}
    version = f"{package}.v1.types"
    names = "".join(f"from {version} import {name}\n" if chance(0.5) else f"{name} = v1.{name}\n" for name in aliased)
    before = f"from {package}.v1 import types as v1\n{names}"
    common = f"{package}.common"
    for directory, declared, above in (("", own, before), ("v1/", served, "")):
        if chance(0.3):
            exported = "".join(f"from .declared import {type_.name}\n" for type_ in declared)
            files[f"{directory}types/__init__.py"] = above + exported
            files[f"{directory}types/declared.py"] = spelling.module(declared, common, above)
        else:
            files[f"{directory}types.py"] = spelling.module(declared, common, above)
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


# --------------------------------------------------------------------------------------------- what the classes say


def _form(class_: Any) -> str:
    if typing_extensions.is_typeddict(class_):
        return "typed dict"
    if not isinstance(class_, type):
        return ""
    if issubclass(class_, tuple) and hasattr(class_, "_fields"):
        return "named tuple"
    if issubclass(class_, pydantic.BaseModel):
        return "pydantic"
    if issubclass(class_, msgspec.Struct):
        return "msgspec"
    if attr.has(class_):
        return "attrs"
    if dataclasses.is_dataclass(class_):
        return "dataclass"
    in_tree = class_.__module__.startswith(f"{PACKAGE}.") and not issubclass(class_, enum.Enum)
    return "plain" if in_tree else ""


_NAMES: Final[dict[str, Callable[[Any], Any]]] = {
    "dataclass": lambda class_: [field.name for field in dataclasses.fields(class_)],
    "attrs": lambda class_: [field.name for field in attr.fields(class_)],
    "pydantic": lambda class_: class_.model_fields,
    "msgspec": lambda class_: class_.__struct_fields__,
    "named tuple": lambda class_: class_._fields,
    "typed dict": lambda class_: class_.__annotations__,
    "plain": lambda class_: [
        name for name, hint in _all_hints(class_).items() if typing.get_origin(hint) is not typing.ClassVar
    ],
}
_FROZEN: Final[dict[str, Callable[[Any], bool]]] = {
    "dataclass": lambda class_: class_.__dataclass_params__.frozen,
    "attrs": lambda class_: "frozen" in class_.__setattr__.__name__,
    "pydantic": lambda class_: bool(class_.model_config.get("frozen")),
    "msgspec": lambda class_: class_.__struct_config__.frozen,
}


def _all_hints(class_: Any) -> dict[str, Any]:
    """Annotations with those of the bases first, and in the place where a name comes up first."""
    return typing.get_type_hints(class_)


def _layout(class_: Any) -> tuple[object, ...]:
    """The form, frozen or not, and the slots of each class in the ancestry that has any."""
    form = _form(class_)
    slots: list[tuple[str, ...]] = []
    if form in ("dataclass", "attrs", "msgspec", "plain") and class_.__dictoffset__ == 0:
        every = (base.__dict__.get("__slots__", ()) for base in reversed(class_.__mro__))
        slots = [own for names in every if (own := tuple(name for name in names if name != "__weakref__"))]
    return form, _FROZEN.get(form, lambda _: False)(class_), slots


def _members(hint: Any) -> list[Any]:
    """The members of a union; ``None`` among the values of a literal is one of them."""
    if isinstance(hint, typing.NewType):
        return _members(hint.__supertype__)
    origin = typing.get_origin(hint)
    if origin is typing.Union or origin is types.UnionType:
        return list(dict.fromkeys(member for item in typing.get_args(hint) for member in _members(item)))
    if origin is typing.Literal:
        return [type(None) if value is None else ("value", type(value), value) for value in typing.get_args(hint)]
    return [hint]


def _identical(here: Any, there: Any, assumed: frozenset[tuple[Any, Any]]) -> frozenset[tuple[Any, Any]] | None:
    """Whether two types are memory-identical, as long as the pairs assumed are: the pairs known then, else nothing."""
    ours, theirs = _members(here), _members(there)
    if len(ours) > 1 or len(theirs) > 1:
        return _one_to_one(ours, theirs, assumed)
    (one,), (other,) = ours, theirs
    if one is other or one == other or (one, other) in assumed:
        return assumed
    origin = typing.get_origin(one)
    if origin is not None and origin is typing.get_origin(other):
        return _each(list(zip(typing.get_args(one), typing.get_args(other))), assumed)
    form = _form(one)
    if not form or _layout(one) != _layout(other) or list(_NAMES[form](one)) != list(_NAMES[form](other)):
        return None
    pairs = [(_all_hints(one)[name], _all_hints(other)[name]) for name in _NAMES[form](one)]
    return _each(pairs, assumed | {(one, other)})


def _each(pairs: list[tuple[Any, Any]], assumed: frozenset[tuple[Any, Any]]) -> frozenset[tuple[Any, Any]] | None:
    known: frozenset[tuple[Any, Any]] | None = assumed
    for here, there in pairs:
        known = _identical(here, there, known) if known is not None else None
    return known


def _one_to_one(
    ours: list[Any], theirs: list[Any], assumed: frozenset[tuple[Any, Any]]
) -> frozenset[tuple[Any, Any]] | None:
    if not ours or len(ours) != len(theirs):
        return None if ours or theirs else assumed
    for index, other in enumerate(theirs):
        known = _identical(ours[0], other, assumed)
        rest = None if known is None else _one_to_one(ours[1:], theirs[:index] + theirs[index + 1 :], known)
        if rest is not None:
            return rest
    return None


# ------------------------------------------------------------------------------------------------------- the test


@dataclass(frozen=True)
class Group:
    """A group that Python can import, and what its classes are by name."""

    package: str
    identical: dict[str, bool]


def _imported(package: str, names: list[str]) -> Group | None:
    """What Python makes of a group; not every random type can be one of its form (a model with a broken default)."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            hub, served = (importlib.import_module(f"{package}.{name}") for name in ("types", "v1.types"))
            sides = {name: (getattr(hub, name), getattr(served, name)) for name in names}
            return Group(package, {name: _identical(*pair, frozenset()) is not None for name, pair in sides.items()})
    except (pydantic.errors.PydanticUserError, TypeError):
        return None


@pytest.fixture
def groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Group]]:
    """Groups below the working directory, which is where they can be imported from."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    found = []
    for seed in range(GROUPS):
        maker, package = Maker(seed), f"{PACKAGE}.apis.group{seed}"
        directory = tmp_path / package.replace(".", "/")
        _write_group(maker, directory, package)
        group = _imported(package, maker.names)
        if group is not None:
            found.append(group)
    yield found
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]


def test_verdicts_are_what_the_classes_say(groups: list[Group]) -> None:
    assert len(groups) > GROUPS * 0.9
    result = CliRunner().invoke(main, ["check", "--format", "json", "--no-cache", "--jobs", "1"])
    assert result.exit_code == 1, result.stderr or repr(result.exception)
    verdicts: dict[str, set[str]] = {}
    for row in json.loads(result.stdout)["verdicts"]:
        if row["rule"] == "hub-type-differs":
            verdicts.setdefault(row["object"], set()).add(row["verdict"])
    told = Counter(identical for group in groups for identical in group.identical.values())
    assert min(told[True], told[False]) > GROUPS * 0.5
    for group in groups:
        for name, identical in group.identical.items():
            expected = {"holds"} if identical else {"violated"}
            assert verdicts.get(f"{group.package}.types.{name}") == expected, f"{group.package}: {name}"
