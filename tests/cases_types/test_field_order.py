"""A hub type with inherited fields against a flat served type that lists them in the order that Python gives them.

The order is asked of the imported class itself, so that the two have to be identical, whatever the form.
"""

from __future__ import annotations

import dataclasses
import itertools
import json
import types
import typing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import attr
import pydantic
import pytest
from click.testing import CliRunner

from apivet.cli import main


@dataclass(frozen=True)
class Shape:
    """A hierarchy; the last class is the one compared. Each class: name, bases, fields, and whether it has the
    decorator of its form."""

    name: str
    classes: tuple[tuple[str, str, str, bool], ...]


_SHAPES = [
    Shape("child", (("A", "", "a b", True), ("Widget", "A", "c d", True))),
    Shape("two_mixins", (("A", "", "a b", True), ("B", "", "c d", True), ("Widget", "A, B", "e", True))),
    Shape("redeclared", (("A", "", "a b c", True), ("Widget", "A", "d b", True))),
    Shape("redeclared_in_mixin", (("A", "", "a b", True), ("B", "", "b c", True), ("Widget", "A, B", "d", True))),
    Shape("both_redeclare", (("A", "", "x a", True), ("B", "", "b x", True), ("Widget", "B, A", "x c", True))),
    Shape("three_levels", (("A", "", "a", True), ("B", "A", "b a", True), ("Widget", "B", "c", True))),
    Shape(
        "diamond",
        (("R", "", "r s", True), ("A", "R", "a", True), ("B", "R", "s b", True), ("Widget", "A, B", "w", True)),
    ),
    Shape(
        "diamond_redeclared_above",
        (("R", "", "r s t", True), ("A", "R", "t a", True), ("B", "R", "r b", True), ("Widget", "B, A", "", True)),
    ),
    Shape("nothing_of_its_own", (("A", "", "a b", True), ("Widget", "A", "", True))),
    Shape("undecorated_base", (("A", "", "a b", False), ("Widget", "A", "c d", True))),
    Shape("undecorated_middle", (("A", "", "a", True), ("B", "A", "b", False), ("Widget", "B", "c", True))),
    Shape("undecorated_leaf", (("A", "", "a b", True), ("Widget", "A", "", False))),
]
_TYPES = {"a": "int", "b": "str", "c": "bytes", "d": "float", "e": "list[int]", "r": "bool", "s": "set[int]"}
_FORMS = {
    "dataclass": ("import dataclasses", "@dataclasses.dataclass", ""),
    "attr_s": ("import attr", "@attr.s(auto_attribs=True)", ""),
    "attrs_define": ("import attrs", "@attrs.define(slots=False)", ""),
    "pydantic": ("import pydantic", "", "pydantic.BaseModel"),
    "typed_dict": ("from typing import TypedDict", "", "TypedDict"),
    "plain": ("", "", ""),
}
#: Without decorators there is nothing to leave out, and of bases without one a plain class is none of the form.
_DECORATED = ("dataclass", "attr_s", "attrs_define")
_PAIRS = [
    (shape, form)
    for shape, form in itertools.product(_SHAPES, _FORMS)
    if form in _DECORATED or all(decorated for *_, decorated in shape.classes)
]


def _source(shape: Shape, form: str) -> str:
    header, decorator, root = _FORMS[form]
    lines = [header]
    for name, bases, fields, decorated in shape.classes:
        lines += ["", "", *([decorator] if decorator and decorated else [])]
        lines.append(f"class {name}({bases or root}):" if bases or root else f"class {name}:")
        lines += [f"    {field}: {_TYPES.get(field, 'complex')}" for field in fields.split()] or ["    pass"]
    return "\n".join([*lines, ""])


def _order(source: str, form: str) -> list[str]:
    """The fields of ``Widget`` as the imported class has them."""
    module = types.ModuleType("shape")
    exec(compile(source, "shape.py", "exec", dont_inherit=True), module.__dict__)
    widget: Any = module.__dict__["Widget"]
    if form == "dataclass":
        return [field.name for field in dataclasses.fields(widget)]
    if form in ("attr_s", "attrs_define"):
        return [field.name for field in attr.fields(widget)]
    if form == "pydantic":
        assert issubclass(widget, pydantic.BaseModel)
        return list(widget.model_fields)
    if form == "typed_dict":
        return list(widget.__annotations__)
    return list(typing.get_type_hints(widget))


def _flat(order: list[str], form: str) -> str:
    return _source(Shape("flat", (("Widget", "", " ".join(order), True),)), form)


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Group to the verdict on its hub type."""
    root = tmp_path_factory.mktemp("orders")
    for shape, form in _PAIRS:
        source = _source(shape, form)
        order = _order(source, form)
        for group, fields in ((_group(shape, form), order), (_group(shape, form, "reversed"), order[::-1])):
            version = root / "apis" / group / "v1"
            version.mkdir(parents=True)
            Path(version.parent / "types.py").write_text(source, encoding="utf-8")
            Path(version / "types.py").write_text(_flat(fields, form), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        result = CliRunner().invoke(main, ["check", "--format", "json", "--no-cache", "--jobs", "1"])
    assert result.exit_code == 1, result.stderr or repr(result.exception)
    return {
        row["object"].split(".")[1]: row["verdict"]
        for row in json.loads(result.stdout)["verdicts"]
        if row["rule"] == "hub-type-differs" and row["object"].endswith(".Widget")
    }


def _group(shape: Shape, form: str, what: str = "") -> str:
    return f"{shape.name}{form}{what}".replace("_", "")


@pytest.mark.parametrize(("shape", "form"), _PAIRS, ids=[f"{shape.name}-{form}" for shape, form in _PAIRS])
def test_inherited_fields_stand_where_python_puts_them(verdicts: dict[str, str], shape: Shape, form: str) -> None:
    assert verdicts[_group(shape, form)] == "holds"


@pytest.mark.parametrize(("shape", "form"), _PAIRS, ids=[f"{shape.name}-{form}" for shape, form in _PAIRS])
def test_any_other_order_is_a_difference(verdicts: dict[str, str], shape: Shape, form: str) -> None:
    assert verdicts[_group(shape, form, "reversed")] == "violated"
