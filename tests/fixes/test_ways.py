"""Ways in which fixes mend, each by itself: what a hook has is changed before something is added to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from apivet.cli import main

Tree = Callable[[Mapping[str, str]], Any]

LAMPS = """\
from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""
    generation: int = 0
    labels: dict[str, str] = field(default_factory=dict)
    finalizers: list[str] = field(default_factory=list)


@dataclass
class LampSpec:
    watts: int = 0
    color: str = ""


@dataclass
class LampStatus:
    lit: bool = False


@dataclass
class Lamp:
    metadata: Meta
    spec: LampSpec
    status: LampStatus


def reset_object_meta_for_status(meta: Meta, old: Meta) -> None:
    meta.labels = old.labels
    meta.finalizers = old.finalizers


"""
CREATE = "    def prepare_for_create(self, obj: Lamp) -> None:\n"
UPDATE = "    def prepare_for_update(self, obj: Lamp, old: Lamp) -> None:\n"
STATUS = "class LampStatusStrategy:\n" + UPDATE + "        obj.spec = old.spec\n"
MAIN = "class LampStrategy:\n"
#: The hook around it does all else.
CREATED = MAIN + CREATE + "        obj.status = LampStatus()\n"
UPDATED = MAIN + UPDATE + "        obj.status = old.status\n"
BUMP = "obj.metadata.generation = old.metadata.generation + 1"
SET, BUMPED, ONLY = (
    "generation-not-set-on-create",
    "generation-not-bumped-on-spec-change",
    "generation-bumped-without-spec-change",
)
KEPT, WIPED, RESET = "status-not-kept-on-update", "status-not-wiped-on-create", "metadata-not-reset-on-status-update"
EARLY = "generation-compared-too-early"
BUMPER = (
    "    def bump_generation(self, obj: Lamp, old: Lamp) -> None:\n        if obj.spec != old.spec:\n"
    f"            {BUMP}\n\n"
)
BUMPED_OR_NOT = (
    f"        if changed:\n            {BUMP}\n"
    "        else:\n            obj.metadata.generation = old.metadata.generation\n"
)
WAYS = {
    "the number that is given": (
        SET,
        CREATED + "        obj.metadata.generation = 2\n",
        CREATED + "        obj.metadata.generation = 1\n",
    ),
    "a helper that sets it": (
        SET,
        CREATED + "\n    def set_generation(self, obj: Lamp) -> None:\n        obj.metadata.generation = 1\n",
        CREATED.replace("        obj.status", "        self.set_generation(obj)\n        obj.status")
        + "\n    def set_generation(self, obj: Lamp) -> None:\n        obj.metadata.generation = 1\n",
    ),
    "a comparison of a part, and too early": (
        BUMPED,
        UPDATED + f"        if obj.spec.watts != old.spec.watts:\n            {BUMP}\n        obj.spec.color = 'red'\n",
        UPDATED + f"        obj.spec.color = 'red'\n        if obj.spec != old.spec:\n            {BUMP}\n",
    ),
    "a comparison that a return goes around": (
        BUMPED,
        UPDATED
        + f"        if obj.spec.watts < 0:\n            return\n        if obj.spec != old.spec:\n            {BUMP}\n",
        MAIN
        + UPDATE
        + f"        if obj.spec != old.spec:\n            {BUMP}\n        obj.status = old.status\n"
        + "        if obj.spec.watts < 0:\n            return\n",
    ),
    "a bump that is not there": (
        BUMPED,
        UPDATED,
        UPDATED + f"        if obj.spec != old.spec:\n            {BUMP}\n",
    ),
    "a helper that bumps": (
        BUMPED,
        MAIN + BUMPER + UPDATE + "        obj.status = old.status\n        obj.spec.color = 'red'\n",
        MAIN
        + BUMPER
        + UPDATE
        + "        obj.status = old.status\n        obj.spec.color = 'red'\n        self.bump_generation(obj, old)\n",
    ),
    "a comparison in front of the last change": (
        EARLY,
        UPDATED + f"        if obj.spec != old.spec:\n            {BUMP}\n        obj.spec.color = 'red'\n",
        UPDATED + f"        obj.spec.color = 'red'\n        if obj.spec != old.spec:\n            {BUMP}\n",
    ),
    "an answer that is kept in front of the last change": (
        EARLY,
        UPDATED
        + f"        changed = obj.spec != old.spec\n        obj.spec.color = 'red'\n        if changed:\n            {BUMP}\n",
        UPDATED
        + f"        obj.spec.color = 'red'\n        changed = obj.spec != old.spec\n        if changed:\n            {BUMP}\n",
    ),
    "an answer with another end, in front of the last change": (
        EARLY,
        UPDATED + f"        changed = obj.spec != old.spec  # so far\n        obj.spec.color = 'red'\n{BUMPED_OR_NOT}",
        UPDATED + f"        obj.spec.color = 'red'\n        changed = obj.spec != old.spec  # so far\n{BUMPED_OR_NOT}",
    ),
    "comments in a condition that goes": (
        KEPT,
        MAIN
        + UPDATE
        + "        if obj.status is None:  # seldom\n            # as it was\n            obj.status = old.status  # all of it\n",
        MAIN + UPDATE + "        # seldom\n        # as it was\n        obj.status = old.status  # all of it\n",
    ),
    "the condition that a bump should have": (
        ONLY,
        UPDATED
        + f"        if obj.spec != old.spec or obj.metadata.labels != old.metadata.labels:\n            {BUMP}\n",
        UPDATED + f"        if obj.spec != old.spec:\n            {BUMP}\n",
    ),
    "a condition for a bump that has none": (
        ONLY,
        UPDATED + f"        {BUMP}\n",
        UPDATED + f"        if obj.spec != old.spec:\n            {BUMP}\n",
    ),
    "the other way round": (
        KEPT,
        MAIN + UPDATE + "        old.status = obj.status\n",
        MAIN + UPDATE + "        obj.status = old.status\n",
    ),
    "another status that is given": (
        KEPT,
        MAIN + UPDATE + "        obj.status = LampStatus()\n",
        MAIN + UPDATE + "        obj.status = old.status\n",
    ),
    "a condition too many": (
        KEPT,
        MAIN + UPDATE + "        if obj.spec.watts:\n            obj.status = old.status\n",
        MAIN + UPDATE + "        obj.status = old.status\n",
    ),
    "a helper that keeps it": (
        KEPT,
        MAIN
        + "    def keep_status(self, old: Lamp, new: Lamp) -> None:\n        new.status = old.status\n\n"
        + UPDATE
        + "        obj.spec.color = 'red'\n",
        MAIN
        + "    def keep_status(self, old: Lamp, new: Lamp) -> None:\n        new.status = old.status\n\n"
        + UPDATE
        + "        self.keep_status(old, obj)\n        obj.spec.color = 'red'\n",
    ),
    "a helper of metadata with the wrong object": (
        RESET,
        STATUS + "        reset_object_meta_for_status(obj.metadata, obj.metadata)\n",
        STATUS + "        reset_object_meta_for_status(obj.metadata, old.metadata)\n",
    ),
    "a helper of metadata that nobody calls": (
        RESET,
        STATUS,
        STATUS.replace("        obj", "        reset_object_meta_for_status(obj.metadata, old.metadata)\n        obj"),
    ),
    "a bump on a status update": (
        "generation-bumped-on-status-update",
        STATUS + "        obj.metadata.labels = old.metadata.labels\n        obj.metadata.generation += 1\n",
        STATUS + "        obj.metadata.labels = old.metadata.labels\n",
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_way_to_mend(way: str, tree: Tree) -> None:
    rule, before, after = WAYS[way]

    assert tree({"lamps.py": LAMPS + before}).mended(rule)["lamps.py"] == LAMPS + after


def test_a_class_that_is_one_hook_stays_a_class(tree: Tree) -> None:
    base = MAIN + CREATE + "        obj.status = LampStatus()\n        obj.metadata.generation = 1\n\n\n"
    hook = CREATE + "        obj.status = LampStatus()\n        obj.metadata.generation = 1\n"
    made = tree({"lamps.py": LAMPS + base + "class NightLampStrategy(LampStrategy):\n" + hook})
    path, finding = next(each for each in made.findings("boilerplate-hook") if "Night" in each[1].object)
    offer = made.mender.offer(finding, path)

    assert offer is not None
    assert [edit.text for edit in offer.edits] == ["    pass\n"]


WIPES = "        obj.status = LampStatus()\n"
TYPED = "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from lamps import Lamp\n\n\n"
QUOTED = CREATE.replace("Lamp)", '"Lamp")') + "        obj.metadata.generation = 1\n"


def test_a_module_that_is_there_for_annotations_is_imported_when_it_runs(tree: Tree) -> None:
    made = tree({"lamps.py": LAMPS, "strategy.py": f"{TYPED}{MAIN}{QUOTED}"})
    imported = TYPED.replace("CHECKING\n", "CHECKING\nfrom lamps import LampStatus\n", 1)
    generation = "        obj.metadata.generation"
    mended = f"{imported}{MAIN}{QUOTED.replace(generation, WIPES + generation)}"
    assert made.mended(WIPED) == {"strategy.py": mended}


@pytest.mark.parametrize("files", [
    {"lamps.py": f"import strategy\n{LAMPS}"},
    {"lamps.py": f"try:\n    from shelf import lamp\nexcept ImportError:\n    pass\n{LAMPS}", "shelf.py": "from strategy import LampStrategy as lamp\n"},
])  # fmt: skip
def test_one_that_imports_the_strategy_is_not(tree: Tree, files: dict[str, str]) -> None:
    assert tree({**files, "strategy.py": f"{TYPED}{MAIN}{QUOTED}"}).offer(WIPED) is None


@pytest.mark.parametrize(("given", "value"), [
    ("self, obj", "setattr(obj.metadata, 'generation', 1)"),
    ("self, obj, more={'a': 1}", "setattr(obj.metadata, 'generation', more['a'])"),
    ("self, obj", "(print(obj), None)[1]"),
])  # fmt: skip
def test_a_lambda_becomes_a_function(tree: Tree, given: str, value: str) -> None:
    update = f"\n{UPDATE}        obj.status = old.status\n"
    before = f"    prepare_for_create = lambda {given}: {value}  # short\n"
    after = f"    def prepare_for_create({given}):\n{WIPES}        return {value}  # short\n"
    assert tree({"lamps.py": LAMPS + MAIN + before + update}).mended(WIPED)["lamps.py"] == LAMPS + MAIN + after + update


@pytest.mark.parametrize("names", [("lamps.py", "lamps.py"), ("zone.py", "area.py")])
def test_a_hook_that_calls_the_one_above_is_mended_by_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: tuple[str, str]
) -> None:
    monkeypatch.chdir(tmp_path)
    base = "class Base:\n" + CREATE + "        obj.metadata.generation = 1\n\n\n"
    derived = "".join(
        f"class {name}LampStrategy(Base):\n{CREATE}        super().prepare_for_create(obj)\n        obj.spec.watts = 7\n\n\n"
        for name in ("Day", "Night")
    )
    texts = {"lamps.py": LAMPS}
    for name, text in zip(names, (base, derived)):
        imported = "" if name == "lamps.py" else "from lamps import Lamp, LampStatus\n"
        imported += "from zone import Base\n\n\n" if name == "area.py" else ""
        texts[name] = texts.get(name, imported) + text
    for name, text in texts.items():
        Path(name).write_text(text)
    result = CliRunner().invoke(main, ["check", "--fix", "--unsafe-fixes", "--select", WIPED])
    assert result.exit_code == 0, result.output
    assert "".join(Path(name).read_text() for name in texts).count(WIPES) == 1


@pytest.mark.parametrize(
    ("imported", "called"),
    [
        ("import lamps\nimport home.resets\n", "home.resets"),
        ("import lamps\nfrom home import resets as helpers\n", "helpers"),
        ("import lamps\nimport home.resets as helpers\n", "helpers"),
    ],
)
def test_a_helper_is_called_through_its_module(tree: Tree, imported: str, called: str) -> None:
    types, helper = LAMPS.split("def reset_object_meta_for_status")
    hook = STATUS.replace("Lamp,", "lamps.Lamp,").replace("Lamp)", "lamps.Lamp)")
    files = {
        "lamps.py": types,
        "home/__init__.py": "",
        "home/resets.py": f"from lamps import Meta\n\n\ndef reset_object_meta_for_status{helper}",
        "strategy.py": f"{imported}\n\n{hook}",
    }
    call = f"        {called}.reset_object_meta_for_status(obj.metadata, old.metadata)\n"
    mended = f"{imported}\n\n{hook}".replace("        obj.spec", f"{call}        obj.spec")
    assert tree(files).mended("metadata-not-reset-on-status-update") == {"strategy.py": mended}


@pytest.mark.parametrize("enabled", ["", 'enable = ["hub-type-not-aliased"]\n'])
def test_a_hub_type_gets_the_served_order_also_where_it_is_to_be_an_alias(tree: Tree, enabled: str) -> None:
    head = "from dataclasses import dataclass\n\n\n@dataclass\nclass VanSpec:\n"
    pattern = '[[tool.apivet.hub]]\nhub = "apis.{rest}.types"\nserved = "apis.{rest}.{version}.types"\n'
    packages = dict.fromkeys(("apis/__init__.py", "apis/fleet/__init__.py", "apis/fleet/v1/__init__.py"), "")
    files = {
        **packages,
        "pyproject.toml": f"[tool.apivet]\n{enabled}{pattern}",
        "apis/fleet/v1/types.py": f"{head}    name: str\n    doors: int\n",
        "apis/fleet/types.py": f"{head}    doors: int\n    name: str\n",
    }
    assert tree(files).mended("hub-type-differs") == {"apis/fleet/types.py": files["apis/fleet/v1/types.py"]}
