"""What is being typed is judged piece by piece, and comes to what the whole file comes to."""

from __future__ import annotations

import ast
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.samples.sources import api_types

from apivet.cache import Cache
from apivet.check.buffers import OpenProject
from apivet.check.gathering import gather
from apivet.check.judging import TreeJudge, judge_file
from apivet.check.projects import sources_around
from apivet.config import load_config
from apivet.front_ends import trees
from apivet.verdicts import Finding

CASES = Path(__file__).parents[1] / "cases"

TYPES = api_types("Berth", "length: int = 0", 'ship: str = ""')

HELPERS = """\
def keep_ship(obj, old):
    obj.status = old.status
"""

STRATEGIES = """\
from harbour.helpers import keep_ship
from harbour.types import Berth, BerthStatus


def at_first(obj):
    obj.metadata.generation = 1


class QuayStrategy:
    def prepare_for_create(self, ctx, obj: Berth) -> None:
        obj.status = BerthStatus()
        at_first(obj)

    def prepare_for_update(self, ctx, obj: Berth, old: Berth) -> None:
        keep_ship(obj, old)
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class PierStrategy:
    def prepare_for_create(self, ctx, obj: Berth) -> None:
        at_first(obj)

    def prepare_for_update(self, ctx, obj: Berth, old: Berth) -> None:
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class DockStrategy(QuayStrategy):
    pass


ALL = [QuayStrategy(), PierStrategy()]
"""


