"""Hooks in styles of their own: names that mean something else in them, docstrings and returns on one line, imports that
are tried, and objects that are made anew where they are returned."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from typing import Any

import pytest

Tree = Callable[[Mapping[str, str]], Any]

LAMPS = """\
from dataclasses import dataclass


@dataclass
class Meta:
    name: str = ""
    generation: int = 0


@dataclass
class Spec:
    watts: int = 0


@dataclass
class Status:
    lit: bool = False


@dataclass
class Lamp:
    metadata: Meta
    spec: Spec
    status: Status
"""
HEAD = "from lamps import Lamp, Status\n\n\nclass LampStrategy:\n"
WIPED, BUMPED = "status-not-wiped-on-create", "generation-not-bumped-on-spec-change"
CREATE = "    def prepare_for_create(self, ctx, obj: Lamp):"
UPDATE = "    def prepare_for_update(self, ctx, obj: Lamp, old: Lamp):"
WIPE = "obj.status = Status()"
IF, BUMP = "if obj.spec != old.spec:", "    obj.metadata.generation = old.metadata.generation + 1"


def lines(*each: str, indent: int = 8) -> str:
    return "".join(f"{' ' * indent}{line}\n" for line in each)


@pytest.mark.parametrize(
    "hook",
    [
        HEAD + CREATE + "\n" + lines("Status = obj.spec.watts", "obj.spec.watts = Status + 1"),
        HEAD + CREATE + "\n" + lines("from lamps import Status", "obj.spec.watts = 1"),
        HEAD + "    def prepare_for_create(self, Status, obj: Lamp):\n" + lines("obj.spec.watts = 1"),
        HEAD + CREATE + "\n" + lines("for Status in range(3):", "    obj.spec.watts = 1"),
        f"from lamps import Lamp, Status\n\n\ndef make(Status):\n    class LampStrategy:\n    {CREATE} pass\n",
    ],
)
def test_a_name_that_is_another_thing_in_the_hook_is_none_of_the_modules(tree: Tree, hook: str) -> None:
    """A hook that raises stores nothing, so that every rule would hold of it."""
    offer = tree({"lamps.py": LAMPS, "hooks.py": hook}).offer(WIPED)

    assert offer is None or "Status()" not in "".join(edit.text for edit in offer.edits)


def test_a_module_that_parses_and_cannot_run_is_left(tree: Tree) -> None:
    assert tree({"lamps.py": LAMPS, "hooks.py": f"{HEAD}{CREATE} pass\n\n\nnonlocal lamp\n"}).offer(WIPED) is None


STYLES = {
    "docstring on the line": (WIPED, f'{CREATE} "Made."; ...\n', f"{CREATE}\n" + lines('"Made."', WIPE)),
    "docstring of two lines": (WIPED, f'{CREATE} "a \\\nb"\n', f"{CREATE}\n" + lines('"a \\\nb"', WIPE)),
    "docstring and more": (
        WIPED,
        f"{CREATE}\n" + lines('"Made."; obj.spec.watts = 1  # bright'),
        f"{CREATE}\n" + lines('"Made."', WIPE, "obj.spec.watts = 1  # bright"),
    ),
    "change at the end of the line": (
        BUMPED,
        f"{UPDATE} obj.status = old.status; obj.spec.watts = 1; return",
        f"{UPDATE}\n" + lines("obj.status = old.status; obj.spec.watts = 1", IF, BUMP, "return").rstrip("\n"),
    ),
    "bump on the line": (
        "generation-bumped-without-spec-change",
        f"{UPDATE} obj.status = old.status; obj.metadata.generation += 1; obj.metadata.name = old.metadata.name;  # up\n",
        f"{UPDATE}\n"
        + lines("obj.status = old.status", IF, "    obj.metadata.generation += 1")
        + lines("obj.metadata.name = old.metadata.name;  # up"),
    ),
    "return on the line of its condition": (
        BUMPED,
        f"{UPDATE}\n" + lines("obj.spec.watts += 1", "if obj.spec.watts > 5: return", "obj.spec.watts -= 2"),
        f"{UPDATE}\n"
        + lines("obj.spec.watts += 1", "if obj.spec.watts > 5:", f"    {IF}", f"    {BUMP}", "    return")
        + lines("obj.spec.watts -= 2", IF, BUMP),
    ),
    "return on each branch": (
        BUMPED,
        f"{UPDATE}\n" + lines("obj.spec.watts += 1", "if ctx.dim:", "    raise ValueError", "else:", "    return"),
        f"{UPDATE}\n"
        + lines("obj.spec.watts += 1", "if ctx.dim:", "    raise ValueError", "else:", f"    {IF}", f"    {BUMP}")
        + lines("    return"),
    ),
    "another object is returned": (
        BUMPED,
        f"{UPDATE}\n" + lines("made = copy.deepcopy(obj)", "made.spec.watts += 1", "return made"),
        f"{UPDATE}\n"
        + lines("made = copy.deepcopy(obj)", "made.spec.watts += 1", "obj = made", IF, BUMP, "return obj"),
    ),
    "helper is called too early": (
        "generation-compared-too-early",
        f"{UPDATE}\n" + lines("bump(obj, old)", "obj.spec.watts += 1"),
        f"{UPDATE}\n" + lines("obj.spec.watts += 1", "bump(obj, old)"),
    ),
}


@pytest.mark.parametrize("style", STYLES)
def test_a_hook_keeps_its_style(tree: Tree, style: str) -> None:
    rule, before, after = STYLES[style]
    helper = f"import copy\n\n\ndef bump(obj, old):\n    {IF}\n    {BUMP}\n\n\n"
    made = tree({"lamps.py": LAMPS, "hooks.py": helper + HEAD + before}).mended(rule)

    assert made["hooks.py"] == helper + HEAD + after


HOOK = f"class LampStrategy:\n{CREATE} pass\n"
MENDED = HOOK.replace("pass", WIPE)
TRIED = "try:\n    from lamps import Lamp, Status\nexcept ImportError:\n    raise\n\n\n"
HIDDEN = "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from shown import Lamp\n\n\n"
WITHIN = HOOK.replace(":\n", ":\n    from lamps import Lamp\n", 1)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (TRIED + HOOK, TRIED + MENDED),
        ("from lamps import *\n\n\n" + HOOK, "from lamps import *\n\n\n" + MENDED),
        (
            f"from __future__ import annotations\n\n{HIDDEN}{HOOK}",
            f"from __future__ import annotations\n\n{HIDDEN}{MENDED}".replace(
                "TYPE_CHECKING\n", "TYPE_CHECKING\nfrom lamps import Status\n", 1
            ),
        ),
        (
            "#!/usr/bin/env python\n# coding: utf-8\n" + WITHIN,
            "#!/usr/bin/env python\n# coding: utf-8\nfrom lamps import Status\n\n\n" + WITHIN.replace("pass", WIPE),
        ),
        (
            '"""Lamps."""; import os\n' + WITHIN,
            '"""Lamps."""; import os\nfrom lamps import Status\n' + WITHIN.replace("pass", WIPE),
        ),
    ],
    ids=itertools.count(),
)
def test_a_type_is_imported_where_it_is_not_known(tree: Tree, before: str, after: str) -> None:
    made = tree({"lamps.py": LAMPS, "shown.py": "from lamps import Lamp\n", "hooks.py": before}).mended(WIPED)

    assert made["hooks.py"] == after


def test_a_class_on_one_line_gets_its_hook_below_it(tree: Tree) -> None:
    base = "from lamps import Lamp\n\n\nclass Base:\n    def prepare_for_create(self, obj: Lamp) -> None: ...\n"
    made = tree(
        {"lamps.py": LAMPS, "base.py": base, "hooks.py": "from base import Base\n\n\nclass LampStrategy(Base): pass\n"}
    )
    path, finding = next(each for each in made.findings(WIPED) if "LampStrategy" in each[1].object)
    offer = made.mender.offer(finding, path)

    assert offer is not None
    assert {edit.start: edit.text.splitlines() for edit in offer.edits} == {
        (2, 0): ["from lamps import Status"],
        (4, 25): ["", "    def prepare_for_create(self, obj) -> None:", "        super().prepare_for_create(obj)"]
        + [f"        {WIPE}"],
    }


def test_a_frozen_object_is_bumped_where_it_is_returned(tree: Tree) -> None:
    given = HEAD.replace("from", "from dataclasses import replace\n\nfrom", 1)
    before = lines("if ctx.dry:", "    return", "return replace(obj, spec=replace(obj.spec, watts=1))")
    made = tree(
        {
            "lamps.py": LAMPS.replace("@dataclass\n", "@dataclass(frozen=True)\n"),
            "hooks.py": f"{given}{UPDATE}\n{before}",
        }
    )
    bump = "    obj = replace(obj, metadata=replace(obj.metadata, generation=old.metadata.generation + 1))"
    after = lines("if ctx.dry:", f"    {IF}", f"    {bump}", "    return obj")
    after += lines("obj = replace(obj, spec=replace(obj.spec, watts=1))", IF, bump, "return obj")

    assert made.mended(BUMPED)["hooks.py"] == f"{given}{UPDATE}\n{after}"


DECLARED = """\
from lamps import Lamp


class RESTConfig:
    def __init__(self, **given): ...


StrategyConfig = RESTConfig


def new_rest(config): ...


def update(ctx, obj: Lamp, old: Lamp):
    obj.spec.watts = min(obj.spec.watts, 60)
    obj.metadata.generation += 1


config = StrategyConfig(prepare_for_update=update)
lamps = new_rest(RESTConfig(resource="lamps", kind=Lamp, strategy_config=config))
"""


def test_a_registered_hook_leaves_the_generation_to_the_default(tree: Tree) -> None:
    made = tree({"lamps.py": LAMPS, "hooks.py": DECLARED}).mended("generation-bumped-without-spec-change")

    assert made["hooks.py"] == DECLARED.replace("    obj.metadata.generation += 1\n", "")
