"""The filled objects that several conversions and codecs are tried on: made once, and everybody's own."""

from __future__ import annotations

import itertools
import textwrap
from pathlib import Path
from typing import Any

import pytest
from sources_as_text import workspace_from_text

from apivet.blackbox.objects.filling import CannotFillError
from apivet.blackbox.objects.snapshots import are_alike
from apivet.blackbox.project.samples import Samples
from apivet.blackbox.protocol.models import TypeModel, type_models

SOURCE = """
    import enum
    from dataclasses import dataclass, field

    class Phase(enum.Enum):
        A = "A"
        B = "B"
        C = "C"
        D = "D"
        E = "E"

    @dataclass
    class Meta:
        name: str = ""

    @dataclass
    class Plain:
        metadata: Meta
        size: int = 0
        parts: list[int] = field(default_factory=list)

    @dataclass
    class Phased:
        metadata: Meta
        phase: Phase = Phase.A

    @dataclass
    class Around:
        metadata: Meta
        inner: dict[str, list[Phased]] = field(default_factory=dict)

    @dataclass
    class Endless:
        me: "Endless"
"""
_numbers = itertools.count()


@pytest.fixture
def types(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, dict[str, TypeModel]]:
    """The module, and the models of all its types, as a codec is given them."""
    module = f"stocked_types_{next(_numbers)}"
    source = textwrap.dedent(SOURCE)
    (tmp_path / f"{module}.py").write_text(source)
    monkeypatch.syspath_prepend(str(tmp_path))
    workspace = workspace_from_text({f"{module}.py": source}, root=str(tmp_path))
    models: dict[str, TypeModel] = {}
    for name in ("Plain", "Around", "Endless"):
        type_ = workspace.type(f"{module}.{name}")
        assert type_ is not None
        models.update(type_models(workspace, type_))
    return module, models


def test_whoever_gets_an_object_may_change_it(types: tuple[str, dict[str, TypeModel]]) -> None:
    module, models = types
    samples = Samples()
    first = list(samples.objects(samples.filler(models), f"{module}.Plain"))
    for _, obj in first:
        obj.metadata.name = "mine"
        obj.parts.append(1)
    again = list(samples.objects(samples.filler(models), f"{module}.Plain"))
    assert [name for name, _ in again] == [name for name, _ in first] == ["full", "full", "bare"]
    assert not any(obj.metadata.name == "mine" for _, obj in again)
    fresh = Samples()
    assert are_alike(
        [obj for _, obj in again], [obj for _, obj in fresh.objects(fresh.filler(models), f"{module}.Plain")]
    )


@pytest.mark.parametrize(("name", "full"), [("Plain", 2), ("Phased", 5), ("Around", 5)])
def test_there_are_as_many_as_the_types_within_take(
    types: tuple[str, dict[str, TypeModel]], name: str, full: int
) -> None:
    module, models = types
    samples = Samples()
    made = list(samples.objects(samples.filler(models), f"{module}.{name}"))
    assert [name for name, _ in made] == ["full"] * full + ["bare"]
    if name == "Phased":
        assert len({obj.phase for _, obj in made}) == 5


def test_objects_of_the_project_come_first(types: tuple[str, dict[str, TypeModel]]) -> None:
    module, models = types
    calls: list[Any] = []

    def own(class_: Any, number: int) -> Any:
        calls.append(class_)
        return class_(name=f"meta-{number}") if class_.__name__ == "Meta" else None

    samples = Samples(own)
    made = [obj for _ in range(3) for _, obj in samples.objects(samples.filler(models), f"{module}.Plain")]
    assert all(obj.metadata.name.startswith("meta-") for obj in made)
    assert sum(class_.__name__ == "Meta" for class_ in calls) == 3


def test_what_has_no_end_is_told_each_time(types: tuple[str, dict[str, TypeModel]]) -> None:
    module, models = types
    samples = Samples()
    for _ in range(2):
        with pytest.raises(CannotFillError, match="can't end"):
            list(samples.objects(samples.filler(models), f"{module}.Endless"))
