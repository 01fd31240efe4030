"""What counts as a new field of an existing type, and what is said of it."""

from __future__ import annotations

import os
from collections.abc import Mapping

import pytest
from sources_as_text import workspace_from_text

from apivet.config import Config
from apivet.conventions.new_fields import SYMBOL, judge_new_fields
from apivet.program.baseline import Baseline
from apivet.python.api_types import baseline_of
from apivet.python.program import Workspace
from apivet.verdicts import Finding, Verdict

HEAD = """\
from __future__ import annotations
from dataclasses import dataclass, field
from typing import Annotated, ClassVar

class FeatureGate:
    def __init__(self, *names): ...

@dataclass
class Meta:
    name: str = ""

"""


def baseline_from(sources: Mapping[str, str]) -> Baseline:
    """The types of these sources, as a baseline called ``before``."""
    workspace = workspace_from_text(sources)
    paths = [workspace.absolute(path) for path in sources]
    found = baseline_of(workspace, paths, "before")
    assert found.problems == ()
    return found.baseline


def compared(before: Mapping[str, str], now: Mapping[str, str]) -> dict[tuple[str, str | None], Verdict]:
    """The verdicts on all types of ``now``."""
    return {key: verdict for key, (verdict, _) in _judged(before, now).items()}


def told(before: Mapping[str, str], now: Mapping[str, str]) -> dict[tuple[str, str | None], str]:
    """The messages about fields that break the rule."""
    return {
        key: finding.message.removeprefix(f"{finding.field} is new and has no feature gate: ")
        for key, (_, finding) in _judged(before, now).items()
        if finding is not None
    }


def _judged(
    before: Mapping[str, str], now: Mapping[str, str]
) -> dict[tuple[str, str | None], tuple[Verdict, Finding | None]]:
    texts = workspace_from_text(now)
    workspace = Workspace(Config(), texts.facts, texts.root, files=texts.files, baseline=baseline_from(before))
    result: dict[tuple[str, str | None], tuple[Verdict, Finding | None]] = {}
    for path in sorted(now):
        findings, rows = judge_new_fields(workspace.contents(path), workspace, Config())
        by_key = {(finding.object, finding.field): finding for finding in findings}
        for row in rows:
            key = (row.object, row.field)
            assert row.rule == SYMBOL
            result[key] = (row.verdict, by_key.get(key))
        for finding in findings:
            assert finding.verdict is result[(finding.object, finding.field)][0]
            assert os.path.isabs(finding.location.path) is False
    return result


def api(body: str, *, head: str = HEAD) -> dict[str, str]:
    return {"api.py": head + body}


SPEC = """\
@dataclass
class Spec:
    size: int = 1

@dataclass
class Thing:
    metadata: Meta
    spec: Spec
"""


def with_field(line: str) -> str:
    return SPEC.replace("    size: int = 1\n", f"    size: int = 1\n    {line}\n")


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("colour: str = ''", Verdict.VIOLATED),
        ("colour: Annotated[str, FeatureGate('Colour')] = ''", Verdict.HOLDS),
        ("colour: Annotated[str, FeatureGate('')] = ''", Verdict.VIOLATED),
        ("colour: Annotated[str, FeatureGate(' ')] = ''", Verdict.VIOLATED),
        ("colour: Annotated[str, 'colour'] = ''", Verdict.VIOLATED),
        ("colour: Annotated[str, FeatureGate(vendor.COLOUR)] = ''", Verdict.UNPROVEN),
        ("colour: str = field(default='', metadata={'feature_gate': vendor.COLOUR})", Verdict.UNPROVEN),
        ("colour: str = ''  # +k8s:featureGate=Colour", Verdict.HOLDS),
        ("colour: str = ''  # +featureGate=Colour,Light", Verdict.HOLDS),
        ("colour: str = ''  # +k8s:featureGate=", Verdict.VIOLATED),
        ("colour: str = field(default='', metadata={'feature_gate': 'Colour'})", Verdict.HOLDS),
        ("colour: str = field(default='', metadata={'feature_gate': ''})", Verdict.VIOLATED),
    ],
)
def test_a_new_field_needs_a_gate(line: str, verdict: Verdict) -> None:
    verdicts = compared(api(SPEC), api(with_field(line)))
    assert verdicts == {
        ("api.Meta", None): Verdict.HOLDS,
        ("api.Spec", "colour"): verdict,
        ("api.Thing", None): Verdict.HOLDS,
    }


