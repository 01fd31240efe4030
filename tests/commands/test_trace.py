"""``apivet trace``: each step of a hook, what leads to it, and what is stored in the end."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from apivet.cli import main

STRATEGY = """\
from __future__ import annotations

from dataclasses import dataclass, field

import outside


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0


@dataclass
class KilnSpec:
    heat: int = 0
    clay: str | None = None


@dataclass
class KilnStatus:
    glowing: bool = False


@dataclass
class Kiln:
    metadata: ObjectMeta
    spec: KilnSpec
    status: KilnStatus = field(default_factory=KilnStatus)


class KilnStrategy:
    def prepare_for_create(self, ctx, obj: Kiln) -> None:
        if obj.spec.heat < 0:
            raise ValueError("cold")
        obj.status = KilnStatus()
        obj.metadata.generation = 1

    def prepare_for_update(self, ctx, obj: Kiln, old: Kiln) -> None:
        obj.status = old.status
        fire(obj.spec)
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


def fire(spec: KilnSpec) -> None:
    if spec.clay is None:
        spec.clay = "red"


class LostStrategy:
    def prepare_for_create(self, ctx, obj: Kiln) -> None:
        obj.status = KilnStatus()
        outside.glaze(obj)


class MixedStrategy:
    def prepare_for_create(self, ctx, obj: Kiln) -> None:
        obj.status = KilnStatus()
        obj.spec.heat = max(obj.spec.heat, len(obj.metadata.name))
        obj.spec.clay = mixed(outside.tint(), obj.spec.clay)


def mixed(tint, clay):
    return f"{tint} {clay}"


class MuteStrategy:
    def prepare_for_create(self, ctx, obj: Kiln) -> None:
        raise ValueError("not yet")
"""


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "kilns.py").write_text(STRATEGY)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _trace(target: str) -> Result:
    return CliRunner().invoke(main, ["trace", target])


def _shown(target: str) -> str:
    result = _trace(target)
    assert result.exit_code == 0, result.output
    return result.output


def test_each_step_has_its_line_and_the_decisions_that_lead_there(tree: Path) -> None:
    text = _shown("kilns.py::KilnStrategy.prepare_for_create")
    assert "line 34  asks whether the caller's spec.heat < 0 is true" in text
    assert "line 35  raises ValueError\n               when the caller's spec.heat < 0 is true" in text
    assert "line 36  sets status to a new KilnStatus\n               when the caller's spec.heat < 0 is false" in text
    assert "prepare_for_update" not in text.split("Verdicts")[0]


def test_each_part_has_the_values_that_it_may_have(tree: Path) -> None:
    text = _shown("kilns.py::KilnStrategy.prepare_for_update")
    stored = text.split("What is stored")[1].split("Verdicts")[0]
    assert "    status\n      the stored status\n" in stored
    assert "      'red'\n          when the caller's spec.clay is None\n" in stored
    assert "      the caller's spec.clay\n          when the caller's spec.clay is not None\n" in stored
    assert "      the stored metadata.generation + 1\n          when " in stored


def test_steps_of_helpers_are_shown_where_they_are_called(tree: Path) -> None:
    lines = _shown("kilns.py::KilnStrategy.prepare_for_update").splitlines()
    sets = [line for line in lines if " sets " in line]
    assert [line.split("sets ")[1].split(" to ")[0] for line in sets] == ["status", "spec.clay", "metadata.generation"]
    assert sets[1].index("sets") == sets[0].index("sets") + 2


def test_the_line_where_sight_was_lost_is_named(tree: Path) -> None:
    text = _shown("kilns.py::LostStrategy")
    assert "not known: line 54, the call of glaze() can't be seen through" in text
    assert "unproven  generation-not-set-on-create" in text
    assert "prepare_for_update  is not there: this is what is stored without it" in text


def test_a_hook_that_refuses_everything_stores_nothing(tree: Path) -> None:
    text = _shown("kilns.py::MuteStrategy.prepare_for_create")
    assert "nothing: the hook refuses every object" in text


def test_rules_that_are_off_are_not_told_of(tree: Path) -> None:
    (tree / "pyproject.toml").write_text('[tool.apivet]\nignore = ["status-not-wiped-on-create"]\n')
    assert "status-not-wiped-on-create" not in _shown("kilns.py::KilnStrategy")


def test_registered_hooks_have_an_account_too(tree: Path) -> None:
    (tree / "lamps.py").write_text(
        "from kilns import Kiln, KilnStatus\n"
        "def light(ctx, obj: Kiln) -> None:\n"
        "    obj.status = KilnStatus(glowing=True)\n"
        "kilns = new_rest(RESTConfig(resource='kilns', kind=Kiln,\n"
        "    strategy_config=StrategyConfig(prepare_for_create=light)))\n"
    )
    text = _shown("lamps.py::light")
    assert "lamps.light  main strategy of kilns.Kiln" in text
    assert "sets status to a new KilnStatus" in text


@pytest.mark.parametrize(
    ("target", "line"),
    [
        (
            "kilns.py::PotStrategy",
            "kilns.py has no strategy 'PotStrategy'; it has KilnStrategy, LostStrategy, MixedStrategy, MuteStrategy",
        ),
        (
            "kilns.py::KilnStrategy.fire",
            "KilnStrategy has no hook 'fire'; it has prepare_for_create, prepare_for_update",
        ),
        ("kilns.py::A.b.c", "'A.b.c' is no strategy and hook; say FILE::Strategy.hook"),
        ("pots.py", "pots.py: there is no such file; say FILE::Strategy.hook"),
        ("empty.py", "empty.py has no strategy and no registered hook"),
        ("broken.py", "broken.py:1: syntax error: '(' was never closed"),
    ],
)
def test_targets_that_lead_nowhere_are_one_clear_line(tree: Path, target: str, line: str) -> None:
    (tree / "empty.py").write_text("")
    (tree / "broken.py").write_text("f(\n")
    result = _trace(target)
    assert (result.exit_code, result.output) == (2, line + "\n")


def test_a_computed_value_says_from_what_it_is_computed(tree: Path) -> None:
    text = _shown("kilns.py::MixedStrategy.prepare_for_create")
    assert "sets spec.heat to something computed from the caller's spec.heat and the caller's metadata.name" in text
    lost = "what is not known (line 61, the call of tint() can't be seen through)"
    assert f"spec.clay to something computed from {lost} and the caller's spec.clay" in text
    (tree / "shades.py").write_text("import outside\n\n\ndef tint(obj):\n    obj.spec.clay = outside.tint()\n")
    source = STRATEGY.replace("mixed(outside.tint(), obj.spec.clay)", "shades.tint(obj)")
    (tree / "kilns.py").write_text(source.replace("import outside", "import outside\nimport shades"))
    text = _shown("kilns.py::MixedStrategy.prepare_for_create")
    assert "shades.py:5    sets spec.clay to not known: shades.py:5, the call of" in text


def test_files_that_lie_beside_are_left_unread(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As by a check of the file: there may be thousands of them."""
    (tree / "beside.py").write_text("from kilns import KilnStrategy\n\n\nclass Beside(KilnStrategy):\n    pass\n")
    opened = set()

    def noting(path: object, *others: object, **named: object) -> object:
        opened.add(Path(str(path)).name)
        return open(path, *others, **named)  # type: ignore[call-overload]

    monkeypatch.setattr("apivet.program.files.open", noting, raising=False)
    _shown("kilns.py::LostStrategy.prepare_for_create")
    assert opened == {"kilns.py"}
