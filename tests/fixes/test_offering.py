"""A fix is offered where the mended text was judged and found better, and nothing is written for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from apivet.fixes.offering import edits_for

Tree = Callable[[Mapping[str, str]], Any]

BOATS = """\
from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""


@dataclass
class BoatSpec:
    sails: int = 0


@dataclass
class BoatStatus:
    afloat: bool = False


@dataclass
class Boat:
    metadata: Meta
    spec: BoatSpec
    status: BoatStatus = field(default_factory=BoatStatus)


class BoatStrategy:
    def prepare_for_create(self, obj: Boat) -> None:
        obj.spec.sails = max(obj.spec.sails, 1)

    def prepare_for_update(self, obj: Boat, old: Boat) -> None:
        # The hull is where it was.
        obj.spec.sails = max(obj.spec.sails, old.spec.sails)
"""


def test_an_editor_gets_the_edits_of_one_finding(tree: Tree) -> None:
    made = tree({"boats.py": BOATS})
    path, finding = made.findings("status-not-kept-on-update")[0]

    offer = edits_for(finding, path, made.bench)

    assert offer is not None
    assert not offer.safe
    (edit,) = offer.edits
    assert (edit.path, edit.start, edit.end, edit.text) == (
        "boats.py", (31, 0), (31, 0), "        obj.status = old.status\n",
    )  # fmt: skip
    assert Path(path).read_text() == BOATS
    # The program holds the old text again.
    assert made.findings("status-not-kept-on-update")[0][1] == finding


def test_the_text_of_an_editor_is_the_one_that_is_mended(tree: Tree) -> None:
    made = tree({"boats.py": BOATS})
    unsaved = "# A remark.\n" + BOATS
    path = str(made.root / "boats.py")
    made.bench.program.override(path, unsaved)
    finding = next(each for _, each in made.findings("status-not-wiped-on-create"))

    offer = edits_for(finding, path, made.bench, lambda asked: unsaved.encode() if asked == path else None)

    assert offer is not None
    assert [edit.start for edit in offer.edits] == [(29, 0)]


def test_a_finding_of_the_black_box_alone_has_no_fix(tree: Tree) -> None:
    from msgspec.structs import replace

    made = tree({"boats.py": BOATS})
    path, finding = made.findings("status-not-kept-on-update")[0]

    assert edits_for(replace(finding, evidence=("blackbox",)), path, made.bench) is None