@pytest.mark.parametrize(
    "line", ["colour: ClassVar[str] = ''", "COLOUR = ''", "def colour(self): ...", "_colour: str = ''"]
)
def test_what_is_no_field_is_no_new_one(line: str) -> None:
    assert told(api(SPEC), api(with_field(line))) == {}


def test_private_fields_that_stay_are_nothing_new() -> None:
    assert told(api(with_field("_colour: str = ''")), api(with_field("_colour: str = ''"))) == {}


def test_new_types_have_no_new_fields() -> None:
    more = (
        SPEC
        + "\n@dataclass\nclass Extra:\n    depth: int = 0\n\n@dataclass\nclass Other:\n    metadata: Meta\n    spec: Extra\n"
    )
    assert told(api(SPEC), api(more)) == {}


def test_types_that_are_no_api_have_no_new_fields() -> None:
    helper = "\n@dataclass\nclass Retry:\n    limit: int = 0\n"
    assert told(api(SPEC + helper), api(SPEC + helper + "    delay: int = 0\n")) == {}


@pytest.mark.parametrize("form", ["list[Spec]", "dict[str, Spec]", "Spec | None", "tuple[Spec, ...]", "'Spec'"])
def test_types_count_however_they_are_held(form: str) -> None:
    before = SPEC.replace("spec: Spec", f"spec: {form}")
    now = with_field("colour: str = ''").replace("spec: Spec", f"spec: {form}")
    assert set(told(api(before), api(now))) == {("api.Spec", "colour")}


def test_an_empty_type_may_get_its_first_field() -> None:
    before = SPEC.replace("    size: int = 1", "    pass").replace("@dataclass\nclass Spec", "class Spec")
    now = before.replace("    pass", "    size: int = 1")
    assert set(told(api(before), api(now))) == {("api.Spec", "size")}


def test_inner_types_count() -> None:
    before = """\
@dataclass
class Thing:
    @dataclass
    class Spec:
        size: int = 1
    metadata: Meta
    spec: Spec
"""
    now = before.replace("        size: int = 1\n", "        size: int = 1\n        colour: str = ''\n")
    assert set(told(api(before), api(now))) == {("api.Thing.Spec", "colour")}


def test_list_types_and_their_metadata_count() -> None:
    before = SPEC + "\n@dataclass\nclass ThingList:\n    items: list[Thing] = field(default_factory=list)\n"
    now = before + "    total: int = 0\n"
    assert set(told(api(before), api(now))) == {("api.ThingList", "total")}


def test_the_types_of_a_group_count_and_the_hub_has_its_own_copy() -> None:
    options = "@dataclass\nclass Options:\n    follow: bool = False\n"
    before = {"apis/log/types.py": HEAD + options, "apis/log/v1/types.py": HEAD + options}
    gated = options + "    tail: int = 0  # +k8s:featureGate=Tail\n"
    now = {"apis/log/types.py": HEAD + options + "    tail: int = 0\n", "apis/log/v1/types.py": HEAD + gated}

    verdicts = compared(before, now)
    assert verdicts[("apis.log.types.Options", "tail")] is Verdict.VIOLATED
    assert verdicts[("apis.log.v1.types.Options", "tail")] is Verdict.HOLDS


def test_a_hub_that_was_an_alias_is_an_existing_type_all_the_same() -> None:
    served = HEAD + SPEC
    before = {
        "apis/log/v1/types.py": served,
        "apis/log/types.py": "from apis.log.v1 import types as v1\nSpec = v1.Spec\n",
    }
    own = {"apis/log/v1/types.py": served, "apis/log/types.py": HEAD + with_field("colour: str = ''")}

    assert set(told(before, own)) == {("apis.log.types.Spec", "colour")}


