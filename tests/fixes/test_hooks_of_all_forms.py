"""Hooks as people write them: on one line, over frozen objects, with types that are named elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Tree = Callable[[Mapping[str, str]], Any]

DESKS = """\
from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class DeskSpec:
    legs: int = 4


@dataclass
class DeskMeta:
    name: str = ""
    generation: int = 0


@dataclass
class DeskStatus:
    level: bool
    notes: list[str]


@dataclass
class Desk:
    metadata: DeskMeta
    spec: DeskSpec
    status: DeskStatus


@dataclass(frozen=True)
class Fixed:
    metadata: DeskMeta
    spec: DeskSpec
    status: DeskStatus | None = None
"""


def test_a_name_that_is_known_to_annotations_alone_is_imported(tree: Tree) -> None:
    hooks = (
        "from __future__ import annotations\n\nfrom typing import TYPE_CHECKING\n\nfrom desks import Desk\n\n"
        "if TYPE_CHECKING:\n    from desks import DeskStatus\n\n\n"
        "class DeskStrategy:\n    def prepare_for_create(self, obj: Desk) -> None: pass\n"
    )
    made = tree({"desks.py": DESKS, "hooks.py": hooks}).mended("status-not-wiped-on-create")

    assert made["hooks.py"] == hooks.replace("import Desk\n", "import Desk, DeskStatus\n", 1).replace(
        "None: pass", "None: obj.status = DeskStatus(level=False, notes=[])"
    )


def test_a_frozen_object_is_made_anew_and_returned(tree: Tree) -> None:
    hooks = (
        "from dataclasses import replace as changed\n\nfrom desks import Fixed\n\n\n"
        "class FixedStrategy:\n    async def prepare_for_create(self, ctx, obj: Fixed):\n"
        "        obj.metadata.generation = 1\n"
    )
    made = tree({"desks.py": DESKS, "hooks.py": hooks}).mended("status-not-wiped-on-create")

    assert made["hooks.py"].endswith(
        "        obj = changed(obj, status=None)\n        obj.metadata.generation = 1\n        return obj\n"
    )


def test_a_hook_that_is_not_there_gets_its_siblings_parameters(tree: Tree) -> None:
    hooks = (
        "from desks import Desk\n\n\nclass DeskStrategy:\n"
        "    async def prepare_for_create(self, context, desk: Desk) -> None:\n"
        "        desk.metadata.generation = 1\n"
    )
    made = tree({"desks.py": DESKS, "hooks.py": hooks}).mended("status-not-kept-on-update")

    assert made["hooks.py"] == hooks + (
        "\n    async def prepare_for_update(self, context, desk: Desk, old: Desk) -> None:\n"
        "        desk.status = old.status\n"
    )


def test_an_inherited_hook_is_called_first(tree: Tree) -> None:
    hooks = (
        "from desks import Desk\n\n\nclass Base:\n    def prepare_for_create(self, obj: Desk) -> None:\n"
        "        obj.metadata.generation = 1\n\n\nclass DeskStrategy(Base):\n    allow_create_on_update = False\n"
    )
    made = tree({"desks.py": DESKS, "hooks.py": hooks})
    path, finding = next(each for each in made.findings("status-not-wiped-on-create") if "Desk" in each[1].object)
    offer = made.mender.offer(finding, path)

    assert offer is not None
    assert "        super().prepare_for_create(obj)\n        obj.status" in "".join(edit.text for edit in offer.edits)


def test_a_bump_by_another_number_is_a_bump_by_one(tree: Tree) -> None:
    hooks = (
        "from desks import Desk\n\n\nclass DeskStrategy:\n    def prepare_for_update(self, obj: Desk, old: Desk) -> None:\n"
        "        obj.status = old.status\n        if obj.spec != old.spec: obj.metadata.generation = 5\n"
    )
    made = tree({"desks.py": DESKS, "hooks.py": hooks}).mended("generation-not-bumped-on-spec-change")

    assert made["hooks.py"] == hooks.replace("= 5", "= old.metadata.generation + 1")


GATES = """\
LEGS = "Legs"


async def allowed() -> bool:
    return False


async def enabled(gate: str) -> bool:
    return gate == "Legs"


class Gates:
    async def legs_allowed(self) -> bool:
        return False
