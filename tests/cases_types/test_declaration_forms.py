"""Every form in which a type can be declared as the hub, against every form as the served type.

One tree holds a group for each pair, so that one run answers for all of them.
"""

from __future__ import annotations

import itertools
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from apivet.cli import main


@dataclass(frozen=True)
class Form:
    """A way to declare a type: the import it needs, the lines before its fields, and the layout that comes of it."""

    name: str
    imports: str
    head: str
    kind: str
    slotted: bool = False
    frozen: bool = False
    slots: bool = False

    @property
    def layout(self) -> tuple[str, bool, bool]:
        return self.kind, self.slotted, self.frozen

    def source(self, *fields: tuple[str, str]) -> str:
        """A module with the type ``Widget`` of these fields, the class on a line that :meth:`line` tells."""
        body = [f"    {name}: {annotation}" for name, annotation in fields]
        if self.slots:
            body = [f"    __slots__ = ({', '.join(repr(name) for name, _ in fields)},)", *body]
        return "\n".join([self.imports, "from typing import Optional", "", "", self.head, *body, ""])

    @property
    def class_line(self) -> int:
        return self.source(("x", "int")).splitlines().index(self.head.splitlines()[-1]) + 1

    def field_line(self, index: int) -> int:
        return self.class_line + self.slots + index + 1


FORMS = [
    Form("dataclass", "import dataclasses", "@dataclasses.dataclass\nclass Widget:", "dataclass"),
    Form("dataclass_called", "from dataclasses import dataclass", "@dataclass(eq=False)\nclass Widget:", "dataclass"),
    Form(
        "dataclass_slots",
        "from dataclasses import dataclass as data",
        "@data(slots=True, kw_only=True)\nclass Widget:",
        "dataclass",
        slotted=True,
    ),
    Form(
        "dataclass_frozen",
        "from dataclasses import dataclass",
        "@dataclass(frozen=True)\nclass Widget:",
        "dataclass",
        frozen=True,
    ),
    Form(
        "pydantic_dataclass",
        "from pydantic.dataclasses import dataclass",
        "@dataclass\nclass Widget:",
        "dataclass",
    ),
    Form("attrs_define", "import attrs", "@attrs.define\nclass Widget:", "attrs", slotted=True),
    Form("attrs_mutable", "from attr import mutable", "@mutable\nclass Widget:", "attrs", slotted=True),
    Form("attrs_s", "import attr", "@attr.s(auto_attribs=True)\nclass Widget:", "attrs"),
    Form("attrs_frozen", "from attrs import frozen", "@frozen\nclass Widget:", "attrs", slotted=True, frozen=True),
    Form("pydantic", "from pydantic import BaseModel", "class Widget(BaseModel):", "pydantic"),
    Form(
        "pydantic_frozen", "import pydantic", "class Widget(pydantic.BaseModel, frozen=True):", "pydantic", frozen=True
    ),
    Form("msgspec", "import msgspec", "class Widget(msgspec.Struct):", "msgspec"),
    Form(
        "msgspec_frozen",
        "from msgspec import Struct as Base",
        "class Widget(Base, frozen=True, kw_only=True):",
        "msgspec",
        frozen=True,
    ),
    Form("typed_dict", "from typing import TypedDict", "class Widget(TypedDict):", "typed dict"),
    Form(
        "typed_dict_partial",
        "import typing_extensions as te",
        "class Widget(te.TypedDict, total=False):",
        "typed dict",
    ),
    Form("named_tuple", "import typing", "class Widget(typing.NamedTuple):", "named tuple"),
    Form("plain", "import os", "class Widget:", "plain"),
    Form("plain_slots", "import os", "class Widget:", "plain", slotted=True, slots=True),
]
_PAIRS = list(itertools.product(FORMS, FORMS))
_FIELDS = (("name", "str"), ("size", "int"), ("parts", "list[str]"), ("weight", "Optional[int]"))