def test_a_new_version_is_new() -> None:
    before = {"apis/log/v1beta1/types.py": HEAD + SPEC}
    now = {"apis/log/v1/types.py": HEAD + with_field("colour: str = ''")}
    assert told(before, now) == {}


def test_a_new_group_is_new() -> None:
    before = {"apis/log/v1/types.py": HEAD + SPEC}
    now = {"apis/audit/v1/types.py": HEAD + with_field("colour: str = ''")}
    assert told(before, now) == {}


# -------------------------------------------------------------------------------------------------------------- bases

BASED = """\
@dataclass
class Base:
    size: int = 1

@dataclass
class Spec(Base):
    shape: str = ""

@dataclass
class Thing:
    metadata: Meta
    spec: Spec
"""


def test_a_field_of_a_base_is_told_once_and_there() -> None:
    twice = BASED.replace("class Thing", "class Other:\n    metadata: Meta\n    spec: Base\n\n@dataclass\nclass Thing")
    now = twice.replace("    size: int = 1\n", "    size: int = 1\n    colour: str = ''\n")
    assert set(told(api(twice), api(now))) == {("api.Base", "colour")}


def test_a_new_base_brings_new_fields() -> None:
    now = BASED.replace(
        "class Spec(Base)", "class Labelled:\n    labels: str = ''\n\n@dataclass\nclass Spec(Base, Labelled)"
    )
    assert set(told(api(BASED), api(now))) == {("api.Labelled", "labels")}


def test_a_new_base_whose_fields_have_gates_is_fine() -> None:
    now = BASED.replace(
        "class Spec(Base)",
        "class Labelled:\n    labels: str = ''  # +k8s:featureGate=Labels\n\n@dataclass\nclass Spec(Base, Labelled)",
    )
    assert compared(api(BASED), api(now))[("api.Labelled", "labels")] is Verdict.HOLDS


def test_a_field_that_moves_into_a_new_base_is_no_new_one() -> None:
    now = BASED.replace("    shape: str = ''\n", "").replace(
        'class Spec(Base):\n    shape: str = ""\n',
        "class Shaped:\n    shape: str = ''\n\n@dataclass\nclass Spec(Base, Shaped):\n    pass\n",
    )
    assert "class Shaped" in now
    assert told(api(BASED), api(now)) == {}


def test_a_field_that_is_raised_to_a_base_from_all_its_types_is_no_new_one() -> None:
    now = BASED.replace('    shape: str = ""\n', "    pass\n").replace(
        "    size: int = 1\n", "    size: int = 1\n    shape: str = ''\n"
    )
    assert told(api(BASED), api(now)) == {}


def test_a_field_that_is_raised_is_new_to_types_that_lacked_it() -> None:
    more = BASED.replace("class Thing:", "class Plain(Base):\n    pass\n\n@dataclass\nclass Thing:\n    plain: Plain")
    now = more.replace('    shape: str = ""\n', "    pass\n").replace(
        "    size: int = 1\n", "    size: int = 1\n    shape: str = ''\n"
    )
    assert set(told(api(more), api(now))) == {("api.Base", "shape")}


def test_a_field_that_moves_down_from_a_base_is_no_new_one() -> None:
    now = BASED.replace("    size: int = 1\n", "    pass\n").replace(
        '    shape: str = ""\n', "    shape: str = ''\n    size: int = 1\n"
    )
    assert told(api(BASED), api(now)) == {}


# ---------------------------------------------------------------------------------------------- what became of fields


def test_a_plain_new_field_says_where_it_is_not() -> None:
    assert told(api(SPEC), api(with_field("colour: str = ''"))) == {("api.Spec", "colour"): "it is not in before"}