class Typing:
    """A project with one file of strategies that is open in an editor."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.path = str(directory / "harbour" / "strategies.py")
        self.helpers = str(directory / "harbour" / "helpers.py")
        self.project = self.anew()
        self.text = ""

    def anew(self) -> OpenProject:
        config = load_config(self.directory)
        return OpenProject(config, trees(config, str(self.directory))[0])

    def type(self, text: str) -> list[Finding]:
        self.text = text
        self.project.hold(self.path, text.encode())
        return self.found()

    def found(self) -> list[Finding]:
        found = self.project.findings(self.path)
        assert found is not None
        return found

    def found_anew(self) -> list[Finding]:
        fresh = self.anew()
        fresh.hold(self.path, self.text.encode())
        found = fresh.findings(self.path)
        assert found is not None
        return found

    def judged_for(self, text: str) -> int:
        before = self.project.judged
        self.type(text)
        return self.project.judged - before


@pytest.fixture(name="typing")
def _typing(tmp_path: Path) -> Typing:
    package = tmp_path / "harbour"
    package.mkdir()
    files = {"types": TYPES, "helpers": HELPERS, "strategies": STRATEGIES, "__init__": ""}
    for name, text in files.items():
        (package / f"{name}.py").write_text(text)
    (tmp_path / "pyproject.toml").write_text("[tool.apivet]\n")
    return Typing(tmp_path)


def told(findings: list[Finding]) -> list[tuple[str, str, int]]:
    shown = [each for each in findings if each.rule != "boilerplate-hook"]
    return [(each.object.rpartition(".")[2], each.rule, each.location.line) for each in shown]


PIER = ("PierStrategy", "status-not-wiped-on-create", 21)


def test_only_what_changed_is_judged_again(typing: Typing) -> None:
    assert told(typing.type(STRATEGIES)) == [PIER]
    assert typing.judged_for(STRATEGIES) == 0
    mended = STRATEGIES.replace(
        "        at_first(obj)\n\n    def prepare_for_update(self, ctx, obj: Berth, old: Berth) -> None:\n        obj.status",
        "        obj.status = BerthStatus()\n        at_first(obj)\n\n    def prepare_for_update(self, ctx, obj: Berth, old: Berth) -> None:\n        obj.status",
    )
    assert mended != STRATEGIES
    # The list of all strategies names it besides.
    assert typing.judged_for(mended) <= 2
    assert told(typing.found()) == []


def test_lines_above_move_what_is_known(typing: Typing) -> None:
    typing.type(STRATEGIES)
    further_down = STRATEGIES.replace("def at_first", "\n\n\ndef at_first")
    assert typing.judged_for(further_down) == 0
    assert told(typing.found()) == [(*PIER[:2], PIER[2] + 3)]
    assert typing.found() == typing.found_anew()


def test_a_helper_of_the_file_counts_for_its_callers_alone(typing: Typing) -> None:
    typing.type(STRATEGIES)
    told_anew = told(typing.type(STRATEGIES.replace("generation = 1\n", "generation = 7\n")))
    assert {name for name, rule, _ in told_anew if rule == "generation-not-set-on-create"} == {
        "QuayStrategy",
        "PierStrategy",
        "DockStrategy",
    }


@pytest.mark.parametrize("above", ["if True:", "try:", "with suppress():"])
def test_a_class_in_a_condition_is_judged(typing: Typing, above: str) -> None:
    first, _, last = STRATEGIES.partition("class PierStrategy:")
    body, _, rest = last.partition("\n\n\n")
    nested = f"class PierStrategy:{body}".replace("\n", "\n    ")
    handler = "\nexcept ImportError:\n    pass" if above == "try:" else ""
    text = f"from contextlib import suppress\n{first}{above}\n    {nested}{handler}\n\n\n{rest}"
    assert told(typing.type(text)) == [(*PIER[:2], PIER[2] + 2)]


def test_a_name_that_is_bound_twice_leaves_no_file_unjudged(typing: Typing) -> None:
    text = STRATEGIES + "\n\ndef _(value):\n    return value\n\n\ndef _(value):\n    return [value]\n"
    assert told(typing.type(text)) == [PIER]
    assert typing.judged_for(text) == 0


@pytest.mark.parametrize("unsaved", [True, False])
def test_a_helper_elsewhere_counts_for_its_callers(typing: Typing, unsaved: bool) -> None:
    typing.type(STRATEGIES)
    before = typing.project.judged
    changed = HELPERS.replace("obj.status = old.status", "pass")
    if unsaved:
        typing.project.hold(typing.helpers, changed.encode())
    else:
        Path(typing.helpers).write_text(changed)
    kept = {name for name, rule, _ in told(typing.found()) if rule == "status-not-kept-on-update"}
    assert kept == {"QuayStrategy", "DockStrategy"}
    assert typing.project.judged - before < 5  # PierStrategy calls nothing of there
    if unsaved:
        assert Path(typing.helpers).read_text() == HELPERS
        typing.project.hold(typing.helpers, None)
        assert told(typing.found()) == [PIER]


def test_who_has_typed_on_is_told_nothing_of_before(typing: Typing) -> None:
    typing.project.hold(typing.path, STRATEGIES.encode())
    assert typing.project.findings(typing.path, lambda: True) is None
    assert told(typing.found()) == [PIER]


EDITS = (
    ("class DockStrategy(QuayStrategy):\n    pass\n", "class DockStrategy(QuayStrategy):\n    def prepare_for_create(self, ctx, obj):\n        pass\n"),
    ("ALL = [", "PierStrategy.prepare_for_create = QuayStrategy.prepare_for_create\n\nALL = ["),
    ("        keep_ship(obj, old)\n", ""),
    ("def at_first(obj):\n", "def forget(kind):\n    kind.prepare_for_update = at_first\n\n\ndef at_first(obj):\n"),
    ("ALL = [", "forget(QuayStrategy)\nALL = ["),
    ("class PierStrategy:\n", "class PierStrategy(QuayStrategy):\n"),
    ("import Berth, BerthStatus\n", "import Berth as Ship, BerthStatus\nBerth = Ship\n"),
    ("def at_first(obj):\n    obj.metadata.generation = 1", "def at_first(obj):\n    global FIRST\n    FIRST = 2\n    obj.metadata.generation = FIRST\n\nFIRST = 1\n"),
)  # fmt: skip


def test_each_edit_comes_to_what_a_new_start_comes_to(typing: Typing) -> None:
    text = STRATEGIES
    typing.type(text)
    states = [(text, told(typing.found()))]
    for before, after in EDITS:
        assert before in text
        text = text.replace(before, after, 1)
        assert typing.type(text) == typing.found_anew(), (before, after)
        states.append((text, told(typing.found())))
    for text, found in reversed(states):
        assert told(typing.type(text)) == found


def test_a_keystroke_has_the_file_parsed_once(typing: Typing, monkeypatch: pytest.MonkeyPatch) -> None:
    typing.type(STRATEGIES)
    parsed: list[bytes] = []
    parse = ast.parse

    def counted(source: bytes, *args: Any, **kwargs: Any) -> ast.AST:
        parsed.append(source)
        return parse(source, *args, **kwargs)

    monkeypatch.setattr(ast, "parse", counted)
    text = STRATEGIES.replace("generation + 1", "generation + 2", 1)
    typing.type(text)
    assert parsed.count(text.encode()) == 1


#: Cases of what a module does as it is read: functions that answer for names, decorators and calls that put something in.
ANSWERED = ("structure/modules_that_answer.py", "status/remembering.py", "status/excepted", "status/bound_behind.py")


def some_cases() -> Iterator[Path]:
    cases = (case for family in sorted(CASES.iterdir()) if family.is_dir() for case in sorted(family.iterdir()))
    kept = [case for case in cases if not case.name.startswith("__")]
    yield from dict.fromkeys((*kept[::8], *(CASES / name for name in ANSWERED)))


@pytest.mark.parametrize("case", list(some_cases()), ids=lambda case: f"{case.parent.name}/{case.name}")
def test_the_pieces_of_a_file_come_to_what_the_file_comes_to(
    tmp_path: Path, case: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if case.is_dir():
        shutil.copytree(case, tmp_path, dirs_exist_ok=True)
    else:
        shutil.copy(case, tmp_path)
    monkeypatch.chdir(tmp_path)
    config = replace(load_config(), jobs=1)
    source = trees(config, str(tmp_path))[0]
    project = OpenProject(config, source)
    tree = gather(source.collect(["."]).files, source, config, Cache(None, "", {}), {}, None)
    active = config.active_rules(project.rules)
    for file in tree.checked:
        whole = judge_file(TreeJudge(config, source, tree.facts), file).findings
        found = project.findings(file.absolute) or []
        bare = (replace(each, ordinal=0, suppressed_by=None) for each in found)
        pieces = {each for each in bare if each.rule != "convention-disabled-inline"}
        assert pieces == {each for each in whole if each.rule in active}


def test_exceptions_are_the_same_while_they_grow_old(typing: Typing, monkeypatch: pytest.MonkeyPatch) -> None:
    (typing.directory / "exceptions").mkdir()
    (typing.directory / "exceptions" / "OWNERS").write_text("approvers: []\n")
    typing.type(STRATEGIES)
    state, now = typing.project.state_of(typing.path), time.time_ns()
    monkeypatch.setattr(time, "time_ns", lambda: now + 10**11)
    assert typing.project.state_of(typing.path) == state


def test_sources_of_a_project_below_are_not_the_projects_own(typing: Typing) -> None:
    below = typing.directory / "boats"
    below.mkdir()
    (below / "hulls.py").write_text("class HullStrategy:\n    def prepare_for_create(self, ctx, obj): pass\n")
    config = load_config(typing.directory)
    tree = trees(config, str(typing.directory))[0]
    assert str(below / "hulls.py") in [each.absolute for each in sources_around(typing.path, config, tree).files]
    (below / "pyproject.toml").write_text("[tool.apivet]\n")
    assert str(below / "hulls.py") not in [each.absolute for each in sources_around(typing.path, config, tree).files]


def test_an_import_that_is_typed_has_another_file_matter(typing: Typing) -> None:
    facade = str(typing.directory / "facade.py")
    Path(facade).write_text("import shop as kept\n")
    (typing.directory / "setting.py").write_text("from facade import kept\n\nkept.keep_ship = print\n")
    before = typing.type(STRATEGIES)
    typing.project.hold(facade, b"import shop as kept\n")
    assert typing.found() == before
    typing.project.hold(facade, b"from harbour import helpers as kept\n")
    assert typing.found() != before
