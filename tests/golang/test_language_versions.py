"""Versions of the language that a module's ``go.mod`` names: before 1.22, all rounds of a loop have the same variables."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.golang.judged_hooks import rulings
from tests.golang.test_strangers import source, told_of

RULE = "status-not-wiped-on-create"
BODIES = {
    "addresses that are kept": (
        "var ps []*Crumb\nfor _, c := range []Crumb{{Grains: 1}, {Grains: 2}} { ps = append(ps, &c) }\n"
        "if ps[0].Grains == 1 { k.Status = LoafStatus{} }\n"
    ),
    "the first one": (
        "var p *Crumb\nfor _, c := range []Crumb{{Grains: 1}, {Grains: 2}} { if p == nil { p = &c } }\n"
        "if p.Grains == 1 { k.Status = LoafStatus{} }\n"
    ),
}


def told(root: Path, body: str, module: str) -> str:
    files = {"go.mod": module, "loaf.go": source({"rule": RULE}, body)}
    return told_of(rulings(root, files, "ex.org/bakery.loafStrategy", "ex.org/bakery.Loaf", RULE))


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize(
    ("line", "verdict"), [("go 1.22", "holds"), ("go 1.24.1", "holds"), ("go 1.21", "violated"), ("", "violated")]
)
def test_loop_variables(tmp_path: Path, name: str, line: str, verdict: str) -> None:
    assert told(tmp_path, BODIES[name], f"module ex.org/bakery\n\n{line}\n") == verdict


@pytest.mark.parametrize("line", ["go 1.24", "go 1.20"])
def test_loops_of_which_nothing_stays_are_the_same(tmp_path: Path, line: str) -> None:
    body = "for i, c := range k.Spec.Crumbs { c.Grains = i; if c.Grains == 1 { continue } }\nk.Status = LoafStatus{}\n"
    assert told(tmp_path, body, f"module ex.org/bakery\n\n{line}\n") == "holds"
