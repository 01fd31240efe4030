"""Variables of packages, whose values count as known as long as nothing in the package may change what they lead to."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.golang.judged_hooks import rulings, verdict
from tests.golang.test_strangers import source

from apivet.golang.facts import GoFacts
from apivet.golang.files import Disk
from apivet.golang.program import GoProgram
from apivet.program.front_end import DefaultScope
from apivet.program.model import Global

RULE = "status-not-wiped-on-create"
METHODS = """
type holder struct { c *Crumb; n int }
type words map[string]bool
func (c *Crumb) bump() { c.Grains = 5 }
func (c *Crumb) look() int { return c.Grains }
func (c *Crumb) through() { c.bump() }
func (h holder) deep() { h.c.Grains = 5 }
func (h holder) shallow() { h.n = 5 }
func (h *holder) here() { h.n = 5 }
func (w words) add(word string) { w[word] = true }
func (w words) has(word string) bool { return w[word] }
func bumped(c *Crumb) { c.Grains = 5 }
"""
MAP = 'map[string]*Crumb{"a": {Grains: 1}}'
SLICE = "[]*Crumb{{Grains: 1}}"
HOLDER = "holder{&Crumb{Grains: 1}, 1}"
#: A variable's value, a condition that is true, code elsewhere that leaves it so, and code that does not.
VARIABLES = [
    (MAP, 'known["a"].Grains == 1', 'known["a"].look()', 'known["a"].bump()'),
    (MAP, 'known["a"].Grains == 1', "_ = len(known)", 'known["a"].through()'),
    (MAP, 'known["a"].Grains == 1', '_ = known["a"].Grains', 'bumped(known["a"])'),
    (
        MAP,
        'known["a"].Grains == 1',
        "for _, c := range known { _ = c.Grains }",
        "for _, c := range known { c.Grains = 3 }",
    ),
    (MAP, 'known["a"].Grains == 1', "for a := range known { _ = a }", "for _, c := range known { bumped(c) }"),
    (SLICE, "known[0].Grains == 1", "if known[0] == nil { return }", "known[:1][0].bump()"),
    (SLICE, "known[0].Grains == 1", "x := known[0].Grains; x++", "c := known[0]; c.Grains = 2"),
    (HOLDER, "known.c.Grains == 1", "x := known.n; x++", "x := known; x.c.Grains = 2"),
    (HOLDER, "known.c.Grains == 1", "known.shallow()", "known.deep()"),
    (HOLDER, "known.n == 1", "known.c.look()", "known.here()"),
    ("&Crumb{Grains: 1}", "known.Grains == 1", "_ = (*known).Grains", "*known = Crumb{}"),
    ('words{"a": true}', '!known["b"]', '_ = known.has("b")', 'known.add("b")'),
    (
        'map[string][]string{"a": {"x"}}',
        'known["a"][0] == "x"',
        '_ = len(known["a"])',
        'copy(known["a"], []string{"y"})',
    ),
]


@pytest.mark.parametrize(("value", "condition", "reading", "changing"), VARIABLES)
def test_what_a_variable_leads_to(tmp_path: Path, value: str, condition: str, reading: str, changing: str) -> None:
    told = []
    for number, elsewhere in enumerate((reading, changing)):
        declarations = f"{METHODS}var known = {value}\nfunc elsewhere() {{ {elsewhere} }}\n"
        code = source({"rule": RULE, "declarations": declarations}, f"if {condition} {{ k.Status = LoafStatus{{}} }}\n")
        files = {"go.mod": "module ex.org/bakery\n\ngo 1.24\n", "loaf.go": code}
        asked = (tmp_path / str(number), files, "ex.org/bakery.loafStrategy", "ex.org/bakery.Loaf", RULE)
        told.append(verdict(rulings(*asked)))
    assert told == ["holds", "unproven"]


def test_the_value_is_worked_out_once(tmp_path: Path) -> None:
    (tmp_path / "go.mod").write_text("module ex.org/bakery\n")
    (tmp_path / "loaf.go").write_text("package bakery\n\nvar known = []string{}\n")
    program = GoProgram(DefaultScope(), GoFacts(modules=(str(tmp_path),)), str(tmp_path), Disk())
    first, second = (program.resolve("ex.org/bakery", "known") for _ in range(2))
    assert isinstance(first, Global)
    assert isinstance(second, Global)
    assert first.value is second.value is not None