"""


def test_a_gate_that_is_awaited_elsewhere_is_awaited(tree: Tree) -> None:
    hooks = (
        "from desks import Desk\nfrom gates import allowed\n\n\nclass DeskStrategy:\n"
        "    async def prepare_for_create(self, obj: Desk) -> None:\n"
        "        if not allowed and obj.spec.legs:\n            obj.status = None\n"
    )
    config = "[tool.apivet]\nfeature-gates = ['gates']\n[tool.apivet.vocabulary]\ngate-functions = ['allowed', 'enabled', 'legs_allowed']\n"
    made = tree({"pyproject.toml": config, "desks.py": DESKS, "gates.py": GATES, "hooks.py": hooks})

    assert made.mended("gate-not-called")["hooks.py"] == hooks.replace("not allowed", "not (await allowed())")


def test_nothing_is_awaited_where_nothing_can_be(tree: Tree) -> None:
    hooks = (
        "from desks import Desk\nfrom gates import allowed\n\n\nclass DeskStrategy:\n"
        "    def prepare_for_create(self, obj: Desk) -> None:\n"
        "        if not allowed:\n            obj.status = None\n"
    )
    config = "[tool.apivet]\nfeature-gates = ['gates']\n[tool.apivet.vocabulary]\ngate-functions = ['allowed']\n"

    assert (
        tree({"pyproject.toml": config, "desks.py": DESKS, "gates.py": GATES, "hooks.py": hooks}).offer(
            "gate-not-called"
        )
        is None
    )


def test_a_helper_that_is_awaited_is_awaited(tree: Tree) -> None:
    hooks = (
        "from desks import Desk, DeskStatus\n\n\nclass DeskStrategy:\n"
        "    async def wipe_status(self, obj: Desk) -> None:\n"
        "        obj.status = DeskStatus(False, [])\n\n"
        "    async def prepare_for_create(self, obj: Desk) -> None:\n"
        "        obj.metadata.generation = 1\n"
    )
    made = tree({"desks.py": DESKS, "hooks.py": hooks}).mended("status-not-wiped-on-create")

    assert made["hooks.py"] == hooks.replace(
        "        obj.metadata", "        await self.wipe_status(obj)\n        obj.metadata"
    )


def test_an_inherited_hook_that_is_awaited_is_awaited(tree: Tree) -> None:
    hooks = (
        "from desks import Desk\n\n\nclass Base:\n    async def prepare_for_create(self, obj: Desk) -> None:\n"
        "        obj.metadata.generation = 1\n\n\nclass DeskStrategy(Base):\n    allow_create_on_update = False\n"
    )
    made = tree({"desks.py": DESKS, "hooks.py": hooks})
    path, finding = next(each for each in made.findings("status-not-wiped-on-create") if "Desk" in each[1].object)
    offer = made.mender.offer(finding, path)

    assert offer is not None
    text = "".join(edit.text for edit in offer.edits)
    assert "    async def prepare_for_create(self, obj: Desk)" in text
    assert "        await super().prepare_for_create(obj)\n        obj.status" in text


def test_a_class_that_imports_for_itself_has_the_type_imported_above(tree: Tree) -> None:
    hooks = (
        '"""Desks."""\n\n\nclass DeskStrategy:\n    from desks import Desk\n\n'
        "    def prepare_for_create(self, obj: Desk) -> None:\n        pass\n"
    )
    made = tree({"desks.py": DESKS, "hooks.py": hooks}).mended("status-not-wiped-on-create")

    expected = hooks.replace('"""\n', '"""\n\nfrom desks import DeskStatus\n', 1)
    assert made["hooks.py"] == expected.replace("pass", "obj.status = DeskStatus(level=False, notes=[])")


def test_a_hook_that_is_not_there_gives_back_what_its_sibling_does(tree: Tree) -> None:
    hooks = (
        "from desks import Desk\n\n\nclass DeskStrategy:\n    def prepare_for_create(self, obj: Desk) -> Desk:\n"
        "        return obj\n"
    )
    made = tree({"desks.py": DESKS, "hooks.py": hooks}).mended("status-not-kept-on-update")

    assert made["hooks.py"] == hooks + (
        "\n    def prepare_for_update(self, obj: Desk, old: Desk) -> Desk:\n        obj.status = old.status\n"
        "        return obj\n"
    )
