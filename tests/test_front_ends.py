"""A language of our own through the port: whatever front end there is, a run judges what it gives it.

A file says, line by line, which parts a hook puts back: ``Widget create finish`` empties the status of a new widget,
``Widget update finish`` keeps the stored one.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from apivet import front_ends
from apivet.cli import main
from apivet.program import model
from apivet.program.baseline import Baseline
from apivet.program.contents import Contents, Strategy
from apivet.program.files import Collection, SourceFile, display_path
from apivet.program.front_end import ChosenFiles, DefaultScope, Disabling, FoundTypes, Interest, Scope
from apivet.program.role import Role
from apivet.program.syntax import Assign, Attribute, Expression, Function, Literal, Name, Parameter
from apivet.verdicts import Confidence, Location, Problem, Unfollowed
from apivet.vocabulary import Words

PARTS = ("metadata", "spec", "finish")


class RecipeProgram:
    words = Words(status="finish", type_fields=("dish",))

    def __init__(self, root: str) -> None:
        self.root = root
        self.known: dict[str, model.Type] = {}

    def contents(self, path: str, *, with_gate_uses: bool = True) -> Contents:
        hooks: dict[str, list[tuple[str, str, Location]]] = {}
        for number, line in enumerate(Path(path).read_text().splitlines(), start=1):
            kind, verb, part = line.split()
            hooks.setdefault(kind, []).append((verb, part, Location(self.display(path), number, 0, number, len(line))))
        strategies = [self._strategy(kind, lines) for kind, lines in hooks.items()]
        return Contents(self.dotted(path), tuple(strategies), types=tuple(f"recipes.{kind}" for kind in hooks))

    def _strategy(self, kind: str, lines: list[tuple[str, str, Location]]) -> Strategy:
        place = lines[0][2]
        fields = [self._type(part, place, [("phase", model.Scalar("text"))]) for part in PARTS]
        held = [(part, model.Named(type_.dotted)) for part, type_ in zip(PARTS, fields)]
        methods = {f"prepare_for_{verb}": self._hook(verb, lines) for verb in ("create", "update")}
        strategy = self._type(f"{kind}Recipe", place, [], methods)
        return Strategy(strategy, Role.MAIN, self._type(kind, place, held), frozenset(PARTS), Confidence.CERTAIN)

    def _type(
        self,
        name: str,
        place: Location,
        fields: Sequence[tuple[str, model.Shape]],
        methods: dict[str, Function] | None = None,
    ) -> model.Type:
        dotted = f"recipes.{name}"
        declared = tuple(model.Field(each, shape, True, place, dotted) for each, shape in fields)
        self.known[dotted] = model.Type(
            name, dotted, "recipes", place, "dataclass", declared, methods or {}, {}, (), True, False
        )  # fmt: skip
        return self.known[dotted]

    def _hook(self, verb: str, lines: list[tuple[str, str, Location]]) -> Function:
        place, obj, old = lines[0][2], "obj", "old"
        body: list[Any] = []
        for _, part, where in (line for line in lines if line[0] == verb):
            stored: Expression = Attribute(where, Name(where, old), part)
            value = stored if verb == "update" else Literal(where, None)
            body.append(Assign(where, (Attribute(where, Name(where, obj), part),), value))
        names = ("self", "context", obj) if verb == "create" else ("self", "context", obj, old)
        parameters = tuple(Parameter(name, "positional", None, None) for name in names)
        dotted = f"recipes.prepare_for_{verb}"
        return Function(
            place, f"prepare_for_{verb}", dotted, "recipes", "recipes.Recipe", parameters, tuple(body), (), "instance",
            False, False, False, False, None,
        )  # fmt: skip

    def type(self, dotted: str) -> model.Type | None:
        return self.known.get(dotted)

    def dotted(self, path: str) -> str:
        return "recipes"

    def display(self, path: str) -> str:
        return display_path(path, self.root)

    def ancestry(self, type_: model.Type) -> tuple[model.Type, ...]:
        return (type_,)

    def class_name(self, dotted: str) -> str:
        return dotted

    def start_of(self, module: str) -> Location:
        return Location("", 1, 0, 1, 0)

    def dependencies(self) -> frozenset[str]:
        return frozenset()

    def has_any(self, what: str) -> bool:
        return False

    def resolve(self, module: str, name: str) -> model.Entity:
        return model.External(name)

    locate = resolve

    def __getattr__(self, name: str) -> Any:
        """Everything else there is none of."""
        return lambda *arguments: None if name.endswith(("operation", "baseline", "dependencies")) else ()


class RecipeTree:
    language = "recipes"
    summary = Contents

    def __init__(self, root: str) -> None:
        self.root = root

    def takes(self, path: str) -> bool:
        return path.endswith(".recipe")

    def collect(self, paths: Sequence[str]) -> Collection:
        found = {each for path in paths for each in (Path(self.root, path), *Path(self.root, path).rglob("*.recipe"))}
        files = sorted(os.path.normpath(path) for path in found if path.is_file() and self.takes(path.name))
        return Collection([SourceFile(display_path(path, self.root), path) for path in files])

    def reads_around(self, problem: Problem) -> bool:
        return False

    def elsewhere(self, module: str, path: str) -> str | None:
        return None

    def overlooks(self, path: str, top: str, read: Callable[[], bytes]) -> str | None:
        return None

    def interest(self, data: bytes, existing: frozenset[str], among: Interest = Interest.ANY) -> Interest:
        return Interest.OWN

    def syntax_problem(self, path: str, data: bytes) -> Problem | None:
        odd = [n for n, line in enumerate(data.splitlines(), start=1) if len(line.split()) != 3]
        return Problem(path, "a line has three words", odd[0]) if odd else None

    def significant(self, data: bytes) -> bytes:
        return data

    def imports(self, data: bytes) -> tuple[str, ...]:
        return ()

    def disablings(self, data: bytes, symbols: dict[str, str]) -> tuple[Disabling, ...]:
        return ()

    def groups_of(self, path: str) -> tuple[model.Group, ...]:
        return ()

    def names_around(self, directory: str) -> tuple[str, ...]:
        return ()

    def look(self, path: str, data: bytes) -> tuple[str, ...]:
        return ()

    def has_hooks(self, look: tuple[str, ...]) -> bool:
        return False

    def choose(
        self, files: Sequence[SourceFile], existing: frozenset[str], looks: Any = None
    ) -> tuple[ChosenFiles, tuple[Problem, ...]]:
        return ChosenFiles(checked=tuple(files)), ()

    def facts(self, summaries: Iterable[Any], choice: ChosenFiles) -> tuple[Any, tuple[Unfollowed, ...]]:
        return (), ()

    def with_registering(self, facts: Any, files: Sequence[SourceFile], looks: Any = None) -> Any:
        return facts

    def with_users(
        self, facts: Any, checked: Sequence[SourceFile], known: Sequence[SourceFile], looks: Any = None
    ) -> Any:
        return facts

    def program(self, facts: Any, baseline: Baseline | None = None) -> Any:
        return RecipeProgram(self.root)

    def types(self, files: Sequence[SourceFile], name: str) -> FoundTypes:
        return FoundTypes(Baseline(name, ()), ())

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *arguments: ()


class Recipes:
    name = "recipes"
    is_run = False

    def tree(self, scope: Scope, root: str) -> Any:
        return RecipeTree(root)


@pytest.fixture(autouse=True)
def _two_languages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(front_ends, "FRONT_ENDS", [*front_ends.FRONT_ENDS, Recipes()])
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pyproject.toml").write_text("[tool.apivet]\n")


def checked(*paths: str) -> tuple[dict[str, Any], int]:
    result = CliRunner().invoke(main, ["check", "--format", "json", "-j", "1", *paths])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    report: dict[str, Any] = json.loads(result.stdout)
    return report, result.exit_code


def rows(report: dict[str, Any]) -> dict[tuple[str, str], str]:
    return {(row["object"], row["rule"]): row["verdict"] for row in report["verdicts"]}


def test_its_hooks_get_verdicts() -> None:
    Path("kitchen.recipe").write_text("Widget create finish\nWidget update spec\n")
    report, status = checked(".")
    assert status == 1
    found = rows(report)
    assert found["recipes.WidgetRecipe", "status-not-wiped-on-create"] == "holds"
    assert found["recipes.WidgetRecipe", "status-not-kept-on-update"] == "violated"
    (kept,) = [each for each in report["findings"] if each["rule"] == "status-not-kept-on-update"]
    assert kept["path"] == "kitchen.recipe"


def test_a_run_over_two_languages_is_one_report() -> None:
    Path("kitchen.recipe").write_text("Widget create finish\nWidget update finish\n")
    Path("strategy.py").write_text(
        "class Meta:\n    name: str\n\n\nclass Spec:\n    size: int\n\n\nclass Status:\n    size: int\n\n\nclass Gadget:\n    metadata: Meta\n    spec: Spec\n    status: Status\n\n\n"
        "class GadgetStrategy:\n    def prepare_for_create(self, ctx: object, obj: Gadget) -> None:\n"
        "        obj.status = Status()\n"
    )
    report, _ = checked(".")
    found = rows(report)
    assert found["recipes.WidgetRecipe", "status-not-kept-on-update"] == "holds"
    assert found["strategy.GadgetStrategy", "status-not-wiped-on-create"] == "holds"
    assert report["summary"]["files"] == 2
    again, _ = checked(".")
    assert again == report


def test_a_file_that_is_named_belongs_to_one_of_them() -> None:
    Path("kitchen.recipe").write_text("Widget create finish\nWidget update finish\n")
    report, _ = checked("kitchen.recipe")
    assert report["problems"] == []
    assert report["summary"]["files"] == 1


def test_a_broken_file_is_told() -> None:
    Path("kitchen.recipe").write_text("Widget create finish\nWidget\n")
    report, status = checked("kitchen.recipe")
    assert status == 2
    assert [(each["path"], each["line"], each["message"]) for each in report["problems"]] == [
        ("kitchen.recipe", 2, "a line has three words")
    ]


def test_directories_are_listed_once_for_all_languages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "berths" / "v1").mkdir(parents=True)
    (tmp_path / "berths" / "v1" / "types.py").write_text("class Berth: ...\n")
    listed: list[str] = []
    listing = os.scandir
    monkeypatch.setattr(os, "scandir", lambda path: listed.append(str(path)) or listing(path))
    ours = [each for each in front_ends.trees(DefaultScope(), str(tmp_path)) if each.language in ("Python", "Go")]
    collected = front_ends.collect([str(tmp_path)], ours)
    assert [len(found.files) for _, found in collected] == [1, 0]
    assert sorted(listed) == [str(tmp_path), str(tmp_path / "berths"), str(tmp_path / "berths" / "v1")]
    (tmp_path / "berths" / "v2.py").write_text("")
    again = front_ends.collect([str(tmp_path)], ours)
    assert [len(found.files) for _, found in again] == [2, 0]
