"""Slices of Go hooks, and the footprints that they rest on: what is decided there is what all code decides."""

from __future__ import annotations

import pytest
from tests.golang.test_hooks import HEAD, METADATA, PAIRS, SPEC, TREE, WIPED

from apivet.config.model import Config
from apivet.conventions.registry import house
from apivet.conventions.rule import HookRule
from apivet.conventions.rulings import Bench
from apivet.conventions.strategy import StrategySubject
from apivet.effects.footprints import Footprints
from apivet.effects.limits import CAUTIOUS
from apivet.effects.slices import Asked
from apivet.golang.facts import GoFacts
from apivet.golang.files import Disk
from apivet.golang.program import GoProgram
from apivet.program.front_end import DefaultScope
from apivet.program.role import Role
from apivet.program.syntax import Function
from apivet.verdicts import Confidence, Verdict

HELPERS = """
type Visitor func(s *KiteStatus, n int) bool
func visit2(k *Kite, f Visitor) bool { for range limits { if !f(&k.Status, 1) { return false } }; return true }
func forward(k *Kite, f Visitor) bool { return visit2(k, f) }
func each(k *Kite) iter.Seq2[*Line, int] { return func(yield func(*Line, int) bool) { yield(&k.Spec.Tail, 1) } }
func wild(k *Kite) func(*KiteStatus) { return func(s *KiteStatus) { s.Height = 3; k.Spec.Tail.Length = 1 } }
func inUse(k *Kite) bool { used := false; visit2(k, func(s *KiteStatus, n int) bool { used = s.Height > 0; return !used }); return used }
func clears(k *Kite) { visit2(k, func(s *KiteStatus, n int) bool { s.Height = 0; return true }) }
func clearsFar(k *Kite) { forward(k, func(s *KiteStatus, n int) bool { s.Height = 0; return true }) }
func shortens(k *Kite) { for line := range each(k) { line.Length = 0 } }
func looks(k *Kite) int { found := 0; for line := range each(k) { found += line.Length }; return found }
func wilder(k, o *Kite) { wild(k)(&o.Status) }
func pointed(k *Kite) { p := &k.Spec.Pilots; *p = nil }
func swapped(k, o *Kite) { a := k; a, o = o, a; a.Spec.Colour = "" }
func landed2(k, o *Kite, l Lander) { l.land(k) }
func ended(k *Kite) { if k.Spec.Colour == "" { panic("no colour") } }
func asked(k *Kite, f func(*KiteSpec)) { f(&k.Spec) }
func deep(k, o *Kite) { if o != nil && len(o.Spec.Lines) > 0 { asked(k, func(s *KiteSpec) { s.Lines = nil }) } }
"""
#: Fields that each helper may set or change, by its parameters.
FOOTPRINTS = {
    "inUse": set(),
    "looks": set(),
    "clears": {"k.status.height"},
    "clearsFar": {"k.status.height"},
    "shortens": {"k.spec.tail.length"},
    "wilder": {"k.spec.tail.length", "o.status"},
    "pointed": {"k.spec"},
    "swapped": {"k.spec.colour", "o.spec.colour"},
    "landed2": {"k", "l"},
    "ended": set(),
    "deep": {"k.spec.lines"},
}


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> GoProgram:
    """All bodies of all pairs, each the hook of a strategy of its own."""
    hooks = []
    for number, (rule, *bodies) in enumerate(PAIRS.values()):
        for kind, body in zip("ab", bodies):
            start = "k := obj.(*Kite)\n" + ("" if rule == WIPED else "o := old.(*Kite)\n_ = o\n")
            taken = "Create(ctx any, obj any)" if rule == WIPED else "Update(ctx any, obj, old any)"
            name = f"kite{number}{kind}"
            hooks.append(f"type {name} struct {{}}\nfunc ({name}) PrepareFor{taken} {{\n{start}{body}\n}}\n")
    root = tmp_path_factory.mktemp("kites")
    for name, text in {**TREE, "kites.go": HEAD + HELPERS + "".join(hooks)}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return GoProgram(DefaultScope(), GoFacts(modules=(str(root),)), str(root), Disk())


@pytest.mark.parametrize("name", FOOTPRINTS)
def test_a_footprint_is_what_a_helper_may_change(program: GoProgram, name: str) -> None:
    function = program.locate(f"ex.org/kites.{name}")
    assert isinstance(function, Function)
    found = Footprints(program, (), ()).of_function(function)
    assert found is not None
    told = {".".join((root, *(part for part in path if part != "*"))) for root, path in (*found.touched, *found.put)}
    assert {each for each in told if not any(each.startswith(f"{other}.") for other in told)} == FOOTPRINTS[name]
    assert found.may_refuse == (name == "ended")


def test_what_slices_decide_is_what_all_code_decides(program: GoProgram) -> None:
    decided = 0
    kite = program.type("ex.org/kites.Kite")
    for number, (asked_rule, *_) in enumerate(PAIRS.values()):
        role = Role.STATUS if asked_rule in (SPEC, METADATA) else Role.MAIN
        for kind in "ab":
            strategy = program.type(f"ex.org/kites.kite{number}{kind}")
            assert strategy is not None
            subject = StrategySubject(strategy, role, kite, frozenset(), Confidence.CERTAIN, program, Config())
            decided += sum(_agree(rule, subject) for rule in house().of_hooks if rule.applies(subject))
    assert decided > 800


def _agree(rule: HookRule, subject: StrategySubject) -> int:
    """The number of rulings that all code and slices both decide; none of them differs."""
    parts = tuple(way for part in rule.about for way in subject.ways_to(part))
    decided = 0
    if not parts or () in parts:
        return decided
    whole = Bench(subject.within(CAUTIOUS))
    rule.question(whole)
    for asked in (Asked((), True), Asked(parts, True), Asked(parts)):
        narrow = Bench(subject.within(CAUTIOUS, asked))
        rule.question(narrow)
        for one, other in zip(whole.rulings, narrow.rulings):
            assert {one.verdict, other.verdict} != {Verdict.HOLDS, Verdict.VIOLATED}, (subject.name, rule.symbol, asked)
            decided += Verdict.UNPROVEN not in (one.verdict, other.verdict)
    return decided