#: What is done to the served type's fields, and the findings on a hub of the same form: (field, its position or None
#: for the class, rule).
_DRIFTS: dict[str, tuple[tuple[tuple[str, str], ...], list[tuple[str, int | None, str]]]] = {
    "retyped": (
        (("name", "str"), ("size", "str"), ("parts", "list[str]"), ("weight", "Optional[int]")),
        [("size", 1, "hub-type-differs")],
    ),
    "extra": (
        (("name", "str"), ("colour", "str"), ("size", "int"), ("parts", "list[str]"), ("weight", "Optional[int]")),
        [("colour", None, "hub-type-differs")],
    ),
    "lacking": (
        (("name", "str"), ("size", "int"), ("weight", "Optional[int]")),
        [("parts", 2, "hub-type-differs")],
    ),
    "renamed": (
        (("name", "str"), ("size", "int"), ("pieces", "list[str]"), ("weight", "Optional[int]")),
        [("parts", 2, "hub-type-differs"), ("pieces", None, "hub-type-differs")],
    ),
    "reordered": (
        (("size", "int"), ("name", "str"), ("parts", "list[str]"), ("weight", "Optional[int]")),
        [("", None, "hub-type-differs")],
    ),
    "optional": (
        (("name", "str"), ("size", "int"), ("parts", "list[str] | None"), ("weight", "int | None")),
        [("parts", 2, "hub-type-differs")],
    ),
}


def _group(hub: Form, served: str) -> str:
    return f"{hub.name}_as_{served}".replace("_", "")


def _write(root: Path, group: str, hub: str, served: str) -> None:
    version = root / "apis" / group / "v1"
    version.mkdir(parents=True)
    (version.parent / "types.py").write_text(hub, encoding="utf-8")
    (version / "types.py").write_text(served, encoding="utf-8")


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What ``check`` says of a tree with all pairs, each form drifted, and two of its fields swapped."""
    root = tmp_path_factory.mktemp("forms")
    for hub, served in _PAIRS:
        _write(root, _group(hub, served.name), hub.source(*_FIELDS), served.source(*_FIELDS))
    for form in FORMS:
        for drift, (fields, _) in _DRIFTS.items():
            _write(root, _group(form, drift), form.source(*_FIELDS), form.source(*fields))
        swapped = form.source(("low", "int"), ("high", "int")), form.source(("high", "int"), ("low", "int"))
        _write(root, _group(form, "swapped"), *swapped)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        result = CliRunner().invoke(main, ["check", "--format", "json", "--no-cache", "--jobs", "1"])
    assert result.exit_code == 1, result.stderr or repr(result.exception)
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


def _findings(report: dict[str, Any], group: str) -> set[tuple[str, int, str]]:
    """The (rule, line, field) of each finding in a hub; ``field`` is empty where there is none."""
    path = f"apis/{group}/types.py"
    ours = [finding for finding in report["findings"] if f"apis/{group}/" in finding["path"]]
    assert {finding["path"] for finding in ours} <= {path}
    return {(finding["rule"], finding["line"], finding["field"] or "") for finding in ours}


def _verdict(report: dict[str, Any], group: str) -> str:
    rows = [
        row["verdict"]
        for row in report["verdicts"]
        if (row["object"], row["rule"]) == (f"apis.{group}.types.Widget", "hub-type-differs")
    ]
    assert rows, "no verdict"
    return "holds" if set(rows) == {"holds"} else "violated"


@pytest.mark.parametrize(("hub", "served"), _PAIRS, ids=[f"{hub.name}-{served.name}" for hub, served in _PAIRS])
def test_forms_are_identical_exactly_where_their_layouts_are(report: dict[str, Any], hub: Form, served: Form) -> None:
    group = _group(hub, served.name)
    if hub.layout == served.layout:
        assert _findings(report, group) == set()
        assert _verdict(report, group) == "holds"
    else:
        assert _findings(report, group) == {("hub-type-differs", hub.class_line, "")}
        assert _verdict(report, group) == "violated"


@pytest.mark.parametrize("drift", _DRIFTS)
@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_a_drift_of_the_fields_is_found_in_each_form(report: dict[str, Any], form: Form, drift: str) -> None:
    expected = {
        (rule, form.class_line if index is None else form.field_line(index), name)
        for name, index, rule in _DRIFTS[drift][1]
    }
    assert _findings(report, _group(form, drift)) == expected


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_swapped_fields_of_one_type_are_found_in_each_form(report: dict[str, Any], form: Form) -> None:
    rules = {"hub-type-differs", "hub-fields-permuted"}
    assert _findings(report, _group(form, "swapped")) == {(rule, form.class_line, "") for rule in rules}