def test_a_renamed_field_says_what_it_was() -> None:
    now = SPEC.replace("size: int = 1", "length: int = 1")
    assert told(api(SPEC), api(now)) == {("api.Spec", "length"): "renamed, it was `size` in before"}


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("size: int = 1", "length: str = ''"),  # another type
        ("size: int = 1\n    width: int = 1", "length: int = 1"),  # which of the two?
        ("size: int = 1", "length: int = 1\n    width: int = 1"),  # became which of the two?
    ],
)
def test_only_what_is_plain_is_called_a_rename(before: str, now: str) -> None:
    messages = told(api(SPEC.replace("size: int = 1", before)), api(SPEC.replace("size: int = 1", now)))
    assert messages
    assert set(messages.values()) == {"it is not in before"}


def test_a_moved_field_says_where_it_was() -> None:
    before = SPEC.replace("    spec: Spec", "    spec: Spec\n    limit: list[int] = field(default_factory=list)")
    now = with_field("limit: list[int] = field(default_factory=list)")
    assert told(api(before), api(now)) == {("api.Spec", "limit"): "moved from `api.Thing.limit`, where before has it"}


def test_a_gate_on_a_renamed_field_is_enough() -> None:
    now = SPEC.replace("size: int = 1", "length: int = 1  # +k8s:featureGate=Length")
    assert compared(api(SPEC), api(now))[("api.Spec", "length")] is Verdict.HOLDS


# ----------------------------------------------------------------------------------------------- what became of types


def test_a_type_that_moved_and_is_re_exported_is_not_new() -> None:
    thing = "from spec import Spec\n\n@dataclass\nclass Thing:\n    metadata: Meta\n    spec: Spec\n"
    same = {"spec.py": HEAD + SPEC.partition("\n\n")[0] + "\n", "api.py": HEAD + thing}
    assert compared(api(SPEC), same)[("spec.Spec", None)] is Verdict.HOLDS

    more = {**same, "spec.py": same["spec.py"] + "    colour: str = ''\n"}
    assert told(api(SPEC), more) == {("spec.Spec", "colour"): "it is not in before, where the type is `api.Spec`"}


def test_a_moved_type_is_recognised_by_its_fields() -> None:
    thing = "import spec\n\n@dataclass\nclass Thing:\n    metadata: Meta\n    spec: spec.Spec\n"
    moved = {"spec.py": HEAD + SPEC.partition("\n\n")[0] + "\n    colour: str = ''\n", "api.py": HEAD + thing}
    assert set(told(api(SPEC), moved)) == {("spec.Spec", "colour")}

    other = {**moved, "spec.py": HEAD + "@dataclass\nclass Spec:\n    wheels: int = 4\n"}
    assert told(api(SPEC), other) == {}


def test_of_two_types_that_may_have_moved_none_is_guessed() -> None:
    before = {"one.py": HEAD + SPEC, "two.py": HEAD + SPEC}
    now = {"three.py": HEAD + with_field("colour: str = ''")}
    assert told(before, now) == {}


def test_inner_types_move_with_the_outer_one() -> None:
    text = """\
@dataclass
class Thing:
    @dataclass
    class Spec:
        size: int = 1
    metadata: Meta
    spec: Spec
"""
    now = text.replace("        size: int = 1\n", "        size: int = 1\n        colour: str = ''\n")
    assert set(told({"old.py": HEAD + text}, {"new.py": HEAD + now})) == {("new.Thing.Spec", "colour")}


def test_types_that_refer_to_each_other_are_taken_once() -> None:
    text = SPEC.replace(
        "    size: int = 1\n", "    size: int = 1\n    inner: Spec | None = None\n    thing: Thing | None = None\n"
    )
    assert set(compared(api(text), api(text)).values()) == {Verdict.HOLDS}


def test_a_generic_type_is_compared_as_it_is_declared() -> None:
    text = (
        HEAD.replace("ClassVar", "ClassVar, Generic, TypeVar")
        + """
T = TypeVar("T")

@dataclass
class Box(Generic[T]):
    content: T

@dataclass
class Thing:
    metadata: Meta
    one: Box[int]
    other: Box[str]
"""
    )
    now = text.replace("    content: T\n", "    content: T\n    weight: int = 0\n")
    assert set(told({"api.py": text}, {"api.py": now})) == {("api.Box", "weight")}
